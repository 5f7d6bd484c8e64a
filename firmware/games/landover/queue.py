"""The queue of coming tasks: tasks of chance, and the start of a turn (rules: landover 6).

For the form of a task see `tasks`.
"""

from games.landover import state
from games.landover.common import C_DICE, C_EVENT, D_ALCHEMIST, P_ROLL

if False:  # only mypy reads this: the names of types
    from games.landover.state import Position


def begin_turn(g: "Position") -> None:
    """Begin the active seat's turn: roll the dice, unless it holds an Alchemist."""
    if state.dev_count(g, g.turn, D_ALCHEMIST):
        g.phase = P_ROLL
    else:
        roll(g)


def roll(g: "Position") -> None:
    """Queue the roll of the dice."""
    g.todo.append((C_DICE,))
    g.todo.append((C_EVENT,))


def done_once(g: "Position") -> None:
    """Count the first task down by one; remove it at zero."""
    head = g.todo[0]
    if head[-1] > 1:
        g.todo[0] = head[:-1] + (head[-1] - 1,)
    else:
        g.todo.pop(0)
