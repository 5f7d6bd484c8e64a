"""A player that thinks ahead, for every game: Monte Carlo tree search over guesses of what is
hidden, through the protocol alone. For the desk: it is too slow for the board.
"""

import math
import os
import time

from games import bots
from games.base import CHANCE, OVER

def _env(name, default):
    return type(default)(os.environ.get(name, default))

ROUNDS = 300
_EXPLORE = _env("EXPLORE", 1.0)
_WIDTH = _env("WIDTH", 1.0)
_WIDEN = _env("WIDEN", 0.5)
_LOOKS = _env("LOOKS", 200)
_GLANCE = _env("GLANCE", 16)
_NEAR = _env("NEAR", 0)   # plies from the root played with twice the glance
_SURE = _env("SURE", 0.5)
_PRIOR = 2
_MINAHEAD = _env("MINAHEAD", 4)
_INTREE = _env("INTREE", 1)
_WIN = _env("WIN", 0.0)
_SLACK = _env("SLACK", 4)
_AHEAD = _env("AHEAD", 0)
_LIKED = _env("LIKED", 8)


class Node:
    def __init__(self):
        self.visits = 0
        self.tried = {}  # (seat, action): [times, sum, possible]
        self.ranked = {}
        self.after = {}

    def follow(self, step):
        if step not in self.after:
            self.after[step] = Node()
        return self.after[step]


class Spread:
    def __init__(self):
        self.count = 0
        self.mean = 0.0
        self.squares = 0.0

    def add(self, value):
        self.count += 1
        off = value - self.mean
        self.mean += off / self.count
        self.squares += off * (value - self.mean)

    def spread(self):
        return math.sqrt(self.squares / self.count) if self.count > 1 else 1.0


