"""The words by which a study counts actions and events."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from games.base import Game

_MOST = 1 << 16  # the most actions whose words are cached: enough for most games


class Words:
    """The words of a game's actions, cached, since every legal action needs them."""

    def __init__(self, game: "Game"):
        self.game = game
        self._spots = {game.spot_name(spot) for spot in range(game.spots())}
        self._options: dict[tuple[Any, ...], str] = {}

    def option(self, action: tuple[Any, ...]) -> str:
        """Return the option of an action: its word and the first following name that is no spot,
        such as "improve science"."""
        known = self._options.get(action)
        if known is None:
            if len(self._options) == _MOST:
                self._options.clear()
            known = self._options[action] = self.short(self.game.text(action))
        return known

    def short(self, words: list[Any]) -> str:
        """Return the words of an action or an event up to and including the first name."""
        names = [word for word in words[1:] if isinstance(word, str) and word not in self._spots]
        return " ".join(words[:1] + names[:1])
