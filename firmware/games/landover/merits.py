"""What an action is good for, in words for a hint."""

from games.hexmap import NONE
from games.landover import plan, state
from games.landover.common import (
    A_BANK,
    A_CITY,
    A_END,
    A_IMPROVE,
    A_OFFER,
    A_VILLAGE,
    BOAT_COST,
    CARDS,
    CITY_COST,
    P_MAIN,
    RESOURCES,
    ROAD_COST,
    VILLAGE_COST,
    WATER,
)

if False:  # only mypy reads this: the names of types
    from typing import Any

_GOALS = ((VILLAGE_COST, "village"), (CITY_COST, "city"), (ROAD_COST, "road"), (BOAT_COST, "boat"))


def merits(g, by, action):
    """Return what a building yields, how far a culture has come, or what the seat saves for."""
    kind = action[0]
    if kind == A_VILLAGE or kind == A_CITY:
        found: "list[Any]" = []
        for place in state.hexes_at(action[1]):
            if place != NONE and g.numbers[place] and g.terrain[place] < WATER:
                if g.terrain[place] < RESOURCES:
                    found.append(("why resource", CARDS[g.terrain[place]], g.numbers[place]))
                else:
                    found.append(("why any card", g.numbers[place]))
        return [("why produces", found)] if found else []
    if kind == A_IMPROVE:
        return [("why culture", state.level(g, by, action[1]) + 1)]
    if g.phase == P_MAIN and kind in (A_BANK, A_OFFER, A_END):
        cost = plan.saving_for(g, by)
        held = state.hand(g, by)
        lack = [max(0, cost[card] - held[card]) for card in range(8)]
        for price, name in _GOALS:
            if price == cost and sum(lack):
                return [("why saves for", name, lack)]
    return []
