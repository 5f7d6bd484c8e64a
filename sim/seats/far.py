"""Carries a room to far players through an MQTT broker, which sees ciphertext only.

A room has a name that nobody guesses. A device publishes its requests on `up`, by whom its link is
for; the room publishes answers and facts on `down`, by the device's session. Requests are sealed
with a key made from the link's token, answers and facts with one made from the token and the
device's own key. So no player can read what another is told, nor can a copy of a link read what
the first device is told. Messages are numbered in both directions; one that comes twice or late is
dropped. The broker keeps `host`, which names the host's present run, and clears it if the host's
line breaks; a request is sealed for that run. If a device's line breaks, the broker publishes its
session on `end`. `sessions.py` decides which message counts.
"""

import asyncio
import contextlib
import hashlib
import json
import os
import zlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode, urlsplit

import aiomqtt
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from sim.seats.room import LONGEST, Room
from sim.seats.server import Run
from sim.seats.sessions import Sessions
from sim.seats.tasks import together

if TYPE_CHECKING:
    from sim.seats.clubs import Listing, Seal

_NONCE = 12  # bytes
_AGAIN_S = 2.0  # between two tries to reach the broker
_MOST_TOLD = 1 << 20  # bytes of a message down, inflated
_RAW = -15  # deflate without a header, with zlib's largest window
_AWAY = b""


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


def in_run(topic: str, run: str) -> str:
    """Return what a request is sealed for: its topic, in a run of the host."""
    return "%s %s" % (topic, run)


def server(broker: str) -> dict[str, Any]:
    """Return where a broker is, "mqtt://HOST:PORT", for aiomqtt's Client."""
    at = urlsplit(broker)
    return {
        "hostname": at.hostname or "localhost", "port": at.port or 1883,
        "username": at.username, "password": at.password,
    }  # fmt: skip


class FarRoom:
    """A room at a broker, "mqtt://HOST:PORT"; `run` as for SeatsServer."""

    def __init__(self, room: Room, run: Run, broker: str):
        self.room = room
        self.name = room.keys.name
        self.connected = asyncio.Event()
        self.sessions = Sessions(room, self._wake)
        self._run = run
        self._where = server(broker)
        self._listing: Listing | None = None
        self._client: aiomqtt.Client | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._news = asyncio.Event()
        self._lock = asyncio.Lock()  # messages go in the order of their numbers
        self._told = ""  # the run that the broker knows of

    def far_link(self, page: str, broker: str, whom: str | int) -> str:
        """Return the link for a far player: `page` shows seats, and reaches the broker at
        `broker`, "wss://HOST/PATH". The part behind # stays in the browser."""
        token = self.room.keys.token(whom)
        known = {"room": self.name, "at": broker, "whom": whom, "token": token}
        return "%s#%s" % (page, urlencode(known))

    async def list_in(self, club: "Seal", watch: str) -> None:
        """List the table in a club, with the link for those who watch."""
        from sim.seats.clubs import Listing

        self._listing = await self._run(Listing, self.room, club, watch)
        self._listing.woken = self._wake

    def topic(self, *parts: str) -> str:
        """Return a topic of the room."""
        return "/".join(("leyboard", self.name, *parts))

    async def serve(self) -> None:
        """Stay at the broker until cancelled; reconnect whenever the line breaks."""
        self._loop = asyncio.get_running_loop()
        await together(
            stay(self._attend, self.connected.clear, _AGAIN_S), self._keep_telling()
        )

    async def _attend(self) -> None:
        host = self.topic("host")
        will = aiomqtt.Will(host, _AWAY, qos=1, retain=True)
        async with aiomqtt.Client(will=will, **self._where) as client:
            self._client = client
            if self._listing is not None:
                self._listing.forget()
            for kind in ("up", "end"):
                await client.subscribe(self.topic(kind, "+"), qos=1)
            await self._send()
            self.connected.set()
            try:
                async for message in client.messages:
                    await self.hear(str(message.topic), bytes(message.payload))
            finally:
                self._client = None
                self._told = ""
                await self.drop_all()
                gone = [host] + ([self._listing.topic] if self._listing else [])
                with contextlib.suppress(aiomqtt.MqttError):
                    for topic in gone:
                        await client.publish(topic, _AWAY, qos=1, retain=True)

    async def hear(self, topic: str, data: bytes) -> None:
        """Take a message of a device, or of the broker in its place."""
        try:
            kind, whom = topic.split("/")[2:]
            if len(data) > LONGEST:
                raise ValueError("a message is too long")
            by = key(self.room.keys.token(whom))
            if kind == "end":
                await self._run(self.sessions.end, whom, unseal(by, topic, data, LONGEST))
            else:
                value = unseal(by, in_run(topic, self.sessions.run), data, LONGEST)
                await self._run(self.sessions.hear, whom, value)
        except (KeyError, ValueError):
            self.room.refused += 1
        await self._send()

    def _wake(self) -> None:
        """Send, from any thread, what has come for devices."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._news.set)

    async def _keep_telling(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            await self._send()

    async def _send(self) -> None:
        """Send what is on its way, and the name of the run if it is another one."""
        async with self._lock:
            run = self.sessions.run
            if self._client is not None and run != self._told:
                self._told = run
                await self._publish(self.topic("host"), run.encode(), retain=True)
            for session, secrets, message in await self._run(self.sessions.take):
                topic = self.topic("down", session)
                await self._publish(topic, seal(key(*secrets), topic, message))
            if self._listing is not None and self._client is not None:
                for topic, data in await self._run(self._listing.take):
                    await self._publish(topic, data, retain=True)

    async def _publish(self, topic: str, data: bytes, retain: bool = False) -> None:
        if self._client is not None:  # otherwise the device joins anew when the room is back
            with contextlib.suppress(aiomqtt.MqttError):
                await self._client.publish(topic, data, qos=1, retain=retain)

    async def drop_all(self) -> None:
        """Remove all devices: whoever comes now does so in another run."""
        await asyncio.shield(self._run(self.sessions.renew))
