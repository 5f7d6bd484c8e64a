"""Guesses of hidden information that are played to their end, through the game protocol alone.

A guess fills in what the seat cannot know (`determinize`). Its first action leads into a tree of
the actions that followed it in other guesses; below the leaf others act as greedy players would,
and the last position is evaluated.

Each node keeps separate statistics for every seat that acts there, so seats that act at the same
time choose independently; chance is sampled (information set search: Cowling, Powley, Whitehouse
2012; rollouts of a base player: Bertsekas, Castanon 1999).
"""

import math

from games.base import CHANCE, OVER
from games.rng import Rng
from sim.running import RunningStats
from sim.values import UNIT

if False:  # only mypy reads this: the names of types
    from collections.abc import Generator, Iterator
    from typing import Any

    from games.base import Game
    from games.types import Action
    from sim.values import Values

    Step = tuple[tuple[int, Action], ...]  # the actions of all seats that acted, (seat, action)

_EXPLORE = 1.0  # weight of rarely tried actions, in typical differences
WIDEN = 0.5  # actions tried after n rounds: n ** WIDEN
_SLOWER = 4  # deeper in the tree their number grows slower by this factor
# Actions between two pauses in a guess: MicroPython in a tab collects its garbage only there,
# but in Landover a pause takes as long as three actions.
_PAUSE_EVERY = 16
_SHORT = 4  # decisions in a play-out by learnt values or forecasts
_COMPARED = 16  # actions compared for each step of the play-out
_FEW_COMPARED = 8  # of a game's shortlist
_LIKED = 8  # the actions chosen recently that are kept


class Node:
    """A node of the tree, reached by the same actions of all seats; hidden information may
    differ."""

    def __init__(self) -> None:
        self.visits = 0
        # by (seat, action): [times taken, sum of values, times possible]
        self.tried: dict[tuple[int, Action], list[float]] = {}
        self.after: dict[Step, Node] = {}  # by actions taken here: the next node

    def follow(self, step: "Step") -> "Node":
        """Return the node after these actions."""
        if step not in self.after:
            self.after[step] = Node()
        return self.after[step]


