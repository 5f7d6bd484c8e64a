"""Ley of the Land, market: seats bid in secret, buy tiles, work their own boards (rules: market).

Pieces and tokens as in tiles.py. Spots 0 to 4 are the market's slots; the boards follow, seat by
seat. A spot is named after its place on the one large table, so a4 of the north-east seat is h11
there. In an action and its words a cell is one of the seat's own board, a1 to e5. Actions: (BID,
amount), (ACQUIRE, slot, cell, tile), (FROLICK,), (SOW,), (REAP, cell, side), (INVEST,),
(PASS,), and by chance (STOCK, slot, kind); slots count from 1.
"""

from games.base import CHANCE, NUMBER, OVER
from games.market import common, moves, reasons
from games.market.common import (
    ACQUIRE,
    ACTING,
    BID,
    BIDDING,
    BONUS,
    ENDED,
    FILLING,
    FROLICK,
    GREEN,
    INVEST,
    REAP,
    SLOTS,
    SOW,
    STOCK,
    WORDS,
    YELLOW,
    map_of,
)
from games.tiles import COLOURS, COUNTS, KINDS, SIDES, TURNS, TileGame, turns_of, word

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Iterator
    from typing import Any

    from games.rng import Rng
    from games.types import Action, Event, Events, Json, Mark, Message, Moves, Prompt, Words

_MONEY = 10
_REAPED = 3


