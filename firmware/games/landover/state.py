"""The fields of a game, and the layout of its lists and of the bytes of its map: for example,
`g.hands` has eight counts for each seat, one after the other. Only this module computes the place
of an entry.
"""

from micropython import const

from games.base import Game
from games.hexmap import CORNER_EDGES, CORNER_HEXES, CORNER_NEAR, EDGE_CORNERS, NONE
from games.landover.common import A_BOAT, A_ROAD, KINDS, RESOURCES

if False:  # only mypy reads this: the names of types
    from typing import Any

_KEPT = const(7)  # lists kept for a seat: five kinds of spots and the best ways of two


class Position(Game):
    """The fields of a game, which the rules read and change as `g`."""

    STATE = (
        "corners",  # the building on each corner
        "edges",  # the route on each edge
        "terrain",
        "numbers",  # the number token of each hex, 0 for none
        "catapults",  # by hex: the catapult's seat + 1
        "immune",  # hexes that were cleared
        "touch",  # by hex: mask of the seats with a building there
        "ground",  # see board
        "ways",
        "tiles",  # mystery tiles and tokens left in the bags
        "tokens_left",
        "hands",  # eight counts a seat
        "devs",  # 25 counts a seat
        "held",  # the number of dev cards in each hand
        "deck",
        "spent",  # discarded dev cards
        "used",  # pieces on the board, five counts a seat
        "cities",  # on the board
        "power",  # military power
        "levels",  # three cultures a seat
        "metros",  # by culture: the corner of its metro
        "locked",  # mask of the cultures whose metro can no longer be taken
        "standing",  # by seat: the card its Aqueduct always takes
        "points",
        "defended",  # points of each seat, for defence and for opened dev cards
        "opened",
        "docks",  # by seat: mask of its harbours
        "homes",  # by seat: masks of its islands
        "explored",
        "lengths",  # by seat: length of its longest route
        "longest",  # the holders of the awards, or -1
        "harbourmaster",
        "trader",
        "merchant",  # the hex of the token, or -1
        "track",
        "white",
        "red",
        "order",
        "turn",
        "step",  # buildings placed in the setup
        "site",  # the last of these
        "phase",
        "todo",  # see tasks
        "raided",  # flags for this turn
        "crane",
        "fleet",
        "offers",
        "deal",  # cards given and wanted
        "waiting",  # masks of the seats that have yet to answer, and that accepted
        "agreed",
        "free",  # what may still be placed or taken
        "target",
        "lost",  # the edge of the piece that a Diplomat removed
        "lost_boat",
        "winner",
        "sure",  # by seat: as many of each card as everybody knows to be in the hand
        "refused",  # by seat and card given: mask of the cards it would not give for it
    )

    map: "Any" = None  # a Map, made at the first reset
    if False:  # only mypy reads this: the types of the fields
        corners: bytearray
        edges: bytearray
        terrain: bytearray
        numbers: bytearray
        catapults: bytearray
        immune: bytearray
        touch: bytearray
        ground: bytearray
        ways: bytearray
        tiles: bytearray
        tokens_left: bytearray
        hands: list[int]
        devs: bytearray
        held: bytearray
        deck: bytearray
        spent: bytearray
        used: bytearray
        cities: int
        power: bytearray
        levels: bytearray
        metros: bytearray
        locked: int
        standing: bytearray
        points: list[int]
        defended: bytearray
        opened: bytearray
        docks: list[int]
        homes: list[int]
        explored: list[int]
        lengths: bytearray
        longest: int
        harbourmaster: int
        trader: int
        merchant: int
        track: int
        white: int
        red: int
        order: list[int]
        turn: int
        step: int
        site: int
        phase: int
        todo: list[tuple[Any, ...]]
        raided: int
        crane: int
        fleet: int
        offers: int
        deal: Any  # sixteen counts
        waiting: int
        agreed: int
        free: int
        target: int
        lost: int
        lost_boat: int
        winner: int
        sure: list[int]
        refused: bytearray
        # Not in STATE: values from the options, and caches of the board and of the trade menu.
        most: int
        limits: tuple[int, ...]
        found: list[Any]
        trail: list[int] | None
        loose: list[int] | None
        menu: list[Any]
        main: list[Any] | None
        menu_of: int


def clear(g: "Position") -> None:
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
    """Return the seat of the building on a corner; -1 for none."""
    return (building & 7) - 1


def route_of(seat: int, kind: int) -> int:
    """Return the byte of an edge with a seat's road or boat (A_ROAD, A_BOAT)."""
    return seat + 1 if kind == A_ROAD else seat + 5


