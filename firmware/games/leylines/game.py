"""The game of Ley Lines (rules: leylines). Spots are the cells of the map; pieces: see pieces.py.

Actions: (1, value, cell) places a cairn, (2, value) puts one aside, (3, cell) places a tor, (4,
seat, low, high) deals a segment, (5, number) places one, and (6,) passes. Most actions are
placements, so one number holds a whole placement to keep them small: see `_placement`.
"""

from micropython import const

from games.base import CHANCE, CLEARED, FLOW, OVER, OWNER, Game
from games.grid import EAST, NONE, NORTH
from games.leylines import maps, pieces
from games.leylines.energy import Energy, fitting, leads
from games.leylines.pieces import CAIRNS, FIRST_CAIRN, FIRST_TOR, VALUES

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from games.rng import Rng

_CAIRN = const(1)
_ASIDE = const(2)
_TOR = const(3)
_DEAL = const(4)
_SEGMENT = const(5)
_PASS = const(6)
_WORDS = ("", "cairn", "aside", "tor", "deal", "segment", "pass")
_FORMS = ("", "nc", "n", "c", "nd", "cncn", "")  # forms of the other words, see `_read`
_DIGITS = "0123456"
_LENGTHS = bytes((0, 3, 2, 2, 4, 2, 1))  # of an action
# The phase each kind of action belongs to.
_DUE = bytes((0, _CAIRN, _CAIRN, _TOR, _DEAL, _SEGMENT, _SEGMENT))
# By phase: what to do now, for people.
_NOW = ("", "now cairn", "now aside", "now tor", "now deal", "now")
_WRONG = ("", "cairns first", "", "tors first", "deal first", "all stand")
_APART = "a segment lies on two spaces side by side, the lower one named first"

_EACH = const(7)  # segments a seat
_ORDERS = const(49)  # ordered pairs of the values of two halves
_LEAD = const(8)  # weight of a point in `evaluate`
_FAR = const(8)  # from this many steps on, a cairn is of no use to a tor
_GAP = const(3)  # the least distance of two tors, the larger of columns and rows

# Values in `coins` for cairns that are not on a cell.
_IN_HAND = const(255)
_PUT_ASIDE = const(254)
_SCORED = const(253)

# Values in `owner`; from _HELD on, the segment is in the hand of seat owner - _HELD.
_OUT = const(0)  # played, or not in the set
_STOCK = const(1)
_HELD = const(2)


