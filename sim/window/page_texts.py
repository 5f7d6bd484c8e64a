"""The texts for pages: those of the firmware, and the window's own.

`texts/LANGUAGE/NAME.txt` here are catalogues like those of the firmware: one for each game, and
`window` for the rest. They repeat nothing of the firmware's, and take no space on a board.
`games/texts.py` says how a pattern is filled.
"""


from games import folder, names
from games.texts import Texts
from sim.computer import folder_of

if False:  # only mypy reads this: the names of types
    from typing import Any, BinaryIO


FOLDER = folder_of(__file__) + "texts/"


class _Window(Texts):
    def open(self, name: str) -> "BinaryIO | None":
        if name != "window":
            return super().open(name)
        return open("%s%s/window.txt" % (FOLDER, self.language), "rb")


def said(message: "tuple[Any, ...]", language: str, people: list[str]) -> str:
    """Return the text of a message of the catalogue `window`; `people` are the players' names."""
    texts = _Window(language)
    texts.call(people)
    return texts.render(message, "window")


def catalogues(language: str) -> dict[str, dict[str, str]]:
    """Return {key: pattern} by game; "" has the texts of all games."""
    firmware = "%stexts/%s" % (folder(), language)
    window = FOLDER + language
    found = {name: read(firmware, name) | read(window, name) for name in names()}
    found[""] = read(firmware, "table") | read(window, "window")
    return found


def read(folder: str, name: str) -> dict[str, str]:
    """Return the lines `key=pattern` of a file; {} if there is none."""
    try:
        with open("%s/%s.txt" % (folder, name), "rb") as file:
            lines = file.read().decode().splitlines()
    except OSError:
        return {}
    return {line[: line.index("=")]: line[line.index("=") + 1 :] for line in lines}
