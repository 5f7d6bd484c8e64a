"""How the lists of the game and the bytes of its map are laid out: `g.hands` has eight counts a
seat, one after the other, and so on. Only this module works out where an entry lies.
"""

from micropython import const

from games.hexmap import CORNER_EDGES, CORNER_HEXES, CORNER_NEAR, EDGE_CORNERS, NONE
from games.landover.common import A_BOAT, A_ROAD, KINDS, RESOURCES

if False:  # only mypy reads this: the names of types
    from typing import Any

    from games.landover.game import Landover

_KEPT = const(7)  # lists kept for a seat: five kinds of spots and the best ways of two


def clear(g: "Landover") -> None:
    """Set the lists with entries for each seat to the start of a game."""
    n = g.seats
    g.hands = [0] * (8 * n)
    g.devs = bytearray(KINDS * n)
    g.used = bytearray(5 * n)
    g.levels = bytearray(3 * n)
    g.sure = [0] * (8 * n)
    g.refused = bytearray(8 * n)


# ---- the map ------------------------------------------------------------------------------------


def hexes_at(corner: int) -> bytes:
    """Return the hexes around a corner, as bytes; NONE stands for those outside of the map."""
    return CORNER_HEXES[3 * corner : 3 * corner + 3]


def edges_at(corner: int) -> bytes:
    """Return the edges that meet at a corner, as bytes; NONE where the map has none."""
    return CORNER_EDGES[3 * corner : 3 * corner + 3]


def is_beside(corner: int, taken: bytearray) -> bool:
    """Is a corner next to one whose entry in `taken` is not 0?"""
    for other in CORNER_NEAR[3 * corner : 3 * corner + 3]:
        if other != NONE and taken[other]:
            return True
    return False


def ends_of(edge: int) -> bytes:
    """Return the two corners of an edge, as bytes."""
    return EDGE_CORNERS[2 * edge : 2 * edge + 2]


# ---- what stands on it --------------------------------------------------------------------------


def owner(building: int) -> int:
    """Return the seat of what stands on a corner; -1 for nothing."""
    return (building & 7) - 1


def route_of(seat: int, kind: int) -> int:
    """Return what an edge holds with a seat's road or boat (A_ROAD, A_BOAT)."""
    return seat + 1 if kind == A_ROAD else seat + 5


def seat_of(route: int) -> int:
    """Return the seat that owns the content of an edge; -1 for an empty one."""
    return (route - 1) & 3 if route else -1


def kind_of(route: int) -> int:
    """Return the kind of what an edge holds, A_ROAD or A_BOAT."""
    return A_BOAT if route > 4 else A_ROAD


def kept_spots(g: "Landover", seat: int, kind: int) -> "Any":
    """Return the spots of a kind of building or route that were found for a seat, or what
    `sites.best_way` found, under kinds of its own; None if they have to be found."""
    return g.found[_KEPT * seat + kind]


def keep_spots(g: "Landover", seat: int, kind: int, spots: "Any") -> None:
    g.found[_KEPT * seat + kind] = spots


def drop_spots(g: "Landover") -> None:
    g.found = [None] * (_KEPT * 4)


# ---- supplies and cultures ----------------------------------------------------------------------


def used(g: "Landover", seat: int, kind: int) -> int:
    """Return how many pieces of a kind (A_VILLAGE to A_WALL) a seat has on the board."""
    return g.used[5 * seat + kind]


def use(g: "Landover", seat: int, kind: int, count: int = 1) -> None:
    """Note that `count` more pieces of a seat are on the board."""
    g.used[5 * seat + kind] += count


def level(g: "Landover", seat: int, culture: int) -> int:
    """Return a seat's level of a culture."""
    return g.levels[3 * seat + culture]


def levels(g: "Landover", seat: int) -> bytearray:
    """Return a seat's levels of the three cultures, as bytes."""
    return g.levels[3 * seat : 3 * seat + 3]


def raise_level(g: "Landover", seat: int, culture: int) -> None:
    g.levels[3 * seat + culture] += 1


# ---- cards --------------------------------------------------------------------------------------


def hand(g: "Landover", seat: int) -> list[int]:
    """Return the eight counts of a hand, a new list."""
    return g.hands[8 * seat : 8 * seat + 8]


def resources(g: "Landover", seat: int) -> list[int]:
    """Return the counts of the five resources in a hand, a new list."""
    return g.hands[8 * seat : 8 * seat + RESOURCES]


def card_count(g: "Landover", seat: int, card: int) -> int:
    """Return how many cards of a kind a hand has."""
    return g.hands[8 * seat + card]


def set_hand(g: "Landover", seat: int, counts: list[int]) -> None:
    g.hands[8 * seat : 8 * seat + 8] = counts


def add_card(g: "Landover", seat: int, card: int, count: int) -> None:
    g.hands[8 * seat + card] += count


def add_cards(g: "Landover", seat: int, difference: list[int]) -> None:
    """Add a list of eight differences to a hand."""
    hands = g.hands
    first = 8 * seat
    for card in range(8):
        hands[first + card] += difference[card]


def dev_count(g: "Landover", seat: int, dev: int) -> int:
    """Return how many dev cards of a kind a seat holds."""
    return g.devs[KINDS * seat + dev]


def devs(g: "Landover", seat: int) -> bytearray:
    """Return the counts of a seat's dev cards, as bytes."""
    return g.devs[KINDS * seat : KINDS * seat + KINDS]


def add_dev(g: "Landover", seat: int, dev: int, count: int) -> None:
    g.devs[KINDS * seat + dev] += count


def set_devs(g: "Landover", seat: int, counts: bytes) -> None:
    g.devs[KINDS * seat : KINDS * seat + KINDS] = counts


# ---- what everybody knows -----------------------------------------------------------------------


def sure(g: "Landover", seat: int, card: int) -> int:
    """Return as many cards of a kind as everybody knows to be in a hand."""
    return g.sure[8 * seat + card]


def add_sure(g: "Landover", seat: int, difference: list[int]) -> None:
    """Add eight differences to what is known of a hand; it never falls below 0."""
    first = 8 * seat
    for card in range(8):
        if difference[card]:
            g.sure[first + card] = max(0, g.sure[first + card] + difference[card])


def has_refused(g: "Landover", seat: int, given: int, wanted: int) -> int:
    """Has a seat refused a card of one kind for one of the other in this turn?"""
    return g.refused[8 * seat + given] >> wanted & 1


def refuse(g: "Landover", seat: int, given: int, wanted: int) -> None:
    g.refused[8 * seat + given] |= 1 << wanted
