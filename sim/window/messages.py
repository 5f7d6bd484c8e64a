"""The messages between a table and its pages: JSON in both directions, over any carrier. The table
sends facts by kind (`facts.py`); each request, a verb (`verbs.py`), gets one answer."""

import json

if False:  # only mypy reads this: the names of types
    from typing import Any

    from games.types import Json
    from sim.window.livetable import LiveTable


class Pending:
    """The facts on their way to a page.

    A newer fact replaces a pending one of the same kind, so a slow page gets fewer facts but never
    falls behind.
    """

    def __init__(self) -> None:
        self._facts: "dict[str, Any]" = {}

    def tell(self, kind: str, value: "object") -> None:
        """Add a fact."""
        if kind == "events":
            self._facts.setdefault("events", []).append(value)
        else:
            if kind == "log":
                self._facts.pop("events", None)
            self._facts[kind] = value

    def take(self) -> "Json":
        """Remove and return all pending facts. They are one message: a page that has the players
        of a new game but still the old pieces would let people lift those."""
        facts, self._facts = self._facts, {}
        return facts


def answer(live: "LiveTable", page: object, text: "Any") -> "Json":
    """Execute the request of a page in a message; return the answer."""
    try:
        request = json.loads(text)
    except (ValueError, TypeError, RuntimeError):  # a RecursionError is one
        return {"id": None, "ok": False, "why": "the message is not JSON"}
    if not isinstance(request, dict):
        return {"id": None, "ok": False, "why": "the message is not a JSON object"}
    mark = request.get("id")
    if mark is not None and type(mark) not in (int, str):
        return {"id": None, "ok": False, "why": "an id is a number or a text"}
    return live.do(page, request) | {"id": mark}
