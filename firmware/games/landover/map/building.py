"""Building on one's own turn, free routes and rebuilding (rules: landover 12, 19)."""

from games.hexmap import CORNERS, EDGES, NONE
from games.landover import hands, state, victory
from games.landover.common import (
    A_BOAT,
    A_CITY,
    A_ROAD,
    A_SKIP,
    A_WALL,
    BOAT_COST,
    CITY_COST,
    P_CITY,
    P_FREE,
    P_MAIN,
    P_REBUILD,
    P_VILLAGE,
    ROAD_COST,
    VILLAGE_COST,
    WALL,
    WALL_COST,
)
from games.landover.map import board, explore, routes

if False:  # only mypy reads this: the names of types
    from games.landover.state import Position
    from games.types import Action, Events, Message

COSTS = (VILLAGE_COST, CITY_COST, ROAD_COST, BOAT_COST, WALL_COST)


def legal_setup(g: "Position") -> "list[Action]":
    from games.landover.map.setup import legal

    return legal(g)


def play_setup(g: "Position", by: int, action: "Action", ev: "Events") -> None:
    from games.landover.map.setup import play

    play(g, by, action, ev)


def legal(g: "Position", by: int, found: "list[Action]") -> None:
    """Add the building actions that the board allows and the seat can pay."""
    held = state.hand(g, by)
    for kind in range(len(COSTS)):
        if hands.can_pay(held, hands.price(g, COSTS[kind])):
            add(g, by, kind, found)


def add(g: "Position", by: int, kind: int, found: "list[Action]") -> None:
    """Add the spots that the board allows for one kind, if a piece of it is left."""
    if board.has_left(g, by, kind):
        found.extend(board.spots(g, by, kind))


def why_not(g: "Position", by: int, action: "Action") -> "Message | None":
    """Return the message that says why something cannot be built or placed now, or None."""
    kind = action[0]
    if not 0 <= action[1] < (EDGES if kind == A_ROAD or kind == A_BOAT else CORNERS):
        return "no such action"
    if g.phase < P_MAIN and g.step < 2 * g.seats:
        from games.landover.map.setup import why_not

        return why_not(g, action)
    if g.phase == P_MAIN:
        price = hands.price(g, COSTS[kind])
    elif g.phase in (P_FREE, P_REBUILD) and kind in (A_ROAD, A_BOAT):
        price = ()
    else:
        return "not now"
    if not board.has_left(g, by, kind):
        return ("none left", kind)
    if g.phase == P_REBUILD:
        if kind != (A_BOAT if g.lost_boat else A_ROAD):
            return "rebuild same"
        if action[1] == g.lost:
            return "rebuild elsewhere"
    if action in board.spots(g, by, kind):
        return hands.lacks(g, by, price) if price else None
    if kind == A_ROAD or kind == A_BOAT:
        return board.why_not_edge(g, kind, action[1])
    return board.why_not_corner(g, by, kind, action[1])


def free_routes(g: "Position") -> "list[Action]":
    """Return the placements allowed for a free route (phase P_FREE or P_REBUILD), ascending."""
    by = g.turn
    found = []
    for kind in (A_ROAD, A_BOAT):
        if g.phase == P_REBUILD and kind != (A_BOAT if g.lost_boat else A_ROAD):
            continue
        if board.has_left(g, by, kind):
            for action in board.spots(g, by, kind):
                if g.phase != P_REBUILD or action[1] != g.lost:
                    found.append(action)
    return found


def legal_free(g: "Position", by: int) -> "list[Action]":
    return free_routes(g) + [(A_SKIP,)]


def why_not_skip(g: "Position", by: int, action: "Action") -> "Message | None":
    return None if g.phase in (P_FREE, P_REBUILD) else "no skip"


def play_skip(g: "Position", by: int, action: "Action", ev: "Events") -> None:
    g.phase = P_MAIN


def end_free(g: "Position") -> None:
    """Continue the turn when no free route is left, or none can be placed."""
    if g.free == 0 or not free_routes(g):
        g.phase = P_MAIN


def play_building(g: "Position", by: int, action: "Action", ev: "Events") -> None:
    """Build a village or a city, or place one in the setup."""
    if g.phase == P_VILLAGE or g.phase == P_CITY:
        play_setup(g, by, action, ev)
        return
    kind, corner = action
    hands.pay(g, by, COSTS[kind], ev)
    if kind == A_CITY:
        board.raise_city(g, corner)
        g.points[by] += 1
        return
    board.put_building(g, by, corner)
    g.points[by] += 1
    victory.settle(g, by, corner)
    edges = [edge for edge in state.edges_at(corner) if edge != NONE]
    routes.update(g, routes.seats_at(g, edges), ev, by)
    victory.port_authority(g, by, ev)


def play_route(g: "Position", by: int, action: "Action", ev: "Events") -> None:
    """Build a road or a boat, or place a free one."""
    if g.phase < P_MAIN:
        play_setup(g, by, action, ev)
        return
    kind, edge = action
    if g.phase == P_MAIN:
        hands.pay(g, by, COSTS[kind], ev)
    else:
        g.free -= 1
    board.put_route(g, by, edge, kind)
    routes.update(g, (by,), ev, by, edge)
    explore.touch(g, by, edge)


def play_wall(g: "Position", by: int, action: "Action", ev: "Events") -> None:
    hands.pay(g, by, WALL_COST, ev)
    put_wall(g, by, action[1])


def put_wall(g: "Position", by: int, corner: int) -> None:
    g.corners[corner] |= WALL
    state.use(g, by, A_WALL)
    board.forget(g)
