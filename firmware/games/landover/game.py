"""Landover: the state, the seats to act, and the functions for each action (rules: landover).

Each chapter of the rules is a module of functions whose first argument `g` is the game's
position (see `state`). `actions` has a row for each kind of action, `cards.dev_cards` one for each
dev card.
"""

from micropython import const

from games.base import CHANCE, OVER, Game
from games.hexmap import CORNERS, EDGES, HEXES
from games.landover import options, state, tasks, victory
from games.landover.actions import LENGTHS, PARTS, PLAY, ROWS, WHY_NOT
from games.landover.cards import dev_cards, takings
from games.landover.cards.dev_cards import COPIES
from games.landover.common import (
    A_ALCHEMIST,
    A_AQUEDUCT,
    A_CANCEL,
    A_END,
    A_IMPROVE,
    A_OFFER,
    A_PICK,
    A_ROLL,
    AUTO,
    C_NUMBERS,
    C_ORDER,
    C_TERRAIN,
    D_ALCHEMIST,
    D_ENGINEER,
    KINDS,
    NOBODY,
    P_FREE,
    P_MAIN,
    P_OVER,
    P_PICK,
    P_REBUILD,
    P_REPLY,
    P_ROLL,
)
from games.landover.economy import trade
from games.landover.hands import after
from games.landover.map import board, building
from games.landover.state import Position
from games.landover.views import known, moment, show, words
from games.pauses import pause

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Iterator
    from typing import Any

    from games.landover.common import Map
    from games.rng import Rng
    from games.types import Action, Events, Json, Message, Question, Snapshot, Words

_SEATS = tuple([tuple([s for s in range(4) if mask >> s & 1]) for mask in range(16)])
_NOW = (CHANCE,)
_BOARD = const(4)  # the first names in STATE, on which all that `board.forget` drops depends


