"""A judge for Ley Lines: paranoid alpha-beta, by the full rules.

It deals what it cannot know again and again, for as long as its time lasts. In each deal it
compares its eight actions that look best at once by the answers to them, up to three, of the next
players, who all play against it; with few dominoes left it plays to the end. A position is worth
the points scored, and what each cairn would still bring to each tor, halved for each domino that
the way lacks. By the same worth it places tors, at once; cairns lie by lot. How strong it is:
docs/players.md.

Paranoid search: Sturtevant, Korf, "On pruning techniques for multi-player games" (2000).
"""

import time

from games.base import OVER, lead
from games.grid import NONE
from games.leylines.pieces import CAIRNS, FIRST_CAIRN, FIRST_TOR, RISING, SEGMENT
from games.leylines.spaces import placement

FEW = 3  # dominoes in all hands with which it plays to the end
ENDS, MOST = 24, 10000  # guesses: of an end that it plays to the last domino, and of others
ROOTS, WIDTH = 8, 4  # actions that are looked at further, of its own and of others
LOOKS = 40  # actions among which those are chosen, below its own
WIN = 1000.0
FADE = 0.5


def near(game, cell):
    """Return the neighbours of a cell."""
    return [other for other in game.grid.near[4 * cell:4 * cell + 4] if other != NONE]


def flow(game, cairn):
    """Return (last cell, halves passed) of the energy of a cairn as it flows now; of equal
    neighbours it takes the first."""
    here, passed = cairn, []
    while True:
        ways = [(RISING[game.cells[one]], -one) for one in near(game, here) if one not in passed]
        strength, cell = max(ways, default=(0, 0))
        if not strength or strength < RISING[game.cells[here]]:
            return here, len(passed)
        here = -cell
        passed.append(here)


def distances(game, tor):
    """Return {cell: empty cells between it and a tor on the shortest way}; the cell itself may
    hold a piece."""
    found, edge, steps = {tor: 0}, [tor], 0
    while edge:
        after = []
        for cell in edge:
            for other in near(game, cell):
                if other not in found:
                    found[other] = steps
                    if not game.cells[other]:
                        after.append(other)
        edge, steps = after, steps + 1
    return found


def worths(game):
    """Return by seat the points scored and still to expect."""
    result = [float(points) for points in game.points]
    tors = [(seat, distances(game, tor)) for seat, tor in enumerate(game.tors) if tor != NONE]
    for cell, piece in enumerate(game.cells):
        if FIRST_CAIRN <= piece < FIRST_TOR:
            owner, value = divmod(piece - FIRST_CAIRN, CAIRNS)
            last, passed = flow(game, cell)
            for seat, distance in tors:
                if last in distance:
                    lacking = distance[last]
                    brings = value + (passed + lacking) * (2 if owner == seat else 1)
                    result[seat] += brings * FADE ** ((lacking + 1) // 2)
    return result


def value(game, me):
    """Return how far `me` is ahead of the best other seat."""
    if game.current() == OVER:
        winners = game.result()[0]
        return lead(game.scores(), me) + (WIN / len(winners) if me in winners else 0)
    return lead(worths(game), me)


class TooLong(Exception):
    """The time is used up."""


class Search:
    """Looks ahead for the seat `me` until the processor time `end`."""

    def __init__(self, game, me, end, rng):
        self.game, self.me, self.end, self.rng = game, me, end, rng

    def ordered(self, actions, by):
        """Return [(value, action)] of actions, the best for `by` first."""
        game, before, found = self.game, self.game.snapshot(), []
        for action in actions:
            game.play(by, action)
            found.append((value(game, self.me), action))
            game.restore(before)
        found.sort(key=lambda one: one[0], reverse=by == self.me)
        return found

    def some(self, by):
        """Return some actions of a seat: first those beside a tor or where energy ends."""
        game, actions = self.game, self.game.legal(by)
        if len(actions) <= LOOKS:
            return actions
        ends = {tor for tor in game.tors if tor != NONE}
        ends |= {flow(game, cell)[0] for cell, piece in enumerate(game.cells)
                 if FIRST_CAIRN <= piece < FIRST_TOR}
        hot = {other for cell in ends for other in near(game, cell)}
        self.rng.shuffle(actions)
        actions.sort(key=lambda one: one[0] != SEGMENT or
                     not hot.intersection(placement(game, one[1])[:2]))
        return actions[:LOOKS]

    def best(self, depth, low, high, exact):
        """Return the value for `me`, all others against it: of `depth` actions, or to the end."""
        game = self.game
        if time.process_time() > self.end:
            raise TooLong
        if game.current() == OVER or not (depth or exact):
            return value(game, self.me)
        by = game.current()[0]
        sign = 1 if by == self.me else -1
        if exact:
            actions = game.legal(by)
        else:
            found = self.ordered(self.some(by), by)
            if depth == 1:
                return found[0][0]
            actions = [action for _, action in found[:WIDTH]]
        before, best = game.snapshot(), None
        for action in actions:
            game.play(by, action)
            one = self.best(depth - 1, low, high, exact)
            game.restore(before)
            best = one if best is None or sign * one > sign * best else best
            if sign > 0:
                low = max(low, best)
            else:
                high = min(high, best)
            if low >= high:
                break
        return best


def choose(game, seat, seconds, rng):
    """Return the best action of a seat, by guesses made in so many seconds of processor time."""
    start = time.process_time()
    before = game.snapshot()
    try:
        game.determinize(seat, rng)
        search = Search(game, seat, start + seconds, rng)
        actions = game.legal(seat)
        rng.shuffle(actions)
        found = search.ordered(actions, seat)
        game.restore(before)
        if game.phase() != SEGMENT or len(actions) == 1:
            return found[0][1]
        exact = sum(game.held) <= FEW
        totals = {action: 0.0 for _, action in (found if exact else found[:ROOTS])}
        chosen, depth = found[0][1], 1
        for _ in range(ENDS if exact else MOST):
            game.determinize(seat, rng)
            guess = game.snapshot()
            now = {}
            for action in totals:
                game.play(seat, action)
                now[action] = search.best(depth, -2 * WIN, 2 * WIN, exact)
                game.restore(guess)
            for action, one in now.items():
                totals[action] += one * depth
            chosen = max(totals, key=lambda action: totals[action])
            depth = min(depth + 1, 3)
            game.restore(before)
    except TooLong:
        game.restore(before)
    return chosen
