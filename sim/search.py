"""A player for every game that thinks ahead: Monte Carlo tree search over guesses of hidden
information, through the game protocol alone. For the desktop; it is too slow for a board.

It asks whether an action is better than the base one, which the game's strong plan takes or, where
there is none, looks best at once. Each round takes one of the actions and plays a guess to its end
(`rollouts.py`). Round n of each action uses the same guess and the same dice, so actions are
compared guess by guess. An action replaces the base one only if its lead is statistically
significant.
"""

import math

from games import players
from games.careful import careful
from games.rng import Rng
from sim.computer import monotonic
from sim.levels import BEST, NAMES, by_level
from sim.lookahead import by_lookahead, can_look_ahead
from sim.rollouts import WIDEN, Rollouts
from sim.running import RunningStats
from sim.values import values_of

if False:  # only mypy reads this: the names of types
    from collections.abc import Generator, Iterator
    from typing import Any

    from games.base import Game
    from games.types import Action, Player
    from sim.values import Values
    from sim.workers import WorkerPool


ROUNDS = 300  # for a player called just "search"
_MOST_ROUNDS, _MOST_S = 1000000, 3600  # for a decision
_SURE = 2.0  # standard errors by which an action must lead the base one
_FEW = 2  # rounds of typical differences added to the few observed ones
# The part of the rounds or time after which the search stops if nothing leads the base action.
_BRIEF = 0.3
# In a game of dice a seat's first decisions, such as where its first buildings stand, shape all
# that follows: each gets so many times the rounds.
_FIRST = 4
_OPENING = 6


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
        self._base: Action = ()  # the base action
        self._standard: list[int] = []  # its values, guess by guess
        self._waiting: list[Action] = []  # untried actions, the most promising last
        # by action: its lead over the base one
        self._leads: dict[Action, RunningStats] = {}
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
            game.play(self.seat, action)
            valued.append((self._estimate(self.seat), action))
            game.restore(before)
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

    def best(self) -> "Action":
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

    def compared(self) -> "list[Any]":
        """Return [the best other action, the lead over it, the lead to expect, 10]; [] if no other
        was tried. Leads are in tenths of a point, each as the game counts a point."""
        means = {action: lead.mean for action, lead in self._leads.items() if lead.count}
        if not means:
            return []
        chosen = self.best()
        means[self._base] = 0.0
        gained = means.pop(chosen)
        rival = max(means, key=lambda action: means[action])
        worth = sum(self._standard) / len(self._standard) + gained
        return [rival, self._tenths(gained - means[rival]), self._tenths(worth), 10]

    def _tenths(self, value: float) -> int:
        """Return a mean value in tenths of a point."""
        return round(10 * self.game.POINT * value / self.point)

    def has_no_lead(self) -> bool:
        """Does no action lead the base one?"""
        return max([lead.mean for lead in self._leads.values()], default=0.0) <= 0

    def _doubt(self, lead: RunningStats) -> float:
        """Return the standard error of a mean lead."""
        usual = self._usual.usual()
        variance = (lead.squares + _FEW * usual * usual) / (lead.count + _FEW)
        return _SURE * math.sqrt(variance / lead.count)

    def _contender(self) -> "Action":
        """Return the action to try next: first the base one, then a new one or the one with the
        largest possible lead."""
        if not self.rounds:
            return self._base
        if self._waiting and len(self._leads) < self.rounds**WIDEN:
            action = self._waiting.pop()
            self._leads[action] = RunningStats()
            return action
        leads = self._leads
        return max(leads, key=lambda action: leads[action].mean + self._doubt(leads[action]))


def _kinds_first(actions: "list[Action]") -> "list[Action]":
    """Return actions sorted so that, from the end, the best one of each kind comes first."""
    best = {action[0]: action for action in actions}
    return [action for action in actions if best[action[0]] != action] + list(best.values())


def searcher(
    rounds: int | None = None, seconds: float | None = None, pool: "WorkerPool | None" = None
) -> "Player":
    """Return a player (see games/bots.py) that searches for some rounds or seconds: by learnt
    values in a game that has some, else, or with a pool of processes, by play-outs. With a number
    of rounds, the same game and `rng` give the same decision; so do they with a pool of any size,
    though that may differ from the one without. With a time limit decisions vary."""
    by_values = by_lookahead(rounds, seconds)
    by_play_outs = by_rollouts(rounds, seconds, pool)
    by_guesses = by_rollouts(rounds, seconds, learnt=True)

    def search(game: "Game", seat: int, rng: Rng) -> "Iterator[Action | None]":
        if pool or values_of(game) is None:
            yield from by_play_outs(game, seat, rng)
        else:
            yield from (by_values if can_look_ahead(game) else by_guesses)(game, seat, rng)

    return search


def by_rollouts(
    rounds: int | None = None, seconds: float | None = None, pool: "WorkerPool | None" = None,
    learnt: bool = False
) -> "Player":
    """Return a player that compares actions by play-outs, short ones if positions are valued by
    what was learnt; it stops early if nothing leads the base action."""

    def search(game: "Game", seat: int, rng: Rng) -> "Iterator[Action | None]":
        actions = game.candidates(seat)
        if len(actions) > 1:
            start = monotonic()
            search = Search(game, seat, rng, pool, values_of(game) if learnt else None)
            yield from search.begin()
            enough = _rounds_for(game, seat, rounds) if rounds else 0
            spent = 0.0  # of the rounds or the time limit
            while spent < (_BRIEF if search.has_no_lead() else 1):
                yield from search.round()
                yield None
                taken = monotonic() - start
                spent = search.rounds / enough if enough else taken / (seconds or 1)
            yield search.best()
        yield actions[0]

    return search


def _rounds_for(game: "Game", seat: int, rounds: int) -> int:
    """Return the rounds for a seat's present decision, if it has so many for a usual one."""
    decided = sum([entry[0] == seat for entry in game.log])
    return rounds * _OPENING if game.ROLLS and decided < _FIRST else rounds


def player(name: str, pool: "WorkerPool | None" = None) -> "Player":
    """Return the player of that name: one of games/players.py, "careful", "search", "search:N" for
    N rounds (more in the set-up of a game of dice), or "search:Ns" for N seconds per decision;
    raises ValueError. A search uses the pool."""
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
            seconds = float(bound[:-1])
            _check(seconds, _MOST_S)
            return searcher(seconds=seconds, pool=pool)
        rounds = int(bound or ROUNDS)
        _check(rounds, _MOST_ROUNDS)
        return searcher(rounds=rounds, pool=pool)
    except ValueError:
        raise ValueError("search:%s is not of the form search:500 or search:2.5s, with at most %d "
                         "rounds or %d s" % (bound, _MOST_ROUNDS, _MOST_S))


def _check(number: float, most: int) -> None:
    if not 0 < number <= most:
        raise ValueError(number)
