"""A program that joins a far room through the broker, as a far page does; `far.py` is the room's
end."""

import asyncio
import contextlib
import json
import os
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import aiomqtt

from sim.computer import monotonic
from sim.seats.delivery import Delivery
from sim.seats.far import BEAT_S, stay
from sim.seats.sealing import SESSION, DeviceSeals, session_name
from sim.seats.tasks import soon, together

if False:  # only mypy reads this: the names of types
    from games.types import Json

_AGAIN_S = 1.0  # between two tries to reach the broker
_AWAY = {"ok": False, "why": ""}


class FarDevice:
    """A device in the room of `link`; `secret` is its secret key. It is told sentences in
    `language`, or in the room's. `facts` has the room's latest facts; `changed` is set whenever
    they change, or the room comes or goes (`is_in`). Raises ValueError for an invalid link."""

    def __init__(self, link: str, secret: bytes, language: str = ""):
        parts = dict(parse_qsl(urlsplit(link).fragment))
        try:
            self._room, self.whom = parts["room"], parts["whom"]
            self._token, at = parts["token"], urlsplit(parts["at"])
            if at.scheme not in ("ws", "wss") or not at.hostname:
                raise ValueError
            self._where: dict[str, Any] = {
                "hostname": at.hostname, "port": at.port or (443 if at.scheme == "wss" else 80),
                "transport": "websockets", "websocket_path": at.path or "/",
                "tls_params": aiomqtt.TLSParameters() if at.scheme == "wss" else None,
            }
        except (KeyError, ValueError):
            raise ValueError("that is no invitation: it has room, at, whom and token") from None
        self.facts: dict[str, Any] = {}
        self.changed = asyncio.Event()
        self.is_in = False
        self.why = ""  # why the room does not let it in
        self._secret = secret
        self._language = language
        self._joining: asyncio.Task[None] | None = None
        self._seals: DeviceSeals | None = None
        self._hello = b""
        self._delivery = Delivery(monotonic)
        self._news = asyncio.Event()  # there is something to send
        self._count = self._last = self._mark = 0
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}

    async def serve(self) -> None:
        """Stay in the room until cancelled; join again whenever the room is back."""
        await stay(self._attend, self._leave, _AGAIN_S)

    async def _attend(self) -> None:
        ending = os.urandom(SESSION)
        self._delivery = Delivery(monotonic)
        self._count = self._last = 0
        will = aiomqtt.Will(self._topic("end"), ending, qos=1)
        async with aiomqtt.Client(will=will, keepalive=BEAT_S, **self._where) as client:
            await client.subscribe(self._topic("down", session_name(ending).hex()), qos=1)
            await client.subscribe(self._topic("host"), qos=1)
            await together(self._listen(client, ending), self._keep_sending(client))

    async def _listen(self, client: aiomqtt.Client, ending: bytes) -> None:
        """Take the messages until the host begins another run."""
        host = self._topic("host")
        async for message in client.messages:
            told = bytes(message.payload)
            if str(message.topic) != host:
                self._hear(told)
            elif not told:
                self._out()
            elif not self._hello:
                self._greet(told, ending)
            elif self._hello != told:
                return  # another run of the host numbers from 1: so do we
            if self._hello == told and not self.is_in:
                self._joining = asyncio.create_task(self._join())

    async def _keep_sending(self, client: aiomqtt.Client) -> None:
        """Send waiting messages, and lost ones again, until the line is dead."""
        while not self._delivery.is_dead:
            for frame in self._delivery.take():
                self._count += 1
                assert self._seals is not None
                data = self._seals.seal(self._count, frame)
                await client.publish(self._topic("up"), data)
            await soon(self._news, self._delivery.wait_s())
            self._news.clear()

    def _greet(self, hello: bytes, ending: bytes) -> None:
        """Take the keys of the room's run, if its host published them."""
        with contextlib.suppress(ValueError):
            self._seals = DeviceSeals(
                self._secret, self._room, self.whom, self._token, hello, ending
            )
            self._hello = hello

    def _topic(self, *parts: str) -> str:
        return "/".join(("leyboard", self._room, *parts))

    async def _join(self) -> None:
        answer = await self.ask("join", language=self._language)
        self.is_in, self.why = answer["ok"], answer.get("why", "")
        self.changed.set()

    def _leave(self) -> None:
        """The line has ended, and its session."""
        self._hello, self._seals = b"", None
        self._out()

    def _out(self) -> None:
        """The room is out of reach."""
        self.is_in = False
        for mark in list(self._waiting):
            self._answer(mark, _AWAY)
        self.changed.set()

    def _answer(self, mark: int, answer: "Json") -> None:
        """Pass an answer to its caller, unless that has just given up."""
        waiting = self._waiting.pop(mark, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(answer)

    def _hear(self, data: bytes) -> None:
        """Take a message."""
        with contextlib.suppress(ValueError):
            number, text = self._seals.unseal(data) if self._seals else (0, "")
            if number == 0 and self._last == 0:
                for mark in list(self._waiting):
                    self._answer(mark, {"ok": False, "why": text})
            if number <= self._last:
                return  # it came twice, or late
            self._last = number
            for told in map(json.loads, self._delivery.hear(text)):
                if "id" not in told:
                    self.facts |= told
                    self.changed.set()
                else:
                    self._answer(told["id"], told)
            self._news.set()

    async def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        """Return the answer of the room; a refusal without a reason if it is out of reach."""
        if self._seals is None:
            return _AWAY
        self._mark += 1
        mark = self._mark
        waiting: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[mark] = waiting
        self._delivery.send(json.dumps({"id": mark, "do": do, **fields}))
        self._news.set()
        return await waiting
