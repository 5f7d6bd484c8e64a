"""Pawns: move ahead, take aslant; a player wins who gets across, or leaves the other no move.

Try this: let pawns move aslant, too, or begin with two rows. Pieces and tokens: 1 is a pawn of
seat 0, 2 of seat 1. Actions: (1, from, to) moves a pawn ahead, (2, from, to) takes one aslant.
"""

from games.base import OVER
from games.grid import Grid, GridGame

WIDTH, HEIGHT = 5, 5
WORDS = ("", "move", "take")


class Pawns(GridGame):
    """Pawns; `cells` holds them."""

    NAME = "pawns"
    TITLE = "Pawns"
    SET = 202
    STATE = ("cells", "turn", "winner")

    def reset(self):
        self.grid = Grid(WIDTH, HEIGHT)
        self.cells = bytearray(WIDTH * HEIGHT)
        for column in range(WIDTH):
            self.cells[column] = 1
            self.cells[WIDTH * (HEIGHT - 1) + column] = 2
        self.turn = 0
        self.winner = -1

    def current(self):
        return OVER if self.winner >= 0 else (self.turn,)

    def prompt(self):
        return self.current(), "move a pawn ahead, or take one aslant"

    def legal(self, by):
        if (by,) != self.current():
            return []
        found = []
        for start in range(WIDTH * HEIGHT):
            if self.cells[start] == by + 1:
                found += self.moves(by, start)
        return sorted(found)

    def moves(self, by, start):
        """Return the actions of the pawn on a cell."""
        ahead = start + (WIDTH if by == 0 else -WIDTH)
        found = [] if self.cells[ahead] else [(1, start, ahead)]
        for end in (ahead - 1, ahead + 1):
            if end // WIDTH == ahead // WIDTH and self.cells[end] == 2 - by:
                found.append((2, start, end))
        return found

    def reason(self, by, action):
        return None if action in self.legal(by) else "a pawn goes one cell ahead, or takes aslant"

    def play(self, by, action):
        kind, start, end = action
        self.cells[start] = 0
        self.cells[end] = by + 1
        self.turn = 1 - by
        if end // WIDTH == (HEIGHT - 1 if by == 0 else 0) or not self.legal(self.turn):
            self.winner = by
        return [["taken", self.turn, self.grid.name(end)]] if kind == 2 else []

    def has_secrets(self):
        return False

    def scores(self):
        return [int(self.winner == seat) for seat in (0, 1)]

    def result(self):
        return [self.winner], "across, or no move left"

    def tokens(self):
        return ((1, "red pawn", 0, WIDTH), (2, "blue pawn", 1, WIDTH))

    def text(self, action):
        kind, start, end = action
        return [WORDS[kind], self.grid.name(start), self.grid.name(end)]

    def parse(self, words):
        if not isinstance(words, list) or len(words) != 3 or words[0] not in WORDS[1:]:
            raise ValueError('an action is like ["move", "a1", "a2"], not %s' % words)
        return (WORDS.index(words[0]), self.grid.cell(words[1]), self.grid.cell(words[2]))


GAME = Pawns
