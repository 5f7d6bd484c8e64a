"""Four in a row: put a stone on an empty cell; a row of four of your own wins.

Try this: change SIZE, or ROW, and see the table follow. Pieces and tokens: 1 is a stone of seat 0,
2 of seat 1. Actions: (1, cell) puts one.
"""

from games.base import COMPLETE, OVER
from games.grid import Grid, GridGame

SIZE = 6  # cells a side
ROW = 4  # stones that win
WAYS = ((1, 0), (0, 1), (1, 1), (1, -1))  # steps (right, up) of the four kinds of rows


class FourInARow(GridGame):
    """Four in a row; `cells` holds the stones, `row` the winner's, once there is one."""

    NAME = "fourinarow"
    TITLE = "Four in a row"
    SET = 201
    STATE = ("cells", "turn", "row")

    def reset(self):
        self.grid = Grid(SIZE, SIZE)
        self.cells = bytearray(SIZE * SIZE)
        self.row = bytearray(SIZE * SIZE)
        self.turn = 0

    def current(self):
        return OVER if any(self.row) or all(self.cells) else (self.turn,)

    def prompt(self):
        return self.current(), "put a stone on an empty cell"

    def legal(self, by):
        if (by,) != self.current():
            return []
        return [(1, cell) for cell in range(SIZE * SIZE) if not self.cells[cell]]

    def reason(self, by, action):
        return None if action in self.legal(by) else "another stone lies there"

    def play(self, by, action):
        cell = action[1]
        self.cells[cell] = by + 1
        for right, up in WAYS:
            line = self.line(cell, -right, -up) + [cell] + self.line(cell, right, up)
            if len(line) >= ROW:
                for one in line:
                    self.row[one] = 1
        self.turn = 1 - by
        return []

    def line(self, cell, right, up):
        """Return the cells beside `cell` in a direction that hold the same stone."""
        found = []
        row, column = divmod(cell, SIZE)
        while True:
            row, column = row + up, column + right
            if not (0 <= row < SIZE and 0 <= column < SIZE):
                return found
            if self.cells[row * SIZE + column] != self.cells[cell]:
                return found
            found.append(row * SIZE + column)

    def has_secrets(self):
        return False

    def overlay_parts(self):
        yield [(cell, COMPLETE, 1 - self.turn) for cell in range(SIZE * SIZE) if self.row[cell]]

    def scores(self):
        return [int(any(self.row) and self.turn != seat) for seat in (0, 1)]

    def result(self):
        return ([1 - self.turn], "a row") if any(self.row) else ([0, 1], "the board is full")

    def tokens(self):
        most = (SIZE * SIZE + 1) // 2
        return ((1, "red stone", 0, most), (2, "blue stone", 1, most))

    def text(self, action):
        return ["put", self.grid.name(action[1])]

    def parse(self, words):
        if not isinstance(words, list) or len(words) != 2 or words[0] != "put":
            raise ValueError('an action is like ["put", "c3"], not %s' % words)
        return (1, self.grid.cell(words[1]))


GAME = FourInARow
