"""Konane: jump until the other side cannot (Hawaii, played long before Cook saw it in 1778).

Pieces and tokens: 1 is a stone of seat 0, 2 one of seat 1. Actions: (1, cell) takes an own stone
out, (2, from, to) jumps straight on, over one stone of the other side or several.
"""

from games.base import CLEARED, OVER
from games.grid import Grid, GridGame

_OUT, _JUMP = 1, 2
_WORDS = ("", "out", "jump")


class Konane(GridGame):
    """Konane; `cells` holds the stones, `gone` the cells that the last jump emptied."""

    NAME = "konane"
    TITLE = "Konane"
    SET = 132
    ACTIONS = "1 64, 2 64 64"
    OPTIONS = (("size", (6, 8)),)
    STATE = ("cells", "turn", "count", "gone")

    def reset(self):
        self.size = self.options["size"]
        self.grid = Grid(self.size, self.size)
        self.cells = bytearray(self.grid.cells)
        for cell in range(self.grid.cells):
            row, column = divmod(cell, self.size)
            self.cells[cell] = 1 + (row + column) % 2
        self.gone = bytearray(self.grid.cells)
        self.turn = 0
        self.count = 0  # actions so far

    def current(self):
        return (self.turn,) if self.count < 2 or self._can_jump(self.turn) else OVER

    def prompt(self):
        if self.count < 2:
            return self.current(), "now out next" if self.count else "now out"
        return self.current(), "now jump"

    def legal(self, by):
        if (by,) != self.current():
            return []
        if self.count < 2:
            return [(_OUT, cell) for cell in self._removable()]
        return sorted(self._jumps(by))

    def _removable(self):
        """Return the stones that may go first: in the middle or a corner, then beside the hole."""
        size = self.size
        if self.count:
            [hole] = [cell for cell in range(self.grid.cells) if not self.cells[cell]]
            return sorted([cell for cell, _ in self._near(hole)])
        low, high = size // 2 - 1, size // 2
        found = [row * size + column for row in (0, low, high, size - 1)
                 for column in (0, low, high, size - 1) if (row in (low, high)) == (column in
                                                                                   (low, high))]
        return [cell for cell in found if self.cells[cell] == 1]

    def _near(self, cell):
        """Yield (neighbour, the cell behind it or -1) in the four directions."""
        row, column = divmod(cell, self.size)
        for up, right in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            if 0 <= row + up < self.size and 0 <= column + right < self.size:
                step = up * self.size + right
                is_there = 0 <= row + 2 * up < self.size and 0 <= column + 2 * right < self.size
                yield cell + step, cell + 2 * step if is_there else -1

    def _jumps(self, by):
        """Yield the jumps of a seat."""
        for start in range(self.grid.cells):
            if self.cells[start] == by + 1:
                for over, end in self._near(start):
                    step = over - start
                    while end >= 0 and self.cells[end - step] == 2 - by and not self.cells[end]:
                        yield _JUMP, start, end
                        behind = [two for one, two in self._near(end) if one == end + step]
                        end = behind[0] if behind else -1

    def _can_jump(self, by):
        for _ in self._jumps(by):
            return True
        return False

    def reason(self, by, action):
        if action in self.legal(by):
            return None
        if self.count < 2:
            return "beside" if self.count else "middle"
        return "no jump"

    def play(self, by, action):
        self.gone = bytearray(self.grid.cells)
        self.cells[action[1]] = 0
        self.count += 1
        self.turn = 1 - by
        if action[0] == _OUT:
            return []
        return [["taken", 1 - by, self._jump(by, action[1], action[2])]]

    def _jump(self, by, start, end):
        """Move a stone and take those between; return the names of their cells."""
        step = self.size if abs(end - start) >= self.size else 1
        step = step if end > start else -step
        names = []
        for cell in range(start + step, end, 2 * step):
            self.cells[cell] = 0
            self.gone[cell] = 1
            names.append(self.grid.name(cell))
        self.cells[end] = by + 1
        return names

    def has_secrets(self):
        return False

    def scores(self):
        """Return how many stones each seat has taken."""
        left = [0, 0, 0]
        for piece in self.cells:
            left[piece] += 1
        whole = self.grid.cells // 2
        out = [min(max(self.count - seat, 0), 1) for seat in (0, 1)]  # those that went first
        return [whole - left[2] - out[1], whole - left[1] - out[0]]

    def result(self):
        return [1 - self.turn], "no jump left"

    def evaluate(self, seat):
        if self.current() == OVER:
            return 1000 if self.turn != seat else -1000
        return len(list(self._jumps(seat))) - len(list(self._jumps(1 - seat)))

    def overlay_parts(self):
        yield [(cell, CLEARED, 0) for cell in range(self.grid.cells) if self.gone[cell]]

    def tokens(self):
        most = self.grid.cells // 2
        return ((1, "red stone", 0, most), (2, "blue stone", 1, most))

    def text(self, action):
        return [_WORDS[action[0]]] + [self.grid.name(cell) for cell in action[1:]]

    def parse(self, words):
        if not isinstance(words, list) or words[:1] not in (["out"], ["jump"]):
            words = []
        if len(words) != (2 if words[:1] == ["out"] else 3):
            raise ValueError('an action of konane is like ["out", "c3"] or ["jump", "a1", "a3"], '
                             "not %s" % words)
        return (_WORDS.index(words[0]),) + tuple([self.grid.cell(word) for word in words[1:]])


GAME = Konane