class LeyLines(Game):
    """The game; `cells` holds the pieces.

    `coins` holds the place of each cairn, by 6 x seat + value: a cell, _IN_HAND, _PUT_ASIDE or
    _SCORED. `owner` holds the place of each segment, by 7 x low + high: _OUT, _STOCK or _HELD +
    seat.
    """

    NAME = "leylines"
    TITLE = "Ley Lines"
    SEATS = (3, 4)
    SET = 3  # piecepack and dominoes
    AHEAD = 12
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

    grid = None  # made once, for this game's map

    def default(self, name: str) -> str | int:
        if name == "map":
            return "isles" if self.seats == 4 else "albion"
        return super().default(name)

    def check_options(self) -> None:
        name = self.options["map"]
        if maps.MAPS[name][0] != self.seats:
            raise ValueError("the map %s is for %d seats" % (name, maps.MAPS[name][0]))

    def reset(self) -> None:
        if self.grid is None:
            self.grid = maps.grid(self.options["map"])
        self.cells = bytearray(self.grid.cells)
        self.energy = Energy(self.cells, self.grid.near)
        self.coins = bytearray([_IN_HAND] * (CAIRNS * self.seats))
        self.tors = bytearray([NONE] * self.seats)
        self.owner = bytearray(VALUES * VALUES)
        for low in range(self._values()):
            for high in range(low, self._values()):
                self.owner[VALUES * low + high] = _STOCK
        dealt = self.options["hands"] == "dealt"
        self.held = bytearray([0 if dealt else _EACH] * self.seats)  # by seat: segments left
        self.points = [0] * self.seats
        self.step = 0  # setup so far: cairns, tors and segments placed, put aside or dealt
        self.turn = 0  # the seat to play, after the setup
        self.passes = 0  # in a row
        self.ended = ""  # why the game is over
        self.paths = []  # the last action's flows: tuples of cells from cairn to tor
        self.cleared = []  # the cells of segments that the last action discarded

    def _values(self) -> int:
        """Return the number of different values on the halves in use."""
        return VALUES if self.seats == 4 else VALUES - 1

    # ---- whose turn, and what may be done ------------------------------------------------------

    def _phase(self) -> int:
        """Return the kind of action that is due; passing and putting aside come with another
        kind."""
        if self.step < CAIRNS * self.seats:
            return _CAIRN
        if self.step < (CAIRNS + 1) * self.seats:
            return _TOR
        if self.options["hands"] == "dealt" and self.step < (CAIRNS + 1 + _EACH) * self.seats:
            return _DEAL
        return _SEGMENT

    def _next(self) -> int:
        """Return the seat that places, or that is dealt a segment."""
        phase = self._phase()
        if phase == _SEGMENT:
            return self.turn
        seat = self.step % self.seats
        return self.seats - 1 - seat if phase == _TOR else seat

    def current(self) -> tuple[int, ...]:
        if self.ended:
            return OVER
        return (CHANCE if self._phase() == _DEAL else self._next(),)

    def legal(self, by: int) -> list:
        if by not in self.current():
            return []
        phase = self._phase()
        if phase == _CAIRN:
            return self._legal_cairns(by)
        if phase == _TOR:
            return [(_TOR, cell) for cell in self._tor_cells()]
        if phase == _DEAL:
            seat = self._next()
            return [(_DEAL, seat) + segment for segment in self._segments(_STOCK)]
        return self._legal_segments(by) + [(_PASS,)]

    def _legal_cairns(self, by: int) -> list[tuple]:
        hand = [v for v in range(CAIRNS) if self.coins[CAIRNS * by + v] == _IN_HAND]
        return self._cairns_of(hand)

    def _cairns_of(self, hand: "list[int] | range") -> list[tuple]:
        """Return the actions for a hand of cairns, given by value."""
        cells = self._cairn_cells()
        if not cells:
            return [(_ASIDE, value) for value in hand]
        return [(_CAIRN, value, cell) for value in hand for cell in cells]

    def _legal_segments(self, by: int) -> list[tuple]:
        actions = []
        for _, _, first, orders in self._rooms(self._playable(by)):
            actions += [(_SEGMENT, first + order) for order in orders]
        return actions

    def _rooms(self, segments: list[tuple]) -> "Iterator[tuple[int, int, int, list[int]]]":
        """Yield (cell, cell beside it, number, orders) for each pair of cells where some of these
        segments have their paths. `orders` are their values both ways round, ascending; number +
        order is the number of the placement."""
        orders = []
        for low, high in segments:
            orders.append(VALUES * low + high)
            if low != high:
                orders.append(VALUES * high + low)
        orders.sort()
        found = {}  # orders by the reach of both cells
        up, down = self.energy.reach()
        near = self.grid.near
        cells = self.cells
        for cell in range(len(cells)):
            if cells[cell]:
                continue
            here = up[cell] << 4 | down[cell]
            for north in (0, 1):
                beside = near[4 * cell + (NORTH if north else EAST)]
                if beside == NONE or cells[beside]:
                    continue
                key = here << 8 | up[beside] << 4 | down[beside]
                if key:
                    if key not in found:
                        there = (up[beside], down[beside])
                        found[key] = fitting(orders, (up[cell], down[cell]), there)
                    if found[key]:
                        yield cell, beside, _ORDERS * (2 * cell + north), found[key]

    def _number(self, cell: int, beside: int, one: int, two: int) -> int:
        """Return the number of a placement: `one` on `cell`, `two` on `beside`, its east or north
        neighbour."""
        place = 2 * cell + (1 if beside == cell + self.grid.width else 0)
        return _ORDERS * place + VALUES * one + two

    def _placement(self, number: int) -> tuple[int, int, int, int]:
        """Return (cell, beside, one, two) of a placement; the cells may be off the map."""
        place, order = divmod(number, _ORDERS)
        cell, north = divmod(place, 2)
        return (cell, cell + (self.grid.width if north else 1)) + divmod(order, VALUES)

    def _segments(self, place: int) -> list[tuple]:
        """Return (low, high) of all segments in the stock or in a hand, ascending."""
        return [divmod(i, VALUES) for i in range(len(self.owner)) if self.owner[i] == place]

    def _playable(self, by: int) -> list[tuple]:
        """Return (low, high) of all segments that a seat has left."""
        if not self.held[by]:
            return []
        return self._segments(_HELD + by if self.options["hands"] == "dealt" else _STOCK)

    def _thinkable(self, by: int) -> list[tuple]:
        """Return (low, high) of all segments that a seat may have left as far as everybody
        knows."""
        if not self.held[by] or self.options["hands"] != "dealt":
            return self._playable(by)
        return [divmod(i, VALUES) for i in range(len(self.owner)) if self.owner[i] != _OUT]

    def public(self, by: int) -> "Iterable[tuple]":
        """Cairns lie face down and hands are hidden, so as far as everybody knows a seat may hold
        any value."""
        if by not in self.current():
            return
        phase = self._phase()
        if phase == _TOR:
            for cell in self._tor_cells():
                yield (_TOR, cell)
        elif phase == _CAIRN:
            for action in self._cairns_of(range(CAIRNS)):
                yield action
        elif phase == _DEAL:
            seat = self._next()
            for low in range(self._values()):
                for high in range(low, self._values()):
                    yield (_DEAL, seat, low, high)
        else:
            for _, _, first, orders in self._rooms(self._thinkable(by)):
                for order in orders:
                    yield (_SEGMENT, first + order)
            yield (_PASS,)

    def _empty(self, cell: int) -> int:
        return self.grid.there[cell] and not self.cells[cell]

    def _joined(self, cell: int, other: int) -> bool:
        """Are two cells neighbours?"""
        return other in self._around(cell)

    def _around(self, cell: int) -> list[int]:
        near = self.grid.near
        return [near[i] for i in range(4 * cell, 4 * cell + 4) if near[i] != NONE]

    def _beside_cairn(self, cell: int) -> bool:
        for other in self._around(cell):
            if FIRST_CAIRN <= self.cells[other] < FIRST_TOR:
                return True
        return False

    def _cairn_cells(self) -> list[int]:
        """Return the cells where a cairn may lie, ascending."""
        there = self.grid.there
        near = self.grid.near
        barred = bytearray(NONE + 1)
        for cell, piece in enumerate(self.cells):
            if piece:
                barred[cell] = 1
                if FIRST_CAIRN <= piece < FIRST_TOR:
                    for other in near[4 * cell : 4 * cell + 4]:
                        barred[other] = 1
        return [cell for cell in range(len(there)) if there[cell] and not barred[cell]]

    def _tor_cells(self) -> list[int]:
        """Return the cells for a tor. If there are none, drop the rule about cairns, then the one
        about distance (rules: leylines D7)."""
        clear = [cell for cell in self._cairn_cells() if self._close_tor(cell) is None]
        if clear:
            return clear
        empty = [cell for cell in range(self.grid.cells) if self._empty(cell)]
        return [cell for cell in empty if self._close_tor(cell) is None] or empty

    def _close_tor(self, cell: int) -> int | None:
        """Return the seat whose tor is too close for another one on `cell`, or None."""
        row, column = divmod(cell, self.grid.width)
        for seat in range(self.seats):
            if self.tors[seat] != NONE:
                other_row, other_column = divmod(self.tors[seat], self.grid.width)
                if max(abs(row - other_row), abs(column - other_column)) < _GAP:
                    return seat
        return None

    # ---- why not -------------------------------------------------------------------------------

    def reason(self, by: int, action: tuple) -> str | tuple | None:
        if not action or not 0 < action[0] < len(_LENGTHS) or len(action) != _LENGTHS[action[0]]:
            return "no such action"
        kind = action[0]
        phase = self._phase()
        if phase != _DUE[kind]:
            return _WRONG[phase]
        if kind == _CAIRN or kind == _ASIDE:
            return self._no_cairn(by, action)
        if kind == _TOR:
            return self._no_tor(action[1])
        if kind == _DEAL:
            return self._no_deal(action[1], action[2], action[3])
        return None if kind == _PASS else self._no_segment(by, action[1])

    def _no_space(self, cell: int) -> str | tuple | None:
        if not 0 <= cell < self.grid.cells or not self.grid.there[cell]:
            return "no space"
        return ("taken", self.grid.name(cell)) if self.cells[cell] else None

    def _no_cairn(self, by: int, action: tuple) -> str | tuple | None:
        value = action[1]
        if not 0 <= value < CAIRNS or self.coins[CAIRNS * by + value] != _IN_HAND:
            return "no such cairn"
        if action[0] == _ASIDE:
            for cell in self._cairn_cells():
                return ("still room", self.grid.name(cell))
            return None
        why = self._no_space(action[2])
        if not why and self._beside_cairn(action[2]):
            why = ("beside cairn", self.grid.name(action[2]))
        return why

    def _no_tor(self, cell: int) -> str | tuple | None:
        why = self._no_space(cell)
        if why or cell in self._tor_cells():
            return why
        close = self._close_tor(cell)
        if close is None:
            return ("beside cairn", self.grid.name(cell))
        return ("close tor", self.grid.name(cell), close)

    def _no_deal(self, seat: int, low: int, high: int) -> str | tuple | None:
        if seat != self._next():
            return ("next deal", self._next())
        if not 0 <= low <= high < self._values():
            return "no domino"
        if self.owner[VALUES * low + high] != _STOCK:
            return ("dealt", pieces.segment_name(low, high))
        return None

    def _no_segment(self, by: int, number: int) -> str | tuple | None:
        cell, beside, one, two = self._placement(number)
        why = self._no_space(cell) or self._no_space(beside)
        if why:
            return why
        if not self._joined(cell, beside):
            return "apart"
        low, high = min(one, two), max(one, two)
        if not self.held[by]:
            return "none left"
        if (low, high) not in self._playable(by):
            if self.options["hands"] == "dealt":
                return ("not yours", pieces.segment_name(low, high))
            return ("gone", pieces.segment_name(low, high))
        up, down = self.energy.reach()
        here = up[cell], down[cell]
        there = up[beside], down[beside]
        if not leads(one, here, two, there):
            return self._no_path(one, cell)
        return None if leads(two, there, one, here) else self._no_path(two, beside)

    def _no_path(self, value: int, cell: int) -> str | tuple | None:
        return ("no path", value, self.grid.name(cell))

    def asked(self) -> tuple:
        phase = self._phase()
        if phase == _DEAL:
            return self.current(), ("now deal", self._next())
        if phase == _CAIRN and not self._cairn_cells():
            phase = _ASIDE
        elif phase == _SEGMENT and not self.held[self.turn]:
            return self.current(), "now pass"
        return self.current(), _NOW[phase]

    # ---- play ----------------------------------------------------------------------------------

    def play(self, by: int, action: tuple) -> list:
        self.paths[:] = []
        self.cleared[:] = []
        kind = action[0]
        if kind == _PASS:
            self._pass_on(self.passes + 1)
            return []
        if kind == _SEGMENT:
            return self._play_segment(by, action)
        self.step += 1
        if kind == _CAIRN:
            self.coins[CAIRNS * by + action[1]] = action[2]
            self.cells[action[2]] = pieces.cairn(by, action[1])
        elif kind == _ASIDE:
            self.coins[CAIRNS * by + action[1]] = _PUT_ASIDE
        elif kind == _TOR:
            self.tors[by] = action[1]
            self.cells[action[1]] = pieces.tor(by)
        else:
            self.owner[VALUES * action[2] + action[3]] = _HELD + action[1]
            self.held[action[1]] += 1
        return []

    def _pass_on(self, passes: int) -> None:
        self.passes = passes
        self.turn = (self.turn + 1) % self.seats
        if passes == self.seats:
            self.ended = "all passed"

    def _play_segment(self, by: int, action: tuple) -> list[list]:
        cell, beside, one, two = self._placement(action[1])
        self.cells[cell] = pieces.half(one, two)
        self.cells[beside] = pieces.half(two, one)
        self.owner[VALUES * min(one, two) + max(one, two)] = _OUT
        self.held[by] -= 1
        flows = self.energy.flows()
        events = [self._score(path) for path in flows]
        if flows:
            events += self._attenuate(flows)
            events.append(self._remove(flows))
        self._pass_on(0)
        return events

    def _score(self, path: bytes) -> list:
        """Score the cairn at the start of a path for the tor at its end; return the event."""
        seat, value = divmod(self.cells[path[0]] - FIRST_CAIRN, CAIRNS)
        owner = self.cells[path[-1]] - FIRST_TOR
        points = value + (len(path) - 2) * (2 if seat == owner else 1)
        self.points[owner] += points
        self.paths.append(tuple(path))
        return ["flow", owner, points, value, [self.grid.name(cell) for cell in path]]

    def _attenuate(self, flows: list[bytes]) -> list[list]:
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
        for other in self._around(cell):
            if self.cells[other] == pieces.half(two, one):
                return other
        raise ValueError(cell)

    def _remove(self, flows: list[bytes]) -> list:
        """Remove the scored cairns; return the event."""
        names = []
        for path in flows:
            self.coins[self.cells[path[0]] - FIRST_CAIRN] = _SCORED
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

    def private_view(self, seat: int) -> dict:
        cairns = []
        for value in range(CAIRNS):
            coin = self.coins[CAIRNS * seat + value]
            if coin == _IN_HAND:
                cairns.append([value, "in hand"])
            elif coin == _PUT_ASIDE:
                cairns.append([value, "aside"])
            elif coin != _SCORED:
                cairns.append([value, self.grid.name(coin)])
        segments = ["%d%d" % segment for segment in self._segments(_HELD + seat)]
        return {"cairns": cairns, "segments": segments}

    def view(self, seat: int, listed: "Callable" = list) -> dict:
        shown = super().view(seat, listed)
        shown["segments"] = list(self.held)
        shown["aside"] = [0] * self.seats
        shown["scored"] = []
        for i in range(len(self.coins)):
            if self.coins[i] == _PUT_ASIDE:
                shown["aside"][i // CAIRNS] += 1
            elif self.coins[i] == _SCORED:
                shown["scored"].append(list(divmod(i, CAIRNS)))
        return shown

    def determinize(self, seat: int, rng: "Rng") -> None:
        for other in range(self.seats):
            if other != seat:
                self._imagine_cairns(other, rng)
        hidden = []
        for i in range(len(self.owner)):
            if self.owner[i] >= _STOCK and self.owner[i] != _HELD + seat:
                hidden.append(i)
        places = [self.owner[i] for i in hidden]
        rng.shuffle(places)
        for i in range(len(hidden)):
            self.owner[hidden[i]] = places[i]

    def _imagine_cairns(self, seat: int, rng: "Rng") -> None:
        """Shuffle the values of a seat's cairns that have not scored yet."""
        first = CAIRNS * seat
        hidden = [i for i in range(first, first + CAIRNS) if self.coins[i] != _SCORED]
        places = [self.coins[i] for i in hidden]
        rng.shuffle(places)
        for i in range(len(hidden)):
            self.coins[hidden[i]] = places[i]
            if places[i] < self.grid.cells:
                self.cells[places[i]] = FIRST_CAIRN + hidden[i]

    def public_record(self, by: int, action: tuple, events: list) -> tuple[list, list]:
        words = self.text(action)
        if action[0] == _CAIRN or action[0] == _ASIDE:
            words[1] = None
        elif action[0] == _DEAL:
            words[2] = None
        return words, events

    def reveals_hidden(self, by: int, action: tuple, events: list) -> bool:
        return len(events) > 0  # a value was shown

    def evaluate(self, seat: int) -> int:
        """Return the lead, plus how near the cairns are to the seat's tor; its own cairns count
        twice."""
        near = 0
        tor = self.tors[seat]
        if tor != NONE:
            for i in range(len(self.coins)):
                if self.coins[i] < self.grid.cells:
                    weight = 2 if i // CAIRNS == seat else 1
                    near += weight * max(0, _FAR - self._distance(self.coins[i], tor))
        return _LEAD * super().evaluate(seat) + near

    def _distance(self, cell: int, other: int) -> int:
        """Return the steps between two cells, ignoring gaps in the map."""
        row, column = divmod(cell, self.grid.width)
        other_row, other_column = divmod(other, self.grid.width)
        return abs(row - other_row) + abs(column - other_column)

    # ---- the table -----------------------------------------------------------------------------

    def spots(self) -> int:
        return self.grid.cells

    def spot_name(self, spot: int) -> str:
        return self.grid.name(spot)

    def spot(self, name: str) -> int:
        return self.grid.cell(name)

    def piece_at(self, spot: int) -> int:
        return self.cells[spot]

    def tokens(self) -> tuple:
        box = []
        for value in range(self._values()):
            for other in range(self._values()):
                box.append((pieces.half(value, other), -1, 2 if value == other else 1))
        for seat in range(self.seats):
            for value in range(CAIRNS):
                box.append((pieces.cairn(seat, value), seat, 1))
        for seat in range(self.seats):
            box.append((pieces.tor(seat), seat, 1))
        return tuple([(piece, pieces.name(piece, True), seat, n) for piece, seat, n in box])

    def label(self, token: int) -> str:
        return pieces.name(token)

    def named(self, token: int) -> tuple:
        if token >= FIRST_TOR:
            return ("tor", token - FIRST_TOR)
        if token >= FIRST_CAIRN:
            return ("cairn", (token - FIRST_CAIRN) // CAIRNS)
        one, two = pieces.values(token)
        return ("half", one, pieces.segment_name(min(one, two), max(one, two)))

    def words(self, by: int, action: tuple) -> list:
        if action[0] == _DEAL:
            return ["deal", action[1], pieces.segment_name(action[2], action[3])]
        return self.text(action)

    def gesture(self, by: int, action: tuple) -> tuple:
        kind = action[0]
        if kind == _CAIRN:
            return ((action[2], pieces.cairn(by, action[1])),)
        if kind == _TOR:
            return ((action[1], pieces.tor(by)),)
        if kind == _SEGMENT:
            cell, beside, one, two = self._placement(action[1])
            return ((cell, pieces.half(one, two)), (beside, pieces.half(two, one)))
        return ()

    def targets(self, by: int) -> "Iterable[int]":
        if by not in self.current():
            return
        phase = self._phase()
        if phase == _SEGMENT:
            for cell, beside, _, _ in self._rooms(self._thinkable(by)):
                yield cell
                yield beside
        elif phase == _TOR:
            for cell in self._tor_cells():
                yield cell
        elif phase == _CAIRN:
            for cell in self._cairn_cells():
                yield cell

    def placing(self, by: int, token: int, spot: int = -1) -> "Iterable[tuple]":
        if by not in self.current() or by == CHANCE or not 0 < token < FIRST_TOR + self.seats:
            return
        for cell in range(self.grid.cells) if spot < 0 else (spot,):
            if not self._empty(cell):
                continue
            if token < FIRST_CAIRN:
                for action in self._halves(by, token, cell, spot < 0):
                    yield action
            else:
                action = self.intended_action(by, cell, token)
                if action and self.reason(by, action) is None:
                    yield action

    def _halves(self, by: int, token: int, cell: int, first: bool) -> "Iterator[tuple]":
        """Yield the legal segments with that half on a cell; with `first`, only those that begin
        there."""
        one, two = pieces.values(token)
        if self._phase() != _SEGMENT or (min(one, two), max(one, two)) not in self._playable(by):
            return
        for other in sorted(self._around(cell)):
            if self._empty(other) and not (first and other < cell):
                low, high, here, there = (
                    (cell, other, one, two) if cell < other else (other, cell, two, one)
                )
                number = self._number(low, high, here, there)
                if self._no_segment(by, number) is None:
                    yield (_SEGMENT, number)

    def drawn_actions(self, token: int, spot: int) -> list:
        """A domino shown to the pad is dealt to the next seat; one on the board is no deal."""
        if spot >= 0 or self._phase() != _DEAL or not 0 < token < FIRST_CAIRN:
            return []
        low, high = sorted(pieces.values(token))
        seat = self._next()
        return [] if self._no_deal(seat, low, high) else [(CHANCE, (_DEAL, seat, low, high))]

    def intended_action(self, by: int, spot: int, token: int) -> tuple | None:
        if token >= FIRST_TOR:
            return (_TOR, spot) if token == pieces.tor(by) else None
        if token >= FIRST_CAIRN:
            seat, value = divmod(token - FIRST_CAIRN, CAIRNS)
            return (_CAIRN, value, spot) if seat == by else None
        one, two = pieces.values(token)
        for other in self._around(spot):
            if not self.cells[other]:
                if spot < other:
                    return (_SEGMENT, self._number(spot, other, one, two))
                return (_SEGMENT, self._number(other, spot, two, one))
        return None

    def overlay(self) -> list:
        shown = []
        for cell in range(self.grid.cells):
            piece = self.cells[cell]
            if piece >= FIRST_TOR:
                shown.append((cell, OWNER, piece - FIRST_TOR))
            elif piece >= FIRST_CAIRN:
                shown.append((cell, OWNER, (piece - FIRST_CAIRN) // CAIRNS))
        for cell in self.cleared:
            shown.append((cell, CLEARED, 0))
        for path in self.paths:
            for i in range(len(path)):
                shown.append((path[i], FLOW, i))
        return shown

    # ---- words ---------------------------------------------------------------------------------

    def text(self, action: tuple) -> list:
        kind = action[0]
        words = [_WORDS[kind]]  # type: list
        if kind == _SEGMENT:
            cell, beside, one, two = self._placement(action[1])
            words += [self.grid.name(cell), one, self.grid.name(beside), two]
        elif kind == _DEAL:
            words += [action[1], "%d%d" % action[2:]]
        elif kind == _TOR:
            words.append(self.grid.name(action[1]))
        elif kind != _PASS:
            words.append(action[1])
            if kind == _CAIRN:
                words.append(self.grid.name(action[2]))
        return words

    def parse(self, words: list) -> tuple:
        if isinstance(words, list) and words and words[0] in _WORDS[1:]:
            kind = _WORDS.index(words[0])
            form = _FORMS[kind]
            if len(words) == 1 + len(form):
                values = [self._read(form[i], words[1 + i]) for i in range(len(form))]
                if kind == _SEGMENT:
                    return (kind, self._read_segment(values))
                if kind == _DEAL:
                    return (kind, values[0]) + values[1]
                return (kind,) + tuple(values)
        raise ValueError('an action of leylines is like ["segment", "c3", 2, "d3", 5], not %s'
                         % (words,))

    def _read_segment(self, values: list) -> int:
        cell, one, beside, two = values
        if cell > beside or not self._joined(cell, beside):
            raise ValueError(_APART)
        if not 0 <= min(one, two) <= max(one, two) < VALUES:
            raise ValueError("there is no segment %d-%d" % (one, two))
        return self._number(cell, beside, one, two)

    def _read(self, form: str, word: "Any") -> "Any":
        """Return the value of a word of that form: "c" a cell, "n" a number, "d" two digits."""
        if form == "c":
            return self.grid.cell(word)
        if form == "n":
            if isinstance(word, int) and word is not True and word is not False:
                return word
        elif isinstance(word, str) and len(word) == 2:
            digits = _DIGITS.find(word[0]), _DIGITS.find(word[1])
            if min(digits) >= 0:
                return digits
        raise ValueError("%s is not possible there" % (word,))

