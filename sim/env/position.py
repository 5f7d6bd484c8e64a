"""A game as libraries for research see it: numbered actions, chance that is listed, tensors of
what a seat may know, utilities.

Nothing here knows a game by name. A seat's observations come from its `view` alone, and from the
labels of pieces, which are public.
"""

import json
import zlib
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from games import make
from games.base import CHANCE, OVER
from games.record import lines
from games.rng import stream
from sim.engine import Seen
from sim.env.numbering import numbering

if TYPE_CHECKING:
    from games.base import Game
    from games.rng import Rng
    from games.types import Action, Json, Words

MOST_OUTCOMES = 256  # of chance: where a game cannot list them, so many draws stand for all
_FACINGS = 4
HASHED = 512  # numbers for what a view says beside the board
_BOARD = ("board", "game", "options", "seats", "actions")  # of a view, not hashed


class Position:
    """A position of a game, which can be copied and pickled. Seats that act at the same time act
    in ascending order; none learns from that what the others did."""

    def __init__(self, game: "Game"):
        self.game = game
        self.numbers = numbering(game.NAME, game.ACTIONS)
        self._planes = Planes(game)
        self._seen = Seen()

    def __getstate__(self) -> tuple[Any, ...]:
        game = self.game
        return (game.NAME, game.seats, game.options, list(game.log))

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        name, seats, options, log = state
        self.__init__(make(name, seats, options))  # type: ignore[misc]
        for entry in log:
            self.game.apply(entry[0], entry[1:])

    def __deepcopy__(self, memo: dict[int, Any]) -> "Position":
        return self.copy()

    def copy(self) -> "Position":
        """Return a copy, whose later actions do not change this one."""
        game = self.game
        other: Position = type(self).__new__(type(self))
        other.game = type(game)(game.seats, game.options)
        other.game.restore(game.snapshot())
        for entry in game.log:
            other.game.log.append(entry)
        other.game.events, other.game.draws = game.events, game.draws
        other.numbers, other._planes, other._seen = self.numbers, self._planes, Seen()
        return other

    # ---- what may happen -----------------------------------------------------------------------

    def seat(self) -> int | None:
        """Return the seat that is to act, CHANCE, or None once the game is over."""
        seats = self.game.current()
        return None if seats == OVER else seats[0]

    def legal(self) -> list[int]:
        """Return the numbers of the actions that the seat to act may take, ascending. Actions that
        go further than the game says (a bid of a fortune) are left out."""
        game = self.game
        found = sorted(map(self.numbers.number, game.legal(game.current()[0])))
        return found if not found or found[0] >= 0 else [one for one in found if one >= 0]

    def outcomes(self) -> list[tuple[int, float]]:
        """Return [(number, probability), ...] of the outcomes of chance. Where the game cannot
        list them, MOST_OUTCOMES draws stand for all."""
        actions = self._listed()
        if not actions:
            return [(number, 1 / MOST_OUTCOMES) for number in range(MOST_OUTCOMES)]
        weights = [self.game.weight(action) for action in actions]
        total = sum(weights)
        return [(number, weight / total) for number, weight in enumerate(weights)]

    def action(self, number: int) -> "Action":
        """Return the action with a number, legal or not; raises ValueError."""
        return self._outcome(number) if self.seat() == CHANCE else self.numbers.action(number)

    def _listed(self) -> "list[Action]":
        """Return the outcomes of chance; none if the game cannot list them."""
        actions = self.game.legal(CHANCE)
        return actions if len(actions) <= MOST_OUTCOMES else []

    def _outcome(self, number: int) -> "Action":
        actions = self._listed()
        return actions[number] if actions else self.game.sample(stream(number, len(self.game.log)))

    def apply(self, number: int) -> None:
        """Take the action with a number for the seat to act, or for chance; raises ValueError or
        IllegalAction, and then changes nothing."""
        self.game.apply(self.game.current()[0], self.action(number))

    def draw(self, rng: "Rng") -> None:
        """Let chance act, by its `outcomes`, until a seat is to act, or the game is over."""
        while self.seat() == CHANCE:
            if self._listed():
                self.game.apply(CHANCE, self.game.sample(rng))
            else:
                self.apply(rng.below(MOST_OUTCOMES))

    # ---- what is seen --------------------------------------------------------------------------

    def view(self, seat: int) -> "Json":
        """Return what a seat may know, as JSON values."""
        view: Json = json.loads(json.dumps(self.game.view(seat)))
        return view

    def history(self, seat: int) -> str:
        """Return all that a seat has seen as a text: equal for what it cannot tell apart."""
        own = [[n, self.game.text(entry[1:])] for n, entry in enumerate(self.game.log)
               if entry[0] == seat]
        return json.dumps([seat, self._seen.of(self.game), own, self.game.view(seat)])

    def tensor(self, seat: int) -> "np.ndarray[Any, Any]":
        """Return what a seat may know as `size` numbers (float32): see Planes."""
        return self._planes.tensor(self.game, seat)

    @property
    def size(self) -> int:
        """The length of a tensor."""
        return self._planes.size

    def utilities(self) -> list[float]:
        """Return what each seat has won, 0 before the end: 1 for a victory alone and
        -1 / (seats - 1) for each that lost, so that all add up to 0; a victory is shared. Somebody
        who plays alone wins 1 or loses 1."""
        game = self.game
        winners = game.result()[0] if game.current() == OVER else None
        if winners is None or (not winners and game.seats > 1):
            return [0.0] * game.seats
        if game.seats == 1:
            return [1.0 if winners else -1.0]
        share = game.seats / len(winners)
        return [((share if seat in winners else 0) - 1) / (game.seats - 1)
                for seat in range(game.seats)]

    def words(self, number: int) -> "Words":
        """Return the words of an action in a record."""
        return self.game.text(self.action(number))

    def record(self) -> "Iterator[str]":
        """Yield the lines of the game's record, for `leyboard replay`."""
        return lines(self.game, None)


