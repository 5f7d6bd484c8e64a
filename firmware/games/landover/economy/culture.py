"""Cultures and metros (rules: landover 13)."""

from games.hexmap import corner_name
from games.landover import hands, state
from games.landover.common import (
    A_AQUEDUCT,
    A_IMPROVE,
    AUTO,
    CULTURES,
    METRO,
    NOBODY,
    PAPER,
    SCIENCE,
)
from games.landover.map import board

if False:  # only mypy reads this: the names of types
    from games.landover.state import Position
    from games.types import Action, Events, Message

TOP = 5  # the highest level


def cost(g: "Position", seat: int, culture: int) -> int:
    """Return the number of commodities for the next level."""
    return state.level(g, seat, culture) + 1 - g.crane


def can_gain_metro(g: "Position", seat: int, culture: int) -> bool:
    """Does the next level bring the metro to one of the seat's cities?"""
    level = state.level(g, seat, culture) + 1
    corner = g.metros[culture]
    if corner == NOBODY:
        return level == 4
    if level != TOP or g.locked >> culture & 1:
        return False
    return state.owner(g.corners[corner]) != seat


def legal(g: "Position", by: int, found: "list[Action]") -> None:
    cards = state.hand(g, by)
    for culture in range(3):
        held = cards[PAPER + culture]
        if held or g.crane:
            level = state.level(g, by, culture)
            if held > level - g.crane and level < TOP:
                if can_gain_metro(g, by, culture):
                    for corner in board.cities(g, by):
                        found.append((A_IMPROVE, culture, corner))
                else:
                    found.append((A_IMPROVE, culture))


def why_not_improve(
    g: "Position", by: int, action: "Action"
) -> "Message | None":
    if not 2 <= len(action) <= 3 or not 0 <= action[1] < 3:
        return "no such action"
    culture = action[1]
    if state.level(g, by, culture) == TOP:
        return ("highest", culture)
    gains = can_gain_metro(g, by, culture)
    if len(action) == 3 and not gains:
        return "no metro"
    price = [0] * 8
    price[PAPER + culture] = cost(g, by, culture)
    lack = hands.lacks(g, by, price)
    if lack or not gains:
        return lack
    if not board.cities(g, by):
        return "metro no city"
    if len(action) == 2:
        return "metro where"
    return None if action[2] in board.cities(g, by) else "metro city"


def play_improve(g: "Position", by: int, action: "Action", ev: "Events") -> None:
    culture = action[1]
    price = cost(g, by, culture)
    metro = can_gain_metro(g, by, culture)
    hands.add(g, by, PAPER + culture, -price, ev)
    g.crane = 0
    state.raise_level(g, by, culture)
    top = state.level(g, by, culture) == TOP
    old = g.metros[culture]
    if metro:
        if old != NOBODY:
            g.points[state.owner(g.corners[old])] -= 2
            g.corners[old] &= (1 << METRO) - 1
        g.metros[culture] = action[2]
        g.corners[action[2]] |= (culture + 1) << METRO
        g.points[by] += 2
        board.forget(g)
    elif not (top and old != NOBODY and state.owner(g.corners[old]) == by):
        return
    if top:
        g.locked |= 1 << culture
    name = corner_name(g.metros[culture])
    ev.append(["metro", CULTURES[culture], by, name, top])


def aqueduct_legal(g: "Position", by: int, found: "list[Action]") -> None:
    if state.level(g, by, SCIENCE) >= 3:
        for choice in range(AUTO + 1):
            if choice != g.standing[by]:
                found.append((A_AQUEDUCT, choice))


def why_not_aqueduct(g: "Position", by: int, action: "Action") -> str | None:
    if not 0 <= action[1] <= AUTO:
        return "no such action"
    if state.level(g, by, SCIENCE) < 3:
        return "no aqueduct"
    return None if action[1] != g.standing[by] else "aqueduct same"


def play_aqueduct(g: "Position", by: int, action: "Action", ev: "Events") -> None:
    g.standing[by] = action[1]
