"""Ley Lines of Mars: two seers fill diagonals with pyramids (rules: mars).

Caps cut the diagonals of the 6 x 6 grid into lines. A seat that completes a line of two or more
with a pyramid scores the pips of its own colour on it.

Pieces and tokens: 1 to 3 are seat 0's small, medium and large pyramids, 4 to 6 are seat 1's, 7 is
a cap. Actions: (size, cell), with size 1 to 3 for a pyramid and 4 for a cap.
"""

from micropython import const

from games.base import ALMOST, COMPLETE, OVER
from games.grid import Grid, GridGame

if False:  # only mypy reads this: the names of types
    from collections.abc import Iterable, Iterator
    from typing import Any

    from games.types import Action, Box, Event, Events, Mark, Message, Moves, Prompt, Words

_SIDE = const(6)
_CELLS = const(36)
_CAP = const(4)  # the size in an action
_CAP_PIECE = const(7)
_RISING = const(1)  # to the north-east; the other diagonals rise to the north-west
_FALLING = const(-1)
_WORDS = ("", "small", "medium", "large", "cap")
_EACH = const(5)  # pyramids of each size and seat; caps
# The pips of each piece, for each seat.
PIPS = (b"\0\1\2\3\0\0\0\0", b"\0\0\0\0\1\2\3\0")


def _diagonals() -> bytes:
    """Return the cells of each diagonal of two or more cells, each ended by _CELLS."""
    found = b""
    for east in (_RISING, _FALLING):
        for first in range(_CELLS):
            row, column = divmod(first, _SIDE)
            if row and 0 <= column - east < _SIDE:
                continue  # not the start of its diagonal
            cells = []
            while row < _SIDE and 0 <= column < _SIDE:
                cells.append(row * _SIDE + column)
                row += 1
                column += east
            if len(cells) > 1:
                found += bytes(cells + [_CELLS])
    return found


DIAGONALS = _diagonals()
_GRID = Grid(_SIDE, _SIDE)


