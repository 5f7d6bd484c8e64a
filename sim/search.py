"""A player for every game that thinks ahead: Monte Carlo tree search over guesses of hidden
information, through the game protocol alone. For the desktop; it is too slow for a board.

It asks whether an action is better than the base one, which the game's strong plan takes or, where
there is none, looks best at once. Each round guesses what the seat cannot know (`determinize`),
takes one of the actions, descends a tree of the actions that followed, plays on from the leaf,
others as greedy players would, and evaluates the result. Round n of each action uses the same
guess and the same dice, so actions are compared guess by guess. An action replaces the base one
only if its lead is statistically significant.

Each node keeps separate statistics for every seat that acts there, so seats that act at the same
time choose independently; chance is sampled (information set search: Cowling, Powley, Whitehouse
2012; rollouts of a base player: Bertsekas, Castanon 1999).
"""

import math

from games import players
from games.base import CHANCE, OVER
from games.careful import careful
from games.rng import Rng
from sim.computer import monotonic
from sim.levels import BEST, NAMES, by_level
from sim.lookahead import by_lookahead, can_look_ahead
from sim.running import RunningStats
from sim.values import UNIT, values_of

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Generator, Iterator
    from typing import Any

    from games.base import Game
    from games.types import Action
    from sim.values import Values
    from sim.workers import WorkerPool


ROUNDS = 300  # for a player called just "search"
_MOST_ROUNDS, _MOST_S = 1000000, 3600  # for a decision
_EXPLORE = 1.0  # weight of rarely tried actions, in typical differences
_WIDEN = 0.5  # actions tried after n rounds: n ** _WIDEN
_SLOWER = 4  # deeper in the tree their number grows slower by this factor
_SURE = 2.0  # standard errors by which an action must lead the base one
_FEW = 2  # rounds of typical differences added to the few observed ones
# The part of the rounds or time after which the search stops if nothing leads the base action.
_BRIEF = 0.3
# Actions between two pauses in a guess: MicroPython in a tab collects its garbage only there,
# but in Landover a pause takes as long as three actions.
_PAUSE_EVERY = 16
_SHORT = 4  # decisions in a play-out by learnt values
_POLL_EVERY = 16  # actions evaluated for each step of the play-out
_LIKED = 8  # of these, the number chosen recently


class Node:
    """A node of the tree, reached by the same actions of all seats; hidden information may
    differ."""

    def __init__(self) -> None:
        self.visits = 0
        # by (seat, action): [times taken, sum of values, times possible]
        self.tried: dict[tuple[Any, ...], list[float]] = {}
        self.after: dict[tuple[Any, ...], Node] = {}  # by actions taken here: the next node

    def follow(self, step: "tuple[Any, ...]") -> "Node":
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
        self._left = 0  # decisions or rolls left in the play-out
        self._rolling = False  # was the last action one of chance?
        # by seat: actions chosen recently
        self._liked: list[list[Any]] = [[] for _ in range(game.seats)]
        self._values = [RunningStats() for _ in range(game.seats)]
        self._after: dict[tuple[Any, ...], Node] = {}  # by action: the node after it

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
        self._left = game.ROLLS or (_SHORT if self._learnt else game.AHEAD)
        self._rolling = False
        self._play(self.seat, action)
        if action not in self._after:
            self._after[action] = Node()
        taken = self._descend(self._after[action])
        yield from self._play_on(before)
        values = [self._worth(seat) for seat in range(game.seats)]
        game.restore(before)
        for seat in range(game.seats):
            self._values[seat].add(values[seat])
        for node, seat, action in taken:
            entry = node.tried[seat, action]
            entry[0] += 1
            entry[1] += values[seat]
        return values[self.seat]

    # ---- in the tree -------------------------------------------------------------------------

    def _descend(self, node: Node) -> "list[Any]":
        """Descend to a new action; return the steps as (node, seat, action)."""
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

    def _choose(self, node: Node, seat: int) -> tuple[tuple[int, ...], bool]:
        """Return (action, new): first the base action, later one that did well or was rarely
        tried, or a new one that looks promising."""
        actions = self.game.candidates(seat)
        known = []
        for action in actions:
            entry = node.tried.get((seat, action))
            if entry:
                entry[2] += 1
                known.append((action, entry))
        if known and len(known) >= min((node.visits / _SLOWER) ** _WIDEN, len(actions)):
            usual = self._values[seat].usual()
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

    def _policy(self, seat: int) -> tuple[int, ...]:
        """Return a seat's action in a play-out: that of its plan, or one that looks about best,
        since it evaluates only some of many actions."""
        planned = self._planned(seat)
        if planned is not None:
            return planned
        actions = self.game.candidates(seat)
        return actions[0] if len(actions) == 1 else self._best_of(seat, actions)

    def _planned(self, seat: int) -> "tuple[int, ...] | None":
        """Return the action that the game plans for a seat, or None, which means a greedy player.
        """
        game = self.game
        plan = game.strong_action if seat == self.seat else game.heuristic_action
        return plan(seat, self.rng)

    def _best_of(self, seat: int, actions: list[tuple[int, ...]]) -> tuple[int, ...]:
        """Return the best of some actions, including those chosen recently."""
        liked = self._liked[seat]
        if len(actions) > _POLL_EVERY:
            some = [action for action in liked if action in actions]
            actions = some + self._some(actions, _POLL_EVERY - len(some))
        before = self.game.snapshot()
        valued = [(self._value_after(seat, action, before), action) for action in actions]
        action = self._sort(valued)[-1][1]
        if action in liked:
            liked.remove(action)
        liked.append(action)
        del liked[:-_LIKED]
        return action

    def _value_after(
        self, seat: int, action: "Action", before: "list[Any]"
    ) -> int:
        """Return the evaluation after an action; restore the snapshot `before`."""
        self.game.play(seat, action)
        value = self._worth(seat)
        self.game.restore(before)
        return value

    def _worth(self, seat: int) -> int:
        """Return how good the position is for a seat: what was learnt, or else the estimate."""
        learnt = self._learnt
        return learnt.of(self.game, seat) if learnt else self.game.estimate(seat)

    def _sort(
        self, valued: list[tuple[int, tuple[int, ...]]]
    ) -> list[tuple[int, tuple[int, ...]]]:
        """Sort (evaluation, action), best last, ties at random; return the list."""
        self.rng.shuffle(valued)
        valued.sort(key=lambda one: one[0])
        return valued

    def _some(self, actions: list[tuple[int, ...]], most: int) -> list[tuple[int, ...]]:
        """Return `most` random actions, all different."""
        actions = list(actions)
        for i in range(most):
            j = i + self.rng.below(len(actions) - i)
            actions[i], actions[j] = actions[j], actions[i]
        return actions[:most]


