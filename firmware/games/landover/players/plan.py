"""The greedy player's plan for building and trading, from what its seat knows.

It takes its first legal wish; wishes are in order of importance. `sites` values the places.
"""

from games.hexmap import (
    CORNERS,
    NONE,
)
from games.landover import hands, state
from games.landover.actions import PARTS
from games.landover.cards import dev_cards
from games.landover.common import (
    A_ACCEPT,
    A_ALCHEMIST,
    A_BANK,
    A_BOAT,
    A_CANCEL,
    A_CITY,
    A_DECLINE,
    A_END,
    A_IMPROVE,
    A_MILITARY,
    A_PICK,
    A_PLAY,
    A_RAID,
    A_ROAD,
    A_ROLL,
    A_SKIP,
    A_TAKE,
    A_TAKE_DEV,
    A_VILLAGE,
    A_WALL,
    BOAT_COST,
    CITY,
    CITY_COST,
    MILITARY_COST,
    P_FREE,
    P_HAND,
    P_MAIN,
    P_PICK,
    P_REPLY,
    PAPER,
    RESOURCES,
    ROAD_COST,
    VILLAGE_COST,
)
from games.landover.economy import production, trade
from games.landover.economy.culture import TOP
from games.landover.map import board
from games.landover.military import barbarians
from games.landover.players import questions, sites
from games.pauses import pause

if False:  # only mypy reads this: the names of types
    from typing import Any

    from games.landover.cards.aims import Way, Ways
    from games.landover.state import Position
    from games.rng import Rng
    from games.types import Action

    Cost = tuple[int, ...]  # a count of each card
    Kinds = dict[int, list[Action]]  # the legal actions, by kind


