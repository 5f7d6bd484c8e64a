"""Looks ahead in a game for two that hides nothing: a tree that grows where actions are promising,
with learnt values in place of play-outs.

Each round descends to a position that is new, plays each of its actions and values what follows:
that gives the position a value and its actions a preference (PUCT: Silver et al. 2017). The end of
the game bounds the values above it from both sides. A move that cannot be best is tried no more
(score bounded search: Cazenave, Saffidine 2010).
"""

import math

from games.base import OVER
from sim.computer import monotonic
from sim.values import UNIT, values_of

if False:  # only mypy reads this: the names of types
    from collections.abc import Iterator
    from typing import Any

    from games.base import Game
    from games.rng import Rng
    from games.types import Action, Player
    from sim.values import Values

_EXPLORE = 1.2  # weight of actions that look good and were rarely tried
_WIDTH = 24  # the most actions that are considered in a position
_SHARP = 1.5  # points by which an action must look better to be preferred e times as much
_NOISES = 1024  # different amounts of noise
_LOST = 0.05  # the worth of a game that is lost by no point, and
_WIN = 0.9  # what a victory adds
_LEAD = 0.0005  # the worth of a point: of sure wins the higher one counts
_LEADS = 50  # points that count so


def can_look_ahead(game: "Game") -> bool:
    """Is it a game for two with learnt values, without hidden things and without draws?"""
    return game.seats == 2 and not game.has_secrets() and values_of(game) is not None


def by_lookahead(
    rounds: int | None = None, seconds: float | None = None
) -> "Player":
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

    def __init__(
        self, action: "Action", value: float, lead: float, prior: float, is_end: bool
    ):
        self.action = action
        self.prior = prior  # how good it looks beside the others
        self.tries = 0
        self.total = value  # the value at first sight, and one for each try
        self.leads = lead  # likewise the lead to expect, in units
        self.least = value if is_end else 0.0  # bounds of the true value
        self.most = value if is_end else 1.0
        self.node: "Any" = None  # the position that follows, once it was tried

    def mean(self) -> float:
        """Return the value that the tries so far have brought."""
        return self.total / (self.tries + 1)


class Node:
    """A position: the seat that acts, and its moves, the most promising first."""

    def __init__(self, seat: int, moves: list[Move]):
        self.seat = seat
        self.moves = moves
        self.tries = 0

    def least(self) -> float:
        """Return the value that the seat has for sure."""
        best = 0.0
        for move in self.moves:
            if move.least > best:
                best = move.least
        return best

    def most(self) -> float:
        """Return the value that the seat cannot exceed."""
        best = 0.0
        for move in self.moves:
            if move.most > best:
                best = move.most
        return best

    def choose(self) -> Move:
        """Return the move that promises most, of those that may still be better than what is
        sure."""
        least = self.least()
        wide = _EXPLORE * math.sqrt(self.tries + 1)
        best = -9.0
        chosen = self.moves[0]
        for move in self.moves:
            if move.most > least:
                promise = move.mean() + wide * move.prior / (move.tries + 2)
                if promise > best:
                    best = promise
                    chosen = move
        return chosen


class Lookahead:
    """The tree above a position of `game`, which is unchanged after every round."""

    def __init__(self, game: "Game", values: "Values"):
        self.game = game
        self.values = values
        self.start = game.snapshot()
        self.root = self._node(self._unlike(self._looks()))

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
        move.node = node = self._node(self._looks())
        self.game.restore(self.start)
        value, lead = node.moves[0].total, node.moves[0].leads
        for above, move in reversed(way):
            move.least, move.most = node.least(), node.most()
            value = min(max(value, move.least), move.most)
            if node.seat != above.seat:
                value, lead = 1 - value, -lead
                move.least, move.most = 1 - move.most, 1 - move.least
            above.tries += 1
            move.tries += 1
            move.total += value
            move.leads += lead
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
        return len(self.root.moves) == 1 or self.root.most() <= self.root.least()

    def best(self) -> "Action":
        """Return the action that was tried most often, or one that is surely no worse."""
        least = self.root.least()
        safe = max(self.root.moves, key=lambda move: (move.least, move.tries))
        open_moves = [move for move in self.root.moves if move.most > least]
        if not open_moves:
            return safe.action
        best = max(open_moves, key=lambda move: move.tries)
        return best.action if best.mean() > least else safe.action

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
        if move.least == move.most:
            won = round(2 * (move.least - _LOST) / _WIN) / 2
            lead = (move.least - _LOST - _WIN * won) / _LEAD
        else:
            lead = move.leads / (move.tries + 1) / UNIT
        return round(10 * self.game.POINT * lead)

    def _looks(self) -> "list[Any]":
        """Return (lead to expect, value if that is sure, action) for each action in the position,
        the best first."""
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
        return looks

    def _node(self, looks: "list[Any]") -> Node:
        """Return the node of the position, with the best of its looks."""
        best = looks[0][0]
        del looks[_WIDTH:]
        priors = [math.exp((look[0] - best) / (_SHARP * UNIT)) for look in looks]
        total = sum(priors)
        moves = []
        for (lead, sure, action), prior in zip(looks, priors):
            value = self._open_value(lead) if sure is None else sure
            moves.append(Move(action, value, lead, prior / total, sure is not None))
        return Node(self.game.current()[0], moves)

    def _unlike(self, looks: "list[Any]") -> "list[Any]":
        """Return the looks without those after which the seat sees the same features as after one
        before, such as its mirror, if not all fit into a node: of an empty Mars, 24 are caps."""
        if len(looks) <= _WIDTH:
            return looks
        game = self.game
        seat = game.current()[0]
        kept = []
        seen = set()
        for look in looks:
            game.play(seat, look[2])
            sight = (game.current(), tuple(game.scores()), tuple(sorted(game.features(seat))))
            game.restore(self.start)
            if sight not in seen:
                seen.add(sight)
                kept.append(look)
        return kept

    def _open_value(self, lead: int) -> float:
        """Return the value of a position in which a seat expects this lead, in units: between a
        sure loss and a sure win."""
        likely = 1 / (1 + math.exp(-max(-20.0, min(20.0, 1.7 * lead / self.values.surprise))))
        return _LOST + _WIN * likely

    def _result(self, seat: int) -> float:
        """Return the value of a finished game: near 1, a half or 0, and a little for the lead."""
        game = self.game
        winners = game.result()[0]
        scores = game.scores()
        won = 0.0 if seat not in winners else 1 / len(winners)
        lead = max(-_LEADS, min(_LEADS, scores[seat] - scores[1 - seat]))
        return _LOST + _WIN * won + _LEAD * lead
