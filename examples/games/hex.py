"""Hex: who joins the own two sides wins (Piet Hein 1942, John Nash 1948).

The rhombus of hexagons lies on a square grid: a cell touches its four neighbours and those to the
north-west and south-east. Pieces and tokens: 1 is a stone of seat 0, who joins south and north, 2
one of seat 1, who joins west and east. Actions: (1, cell) lays a stone, (2,) swaps.
"""

from games.base import COMPLETE, OVER
from games.grid import Grid, GridGame

_LAY, _SWAP = 1, 2


class Hex(GridGame):
    """Hex; `cells` holds the stones, `line` the winner's, once there is one."""

    NAME = "hex"
    TITLE = "Hex"
    SET = 129
    ACTIONS = "1 81, 2"
    OPTIONS = (("size", (7, 5, 9)), ("swap", ("yes", "no")))
    STATE = ("cells", "turn", "count", "line")

    def reset(self):
        self.size = self.options["size"]
        self.grid = Grid(self.size, self.size)
        self.cells = bytearray(self.grid.cells)
        self.line = bytearray(self.grid.cells)
        self.turn = 0
        self.count = 0  # actions so far

    def current(self):
        return OVER if any(self.line) else (self.turn,)

    def prompt(self):
        return self.current(), "now swap" if self._may_swap() else "now"

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
            self.cells[cell] = 0
            row, column = divmod(cell, self.size)
            self.cells[column * self.size + row] = by + 1
        else:
            self.cells[action[1]] = by + 1
            self._join(by, action[1])
        self.count += 1
        self.turn = 1 - by
        return []

    def _join(self, by, cell):
        """Find the group of a new stone; if it joins both sides, that is the line."""
        group = [cell]
        for one in group:  # grows while the loop goes through it
            for other in self._near(one):
                if self.cells[other] == by + 1 and other not in group:
                    group.append(other)
        places = [divmod(one, self.size)[by] for one in group]
        if min(places) == 0 and max(places) == self.size - 1:
            for one in group:
                self.line[one] = 1

    def _near(self, cell):
        row, column = divmod(cell, self.size)
        for up, right in ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)):
            if 0 <= row + up < self.size and 0 <= column + right < self.size:
                yield cell + up * self.size + right

    def has_secrets(self):
        return False

    def scores(self):
        return [int(any(self.line) and self.turn != seat) for seat in (0, 1)]

    def result(self):
        return [1 - self.turn], "sides joined"

    def evaluate(self, seat):
        return self._missing(1 - seat) - self._missing(seat)

    def _missing(self, by):
        """Return the fewest stones that a seat lacks to join its sides."""
        lacks = {}
        edge = [cell for cell in range(self.grid.cells) if divmod(cell, self.size)[by] == 0]
        for cell in edge:
            self._reach(lacks, by, cell, 0)
        far = [lacks[cell] for cell in lacks if divmod(cell, self.size)[by] == self.size - 1]
        return min(far) if far else 2 * self.size

    def _reach(self, lacks, by, start, count):
        """Note for each cell how many stones a way to it from `start` lacks."""
        todo = [(start, count)]
        for cell, so_far in todo:  # grows while the loop goes through it
            if self.cells[cell] == 2 - by:
                continue
            so_far += not self.cells[cell]
            if so_far < lacks.get(cell, self.grid.cells):
                lacks[cell] = so_far
                todo += [(other, so_far) for other in self._near(cell)]

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
            raise ValueError('an action of hex is like ["lay", "c3"] or ["swap"], not %s' % words)
        return (_LAY, self.grid.cell(words[1]))


GAME = Hex
