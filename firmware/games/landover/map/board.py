"""The board: the pieces on it, and the places where a seat may build (rules: landover 3, 12).

The lists of spots are kept until the board changes; `forget` drops them.
"""

from games.hexmap import CORNERS, EDGE_HEXES, EDGES, HEX_CORNERS, HEX_EDGES, NONE
from games.landover import state
from games.landover.common import (
    A_BOAT,
    A_CITY,
    A_ROAD,
    A_VILLAGE,
    A_WALL,
    CITY,
    MYSTERY,
    WALL,
    WATER,
)

if False:  # only mypy reads this: the names of types
    from games.landover.state import Position
    from games.types import Action, Message

# Bits of `ground`, a byte a corner, and of `ways`, a byte an edge.
LAND = 1  # a revealed land hex touches the corner
HIDDEN = 2  # an unrevealed hex touches it
BY_ROAD = 1
BY_BOAT = 2


def survey(g: "Position", place: int) -> None:
    """Note which pieces may stand on the corners and edges of a hex."""
    terrain = g.terrain
    for i in range(6 * place, 6 * place + 6):
        corner = HEX_CORNERS[i]
        ground = 0
        for other in state.hexes_at(corner):
            if other != NONE:
                kind = terrain[other]
                ground |= LAND if kind < WATER else HIDDEN if kind == MYSTERY else 0
        g.ground[corner] = ground
        edge = HEX_EDGES[i]
        sides = []
        for j in (2 * edge, 2 * edge + 1):
            sides.append(WATER if EDGE_HEXES[j] == NONE else terrain[EDGE_HEXES[j]])
        ways = 0
        if MYSTERY not in sides:
            ways = (BY_ROAD if min(sides) < WATER else 0) | (BY_BOAT if WATER in sides else 0)
        g.ways[edge] = ways


def forget(g: "Position") -> None:
    """Drop the lists of spots, since the board has changed."""
    state.drop_spots(g)
    g.trail = g.loose = None


def put_building(g: "Position", seat: int, corner: int) -> None:
    """Put a village on a corner."""
    g.corners[corner] = seat + 1
    state.use(g, seat, A_VILLAGE)
    for place in state.hexes_at(corner):
        if place != NONE:
            g.touch[place] |= 1 << seat
    port = g.map.port_at[corner]
    if port:
        g.docks[seat] |= 1 << (port - 1)
    forget(g)


def raise_city(g: "Position", corner: int) -> None:
    """Turn a village into a city."""
    seat = state.owner(g.corners[corner])
    g.corners[corner] |= CITY
    state.use(g, seat, A_VILLAGE, -1)
    state.use(g, seat, A_CITY)
    g.cities += 1
    forget(g)


def fell_city(g: "Position", corner: int) -> None:
    """Turn a city without a metro into a village; its wall is lost too."""
    seat = state.owner(g.corners[corner])
    if g.corners[corner] & WALL:
        state.use(g, seat, A_WALL, -1)
    g.corners[corner] = seat + 1
    state.use(g, seat, A_VILLAGE)
    state.use(g, seat, A_CITY, -1)
    g.cities -= 1
    forget(g)


def put_route(g: "Position", seat: int, edge: int, kind: int) -> None:
    """Put a road or a boat (A_ROAD, A_BOAT) on an edge."""
    g.edges[edge] = state.route_of(seat, kind)
    state.use(g, seat, kind)
    forget(g)


def take_route(g: "Position", edge: int) -> None:
    """Remove a road or boat from an edge."""
    piece = g.edges[edge]
    state.use(g, state.seat_of(piece), state.kind_of(piece), -1)
    g.edges[edge] = 0
    forget(g)


def where(places: bytearray, piece: int) -> list[int]:
    """Return the places whose byte is `piece`, ascending."""
    found = []
    byte = bytes((piece,))
    place = places.find(byte)
    while place >= 0:
        found.append(place)
        place = places.find(byte, place + 1)
    return found


def cities(g: "Position", seat: int) -> list[int]:
    """Return the corners of the seat's cities without a metro, ascending."""
    city = seat + 1 | CITY
    return sorted(where(g.corners, city) + where(g.corners, city | WALL))


def is_crowded(g: "Position", corner: int) -> bool:
    """Does a building stand on a neighbouring corner?"""
    return state.is_beside(corner, g.corners)


def loose_ends(g: "Position") -> list[int]:
    """Return the edges of a seat's open pieces: those with an end that joins neither a building
    nor another piece of their owner (rules: landover 19)."""
    if g.loose is None:
        g.loose = [edge for edge in range(EDGES) if g.edges[edge] and _is_loose(g, edge)]
    return g.loose


