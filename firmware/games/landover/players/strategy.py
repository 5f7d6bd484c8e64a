"""A stronger plan than the greedy player's, for players that think ahead.

It knows which terrain pays, saves for what comes soonest, keeps up with the strongest army, and
aims dev cards. Its weights come from some 220,000 games of two (an evolution strategy, CMA-ES); by
itself it wins three of four against the greedy player. See docs/players.md.
"""

from micropython import const

from games.hexmap import HEX_CORNERS, NONE
from games.landover import state
from games.landover.cards import aims
from games.landover.common import (
    A_CITY,
    CITY,
    GOLD,
    MILITARY_COST,
    PAPER,
    RESOURCES,
    SCIENCE,
    WALL,
)
from games.landover.economy import trade
from games.landover.economy.culture import TOP
from games.landover.military import raids
from games.landover.players import sites
from games.landover.players.plan import Plan, missing, spare_cards

if False:  # only mypy reads this: the names of types
    from typing import Any

    from games.landover.cards.aims import Way, Ways
    from games.landover.players.plan import Cost
    from games.landover.state import Position
    from games.rng import Rng
    from games.types import Action

# Worths by terrain, for each roll of 36 that the hex pays: of a village, and what a city adds.
_VILLAGE = (17, 33, 33, 22, 39, 54)
_CITY = (54, 9, 3, 55, 53, 67)
_NEW = const(54)  # for a resource that the seat does not produce yet
_FEW = const(15)  # for one that it produces less often than in 4 of 36 rolls
_HARBOUR = const(15)
_LACK = const(17)  # how far off a cost is for each card that is missing, and
_SLOW = const(24)  # more, divided by the rolls of 36 that bring it, plus one
_SOLDIER = const(2)  # a soldier counts as nearer
_KNOWN = const(12)  # a card that an opponent is known to hold, in rolls of 36 that bring it
_MISSED = const(4)  # a card that the seat lacks, likewise
_SMALL = const(2)  # the gain, in rolls of 36, for which an Inventor is kept
_FALLS = const(100)  # a city that falls, and not only its wall


