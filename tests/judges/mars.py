"""A judge for Ley Lines of Mars: a PUCT tree over rules of its own, exact for the last actions.

Each descent ends in a play-out that looks at a few cells at each step and takes the best of them;
the tree prefers actions that score more than they let the other seat score next. Once few pieces
are left, alpha-beta plays to the end, as long as its part of the time lasts.

PUCT: Silver et al., "Mastering the game of Go without human knowledge" (2017).
"""

import math
import random
import time

SIDE, CELLS, CAP = 6, 36, 7
EXACT = 9  # actions left for which it tries to play to the end
EXPLORE = 1.4
LOOKS = 4  # cells that a play-out compares
PIPS = ((0, 1, 2, 3, 0, 0, 0, 0), (0, 0, 0, 0, 1, 2, 3, 0))


def _ray(cell, north, east):
    row, column = divmod(cell, SIDE)
    found = []
    while True:
        row, column = row + north, column + east
        if not (0 <= row < SIDE and 0 <= column < SIDE):
            return tuple(found)
        found.append(row * SIDE + column)


DIAGONALS = [[(_ray(cell, 1, east), _ray(cell, -1, -east)) for east in (1, -1)]
             for cell in range(CELLS)]


class TooLong(Exception):
    """The exact search has used up its time."""


class Position:
    """Cells, pieces left by piece, the lead of seat 0 and the seat to act, -1 at the end."""

    def __init__(self, cells, left, lead, turn):
        self.cells, self.left, self.lead, self.turn = cells, left, lead, turn

    def copy(self):
        return Position(self.cells[:], self.left[:], self.lead, self.turn)

    def pieces(self):
        own = 3 * self.turn
        return [p for p in (own + 3, own + 2, own + 1, CAP) if self.left[p]]

    def promise(self, piece, cell):
        """Return (points of the actor, points that the other seat could then score there), of a
        piece on an empty cell."""
        gain = gift = 0
        if piece == CAP:
            return 0, 0
        own, other = PIPS[self.turn], PIPS[1 - self.turn]
        for rays in DIAGONALS[cell]:
            length, empty, pips, theirs = 1, 0, own[piece], 0
            for ray in rays:
                for at in ray:
                    there = self.cells[at]
                    if there == CAP:
                        break
                    length += 1
                    if not there:
                        empty += 1
                        if empty > 1:
                            break
                    pips += own[there]
                    theirs += other[there]
                if empty > 1:
                    break
            if length > 1 and not empty:
                gain += pips
            elif empty == 1:
                gift = max(gift, theirs + 2)
        return gain, gift

    def place(self, piece, cell):
        gain = self.promise(piece, cell)[0]
        self.lead += -gain if self.turn else gain
        self.cells[cell] = piece
        self.left[piece] -= 1
        other = 1 - self.turn
        mine, theirs = 3 * self.turn, 3 * other
        left = self.left
        if left[CAP] or left[theirs + 1] or left[theirs + 2] or left[theirs + 3]:
            self.turn = other
        elif not (left[mine + 1] or left[mine + 2] or left[mine + 3]):
            self.turn = -1


def play_out(position, rng):
    """Play to the end; return the lead of seat 0."""
    free = [cell for cell in range(CELLS) if not position.cells[cell]]
    rng.shuffle(free)
    while position.turn >= 0:
        pieces = position.pieces()
        best, chosen = -99, None
        for i in range(min(LOOKS, len(free))):
            j = int(rng.random() * len(free)) if i else -1
            piece = pieces[int(rng.random() * len(pieces))]
            gain, gift = position.promise(piece, free[j])
            if gain - gift > best:
                best, chosen = gain - gift, (piece, j)
        piece, j = chosen
        free[j], free[-1] = free[-1], free[j]
        position.place(piece, free.pop())
    return position.lead


class Node:
    """Actions of a position with priors, visits and sums of values of the seat to act."""

    def __init__(self, position):
        self.turn = position.turn
        self.moves, looks = [], []
        for cell in range(CELLS):
            if not position.cells[cell]:
                for piece in position.pieces():
                    gain, gift = position.promise(piece, cell)
                    self.moves.append((piece, cell))
                    looks.append(math.exp((gain - gift) / 3))
        total = sum(looks)
        self.priors = [look / total for look in looks]
        self.visits = [0] * len(looks)
        self.values = [0.0] * len(looks)
        self.nodes = {}

    def choose(self):
        root = EXPLORE * math.sqrt(sum(self.visits) + 1)
        best, chosen = -9.0, 0
        for i, visits in enumerate(self.visits):
            value = self.values[i] / visits if visits else 0.35
            bound = value + root * self.priors[i] / (1 + visits)
            if bound > best:
                best, chosen = bound, i
        return chosen


def value_of(lead, seat):
    """Return a value from 0 to 1: mostly who wins, and a little by how much."""
    lead = -lead if seat else lead
    return 0.5 + 0.4 * ((lead > 0) - (lead < 0)) + 0.1 * math.tanh(lead / 10)


def simulate(root, position, rng):
    """Descend to a new node and play out; add the result to all nodes on the way."""
    node, way = root, []
    while True:
        i = node.choose()
        way.append((node, i))
        position.place(*node.moves[i])
        if position.turn < 0:
            break
        if i not in node.nodes:
            node.nodes[i] = Node(position)
            play_out(position, rng)
            break
        node = node.nodes[i]
    for node, i in way:
        node.visits[i] += 1
        node.values[i] += value_of(position.lead, node.turn)


def solve(position, alpha, beta, end, known):
    """Return (final lead of the seat to act, best action), by alpha-beta with a table."""
    if time.process_time() > end:
        raise TooLong
    key = (bytes(position.cells), position.turn)
    sign = -1 if position.turn else 1
    now = sign * position.lead
    low, high, move = known.get(key, (-999, 999, None))
    if low + now >= beta or low == high:
        return low + now, move
    if high + now <= alpha:
        return high + now, move
    alpha = max(alpha, low + now)
    moves = [(position.promise(piece, cell), piece, cell) for cell in range(CELLS)
             if not position.cells[cell] for piece in position.pieces()]
    moves.sort(key=lambda one: one[0][1] - one[0][0])
    best, floor = -999, alpha
    for _, piece, cell in moves:
        after = position.copy()
        after.place(piece, cell)
        if after.turn < 0:
            value = sign * after.lead
        elif after.turn == position.turn:
            value = solve(after, floor, beta, end, known)[0]
        else:
            value = -solve(after, -beta, -floor, end, known)[0]
        if value > best:
            best, move = value, (piece, cell)
        floor = max(floor, best)
        if best >= beta:
            break
    lower = best - now if best > alpha else -999
    upper = best - now if best < beta else 999
    known[key] = (max(low, lower), min(high, upper), move)
    return best, move


def choose(game, seat, seconds, rng):
    """Return the action of the seat to act in a game of the product, found in so many seconds of
    processor time."""
    rng = random.Random(rng.below(1 << 28))
    end = time.process_time() + seconds
    position = Position(list(game.cells), list(game.left), game.points[0] - game.points[1],
                        game.turn)
    chosen = None
    if sum(position.left) <= EXACT:
        try:
            chosen = solve(position, -999, 999, time.process_time() + seconds * 0.7, {})[1]
        except TooLong:
            chosen = None
    if chosen is None:
        root = Node(position)
        while time.process_time() < end:
            simulate(root, position.copy(), rng)
        chosen = root.moves[root.visits.index(max(root.visits))]
    piece, cell = chosen
    return (4 if piece == CAP else piece - 3 * game.turn, cell)