class Plan:
    """The wishes of a player. `strategy` has a stronger plan, which overrides some methods."""

    SOON = 4  # buy soldiers once the barbarians have come this many steps,
    BEHIND = 1  # for a victory point only with so much less power than the strongest at most,
    SHORT = 2  # and only if so much power is missing to beat off the barbarians
    RAIDS = 1  # raid with more power than this
    AHEAD = 3  # how far off a place is that a way only leads to, as `distance` counts
    WALLED = 0  # build a wall with so many more cards than a seven leaves,
    SURPLUS = 0  # and spend surplus cards with more than so many more
    # Dev cards to play whenever possible, in order of preference.
    DEVS: "tuple[str, ...]" = (
        "merchant", "irrigation", "mining", "wedding", "medicine", "crane", "road", "military",
        "spy", "master_merchant", "engineer", "deserter", "vandal", "resource_monopoly",
        "commodity_monopoly", "raze", "siege", "bishop",
    )

    def choose(self, g: "Position", seat: int, rng: "Rng") -> "Action":
        """Return the action of a seat that must act."""
        legal = _legal(g, seat)
        pause()
        kinds: "Kinds" = {}
        for action in legal:
            kinds.setdefault(action[0], []).append(action)
        if g.phase == P_REPLY:
            return self._reply(g, seat, kinds)
        if g.phase == P_PICK:
            return min(kinds.get(A_PICK, legal), key=lambda a: (g.points[a[1]], a))
        if A_ROLL in kinds:
            return _roll(g, seat, kinds)
        if g.phase == P_HAND:
            want = missing(g, seat, self.saving_for(g, seat))
            return max(kinds[A_TAKE], key=lambda a: (want[a[1]], a[1]))
        if A_TAKE_DEV in kinds:
            return rng.choice(kinds[A_TAKE_DEV])
        if A_END not in kinds:
            return self._place(g, seat, kinds)
        return self._turn(g, seat, kinds, rng)

    # ---- outside one's own turn ----------------------------------------------------------------

    def _place(self, g: "Position", seat: int, kinds: "Kinds") -> "Action":
        """Place a building in the setup, or a free route."""
        for kind in (A_VILLAGE, A_CITY):
            if kind in kinds:
                return self.best_corner(g, seat, kinds[kind])
        routes = kinds.get(A_ROAD, []) + kinds.get(A_BOAT, [])
        best = sites.best_route(g, seat, routes, 1 if A_SKIP in kinds else 0)
        if best is None and g.phase != P_FREE and routes:
            best = routes[0]
        return best or kinds[A_SKIP][0]

    def _reply(self, g: "Position", seat: int, kinds: "Kinds") -> "Action":
        """Accept an offer that brings a missing card for one that is not missing."""
        if seat == g.turn:
            return kinds[A_CANCEL][0]
        if A_ACCEPT in kinds and not questions.is_near_target(g, g.turn) and self.can_trade(g):
            cost = self.saving_for(g, seat)
            want = missing(g, seat, cost)
            spare = spare_cards(g, seat, cost)
            gain = sum([min(want[card], g.deal[card]) for card in range(8)])
            fits = min([spare[card] - g.deal[8 + card] for card in range(8) if g.deal[8 + card]])
            if gain and fits >= 0 and sum(g.deal[8:]) <= sum(g.deal[:8]):
                return kinds[A_ACCEPT][0]
        return kinds[A_DECLINE][0]

    # ---- one's own turn ------------------------------------------------------------------------

    def _turn(
        self, g: "Position", seat: int, kinds: "Kinds", rng: "Rng"
    ) -> "Action":
        """Return the first wish that is legal."""
        if A_IMPROVE in kinds:
            return self.improve(g, seat, kinds[A_IMPROVE])
        for kind in (A_CITY, A_VILLAGE):
            if kind in kinds:
                return self.best_corner(g, seat, kinds[kind])
        played = self._card(g, seat, rng)
        if played:
            return played
        if A_MILITARY in kinds and self.needs_soldier(g, seat):
            return kinds[A_MILITARY][0]
        cost = self.saving_for(g, seat)
        if cost in (ROAD_COST, BOAT_COST):
            ways = [sites.best_way(g, seat, kind) for kind in (A_ROAD, A_BOAT) if kind in kinds]
            worth, best = max(ways, key=lambda way: way[0], default=(0, ()))
            if worth:
                return best
        beyond = hands.size(g, seat) - production.safe_size(g, seat)
        if A_WALL in kinds and beyond >= self.WALLED:
            return kinds[A_WALL][0]
        if A_RAID in kinds and g.power[seat] > self.RAIDS:
            return self.best_raid(g, seat, kinds[A_RAID])
        traded = self._trade(g, seat, cost, kinds)
        if traded is None and beyond > self.SURPLUS:
            traded = _late(kinds)
        return traded or kinds[A_END][0]

    def saving_for(self, g: "Position", seat: int) -> "Cost":
        """Return the cost of the seat's goal, the nearest one: a city, a village or the way to it,
        or another goal."""
        made = self.income(g, seat)
        goals = self.more_goals(g, seat, made)
        if state.used(g, seat, A_VILLAGE) and board.has_left(g, seat, A_CITY):
            goals.append((self.distance(g, seat, CITY_COST, made), 0, CITY_COST))
        if board.has_left(g, seat, A_VILLAGE):
            if board.spots(g, seat, A_VILLAGE):
                goals.append((self.distance(g, seat, VILLAGE_COST, made), 1, VILLAGE_COST))
            else:  # one call deeper, the stack would be too full for a pause in `best_way`
                for kind, cost in ((A_ROAD, ROAD_COST), (A_BOAT, BOAT_COST)):
                    if board.has_left(g, seat, kind) and sites.best_way(g, seat, kind)[0]:
                        goals.append((self.distance(g, seat, cost, made) + self.AHEAD, 2, cost))
        return min(goals)[2] if goals else MILITARY_COST

    def needs_soldier(self, g: "Position", seat: int) -> bool:
        """Is another soldier needed? The weakest lose cities; the strongest, if alone, wins a
        point."""
        if g.track < self.SOON:
            return False
        others = [g.power[other] for other in range(g.seats) if other != seat]
        own = g.power[seat]
        short = g.cities - sum(g.power)
        if short > 0 and own <= min(others) and barbarians.targets(g, seat):
            return True
        strongest = max(others)
        return strongest - self.BEHIND <= own <= strongest and short <= self.SHORT

    def _card(self, g: "Position", seat: int, rng: "Rng") -> "Action | None":
        """Return a way to play the most wanted playable dev card, or None."""
        for name in self.DEVS:
            dev = dev_cards.DEVS.index(name)
            if state.dev_count(g, seat, dev) and not (name == "merchant" and g.trader == seat):
                pause()
                ways = list(dev_cards.aimed(g, seat, dev))
                if ways:
                    way = self.aim(g, seat, name, ways, rng)
                    if way is not None:
                        return (A_PLAY, dev) + way
        return None

    def _trade(
        self, g: "Position", seat: int, cost: "Cost", kinds: "Kinds"
    ) -> "Action | None":
        """Return a trade that brings the goal nearer: with the bank, or as an offer."""
        want = missing(g, seat, cost)
        spare = spare_cards(g, seat, cost)
        wanted = [card for card in range(RESOURCES) if want[card]]
        for action in kinds.get(A_BANK, []):
            if spare[action[1]] >= trade.rate(g, seat, action[1]):
                if action[2] in wanted or (not wanted and action[2] >= RESOURCES):
                    return action
        is_last = sum(want[:RESOURCES]) == 1
        if wanted and (is_last or self.can_trade(g)) and questions.may_ask(g, seat):
            cards = [card for card in range(8) if spare[card]]
            cards.sort(key=lambda card: (-spare[card], -card))
            for missed in wanted:
                for card in cards:
                    mask = questions.askable(g, seat, card, missed)
                    if mask:
                        return questions.question(mask, card, missed)
        return None

    # ---- what a stronger plan decides otherwise ------------------------------------------------

    def can_trade(self, g: "Position") -> bool:
        """Does the seat trade with others? If not, it only makes an offer for its last missing
        card."""
        return True

    def more_goals(
        self, g: "Position", seat: int, made: list[int]
    ) -> "list[tuple[int, int, Cost]]":
        """Return (distance, order in a tie, cost) of each other goal."""
        return []

    def income(self, g: "Position", seat: int) -> list[int]:
        """Return the income by which `distance` counts: none, since it counts cards alone."""
        return []

    def distance(self, g: "Position", seat: int, cost: "Cost", made: list[int]) -> int:
        """Return how far off a cost is: the number of resources that are missing."""
        return sum(missing(g, seat, cost)[:RESOURCES])

    def improve(self, g: "Position", seat: int, actions: "list[Action]") -> "Action":
        """Return the improvement that brings a metro, or else the highest level."""
        return max(actions, key=lambda a: (len(a), state.level(g, seat, a[1]), a))

    def best_corner(self, g: "Position", seat: int, actions: "list[Action]") -> "Action":
        """Return the action that builds at the best corner."""
        return sites.best_corner(g, seat, actions)

    def best_raid(self, g: "Position", seat: int, actions: "list[Action]") -> "Action":
        """Return the raid on the seat with the most points, where it produces most."""
        return max(actions, key=lambda a: (g.points[a[2]], sites.pips(g, a[1]), a))

    def aim(
        self, g: "Position", seat: int, name: str, ways: "Ways", rng: "Rng"
    ) -> "Way | None":
        """Return one of the ways to play a dev card, or None to keep it."""
        way: "Way" = rng.choice(ways)
        return way


