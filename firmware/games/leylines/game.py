"""The game of Ley Lines (rules: leylines). Spots are the cells of the map; pieces: see pieces.py.

Actions: (1, value, cell) places a cairn, (2, value) puts one aside, (3, cell) places a tor,
(4, seat, low, high) deals a segment, (5, number) places one, and (6,) passes. Most actions are
placements, so one number holds a whole placement to keep them small: see `placement` in spaces.py.
"""

from games.base import CHANCE, OVER
from games.grid import NONE, GridGame
from games.leylines import maps, pieces, reasons, show
from games.leylines.energy import Energy
from games.leylines.pieces import (
    ASIDE,
    CAIRN,
    CAIRNS,
    DEAL,
    FIRST_CAIRN,
    FIRST_TOR,
    HELD,
    IN_HAND,
    OUT,
    PASS,
    PUT_ASIDE,
    SCORED,
    SEGMENT,
    STOCK,
    TOR,
    VALUES,
)
from games.leylines.spaces import around, cairn_cells, placement, rooms, tor_cells

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Iterable
    from typing import Any

    from games.rng import Rng
    from games.types import Action, Event, Events, Json, Message, Prompt, Words

WORDS = ("", "cairn", "aside", "tor", "deal", "segment", "pass")
_NOW = ("", "now cairn", "now aside", "now tor", "now deal", "now")  # by phase, for people
_EACH = 7  # segments a seat


