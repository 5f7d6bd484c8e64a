"""Meadow and wood: lay tiles beside each other; the largest meadow, or the largest wood, wins.

Both seats take tiles of either kind from one heap. Try this: a larger SIZE, or a third kind.
Pieces and tokens: 1 is a meadow, 2 a wood. Actions: (1, kind, cell) lays a tile.
"""

from games.base import OVER, OWNER
from games.grid import NONE, Grid, GridGame

SIZE = 5  # cells a side
COUNT = 12  # tiles of each kind
KINDS = ("", "meadow", "wood")


class MeadowAndWood(GridGame):
    """Meadow and wood; `cells` holds the tiles."""

    NAME = "meadow"
    TITLE = "Meadow and wood"
    SET = 205
    STATE = ("cells", "turn")

    def reset(self):
        self.grid = Grid(SIZE, SIZE)
        self.cells = bytearray(SIZE * SIZE)
        self.turn = 0

    def current(self):
        return OVER if self.count(0) == SIZE * SIZE - 2 * COUNT else (self.turn,)

    def count(self, kind):
        return len([one for one in self.cells if one == kind])

    def prompt(self):
        return self.current(), "lay a tile beside another one"

    def legal(self, by):
        if (by,) != self.current():
            return []
        free = [cell for cell in range(SIZE * SIZE) if self.may_lie(cell)]
        return [(1, kind, cell) for kind in (1, 2) if self.count(kind) < COUNT for cell in free]

    def may_lie(self, cell):
        """Is a cell empty, with a tile beside it, or is it the first?"""
        return not self.cells[cell] and (not any(self.cells) or any(
            [self.cells[other] for other in self.beside(cell)]))

    def beside(self, cell):
        return [other for other in self.grid.near[4 * cell : 4 * cell + 4] if other != NONE]

    def reason(self, by, action):
        if action in self.legal(by):
            return None
        if len(action) == 3 and self.count(action[1]) >= COUNT:
            return "no such tile is left"
        return "a tile lies on an empty cell, beside another one"

    def play(self, by, action):
        kind, cell = action[1:]
        self.cells[cell] = kind
        self.turn = 1 - by
        return []

    def has_secrets(self):
        return False

    def largest(self, kind):
        """Return the cells of the largest group of a kind, [] if none lies."""
        best = []
        known = bytearray(SIZE * SIZE)
        for start in range(SIZE * SIZE):
            if self.cells[start] == kind and not known[start]:
                group = [start]
                known[start] = 1
                for one in group:  # grows while the loop goes through it
                    for other in self.beside(one):
                        if self.cells[other] == kind and not known[other]:
                            known[other] = 1
                            group.append(other)
                if len(group) > len(best):
                    best = group
        return best

    def overlay_parts(self):
        for seat in (0, 1):
            yield [(cell, OWNER, seat) for cell in self.largest(seat + 1)]

    def scores(self):
        return [len(self.largest(1)), len(self.largest(2))]

    def result(self):
        most = max(self.scores())
        return [seat for seat in (0, 1) if self.scores()[seat] == most], "largest group"

    def tokens(self):
        return ((1, "meadow", -1, COUNT), (2, "wood", -1, COUNT))

    def text(self, action):
        return ["lay", KINDS[action[1]], self.grid.name(action[2])]

    def parse(self, words):
        if not isinstance(words, list) or len(words) != 3 or words[0] != "lay":
            raise ValueError('an action is like ["lay", "wood", "c3"], not %s' % (words,))
        if words[1] not in KINDS[1:]:
            raise ValueError('a tile is a "meadow" or a "wood", not %s' % (words[1],))
        return (1, KINDS.index(words[1]), self.grid.cell(words[2]))


GAME = MeadowAndWood
