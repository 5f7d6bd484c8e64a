"""The pieces and the lights on the table.

Spots are the 37 hexes, then the 96 corners, then the 132 edges. Pieces: 1 to 4 roads, 5 to 8
boats, 9 to 12 catapults, 13 the merchant token, 14 to 17 a catapult on top of it. From 18 on there
are nine a seat for the contents of a corner: village, city, city with wall, then for each culture
a metro city without and with wall. A walled city shows its wall's tag, a metro city its metro's
(54 to 56).
"""

from games import hexmap
from games.base import COMPLETE, FLOW, NUMBER, OWNER
from games.hexmap import CORNERS, EDGES, HEXES, NONE
from games.landover import state
from games.landover.common import (
    A_BOAT,
    A_CITY,
    A_IMPROVE,
    A_PLAY,
    A_RAID,
    A_ROAD,
    A_VILLAGE,
    A_WALL,
    ANY,
    C_DRAW,
    C_EVENT,
    C_RAZED,
    CITY,
    CULTURES,
    D_BISHOP,
    D_ENGINEER,
    D_MERCHANT,
    D_SIEGE,
    METRO,
    WALL,
    WATER,
)
from games.landover.map import board, routes
from games.pauses import pause

if False:  # only mypy reads this: the names of types
    from collections.abc import Iterator

    from games.landover.state import Position
    from games.types import Action, Box, Mark, Moves

PIECE_CATAPULT = 9
PIECE_MERCHANT = 13
PIECE_CORNER = 18  # the first piece of a corner; there are nine a seat
PIECE_METRO = 54
_WALLED = 2  # the variant of a walled city without a metro; as a token, of a wall


# ---- spots and pieces ---------------------------------------------------------------------------


def spots(g: "Position") -> int:
    return HEXES + CORNERS + EDGES


def spot_name(g: "Position", spot: int) -> str:
    if spot < HEXES:
        return str(spot)
    if spot < HEXES + CORNERS:
        return hexmap.corner_name(spot - HEXES)
    return hexmap.edge_name(spot - HEXES - CORNERS)


def corner_piece(seat: int, variant: int) -> int:
    """Return the piece of a seat's building: 0 a village, then a city without a metro and with
    each, bare and walled."""
    return PIECE_CORNER + 9 * seat + variant


def building_of(piece: int) -> tuple[int, ...]:
    """Return (seat, variant) of the piece of a building."""
    return divmod(piece - PIECE_CORNER, 9)


def _corner_piece(held: int) -> int:
    if not held:
        return 0
    variant = 0
    if held & CITY:
        variant = 2 * (held >> METRO) + 1 + (1 if held & WALL else 0)
    return corner_piece(state.owner(held), variant)


def _hex_piece(g: "Position", place: int) -> int:
    piece = g.catapults[place]
    if g.merchant == place:
        return PIECE_MERCHANT + piece
    return PIECE_CATAPULT - 1 + piece if piece else 0


def piece_at(g: "Position", spot: int) -> int:
    if spot < HEXES:
        return _hex_piece(g, spot)
    if spot < HEXES + CORNERS:
        return _corner_piece(g.corners[spot - HEXES])
    return g.edges[spot - HEXES - CORNERS]


def token(g: "Position", piece: int) -> int:
    """Return the token on the topmost tag of a piece."""
    if PIECE_MERCHANT < piece < PIECE_CORNER:
        return piece - PIECE_MERCHANT - 1 + PIECE_CATAPULT
    if PIECE_CORNER <= piece < PIECE_METRO:
        variant = building_of(piece)[1]
        if variant > 2:
            return PIECE_METRO + (variant - 3) // 2
    return piece


def tokens(g: "Position") -> "Box":
    """Return the pieces in the box: as many as the rules let each seat use (rules: landover 2)."""
    villages, cities, roads, boats, walls = g.limits
    box = []
    kinds = ((1, "road", roads), (5, "boat", boats), (PIECE_CATAPULT, "catapult", 1))
    for first, name, count in kinds:
        box += [(first + seat, "%s %d" % (name, seat), seat, count) for seat in range(4)]
    box.append((PIECE_MERCHANT, "merchant", -1, 1))
    for seat in range(4):
        for variant, name, count in ((0, "village", villages), (1, "city", cities),
                                     (2, "wall", walls)):
            box.append((corner_piece(seat, variant), "%s %d" % (name, seat), seat, count))
    for culture in range(3):
        box.append((PIECE_METRO + culture, CULTURES[culture] + " metro", -1, 1))
    return tuple([entry for entry in box if entry[2] < g.seats])


_PLENTY = 9  # cards of a kind; nothing costs more
_TOUCHING = (A_WALL, A_IMPROVE, A_RAID, A_PLAY)
_CHANCING = (C_EVENT, C_DRAW, C_RAZED)  # a seven may follow, which clears catapults


def _built(by: int, action: "Action") -> "tuple[int, int]":
    """Return (spot, piece) of a village, city, road or boat; nothing else changes on the table."""
    kind, at = action
    if kind < A_ROAD:
        return HEXES + at, corner_piece(by, kind)
    return HEXES + CORNERS + at, 1 + by + 4 * (kind - A_ROAD)


def effects(g: "Position", by: int, action: "Action") -> "Moves":
    """Return ((spot, piece), ...): the changes of an action on the table."""
    if action[0] <= A_BOAT:
        return (_built(by, action),)
    if action[0] not in _TOUCHING and action[0] not in _CHANCING:
        return ()
    kept = g.snapshot()
    try:
        _hold(g, by, action)
        hexes = bytes([_hex_piece(g, place) for place in range(HEXES)])
        corners = bytes(g.corners)
        edges = bytes(g.edges)
        g.play(by, action)
        changed = [spot for spot in range(HEXES) if _hex_piece(g, spot) != hexes[spot]]
        first = HEXES
        for old, new in ((corners, g.corners), (edges, g.edges)):
            if old != new:
                changed += [first + i for i in range(len(old)) if old[i] != new[i]]
            first += len(old)
        return tuple([(spot, piece_at(g, spot)) for spot in changed])
    finally:
        g.restore(kept)