choose = Plan().choose


def _legal(g: "Position", seat: int) -> "list[Action]":
    """Return the legal actions; in the seat's own turn without the some hundred offers and dev
    cards."""
    if g.phase != P_MAIN or g.todo:
        return g.legal(seat)
    legal: "list[Any]" = []
    for part in PARTS:
        if part is not trade.offers_legal and part is not dev_cards.legal:
            part(g, seat, legal)
            pause()
    return legal


def _roll(g: "Position", seat: int, kinds: "Kinds") -> "Action":
    """Choose the roll that pays most; for dev cards, with a low red die."""
    worth = [0] * 13
    for corner in range(CORNERS):
        if state.owner(g.corners[corner]) == seat:
            for place in state.hexes_at(corner):
                if place != NONE:
                    worth[g.numbers[place]] += 2 if g.corners[corner] & CITY else 1
    worth[0] = worth[7] = 0
    rolls = kinds.get(A_ALCHEMIST)
    if not rolls:
        return kinds[A_ROLL][0]
    return max(rolls, key=lambda a: (worth[a[1] + a[2]], -a[2], a))


def missing(g: "Position", seat: int, cost: "Cost") -> list[int]:
    """Return how many of each card the seat lacks; commodities are always welcome."""
    held = state.hand(g, seat)
    cost = hands.price(g, cost)
    lack = [max(0, cost[card] - held[card]) for card in range(RESOURCES)]
    return lack + [1 if level < TOP else 0 for level in state.levels(g, seat)]


def spare_cards(g: "Position", seat: int, cost: "Cost") -> list[int]:
    """Return how many of each card the seat can spare."""
    held = state.hand(g, seat)
    cost = hands.price(g, cost)
    spare = [max(0, held[card] - cost[card]) for card in range(RESOURCES)]
    for culture in range(3):
        done = state.level(g, seat, culture) == TOP
        spare.append(held[PAPER + culture] if done else 0)
    return spare


def _late(kinds: "Kinds") -> "Action | None":
    """Spend surplus cards before a seven takes them."""
    for kind in (A_MILITARY, A_WALL):
        if kind in kinds:
            return kinds[kind][0]
    routes = kinds.get(A_ROAD, []) + kinds.get(A_BOAT, [])
    return routes[0] if routes else None
