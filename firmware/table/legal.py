"""What hands may do now.

Nothing is kept of it: lists of some hundred actions would cut the memory of a board to pieces.
"""

if False:  # only mypy reads this: the names of types
    from collections.abc import Iterable, Iterator

    from games.base import Game


class Legal:
    """The actions of some seats of a game, each as (by, action)."""

    def __init__(self, game: "Game", seats: "Iterable[int]"):
        self._game = game
        self._seats = seats

    def offered(self) -> "Iterator[tuple[int, tuple]]":
        """Yield what the menu offers: what everybody must think possible."""
        for by in self._seats:
            for action in self._game.public(by):
                yield by, action

    def targets(self) -> "Iterator[int]":
        """Yield the spots to light, some more than once."""
        for by in self._seats:
            for spot in self._game.targets(by):
                yield spot

    def placing(self, token: int, spot: int = -1) -> "Iterator[tuple[int, tuple]]":
        """Yield the legal ones that have a hand lay this token on a spot, or begin with it
        anywhere."""
        for by in self._seats:
            for action in self._game.placing(by, token, spot):
                yield by, action