class Landover(Position):
    """The game. `common` says how corners, edges and cards are numbered."""

    NAME = "landover"
    TITLE = "Landover"
    SEATS = (2, 4)
    SET = 4  # the pieces of Landover
    ACTIONS = (
        "0 96, 1 96, 2 132, 3 132, 4 96, 5, 6 7 7, 7 3, 7 3 96, 8, 9 37 4, 10 8 8, 11 32 32 32, "
        "12, 13, 14 4, 15, 16, 17 8, 18 25, 19 6, 20 25, 20 25 132, 20 25 37 37, 20 25 6 6 6, 21"
    )
    ROLLS = 8  # two rounds of four seats
    POINT = 100  # that much of an estimated lead comes to a point at the end
    OPTIONS = options.OPTIONS

    # ---- state ---------------------------------------------------------------------------------

    def reset(self) -> None:
        n = self.seats
        chosen = self.options
        if self.map is None:
            self.map = self._read_map()
            pause()
        self.most = chosen["max_offers"]
        self.corners = bytearray(CORNERS)
        self.edges = bytearray(EDGES)
        self.terrain = bytearray(self.map.terrain)
        self.numbers = bytearray(HEXES)
        if chosen["numbers"] == "reference":
            self.numbers[:] = self.map.numbers
        self.catapults = bytearray(HEXES)
        self.immune = bytearray(HEXES)
        self.touch = bytearray(HEXES)
        self.ground = bytearray(CORNERS)
        self.ways = bytearray(EDGES)
        for place in range(HEXES):
            board.survey(self, place)
        self.limits = board.limits(self)
        pause()
        self.tiles = bytearray(self.map.tiles)
        self.tokens_left = bytearray(self.map.tokens)
        state.clear(self)
        self.held = bytearray(n)
        self.deck = bytearray(COPIES)
        self.deck[D_ENGINEER] = chosen["engineer"]
        self.spent = bytearray(KINDS)
        self.cities = 0
        self.power = bytearray(n)
        self.metros = bytearray([NOBODY] * 3)
        self.locked = 0
        self.standing = bytearray([AUTO] * n)
        self.points = [0] * n
        self.defended = bytearray(n)
        self.opened = bytearray(n)
        self.docks = [0] * n
        self.homes = [0] * n
        self.explored = [0] * n
        self.lengths = bytearray(n)
        self.longest = self.harbourmaster = self.trader = self.merchant = -1
        self.track = self.white = self.red = 0
        self.order = list(range(n))
        self.turn = self.step = self.site = self.phase = 0
        self.todo = [(C_ORDER,)]
        if chosen["terrain"] == "shuffled":
            self.todo.append((C_TERRAIN,))
        if chosen["numbers"] == "random":
            self.todo.append((C_NUMBERS,))
        self.raided = self.crane = self.fleet = self.offers = 0
        self.deal = [0] * 16
        self.waiting = self.agreed = 0
        self.free = self.target = self.lost = self.lost_boat = 0
        self.winner = -1
        # Not state: caches of the board and of the trade menu.
        board.forget(self)
        self.menu = []
        self.main = None
        self.menu_of = -1

    def _read_map(self) -> "Map":
        from games.landover.map.maps import read

        return read(self.options["map"])

    def restore(self, values: "Snapshot") -> None:
        same = values[:_BOARD] == [self.corners, self.edges, self.terrain, self.numbers]
        Game.restore(self, values)
        if same:
            self.trail = None  # of the holder of the award, who may be another one
        else:
            board.forget(self)
        self.main = None

    # ---- play ----------------------------------------------------------------------------------

    def current(self) -> tuple[int, ...]:
        if self.todo:
            return _NOW
        if self.phase == P_OVER:
            return OVER
        if self.phase == P_REPLY:
            return _SEATS[self.waiting | 1 << self.turn]
        return _SEATS[1 << self.turn]

    def legal(self, by: int) -> "list[Action]":
        if self.todo:
            return tasks.outcomes(self, self.todo[0]) if by == CHANCE else []
        phase = self.phase
        if phase == P_MAIN and by == self.turn:
            if self.main is None:
                found: "list[Action]" = []
                for part in PARTS:
                    part(self, by, found)
                self.main = found
            return self.main[:]
        if phase == P_REPLY and by >= 0:
            return trade.legal_reply(self, by)
        if phase == P_OVER or by != self.turn:
            return []
        if phase == P_ROLL:
            rolls: "list[Action]" = [(A_ROLL,)]
            if state.dev_count(self, by, D_ALCHEMIST):
                for white in range(1, 7):
                    rolls += [(A_ALCHEMIST, white, red) for red in range(1, 7)]
            return rolls
        if phase < P_ROLL:
            return building.legal_setup(self)
        if phase == P_FREE or phase == P_REBUILD:
            return building.legal_free(self, by)
        if phase == P_PICK:
            return trade.legal_pick(self, by)
        return takings.legal(self, by)

    def each_legal(self, by: int) -> "Iterator[Action]":
        if self.todo or self.phase != P_MAIN or by != self.turn:
            for action in self.legal(by):
                yield action
            return
        for part in PARTS:
            pause()  # late in a game several take 80 ms
            if part is trade.offers_legal:
                found: "Any" = trade.offers(self, by)
            elif part is dev_cards.legal:
                found = dev_cards.each_legal(self, by)
            else:
                found = []
                part(self, by, found)
            for action in found:
                yield action

    def reason(self, by: int, action: "Action") -> "Message | None":
        if by == CHANCE:
            return tasks.why_not(self, action) if action else "no such action"
        if not action or not 0 <= action[0] <= A_END:
            return "no such action"
        kind = action[0]
        if len(action) != LENGTHS[kind] and LENGTHS[kind]:
            return "no such action"
        if self.phase != P_MAIN and (A_IMPROVE <= kind <= A_OFFER or kind >= A_AQUEDUCT):
            return "other part"
        return ROWS[kind][WHY_NOT](self, by, action)

    def steps(self, by: int, begun: "Action") -> "Question | None":
        from games.landover.economy.offer import steps

        return steps(self, by, begun) if begun[0] == A_OFFER else None

    def can_become(self, begun: "Action", action: "Action") -> bool:
        from games.landover.economy.offer import can_become

        return can_become(self, begun, action)

    def play(self, by: int, action: "Action") -> "Events":
        ev: "Events" = []
        points = self.points
        before = points[:]
        kind = action[0]
        if not A_OFFER <= kind <= A_CANCEL or kind == A_PICK:
            self.main = None
        elif kind == A_OFFER and self.main and self.offers + 1 >= self.most:
            # A declined offer does not change the list, except for the last one of a turn.
            trade.drop_offers(self.main)
        ROWS[kind][PLAY](self, by, action, ev)
        if points != before:
            victory.check_victory(self)
        if self.todo:
            tasks.advance(self, ev)
        if ev:
            known.follow(self, action, ev)
        if (self.phase == P_FREE or self.phase == P_REBUILD) and not self.todo:
            building.end_free(self)
        if points != before:
            for seat in after(self):
                if points[seat] != before[seat]:
                    ev.append(["vp", seat, points[seat]])
        if self.phase == P_OVER:
            ev.append(["win", self.winner])
        return ev

    def weight(self, action: "Action") -> int:
        return tasks.weight(self, action)

    def sample(self, rng: "Rng") -> "Action":
        return tasks.sample(self, rng) or Game.sample(self, rng)

    def scores(self) -> list[int]:
        return list(self.points)

    def score_breakdown(self, seat: int) -> "tuple[tuple[str, int], ...]":
        metros = 0
        for corner in self.metros:
            if corner != NOBODY and state.owner(self.corners[corner]) == seat:
                metros += 2
        found = [
            ("part metros", metros),
            ("part longest", 2 if self.longest == seat else 0),
            ("part port", 2 if self.harbourmaster == seat else 0),
            ("part merchant", 1 if self.trader == seat else 0),
            ("part defence", self.defended[seat]),
            ("part cards", self.opened[seat]),
        ]
        rest = self.points[seat] - sum([points for _, points in found])
        return (("part buildings", rest),) + tuple(found)

    def result(self) -> tuple[list[int], str]:
        return [self.winner], "target reached"

    # ---- options, words and pictures ------------------------------------------------------------

    default = options.default
    check_options = options.check
    text = words.text
    prompt = moment.prompt
    spots = show.spots
    spot_name = show.spot_name
    piece_at = show.piece_at
    tokens = show.tokens
    token = show.token
    effects = show.effects
    gesture = show.gesture
    intended_action = show.intended_action
    overlay_parts = show.overlay_parts
    public_record = known.public_record
    has_revealed = known.has_revealed

    # Rarely needed: on the board, players use `heuristic_action`; only players that search use
    # `evaluate` and `determinize`.
    def parse(self, words: "Words") -> "Action":
        from games.landover.views.reading import parse

        return parse(self, words)

    def spot(self, name: "Any") -> int:
        from games.landover.views.reading import spot

        return spot(self, name)

    def face(self, piece: int) -> str:
        from games.landover.views.view import face

        return face(self, piece)

    def private_view(self, seat: int) -> "Json":
        from games.landover.views.view import private_view

        return private_view(self, seat)

    def prices(self) -> "Json":
        from games.landover.views.view import prices

        return prices(self)

    def view(self, seat: int, listed: "Callable[..., object]" = list) -> "Json":
        from games.landover.views.view import view

        return view(self, seat, listed)

    def public(self, by: int) -> "Iterator[Action]":
        from games.landover.views.public import public

        return public(self, by)

    def targets(self, by: int) -> "Iterator[int]":
        from games.landover.views.public import targets

        return targets(self, by)

    def candidates(self, by: int) -> "list[Action]":
        from games.landover.players.questions import candidates

        return candidates(self, by)

    def heuristic_action(self, seat: int, rng: "Rng") -> "Action | None":
        from games.landover.players.plan import choose

        return choose(self, seat, rng)

    def strong_action(self, seat: int, rng: "Rng") -> "Action | None":
        from games.landover.players.strategy import choose

        return choose(self, seat, rng)

    def merits(self, by: int, action: "Action") -> "list[Message]":
        from games.landover.players.merits import merits

        return merits(self, by, action)

    def evaluate(self, seat: int) -> int:
        from games.landover.players.worth import evaluate

        return evaluate(self, seat)

    def determinize(self, seat: int, rng: "Rng") -> None:
        from games.landover.players.guess import determinize

        determinize(self, seat, rng)


GAME = Landover