class LeyLines(GridGame):
    """The game; `cells` holds the pieces.

    `coins` holds the place of each cairn, by 6 x seat + value: a cell, IN_HAND, PUT_ASIDE or
    SCORED. `owner` holds the place of each segment, by 7 x low + high: OUT, STOCK or HELD +
    seat.
    """

    NAME = "leylines"
    TITLE = "Ley Lines"
    SEATS = (3, 4)
    SET = 3  # piecepack and dominoes
    ACTIONS = "1 6 144, 2 6, 3 144, 5 14112, 6"
    AHEAD = 12
    POINT = 8
    OPTIONS = (("map", ("albion", "compact", "isles")), ("hands", ("dealt", "table")))
    STATE = (
        "cells",
        "coins",
        "tors",
        "owner",
        "held",
        "points",
        "step",
        "turn",
        "passes",
        "ended",
        "paths",
        "cleared",
    )

    def default(self, name: str) -> str | int:
        if name == "map":
            return "isles" if self.seats == 4 else "albion"
        return super().default(name)

    def check_options(self) -> None:
        name = self.options["map"]
        if maps.MAPS[name][0] != self.seats:
            raise ValueError("the map %s is for %d seats" % (name, maps.MAPS[name][0]))
        self.grid = maps.grid(name)  # made once, not at each reset

    def reset(self) -> None:
        self.cells = bytearray(self.grid.cells)
        self.energy = Energy(self.cells, self.grid.near)
        self.coins = bytearray([IN_HAND] * (CAIRNS * self.seats))
        self.tors = bytearray([NONE] * self.seats)
        self.owner = bytearray(VALUES * VALUES)
        for low in range(self.values()):
            for high in range(low, self.values()):
                self.owner[VALUES * low + high] = STOCK
        dealt = self.options["hands"] == "dealt"
        # By seat: segments left.
        self.held = bytearray([0 if dealt else self._each()] * self.seats)
        self.points = [0] * self.seats
        self.step = 0  # setup so far: cairns, tors and segments placed, put aside or dealt
        self.turn = 0  # the seat to play, after the setup
        self.passes = 0  # in a row
        self.ended = ""  # why the game is over
        self.paths: "list[Any]" = []  # the last action's flows: tuples of cells from cairn to tor
        self.cleared: "list[Any]" = []  # the cells of segments that the last action discarded

    def _each(self) -> int:
        """Return how many segments a seat gets."""
        return self.options.get("segments", _EACH)

    def values(self) -> int:
        """Return the number of different values on the halves in use."""
        return VALUES if self.seats == 4 else VALUES - 1

    # ---- whose turn, and what may be done ------------------------------------------------------

    def phase(self) -> int:
        """Return the kind of the next action; passing and putting aside belong to another kind."""
        if self.step < CAIRNS * self.seats:
            return CAIRN
        if self.step < (CAIRNS + 1) * self.seats:
            return TOR
        dealt = CAIRNS + 1 + (self._each() if self.options["hands"] == "dealt" else 0)
        if self.step < dealt * self.seats:
            return DEAL
        return SEGMENT

    def next(self) -> int:
        """Return the seat that places, or gets the next segment."""
        phase = self.phase()
        if phase == SEGMENT:
            return self.turn
        seat = self.step % self.seats
        return self.seats - 1 - seat if phase == TOR else seat

    def current(self) -> tuple[int, ...]:
        if self.ended:
            return OVER
        return (CHANCE if self.phase() == DEAL else self.next(),)

    def legal(self, by: int) -> "list[Action]":
        if by not in self.current():
            return []
        phase = self.phase()
        if phase == CAIRN:
            return self._legal_cairns(by)
        if phase == TOR:
            return [(TOR, cell) for cell in tor_cells(self)]
        if phase == DEAL:
            seat = self.next()
            return [(DEAL, seat) + segment for segment in self.segments(STOCK)]
        return self._legal_segments(by) + [(PASS,)]

    def _legal_cairns(self, by: int) -> "list[Action]":
        hand = [v for v in range(CAIRNS) if self.coins[CAIRNS * by + v] == IN_HAND]
        return self._cairns_of(hand)

    def _cairns_of(self, hand: "list[int] | range") -> "list[Action]":
        """Return the actions for a hand of cairns, given by value."""
        cells = cairn_cells(self)
        if not cells:
            return [(ASIDE, value) for value in hand]
        return [(CAIRN, value, cell) for value in hand for cell in cells]

    def _legal_segments(self, by: int) -> "list[Action]":
        actions: "list[Action]" = []
        for _, _, first, orders in rooms(self, self.playable(by)):
            actions += [(SEGMENT, first + order) for order in orders]
        return actions

    def segments(self, place: int) -> "list[tuple[int, int]]":
        """Return (low, high) of all segments in the stock or in a hand, ascending."""
        return [divmod(i, VALUES) for i in range(len(self.owner)) if self.owner[i] == place]

    def playable(self, by: int) -> "list[tuple[int, int]]":
        """Return (low, high) of all segments that a seat has left."""
        if not self.held[by]:
            return []
        return self.segments(HELD + by if self.options["hands"] == "dealt" else STOCK)

    def thinkable(self, by: int) -> "list[tuple[int, int]]":
        """Return (low, high) of all segments that a seat may have left as far as everybody
        knows."""
        if not self.held[by] or self.options["hands"] != "dealt":
            return self.playable(by)
        return [divmod(i, VALUES) for i in range(len(self.owner)) if self.owner[i] != OUT]

    def public(self, by: int) -> "Iterable[Action]":
        """Cairns lie face down and hands are hidden, so as far as everybody knows, a seat may hold
        any value."""
        if by not in self.current():
            return
        phase = self.phase()
        if phase == TOR:
            for cell in tor_cells(self):
                yield (TOR, cell)
        elif phase == CAIRN:
            for action in self._cairns_of(range(CAIRNS)):
                yield action
        elif phase == DEAL:
            seat = self.next()
            for low in range(self.values()):
                for high in range(low, self.values()):
                    yield (DEAL, seat, low, high)
        else:
            for _, _, first, orders in rooms(self, self.thinkable(by)):
                for order in orders:
                    yield (SEGMENT, first + order)
            yield (PASS,)

    reason = reasons.reason

    def prompt(self) -> "Prompt":
        phase = self.phase()
        if phase == DEAL:
            return self.current(), ("now deal", self.next())
        if phase == CAIRN and not cairn_cells(self):
            phase = ASIDE
        elif phase == SEGMENT and not self.held[self.turn]:
            return self.current(), "now pass"
        elif phase == SEGMENT and not any(one[0] == SEGMENT for one in self.public(self.turn)):
            return self.current(), "now full"
        return self.current(), _NOW[phase]

    # ---- play ----------------------------------------------------------------------------------

    def play(self, by: int, action: "Action") -> "Events":
        self.paths[:] = []
        self.cleared[:] = []
        kind = action[0]
        if kind == PASS:
            self._pass_on(self.passes + 1)
            return []
        if kind == SEGMENT:
            return self._play_segment(by, action)
        self.step += 1
        if kind == CAIRN:
            self.coins[CAIRNS * by + action[1]] = action[2]
            self.cells[action[2]] = pieces.cairn(by, action[1])
        elif kind == ASIDE:
            self.coins[CAIRNS * by + action[1]] = PUT_ASIDE
        elif kind == TOR:
            self.tors[by] = action[1]
            self.cells[action[1]] = pieces.tor(by)
        else:
            self.owner[VALUES * action[2] + action[3]] = HELD + action[1]
            self.held[action[1]] += 1
        return []

    def _pass_on(self, passes: int) -> None:
        self.passes = passes
        self.turn = (self.turn + 1) % self.seats
        if passes == self.seats:
            self.ended = "all passed"

    def _play_segment(self, by: int, action: "Action") -> "Events":
        cell, beside, one, two = placement(self, action[1])
        may_flow = self.energy.may_flow(cell, beside, one, two)
        self.cells[cell] = pieces.half(one, two)
        self.cells[beside] = pieces.half(two, one)
        self.owner[VALUES * min(one, two) + max(one, two)] = OUT
        self.held[by] -= 1
        flows = self.energy.flows() if may_flow else []
        events = [self._score(path) for path in flows]
        if flows:
            events += self._attenuate(flows)
            events.append(self._remove(flows))
        self._pass_on(0)
        return events

    def _score(self, path: bytes) -> "Event":
        """Score the cairn at the start of a path for the tor at its end; return the event."""
        seat, value = divmod(self.cells[path[0]] - FIRST_CAIRN, CAIRNS)
        owner = self.cells[path[-1]] - FIRST_TOR
        name, usual = ("own_way", 2) if seat == owner else ("way", 1)
        points = value + (len(path) - 2) * self.options.get(name, usual)
        self.points[owner] += points
        self.paths.append(tuple(path))
        return ["flow", owner, points, value, [self.grid.name(cell) for cell in path]]

    def _attenuate(self, flows: list[bytes]) -> "Events":
        """Discard the weak segments on the paths; return [the event], or [] if there are none."""
        pairs = []
        for path in flows:
            limit = (self.cells[path[0]] - FIRST_CAIRN) % CAIRNS
            for cell in path[1:-1]:
                one, two = pieces.values(self.cells[cell])
                if one <= limit and two <= limit:
                    other = self._partner(cell)
                    pair = (min(cell, other), max(cell, other))
                    if pair not in pairs:
                        pairs.append(pair)
        pairs.sort()
        for pair in pairs:
            for cell in pair:
                self.cells[cell] = 0
                self.cleared.append(cell)
        names = [[self.grid.name(cell) for cell in pair] for pair in pairs]
        return [["attenuate", names]] if names else []

    def _partner(self, cell: int) -> int:
        """Return the cell of the other half. Each segment exists once, so it is the neighbour that
        fits."""
        one, two = pieces.values(self.cells[cell])
        for other in around(self, cell):
            if self.cells[other] == pieces.half(two, one):
                return other
        raise ValueError(cell)

    def _remove(self, flows: list[bytes]) -> "Event":
        """Remove the scored cairns; return the event."""
        names = []
        for path in flows:
            self.coins[self.cells[path[0]] - FIRST_CAIRN] = SCORED
            self.cells[path[0]] = 0
            names.append(self.grid.name(path[0]))
        if not [coin for coin in self.coins if coin < self.grid.cells]:
            self.ended = "last cairn scored"
        return ["remove", names]

    def scores(self) -> list[int]:
        return list(self.points)

    def result(self) -> tuple[list[int], str]:
        best = max(self.points)
        return [seat for seat in range(self.seats) if self.points[seat] == best], self.ended

    # ---- what is hidden ------------------------------------------------------------------------

    def public_record(
        self, by: int, action: "Action", events: "Events"
    ) -> "tuple[Words, Events]":
        words = self.text(action)
        if action[0] == CAIRN or action[0] == ASIDE:
            words[1] = None
        elif action[0] == DEAL:
            words[2] = None
        return words, events

    def has_revealed(self, by: int, action: "Action", events: "Events") -> bool:
        return len(events) > 0  # a value was shown

    # ---- the table -----------------------------------------------------------------------------

    tokens = show.tokens
    label = show.label
    named = show.named
    words = show.words
    gesture = show.gesture
    targets = show.targets
    placing = show.placing
    drawn_actions = show.drawn_actions
    intended_action = show.intended_action
    overlay_parts = show.overlay_parts

    # ---- words ---------------------------------------------------------------------------------

    def text(self, action: "Action") -> "Words":
        kind = action[0]
        words: "list[Any]" = [WORDS[kind]]
        if kind == SEGMENT:
            cell, beside, one, two = placement(self, action[1])
            words += [self.grid.name(cell), one, self.grid.name(beside), two]
        elif kind == DEAL:
            words += [action[1], "%d%d" % action[2:]]
        elif kind == TOR:
            words.append(self.grid.name(action[1]))
        elif kind != PASS:
            words.append(action[1])
            if kind == CAIRN:
                words.append(self.grid.name(action[2]))
        return words

    def parse(self, words: "Words") -> "Action":
        from games.leylines.reading import parse

        return parse(self, words)

    def private_view(self, seat: int) -> "Json":
        from games.leylines.view import private_view

        return private_view(self, seat)

    def view(self, seat: int, listed: "Callable[..., object]" = list) -> "Json":
        from games.leylines.view import view

        return view(self, seat, listed)

    def determinize(self, seat: int, rng: "Rng") -> None:
        from games.leylines.guess import determinize

        determinize(self, seat, rng)

    def evaluate(self, seat: int) -> int:
        from games.leylines.guess import evaluate

        return evaluate(self, seat)

    def forecast(self, seat: int) -> int:
        from games.leylines.features import forecast

        return forecast(self, seat)

    def shortlist(self, by: int, actions: "list[Action]") -> "list[Action] | None":
        if self.phase() == CAIRN:
            return []
        if self.phase() == TOR:
            return actions
        may_flow = self.energy.may_flow
        return [action for action in actions if action[0] == SEGMENT
                and may_flow(*placement(self, action[1]))]

    def merits(self, by: int, action: "Action") -> "list[Message]":
        from games.leylines.guess import merits

        return merits(self, by, action)


GAME = LeyLines