class Search:
    def __init__(self, game, seat, rng):
        self.game = game
        self.seat = seat
        self.seed = rng.below(1 << 28)
        self.rng = rng
        self.dice = rng
        self.rounds = 0
        self.worths = {}   # of root actions, guess by guess
        self.after = {}    # node after each root action
        self.spreads = [Spread() for _ in range(game.seats)]
        before = game.snapshot()
        planned = game.plan(seat, rng)
        game.imagine(seat, rng)
        ranked = self._rank(seat, game.legal(seat))
        game.restore(before)
        glance = 1 if planned is not None else min(_GLANCE, len(ranked))
        self.ahead = _AHEAD or max(_MINAHEAD, _LOOKS // glance)
        self.liked = [[] for _ in range(game.seats)]
        self.base = planned if planned is not None else ranked[-1][1]
        kinds = set([self.base[0]])
        first, rest = [], []
        for _, action in reversed(ranked):
            if action == self.base:
                continue
            if action[0] in kinds:
                rest.append(action)
            else:
                kinds.add(action[0])
                first.append(action)
        self.waiting = (first + rest)[::-1]
        self.worths[self.base] = []

    # ---- root --------------------------------------------------------------------------------

    def round(self):
        action = self._contender()
        mine = self.worths[action]
        base = self.worths[self.base]
        if action != self.base and len(base) <= len(mine):
            action, mine = self.base, base
        self.rounds += 1
        mine.append(self._simulate(action, len(mine)))

    def _contender(self):
        if self.rounds == 0:
            return self.base
        width = math.ceil(_WIDTH * self.rounds**_WIDEN)
        if self.waiting and len(self.worths) <= width:
            action = self.waiting.pop()
            self.worths[action] = []
            return action
        usual = self._usual()
        best = None
        for action in self.worths:
            if action == self.base:
                continue
            n = len(self.worths[action])
            if not n: return action
            bound = self._edge(action)[0] / usual + _EXPLORE * math.sqrt(math.log(self.rounds) / n)
            if best is None or bound > best[0]:
                best = bound, action
        return best[1]

    def _diffs(self, action):
        return [a - b for a, b in zip(self.worths[action], self.worths[self.base])]

    def _usual(self):
        total = n = 0
        for action in self.worths:
            if action != self.base:
                d = self._diffs(action)
                total += sum([x * x for x in d])
                n += len(d)
        return max(math.sqrt(total / n), 1e-6) if n else 1.0

    def _edge(self, action):
        d = self._diffs(action)
        n = len(d)
        mean = sum(d) / n if n else 0.0
        return mean, sum([(x - mean) ** 2 for x in d]), n

    def best(self):
        usual = self._usual()
        best = (0.0, self.base)
        for action in self.worths:
            if action != self.base and self.worths[action]:
                mean, squares, n = self._edge(action)
                if n:
                    var = (squares + _PRIOR * usual * usual) / (n + _PRIOR)
                    low = mean - _SURE * math.sqrt(var / n)
                    if low > best[0]:
                        best = low, action
        return best[1]

    # ---- a simulation --------------------------------------------------------------------------

    def _simulate(self, action, k):
        game = self.game
        before = game.snapshot()
        self.rng = type(self.rng)(self.seed + 2 * k)
        self.dice = type(self.rng)(self.seed + 2 * k + 1)
        game.imagine(self.seat, self.dice)
        game.play(self.seat, action)
        self.left = self.ahead - 1
        taken = []
        if _INTREE:
            taken = self._descend(self.after.setdefault(action, Node()))
        self._play_on()
        worths = self._worths()
        game.restore(before)
        for node, seat, act in taken:
            entry = node.tried[seat, act]
            entry[0] += 1
            entry[1] += worths[seat]
        return worths[self.seat]

    def _descend(self, node):
        game = self.game
        taken = []
        fresh = False
        while not fresh and self.left > 0 and game.current() != OVER:
            node.visits += 1
            step = []
            for seat in game.current():
                if seat not in game.current():
                    continue
                if seat == CHANCE:
                    action = game.sample(self.dice)
                else:
                    action, new = self._choose(node, seat)
                    fresh = fresh or new
                    taken.append((node, seat, action))
                    self.left -= 1
                game.play(seat, action)
                step.append((seat, action))
            node = node.follow(tuple(step))
        return taken

    def _choose(self, node, seat):
        actions = self.game.legal(seat)
        if len(actions) == 1:
            node.tried.setdefault((seat, actions[0]), [0, 0.0, 0])
            return actions[0], False
        known = []
        for action in actions:
            entry = node.tried.get((seat, action))
            if entry:
                entry[2] += 1
                known.append((action, entry))
        if not known:
            action = self._policy(seat, actions)
            node.tried[seat, action] = [0, 0.0, 1]
            return action, True
        width = math.ceil((node.visits / _SLACK)**_WIDEN)
        if len(known) < min(width, len(actions)):
            action = self._promising(node, seat, actions)
            node.tried[seat, action] = [0, 0.0, 1]
            return action, True
        usual = max(self.spreads[seat].spread(), 1e-6)
        return max(known, key=lambda pair: self._bound(pair[1], usual))[0], False

    def _bound(self, entry, usual):
        times, worth, possible = entry
        return worth / times / usual + _EXPLORE * math.sqrt(math.log(possible) / times)

    def _promising(self, node, seat, actions):
        new = [action for action in actions if (seat, action) not in node.tried]
        return self._rank(seat, self._some(new, _GLANCE))[-1][1]

    def _rank(self, seat, actions):
        looks = [(self._look(seat, action), action) for action in actions]
        self.rng.shuffle(looks)
        looks.sort(key=lambda look: look[0])
        return looks

    def _look(self, seat, action):
        game = self.game
        before = game.snapshot()
        game.play(seat, action)
        worth = game.appraise(seat)
        game.restore(before)
        return worth

    def _some(self, actions, most):
        actions = list(actions)
        if len(actions) <= most:
            return actions
        for i in range(most):
            j = i + self.rng.below(len(actions) - i)
            actions[i], actions[j] = actions[j], actions[i]
        return actions[:most]

    def _policy(self, seat, actions):
        planned = self.game.plan(seat, self.rng)
        if planned is not None:
            return planned
        if len(actions) == 1:
            return actions[0]
        if len(actions) <= _GLANCE:
            return self._rank(seat, actions)[-1][1]
        liked = self.liked[seat]
        some = [action for action in liked if action in actions]
        some += self._some(actions, _GLANCE - len(some))
        action = self._rank(seat, some)[-1][1]
        if action in liked:
            liked.remove(action)
        liked.append(action)
        del liked[:-_LIKED or None]
        return action

    def _play_on(self):
        game = self.game
        while self.left > 0 and game.current() != OVER:
            seats = game.current()
            seat = seats[0] if len(seats) == 1 else self.rng.choice(seats)
            if seat == CHANCE:
                action = game.sample(self.dice)
            else:
                self.left -= 1
                action = self._policy(seat, game.legal(seat))
            game.play(seat, action)

    def _worths(self):
        game = self.game
        worths = []
        for seat in range(game.seats):
            appraisal = game.appraise(seat)
            self.spreads[seat].add(appraisal)
            worths.append(appraisal)
        if _WIN and game.current() == OVER:
            winners = game.result()[0]
            for seat in range(game.seats):
                bonus = _WIN * self.spreads[seat].spread()
                worths[seat] += bonus / len(winners) if seat in winners else -bonus
        return worths


def searcher(rounds=None, seconds=None):
    def search(game, seat, rng):
        actions = game.legal(seat)
        if len(actions) > 1:
            search = Search(game, seat, rng)
            end = None if seconds is None else time.monotonic() + seconds
            done = 0
            while not done or (done < rounds if end is None else time.monotonic() < end):
                search.round()
                done += 1
                yield None
            yield search.best()
        yield actions[0]

    return search


def player(name):
    """Return the player of that name: those of games/bots.py, "search", "search:N" for N rounds,
    or "search:Ns" for N seconds a decision; raises ValueError."""
    kind, _, bound = name.partition(":")
    if kind != "search":
        return bots.player(name)
    try:
        if bound.endswith("s"):
            return searcher(seconds=_positive(float(bound[:-1])))
        return searcher(rounds=_positive(int(bound)) if bound else ROUNDS)
    except ValueError:
        raise ValueError("search:%s is not like search:500 or search:2.5s" % bound) from None


def _positive(number):
    if not 0 < number < math.inf:
        raise ValueError(number)
    return number
