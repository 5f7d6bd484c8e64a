"""Before the first turn: order, terrain, numbers, first buildings (rules: landover 4.4, 5).

Loaded only when needed: the rest of a game does not need its 4 KB.
"""

from games.hexmap import CORNERS, HEX_NEAR, HEXES, NONE
from games.landover import hands, queue, state, victory
from games.landover.common import (
    A_BOAT,
    A_CITY,
    A_ROAD,
    A_VILLAGE,
    C_NUMBERS,
    C_ORDER,
    C_START,
    C_TERRAIN,
    GOLD,
    P_CITY,
    P_CITY_ROUTE,
    P_MAIN,
    P_VILLAGE,
    P_VILLAGE_ROUTE,
    WATER,
)
from games.landover.map import board, explore, routes
from games.pauses import pause

if False:  # only mypy reads this: the names of types
    from typing import Any

    from games.landover.state import Position
    from games.rng import Rng
    from games.types import Action, Events

_TRIES = 600  # shuffles that try to keep all limits
_MORE_TRIES = 200  # then shuffles in which equal numbers may touch


def orders(g: "Position") -> "list[Action]":
    """Return every order of the seats, each as an action."""
    found: "list[Any]" = [(C_ORDER,)]
    seats = range(g.seats)
    for _ in seats:
        found = [some + (seat,) for some in found for seat in seats if seat not in some[1:]]
    return found


def play(g: "Position", by: int, action: "Action", ev: "Events") -> None:
    """Play an action of the setup."""
    _PLAYS[action[0]](g, by, action, ev)


def _set_order(g: "Position", by: int, action: "Action", ev: "Events") -> None:
    g.order[:] = action[1:]
    g.turn = g.order[0]
    g.todo.pop(0)


def why_not_layout(g: "Position", action: "Action") -> str | None:
    return (_why_not_terrain if action[0] == C_TERRAIN else _why_not_numbers)(g, action)


def _why_not_terrain(g: "Position", action: "Action") -> str | None:
    """Return the message that says why terrains do not arrange the map's land tiles over its land
    hexes, or None."""
    if len(action) != HEXES + 1:
        return "no such action"
    had = g.map.terrain
    for place in range(HEXES):
        if had[place] >= WATER and action[1 + place] != had[place]:
            return "layout land"
    if sorted(action[1:]) != sorted(had):
        return "layout tiles"
    return None


def _set_terrain(g: "Position", by: int, action: "Action", ev: "Events") -> None:
    g.terrain[:] = bytes(action[1:])
    g.todo.pop(0)


def _why_not_numbers(g: "Position", action: "Action") -> str | None:
    """Return the message that says why numbers are refused, or None. They must keep 6 and 8 apart
    and off gold, or be the reference layout."""
    if len(action) != HEXES + 1:
        return "no such action"
    reference = g.map.numbers
    for place in range(HEXES):
        if (action[1 + place] == 0) != (reference[place] == 0):
            return "layout numbers"
    numbers = list(action[1:])
    if sorted(numbers) != sorted(reference):
        return "layout tokens"
    if numbers != list(reference) and not _are_allowed(g, numbers, False):
        return "layout hot"
    return None


def _set_numbers(g: "Position", by: int, action: "Action", ev: "Events") -> None:
    g.numbers[:] = bytes(action[1:])
    g.todo.pop(0)


def _are_allowed(g: "Position", numbers: list[int], strict: bool) -> bool:
    """Do the numbers keep the limits N1 and N3, and with `strict` N2?"""
    for place in g.map.land:
        number = numbers[place]
        hot = number == 6 or number == 8
        if hot and g.terrain[place] == GOLD:
            return False
        if hot or strict:
            for i in range(6 * place, 6 * place + 6):
                if HEX_NEAR[i] != NONE:
                    other = numbers[HEX_NEAR[i]]
                    if (hot and (other == 6 or other == 8)) or (strict and other == number):
                        return False
    return True


def shuffled(g: "Position", kind: int, rng: "Rng") -> "Action":
    return (_shuffled_terrain if kind == C_TERRAIN else _shuffled_numbers)(g, rng)


def _shuffled_numbers(g: "Position", rng: "Rng") -> "Action":
    """Return a random numbers action, by the procedure of the rules (4.4)."""
    land = g.map.land
    numbers = list(g.map.numbers)
    tokens = [numbers[place] for place in land]
    for attempt in range(_TRIES + _MORE_TRIES):
        pause()  # several take 0.2 s
        rng.shuffle(tokens)
        for i in range(len(land)):
            numbers[land[i]] = tokens[i]
        if _are_allowed(g, numbers, attempt < _TRIES):
            return (C_NUMBERS,) + tuple(numbers)
    return (C_NUMBERS,) + tuple(g.map.numbers)


