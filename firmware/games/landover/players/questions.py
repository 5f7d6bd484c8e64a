"""The offers of computers to other players: one card for another, once in a turn, and only to
seats that, as far as everybody knows, can pay and might want it (rules: landover 15).
"""

from micropython import const

from games.landover import hands, state
from games.landover.common import (
    A_CANCEL,
    A_OFFER,
    CITY_COST,
    P_MAIN,
    P_PICK,
    PAPER,
    RESOURCES,
    ROAD_COST,
    VILLAGE_COST,
)
from games.landover.economy import trade
from games.landover.economy.culture import TOP

if False:  # only mypy reads this: the names of types
    from games.landover.state import Position
    from games.types import Action

_NEAR = const(3)  # points from the target at which nobody trades with a seat any more
_GOALS = (ROAD_COST, VILLAGE_COST, CITY_COST)


def candidates(g: "Position", by: int) -> "list[Action]":
    """Return the legal actions, but only those offers that computers make; a seat stands by such
    an offer once somebody has accepted it."""
    found = g.legal(by)
    if g.phase == P_PICK and sum(g.deal[:8]) == sum(g.deal[8:]) == 1:
        found = [action for action in found if action[0] != A_CANCEL]
    if g.phase == P_MAIN and found:
        found = [action for action in found if action[0] != A_OFFER]
        if may_ask(g, by):
            held = state.hand(g, by)
            for given in range(8):
                for wanted in range(8):
                    mask = askable(g, by, given, wanted) if held[given] else 0
                    if mask and wanted != given:
                        found.append(question(mask, given, wanted))
    return found


def may_ask(g: "Position", by: int) -> bool:
    """May a computer make an offer now? It makes one in a turn."""
    return not g.offers and g.most > 0 and not is_near_target(g, by)


def is_near_target(g: "Position", seat: int) -> bool:
    """Has a seat so many points that nobody should trade with it any more?"""
    return g.points[seat] + _NEAR >= g.options["target"]


def askable(g: "Position", by: int, given: int, wanted: int) -> int:
    """Return the mask of the opponents whose time an offer of one card for another would not
    waste: they certainly hold the wanted card, might want the given one, and have not refused the
    same offer before."""
    mask = 0
    for seat in range(g.seats):
        if seat != by and state.sure(g, seat, wanted) and _might_want(g, seat, given):
            if not state.has_refused(g, seat, given, wanted):
                mask |= 1 << seat
    return mask


def _might_want(g: "Position", seat: int, card: int) -> bool:
    """Might a seat use another card of a kind? Not if its culture is complete, or if it certainly
    holds the cost of a road, a village and a city."""
    if card >= RESOURCES:
        return state.level(g, seat, card - PAPER) < TOP
    return state.sure(g, seat, card) < sum([hands.price(g, cost)[card] for cost in _GOALS])


def question(seats: int, given: int, wanted: int) -> "Action":
    """Return the offer of one card for another to a mask of seats."""
    return (A_OFFER, trade.head_of(seats, 1), trade.part_of(given, 1), trade.part_of(wanted, 1))