class Market(TileGame):
    """The game.

    By seat: `money`, `bids` (-1 for none yet), and the `cubes` in hand, green at 2 * seat, yellow
    at 2 * seat + 1. By region: `load`, the cubes that lie on it. `order` is the order of play,
    `turn` how many have acted, `used` the actions taken this round as bits.
    """

    NAME = "market"
    TITLE = "Ley of the Land: the market"
    SEATS = (2, 4)
    ACTIONS = "1 256, 2 6 25 17, 3, 4, 5 25 2, 6, 7"
    OPTIONS = (("board", (5, 3)),)
    AHEAD = 8  # two rounds of two seats; beyond that, the draws matter more than the choice
    POINT = 16
    STATE = TileGame.TILE_STATE + (
        "slots", "stock", "money", "cubes", "load", "bids", "order", "turn", "used", "marker",
        "bought", "phase", "bonus",
    )

    def reset(self) -> None:
        board = map_of(self.options["board"])[0]
        self.clear(board, self.seats, board.cells // 2, True)
        self.slots = bytearray(SLOTS)  # kinds
        self.stock = bytearray(COUNTS)  # by kind
        self.money = [self.options.get("coins", _MONEY)] * self.seats
        self.cubes = [0] * (2 * self.seats)
        self.load = bytearray(len(self.region))
        self.bids = [-1] * self.seats
        self.order: "tuple[Any, ...]" = ()
        self.turn = 0
        self.used = 0
        self.marker = 0
        self.bought = 0  # tiles bought this round
        self.phase = FILLING
        self.bonus = [0] * self.seats

    def current(self) -> tuple[int, ...]:
        if self.phase == FILLING:
            return (CHANCE,)
        if self.phase == BIDDING:
            return tuple([seat for seat in range(self.seats) if self.bids[seat] < 0])
        if self.phase == ACTING:
            return (self.order[self.turn],)
        return OVER

    # ---- which actions are legal ---------------------------------------------------------------

    reason = reasons.reason
    legal = moves.legal
    public = moves.public
    targets = moves.targets
    placing = moves.placing
    intended_action = moves.intended_action

    def prompt(self) -> "Prompt":
        seats = self.current()
        if self.phase == FILLING:
            return seats, ("now stock", self.empty_slot())
        if self.phase == BIDDING:
            purses = [self.money[seat] for seat in seats]
            return seats, ("now bid", purses[0]) if min(purses) == max(purses) else "now bids"
        works = {action[0] for action in moves.works(self, seats[0])} if seats else ()
        buys = any(True for seat in seats for _ in moves.targets(self, seat))
        return seats, ("now" if buys else "now works", [WORDS[work] for work in sorted(works)])

    def weight(self, action: "Action") -> int:
        return self.stock[action[2]]

    # ---- what actions do -----------------------------------------------------------------------

    def effects(self, by: int, action: "Action") -> "Moves":
        if action[0] == STOCK:
            return ((action[1] - 1, TURNS[action[2]][0]),)
        if action[0] == ACQUIRE:
            return (
                (action[1] - 1, 0),
                (SLOTS + self.start(by) + action[2], action[3]),
            )
        return ()

    def gesture(self, by: int, action: "Action") -> "Moves":
        """The cell comes first in a purchase, since the panel asks for it first."""
        changed = self.effects(by, action)
        return (changed[1], changed[0]) if action[0] == ACQUIRE else changed

    def play(self, by: int, action: "Action") -> "Events":
        what = action[0]
        if what == STOCK:
            self.slots[action[1] - 1] = action[2]
            self.stock[action[2]] -= 1
            return self._go_on()
        if what == BID:
            self.bids[by] = action[1]
            return [] if min(self.bids) < 0 else self._reveal()
        before = self.hands()
        events = []
        self.used |= 1 << what
        if what == ACQUIRE:
            events = self._acquire(by, action[1], action[2], action[3])
        elif what == FROLICK:
            self.money[by] += self._put(by, GREEN)
        elif what == SOW:
            self._put(by, YELLOW)
        elif what == REAP:
            triangle = 4 * (self.start(by) + action[1]) + action[2]
            self.load[self.region[self.part_of[triangle]]] -= 1
            self.money[by] += self.options.get("reaping", _REAPED)
        elif what == INVEST:
            self.money[by] += self.invested(by)
        events.extend(self._changes(before))
        self.turn += 1
        if self.turn == self.seats:
            self.phase = FILLING
            events.extend(self._go_on())
        return events

    def invested(self, by: int) -> int:
        """Return the coins of a seat that invests: usually twice the bid for the last one to act.
        """
        return self.options.get("investing", 2) * self.bids[by] if by == self.order[-1] else 0

    def largest_bonus(self) -> int:
        """Return the points for the largest territory."""
        return self.options.get("largest", BONUS)

    def _reveal(self) -> "Events":
        """Reveal and pay the bids, and fix the order of play."""
        before = self.hands()
        self.order = tuple([seat for _, _, seat in sorted([
            (-self.bids[seat], (seat - self.marker) % self.seats, seat)
            for seat in range(self.seats)
        ])])
        for seat in range(self.seats):
            self.money[seat] -= self.bids[seat]
        self.phase = ACTING
        events = [["bids", list(self.bids)], ["order", list(self.order)]]
        return events + self._changes(before)

    def _acquire(self, by: int, slot: int, cell: int, tile: int) -> "Events":
        self.slots[slot - 1] = 0
        self.bought += 1
        events = []
        for _, region, _ in self.lay(self.start(by) + cell, tile, (by, by)):
            colour = self.colour_of(region)
            diamonds = self.diamonds[region]
            self.cubes[2 * by + colour] += diamonds
            cells = self.cell_names(region)
            events.append(["section", by, COLOURS[colour], diamonds, cells])
        return events

    def threat(self, seat: int) -> int:
        from games.market.guess import most_cubes

        return most_cubes(self, seat, self.offered())

    def merits(self, by: int, action: "Action") -> "list[Message]":
        from games.market.guess import merits

        return merits(self, by, action)

    def _put(self, by: int, colour: int) -> int:
        """Put one cube on each section that has room, while cubes last; return how many."""
        count = 0
        for _, _, region in sorted(self.roomy(by, colour)):
            if self.cubes[2 * by + colour]:
                self.cubes[2 * by + colour] -= 1
                self.load[region] += 1
                count += 1
        return count

    def _go_on(self) -> "Events":
        """Let chance fill the next slot; when none is left, begin the next round or end the
        game."""
        if self.empty_slot() and sum(self.stock):
            return []
        if self.ending():
            return self._finish()
        if self.order:  # the first round keeps the marker
            self.marker = (self.marker + 1) % self.seats
        self.phase = BIDDING
        self.bids[:] = [-1] * self.seats
        self.order = ()
        self.turn = 0
        self.used = 0
        self.bought = 0
        return []

    def ending(self) -> str:
        """Return the reason why the game ends with this round, "" if it does not."""
        for seat in range(self.seats):
            if min(self.cells[self.start(seat) : self.start(seat + 1)]):
                return "board full"
        if not sum(self.stock):
            return "stock empty"
        if self.order and not self.bought:
            if not self.has_place(turns_of(self.offered()), 0, len(self.cells)):
                return "market stuck"
        return ""

    def _finish(self) -> "Events":
        largest = [0] * self.seats
        for part in range(self.parts):
            seat = self.home[part] // self.grid.cells
            largest[seat] = max(largest[seat], self.size[self.region[part]])
        most = max(largest)
        sharing = [seat for seat in range(self.seats) if most and largest[seat] == most]
        for seat in sharing:
            self.bonus[seat] = self.largest_bonus() // len(sharing)
        self.phase = ENDED
        return [["largest", sharing, most], ["final", self.scores()]]

    def scores(self) -> list[int]:
        points = [
            self.money[seat] + self.cubes[2 * seat] + self.cubes[2 * seat + 1] + self.bonus[seat]
            for seat in range(self.seats)
        ]
        for _, region, seat in self.done:
            points[seat] += self.load[region]
        return points

    # ---- the table -----------------------------------------------------------------------------

    def spots(self) -> int:
        return SLOTS + len(self.cells)

    spot_name = common.spot_name
    spot = common.spot

    def cell_name(self, cell: int) -> str:
        return self.spot_name(SLOTS + cell)

    def piece_at(self, spot: int) -> int:
        if spot < SLOTS:
            kind = self.slots[spot]
            return TURNS[kind][0] if kind else 0
        return self.cells[spot - SLOTS]

    # ---- words ---------------------------------------------------------------------------------

    def text(self, action: "Action") -> "Words":
        what = action[0]
        words = [WORDS[what]]
        if what == ACQUIRE:
            return words + [action[1], word(action[3]), self.grid.name(action[2])]
        if what == REAP:
            return words + [self.grid.name(action[1]), SIDES[action[2]]]
        if what == STOCK:
            return words + [action[1], KINDS[action[2]]]
        return words + list(action[1:])

    def words(self, by: int, action: "Action") -> "Words":
        words = self.text(action)
        if action[0] == ACQUIRE:
            words[3] = self.cell_name(self.start(by) + action[2])
        elif action[0] == REAP:
            words[1] = self.cell_name(self.start(by) + action[1])
        return words

    # ---- what is hidden ------------------------------------------------------------------------

    def public_record(
        self, by: int, action: "Action", events: "Events"
    ) -> "tuple[Words, Events]":
        return (["bid"] if action[0] == BID else self.text(action)), events

    def scored(self, event: "Event") -> list[int]:
        if event[0] != "section":
            return []
        first = SLOTS + self.start(event[1])
        return [first + self.grid.cell(name) for name in event[4]]

    def has_revealed(self, by: int, action: "Action", events: "Events") -> bool:
        """The last bid reveals them all."""
        return action[0] == BID and len(events) > 0

    def overlay_parts(self) -> "Iterator[list[Mark]]":
        """Show complete sections, their cubes (at the cell that names them), and the cells where a
        tile on the market would complete one."""
        tiles = turns_of(self.offered()) if self.phase != ENDED else ()
        for part in self.lights(tiles, SLOTS):
            yield part
        yield [
            (SLOTS + triangle // 4, NUMBER, min(self.load[region], 5))
            for triangle, region, _ in self.done
            if self.load[region]
        ]

    # ---- needed rarely --------------------------------------------------------------------------

    def parse(self, words: "Words") -> "Action":
        from games.market.reading import parse

        return parse(self, words)

    def private_view(self, seat: int) -> "Json":
        from games.market.view import private_view

        return private_view(self, seat)

    def view(self, seat: int, listed: "Callable[..., object]" = list) -> "Json":
        from games.market.view import view

        return view(self, seat, listed)

    def determinize(self, seat: int, rng: "Rng") -> None:
        from games.market.guess import determinize

        determinize(self, seat, rng)

    def evaluate(self, seat: int) -> int:
        from games.market.guess import evaluate

        return evaluate(self, seat)

    def estimate(self, seat: int) -> int:
        from games.market.guess import estimate

        return estimate(self, seat)

    def result(self) -> tuple[list[int], str]:
        from games.market.view import result

        return result(self)

    def score_breakdown(self, seat: int) -> "tuple[tuple[str, int], ...]":
        from games.market.view import score_breakdown

        return score_breakdown(self, seat)

    # ---- small questions -----------------------------------------------------------------------

    def start(self, seat: int) -> int:
        """Return the first cell of a seat's board."""
        return seat * self.grid.cells

    def offered(self) -> bytearray:
        """Return 1 by token for each kind on the market, else 0."""
        held = bytearray(7)
        for kind in self.slots:
            held[kind] = 1
        held[0] = 0
        return held

    def empty_slot(self) -> int:
        """Return the lowest empty slot, from 1, or 0 if there is none."""
        for slot in range(SLOTS):
            if not self.slots[slot]:
                return slot + 1
        return 0

    def hands(self) -> "list[tuple[int, int, int]]":
        """Return (coins, green cubes, yellow cubes) of each seat."""
        return [
            (self.money[seat], self.cubes[2 * seat], self.cubes[2 * seat + 1])
            for seat in range(self.seats)
        ]

    def _changes(self, before: "list[tuple[int, int, int]]") -> "Events":
        """Return an event for each hand that differs from the last `hands`."""
        now = self.hands()
        return [
            ["cubes", seat] + list(now[seat])
            for seat in range(self.seats)
            if now[seat] != before[seat]
        ]

    def sections(self, seat: int, colour: int) -> "list[tuple[int, int, int]]":
        """Return the entries of `done` that belong to a seat and have one colour."""
        return [
            entry
            for entry in self.done
            if entry[2] == seat and self.colour_of(entry[1]) == colour
        ]

    def roomy(self, seat: int, colour: int) -> "list[tuple[int, int, int]]":
        """Return (-room, smallest triangle, region) of a seat's sections of one colour that can
        hold more cubes."""
        return [
            (self.load[region] - self.diamonds[region], triangle, region)
            for triangle, region, _ in self.sections(seat, colour)
            if self.load[region] < self.diamonds[region]
        ]

    def cell_names(self, region: int) -> list[str]:
        return [self.grid.name(cell % self.grid.cells) for cell in self.cells_of(region)]


GAME = Market
