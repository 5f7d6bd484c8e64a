"""The refusal of a verb."""

from games.texts import LANGUAGE
from sim.window.page_texts import said


class RefusedError(Exception):
    """The table refuses a verb; the arguments are a message of the catalogue. `reasons` are the
    keys of a game's reasons for it, if there are any."""

    reasons: "list[str]" = []

    def __str__(self) -> str:
        return self.said(LANGUAGE)

    def said(self, language: str, people: "list[str] | tuple[str, ...]" = ()) -> str:
        """Return the reason in a language; `people` are the players' names."""
        return said(self.args, language, list(people))
