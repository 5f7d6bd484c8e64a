"""The worth of places for a seat that builds, for the greedy player's plan. They are rough
numbers: the chance of a hex's roll, and more for cards that the seat does not produce yet.
"""

from micropython import const

from games.hexmap import HEXES, NONE
from games.landover import state
from games.landover.common import A_ROAD, GOLD, RESOURCES, WATER
from games.landover.map import board
from games.pauses import pause

if False:  # only mypy reads this: the names of types

    from games.landover.state import Position
    from games.types import Action

_WAYS = const(3)  # added to A_ROAD and A_BOAT: under these kinds, `state` keeps the best ways
_REACH = 3  # how many roads ahead to look for a village place


def pips(g: "Position", place: int) -> int:
    """Return how often a hex pays, in 36 rolls."""
    number = g.numbers[place]
    return 6 - abs(7 - number) if number and g.terrain[place] < WATER else 0


def income(g: "Position", seat: int) -> list[int]:
    """Return a seat's production of each resource."""
    made = [0] * RESOURCES
    for place in range(HEXES):
        if g.touch[place] >> seat & 1 and g.terrain[place] < RESOURCES:
            made[g.terrain[place]] += pips(g, place)
    return made


def _worth(g: "Position", corner: int, made: list[int]) -> int:
    """Return how good a corner is for a building of a seat that produces `made`."""
    worth = 0
    kinds = []
    for place in state.hexes_at(corner):
        if place != NONE:
            kind = g.terrain[place]
            often = pips(g, place)
            worth += 3 * often
            if kind == GOLD:
                worth += 3 * often
            elif kind < RESOURCES and often and kind not in kinds:
                kinds.append(kind)
                worth += 6 if made[kind] == 0 else 2 if made[kind] < 4 else 0
    return worth + (3 if g.map.port_at[corner] else 0)


def best_corner(g: "Position", seat: int, actions: "list[Action]") -> "Action":
    """Return the action that builds at the best corner."""
    made = income(g, seat)
    return max(actions, key=lambda action: (_worth(g, action[1], made), action))


def _can_reach(g: "Position", seat: int, corner: int) -> bool:
    """Does a road or boat of the seat end at the corner?"""
    for edge in state.edges_at(corner):
        if edge != NONE and state.seat_of(g.edges[edge]) == seat:
            return True
    return False


def _route_worth(g: "Position", seat: int, action: "Action", made: list[int]) -> int:
    """Return how good a road or boat is: the worth of the best village place it leads to, the
    nearer the better."""
    kind, edge = action
    way = board.BY_ROAD if kind == A_ROAD else board.BY_BOAT
    best = 0
    seen = []
    front = [c for c in state.ends_of(edge) if not _can_reach(g, seat, c) and not g.corners[c]]
    for step in range(_REACH):
        ahead = []
        for corner in front:
            seen.append(corner)
            if g.ground[corner] & board.HIDDEN:
                best = max(best, 20 // (step + 1))
            elif g.ground[corner] & board.LAND and not board.is_crowded(g, corner):
                if not _can_reach(g, seat, corner):
                    best = max(best, _worth(g, corner, made) // (step + 1))
            for other in state.edges_at(corner):
                if other != NONE and not g.edges[other] and g.ways[other] & way:
                    one, two = state.ends_of(other)
                    far = two if one == corner else one
                    if far not in seen and not g.corners[far]:
                        ahead.append(far)
        front = ahead
    return best


def best_way(g: "Position", seat: int, kind: int) -> "tuple[int, Action]":
    """Return (worth, action) for the allowed road or boat that leads to the best place; (0, ()) if
    none leads anywhere. It is kept until the board changes."""
    way: "tuple[int, Action] | None" = state.kept_spots(g, seat, kind + _WAYS)
    if way is None:
        action = best_route(g, seat, board.spots(g, seat, kind))
        way = (_route_worth(g, seat, action, income(g, seat)), action) if action else (0, ())
        state.keep_spots(g, seat, kind + _WAYS, way)
    return way


def best_route(
    g: "Position", seat: int, actions: "list[Action]", least: int = 1
) -> "Action | None":
    """Return the road or boat that leads to the best place; None if none leads anywhere."""
    made = income(g, seat)
    best = None
    for action in actions:
        pause()
        worth = _route_worth(g, seat, action, made)
        if worth >= least:
            best = action
            least = worth + 1
    return best