def seat_of(route: int) -> int:
    """Return the seat that owns the content of an edge; -1 for an empty one."""
    return (route - 1) & 3 if route else -1


def kind_of(route: int) -> int:
    """Return the kind of the piece on an edge, A_ROAD or A_BOAT."""
    return A_BOAT if route > 4 else A_ROAD


def kept_spots(g: "Position", seat: int, kind: int) -> "Any":
    """Return the cached spots of a kind of building or route for a seat, or the cached result of
    `sites.best_way`, which has its own kinds; None if there is none yet."""
    return g.found[_KEPT * seat + kind]


def keep_spots(g: "Position", seat: int, kind: int, spots: "Any") -> None:
    g.found[_KEPT * seat + kind] = spots


def drop_spots(g: "Position") -> None:
    g.found = [None] * (_KEPT * 4)


# ---- supplies and cultures ----------------------------------------------------------------------


def used(g: "Position", seat: int, kind: int) -> int:
    """Return how many pieces of a kind (A_VILLAGE to A_WALL) a seat has on the board."""
    return g.used[5 * seat + kind]


def use(g: "Position", seat: int, kind: int, count: int = 1) -> None:
    """Note that `count` more pieces of a seat are on the board; raises ValueError for one that is
    not there: the room of a board asks its game without pieces for the gestures of actions."""
    used = g.used[5 * seat + kind] + count
    if used < 0:  # MicroPython would go on with 255 of them
        raise ValueError("there is no such piece")
    g.used[5 * seat + kind] = used


def level(g: "Position", seat: int, culture: int) -> int:
    """Return a seat's level of a culture."""
    return g.levels[3 * seat + culture]


def levels(g: "Position", seat: int) -> bytearray:
    """Return a seat's levels of the three cultures, as bytes."""
    return g.levels[3 * seat : 3 * seat + 3]


def raise_level(g: "Position", seat: int, culture: int) -> None:
    g.levels[3 * seat + culture] += 1


# ---- cards --------------------------------------------------------------------------------------


def hand(g: "Position", seat: int) -> list[int]:
    """Return the eight counts of a hand, a new list."""
    return g.hands[8 * seat : 8 * seat + 8]


def resources(g: "Position", seat: int) -> list[int]:
    """Return the counts of the five resources in a hand, a new list."""
    return g.hands[8 * seat : 8 * seat + RESOURCES]


def card_count(g: "Position", seat: int, card: int) -> int:
    """Return how many cards of a kind a hand has."""
    return g.hands[8 * seat + card]


def set_hand(g: "Position", seat: int, counts: list[int]) -> None:
    g.hands[8 * seat : 8 * seat + 8] = counts


def add_card(g: "Position", seat: int, card: int, count: int) -> None:
    g.hands[8 * seat + card] += count


def add_cards(g: "Position", seat: int, difference: list[int]) -> None:
    """Add a list of eight differences to a hand."""
    hands = g.hands
    first = 8 * seat
    for card in range(8):
        hands[first + card] += difference[card]


def dev_count(g: "Position", seat: int, dev: int) -> int:
    """Return how many dev cards of a kind a seat holds."""
    return g.devs[KINDS * seat + dev]


def devs(g: "Position", seat: int) -> bytearray:
    """Return the counts of a seat's dev cards, as bytes."""
    return g.devs[KINDS * seat : KINDS * seat + KINDS]


def add_dev(g: "Position", seat: int, dev: int, count: int) -> None:
    g.devs[KINDS * seat + dev] += count


def set_devs(g: "Position", seat: int, counts: bytes) -> None:
    g.devs[KINDS * seat : KINDS * seat + KINDS] = counts


# ---- what everybody knows -----------------------------------------------------------------------


def sure(g: "Position", seat: int, card: int) -> int:
    """Return how many cards of a kind are in a hand for certain, as everybody knows."""
    return g.sure[8 * seat + card]


def add_sure(g: "Position", seat: int, difference: list[int]) -> None:
    """Add eight differences to the known cards of a hand; the counts never fall below 0."""
    first = 8 * seat
    for card in range(8):
        if difference[card]:
            g.sure[first + card] = max(0, g.sure[first + card] + difference[card])


def has_refused(g: "Position", seat: int, given: int, wanted: int) -> int:
    """Has a seat refused a card of one kind for one of the other in this turn?"""
    return g.refused[8 * seat + given] >> wanted & 1


def refuse(g: "Position", seat: int, given: int, wanted: int) -> None:
    g.refused[8 * seat + given] |= 1 << wanted
