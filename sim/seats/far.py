"""Carries a room to far players through an MQTT broker, which sees ciphertext only.

A room has a name that nobody guesses. A device publishes its requests on `up`, by whom its link is
for; the room publishes answers and facts on `down`, by the device's session. Requests are sealed
with a key made from the link's token, answers and facts with one made from the token and the
device's own key. So no player can read what another is told, nor can a copy of a link read what
the first device is told. Messages are numbered in both directions; one that comes twice or late is
dropped. The broker keeps `host`, which tells whether the room is there, and clears it if the
host's line breaks.
"""

import asyncio
import contextlib
import hashlib
import json
import os
import re
import zlib
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode, urlsplit

import aiomqtt
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from sim.seats.keys import HOST
from sim.seats.room import KEY, LONGEST, Device, Room
from sim.seats.server import Line, Run
from table import forms

_NONCE = 12  # bytes
_AGAIN_S = 2.0  # between two tries to reach the broker
_MOST = 32  # devices
_MOST_TOLD = 1 << 20  # bytes of a message down, inflated
_RAW = -15  # deflate without a header, with zlib's largest window
_SESSION = re.compile(r"[0-9a-f]{16}")
_HERE, _AWAY = b"here", b""


def key(*secrets: str) -> bytes:
    """Return a key for AES-GCM, made from some secrets."""
    return hashlib.sha256(" ".join(("leyboard", *secrets)).encode()).digest()


def seal(by: bytes, topic: str, value: Any) -> bytes:
    """Return a value deflated and sealed with a key, for a topic."""
    nonce = os.urandom(_NONCE)
    packing = zlib.compressobj(wbits=_RAW)
    data = packing.compress(json.dumps(value).encode()) + packing.flush()
    return nonce + AESGCM(by).encrypt(nonce, data, topic.encode())


def unseal(by: bytes, topic: str, data: bytes, most: int = _MOST_TOLD) -> Any:
    """Return a sealed value; raises ValueError if it was not sealed with this key for this topic,
    or has more than `most` bytes, of which no more are inflated."""
    unpacking = zlib.decompressobj(wbits=_RAW)
    try:
        packed = AESGCM(by).decrypt(data[:_NONCE], data[_NONCE:], topic.encode())
        text = unpacking.decompress(packed, most)
    except InvalidTag:
        raise ValueError("that was not sealed with this key") from None
    except zlib.error:
        raise ValueError("that was not deflated") from None
    if not unpacking.eof:
        raise ValueError("that is longer than %d bytes, or cut off" % most)
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("that is nested too deep") from None


async def stay(attend: Callable[[], Any], leave: Callable[[], None], again_s: float) -> None:
    """Stay at a broker until cancelled: run `attend`, and again whenever its line breaks. Call
    `leave` each time that it breaks."""
    task = asyncio.current_task()
    while True:
        with contextlib.suppress(aiomqtt.MqttError):
            await attend()
        leave()
        if task is not None and task.cancelling():  # the line broke on the way out
            raise asyncio.CancelledError
        await asyncio.sleep(again_s)


class _Socket:
    """The way down to a device; a Line uses it as its WebSocket."""

    def __init__(self, publish: Callable[..., Any], topic: str, by: bytes):
        self.closed = False
        self._publish = publish
        self._topic = topic
        self._by = by
        self._count = 0

    async def send_str(self, text: str) -> None:
        """Send a message, numbered."""
        self._count += 1
        await self._publish(self._topic, seal(self._by, self._topic, [self._count, text]))


class _Session:
    """A far device."""

    def __init__(self, line: Line, device: Device, telling: "asyncio.Task[None]"):
        self.line = line
        self.device = device
        self.telling = telling
        self.last = 0  # the number of its last request