class Mars(GridGame):
    """The game; `cells` holds the pieces, `left` counts pyramids by piece number, and the caps."""

    NAME = "mars"
    TITLE = "Ley Lines of Mars"
    SEATS = (2, 2)
    SET = 1  # pyramids and caps
    ACTIONS = "1 36, 2 36, 3 36, 4 36"
    OPTIONS = (("tie", ("draw", "second")),)
    FEATURES = 852
    STATE = ("cells", "left", "points", "turn", "lines")

    def check_options(self) -> None:
        if len(self.options) > 1 and not 1 <= 2 * sum(self._box()[:3]) + self._box()[3] <= _CELLS:
            raise ValueError("there are 1 to %d pieces, both seats' together" % _CELLS)

    def _box(self) -> list[int]:
        """Return how many pieces there are: of each size for a seat, and the caps."""
        return [self.options.get(name, _EACH) for name in ("smalls", "mediums", "larges", "caps")]

    def reset(self) -> None:
        self.grid = _GRID
        self.cells = bytearray(_CELLS)
        small, medium, large, caps = self._box()
        self.left = bytearray((0, small, medium, large, small, medium, large, caps))
        self.pips = PIPS
        if len(self.options) > 1:  # a variant
            dots = bytes([self.options.get(_WORDS[size] + "_dots", size) for size in (1, 2, 3)])
            self.pips = (b"\0" + dots + b"\0\0\0\0", b"\0\0\0\0" + dots + b"\0")
        self.points = [0, 0]
        self.turn = 0
        self.lines: "list[Any]" = []  # scored lines: (seat, lowest cell, direction, length)

    def current(self) -> tuple[int, ...]:
        if sum(self.left) == 0:
            return OVER
        return (self.turn,)

    def legal(self, by: int) -> "list[Action]":
        if by not in self.current():
            return []
        actions: "list[Action]" = []
        for size in range(1, _CAP + 1):
            if self.left[self._piece(by, size)]:
                for cell in range(_CELLS):
                    if not self.cells[cell]:
                        actions.append((size, cell))
        return actions

    def reason(self, by: int, action: "Action") -> "Message | None":
        if len(action) != 2 or not 1 <= action[0] <= _CAP or not 0 <= action[1] < _CELLS:
            return "no such action"
        size, cell = action
        if self.cells[cell]:
            return ("taken", self.grid.name(cell))
        if not self.left[self._piece(by, size)]:
            return ("none left", _WORDS[size])
        return None

    def prompt(self) -> "Prompt":
        pyramids = sum(self.left[3 * self.turn + 1 : 3 * self.turn + 4])
        caps = self.left[_CAP_PIECE]
        return self.current(), "now" if pyramids and caps else "now cap" if caps else "now pyramid"

    def effects(self, by: int, action: "Action") -> "Moves":
        return ((action[1], self._piece(by, action[0])),)

    def targets(self, by: int) -> "Iterable[int]":
        if by in self.current():
            for cell in range(_CELLS):
                if not self.cells[cell]:
                    yield cell

    def placing(self, by: int, token: int, spot: int = -1) -> "Iterable[Action]":
        size = _CAP if token == _CAP_PIECE else token - 3 * by
        if by in self.current() and 1 <= size <= _CAP and self._piece(by, size) == token:
            for cell in range(_CELLS) if spot < 0 else (spot,):
                if self.left[token] and not self.cells[cell]:
                    yield (size, cell)

    def intended_action(self, by: int, spot: int, token: int) -> "Action | None":
        if token == _CAP_PIECE:
            return (_CAP, spot)
        return (token - 3 * by, spot) if (token - 1) // 3 == by else None

    def play(self, by: int, action: "Action") -> "Events":
        size, cell = action
        piece = self._piece(by, size)
        self.cells[cell] = piece
        self.left[piece] -= 1
        events = []
        if size != _CAP:
            for direction in (_RISING, _FALLING):
                first, length, empty = self._line(cell, direction)
                if length >= 2 and not empty:
                    events.append(self._score(by, first, direction, length))
        self._pass_on()
        return events

    def scores(self) -> list[int]:
        return list(self.points)

    def result(self) -> tuple[list[int], str]:
        one, two = self.points
        if one == two:
            winners = [0, 1] if self.options["tie"] == "draw" else [1]
        else:
            winners = [0 if one > two else 1]
        return winners, "all pieces placed"

    def tokens(self) -> "Box":
        box = []
        counts = self._box()
        for seat in (0, 1):
            for size in (1, 2, 3):
                name = "%s %d" % (_WORDS[size], seat)
                box.append((self._piece(seat, size), name, seat, counts[size - 1]))
        box.append((_CAP_PIECE, "cap", -1, counts[3]))
        return tuple([entry for entry in box if entry[3]])

    def scored(self, event: "Event") -> list[int]:
        return [self.grid.cell(name) for name in event[3]]

    def has_secrets(self) -> bool:
        return False

    def text(self, action: "Action") -> "Words":
        return [_WORDS[action[0]], self.grid.name(action[1])]

    def parse(self, words: "Words") -> "Action":
        if not isinstance(words, list) or len(words) != 2 or words[0] not in _WORDS[1:]:
            raise ValueError('an action of mars is like ["small", "c3"], not %s' % words)
        return (_WORDS.index(words[0]), self.grid.cell(words[1]))

    def evaluate(self, seat: int) -> int:
        """Return the lead, minus what the next player could score at once."""
        lead = self.points[seat] - self.points[1 - seat]
        threat = self.threat(self.turn)
        return lead - threat if self.turn != seat else lead + threat

    def features(self, seat: int) -> list[int]:
        if len(self.options) > 1:  # learnt from games with the usual numbers
            return []
        from games.mars_features import features

        return features(self, seat)

    def outlook(self, by: int, weights: list[int], unit: int) -> "list[int] | None":
        from games.mars_features import outlook

        return outlook(self, by, weights, unit)

    def overlay_parts(self) -> "Iterator[list[Mark]]":
        for seat, first, direction, length in self.lines:
            yield [(first + i * (_SIDE + direction), COMPLETE, seat) for i in range(length)]
        lacking = bytearray(_CELLS)
        for cell, _ in self._lacking(0):
            lacking[cell] = 1
        yield [(cell, ALMOST, 0) for cell in range(_CELLS) if lacking[cell]]

    def _piece(self, seat: int, size: int) -> int:
        return _CAP_PIECE if size == _CAP else 3 * seat + size

    def _pass_on(self) -> None:
        """Give the turn to the other seat, or keep it if that seat has nothing to place."""
        other = 1 - self.turn
        own = self.left[3 * other + 1] + self.left[3 * other + 2] + self.left[3 * other + 3]
        if own or self.left[_CAP_PIECE]:
            self.turn = other

    def _line(self, cell: int, direction: int) -> tuple[int, int, int]:
        """Return (lowest cell, length, empty cells) of the line through a cell without a cap."""
        first = cell
        while self._is_free_neighbour(first, -direction, -1):
            first -= _SIDE + direction
        length = 1
        empty = 0 if self.cells[first] else 1
        last = first
        while self._is_free_neighbour(last, direction, 1):
            last += _SIDE + direction
            length += 1
            empty += 0 if self.cells[last] else 1
        return first, length, empty

    def _is_free_neighbour(self, cell: int, east: int, north: int) -> bool:
        """Is the cell one step away on the board, and without a cap?"""
        row, column = divmod(cell, _SIDE)
        row += north
        column += east
        if not (0 <= row < _SIDE and 0 <= column < _SIDE):
            return False
        return self.cells[row * _SIDE + column] != _CAP_PIECE

    def _pips(self, seat: int, first: int, direction: int, length: int) -> int:
        total = 0
        for i in range(length):
            total += self.pips[seat][self.cells[first + i * (_SIDE + direction)]]
        return total

    def _score(self, by: int, first: int, direction: int, length: int) -> "Event":
        points = self._pips(by, first, direction, length)
        self.points[by] += points
        self.lines.append((by, first, direction, length))
        cells = [self.grid.name(first + i * (_SIDE + direction)) for i in range(length)]
        return ["line", by, points, cells]

    def threat(self, seat: int) -> int:
        """Add up the pips on all lines that lack just one piece, with the pips of that piece."""
        of_seat = self.pips[seat]
        largest = -1
        for piece in range(3 * seat + 1, 3 * seat + 4):
            if self.left[piece] and of_seat[piece] > largest:
                largest = of_seat[piece]
        if largest < 0:
            return 0
        promises = bytearray(_CELLS)
        most = 0
        for cell, pips in self._lacking(seat):
            promises[cell] += pips + largest
            most = max(most, promises[cell])
        return most

    def _lacking(self, seat: int) -> "Iterator[tuple[int, int]]":
        """Yield (cell, pips of a seat) of each line of two or more that lacks only that cell."""
        cells = self.cells + bytes((_CAP_PIECE,))  # a diagonal ends as at a cap
        of_seat = self.pips[seat]
        laid = empty = last = pips = 0
        for cell in DIAGONALS:
            piece = cells[cell]
            if not piece:
                empty += 1
                last = cell
            elif piece == _CAP_PIECE:  # a cap ends the line
                if empty == 1 and laid:
                    yield last, pips
                laid = empty = pips = 0
            else:
                laid += 1
                pips += of_seat[piece]


GAME = Mars
