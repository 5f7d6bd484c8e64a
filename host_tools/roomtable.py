"""A room that is joined by a link, as a table for one seat: for `leyboard mcp --link`."""

import asyncio
import json
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

from host_tools.errors import CommandError
from host_tools.joining import own_key
from sim.seats.fardevice import FarDevice
from sim.seats.socketdevice import AWAY, SocketDevice

if TYPE_CHECKING:
    from games.types import Json

_JOIN_S = 10.0  # until the room has let it in
_ANSWER_S = 20.0  # for an answer: a room asks its table
_NEWS_S = 2.0  # for the state after an action
_LOOK_S = 0.05  # between two looks for the facts


class RoomTable:
    """The room of `link`, seen from its seat, `seat`; a thread holds the line. Answers requests of
    a table as far as the room tells that, in `language` if the room speaks it. Raises CommandError
    if it is not let in."""

    def __init__(self, link: str, folder: Path, language: str = ""):
        is_far = "at" in dict(parse_qsl(link.partition("#")[2]))
        try:
            folder.mkdir(parents=True, exist_ok=True)
            key = own_key(folder / "device.key")
            self._device = (FarDevice if is_far else SocketDevice)(link, key, language)
        except ValueError as error:
            raise CommandError(str(error)) from None
        if not self._device.whom.isdecimal():
            raise CommandError("that link is of no seat: ask the host for the link of one")
        self.seat = int(self._device.whom)
        self._log: list[str] = []  # the room's events that were told, as JSON
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        self._wait_until_in()

    def _serve(self) -> None:
        self._task = self._loop.create_task(self._device.serve())
        try:
            self._loop.run_until_complete(self._task)
        except asyncio.CancelledError:
            pass
        finally:
            self._loop.close()

    def _wait_until_in(self) -> None:
        end = time.monotonic() + _JOIN_S
        while not (self._device.is_in and "state" in self._device.facts):
            if self._device.why or time.monotonic() > end:
                self.close()
                raise CommandError(self._device.why or "nobody answers at that link")
            time.sleep(_LOOK_S)

    def close(self) -> None:
        """Leave the room; the seat stays this device's."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._task.cancel)
            self._thread.join(_JOIN_S)

    def ask(self, do: str, **fields: Any) -> "Json":
        """See sim.seats.protocols.Table."""
        facts = self._device.facts
        mine = facts.get("mine") or {}
        if not self._device.is_in:
            return {"ok": False, "why": self._device.why or AWAY}
        if not facts["you"]["whom"]:
            return {"ok": False, "why": "the host has freed this seat: ask for a new link"}
        if do == "hello":
            return {"ok": True, "profile": facts["board"]["profile"]}
        if do == "state":
            state = dict(facts["state"])
            if state["view"]:
                state["view"] = {key: value for key, value in state["view"].items()
                                 if key != "printed"} | {"own": mine.get("own", {})}
            return {"ok": True, **state}
        if do == "legal":
            ways = [way for kind in mine.get("lays", ()) for way in kind["ways"]]
            return {"ok": True, "unlisted": mine.get("many", []),
                    "actions": mine.get("actions", []) + [way["words"] for way in ways],
                    "texts": mine.get("texts", []) + [way["text"] for way in ways]}
        if do == "do":
            before = facts["state"]["view"]
            answer = self._send("act", moment=mine.get("moment", 0), words=fields["words"],
                                why=fields["why"])
            if answer["ok"]:
                self._wait_for_event(before["actions"] + 1)
            return answer
        if do == "rules":
            return self._send("rules")
        if do == "would":
            return self._send("would", words=fields["words"])
        return {"ok": False, "why": "the host of the room does that"}

    def _send(self, do: str, **fields: Any) -> "Json":
        asked = asyncio.run_coroutine_threadsafe(self._device.ask(do, **fields), self._loop)
        try:
            answer = asked.result(_ANSWER_S)
        except TimeoutError:
            answer = {}
        return answer if answer.get("why") or answer.get("ok") else {"ok": False, "why": AWAY}

    def _wait_for_event(self, number: int) -> None:
        """Wait until the room has told of the action of this number, or a later one: its table
        tells that when the lights are lit, after the answer."""
        end = time.monotonic() + _NEWS_S
        while time.monotonic() < end:
            if any(event.get("n", 0) >= number for event in self._device.facts.get("log", ())):
                return
            time.sleep(_LOOK_S)

    def take_events(self) -> "list[Json]":
        """Return the events since the last call, as far as the room still tells them."""
        log = [json.dumps(event) for event in self._device.facts.get("log", ())]
        fresh = [event for event in log if event not in self._log]
        self._log = log
        return [json.loads(event) for event in fresh]
