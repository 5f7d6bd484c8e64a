"""The Royal Game of Ur: a race with four binary dice, as Irving Finkel reads the tablet of 177 BC.

Three rows of eight cells, without e1, f1, e3 and f3. Pieces and tokens: 1 is a counter of seat 0,
2 one of seat 1. Actions: (1, n) is a throw of chance, (2, from, to) moves a counter between cells,
HAND and HOME, (3,) passes.
"""

from games.base import CHANCE, FLOW, OVER
from games.grid import Grid, GridGame
from games.ur.track import HAND, HOME, ROSETTES, SAFE, track

_ROLL, _MOVE, _PASS = 1, 2, 3
_WEIGHTS = (1, 4, 6, 4, 1)  # of 0 to 4 marked corners of four dice
_THROWS = [str(["throw", count]) for count in range(5)]
_NAMES = {HAND: "hand", HOME: "home"}


class Ur(GridGame):
    """Ur; `cells` holds the counters, `hand` counts those that have not begun."""

    NAME = "ur"
    TITLE = "The Royal Game of Ur"
    SET = 130
    ACTIONS = "2 26 26, 3"
    OPTIONS = (("counters", (7, 5, 3)),)
    STATE = ("cells", "hand", "turn", "roll", "winner")
    ROLLS = 2

    def reset(self):
        self.grid = Grid(8, 3, (4, 5, 20, 21))
        self.cells = bytearray(self.grid.cells)
        self.hand = bytearray([self.options["counters"]] * 2)
        self.turn = 0
        self.roll = -1  # before the throw
        self.winner = -1

    def current(self):
        if self.winner >= 0:
            return OVER
        return (CHANCE,) if self.roll < 0 else (self.turn,)

    def prompt(self):
        if self.roll < 0:
            return self.current(), ("now throw", self.turn)
        return self.current(), ("now move" if self._moves() else "now pass", self.roll)

    def legal(self, by):
        if (by,) != self.current():
            return []
        if by == CHANCE:
            return [(_ROLL, count) for count in range(5)]
        return self._moves() or [(_PASS,)]

    def weight(self, action):
        return _WEIGHTS[action[1]]

    def _moves(self):
        """Return the moves of the throw, ascending."""
        way = track(self.turn)
        found = []
        for at in range(len(way) - self.roll if self.roll else 0):
            start, end = way[at], way[at + self.roll]
            is_own = self.hand[self.turn] if start == HAND else self.cells[start] == self.turn + 1
            if is_own and self._is_free(end):
                found.append((_MOVE, start, end))
        return sorted(found)

    def _is_free(self, cell):
        """May a counter of the seat to move come here?"""
        if cell == HOME or not self.cells[cell]:
            return True
        return self.cells[cell] != self.turn + 1 and cell != SAFE

    def reason(self, by, action):
        if action in self.legal(by):
            return None
        if action == (_PASS,):
            return "can move"
        return ("no move", self.roll)

    def play(self, by, action):
        if action[0] == _ROLL:
            self.roll = action[1]
            return []
        self.roll = -1
        if action[0] == _PASS:
            self.turn = 1 - by
            return []
        return self._move(by, action[1], action[2])

    def _move(self, by, start, end):
        events = []
        if start == HAND:
            self.hand[by] -= 1
        else:
            self.cells[start] = 0
        if end == HOME:
            events.append(["home", by])
        elif self.cells[end]:
            self.hand[1 - by] += 1
            events.append(["taken", 1 - by, self.grid.name(end)])
        if end != HOME:
            self.cells[end] = by + 1
        if self.scores()[by] == self.options["counters"]:
            self.winner = by
        if end not in ROSETTES:
            self.turn = 1 - by
        return events

    def scores(self):
        found = []
        for seat in (0, 1):
            lying = len([piece for piece in self.cells if piece == seat + 1])
            found.append(self.options["counters"] - self.hand[seat] - lying)
        return found

    def result(self):
        return [self.winner], "all home"

    def evaluate(self, seat):
        return self._progress(seat) - self._progress(1 - seat)

    def _progress(self, seat):
        """Return how many steps a seat has gone, and a few more for a safe place."""
        way = track(seat)
        steps = 15 * self.scores()[seat]
        for at in range(1, len(way) - 1):
            if self.cells[way[at]] == seat + 1:
                steps += at + 2 * (way[at] in ROSETTES)
        return steps

    def overlay_parts(self):
        yield [(cell, FLOW, 0) for cell in ROSETTES if not self.cells[cell]]

    def intended_action(self, by, spot, token):
        way = track(by)
        if token != by + 1 or spot not in way:
            return None
        at = way.index(spot) - max(self.roll, 0)
        return (_MOVE, way[max(at, 0)], spot)

    def tokens(self):
        most = self.options["counters"]
        return ((1, "red counter", 0, most), (2, "blue counter", 1, most))

    def text(self, action):
        if action[0] == _ROLL:
            return ["throw", action[1]]
        if action[0] == _PASS:
            return ["pass"]
        return ["move"] + [_NAMES.get(cell) or self.grid.name(cell) for cell in action[1:]]

    def parse(self, words):
        if words == ["pass"]:
            return (_PASS,)
        if str(words) in _THROWS:
            return (_ROLL, _THROWS.index(str(words)))
        if not isinstance(words, list) or len(words) != 3 or words[0] != "move":
            raise ValueError('an action of ur is like ["move", "hand", "d1"], ["throw", 3] or '
                             '["pass"], not %s' % words)
        return (_MOVE, self._cell(words[1], HAND), self._cell(words[2], HOME))

    def _cell(self, word, outside):
        """Return the cell for a word; raises ValueError."""
        return outside if word == _NAMES[outside] else self.grid.cell(word)


GAME = Ur