class Planes:
    """A seat's knowledge as numbers from 0 to 1, or a little more: who looks, who is to act, for
    each spot the label of what lies there and how it is turned, and what else the seat's view
    says, each value at the place that its name hashes to (feature hashing)."""

    def __init__(self, game: "Game"):
        labels: dict[str, int] = {}
        self._plane: dict[int, int] = {}  # by token: the place of its label
        for token, _, _, _ in game.tokens():
            self._plane[token] = labels.setdefault(game.label(token), len(labels))
        self._labels = len(labels)
        self._rows: dict[int, bytes] = {}  # by piece: the numbers of its spot
        self._width = len(labels) + _FACINGS
        self.size = 2 * game.seats + game.spots() * self._width + HASHED

    def tensor(self, game: "Game", seat: int) -> "np.ndarray[Any, Any]":
        """Return the numbers for a seat, `size` of them."""
        found = np.zeros(self.size, np.float32)
        found[seat] = 1
        view = game.view(seat, iter)  # nobody iterates over the board: the pieces follow below
        for by in view["current"]:
            if by >= 0:
                found[game.seats + by] = 1
        known = self._rows.get
        board = b"".join([known(piece) or self._row(game, piece)
                          for piece in map(game.piece_at, range(game.spots()))])
        found[2 * game.seats:-HASHED] = np.frombuffer(board, np.float32)
        hashed = found[-HASHED:]
        for key, value in view.items():
            if key not in _BOARD:
                _hash(value, "/" + key, hashed)
        return found

    def _row(self, game: "Game", piece: int) -> bytes:
        """Return, and keep, the numbers of a spot with a piece on it, 0 for none."""
        row = np.zeros(self._width, np.float32)
        if piece:
            row[self._plane[game.token(piece)]] = 1
            facing = game.facing(piece)
            if facing >= 0:
                row[self._labels + facing] = 1
        self._rows[piece] = row.tobytes()
        return self._rows[piece]


def _hash(value: object, path: str, into: "np.ndarray[Any, Any]") -> None:
    """Add what a JSON value says to an array: numbers by their size, other values by being there,
    each at the place that its path hashes to."""
    if isinstance(value, dict):
        for key, part in value.items():
            _hash(part, "%s/%s" % (path, key), into)
    elif isinstance(value, (list, tuple, Iterator)):
        for n, part in enumerate(value):
            _hash(part, "%s/%d" % (path, n), into)
    elif isinstance(value, int):
        into[_place(path)] += value / 16
    elif value is not None:
        into[_place("%s=%s" % (path, value))] += 1


@lru_cache(1 << 14)
def _place(path: str) -> int:
    return zlib.crc32(path.encode()) % HASHED