class Search(Rollouts):
    """Searches for the best action of `seat` in `game`, which is unchanged after every round.

    A pool of workers (see sim/workers.py) plays several guesses at once, in its own trees.
    """

    def __init__(
        self, game: "Game", seat: int, rng: Rng, pool: "Any" = None,
        values: "Values | None" = None
    ):
        super().__init__(game, seat, rng, rng.below(1 << 27), values)
        self._pool = pool
        self._at_once = pool.TREES if pool else 1
        self._base: tuple[Any, ...] = ()  # the base action
        self._standard: list[int] = []  # its values, guess by guess
        self._waiting: list[tuple[Any, ...]] = []  # untried actions, the most promising last
        # by action: its lead over the base one
        self._leads: dict[tuple[Any, ...], RunningStats] = {}
        self._usual = RunningStats()  # over all leads
        self.rounds = 0
        if pool:
            pool.begin(game, seat, self._seed)

    def begin(self) -> "Iterator[None]":
        """Find the base action and sort the others; yields None in between."""
        game = self.game
        base = self._planned(self.seat)
        before = game.snapshot()
        game.determinize(self.seat, self.rng)
        guess = game.snapshot()
        valued = []
        for action in game.candidates(self.seat):
            game.restore(guess)
            valued.append((self._value_after(self.seat, action, before), action))
            yield None
        self._sort(valued)
        self._base = valued[-1][1] if base is None else base
        self._waiting = _kinds_first([action for _, action in valued if action != self._base])

    def round(self) -> "Iterator[None]":
        """Play one guess to its end, or several with a pool, and record the value of the action;
        yields None in between."""
        action = self._contender()
        lead = self._leads.get(action)
        number = lead.count if lead else len(self._standard)
        numbers = range(number, number + self._at_once)
        if number == len(self._standard):  # the base action plays each guess first
            values = yield from self._played(self._base, numbers)
            self._standard += values
        else:
            values = yield from self._played(action, numbers)
            for number, value in zip(numbers, values):
                better = value - self._standard[number]
                if lead:
                    lead.add(better)
                self._usual.add(better)
        self.rounds += self._at_once

    def _played(
        self, action: "Action", numbers: range
    ) -> "Generator[None, None, list[int]]":
        """Return the values of an action for guesses, from the pool if there is one."""
        if self._pool:
            values: list[int] = self._pool.values(action, numbers)
            return values
        return (yield from self.values(action, numbers))

    def best(self) -> tuple[int, ...]:
        """Return the action with the most certain lead; the base one if no lead is
        significant."""
        best = 0.0
        chosen = self._base
        for action, lead in self._leads.items():
            least = lead.mean - self._doubt(lead)
            if least > best:
                best = least
                chosen = action
        return chosen

    def has_no_lead(self) -> bool:
        """Does no action lead the base one?"""
        return max([lead.mean for lead in self._leads.values()], default=0.0) <= 0

    def _doubt(self, lead: RunningStats) -> float:
        """Return the standard error of a mean lead."""
        usual = self._usual.usual()
        variance = (lead.squares + _FEW * usual * usual) / (lead.count + _FEW)
        return _SURE * math.sqrt(variance / lead.count)

    def _contender(self) -> tuple[int, ...]:
        """Return the action to try next: first the base one, then a new one or the one with the
        largest possible lead."""
        if not self.rounds:
            return self._base
        if self._waiting and len(self._leads) < self.rounds**_WIDEN:
            action: tuple[int, ...] = self._waiting.pop()
            self._leads[action] = RunningStats()
            return action
        leads = self._leads
        return max(leads, key=lambda action: leads[action].mean + self._doubt(leads[action]))