def _is_loose(g: "Position", edge: int) -> bool:
    seat = state.seat_of(g.edges[edge])
    for corner in state.ends_of(edge):
        if state.owner(g.corners[corner]) != seat:
            own = 0
            for other in state.edges_at(corner):
                if other != NONE and state.seat_of(g.edges[other]) == seat:
                    own += 1
            if own == 1:
                return True
    return False


def limits(g: "Position") -> tuple[int, ...]:
    """Return how many pieces of each kind a seat can have: those of the box, or with
    `piece_limits` 0 as many as the map and the points to win allow (rules: landover 2, 26.18)."""
    if g.options["piece_limits"]:
        box = (("villages", 5), ("cities", 4), ("roads", 15), ("boats", 15), ("walls", 3))
        return tuple([g.options.get(name, usual) for name, usual in box])
    roads = sum([1 for way in g.ways if way != BY_BOAT])  # what is hidden may be land or water
    boats = sum([1 for way in g.ways if way != BY_ROAD])
    target = g.options["target"]
    return (target, (target + 1) // 2, roads, boats, 3)


def has_left(g: "Position", seat: int, kind: int) -> bool:
    """Does the seat's supply still hold a piece of this kind?"""
    return state.used(g, seat, kind) < g.limits[kind]


def spots(g: "Position", seat: int, kind: int) -> "list[Action]":
    """Return the actions (kind, spot) that the board allows, ascending."""
    found = state.kept_spots(g, seat, kind)
    if found is None:
        if kind == A_ROAD or kind == A_BOAT:
            found = _route_spots(g, seat, kind)
        else:
            found = _building_spots(g, seat, kind)
        state.keep_spots(g, seat, kind, found)
    return found


def _ends(g: "Position", seat: int, kinds: tuple[int, ...]) -> bytearray:
    """Return 1 for each corner where a seat's road or boat of these kinds ends, 0 for the
    others."""
    ends = bytearray(CORNERS)
    for kind in kinds:
        for edge in where(g.edges, state.route_of(seat, kind)):
            for corner in state.ends_of(edge):
                ends[corner] = 1
    return ends


def _building_spots(g: "Position", seat: int, kind: int) -> "list[Action]":
    corners = g.corners
    if kind == A_CITY:
        return [(kind, corner) for corner in where(corners, seat + 1)]
    found: "list[Action]" = []
    if kind == A_WALL:
        for corner in range(CORNERS):
            if corners[corner] & 31 == seat + 1 | CITY:
                found.append((kind, corner))
        return found
    for corner in where(_ends(g, seat, (A_ROAD, A_BOAT)), 1):
        if not corners[corner] and g.ground[corner] & LAND and not is_crowded(g, corner):
            found.append((kind, corner))
    return found


def _route_spots(g: "Position", seat: int, kind: int) -> "list[Action]":
    """A road goes on from the seat's own buildings and roads, but not past another seat's
    building. Boats likewise."""
    way = BY_ROAD if kind == A_ROAD else BY_BOAT
    joined = _ends(g, seat, (kind,))
    corner = 0
    for piece in g.corners:
        if piece:
            joined[corner] = 1 if state.owner(piece) == seat else 0
        corner += 1
    fits = bytearray(EDGES)
    for corner in where(joined, 1):
        for edge in state.edges_at(corner):
            if edge != NONE and g.ways[edge] & way and not g.edges[edge]:
                fits[edge] = 1
    return [(kind, edge) for edge in where(fits, 1)]


def why_not_corner(g: "Position", seat: int, kind: "int", corner: "int") -> "Message | None":
    """Return a message that says why a building action is not among the spots."""
    piece = g.corners[corner]
    if kind != A_VILLAGE:
        if state.owner(piece) != seat:
            return "no building"
        if kind == A_CITY:
            return "city already"
        return "walled" if piece & CITY else "wall city"
    if piece:
        return "corner taken"
    if not g.ground[corner] & LAND:
        return "no land"
    if is_crowded(g, corner):
        return "too close"
    return "no way"


def why_not_edge(g: "Position", kind: int, edge: int) -> str:
    """Return a message that says why a route action is not among the spots."""
    if g.edges[edge]:
        return "edge taken"
    if not g.ways[edge] & (BY_ROAD if kind == A_ROAD else BY_BOAT):
        return "no road here" if kind == A_ROAD else "no boat here"
    return "road joins" if kind == A_ROAD else "boat joins"
