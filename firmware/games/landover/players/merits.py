"""The benefits of an action of Landover: reasons for hints that no change of points shows."""

from games.hexmap import NONE
from games.landover import hands, state
from games.landover.common import (
    A_BANK,
    A_CITY,
    A_END,
    A_IMPROVE,
    A_OFFER,
    A_PICK,
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
from games.landover.economy import trade
from games.landover.players import plan

if False:  # only mypy reads this: the names of types
    from typing import Any

    from games.landover.state import Position
    from games.types import Action, Message

_GOALS = ((VILLAGE_COST, "village"), (CITY_COST, "city"), (ROAD_COST, "road"), (BOAT_COST, "boat"))


def merits(g: "Position", by: int, action: "Action") -> "list[Message]":
    """Return the yield of a building, the level of a culture, the goal of saving, or that a trade
    is with the seat with the fewest points."""
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
    if kind == A_PICK:
        agreed = [g.points[seat] for seat in range(g.seats) if g.agreed >> seat & 1]
        return [("why fewest",)] if g.points[action[1]] == min(agreed) else []
    if g.phase == P_MAIN and kind in (A_BANK, A_OFFER, A_END):
        cost = plan.Plan().saving_for(g, by)
        held = state.hand(g, by)
        paid = hands.price(g, cost)
        lack = [max(0, paid[card] - held[card]) for card in range(8)]
        helps = sum(lack) if kind == A_END else sum([lack[card] for card in _brought(action)])
        for price, name in _GOALS:
            if price == cost and helps:
                return [("why saves for", name, lack)]
    return []


def _brought(action: "Action") -> list[int]:
    """Return the cards that a trade brings."""
    if action[0] == A_BANK:
        return [action[2]]
    deal = trade.sides(action)
    return [card for card in range(8) if deal and deal[8 + card]]
