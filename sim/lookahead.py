"""Looks ahead in a game for two that hides nothing: a tree that grows where actions are promising,
with learnt values in place of play-outs.

Each round descends to a position that is new, plays each of its actions and values what follows:
that gives the position a value and its actions a preference (PUCT: Silver et al. 2017). What is
decided by the end of the game is known for sure, and goes up the tree as such (MCTS-Solver:
Winands, Bjornsson, Saito 2008).
"""

import math

from games.base import OVER
from sim.computer import monotonic
from sim.values import UNIT, values_of

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Iterator
    from typing import Any

    from games.base import Game
    from games.rng import Rng
    from games.types import Action
    from sim.values import Values

_EXPLORE = 1.2  # weight of actions that look good and were rarely tried
_WIDTH = 24  # the most actions that are considered in a position
_SHARP = 1.5  # points by which an action must look better to be preferred e times as much
_NOISES = 1024  # different amounts of noise
_LOST = 0.05  # the worth of a game that is lost by no point, and
_WIN = 0.9  # what a victory adds
_LEAD = 0.0005  # the worth of a point: of sure wins the higher one counts
_LEADS = 50  # points that count so
_WON = 0.75  # a sure value above this is a win


def can_look_ahead(game: "Game") -> bool:
    """Is it a game for two with learnt values, in which nothing is hidden, nor to be drawn?"""
    return game.seats == 2 and not game.has_secrets() and values_of(game) is not None


def by_lookahead(
    rounds: "Any" = None, seconds: float | None = None
) -> "Callable[..., Any]":
    """Return a player (see games/bots.py) that looks ahead for some rounds or seconds, unless the
    outcome is known before. `rng` decides between actions that are about as good."""

    def look_ahead(game: "Game", seat: int, rng: "Rng") -> "Iterator[Action | None]":
        start = monotonic()
        values = values_of(game)
        assert values
        tree = Lookahead(game, values)
        tree.add_noise(rng)
        done = 0
        while not tree.is_decided():
            if done >= rounds if rounds else monotonic() - start >= (seconds or 1):
                break
            tree.round()
            done += 1
            yield None
        yield tree.best()

    return look_ahead


class Move:
    """An action in a position of the tree, and what is known of it."""

    def __init__(self, action: "Action", value: float, prior: float, sure: float | None):
        self.action = action
        self.prior = prior  # how good it looks beside the others
        self.tries = 0
        self.total = value  # the value at first sight, and one for each try
        self.sure = sure  # the value, once it is known for sure
        self.node: "Any" = None  # the position that follows, once it was tried


class Node:
    """A position: the seat that acts, and its moves, the most promising first."""

    def __init__(self, seat: int, moves: list[Move]):
        self.seat = seat
        self.moves = moves
        self.tries = 0

    def sure(self) -> float | None:
        """Return the value for the seat, if it is sure: it wins, or all moves are known."""
        floor = self.floor()
        if floor > _WON:
            return floor
        for move in self.moves:
            if move.sure is None:
                return None
        return floor

    def floor(self) -> float:
        """Return the value that the seat has for sure."""
        best = 0.0
        for move in self.moves:
            if move.sure is not None and move.sure > best:
                best = move.sure
        return best

    def choose(self) -> Move:
        """Return the move with the highest upper bound, of those that are not known yet."""
        wide = _EXPLORE * math.sqrt(self.tries + 1)
        best = -9.0
        chosen = self.moves[0]
        for move in self.moves:
            if move.sure is None:
                bound = move.total / (move.tries + 1) + wide * move.prior / (move.tries + 2)
                if bound > best:
                    best = bound
                    chosen = move
        return chosen


