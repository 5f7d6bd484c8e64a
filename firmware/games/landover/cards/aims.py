"""The possible aims of a dev card (rules: landover 19).

A function (g, by) of each card yields or returns, ascending, the tuples of values with which the
seat can play it: none if it cannot play the card, one empty tuple if the card takes no values.
"""

from games.hexmap import HEXES
from games.landover import hands, state
from games.landover.common import A_CITY, A_WALL, MEDICINE_COST, ORE, RESOURCES, WALL, WHEAT
from games.landover.map import board
from games.landover.military import raids

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Iterator
    from typing import Any

    from games.landover.state import Position

    Way = tuple[int, ...]  # the values with which a card is played
    Ways = list[Way]

_HOT = (0, 2, 6, 8, 12)  # numbers that the Inventor cannot move


def opponents(g: "Position", by: int) -> list[int]:
    """Return the other seats, ascending."""
    return [seat for seat in range(g.seats) if seat != by]


def hexes(g: "Position", by: int, kind: int) -> list[int]:
    """Return the hexes of one terrain that the seat's buildings touch."""
    own = 1 << by
    return [place for place in range(HEXES) if g.touch[place] & own and g.terrain[place] == kind]


def vandals(g: "Position", by: int) -> list[int]:
    """Return the opponents that a Vandal hits."""
    return [
        seat
        for seat in hands.after(g)
        if seat != by and g.points[seat] >= g.points[by] and hands.size(g, seat) > 1
    ]


def _once(fits: object) -> "Ways":
    return [()] if fits else []


def never(g: "Position", by: int) -> "Ways":
    return []


def crane(g: "Position", by: int) -> "Ways":
    return _once(not g.crane)


def inventor(g: "Position", by: int) -> "Iterator[Way]":
    places = [place for place in range(HEXES) if g.numbers[place] not in _HOT]
    for one in places:
        for two in places:
            if one < two and g.numbers[one] != g.numbers[two]:
                yield one, two


def irrigation(g: "Position", by: int) -> "Ways":
    return _once(hexes(g, by, WHEAT))


def medicine(g: "Position", by: int) -> "Ways":
    cost = hands.price(g, MEDICINE_COST)
    if hands.lacks(g, by, cost) or not board.has_left(g, by, A_CITY):
        return []
    return [action[1:] for action in board.spots(g, by, A_CITY)]


def mining(g: "Position", by: int) -> "Ways":
    return _once(hexes(g, by, ORE))


def road(g: "Position", by: int) -> "Ways":
    for kind in (2, 3):
        if board.has_left(g, by, kind) and board.spots(g, by, kind):
            return [()]
    return []


def military(g: "Position", by: int) -> "Ways":
    return _once(g.power[by] < raids.cap(g, by))


def engineer(g: "Position", by: int) -> "Ways":
    if not board.has_left(g, by, A_WALL):
        return []
    return [action[1:] for action in board.spots(g, by, A_WALL)]


def harbor(g: "Position", by: int) -> "Iterator[Way]":
    """Yield the ways to name a resource (card + 1) or nothing (0) for each opponent, no resource
    more often than the seat holds it."""
    held = state.resources(g, by)
    if not sum(held):
        return
    waiting: "list[Any]" = [()]
    while waiting:
        named = waiting.pop()
        if len(named) == g.seats - 1:
            yield named
            continue
        for card in range(RESOURCES, 0, -1):
            if named.count(card) < held[card - 1]:
                waiting.append(named + (card,))
        waiting.append(named + (0,))


def richer(g: "Position", by: int) -> "Ways":
    """Return the opponents who have more points, and at least one card."""
    return [
        (seat,)
        for seat in opponents(g, by)
        if g.points[seat] > g.points[by] and hands.size(g, seat)
    ]


def merchant(g: "Position", by: int) -> "Ways":
    return [
        (place,)
        for place in range(HEXES)
        if g.touch[place] >> by & 1 and g.terrain[place] < RESOURCES
    ]


def fleet(g: "Position", by: int) -> "Ways":
    return [(card,) for card in range(8)]


def resources(g: "Position", by: int) -> "Ways":
    return [(card,) for card in range(RESOURCES)]


def commodities(g: "Position", by: int) -> "Ways":
    return [(card,) for card in range(RESOURCES, 8)]


siege: "Callable[..., Any]" = raids.targets


def bishop(g: "Position", by: int) -> "Ways":
    return [(place,) for place in raids.hexes(g, by)]


def deserter(g: "Position", by: int) -> "Ways":
    return [(seat,) for seat in opponents(g, by) if g.power[seat]]


def vandal(g: "Position", by: int) -> "Ways":
    return _once(vandals(g, by))


def diplomat(g: "Position", by: int) -> "Ways":
    return [(edge,) for edge in board.loose_ends(g)]


def raze(g: "Position", by: int) -> "Ways":
    found = []
    for seat in opponents(g, by):
        for corner in board.cities(g, seat):
            wall = g.corners[corner] & WALL
            if g.options["raze"] == "wall":
                fits = wall
            else:
                fits = g.options["wall_rule"] == "seed" or not wall
            if fits:
                found.append((corner,))
    return sorted(found)


def spy(g: "Position", by: int) -> "Ways":
    return [(seat,) for seat in opponents(g, by) if g.held[seat]]


def wedding(g: "Position", by: int) -> "Ways":
    return _once(richer(g, by))
