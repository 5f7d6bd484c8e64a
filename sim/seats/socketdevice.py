"""A program that joins a room by the link of its own network, over the WebSocket of `server.py`;
`fardevice.py` does the same through a broker."""

import asyncio
import contextlib
import json
import os
from typing import Any
from urllib.parse import parse_qsl

import aiohttp

from sim.seats.sealing import MOST_DOWN, SESSION, DeviceSeals

if False:  # only mypy reads this: the names of types
    from games.types import Json

AWAY = "the room is out of reach"
_BEAT_S = 4.0  # between two questions whether the line is alive
_AGAIN_S = 1.0  # between two tries to reach the room


class SocketDevice:
    """A device in the room of `link`; `secret` is its secret key. It is told sentences in
    `language`, or in the room's. `facts` has the room's latest facts, `is_in` says whether it is
    there, and `why` why not. Raises ValueError for an invalid link."""

    def __init__(self, link: str, secret: bytes, language: str = ""):
        page, _, said = link.partition("#")
        parts = dict(parse_qsl(said))
        is_page = page.startswith(("http://", "https://"))
        if not is_page or not {"room", "whom", "token"} <= set(parts):
            raise ValueError("that is no link of a room: it begins with http, and has room, whom "
                             "and token")
        self.whom = parts["whom"]
        self.facts: dict[str, Any] = {}
        self.is_in = False
        self.why = ""
        self._url = page + "table"
        self._parts = parts
        self._secret = secret
        self._language = language
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._seals: DeviceSeals | None = None
        self._count = 0
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}

    async def serve(self) -> None:
        """Stay in the room until cancelled; come back whenever it is there again."""
        while True:
            # UnicodeError: a name that no network can have
            with contextlib.suppress(aiohttp.ClientError, OSError, UnicodeError):
                async with aiohttp.ClientSession() as web, web.ws_connect(
                    self._url, heartbeat=_BEAT_S, max_msg_size=2 * MOST_DOWN
                ) as socket:
                    await self._attend(socket)
            self._leave()
            await asyncio.sleep(_AGAIN_S)

    async def _attend(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        """Join, and take what comes until the socket ends."""
        joining: asyncio.Task[None] | None = None
        async for message in socket:
            if not isinstance(message.data, bytes):
                continue
            if self._seals is not None:
                self._hear(message.data)
                continue
            try:
                self._seals = DeviceSeals(
                    self._secret, self._parts["room"], self.whom, self._parts["token"],
                    message.data, os.urandom(SESSION))
            except ValueError as error:  # somebody else answers at this address
                self.why = str(error)
                return
            self._socket = socket
            joining = asyncio.create_task(self._join())
        if joining is not None:
            await joining

    async def _join(self) -> None:
        answer = await self.ask("join", language=self._language)
        self.is_in, self.why = answer["ok"], answer.get("why", "")

    def _hear(self, data: bytes) -> None:
        """Take a message."""
        assert self._seals is not None
        with contextlib.suppress(ValueError):
            number, text = self._seals.unseal(data)
            if number == 0:
                self._answer_all({"ok": False, "why": text})
                return
            told = json.loads(text)
            if "id" not in told:
                self.facts |= told
            elif told["id"] in self._waiting:
                self._waiting.pop(told["id"]).set_result(told)

    def _leave(self) -> None:
        """The line has ended, and its session."""
        self._socket = self._seals = None
        self.is_in = False
        self._count = 0
        self._answer_all({"ok": False, "why": self.why or AWAY})

    def _answer_all(self, answer: "Json") -> None:
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_result(answer)
        self._waiting.clear()

    async def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        """Return the answer of the room; a refusal if it is out of reach."""
        if self._seals is None or self._socket is None:
            return {"ok": False, "why": self.why or AWAY}
        self._count += 1
        mark = self._count
        waiting: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[mark] = waiting
        request = json.dumps({"id": mark, "do": do, **fields})
        await self._socket.send_bytes(self._seals.seal(mark, request))
        return await waiting
