"""Carries a room to far players through an MQTT broker, which sees only ciphertext.

A device publishes its requests on `up`; the room publishes answers and facts on `down`, by the
device's session. The broker keeps `host`, the public keys of the host's present run, and clears it
if the host's line breaks. The host watches that topic: the end of an old line of its own may
overwrite it later, and anybody can write there. If a device's line breaks, the broker publishes on
`end` the secret that ends its session. `sessions.py` decides which message counts, `sealing.py`
seals.
"""

import asyncio
import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

import aiomqtt

from sim.seats.keys import HOST
from sim.seats.room import LONGEST, Room
from sim.seats.sealed_room import SealedRoom
from sim.seats.sealing import line_name
from sim.seats.server import Run
from sim.seats.tasks import end_if_cancelled, soon, together

if TYPE_CHECKING:
    from games.types import Json
    from sim.seats.clubs import Listing, Seal

_AGAIN_S = 2.0  # between two tries to reach the broker
BEAT_S = 4  # without a word, until the broker is asked; as long for its answer
_WATCH_S = 0.5  # until what the broker keeps of the host is told again
_AWAY = b""
_PORTS = {"mqtt": 1883, "mqtts": 8883}


async def stay(attend: Callable[[], Any], leave: Callable[[], None], again_s: float) -> None:
    """Stay at a broker until cancelled: run `attend`, and run it again whenever the line breaks.
    Call `leave` each time that it breaks."""
    while True:
        with contextlib.suppress(aiomqtt.MqttError):
            await attend()
        leave()
        end_if_cancelled()  # the line broke on the way out
        await asyncio.sleep(again_s)


def server(broker: str) -> "Json":
    """Return the arguments of aiomqtt's Client for a broker, "mqtt://HOST:PORT", or "mqtts://" by
    TLS."""
    at = urlsplit(broker)
    return {
        "hostname": at.hostname or "localhost", "port": at.port or _PORTS[at.scheme],
        "username": at.username and unquote(at.username),
        "password": at.password and unquote(at.password),
        "tls_params": aiomqtt.TLSParameters() if at.scheme == "mqtts" else None,
    }


class FarRoom:
    """A room at a broker, "mqtt://HOST:PORT"; `run` as for SeatsServer."""

    def __init__(self, room: Room, run: Run, broker: str):
        self.room = room
        self.connected = asyncio.Event()
        self.sealed = SealedRoom(room, run, self._wake)
        self.name = self.sealed.name
        self._run = run
        self._where = server(broker)
        self._listing: Listing | None = None
        self._client: aiomqtt.Client | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._news = asyncio.Event()
        self._lock = asyncio.Lock()  # messages go in the order of their numbers
        self._told = self._kept = b""  # the run that was told, and what the broker keeps of it

    def far_link(self, page: str, broker: str, whom: str | int) -> str:
        """Return the link for a far player: `page` shows seats, and reaches the broker at
        `broker`, "wss://HOST/PATH". The part behind # stays in the browser."""
        return self.sealed.link(page, whom, at=broker)

    async def list_in(self, club: "Seal", watch: str) -> None:
        """List the table in a club, with the link for watchers."""
        from sim.seats.clubs import Listing

        self._listing = await self._run(Listing, self.room, club, self.name, watch)
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
        name = line_name(bytes.fromhex(self.room.keys.secret))
        async with aiomqtt.Client(
            identifier=name, keepalive=BEAT_S, will=will, **self._where
        ) as client:
            self._client = client
            if self._listing is not None:
                self._listing.forget()
            for kind in ("up", "end", "host"):
                await client.subscribe(self.topic(kind), qos=1)
            await self._send()
            self._news.set()
            self.connected.set()
            try:
                async for message in client.messages:
                    await self.hear(str(message.topic), bytes(message.payload))
            finally:
                self._client = None
                self._told = self._kept = b""
                await self.drop_all()
                gone = [host] + ([self._listing.topic] if self._listing else [])
                with contextlib.suppress(aiomqtt.MqttError):
                    for topic in gone:
                        await client.publish(topic, _AWAY, qos=1, retain=True)

    async def hear(self, topic: str, data: bytes) -> None:
        """Take a message of a device, or of the broker in its place."""
        if topic == self.topic("host"):
            self._told = self._kept = data
        elif topic == self.topic("end"):
            await self.sealed.end(data)
        elif len(data) <= LONGEST and data[:1] != HOST[:1].encode():  # who hosts is not far
            await self.sealed.hear(data)
        else:
            self.room.refused += 1
        await self._send()

    def _wake(self) -> None:
        """Send, from any thread, the new messages for devices."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._news.set)

    async def _keep_telling(self) -> None:
        """Send new messages for devices and lost ones again, and hello if the broker lost it."""
        while True:
            is_known = self._client is None or self._kept == self.sealed.hello
            waits = [wait for wait in (self.sealed.wait_s(), None if is_known else _WATCH_S)
                     if wait is not None]
            await soon(self._news, min(waits, default=None))
            if not self._news.is_set():
                self._told = self._kept
            self._news.clear()
            await self._send()

    async def _send(self) -> None:
        """Send the waiting messages, and hello if the run is new."""
        async with self._lock:
            if self._client is not None and self.sealed.hello != self._told:
                self._told = self.sealed.hello
                await self._publish(self.topic("host"), self._told, retain=True)
            for session, data in await self.sealed.take():
                await self._publish(self.topic("down", session), data)
            if self._listing is not None and self._client is not None:
                for topic, data in await self._run(self._listing.take):
                    await self._publish(topic, data, retain=True)

    async def _publish(self, topic: str, data: bytes, retain: bool = False) -> None:
        if self._client is not None:  # otherwise the device joins anew when the room is back
            with contextlib.suppress(aiomqtt.MqttError):
                await self._client.publish(topic, data, qos=int(retain), retain=retain)
                end_if_cancelled()

    async def drop_all(self) -> None:
        """Remove all devices; those that come from now on belong to another run."""
        await asyncio.shield(self.sealed.renew())