class FarRoom:
    """A room at a broker, "mqtt://HOST:PORT"; `run` as for SeatsServer. `link(token)` makes the
    links on the host's page."""

    def __init__(self, room: Room, run: Run, broker: str, link: Callable[[str], str]):
        at = urlsplit(broker)
        self.room = room
        self.name = hashlib.sha256(room.keys.token(HOST).encode()).hexdigest()[:16]
        self.connected = asyncio.Event()
        self._run = run
        self._link = link
        self._where = {
            "hostname": at.hostname or "localhost", "port": at.port or 1883,
            "username": at.username, "password": at.password,
        }  # fmt: skip
        self._sessions: dict[str, _Session] = {}
        self._client: aiomqtt.Client | None = None

    def far_link(self, page: str, broker: str, whom: str | int) -> str:
        """Return the link for a far player: `page` shows seats, and reaches the broker at
        `broker`, "wss://HOST/PATH". The part behind # stays in the browser."""
        token = self.room.keys.token(whom)
        known = {"room": self.name, "at": broker, "whom": whom, "token": token}
        return "%s#%s" % (page, urlencode(known))

    def topic(self, *parts: str) -> str:
        """Return a topic of the room."""
        return "/".join(("leyboard", self.name, *parts))

    async def serve(self) -> None:
        """Stay at the broker until cancelled; reconnect whenever the line breaks."""
        await stay(self._attend, self.connected.clear, _AGAIN_S)

    async def _attend(self) -> None:
        host = self.topic("host")
        will = aiomqtt.Will(host, _AWAY, qos=1, retain=True)
        async with aiomqtt.Client(will=will, **self._where) as client:  # type: ignore[arg-type]
            self._client = client
            await client.subscribe(self.topic("up", "+"), qos=1)
            await client.publish(host, _HERE, qos=1, retain=True)
            self.connected.set()
            try:
                async for message in client.messages:
                    await self.hear(str(message.topic), bytes(message.payload))
            finally:
                self._client = None
                await self.drop_all()
                with contextlib.suppress(aiomqtt.MqttError):
                    await client.publish(host, _AWAY, qos=1, retain=True)

    async def _publish(self, topic: str, data: bytes) -> None:
        if self._client is not None:  # otherwise the device joins anew when the room is back
            with contextlib.suppress(aiomqtt.MqttError):
                await self._client.publish(topic, data, qos=1)

    async def hear(self, topic: str, data: bytes) -> None:
        """Take a message of a device: [session, number, key or null, request or null]."""
        whom = topic.rpartition("/")[2]
        try:
            if len(data) > LONGEST:
                raise ValueError("too long")
            token = self.room.keys.token(whom)
            session, number, own, request = unseal(key(token), topic, data, LONGEST)
            if not _SESSION.fullmatch(session) or type(number) is not int:
                raise ValueError("no session")
        except (KeyError, TypeError, ValueError):
            self.room.refused += 1
            return
        if request is None:
            await self._drop(session)
            return
        there = self._sessions.get(session)
        if there is None:
            if len(self._sessions) >= _MOST or not forms.is_valid(own, *KEY[1:]):
                self.room.refused += 1
                return
            there = self._sessions[session] = self._open(session, token, own)
        if number <= there.last:
            return  # it came twice, or late
        there.last = number
        await there.line.send(await self._run(self.room.hear, there.device, request))
        if there.device.meter.is_flooding():
            await self._drop(session)

    def _open(self, session: str, token: str, own: str) -> _Session:
        """Let a device join the room."""
        socket: Any = _Socket(self._publish, self.topic("down", session), key(token, own))
        line = Line(socket, self._link)
        telling = asyncio.create_task(line.keep_telling())
        return _Session(line, self.room.enter(line), telling)

    async def drop_all(self) -> None:
        """Remove all devices."""
        for session in list(self._sessions):
            await self._drop(session)

    async def _drop(self, session: str) -> None:
        """Remove a device."""
        there = self._sessions.pop(session, None)
        if there is not None:
            there.telling.cancel()
            await asyncio.shield(self._run(self.room.leave, there.device))
