"""Learnt values: how many points a position will still bring a seat, from its features.

A game lists the features of a position (`Game.features`); `leyboard train` finds a whole number
for each, in `UNIT`s of a point, and writes them beside the game, as `mars.values` beside `mars.py`
or as `values` in a folder. They are read by plain Python on both interpreters.
"""

from games import path_of
from games.base import OVER, lead

if False:  # only mypy reads this: the names of types
    from games.base import Game

UNIT = 64  # a point
PART = "values"  # of a game's package
_HEAD = 2  # the first number: what a typical surprise is, in units
_known: "dict[str, Values | None]" = {}


class Values:
    """The learnt values of a game."""

    def __init__(self, weights: list[int], surprise: int):
        self.weights = weights
        self.surprise = surprise  # standard deviation of the final lead, as far as it is unknown

    def of(self, game: "Game", seat: int) -> int:
        """Return the lead that the seat will have in the end, expected, in units."""
        lead = lead_of(game, seat)
        return lead if game.current() == OVER else lead + self.rest(game, seat)

    def rest(self, game: "Game", seat: int) -> int:
        """Return the growth of its lead that is to be expected, in units."""
        weights = self.weights
        total = 0
        for feature in game.features(seat):
            total += weights[feature]
        return total


def lead_of(game: "Game", seat: int) -> int:
    """Return by how much a seat leads the best other one, in units; its points if it is alone."""
    return UNIT * lead(game.scores(), seat)


def values_of(game: "Game") -> "Values | None":
    """Return the learnt values of a game, None if it has none that fit its features, or none with
    these options."""
    name = game.NAME
    if name not in _known:
        _known[name] = _read(path_of(name, PART), game.FEATURES) if game.FEATURES else None
    return _known[name] if game.features(0) else None


def to_bytes(values: Values) -> bytes:
    """Return the content of the file, two bytes a number, low first."""
    numbers = [values.surprise] + values.weights
    return b"".join([bytes((n & 255, n >> 8 & 255)) for n in numbers])


def from_bytes(data: bytes) -> Values:
    """Return the values of a file."""
    numbers = [data[i] | data[i + 1] << 8 for i in range(0, len(data), 2)]
    return Values([n - 0x10000 if n >= 0x8000 else n for n in numbers[1:]], numbers[0])


def _read(path: str, features: int) -> "Values | None":
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError:
        return None
    return from_bytes(data) if len(data) == _HEAD * (features + 1) else None
