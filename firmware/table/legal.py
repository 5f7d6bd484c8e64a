"""The actions that people may take now. Each question generates them again, since lists of
hundreds would fragment a board's memory.
"""

if False:  # only mypy reads this: the names of types
    from collections.abc import Iterable, Iterator

    from games.base import Game
    from games.types import Action


class Legal:
    """The legal actions of some seats, each as (by, action)."""

    def __init__(self, game: "Game", seats: "Iterable[int]"):
        self._game = game
        self._seats = seats

    def offered(self) -> "Iterator[tuple[int, Action]]":
        """Yield the actions that the menu may offer without giving away hidden information."""
        for by in self._seats:
            for action in self._game.public(by):
                yield by, action

    def targets(self) -> "Iterator[int]":
        """Yield the spots to light; a spot may come more than once."""
        for by in self._seats:
            for spot in self._game.targets(by):
                yield spot

    def placing(self, token: int, spot: int = -1) -> "Iterator[tuple[int, Action]]":
        """Yield the legal actions in which a person lays this token on a spot; with -1, those that
        begin with it on any spot."""
        for by in self._seats:
            for action in self._game.placing(by, token, spot):
                yield by, action
