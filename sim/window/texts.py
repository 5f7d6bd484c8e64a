"""The window's own texts, and the texts that pages get from it and from the firmware.

`texts/LANGUAGE/NAME.txt` here are catalogues like those of the firmware, which they do not repeat
(`games/texts.py` says how a pattern is filled): one for each game, and `window` for the rest. They
take no space on a board.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from games import folder, names
from games.texts import Texts

if TYPE_CHECKING:
    from typing import BinaryIO

FOLDER = Path(__file__).parent / "texts"


class _Window(Texts):
    def _opened(self, name: str) -> "BinaryIO | None":
        if name != "window":
            return super()._opened(name)
        return open(FOLDER / self.language / "window.txt", "rb")


def said(message: tuple[Any, ...], language: str) -> str:
    """Return the text of a message of the catalogue `window`."""
    return _Window(language).render(message, "window")


def catalogues(language: str) -> dict[str, dict[str, str]]:
    """Return {key: pattern} by game; "" has the texts of all games."""
    firmware = Path(folder()) / "texts" / language
    window = FOLDER / language
    found = {name: read(firmware, name) | read(window, name) for name in names()}
    return {"": read(firmware, "table") | read(window, "window"), **found}


def read(folder: Path, name: str) -> dict[str, str]:
    """Return the lines `key=pattern` of a file; {} if there is none."""
    path = folder / (name + ".txt")
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return dict(line.split("=", 1) for line in lines)
