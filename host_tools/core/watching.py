"""A second display for a running table: asks, by the line protocol, for the public view, the view
of one seat, and the lights."""

from sim.seats.seat_views import SeatViews

if False:  # only mypy reads this: the names of types
    from typing import Any

    from games.types import Json
    from host_tools.core import Work

NOBODY = -1


class _Answered:
    """A table whose answers are known: `said` has them, by request and seat."""

    def __init__(self, hello: "Json"):
        self.said: "dict[Any, Any]" = {("hello", NOBODY): hello}

    def ask(self, do: str, **fields: "Any") -> "Json":
        seat = fields.get("seat", fields.get("by", NOBODY))
        answer: "dict[str, Any]" = self.said[do, seat]
        return answer

    def take_events(self) -> "list[Json]":
        return []


class Watching:
    """Watches a table; `hello` is its answer to that request."""

    def __init__(self, hello: "Json", pictures: "Json", language: str):
        self._table = _Answered(hello)
        self._views = SeatViews(self._table, pictures, language)
        self._last: "Any" = None  # the seat and the state of the last facts

    def look(self, seat: int, events: "list[Json]") -> "Work":
        """Return the new facts for the page of a seat (docs/seats.md), for `seat` or NOBODY;
        `events` are the table's since the last look."""
        for event in events:
            if event.get("event") == "hello":
                self._table.said["hello", NOBODY] = event
            self._views.hear(event)
        answer = yield "link", {"do": "state", "seat": NOBODY}
        state = {key: value for key, value in answer.items() if key != "id"}
        facts = {"lights": (yield "link", {"do": "lights"})["lights"]}
        if self._last == (seat, state) and not events:
            return facts
        self._last = (seat, state)
        view = state["view"]
        if view is None or seat >= view["seats"]:
            seat = NOBODY
        said = self._table.said
        said["state", NOBODY] = state
        if seat != NOBODY:
            said["state", seat] = yield "link", {"do": "state", "seat": seat}
            if seat in view["current"]:
                said["legal", seat] = yield "link", {"do": "legal", "by": seat}
        views = self._views
        views.renew([] if seat == NOBODY else [seat])
        facts.update(views.public)
        facts["display"] = state["display"]
        facts["mine"] = views.mine(seat, views.language) or {}
        facts["you"] = {"whom": "watch" if seat == NOBODY else str(seat), "left": False}
        facts["seats"] = {
            "seats": [{"by": "table", "here": True} for _ in state["players"]], "open": True,
            "offer": None, "said": None, "watching": 0,
        }
        return facts
