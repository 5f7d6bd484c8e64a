"""How good a position is, for players that search, in hundredths of a point of the lead that it
comes to at the end. The weights follow a logistic regression on 400 games of greedy players.
"""

from micropython import const

from games.hexmap import CORNERS, NONE
from games.landover import board, hands, production, state
from games.landover.common import A_VILLAGE, CITY, GOLD, RESOURCES, WATER

if False:  # only mypy reads this: the names of types
    from typing import Any

    from games.landover.game import Landover

_WON = const(560)
_POINT = const(40)
_LATE = const(65)  # more, for each of the last points before the target
_LAST = const(3)
_DOT = const(11)  # for each dot of a building's hexes; a city counts twice
_RARE = const(7)  # a bonus for each of the first few dots of a resource
_FEW = const(4)
_CARD = const(15)
_DEV = const(7)
_LEVEL = const(63)  # of a culture
_POWER = const(63)
_ROUTE = const(17)  # for each step of the longest route
_DOCK = const(60)  # for each kind of harbour
_SITE = const(30)  # for each of the first few places where the seat could build a village
_SITES = const(3)


def evaluate(g: "Landover", seat: int) -> "Any":
    """Return how far `seat` is ahead of the best other seat."""
    worth = _buildings(g)
    for other in range(g.seats):
        worth[other] += _points(g, other) + _possessions(g, other) + _room(g, other)
    if g.winner >= 0:
        worth[g.winner] += _WON
    return worth[seat] - max([worth[other] for other in range(g.seats) if other != seat])


def _points(g: "Landover", seat: int) -> "Any":
    points = g.points[seat]
    late = points + _LAST - g.options["target"]
    return _POINT * points + (_LATE * late if late > 0 else 0)


def _room(g: "Landover", seat: int) -> int:
    """Return the worth of harbours and of places to build."""
    docks = g.docks[seat]
    worth = 0
    while docks:
        worth += _DOCK * (docks & 1)
        docks >>= 1
    if board.has_left(g, seat, A_VILLAGE):
        worth += _SITE * min(_SITES, len(board.spots(g, seat, A_VILLAGE)))
    return worth


def _buildings(g: "Landover") -> "Any":
    """Return the worth of each seat's income."""
    dots = [[0] * 8 for _ in range(g.seats)]  # by seat and terrain
    for corner in range(CORNERS):
        piece = g.corners[corner]
        if piece:
            for place in state.hexes_at(corner):
                if place != NONE and g.numbers[place] and g.terrain[place] < WATER:
                    count = (2 if piece & CITY else 1) * (6 - abs(7 - g.numbers[place]))
                    dots[state.owner(piece)][g.terrain[place]] += count
    worth = []
    for seat in range(g.seats):
        made = dots[seat][:RESOURCES]
        rare = sum([min(count, _FEW) for count in made])
        worth.append(_DOT * (sum(made) + 2 * dots[seat][GOLD]) + _RARE * rare)
    return worth


def _possessions(g: "Landover", seat: int) -> "Any":
    held = hands.size(g, seat)
    safe = min(held, production.safe_size(g, seat))
    worth = _CARD * (held + safe) // 2 + _DEV * g.held[seat] + _POWER * g.power[seat]
    return worth + _LEVEL * sum(state.levels(g, seat)) + _ROUTE * g.lengths[seat]
