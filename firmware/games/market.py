"""Ley of the Land, market: seats bid in secret, buy tiles, work their own boards (rules: market).

Pieces and tokens as in tiles.py. Spots 0 to 4 are the market's slots; the boards follow, seat by
seat. A spot is named after its place on the one large table, so a4 of the north-east seat is h11
there. In an action and its words a cell is one of the seat's own board, a1 to e5. Actions: (_BID,
amount), (_ACQUIRE, slot, cell, tile), (_FROLICK,), (_SOW,), (_REAP, cell, side), (_INVEST,),
(_PASS,), and by chance (_STOCK, slot, kind); slots count from 1.
"""

from micropython import const

from games.base import CHANCE, NUMBER, OVER, Game
from games.grid import Grid
from games.tiles import (
    COLOURS,
    COUNTS,
    KIND_OF,
    KINDS,
    SIDES,
    TURNS,
    TileGame,
    kind_of,
    only,
    tile_of,
    turns_of,
    word,
)

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Iterable

    from games.rng import Rng

_BID = const(1)
_ACQUIRE = const(2)
_FROLICK = const(3)
_SOW = const(4)
_REAP = const(5)
_INVEST = const(6)
_PASS = const(7)
_STOCK = const(8)
_WORDS = ("", "bid", "acquire", "frolick", "sow", "reap", "invest", "pass", "stock")
_LENGTHS = (0, 2, 4, 1, 1, 3, 1, 1, 3)  # of actions, and of their words too

_FILLING = const(0)  # phases: chance fills the slots
_BIDDING = const(1)
_ACTING = const(2)
_ENDED = const(3)

_SLOTS = const(5)
_MONEY = const(10)
_REAPED = const(3)
_BONUS = const(12)
_GREEN = const(0)
_YELLOW = const(1)


_maps = {}  # by size, made when needed: two grids take 120 ms


def _map(size: int) -> tuple[Grid, Grid, str, tuple]:
    """Return for a board size: a seat's board, the table that holds all boards and the market, the
    first slot of the market's row on it, and the a1 of each board, clockwise from seat 0."""
    if size not in _maps:
        if size == 5:
            _maps[5] = (Grid(5, 5), Grid(12, 12), "d6", ("a1", "a8", "h8", "h1"))
        else:
            _maps[3] = (Grid(3, 3), Grid(9, 9), "c5", ("a1", "a7", "g7", "g1"))
    return _maps[size]


