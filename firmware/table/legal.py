"""What hands may do now.

Nothing is kept of it: lists of some hundred actions would cut the memory of a board to pieces.
"""


class Legal:
    """The actions of some seats of a game, each as (by, action)."""

    def __init__(self, game, seats):
        self._game = game
        self._seats = seats

    def offered(self):
        """Yield what the menu offers: what everybody must think possible."""
        for by in self._seats:
            for action in self._game.public(by):
                yield by, action

    def targets(self):
        """Yield the spots to light, some more than once."""
        for by in self._seats:
            for spot in self._game.targets(by):
                yield spot

    def placing(self, token: int, spot: int = -1):
        """Yield the legal ones that have a hand lay this token on a spot, or begin with it
        anywhere."""
        for by in self._seats:
            for action in self._game.placing(by, token, spot):
                yield by, action
