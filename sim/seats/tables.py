"""Tables in this process, as rooms see them."""

import json

from table.link import encode

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable
    from typing import Any

    from games.types import Json


class TableHere:
    """A table whose `handle(request)` answers at once; `hear` must get each line that the table
    sends by itself."""

    def __init__(self, handle: "Callable[[Json], Any]"):
        self._handle = handle
        self._events: list[dict[str, Any]] = []

    def hear(self, line: str) -> None:
        """Take a line from the table."""
        self._events.append(json.loads(line))

    def ask(self, do: str, **fields: "Any") -> "Json":
        """See sim.seats.protocols.Table."""
        before = len(self._events)
        answer: dict[str, Any] = json.loads(encode(self._handle({"do": do} | fields)))
        if do == "record":
            lines = [one["line"] for one in self._events[before:] if one["event"] == "record"]
            del self._events[before:]
            answer["lines"] = lines
        return answer

    def take_events(self) -> "list[Json]":
        """Return the events since the last call."""
        events, self._events = self._events, []
        return events
