"""A log of how people play, for playtests: a finished game's record with when each action came and
how, and what was refused or taken back before it (rules: records). Nothing of it names a person.
"""

import json
from collections.abc import Callable
from pathlib import Path
from time import monotonic, strftime
from typing import TYPE_CHECKING, Any

from games.base import CHANCE
from sim.window.known import reasons

if TYPE_CHECKING:
    from games.types import Json
    from sim.seats.protocols import Table

UNDO = "undo"  # in place of the key of a refusal


class PlayLog:
    """Hears the events of a table, and writes a record into `folder` once a game is over;
    `clock()` is a time in seconds."""

    def __init__(self, folder: Path, clock: Callable[[], float] = monotonic):
        self._folder = folder
        self._clock = clock
        self._begin("")

    def _begin(self, game: str) -> None:
        """Begin to note a game; one that was under way before is noted from here on."""
        self._name = "%s-%s.jsonl" % (game, strftime("%Y-%m-%d-%H%M%S"))
        self._last = self._clock()
        self._notes: dict[int, Json] = {}  # by number of the action: the fields for its line
        self._done: dict[int, list[Any]] = {}  # by number of the action: who took it, its words
        self._tried: list[list[Any]] = []  # since the last action
        self._is_due = False

    def hear(self, event: "Json") -> None:
        """Take an event of the table."""
        kind = event.get("event")
        if kind == "new":
            self._begin(event["game"])
        elif kind == "refused":
            self._tried.append([event["do"], _key(event["why"])])
        elif kind == "undo":
            for n in [n for n in self._done if n > event["n"]]:
                by, words = self._done.pop(n)
                self._tried += [[words, UNDO]] if by != CHANCE else []
                self._tried = self._notes.pop(n).get("tried", []) + self._tried
        elif kind == "action":
            self._note(event)
        elif kind == "over":
            self._is_due = True

    def _note(self, event: "Json") -> None:
        now = self._clock()
        note: Json = {"t": int((now - self._last) * 1000)}
        if event["how"]:
            note["how"] = event["how"]
        if self._tried:
            note["tried"] = self._tried
        self._last, self._tried = now, []
        self._notes[event["n"]] = note
        self._done[event["n"]] = [event["by"], event["do"]]

    def finish(self, table: "Table") -> Path | None:
        """Write the record of a game that is over, if it is not written yet; return its file.
        Raises OSError."""
        if not self._is_due:
            return None
        self._is_due = False
        answer = table.ask("record")
        if not answer["ok"]:
            return None  # another game has begun meanwhile
        lines = [self._with_note(line) for line in answer["lines"]]
        self._folder.mkdir(parents=True, exist_ok=True)
        file = self._folder / self._name
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return file

    def _with_note(self, line: str) -> str:
        """Return a line of a record with what was noted of its action."""
        note = self._notes.get(json.loads(line).get("n"))
        return line[:-1] + ", " + json.dumps(note)[1:] if note else line


def _key(why: object) -> str:
    """Return the innermost key of a message: the rule that it tells of."""
    return (reasons(_plain(why)) or [""])[-1]


def _plain(why: object) -> object:
    """Return a message of JSON with its lists as tuples, as the firmware has them."""
    return tuple(map(_plain, why)) if isinstance(why, list) else why
