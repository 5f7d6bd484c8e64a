"""A hint for a seat: the greedy player's choice, and what it scores.

Loaded when somebody asks for one.
"""

from games.base import CHANCE
from games.players import player
from games.rng import Rng
from table.panel import Ask, for_seat

if False:  # only mypy reads this: the names of types
    from typing import Any

    from games.base import Game
    from games.texts import Texts
    from table.app import App


def seek(app: "App", by: int) -> None:
    """Start the search for a hint for a seat that is to act; raises ValueError."""
    if by == CHANCE or by not in app.session.seats_by_hand():
        raise ValueError("a hint is for a person who is to act")
    app.think(Hint(app.session.game, by, app.entropy()))


class Hint:
    """A hint for the seat `by`. `action` is None while the player thinks, step by step; then
    `message` says it. With hidden hands it never `glows`: everybody sees the lights."""

    def __init__(self, game: "Game", by: int, seed: int):
        self.by = by
        self.action: "tuple[Any, ...]" = None
        self.glows = False
        self.message: "str | tuple[Any, ...]" = ()
        self._game = game
        self._rng = Rng(seed)
        self._steps = player("greedy")(game, by, self._rng)

    def step(self, texts: "Texts") -> None:
        """Think a little."""
        for action in self._steps:
            self.action = action
            if action is not None:
                self.message = self._with_reason(texts)
                self.glows = not self._game.private_view(self.by)
            return

    def ask(self) -> Ask | None:
        """Return the question that shows the hint; with hidden hands, to its seat alone."""
        name = self._game.NAME
        question = Ask(self.message, ["only go"], lambda index: None, 0, name)
        return question if self.glows else for_seat(self.by, question)

    def _with_reason(self, texts: "Texts") -> "tuple[Any, ...] | str":
        """Return the hint as a message, with its reason if it scores at once."""
        game = self._game
        said = ("do",) + tuple(game.words(self.by, self.action))
        before = game.snapshot()
        try:
            game.determinize(self.by, self._rng)
            events = game.play(self.by, self.action)
        finally:
            game.restore(before)
        for event in events:
            why = texts.event(event, game.NAME)
            if why:
                return ("hint why", said, why)
        return ("hint", said)
