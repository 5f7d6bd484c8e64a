"""Gomoku: five stones in a row win (Japan and China, old; rules as played without restrictions).

Pieces and tokens: 1 is a stone of seat 0, 2 one of seat 1. Actions: (1, cell) lays a stone, (2,)
swaps: the first stone changes its side.
"""

from games.base import COMPLETE, OVER
from games.grid import Grid, GridGame
from games.pauses import pause

_LAY, _SWAP = 1, 2
_WAYS = ((0, 1), (1, 0), (1, 1), (1, -1))  # (rows, columns) of a step
# The worth of a row with so many stones of one side alone to the side that moves next, and to the
# other.
_NEXT = (0, 1, 6, 30, 4000, 4000)
_LATER = (0, 1, 5, 20, 90, 4000)


class Gomoku(GridGame):
    """Gomoku; `cells` holds the stones, `line` the winning ones, once there are any."""

    NAME = "gomoku"
    TITLE = "Gomoku"
    SET = 131
    ACTIONS = "1 81, 2"
    OPTIONS = (("size", (9, 7, 6)), ("row", (5, 4)), ("swap", ("yes", "no")))
    STATE = ("cells", "turn", "count", "line")

    def reset(self):
        self.size = self.options["size"]
        self.row = self.options["row"]
        self.grid = Grid(self.size, self.size)
        self.cells = bytearray(self.grid.cells)
        self.line = bytearray(self.grid.cells)
        self.turn = 0
        self.count = 0  # actions so far

    def current(self):
        return OVER if any(self.line) or min(self.cells) else (self.turn,)

    def prompt(self):
        return self.current(), "now swap" if self._may_swap() else ("now", self.row)

    def _may_swap(self):
        return self.count == 1 and self.options["swap"] == "yes"

    def legal(self, by):
        if (by,) != self.current():
            return []
        found = [(_LAY, cell) for cell in range(self.grid.cells) if not self.cells[cell]]
        return found + [(_SWAP,)] if self._may_swap() else found

    def reason(self, by, action):
        if action in self.legal(by):
            return None
        return "swap late" if action == (_SWAP,) else "taken"

    def play(self, by, action):
        if action[0] == _SWAP:
            [cell] = [cell for cell in range(self.grid.cells) if self.cells[cell]]
            self.cells[cell] = by + 1
        else:
            self.cells[action[1]] = by + 1
            self._mark_rows(by, action[1])
        self.count += 1
        self.turn = 1 - by
        return []

    def _mark_rows(self, by, cell):
        """Mark the rows that a new stone completes."""
        for rows, columns in _WAYS:
            row = [cell]
            for sign in (1, -1):
                other = self._step(cell, sign * rows, sign * columns)
                while other >= 0 and self.cells[other] == by + 1:
                    row.append(other)
                    other = self._step(other, sign * rows, sign * columns)
            for one in row if len(row) >= self.row else ():
                self.line[one] = 1

    def _step(self, cell, rows, columns):
        """Return the cell so many rows up and columns to the right; -1 off the board."""
        row, column = divmod(cell, self.size)
        if 0 <= row + rows < self.size and 0 <= column + columns < self.size:
            return cell + rows * self.size + columns
        return -1

    def has_secrets(self):
        return False

    def scores(self):
        return [int(any(self.line) and self.turn != seat) for seat in (0, 1)]

    def result(self):
        if any(self.line):
            return [1 - self.turn], "in a row"
        return [0, 1], "board full"

    def evaluate(self, seat):
        if any(self.line):
            return _LATER[5] if self.turn != seat else -_LATER[5]
        worth = 0
        for start in range(self.grid.cells):
            for rows, columns in _WAYS:
                if self._step(start, (self.row - 1) * rows, (self.row - 1) * columns) >= 0:
                    worth += self._worth(seat, start, rows * self.size + columns)
            pause()
        return worth

    def _worth(self, seat, start, step):
        """Return what one possible row is worth to a seat."""
        count = [0, 0, 0]
        for cell in range(start, start + self.row * step, step):
            count[self.cells[cell]] += 1
        if count[1] and count[2]:
            return 0
        owner = 0 if count[1] else 1
        worth = (_NEXT if owner == self.turn else _LATER)[count[1] + count[2] + 5 - self.row]
        return worth if owner == seat else -worth

    def overlay_parts(self):
        winner = 1 - self.turn
        yield [(cell, COMPLETE, winner) for cell in range(self.grid.cells) if self.line[cell]]

    def tokens(self):
        most = (self.grid.cells + 1) // 2 + 1
        return ((1, "red stone", 0, most), (2, "blue stone", 1, most))

    def text(self, action):
        return ["swap"] if action[0] == _SWAP else ["lay", self.grid.name(action[1])]

    def parse(self, words):
        if words == ["swap"]:
            return (_SWAP,)
        if not isinstance(words, list) or len(words) != 2 or words[0] != "lay":
            raise ValueError('an action of gomoku is like ["lay", "c3"] or ["swap"], not %s'
                             % words)
        return (_LAY, self.grid.cell(words[1]))


GAME = Gomoku