class Rollouts:
    """Plays guesses to their end, with a tree for each first action.

    The result of a guess depends only on the seed, its number and the guesses before it.
    """

    def __init__(
        self, game: "Game", seat: int, rng: Rng, seed: int, values: "Values | None" = None
    ):
        self.game = game
        self.seat = seat
        self.rng = rng  # for the players' choices: one stream per guess
        self.dice = rng  # for guesses and chance
        self._seed = seed
        self._learnt = values  # in place of the game's estimates
        self.point = UNIT if values else game.POINT  # what counts for a point
        self._is_short = values is not None or game.forecast(seat) is not None
        self._left = 0  # decisions or rolls left in the play-out
        self._rolling = False  # was the last action one of chance?
        # by seat: actions chosen recently
        self._liked: list[list[Any]] = [[] for _ in range(game.seats)]
        self._stats = [RunningStats() for _ in range(game.seats)]
        self._after: dict[Action, Node] = {}  # by action: the node after it

    def values(
        self, action: "Action", numbers: "range | list[int]"
    ) -> "Generator[None, None, list[int]]":
        """Return the seat's values of an action for the guesses with these numbers; yields None in
        between, with `game` as it was."""
        values = []
        for number in numbers:
            values.append((yield from self._simulate(action, number)))
            yield None
        return values

    def _simulate(self, action: "Action", number: int) -> "Generator[None, None, int]":
        """Return the seat's value of an action for the guess with that number."""
        game = self.game
        before = game.snapshot()
        self.rng = Rng(self._seed + 2 * number)
        self.dice = Rng(self._seed + 2 * number + 1)
        game.determinize(self.seat, self.dice)
        self._left = game.ROLLS or (_SHORT if self._is_short else game.AHEAD)
        self._rolling = False
        self._play(self.seat, action)
        if action not in self._after:
            self._after[action] = Node()
        taken = self._descend(self._after[action])
        yield from self._play_on(before)
        values = [self._estimate(seat) for seat in range(game.seats)]
        game.restore(before)
        for seat in range(game.seats):
            self._stats[seat].add(values[seat])
        for node, seat, action in taken:
            entry = node.tried[seat, action]
            entry[0] += 1
            entry[1] += values[seat]
        return values[self.seat]

    # ---- in the tree -------------------------------------------------------------------------

    def _descend(self, node: Node) -> "list[tuple[Node, int, Action]]":
        """Descend to a new action; return (node, seat, action) of all on the way."""
        game = self.game
        taken = []
        fresh = False
        while not fresh and self._left > 0 and game.current() != OVER:
            node.visits += 1
            step = []
            for seat in game.current():
                if seat not in game.current():
                    continue  # an earlier action ended the turns of all seats
                if seat == CHANCE:
                    action = game.sample(self.dice)
                else:
                    action, new = self._choose(node, seat)
                    fresh = fresh or new
                    taken.append((node, seat, action))
                self._play(seat, action)
                step.append((seat, action))
            node = node.follow(tuple(step))
        return taken

    def _choose(self, node: Node, seat: int) -> "tuple[Action, bool]":
        """Return (action, new): first the base action, later one that did well or was rarely
        tried, or a new one that looks promising."""
        actions = self.game.candidates(seat)
        known = []
        for action in actions:
            entry = node.tried.get((seat, action))
            if entry:
                entry[2] += 1
                known.append((action, entry))
        if known and len(known) >= min((node.visits / _SLOWER) ** WIDEN, len(actions)):
            usual = self._stats[seat].usual()
            return max(
                known,
                key=lambda pair: _bound(pair[1][1] / pair[1][0] / usual, pair[1][0], pair[1][2]),
            )[0], False
        if known:
            action = self._best_of(seat, [new for new in actions if (seat, new) not in node.tried])
        else:
            action = self._policy(seat)
        node.tried[seat, action] = [0, 0.0, 1]
        return action, True

    # ---- below the tree ------------------------------------------------------------------------

    def _play_on(self, before: "list[Any]") -> "Iterator[None]":
        """Play the guess to its end; yields now and then, with `game` as it was `before`."""
        game = self.game
        played = 0
        while self._left > 0 and game.current() != OVER:
            played += 1
            if played % _PAUSE_EVERY == 0:
                now = game.snapshot()
                game.restore(before)
                yield None
                game.restore(now)
            seats = game.current()
            seat = seats[0] if len(seats) == 1 else self.rng.choice(seats)
            action = game.sample(self.dice) if seat == CHANCE else self._policy(seat)
            self._play(seat, action)

    def _play(self, seat: int, action: "Action") -> None:
        """Take an action; count it if it uses up the length of the play-out."""
        rolls = seat == CHANCE
        if (rolls and not self._rolling) if self.game.ROLLS else not rolls:
            self._left -= 1
        self._rolling = rolls
        self.game.play(seat, action)

    def _policy(self, seat: int) -> "Action":
        """Return a seat's action in a play-out: that of its plan, or one that looks about best,
        since it evaluates only some of many actions."""
        planned = self._planned(seat)
        if planned is not None:
            return planned
        actions = self.game.candidates(seat)
        return actions[0] if len(actions) == 1 else self._best_of(seat, actions)

    def _planned(self, seat: int) -> "Action | None":
        """Return the action that the game plans for a seat; None: it plays as a greedy one."""
        game = self.game
        plan = game.strong_action if seat == self.seat else game.heuristic_action
        return plan(seat, self.rng)

    def _best_of(self, seat: int, actions: "list[Action]") -> "Action":
        """Return the best of some actions, including those chosen recently."""
        liked = self._liked[seat]
        before = self.game.snapshot()
        valued = []
        for action in self._to_compare(seat, actions):
            self.game.play(seat, action)
            valued.append((self._estimate(seat), action))
            self.game.restore(before)
        action = self._sort(valued)[-1][1]
        if action in liked:
            liked.remove(action)
        liked.append(action)
        del liked[:-_LIKED]
        return action

    def _to_compare(self, seat: int, actions: "list[Action]") -> "list[Action]":
        """Return the actions to compare: of many, some that were chosen recently and random ones;
        if the game says which differ at once, such ones and any other."""
        if len(actions) <= _COMPARED:
            return actions
        some = self.game.shortlist(seat, actions)
        if some is None:
            return self._some_liked(seat, actions, _COMPARED)
        return self._some_liked(seat, some, _FEW_COMPARED) + self._some(actions, 1)

    def _some_liked(
        self, seat: int, actions: "list[Action]", most: int
    ) -> "list[Action]":
        """Return `most` actions, or all if they are fewer; up to half were chosen recently."""
        if len(actions) <= most:
            return actions
        some = [action for action in self._liked[seat] if action in actions][: most // 2]
        return some + self._some(actions, most - len(some))

    def _estimate(self, seat: int) -> int:
        """Return how good the position looks to a seat: by what was learnt, the forecast, or else
        the estimate."""
        if self._learnt:
            return self._learnt.of(self.game, seat)
        forecast = self.game.forecast(seat)
        return self.game.estimate(seat) if forecast is None else forecast

    def _sort(
        self, valued: "list[tuple[int, Action]]"
    ) -> "list[tuple[int, Action]]":
        """Sort (evaluation, action), best last, ties at random; return the list."""
        self.rng.shuffle(valued)
        valued.sort(key=lambda one: one[0])
        return valued

    def _some(self, actions: "list[Action]", most: int) -> "list[Action]":
        """Return `most` random actions, all different."""
        actions = list(actions)
        for i in range(most):
            j = i + self.rng.below(len(actions) - i)
            actions[i], actions[j] = actions[j], actions[i]
        return actions[:most]


def _bound(value: float, times: float, of: float) -> float:
    """Return an upper bound of an action's value: its mean, plus a bonus that shrinks with each
    try (UCB1)."""
    return value + _EXPLORE * math.sqrt(math.log(of) / times)