class Market(TileGame):
    """The game.

    By seat: `money`, `bids` (-1 for none yet), and the `cubes` in hand, green at 2 * seat, yellow
    at 2 * seat + 1. By region: `load`, the cubes that lie on it. `order` is the order of play,
    `turn` how many have acted, `used` the actions taken this round as bits.
    """

    NAME = "market"
    TITLE = "Ley of the Land: the market"
    SEATS = (2, 4)
    OPTIONS = (("board", (5, 3)),)
    AHEAD = 8  # two rounds of two seats; beyond that, the draws matter more than the choice
    STATE = TileGame.TILE_STATE + (
        "slots", "stock", "money", "cubes", "load", "bids", "order", "turn", "used", "marker",
        "bought", "phase", "bonus",
    )  # fmt: skip

    def reset(self) -> None:
        board = _map(self.options["board"])[0]
        self.clear(board, self.seats, board.cells // 2, True)
        self.slots = bytearray(_SLOTS)  # kinds
        self.stock = bytearray(COUNTS)  # by kind
        self.money = [_MONEY] * self.seats
        self.cubes = [0] * (2 * self.seats)
        self.load = bytearray(len(self.region))
        self.bids = [-1] * self.seats
        self.order: tuple = ()
        self.turn = 0
        self.used = 0
        self.marker = 0
        self.bought = 0  # tiles bought this round
        self.phase = _FILLING
        self.bonus = [0] * self.seats

    def current(self) -> tuple[int, ...]:
        if self.phase == _FILLING:
            return (CHANCE,)
        if self.phase == _BIDDING:
            return tuple([seat for seat in range(self.seats) if self.bids[seat] < 0])
        if self.phase == _ACTING:
            return (self.order[self.turn],)
        return OVER

    # ---- which actions are legal ---------------------------------------------------------------

    def legal(self, by: int) -> list:
        if by not in self.current():
            return []
        if by == CHANCE:
            slot = self._empty_slot()
            return [(_STOCK, slot, kind) for kind in range(1, 7) if self.stock[kind]]
        if self.phase == _BIDDING:
            return [(_BID, amount) for amount in range(self.money[by] + 1)]
        actions = self._purchases(by)
        for work in (_FROLICK, _SOW):
            if self._reason_put(by, work) is None:
                actions.append((work,))
        if not self.used & 1 << _REAP:
            for triangle, region, _ in sorted(self._sections(by, _YELLOW)):
                if self.load[region]:
                    triangle -= 4 * self._start(by)
                    actions.append((_REAP, triangle // 4, triangle % 4))
        if not self.used & 1 << _INVEST:
            actions.append((_INVEST,))
        actions.append((_PASS,))
        return actions

    def _purchases(self, by: int) -> list[tuple]:
        start = self._start(by)
        fitting = self.places(_ACQUIRE, self._offered(), start, start + self.grid.cells)
        return [
            (_ACQUIRE, slot + 1, cell - start, tile)
            for slot in range(_SLOTS)
            for _, cell, tile in fitting
            if KIND_OF[tile] == self.slots[slot]
        ]

    def reason(self, by: int, action: tuple) -> str | tuple | None:
        what = action[0] if action else 0
        if not _BID <= what <= _STOCK or len(action) != _LENGTHS[what]:
            return "no such action"
        if (what == _STOCK) != (by == CHANCE):
            return "no such action"
        if what == _STOCK:
            return self._reason_stock(action[1], action[2])
        if (what == _BID) != (self.phase == _BIDDING):
            return "bid first" if self.phase == _BIDDING else "bids made"
        if what == _BID:
            if not 0 <= action[1] <= self.money[by]:
                return ("too much", self.money[by])
            return None
        if what == _ACQUIRE:
            return self._reason_acquire(by, action[1], action[2], action[3])
        if what != _PASS and self.used & 1 << what:
            return ("used", _WORDS[what])
        if what == _FROLICK or what == _SOW:
            return self._reason_put(by, what)
        if what == _REAP:
            return self._reason_reap(by, action[1], action[2])
        return None

    def _reason_stock(self, slot: int, kind: int) -> str | tuple | None:
        if not 1 <= slot <= _SLOTS or not 1 <= kind <= 6:
            return "no such action"
        if slot != self._empty_slot():
            return ("fill first", self._empty_slot())
        return None if self.stock[kind] else ("none left", KINDS[kind])

    def _reason_acquire(self, by: int, slot: int, cell: int, tile: int) -> str | tuple | None:
        if not 1 <= slot <= _SLOTS or not 0 <= cell < self.grid.cells or not 1 <= tile <= 16:
            return "no such action"
        kind = self.slots[slot - 1]
        if not kind:
            return ("slot empty", slot)
        if kind != KIND_OF[tile]:
            return ("slot holds", slot, KINDS[kind])
        centre = self.grid.cells // 2
        if not self.cells[self._start(by) + centre] and not self.want[self._start(by) + cell]:
            return ("first tile", self.cell_name(self._start(by) + centre))
        return self.misfit(self._start(by) + cell, tile)

    def _reason_put(self, by: int, work: int) -> str | tuple | None:
        """Return why a seat may not frolick or sow, or None."""
        if self.used & 1 << work:
            return ("used", _WORDS[work])
        colour = _GREEN if work == _FROLICK else _YELLOW
        if not self.cubes[2 * by + colour]:
            return "no faerie" if colour == _GREEN else "no wheat"
        if not self._roomy(by, colour):
            return "no green room" if colour == _GREEN else "no yellow room"
        return None

    def _reason_reap(self, by: int, cell: int, side: int) -> str | tuple | None:
        if not 0 <= cell < self.grid.cells or not 0 <= side < 4:
            return "no such action"
        triangle = 4 * (self._start(by) + cell) + side
        for smallest, region, _ in self._sections(by, _YELLOW):
            if smallest == triangle:
                return None if self.load[region] else "no wheat there"
        return ("no section", self.cell_name(self._start(by) + cell), SIDES[side])

    def asked(self) -> tuple:
        seats = self.current()
        if self.phase == _FILLING:
            return seats, ("now stock", self._empty_slot())
        if self.phase == _BIDDING:
            purses = [self.money[seat] for seat in seats]
            return seats, ("now bid", purses[0]) if min(purses) == max(purses) else "now bids"
        works = [_WORDS[work] for work in range(_FROLICK, _PASS) if not self.used & 1 << work]
        return seats, ("now", works)

    def weight(self, action: tuple) -> int:
        return self.stock[action[2]]

    # ---- what actions do -----------------------------------------------------------------------

    def effects(self, by: int, action: tuple) -> tuple:
        if action[0] == _STOCK:
            return ((action[1] - 1, TURNS[action[2]][0]),)
        if action[0] == _ACQUIRE:
            return (
                (action[1] - 1, 0),
                (_SLOTS + self._start(by) + action[2], action[3]),
            )
        return ()

    def gesture(self, by: int, action: tuple) -> tuple:
        """The cell comes first in a purchase, since the panel asks for it first."""
        changed = self.effects(by, action)
        return (changed[1], changed[0]) if action[0] == _ACQUIRE else changed

    def targets(self, by: int) -> "Iterable[int]":
        if by not in self.current() or self.phase == _BIDDING:
            return
        if by == CHANCE:
            yield self._empty_slot() - 1
            return
        start = self._start(by)
        end = start + self.grid.cells
        held = bytearray(7)
        for slot in range(_SLOTS):
            kind = self.slots[slot]
            if kind and self.has_place(TURNS[kind], start, end):
                held[kind] = 1
                yield slot
        held[0] = 0
        for cell in self.open_cells(turns_of(held), start, end):
            yield _SLOTS + cell

    def placing(self, by: int, token: int, spot: int = -1) -> "Iterable[tuple]":
        if not token or by not in self.current() or self.phase != _ACTING:
            for action in TileGame.placing(self, by, token, spot):
                yield action
        elif token <= 6 and (spot < 0 or 0 <= spot - _SLOTS - self._start(by) < self.grid.cells):
            start = self._start(by)
            first = start if spot < 0 else spot - _SLOTS
            end = start + self.grid.cells if spot < 0 else first + 1
            for slot in range(_SLOTS):
                if self.slots[slot] == token:
                    for _, cell, tile in self.places(_ACQUIRE, only(token), first, end):
                        yield (_ACQUIRE, slot + 1, cell - start, tile)

    def intended_action(self, by: int, spot: int, token: int) -> tuple | None:
        cell = spot - _SLOTS - self._start(by)
        if self.phase != _ACTING or not 0 <= cell < self.grid.cells:
            return None
        for slot in range(_SLOTS):
            if token and self.slots[slot] == token:
                return (_ACQUIRE, slot + 1, cell, self.best_turn(self._start(by) + cell, token))
        return None

    def play(self, by: int, action: tuple) -> list:
        what = action[0]
        if what == _STOCK:
            self.slots[action[1] - 1] = action[2]
            self.stock[action[2]] -= 1
            return self._go_on()
        if what == _BID:
            self.bids[by] = action[1]
            return [] if min(self.bids) < 0 else self._reveal()
        before = self._hands()
        events = []
        self.used |= 1 << what
        if what == _ACQUIRE:
            events = self._acquire(by, action[1], action[2], action[3])
        elif what == _FROLICK:
            self.money[by] += self._put(by, _GREEN)
        elif what == _SOW:
            self._put(by, _YELLOW)
        elif what == _REAP:
            triangle = 4 * (self._start(by) + action[1]) + action[2]
            self.load[self.region[self.part_of[triangle]]] -= 1
            self.money[by] += _REAPED
        elif what == _INVEST and by == self.order[-1]:
            self.money[by] += 2 * self.bids[by]
        events.extend(self._changes(before))
        self.turn += 1
        if self.turn == self.seats:
            self.phase = _FILLING
            events.extend(self._go_on())
        return events

    def _reveal(self) -> list[list]:
        """Reveal and pay the bids, and fix the order of play."""
        before = self._hands()
        self.order = tuple([seat for _, _, seat in sorted([
            (-self.bids[seat], (seat - self.marker) % self.seats, seat)
            for seat in range(self.seats)
        ])])  # fmt: skip
        for seat in range(self.seats):
            self.money[seat] -= self.bids[seat]
        self.phase = _ACTING
        events = [["bids", list(self.bids)], ["order", list(self.order)]]
        return events + self._changes(before)

    def _acquire(self, by: int, slot: int, cell: int, tile: int) -> list[list]:
        self.slots[slot - 1] = 0
        self.bought += 1
        events = []
        for _, region, _ in self.lay(self._start(by) + cell, tile, (by, by)):
            colour = self.colour_of(region)
            diamonds = self.diamonds[region]
            self.cubes[2 * by + colour] += diamonds
            cells = self._cell_names(region)
            events.append(["section", by, COLOURS[colour], diamonds, cells])
        return events

    def _put(self, by: int, colour: int) -> int:
        """Put one cube on each section that has room, while cubes last; return how many."""
        count = 0
        for _, _, region in sorted(self._roomy(by, colour)):
            if self.cubes[2 * by + colour]:
                self.cubes[2 * by + colour] -= 1
                self.load[region] += 1
                count += 1
        return count

    def _go_on(self) -> list[list]:
        """Let chance fill the next slot; when none is left, begin the next round or end the
        game."""
        if self._empty_slot() and sum(self.stock):
            return []
        if self._ending():
            return self._finish()
        if self.order:  # the first round keeps the marker
            self.marker = (self.marker + 1) % self.seats
        self.phase = _BIDDING
        self.bids[:] = [-1] * self.seats
        self.order = ()
        self.turn = 0
        self.used = 0
        self.bought = 0
        return []

    def _ending(self) -> str | None:
        """Return why the game ends with this round, or None."""
        for seat in range(self.seats):
            if min(self.cells[self._start(seat) : self._start(seat + 1)]):
                return "board full"
        if not sum(self.stock):
            return "stock empty"
        if self.order and not self.bought:
            if not self.has_place(turns_of(self._offered()), 0, len(self.cells)):
                return "market stuck"
        return None

    def _finish(self) -> list[list]:
        largest = [0] * self.seats
        for part in range(self.parts):
            seat = self.home[part] // self.grid.cells
            largest[seat] = max(largest[seat], self.size[self.region[part]])
        most = max(largest)
        sharing = [seat for seat in range(self.seats) if most and largest[seat] == most]
        for seat in sharing:
            self.bonus[seat] = _BONUS // len(sharing)
        self.phase = _ENDED
        return [["largest", sharing, most], ["final", self.scores()]]

    def scores(self) -> list[int]:
        points = [
            self.money[seat] + self.cubes[2 * seat] + self.cubes[2 * seat + 1] + self.bonus[seat]
            for seat in range(self.seats)
        ]
        for _, region, seat in self.done:
            points[seat] += self.load[region]
        return points

    def result(self) -> tuple[list[int], str]:
        points = self.scores()
        ranks = [
            (
                points[seat],
                self.bonus[seat],
                self.cubes[2 * seat],
                self.cubes[2 * seat + 1],
                self.money[seat],
            )
            for seat in range(self.seats)
        ]
        best = max(ranks)
        return [seat for seat in range(self.seats) if ranks[seat] == best], self._ending()

    # ---- the table -----------------------------------------------------------------------------

    def spots(self) -> int:
        return _SLOTS + len(self.cells)

    def spot_name(self, spot: int) -> str:
        board, table, slots, corners = _map(self.options["board"])
        if spot < _SLOTS:
            return table.name(table.cell(slots) + spot)
        seat, cell = divmod(spot - _SLOTS, board.cells)
        row, column = divmod(cell, board.width)
        return table.name(table.cell(corners[seat]) + row * table.width + column)

    def cell_name(self, cell: int) -> str:
        return self.spot_name(_SLOTS + cell)

    def spot(self, name: str) -> int:
        board, table, slots, corners = _map(self.options["board"])
        place = table.cell(name)
        if 0 <= place - table.cell(slots) < _SLOTS:
            return place - table.cell(slots)
        for seat in range(self.seats):
            corner = table.cell(corners[seat])
            row = place // table.width - corner // table.width
            column = place % table.width - corner % table.width
            if 0 <= row < board.height and 0 <= column < board.width:
                return _SLOTS + self._start(seat) + row * board.width + column
        raise ValueError("%s is no place of this game" % name)

    def piece_at(self, spot: int) -> int:
        if spot < _SLOTS:
            kind = self.slots[spot]
            return TURNS[kind][0] if kind else 0
        return self.cells[spot - _SLOTS]

    # ---- words ---------------------------------------------------------------------------------

    def text(self, action: tuple) -> list:
        what = action[0]
        words = [_WORDS[what]]
        if what == _ACQUIRE:
            return words + [action[1], word(action[3]), self.grid.name(action[2])]
        if what == _REAP:
            return words + [self.grid.name(action[1]), SIDES[action[2]]]
        if what == _STOCK:
            return words + [action[1], KINDS[action[2]]]
        return words + list(action[1:])

    def words(self, by: int, action: tuple) -> list:
        words = self.text(action)
        if action[0] == _ACQUIRE:
            words[3] = self.cell_name(self._start(by) + action[2])
        elif action[0] == _REAP:
            words[1] = self.cell_name(self._start(by) + action[1])
        return words

    def parse(self, words: list) -> tuple:
        if not isinstance(words, list) or not words or not isinstance(words[0], str):
            raise ValueError('an action of market is like ["bid", 3], not %s' % words)
        if words[0] not in _WORDS[1:]:
            raise ValueError("market has no action %s" % words[0])
        what = _WORDS.index(words[0])
        if len(words) != _LENGTHS[what]:
            raise ValueError("%s takes %d more words" % (words[0], _LENGTHS[what] - 1))
        if what == _BID:
            return (what, _whole(words[1]))
        if what == _ACQUIRE:
            return (what, _whole(words[1]), self.grid.cell(words[3]), tile_of(words[2]))
        if what == _REAP:
            if words[2] not in SIDES:
                raise ValueError("there is no side %s" % words[2])
            return (what, self.grid.cell(words[1]), SIDES.index(words[2]))
        if what == _STOCK:
            return (what, _whole(words[1]), kind_of(words[2]))
        return (what,)

    # ---- what is hidden ------------------------------------------------------------------------

    def public_record(self, by: int, action: tuple, events: list) -> tuple[list, list]:
        return (["bid"] if action[0] == _BID else self.text(action)), events

    def scored(self, event: list) -> list[int]:
        if event[0] != "section":
            return []
        first = _SLOTS + self._start(event[1])
        return [first + self.grid.cell(name) for name in event[4]]

    def made_of(self, seat: int) -> tuple:
        land = sum([self.load[region] for _, region, owner in self.done if owner == seat])
        return (
            ("part money", self.money[seat]),
            ("part hand", self.cubes[2 * seat] + self.cubes[2 * seat + 1]),
            ("part land", land),
            ("part bonus", self.bonus[seat]),
        )

    def reveals_hidden(self, by: int, action: tuple, events: list) -> bool:
        """The last bid reveals them all."""
        return action[0] == _BID and len(events) > 0

    def private_view(self, seat: int) -> dict:
        return {"bid": self.bids[seat] if self.bids[seat] >= 0 else None}

    def determinize(self, seat: int, rng: "Rng") -> None:
        if self.phase == _BIDDING:
            for other in range(self.seats):
                if other != seat and self.bids[other] >= 0:
                    self.bids[other] = 0  # small bids are likely: going first is worth little
                    while self.bids[other] < self.money[other] and rng.below(2):
                        self.bids[other] += 1

    def view(self, seat: int, listed: "Callable" = list) -> dict:
        """Add hands as [money, faerie, wheat], bids (null: none yet, "made": hidden until all are
        made), the order of play, the holder of the marker, and complete sections as [seat, colour,
        diamonds, cubes, cells]."""
        shown = Game.view(self, seat, listed)
        hidden = self.phase == _BIDDING
        shown["hands"] = [list(hand) for hand in self._hands()]
        shown["bids"] = [None if bid < 0 else "made" if hidden else bid for bid in self.bids]
        shown["order"] = list(self.order)
        shown["marker"] = self.marker
        shown["sections"] = [
            [
                owner,
                COLOURS[self.colour_of(region)],
                self.diamonds[region],
                self.load[region],
                self._cell_names(region),
            ]
            for _, region, owner in self.done
        ]
        return shown

    def overlay(self) -> list:
        """Show complete sections, their cubes (at the cell that names them), and the cells where a
        tile on the market would complete one."""
        tiles = turns_of(self._offered()) if self.phase != _ENDED else ()
        shown = self.lights(tiles, _SLOTS)
        for triangle, region, _ in self.done:
            if self.load[region]:
                shown.append((_SLOTS + triangle // 4, NUMBER, min(self.load[region], 5)))
        return shown

    # ---- for players ---------------------------------------------------------------------------

    def evaluate(self, seat: int) -> int:
        """Weigh what the boards promise, in quarters of a point; hidden bids of others do not
        count."""
        worth = self._worth()
        if self.phase == _BIDDING and self.bids[seat] >= 0:
            worth[seat] -= 4 * self.bids[seat]
        return worth[seat] - max([worth[i] for i in range(self.seats) if i != seat])

    def _worth(self) -> list[int]:
        """Return the worth of each seat's board in quarters of a point. A region counts what it
        will bring: its diamonds, weighed by how near completion it is; then the money for cubes
        that it has room for, or for the wheat on it."""
        worth = [4 * points for points in self.scores()]
        for i in range(self.turn, len(self.order)):  # acting earlier means choosing among more
            worth[self.order[i]] += 2 * (self.seats - i)
        largest = [0] * self.seats
        for region in range(self.parts):
            if self.region[region] != region:
                continue
            seat = self.home[region] // self.grid.cells
            if largest[seat] < self.size[region]:
                largest[seat] = self.size[region]
            diamonds = self.diamonds[region]
            if self.open[region]:
                worth[seat] += (diamonds + 1) // (self.open[region] + 1)
                continue
            load = self.load[region]
            colour = self.colour_of(region)
            worth[seat] += 2 * min(diamonds - load, self.cubes[2 * seat + colour])
            if colour == _YELLOW:
                worth[seat] += 6 * load
        most = max(max(largest), 1)
        for seat in range(self.seats):
            worth[seat] += 4 * _BONUS * largest[seat] // most
        return worth

    # ---- small questions -----------------------------------------------------------------------

    def _start(self, seat: int) -> int:
        """Return the first cell of a seat's board."""
        return seat * self.grid.cells

    def _offered(self) -> bytearray:
        """Return 1 by token for each kind on the market, else 0."""
        held = bytearray(7)
        for kind in self.slots:
            held[kind] = 1
        held[0] = 0
        return held

    def _empty_slot(self) -> int:
        """Return the lowest empty slot, from 1, or 0 if there is none."""
        for slot in range(_SLOTS):
            if not self.slots[slot]:
                return slot + 1
        return 0

    def _hands(self) -> list[tuple]:
        return [
            (self.money[seat], self.cubes[2 * seat], self.cubes[2 * seat + 1])
            for seat in range(self.seats)
        ]

    def _changes(self, before: list[tuple]) -> list[list]:
        """Return an event for each hand that differs from what `_hands` said before."""
        now = self._hands()
        return [
            ["cubes", seat] + list(now[seat])
            for seat in range(self.seats)
            if now[seat] != before[seat]
        ]

    def _sections(self, seat: int, colour: int) -> list[tuple]:
        """Return the entries of `done` that belong to a seat and have one colour."""
        return [
            entry
            for entry in self.done
            if entry[2] == seat and self.colour_of(entry[1]) == colour
        ]

    def _roomy(self, seat: int, colour: int) -> list[tuple]:
        """Return (-room, smallest triangle, region) of a seat's sections of one colour that can
        hold more cubes."""
        return [
            (self.load[region] - self.diamonds[region], triangle, region)
            for triangle, region, _ in self._sections(seat, colour)
            if self.load[region] < self.diamonds[region]
        ]

    def _cell_names(self, region: int) -> list[str]:
        return [self.grid.name(cell % self.grid.cells) for cell in self.cells_of(region)]


def _whole(value: object) -> int:
    """Return a whole number of a record as it is; raises ValueError for anything else."""
    if not isinstance(value, int) or value is True or value is False or value < 0:
        raise ValueError("%s is no whole number of 0 or more" % value)
    return value


GAME = Market