def _bound(value: float, times: float, of: float) -> float:
    """Return an upper bound of an action's value: its mean, plus a bonus that shrinks with each
    try (UCB1)."""
    return value + _EXPLORE * math.sqrt(math.log(of) / times)


def _kinds_first(actions: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Return actions sorted so that, from the end, the best one of each kind comes first."""
    best = {action[0]: action for action in actions}
    return [action for action in actions if best[action[0]] != action] + list(best.values())


def searcher(
    rounds: "Any" = None, seconds: float | None = None, pool: "WorkerPool | None" = None
) -> "Callable[..., Any]":
    """Return a player (see games/bots.py) that searches for some rounds or seconds: by learnt
    values in a game that has some, else, or with a pool of processes, by play-outs. With a number
    of rounds, the same game and `rng` give the same decision; so do they with a pool of any size,
    though that may differ from the one without. With a time limit decisions vary."""
    by_values = by_lookahead(rounds, seconds)
    by_play_outs = by_rollouts(rounds, seconds, pool)
    by_guesses = by_rollouts(rounds, seconds, learnt=True)

    def search(game: "Game", seat: int, rng: Rng) -> "Iterator[tuple[int, ...] | None]":
        if pool or values_of(game) is None:
            yield from by_play_outs(game, seat, rng)
        else:
            yield from (by_values if can_look_ahead(game) else by_guesses)(game, seat, rng)

    return search


def by_rollouts(
    rounds: "Any" = None, seconds: float | None = None, pool: "WorkerPool | None" = None,
    learnt: bool = False
) -> "Callable[..., Any]":
    """Return a player that compares actions by play-outs, short ones if positions are valued by
    what was learnt; it stops early if nothing leads the base action."""

    def search(game: "Game", seat: int, rng: Rng) -> "Iterator[tuple[int, ...] | None]":
        actions = game.candidates(seat)
        if len(actions) > 1:
            start = monotonic()
            search = Search(game, seat, rng, pool, values_of(game) if learnt else None)
            yield from search.begin()
            spent = 0.0  # of the time limit
            while spent < (_BRIEF if search.has_no_lead() else 1):
                yield from search.round()
                yield None
                taken = monotonic() - start
                spent = search.rounds / rounds if rounds else taken / (seconds or 1)
            yield search.best()
        yield actions[0]

    return search


def player(name: str, pool: "WorkerPool | None" = None) -> "Callable[..., Any]":
    """Return the player of that name: one of games/players.py, "careful", "search", "search:N" for
    N rounds, or "search:Ns" for N seconds per decision; raises ValueError. A search uses the
    pool."""
    kind, _, bound = name.partition(":")
    if name == "careful":
        return careful
    if name in NAMES:
        return player(BEST, pool) if name == NAMES[-1] else by_level(NAMES.index(name) + 1)
    if kind != "search":
        try:
            return players.player(name)
        except ValueError as error:
            raise ValueError("%s, careful, level1 to level5, search:ROUNDS" % error)
    try:
        if bound.endswith("s"):
            return searcher(seconds=_checked(float(bound[:-1]), _MOST_S), pool=pool)
        return searcher(rounds=_checked(int(bound or ROUNDS), _MOST_ROUNDS), pool=pool)
    except ValueError:
        raise ValueError("search:%s is not of the form search:500 or search:2.5s, with at most %d "
                         "rounds or %d s" % (bound, _MOST_ROUNDS, _MOST_S))


def _checked(number: float, most: int) -> float:
    if not 0 < number <= most:
        raise ValueError(number)
    return number
