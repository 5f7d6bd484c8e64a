"""The barbarians (rules: landover 10)."""

from games.landover import board, hands
from games.landover.common import (
    C_DECK,
    C_DRAW,
    C_RAZED,
    T_LOSE_POWER,
    WALL,
)

STEPS = 7


def move(g, ev):
    """Move the barbarians one step; at the last step they attack."""
    g.track += 1
    if g.track == STEPS:
        g.track = 0
        _attack(g, ev)


def _attack(g, ev):
    defence = sum(g.power)
    won = g.cities <= defence
    ev.append(["barbarians", g.cities, defence, "won" if won else "lost"])
    if won:
        _reward(g)
    else:
        _punish(g)
    g.todo.append((T_LOSE_POWER,))


def _reward(g):
    """Give the single strongest seat a point, or each of several strongest seats a dev card."""
    most = max(g.power)
    best = [seat for seat in hands.around(g) if g.power[seat] == most]
    if most and len(best) == 1:
        g.defended[best[0]] += 1
        g.points[best[0]] += 1
    elif most:
        for seat in best:
            g.todo.append((C_DECK, seat))


def _punish(g):
    """Make every weakest seat lose a city."""
    seats = hands.around(g)
    if g.options["barb_skip"]:
        seats = [seat for seat in seats if targets(g, seat)]
    for seat in seats:
        if g.power[seat] == min([g.power[other] for other in seats]):
            g.todo.append((C_RAZED, seat))


def targets(g, seat):
    """Return the corners of the cities that a seat may lose, ascending."""
    cities = board.cities(g, seat)
    if g.options["wall_rule"] == "guard":
        bare = [corner for corner in cities if not g.corners[corner] & WALL]
        return bare or cities
    return cities


def play_razed(g, by, action, ev):
    g.todo.pop(0)
    board.fell_city(g, action[2])
    g.points[action[1]] -= 1


def play_deck(g, by, action, ev):
    g.todo[0] = (C_DRAW, action[1], action[2])


def lose_power(g):
    """After an attack, lower everybody's military power by one."""
    for seat in range(g.seats):
        if g.power[seat]:
            g.power[seat] -= 1
