"""The window's texts for people who click, in place of the firmware's texts about the knob.

Lines of `clicks/LANGUAGE.txt` are `pattern of the firmware=pattern of the window`.
"""


from games.texts import Texts
from sim.computer import folder_of
from sim.window.page_texts import read
from table.display_text import to_do

if False:  # only mypy reads this: the names of types
    from table.app import App


_FOLDER = folder_of(__file__) + "clicks"


class Clicks(Texts):
    """The firmware's catalogues for people who click."""

    def __init__(self, language: str):
        super().__init__(language)
        self.has_knob = False
        self._instead = instead(language)

    def _find(self, key: str) -> str | None:
        pattern = super()._find(key)
        return None if pattern is None else self._instead.get(pattern, pattern)

    def line(self, app: "App") -> str:
        """Return the line that says who must act, and how."""
        game = app.session.game
        self.call(app.session.names)
        return self.render(to_do(app), game.NAME if game else "")


def instead(language: str) -> dict[str, str]:
    """Return {pattern of the firmware: pattern of the window}."""
    return read("%s/%s.txt" % (_FOLDER, language))
