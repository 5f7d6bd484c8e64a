"""Two boards, one game: a second table follows the game of a room, where its players have a seat.

This table plays the actions of the room, and lights the pieces for people to lay. This table sends
the room the actions that people lay for their own seat here; if the room refuses one, this table
undoes it. It also undoes actions for any other seat. Both records are equal to the byte, so this
works only in games without secrets: a table needs the whole game, including bids, hands and coming
draws that its players must not know. A game with secrets comes once it is over.
"""

import json
from collections.abc import Awaitable, Callable
from typing import Any

from games import make
from sim.seats.protocols import Table

if False:  # only mypy reads this: the names of types
    from games.types import Json

# Asks the room: `await ask("act", words=...)` returns its answer.
Ask = Callable[..., Awaitable[dict[str, Any]]]


class Mirror:
    """Keeps the game on `table` equal to that of a room, for the players of `seat`."""

    def __init__(self, table: Table, seat: int, ask: Ask):
        self.problem = ""  # a sentence that says what the tables wait for
        self.has_secrets = False  # is something in the room's game hidden, so it cannot come here?
        self._table = table
        self._seat = seat
        self._ask = ask
        self._same = False  # is the game on both tables known to be the same?
        self._agreed = 0  # how many actions both had

    def lost(self) -> None:
        """The line to the room was cut: much may have changed once it is back."""
        self._same = False

    async def follow(self, facts: dict[str, Any]) -> None:
        """Make both games equal: `facts` are the room's latest."""
        there = facts["state"]["view"]
        here = self._table.ask("state", seat=-1)["view"]
        if there is None:
            return
        self.has_secrets = _has_secrets(facts["state"])
        if self.has_secrets:
            self._same = False
            return
        same = here and all(here[part] == there[part] for part in ("game", "seats", "options"))
        if not (self._same and same) or there["actions"] < self._agreed:
            await self._load()  # another game, or an action was undone there
        elif here["actions"] > there["actions"]:
            await self._offer(facts, here["actions"] - there["actions"])
        else:
            await self._catch_up(facts["log"], here["actions"], there["actions"])
        self._agreed = there["actions"]
        given_up = facts["state"]["given_up"]
        if self._same and self._table.ask("state", seat=-1)["given_up"] != given_up:
            self._table.ask("give_up" if given_up else "undo")

    async def _load(self) -> None:
        """Load the game of the room from its record."""
        answer = await self._ask("record")
        if not answer["ok"]:
            self.problem = answer["why"]
            return
        lines = answer["lines"]
        self.problem = "" if self._record() == lines else self._put(lines)
        self._same = not self.problem

    def _record(self) -> list[str]:
        """Return the lines of this table's record; [] if it has none, or does not give it out."""
        lines: list[str] = self._table.ask("record").get("lines", [])
        return lines

    def _put(self, lines: list[str]) -> str:
        """Load a record on this table; return why the table refused it, "" if it did not."""
        requests: list[dict[str, Any]] = [{"line": line} for line in lines]
        requests[0]["begin"] = True
        for request in (*requests, {"end": True}):
            answer = self._table.ask("load", **request)
            if not answer["ok"]:
                why: str = answer["why"]
                return why
        return ""

    async def _catch_up(self, log: list[dict[str, Any]], here: int, there: int) -> None:
        """Play the room's new actions here."""
        done = {event["n"]: event for event in log if event["event"] == "action"}
        for number in range(here + 1, there + 1):
            event = done.get(number)
            if event is None:
                return await self._load()
            answer = self._table.ask("do", by=event["by"], words=event["do"])
            if not answer["ok"]:
                self.problem = answer["why"]
                self._same = False
                return None
        self.problem = ""
        return None

    async def _offer(self, facts: dict[str, Any], more: int) -> None:
        """Send the room the actions that people have laid here; undo those that it refuses."""
        entry = _actions(self._record())[-more]
        answer: dict[str, Any] = {"ok": False, "why": ""}
        if more == 1 and entry["by"] == self._seat and facts.get("mine"):
            moment = facts["mine"]["moment"]
            answer = await self._ask("act", moment=moment, words=entry["do"])
        if not answer["ok"]:
            self._table.ask("undo")
            self.problem = answer["why"]


def _has_secrets(state: "Json") -> bool:
    """Does the game of a room hide anything from anybody, so that the room gives out no record?"""
    view = state["view"]
    over = view["result"] is not None or state["given_up"]
    return not over and make(view["game"], view["seats"], view["options"]).has_secrets()


def _actions(record: list[str]) -> "list[Json]":
    """Return the actions in a record, which also has a header, and an end once it is over."""
    return [entry for entry in map(json.loads, record) if "by" in entry]
