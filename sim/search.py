"""A player that thinks ahead, for every game: Monte Carlo tree search over guesses of what is
hidden, through the protocol alone. For the desk: it is too slow for the board.

Each round guesses what the seat cannot know (`imagine`), walks down one tree that all rounds share
and in which a node has statistics of its own for every seat that acts there, so seats that act at
the same time choose without knowing of each other; chance is drawn. At a new action it leaves the
tree, plays on a little with actions that look good, and asks `appraise` how it went
(information set search, Cowling, Powley, Whitehouse 2012; decoupled choice; widening by rank).
"""

import math
import time

from games import bots
from games.base import CHANCE, OVER

ROUNDS = 300  # of a player called just "search"
_EXPLORE = 0.15  # weight of what was tried seldom
_WIDTH = 1.0  # actions tried at a node after n visits: about _WIDTH * n ** _WIDEN
_WIDEN = 0.4
_TRUST = 4  # rounds that the first appraisal of an action counts for
_LOOK = 24  # actions that are appraised to find a promising new one below the root
_AHEAD = 4  # actions played on from a leaf, chance aside
_GLANCE = 3  # actions appraised for each of them
_MARGIN = 0.1  # how much of a finished game's worth is by how far, not whether, it was won


class Node:
    """A place in the tree, reached by the same actions of all; what lies there may differ."""

    def __init__(self):
        self.visits = 0
        self.tried = {}  # by (seat, action): [times taken, sum of worths, times it was possible]
        self.ranked = {}  # by seat: (appraisal, action) not tried yet, the best last
        self.after = {}  # nodes by the actions taken here

    def follow(self, step):
        """Return the node after these actions."""
        if step not in self.after:
            self.after[step] = Node()
        return self.after[step]


class Search:
    """Thinks about what `seat` should do in `game`, which is as it was after every round."""

    def __init__(self, game, seat, rng):
        self.game = game
        self.seat = seat
        self.rng = rng
        self.root = Node()
        self._scales = [Scale() for _ in range(game.seats)]

    def round(self):
        """Play one guess through, and remember how good its actions were."""
        game = self.game
        before = game.snapshot()
        game.imagine(self.seat, self.rng)
        taken = self._descend()
        self._play_on()
        worths = self._worths()
        game.restore(before)
        for node, seat, action in taken:
            entry = node.tried[seat, action]
            entry[0] += 1
            entry[1] += worths[seat]

    def best(self):
        """Return the action that was taken most often."""
        tried = self.root.tried
        return max(
            (action for seat, action in tried if seat == self.seat),
            key=lambda action: tried[self.seat, action][:2],
        )

    # ---- in the tree -------------------------------------------------------------------------

    def _descend(self):
        """Walk down to a new action; return what was taken on the way, as (node, seat,
        action)."""
        game = self.game
        taken = []
        node = self.root
        fresh = False
        while not fresh and game.current() != OVER:
            node.visits += 1
            step = []
            for seat in game.current():
                if seat not in game.current():
                    continue  # somebody before it ended the turn of all
                if seat == CHANCE:
                    action = game.sample(self.rng)
                else:
                    action, new = self._choose(node, seat)
                    fresh = fresh or new
                    taken.append((node, seat, action))
                game.play(seat, action)
                step.append((seat, action))
            node = node.follow(tuple(step))
        return taken

    def _choose(self, node, seat):
        """Return (action, new): one that did well or seldom, or a promising one that is new."""
        actions = self.game.legal(seat)
        known = []
        for action in actions:
            entry = node.tried.get((seat, action))
            if entry:
                entry[2] += 1
                known.append((action, entry))
        width = math.ceil(_WIDTH * node.visits**_WIDEN)
        if len(known) < min(width, len(actions)):
            appraisal, action = self._promising(node, seat, actions)
            worth = self._scales[seat].worth(appraisal)
            node.tried[seat, action] = [_TRUST, _TRUST * worth, 1]
            return action, True
        return max(known, key=lambda pair: self._bound(pair[1]))[0], False

    def _bound(self, entry):
        times, worth, possible = entry
        return worth / times + _EXPLORE * math.sqrt(math.log(possible) / times)

    def _promising(self, node, seat, actions):
        """Return (appraisal, action) of the best that was not tried yet: at the root of all, below
        of some that are looked at once."""
        ranked = node.ranked.get(seat, ())
        for i in range(len(ranked) - 1, -1, -1):
            if ranked[i][1] in actions:
                return ranked.pop(i)
        new = [action for action in actions if (seat, action) not in node.tried]
        most = len(new) if node is self.root and seat == self.seat else _LOOK
        node.ranked[seat] = self._rank(seat, self._some(new, most))
        return node.ranked[seat].pop()

    def _rank(self, seat, actions):
        """Return (appraisal, action) of these actions, the best last; ties by lot."""
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
        """Return `most` different ones of many actions, or all of few."""
        actions = list(actions)
        if len(actions) <= most:
            return actions
        for i in range(most):
            j = i + self.rng.below(len(actions) - i)
            actions[i], actions[j] = actions[j], actions[i]
        return actions[:most]

    # ---- below the tree ------------------------------------------------------------------------

    def _play_on(self):
        game = self.game
        left = _AHEAD
        while left and game.current() != OVER:
            seat = self.rng.choice(game.current())
            if seat == CHANCE:
                action = game.sample(self.rng)
            else:
                left -= 1
                some = self._some(game.legal(seat), _GLANCE)
                action = some[0] if len(some) == 1 else self._rank(seat, some)[-1][1]
            game.play(seat, action)

    def _worths(self):
        """Return how good the position is for each seat, from 0 to 1."""
        game = self.game
        worths = []
        for seat in range(game.seats):
            appraisal = game.appraise(seat)
            self._scales[seat].add(appraisal)
            worths.append(self._scales[seat].worth(appraisal))
        if game.current() != OVER:
            return worths
        winners = game.result()[0]
        won = [1 / len(winners) if seat in winners else 0 for seat in range(game.seats)]
        return [_MARGIN * worths[i] + (1 - _MARGIN) * won[i] for i in range(game.seats)]


class Scale:
    """Brings appraisals of a seat to worths from 0 to 1; 0.5 is what was usual so far."""

    def __init__(self):
        self._count = 0
        self._mean = 0.0
        self._squares = 0.0  # of the distances from the mean (Welford's algorithm)

    def add(self, appraisal):
        self._count += 1
        off = appraisal - self._mean
        self._mean += off / self._count
        self._squares += off * (appraisal - self._mean)

    def worth(self, appraisal):
        usual = max(math.sqrt(self._squares / max(self._count, 1)), 1e-9)
        return 0.5 + 0.5 * math.tanh(0.5 * (appraisal - self._mean) / usual)


def searcher(rounds=None, seconds=None):
    """Return a player (see games/bots.py) that thinks for so many rounds, or for so long.

    By rounds it decides the same for the same game and `rng`; by time it does not.
    """

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
