"""A log of how people play, for playtests: the record of each finished game of a table that notes
how people play (rules: records). Nothing of it names a person.
"""

from pathlib import Path
from time import strftime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.types import Json
    from sim.seats.protocols import Table

ON = "on"  # what a table is told that is to ask nothing after the game


class PlayLog:
    """Hears the events of a table, and writes a record into `folder` once a game is over, and
    again once somebody has answered a question about it."""

    def __init__(self, folder: Path):
        self._folder = folder
        self._begin("")

    def _begin(self, game: str) -> None:
        self._name = "%s-%s.jsonl" % (game, strftime("%Y-%m-%d-%H%M%S"))
        self._is_due = False

    def hear(self, event: "Json") -> None:
        """Take an event of the table."""
        kind = event.get("event")
        if kind == "new":
            self._begin(event["game"])
        elif kind in ("over", "answer"):
            self._is_due = True

    def finish(self, table: "Table") -> Path | None:
        """Write the record of a game that is over, if there is anything new in it; return its
        file. Raises OSError."""
        if not self._is_due:
            return None
        self._is_due = False
        answer = table.ask("record")
        if not answer["ok"]:
            return None  # another game has begun meanwhile
        self._folder.mkdir(parents=True, exist_ok=True)
        file = self._folder / self._name
        file.write_text("\n".join(answer["lines"]) + "\n", encoding="utf-8")
        return file
