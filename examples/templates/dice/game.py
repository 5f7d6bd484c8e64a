"""Race: throw a die, then move one of your counters along the track; all home wins.

Chance is a seat, too: `current` returns (CHANCE,) when a die is due, `legal` lists its outcomes,
`weight` says how likely each is. Try this: more counters, or a longer track. Pieces and tokens: 1
is a counter of seat 0, 2 of seat 1. Actions: (1, n) is a throw, (2, from, to) a move, (3,) a
pass.
"""

from games.base import CHANCE, OVER
from games.grid import Grid, GridGame

WIDTH, ROWS = 9, 2  # each seat has a row of its own
COUNTERS = 2
FACES = 4  # of the die
HAND = HOME = WIDTH * ROWS  # no cell: where counters begin, and end


class Race(GridGame):
    """A race; `cells` holds the counters, `hand` and `home` count those that lie beside the board,
    `roll` is the throw, 0 before it."""

    NAME = "race"
    TITLE = "Race"
    SET = 203
    STATE = ("cells", "hand", "home", "turn", "roll")
    ROLLS = 2

    def reset(self):
        self.grid = Grid(WIDTH, ROWS)
        self.cells = bytearray(WIDTH * ROWS)
        self.hand = bytearray([COUNTERS] * 2)
        self.home = bytearray(2)
        self.turn = 0
        self.roll = 0

    def current(self):
        if COUNTERS in self.scores():
            return OVER
        return (self.turn,) if self.roll else (CHANCE,)

    def prompt(self):
        if not self.roll:
            return self.current(), "throw the die"
        return self.current(), ("the die shows {0}", self.roll) if self.moves() else "no way: pass"

    def legal(self, by):
        if (by,) != self.current():
            return []
        if by == CHANCE:
            return [(1, count) for count in range(1, FACES + 1)]
        return self.moves() or [(3,)]

    def weight(self, action):
        return 1  # all faces are equally likely

    def moves(self):
        """Return the moves of the throw, ascending."""
        first = self.turn * WIDTH
        found = []
        for start in range(first, first + WIDTH):
            if self.cells[start]:
                end = start + self.roll
                if end >= first + WIDTH:
                    found.append((2, start, HOME))
                elif not self.cells[end]:
                    found.append((2, start, end))
        end = first + self.roll - 1
        if self.hand[self.turn] and not self.cells[end]:
            found.append((2, HAND, end))
        return sorted(found)

    def reason(self, by, action):
        if action in self.legal(by):
            return None
        return "a counter goes as many cells as the die shows, onto an empty one"

    def play(self, by, action):
        if action[0] == 1:
            self.roll = action[1]
            return []
        self.roll = 0
        self.turn = 1 - by
        if action[0] == 3:
            return []
        start, end = action[1:]
        if start == HAND:
            self.hand[by] -= 1
        else:
            self.cells[start] = 0
        if end == HOME:
            self.home[by] += 1
            return [["home", by]]
        self.cells[end] = by + 1
        return []

    def scores(self):
        return list(self.home)

    def result(self):
        return [seat for seat in (0, 1) if self.home[seat] == COUNTERS], "all home"

    def evaluate(self, seat):
        return self.progress(seat) - self.progress(1 - seat)

    def progress(self, seat):
        """Return how many cells the counters of a seat have gone."""
        gone = WIDTH * self.home[seat]
        for step in range(WIDTH):
            if self.cells[seat * WIDTH + step]:
                gone += step + 1
        return gone

    def tokens(self):
        return ((1, "red counter", 0, COUNTERS), (2, "blue counter", 1, COUNTERS))

    def text(self, action):
        if action[0] == 1:
            return ["throw", action[1]]
        if action[0] == 3:
            return ["pass"]
        start, end = action[1:]
        return ["move", "hand" if start == HAND else self.grid.name(start),
                "home" if end == HOME else self.grid.name(end)]

    def parse(self, words):
        if words == ["pass"]:
            return (3,)
        for count in range(1, FACES + 1):
            if str(words) == str(["throw", count]):
                return (1, count)
        if not isinstance(words, list) or len(words) != 3 or words[0] != "move":
            raise ValueError('an action is like ["move", "hand", "c1"], ["throw", 3] or ["pass"], '
                             'not %s' % words)
        start = HAND if words[1] == "hand" else self.grid.cell(words[1])
        return (2, start, HOME if words[2] == "home" else self.grid.cell(words[2]))


GAME = Race