class Lookahead:
    """The tree above a position of `game`, which is unchanged after every round."""

    def __init__(self, game: "Game", values: "Values"):
        self.game = game
        self.values = values
        self.start = game.snapshot()
        self.root = self._expand()

    def round(self) -> None:
        """Descend to a new position, and value it."""
        node = self.root
        way: "list[tuple[Node, Move]]" = []
        while True:
            move = node.choose()
            way.append((node, move))
            self.game.play(node.seat, move.action)
            if move.node is None:
                break
            node = move.node
        move.node = node = self._expand()
        self.game.restore(self.start)
        value = node.moves[0].total
        for above, move in reversed(way):
            move.sure = node.sure()
            value = max(value, node.floor())
            if node.seat != above.seat:
                value = 1 - value
                if move.sure is not None:
                    move.sure = 1 - move.sure
            above.tries += 1
            move.tries += 1
            move.total += value
            node = above

    def add_noise(self, rng: "Rng") -> None:
        """Raise the prior of each action of the position by lot, by an eighth at most: without
        noise two such players would play the same game again and again."""
        moves = self.root.moves
        for move in moves:
            move.prior *= 1 + rng.below(_NOISES) / (8 * _NOISES)
        moves.sort(key=lambda move: move.prior, reverse=True)

    def is_decided(self) -> bool:
        """Is the outcome known, or is there only one action?"""
        return len(self.root.moves) == 1 or self.root.sure() is not None

    def best(self) -> "Action":
        """Return the action that was tried most often, or one that is known and no worse."""
        floor = self.root.floor()
        best = None
        for move in self.root.moves:
            if move.sure is not None and move.sure != floor:
                continue
            if best is None or move.tries > best.tries:
                best = move
        assert best
        if best.sure is None and best.total / (best.tries + 1) < floor:
            best = [move for move in self.root.moves if move.sure == floor][0]
        return best.action

    def compared(self) -> "list[Any]":
        """Return [the best other action, the lead over it, the lead to expect, 10]; [] if there
        is no other. Leads are in tenths of a point, each as the game counts a point."""
        chosen = self.best()
        others = [move for move in self.root.moves if move.action != chosen]
        if not others:
            return []
        rival = max(others, key=lambda move: move.tries)
        worth = self._tenths([one for one in self.root.moves if one.action == chosen][0])
        return [rival.action, worth - self._tenths(rival), worth, 10]

    def _tenths(self, move: Move) -> int:
        """Return the lead to expect after a move, in tenths of a point."""
        if move.sure is not None:
            won = round(2 * (move.sure - _LOST) / _WIN) / 2
            lead = (move.sure - _LOST - _WIN * won) / _LEAD
        else:
            value = max(0.01, min(0.99, move.total / (move.tries + 1)))
            lead = math.log(value / (1 - value)) * self.values.surprise / (1.7 * UNIT)
        return round(10 * self.game.POINT * lead)

    def _expand(self) -> Node:
        """Return the node of the position."""
        game = self.game
        seat = game.current()[0]
        before = game.snapshot()
        actions = game.candidates(seat)
        leads = game.outlook(seat, self.values.weights, UNIT)
        looks: "list[Any]" = []
        if leads is not None:
            looks = [(lead, None, action) for lead, action in zip(leads, actions)]
        else:
            for action in actions:
                game.play(seat, action)
                sure = self._result(seat) if game.current() == OVER else None
                looks.append((self.values.of(game, seat), sure, action))
                game.restore(before)
        looks.sort(key=lambda look: look[0], reverse=True)
        best = looks[0][0]
        del looks[_WIDTH:]
        priors = [math.exp((look[0] - best) / (_SHARP * UNIT)) for look in looks]
        total = sum(priors)
        moves = []
        for (lead, sure, action), prior in zip(looks, priors):
            value = self._probability(lead) if sure is None else sure
            moves.append(Move(action, value, prior / total, sure))
        return Node(seat, moves)

    def _probability(self, lead: int) -> float:
        """Return how likely a seat wins that expects this lead, in units."""
        return 1 / (1 + math.exp(-max(-20.0, min(20.0, 1.7 * lead / self.values.surprise))))

    def _result(self, seat: int) -> float:
        """Return the value of a finished game: near 1, a half or 0, and a little for the lead."""
        game = self.game
        winners = game.result()[0]
        scores = game.scores()
        won = 0.0 if seat not in winners else 1 / len(winners)
        lead = max(-_LEADS, min(_LEADS, scores[seat] - scores[1 - seat]))
        return _LOST + _WIN * won + _LEAD * lead