class Strategy(Plan):
    """The wishes of a strong player."""

    SOON = 1
    BEHIND = 3
    SHORT = 0
    RAIDS = 3
    AHEAD = 27
    WALLED = -3
    SURPLUS = 3
    DEVS = Plan.DEVS + ("merchant_fleet", "inventor")

    def can_trade(self, g: "Position") -> bool:
        """No, with two seats: a trade that helps one harms the other."""
        return g.seats > 2

    def improve(self, g: "Position", seat: int, actions: "list[Action]") -> "Action":
        """Science comes first: its Aqueduct pays in every roll without cards."""
        return max(
            actions,
            key=lambda a: (len(a), state.level(g, seat, a[1]) + (a[1] == SCIENCE), -a[1], a),
        )

    def best_corner(self, g: "Position", seat: int, actions: "list[Action]") -> "Action":
        made = sites.income(g, seat)
        return max(actions, key=lambda a: (_worth(g, a, made), a))

    def best_raid(self, g: "Position", seat: int, actions: "list[Action]") -> "Action":
        """Return the raid that costs the others most cards, rather on a seat with many points: a
        point counts as a card in 36 rolls."""
        return max(actions, key=lambda a: (g.points[a[2]] + _catapult(self, g, seat, a[1]), a))

    def more_goals(
        self, g: "Position", seat: int, made: list[int]
    ) -> "list[tuple[int, int, Cost]]":
        if self.needs_soldier(g, seat) and g.power[seat] < raids.cap(g, seat):
            return [(self.distance(g, seat, MILITARY_COST, made) - _SOLDIER, -1, MILITARY_COST)]
        return []

    def income(self, g: "Position", seat: int) -> list[int]:
        return sites.income(g, seat)

    def distance(self, g: "Position", seat: int, cost: "Cost", made: list[int]) -> int:
        """Return how long the missing resources may take: longer, the less often they come."""
        short = missing(g, seat, cost)
        return sum(
            [short[card] * (_LACK + _SLOW // (made[card] + 1)) for card in range(RESOURCES)]
        )

    def aim(
        self, g: "Position", seat: int, name: str, ways: "Ways", rng: "Rng"
    ) -> "Way | None":
        """Return the best way to play a dev card; None if even that one is worth nothing."""
        if name not in _AIMS:
            return Plan.aim(self, g, seat, name, ways, rng)
        best: "Any" = max([(_AIMS[name](self, g, seat, *way), way) for way in ways])
        return best[1] if best[0] > 0 else None


PLAN = Strategy()
choose = PLAN.choose


def _worth(g: "Position", action: "Action", made: list[int]) -> int:
    """Return how good a corner is for a building of a seat that produces `made`."""
    kind, corner = action
    was_empty = not g.corners[corner]
    worth = _HARBOUR if was_empty and g.map.port_at[corner] else 0
    seen = []
    for place in state.hexes_at(corner):
        often = 0 if place == NONE else sites.pips(g, place)
        if often:
            terrain = g.terrain[place]
            if kind == A_CITY:
                worth += often * _CITY[terrain]
            if was_empty:
                worth += often * _VILLAGE[terrain]
                if terrain != GOLD and terrain not in seen:
                    seen.append(terrain)
                    worth += _NEW if not made[terrain] else _FEW if made[terrain] < 4 else 0
    return worth


# ---- what dev cards are worth, by what they are aimed at --------------------------------------


def _crane(plan: Plan, g: "Position", seat: int) -> int:
    """It has a value if a culture lacks at most the one card that it saves."""
    held = state.hand(g, seat)
    for culture in range(3):
        level = state.level(g, seat, culture)
        if level < TOP and held[PAPER + culture] >= level:
            return 1
    return 0


def _inventor(plan: Plan, g: "Position", seat: int, one: int, two: int) -> int:
    gain = sites.pips(g, two) - sites.pips(g, one)
    return gain * (_majority(g, seat, one) - _majority(g, seat, two)) - _SMALL


def _medicine(plan: Plan, g: "Position", seat: int, corner: int) -> int:
    return _worth(g, (A_CITY, corner), [])


def _merchant(plan: Plan, g: "Position", seat: int, place: int) -> int:
    return 1 + sites.income(g, seat)[g.terrain[place]]


def _fleet(plan: Plan, g: "Position", seat: int, card: int) -> int:
    """It has a value for two spare cards that cost more elsewhere."""
    if trade.rate(g, seat, card) == trade.CARD_RATE:
        return 0
    return spare_cards(g, seat, plan.saving_for(g, seat))[card] - 1


def _monopoly(plan: Plan, g: "Position", seat: int, card: int) -> int:
    """Cards that others certainly hold count most, then a missing card, then the others' income.
    """
    worth = _MISSED if missing(g, seat, plan.saving_for(g, seat))[card] else 0
    for other in aims.opponents(g, seat):
        worth += _KNOWN * state.sure(g, other, card)
        if card < RESOURCES:
            worth += sites.income(g, other)[card]
    return worth


def _catapult(plan: Plan, g: "Position", seat: int, place: int, victim: int = 0) -> int:
    return -_majority(g, seat, place) * sites.pips(g, place)


def _raze(plan: Plan, g: "Position", seat: int, corner: int) -> int:
    often = [sites.pips(g, place) for place in state.hexes_at(corner) if place != NONE]
    return sum(often) + (0 if g.corners[corner] & WALL else _FALLS)


def _majority(g: "Position", seat: int, place: int) -> int:
    """Return how many more cards a hex pays to the seat than to all others."""
    more = 0
    for corner in HEX_CORNERS[6 * place : 6 * place + 6]:
        piece = g.corners[corner]
        if piece:
            cards = 2 if piece & CITY else 1
            more += cards if state.owner(piece) == seat else -cards
    return more


_AIMS: "dict[str, Any]" = {
    "crane": _crane,
    "inventor": _inventor,
    "medicine": _medicine,
    "merchant": _merchant,
    "merchant_fleet": _fleet,
    "resource_monopoly": _monopoly,
    "commodity_monopoly": _monopoly,
    "siege": _catapult,
    "bishop": _catapult,
    "raze": _raze,
}
