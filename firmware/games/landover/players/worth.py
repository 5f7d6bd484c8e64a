"""The worth of a position, for players that search.

The weights follow a logistic regression on the positions of 2,400 games of two strong and greedy
players: which of them wins (log loss 0.37; by points alone 0.52). Their scale is that of
hundredths of a point of the lead at the end.
"""

from micropython import const

from games.base import lead
from games.hexmap import CORNERS, NONE
from games.landover import state
from games.landover.common import (
    A_WALL,
    CITY,
    COMMERCE,
    PAPER,
    POLITICS,
    RESOURCES,
    SCIENCE,
    WATER,
)
from games.landover.economy import trade

if False:  # only mypy reads this: the names of types
    from games.landover.state import Position

_WON = const(800)
_POINT = const(19)
_LATE = const(77)  # more, for each of the last points before the target
_LAST = const(3)
# By terrain, for each roll of 36 that pays: for a building, and in addition for a city.
_BUILDING = (5, 6, 3, 9, 23, 17)
_CITY = (18, 6, 5, 9, 16, 17)
_KIND = const(44)  # for each resource that the seat produces
_CARD = const(13)
_DEV = const(21)
_POWER = const(71)
_WALL = const(57)
_ROUTE = const(10)  # for each step of the longest route
_HARBOUR = const(63)  # for a rate of three commodities or better
_LEVELS = (64, 10, 52)  # for each level of science, commerce and politics
_AQUEDUCT = const(77)  # for what science brings at level 3


def evaluate(g: "Position", seat: int) -> "int":
    """Return how far `seat` is ahead of the best other seat."""
    worth = _buildings(g)
    for other in range(g.seats):
        worth[other] += _points(g, other) + _possessions(g, other)
    return lead(worth, seat)


def _buildings(g: "Position") -> "list[int]":
    """Return the worth of each seat's income."""
    worth = [0] * g.seats
    made = [0] * g.seats  # masks of terrains
    for corner in range(CORNERS):
        piece = g.corners[corner]
        if piece:
            seat = state.owner(piece)
            for place in state.hexes_at(corner):
                if place != NONE and g.numbers[place] and g.terrain[place] < WATER:
                    kind = g.terrain[place]
                    each = _BUILDING[kind] + (_CITY[kind] if piece & CITY else 0)
                    often = each * (6 - abs(7 - g.numbers[place]))
                    worth[seat] += often // 2 if g.catapults[place] else often
                    made[seat] |= 1 << kind
    for seat in range(g.seats):
        for kind in range(RESOURCES):
            worth[seat] += _KIND * (made[seat] >> kind & 1)
    return worth


def _points(g: "Position", seat: int) -> "int":
    points = g.points[seat]
    late = points + _LAST - g.options["target"]
    return _POINT * points + (_LATE * late if late > 0 else 0) + (_WON if g.winner == seat else 0)


def _possessions(g: "Position", seat: int) -> "int":
    worth = _CARD * sum(state.hand(g, seat)) + _DEV * g.held[seat] + _POWER * g.power[seat]
    worth += _WALL * state.used(g, seat, A_WALL) + _ROUTE * g.lengths[seat]
    if trade.rate(g, seat, PAPER) <= trade.ANY_RATE:
        worth += _HARBOUR
    for culture in (SCIENCE, COMMERCE, POLITICS):
        worth += _LEVELS[culture] * state.level(g, seat, culture)
    return worth + (_AQUEDUCT if state.level(g, seat, SCIENCE) >= 3 else 0)