def _hold(g: "Position", by: int, action: "Action") -> None:
    """Give a seat the cards for an action that only its hand may rule out."""
    if by >= 0:
        state.add_cards(g, by, [_PLENTY] * 8)
        if action[0] == A_PLAY:
            state.add_dev(g, by, action[1], 1)
            g.held[by] += 1
    elif action[0] == C_DRAW and not g.deck[action[2]]:
        g.deck[action[2]] += 1


def gesture(g: "Position", by: int, action: "Action") -> "Moves":
    """Return the pieces that a person puts down; the place that the action names comes first."""
    if action[0] == A_WALL:
        return ((HEXES + action[1], corner_piece(by, _WALLED)),)
    changed = effects(g, by, action)
    if action[0] == A_PLAY and action[1] == D_ENGINEER:
        return ((changed[0][0], corner_piece(by, _WALLED)),)
    first = -1
    if action[0] == A_IMPROVE and len(action) == 3:
        first = HEXES + action[2]
        bare = (first, corner_piece(by, 3 + 2 * action[1]))
        return (bare,) + tuple([entry for entry in changed if entry[0] != first])
    if action[0] == A_RAID:
        first = action[1]
    elif action[0] == A_PLAY and action[1] in (D_MERCHANT, D_SIEGE, D_BISHOP):
        first = action[2]
    return tuple(
        [entry for entry in changed if entry[0] == first]
        + [entry for entry in changed if entry[0] != first]
    )


def intended_action(g: "Position", by: int, spot: int, token: int) -> "Action | None":
    """Return the action of a seat that a piece on a spot stands for, or None. A building beside
    a corner, or a route beside an edge, means one there, if possible one that the board allows."""
    if token == PIECE_CATAPULT + by and spot < HEXES:
        return (A_RAID, spot, 1 if by == 0 else 0)  # the hex tells more than the victim
    if token == PIECE_MERCHANT and spot < HEXES:
        return (A_PLAY, D_MERCHANT, spot)
    if token >= PIECE_METRO:
        is_corner = HEXES <= spot < HEXES + CORNERS
        return (A_IMPROVE, token - PIECE_METRO, spot - HEXES) if is_corner else None
    if token in (1 + by, 5 + by):
        kind = A_ROAD if token < 5 else A_BOAT
    elif PIECE_CORNER <= token:
        owner, variant = building_of(token)
        if owner != by or variant > _WALLED:
            return None
        kind = (A_VILLAGE, A_CITY, A_WALL)[variant]
    else:
        return None
    meant = [(kind, place) for place in _touched(spot, kind in (A_ROAD, A_BOAT)) if place != NONE]
    return min(meant, key=lambda action: action not in board.spots(g, by, kind))


def _touched(spot: int, edges: bool) -> "bytes | tuple[int, ...]":
    """Return the edges, or else the corners, that a spot is or touches; some may be NONE."""
    if spot < HEXES:
        return (hexmap.HEX_EDGES if edges else hexmap.HEX_CORNERS)[6 * spot : 6 * spot + 6]
    spot -= HEXES
    if spot < CORNERS:
        return state.edges_at(spot) if edges else (spot,)
    spot -= CORNERS
    return (spot,) if edges else state.ends_of(spot)


# ---- light --------------------------------------------------------------------------------------


def overlay_parts(g: "Position") -> "Iterator[list[Mark]]":
    """Yield the marks to show, in lists.

    NUMBER on land without another mark, which it would hide: the frequency of its roll, 1 to 5; on
    harbour corners: 2 for 3:1, 4 for 2:1. COMPLETE: hexes that produced in the last roll, [-1];
    pieces of the longest route, [its holder]; the merchant's hex [its controller]. OWNER:
    buildings, routes and catapults. FLOW on the first seven water hexes of the map: the way of the
    barbarians.
    """
    shown = []
    rolled = g.white + g.red
    sea = [place for place in range(HEXES) if g.map.terrain[place] == WATER]
    for step in range(g.track):
        shown.append((sea[step], FLOW, step))
    for place in range(HEXES):
        number = g.numbers[place]
        count = len(shown)
        if g.catapults[place]:
            shown.append((place, OWNER, g.catapults[place] - 1))
        elif number and number == rolled:
            shown.append((place, COMPLETE, -1))
        if g.merchant == place:
            shown.append((place, COMPLETE, g.trader))
        if number and len(shown) == count:
            shown.append((place, NUMBER, 6 - abs(7 - number)))
    pause()
    yield shown
    shown = []
    for corner in range(CORNERS):
        at = HEXES + corner
        port = g.map.port_at[corner]
        if g.corners[corner]:
            shown.append((at, OWNER, state.owner(g.corners[corner])))
        elif port:
            shown.append((at, NUMBER, 2 if g.map.ports[port - 1][1] == ANY else 4))
    pause()
    yield shown
    shown = []
    first = HEXES + CORNERS
    for edge in range(EDGES):
        if g.edges[edge]:
            shown.append((first + edge, OWNER, state.seat_of(g.edges[edge])))
    pause()
    yield shown
    if g.longest >= 0:
        if g.trail is None:
            g.trail = routes.trail(g, g.longest)
        yield [(first + edge, COMPLETE, g.longest) for edge in g.trail]