def _shuffled_terrain(g: "Position", rng: "Rng") -> "Action":
    """Return a random terrain action."""
    terrain = list(g.map.terrain)
    tiles = [terrain[place] for place in g.map.land]
    rng.shuffle(tiles)
    for i in range(len(tiles)):
        terrain[g.map.land[i]] = tiles[i]
    return (C_TERRAIN,) + tuple(terrain)


def legal(g: "Position") -> "list[Action]":
    """Return the actions of the placing seat in the setup."""
    if g.phase == P_VILLAGE:
        return _start_spots(g, A_VILLAGE)
    if g.phase == P_CITY:
        return _start_spots(g, A_CITY)
    return _start_routes(g)


def _start_spots(g: "Position", kind: int) -> "list[Action]":
    """Return the actions (kind, corner) on free starting corners (rules: landover 5)."""
    found: "list[Action]" = []
    for corner in range(CORNERS):
        if g.ground[corner] == board.LAND and not g.corners[corner]:
            if not board.is_crowded(g, corner):
                found.append((kind, corner))
    return found


def _start_routes(g: "Position") -> "list[Action]":
    """Return the road and boat actions at the building just placed (rules: landover 5)."""
    found: "list[Action]" = []
    kinds = (A_ROAD, A_BOAT) if g.options["setup_route"] == "any" else (A_ROAD,)
    for kind in kinds:
        way = board.BY_ROAD if kind == A_ROAD else board.BY_BOAT
        for edge in sorted(state.edges_at(g.site)):
            if edge != NONE and g.ways[edge] & way and not g.edges[edge]:
                found.append((kind, edge))
    return found


def why_not(g: "Position", action: "Action") -> str | None:
    """Return the message that says why the setup refuses a placing action, or None."""
    if action in legal(g):
        return None
    if g.phase == P_VILLAGE or g.phase == P_CITY:
        wanted = A_VILLAGE if g.phase == P_VILLAGE else A_CITY
        if action[0] != wanted:
            return "village first" if wanted == A_VILLAGE else "city first"
        return "start corner"
    if action[0] == A_VILLAGE or action[0] == A_CITY:
        return "route first"
    if action[0] == A_ROAD or g.options["setup_route"] == "any":
        return "route there"
    return "roads first"


def _place_building(g: "Position", by: int, action: "Action", ev: "Events") -> None:
    """Place the first village, or the first city with its start cards."""
    kind, corner = action
    board.put_building(g, by, corner)
    victory.settle(g, by, corner, home=True)
    g.site = corner
    g.points[by] += 1
    if kind == A_CITY:
        board.raise_city(g, corner)
        g.points[by] += 1
        _start_cards(g, by, corner, ev)
        g.phase = P_CITY_ROUTE
    else:
        g.phase = P_VILLAGE_ROUTE


def _start_cards(g: "Position", seat: int, corner: int, ev: "Events") -> None:
    kinds = []
    for place in state.hexes_at(corner):
        if place != NONE:
            kind = g.terrain[place]
            if kind < WATER and (kind not in kinds or g.options["start_cards"] == "tile"):
                kinds.append(kind)
    gains = [0] * 8
    for kind in kinds:
        if kind < GOLD:
            gains[kind] += 1
    if sum(gains):
        hands.change(g, seat, gains, ev)
    golds = kinds.count(GOLD)
    if golds:
        g.todo.append((C_START, seat, golds))


def _place_route(g: "Position", by: int, action: "Action", ev: "Events") -> None:
    """Place the route of a first building; then the next seat places, or the first turn begins."""
    board.put_route(g, by, action[1], action[0])
    routes.update(g, (by,), ev, by)
    explore.touch(g, by, action[1])
    g.step += 1
    n = g.seats
    if g.step == 2 * n:
        g.phase = P_MAIN
        queue.begin_turn(g)
    elif g.step < n:
        g.phase = P_VILLAGE
        g.turn = g.order[g.step]
    else:
        g.phase = P_CITY
        g.turn = g.order[2 * n - 1 - g.step]


def _start_card(g: "Position", by: int, action: "Action", ev: "Events") -> None:
    """Give a first city a random card for a gold hex."""
    queue.done_once(g)
    hands.add(g, action[1], action[2], 1, ev)


_PLAYS = {
    A_VILLAGE: _place_building,
    A_CITY: _place_building,
    A_ROAD: _place_route,
    A_BOAT: _place_route,
    C_ORDER: _set_order,
    C_TERRAIN: _set_terrain,
    C_NUMBERS: _set_numbers,
    C_START: _start_card,
}
