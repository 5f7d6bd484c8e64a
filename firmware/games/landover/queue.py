"""The queue of what comes next: tasks of chance, and the beginning of a turn (rules: landover 6).

A task is a tuple; see `tasks`.
"""

from games.landover.things import C_DICE, C_EVENT, D_ALCHEMIST, KINDS, P_ROLL


def begin_turn(g):
    """Begin the turn of the active seat: the dice roll, unless an Alchemist is held."""
    if g.devs[KINDS * g.turn + D_ALCHEMIST]:
        g.phase = P_ROLL
    else:
        roll(g)


def roll(g):
    """Have the dice rolled."""
    g.todo.append((C_DICE,))
    g.todo.append((C_EVENT,))


def done_once(g):
    """Count the first task down by one."""
    head = g.todo[0]
    if head[-1] > 1:
        g.todo[0] = head[:-1] + (head[-1] - 1,)
    else:
        g.todo.pop(0)
