"""Halma for three, on a hexagon of 37 cells: a small Chinese Checkers (Stern-Halma, 1892).

The hexagon lies on a square grid, as that of Hex does: a cell touches its four neighbours and
those to the north-west and south-east. Pieces and tokens: seat + 1. Actions: (1, from, to) steps
or jumps with a man, (2,) passes.
"""

from games.base import OVER, OWNER
from games.grid import NONE, Grid, GridGame

_MOVE, _PASS = 1, 2
_SIDE = 7  # cells across
_HOMES = ((0, 3), (3, 6), (6, 0))  # the (row, column) of the corner where a seat begins
_GOALS = ((6, 3), (3, 0), (0, 6))
_STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def _distance(one, other):
    rows, columns = one[0] - other[0], one[1] - other[1]
    return max(abs(rows), abs(columns), abs(rows + columns))


def _corner(corner):
    """Return the four cells of a corner, ascending."""
    return [row * _SIDE + column for row in range(_SIDE) for column in range(_SIDE)
            if 3 <= row + column <= 9 and _distance((row, column), corner) <= 1]


class Halma(GridGame):
    """Halma for three; `cells` holds the men."""

    NAME = "halma"
    TITLE = "Halma for three"
    SEATS = (3, 3)
    SET = 134
    ACTIONS = "1 49 49, 2"
    STATE = ("cells", "turn")

    def reset(self):
        missing = [cell for cell in range(_SIDE * _SIDE)
                   if not 3 <= cell // _SIDE + cell % _SIDE <= 9]
        self.grid = Grid(_SIDE, _SIDE, missing)
        self.owned = bytearray([NONE] * self.grid.cells)  # whose home or goal a cell is
        self.cells = bytearray(self.grid.cells)
        for seat in range(3):
            for cell in _corner(_HOMES[seat]) + _corner(_GOALS[seat]):
                self.owned[cell] = seat
            for cell in _corner(_HOMES[seat]):
                self.cells[cell] = seat + 1
        self.turn = 0

    def current(self):
        return OVER if max(self.scores()) == 4 else (self.turn,)

    def prompt(self):
        return self.current(), "now" if self._moves() else "now pass"

    def legal(self, by):
        if (by,) != self.current():
            return []
        return self._moves() or [(_PASS,)]

    def _moves(self):
        """Return the moves of the seat to move, ascending."""
        found = []
        for start in range(self.grid.cells):
            if self.cells[start] == self.turn + 1:
                found += [(_MOVE, start, end) for end in self._ends(start)
                          if self._may_stop(start, end)]
        return sorted(found)

    def _ends(self, start):
        """Return the cells that a man reaches by a step, or by jumps one after the other."""
        steps = [end for end, _ in self._near(start) if not self.cells[end]]
        jumped = [start]
        for one in jumped:  # grows while the loop goes through it
            for over, end in self._near(one):
                is_jump = end != NONE and self.cells[over] and over != start
                if is_jump and not self.cells[end] and end not in jumped:
                    jumped.append(end)
        return steps + [end for end in jumped[1:] if end not in steps]

    def _near(self, cell):
        """Yield (neighbour, the cell behind it or NONE) in the six directions."""
        row, column = divmod(cell, _SIDE)
        for up, right in _STEPS:
            over = self._at(row + up, column + right)
            if over != NONE:
                yield over, self._at(row + 2 * up, column + 2 * right)

    def _at(self, row, column):
        if 0 <= row < _SIDE and 0 <= column < _SIDE and 3 <= row + column <= 9:
            return row * _SIDE + column
        return NONE

    def _may_stop(self, start, end):
        """May a man of the seat to move end there? Never in a corner of others, nor further from
        its goal than before."""
        if self.owned[end] not in (NONE, self.turn):
            return False
        return self._left(self.turn, end) <= self._left(self.turn, start)

    def _left(self, seat, cell):
        """Return the steps from a cell to the tip of a seat's goal."""
        return _distance(divmod(cell, _SIDE), _GOALS[seat])

    def reason(self, by, action):
        if action in self.legal(by):
            return None
        if action == (_PASS,):
            return "can move"
        if len(action) == 3 and self._is_own(action[1]) and action[2] in self._ends(action[1]):
            is_foreign = self.owned[action[2]] not in (NONE, by)
            return "foreign corner" if is_foreign else "back"
        return "no way"

    def _is_own(self, cell):
        return 0 <= cell < self.grid.cells and self.cells[cell] == self.turn + 1

    def play(self, by, action):
        events = []
        if action[0] == _MOVE:
            _, start, end = action
            if self._left(by, start) > 1 >= self._left(by, end):
                events.append(["home", by])
            self.cells[start] = 0
            self.cells[end] = by + 1
        self.turn = (by + 1) % 3
        return events

    def has_secrets(self):
        return False

    def scores(self):
        """Return how many men of each seat are in its goal."""
        return [len([cell for cell in _corner(_GOALS[seat]) if self.cells[cell] == seat + 1])
                for seat in range(3)]

    def result(self):
        scores = self.scores()
        return [seat for seat in range(3) if scores[seat] == 4], "all in the goal"

    def evaluate(self, seat):
        left = [0, 0, 0]
        for cell in range(self.grid.cells):
            if self.cells[cell]:
                owner = self.cells[cell] - 1
                steps = self._left(owner, cell)
                left[owner] += 3 * steps + (steps > 1)
        return left[(seat + 1) % 3] + left[(seat + 2) % 3] - 2 * left[seat]

    def overlay_parts(self):
        yield [(cell, OWNER, seat) for seat in range(3) for cell in _corner(_GOALS[seat])
               if not self.cells[cell]]

    def tokens(self):
        return ((1, "red man", 0, 4), (2, "blue man", 1, 4), (3, "green man", 2, 4))

    def text(self, action):
        if action[0] == _PASS:
            return ["pass"]
        return ["move"] + [self.grid.name(cell) for cell in action[1:]]

    def parse(self, words):
        if words == ["pass"]:
            return (_PASS,)
        if not isinstance(words, list) or len(words) != 3 or words[0] != "move":
            raise ValueError('an action of halma is like ["move", "d2", "d3"] or ["pass"], not %s'
                             % words)
        return (_MOVE, self.grid.cell(words[1]), self.grid.cell(words[2]))


GAME = Halma
