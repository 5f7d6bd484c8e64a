"""A program that joins a far room through the broker, as a far page does; `far.py` is the room's
end."""

import asyncio
import contextlib
import json
import secrets
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import aiomqtt

from sim.seats.far import key, seal, stay, unseal

_AGAIN_S = 1.0  # between two tries to reach the broker
_PATIENCE_S = 20.0  # for an answer
_AWAY = {"ok": False, "why": ""}


class FarDevice:
    """A device in the room of `link`; `own` is its key, made up once. `facts` has the room's
    latest facts; `news` is set whenever they change, or the room comes or goes (`is_in`). Raises
    ValueError for an invalid link."""

    def __init__(self, link: str, own: str):
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
            }  # fmt: skip
        except (KeyError, ValueError):
            raise ValueError("that is no invitation: it has room, at, whom and token") from None
        self.facts: dict[str, Any] = {}
        self.news = asyncio.Event()
        self.is_in = False
        self.why = ""  # why the room does not let it in
        self._own = own
        self._client: aiomqtt.Client | None = None
        self._session = ""
        self._count = self._last = 0
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}

    async def serve(self) -> None:
        """Stay in the room until cancelled; come back whenever it is there again."""
        await stay(self._attend, self._out, _AGAIN_S)

    async def _attend(self) -> None:
        self._session = secrets.token_hex(8)
        self._count = self._last = 0
        gone = seal(key(self._token), self._up(), [self._session, 0, None, None])
        will = aiomqtt.Will(self._up(), gone, qos=1)
        host = self._topic("host")
        async with aiomqtt.Client(will=will, **self._where) as client:
            self._client = client
            await client.subscribe(self._topic("down", self._session), qos=1)
            await client.subscribe(host, qos=1)
            joining: asyncio.Task[None] | None = None
            async for message in client.messages:
                if str(message.topic) != host:
                    self._hear(bytes(message.payload))
                elif message.payload and joining is not None:
                    return  # a restarted host numbers from 1: so do we
                elif message.payload:
                    joining = asyncio.create_task(self._join())
                else:
                    self._out()

    def _topic(self, *parts: str) -> str:
        return "/".join(("leyboard", self._room, *parts))

    def _up(self) -> str:
        return self._topic("up", self.whom)

    async def _join(self) -> None:
        answer = await self.ask("join", token=self._token, key=self._own)
        self.is_in, self.why = answer["ok"], answer.get("why", "")
        self.news.set()

    def _out(self) -> None:
        """The room is out of reach."""
        self.is_in = False
        for mark in list(self._waiting):
            self._answer(mark, _AWAY)
        self.news.set()

    def _answer(self, mark: int, answer: dict[str, Any]) -> None:
        """Pass an answer to whoever waits for it, unless they have just given up."""
        waiting = self._waiting.pop(mark, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(answer)

    def _hear(self, data: bytes) -> None:
        topic = self._topic("down", self._session)
        with contextlib.suppress(ValueError):
            number, text = unseal(key(self._token, self._own), topic, data)
            if number <= self._last:
                return  # it came twice, or late
            self._last = number
            told = json.loads(text)
            if "id" not in told:
                self.facts |= told
                self.news.set()
            else:
                self._answer(told["id"], told)

    async def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        """Return the answer of the room; a refusal without a reason if it is out of reach."""
        self._count += 1
        mark = self._count
        value = [self._session, mark, self._own, {"id": mark, "do": do, **fields}]
        waiting = self._waiting[mark] = asyncio.get_running_loop().create_future()
        try:
            if self._client is None:
                return _AWAY
            data = seal(key(self._token), self._up(), value)
            await self._client.publish(self._up(), data, qos=1)
            return await asyncio.wait_for(waiting, _PATIENCE_S)
        except (aiomqtt.MqttError, TimeoutError):
            return _AWAY
        finally:
            self._waiting.pop(mark, None)
