"""How good a position is, for players that search: roughly, in hundredths of a victory point.

The weights are rough: five cards make a city, and a hex of six dots produces in every sixth roll.
"""

from micropython import const

from games.hexmap import CORNERS, NONE
from games.landover import hands, production, state
from games.landover.common import CITY, GOLD, RESOURCES, WATER

if False:  # only mypy reads this: the names of types
    from typing import Any

    from games.landover.game import Landover

_WON = const(300)
_POINT = const(100)
_DOT = const(6)  # for each dot of a building's hexes; a city counts twice
_RARE = const(4)  # a bonus for each of the first few dots of a resource
_FEW = const(4)
_CARD = const(8)
_DEV = const(12)
_LEVEL = const(5)  # times 1, 3, 6, 10, 15: what the culture has cost
_POWER = const(10)
_ROUTE = const(2)  # for each step of the longest route


def evaluate(g: "Landover", seat: int) -> "Any":
    """Return how far `seat` is ahead of the best other seat."""
    worth = _buildings(g)
    for other in range(g.seats):
        worth[other] += _POINT * g.points[other] + _possessions(g, other)
    if g.winner >= 0:
        worth[g.winner] += _WON
    return worth[seat] - max([worth[other] for other in range(g.seats) if other != seat])


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
    for level in state.levels(g, seat):
        worth += _LEVEL * level * (level + 1) // 2
    return worth + _ROUTE * g.lengths[seat]
