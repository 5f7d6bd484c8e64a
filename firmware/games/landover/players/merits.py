"""The benefits of an action of Landover: reasons for hints that no change of points shows."""

from games.hexmap import NONE
from games.landover import hands, state
from games.landover.cards import dev_cards
from games.landover.common import (
    A_BANK,
    A_CITY,
    A_END,
    A_IMPROVE,
    A_MILITARY,
    A_OFFER,
    A_PICK,
    A_RAID,
    A_TAKE,
    A_TAKE_DEV,
    A_VILLAGE,
    A_WALL,
    BOAT_COST,
    CARDS,
    CITY_COST,
    P_MAIN,
    PAPER,
    RESOURCES,
    ROAD_COST,
    VILLAGE_COST,
    WATER,
)
from games.landover.economy import production, trade
from games.landover.economy.culture import TOP
from games.landover.military.barbarians import STEPS
from games.landover.players import strategy

if False:  # only mypy reads this: the names of types
    from games.landover.state import Position
    from games.types import Action, Message

_GOALS = ((VILLAGE_COST, "village"), (CITY_COST, "city"), (ROAD_COST, "road"), (BOAT_COST, "boat"))


def merits(g: "Position", by: int, action: "Action") -> "list[Message]":
    """Return the yield of a building or of the hex that a raid stops, the level of a culture, the
    strength against the barbarians, the goal of saving, or what a trade or a taken card is for."""
    kind = action[0]
    if kind == A_VILLAGE or kind == A_CITY:
        found = [_yield(g, place) for place in state.hexes_at(action[1]) if _pays(g, place)]
        return [("why produces", found)] if found else []
    if kind == A_RAID and _pays(g, action[1]):
        return [("why stops", _yield(g, action[1]))]
    if kind == A_IMPROVE:
        return [("why culture", state.level(g, by, action[1]) + 1)]
    if kind == A_MILITARY:
        return [("why defends", STEPS - g.track, g.cities, sum(g.power) + 1)]
    if kind == A_WALL:
        return [("why safe", production.safe_size(g, by) + 2)]
    if kind == A_PICK:
        agreed = [g.points[seat] for seat in range(g.seats) if g.agreed >> seat & 1]
        return [("why fewest",)] if g.points[action[1]] == min(agreed) else []
    if kind == A_TAKE_DEV:
        return [("why denies", g.target, dev_cards.DEVS[action[1]])]
    if (kind == A_TAKE or kind == A_BANK) and action[-1] >= PAPER:
        return _next_level(g, by, action[-1] - PAPER)
    if kind == A_TAKE or g.phase == P_MAIN and kind in (A_BANK, A_OFFER, A_END):
        return _saving(g, by, action)
    return []


def _pays(g: "Position", place: int) -> bool:
    return place != NONE and g.numbers[place] > 0 and g.terrain[place] < WATER


def _yield(g: "Position", place: int) -> "Message":
    if g.terrain[place] < RESOURCES:
        return ("why resource", CARDS[g.terrain[place]], g.numbers[place])
    return ("why any card", g.numbers[place])


def _next_level(g: "Position", by: int, culture: int) -> "list[Message]":
    """Return how many of the commodities for the next level of a culture there are with one more.
    """
    level = state.level(g, by, culture) + 1
    held = state.hand(g, by)[PAPER + culture] + 1
    return [("why level", held, level, culture)] if held <= level <= TOP else []


def _saving(g: "Position", by: int, action: "Action") -> "list[Message]":
    """Return the aim for which the seat saves, if the action brings it nearer."""
    cost = strategy.PLAN.saving_for(g, by)
    held = state.hand(g, by)
    paid = hands.price(g, cost)
    lack = [max(0, paid[card] - held[card]) for card in range(8)]
    kind = action[0]
    helps = sum(lack) if kind == A_END else sum([lack[card] for card in _brought(action)])
    for price, name in _GOALS:
        if price == cost and helps:
            return [("why saves for", name, lack)]
    return []


def _brought(action: "Action") -> list[int]:
    """Return the cards that a trade brings, or the one that is taken."""
    if action[0] == A_BANK or action[0] == A_TAKE:
        return [action[-1]]
    deal = trade.sides(action)
    return [card for card in range(8) if deal and deal[8 + card]]
