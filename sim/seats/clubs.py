"""A club at a broker: its tables, and the results of their games.

Each table keeps an entry at the broker, and a result for each game that ends. Both are sealed with
the club's secret: its members can read and write them, the broker cannot. An entry counts while
the broker knows a host of its room. The keeper of the league removes the results.
"""

import hashlib
import json
import os
import secrets
from datetime import date
from typing import Any

import aiomqtt
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from games.jsonline import parse
from sim.seats.far import server
from sim.seats.room import Room
from sim.seats.sealing import MOST_DOWN, packed, unpacked
from sim.seats.speakers import COMPUTER
from table.session import HUMAN

if False:  # only mypy reads this: the names of types
    from games.types import Json

BOT = "bot"  # the name of any computer, as in the league
_TABLE, _RESULT = "table", "result"
_LEAGUE = "landover"  # the game of the league
_NONCE = 12  # bytes


class Seal:
    """The topics and the key of a club, both made from its `secret`."""

    def __init__(self, secret: str):
        self._key = hashlib.sha256(b"leyboard club " + secret.encode()).digest()
        self._name = hashlib.sha256(self._key).hexdigest()[:16]

    def topic(self, *parts: str) -> str:
        """Return a topic of the club."""
        return "/".join(("leyboard", self._name, *parts))

    def closed(self, topic: str, value: "object") -> bytes:
        """Seal a value for a topic."""
        nonce = os.urandom(_NONCE)
        data = packed(json.dumps(value))
        return nonce + AESGCM(self._key).encrypt(nonce, data, topic.encode())

    def opened(self, topic: str, data: bytes) -> dict[str, Any]:
        """Return the value that a member sealed, {} if it is not an object; raises ValueError if
        no member sealed it."""
        nonce, sealed = data[:_NONCE], data[_NONCE:]
        try:
            text = unpacked(AESGCM(self._key).decrypt(nonce, sealed, topic.encode()), MOST_DOWN)
        except InvalidTag:
            raise ValueError("that was not sealed with this key") from None
        try:
            return parse(text)
        except ValueError:
            return {}


class Listing:
    """The facts for a club about the table of `room`, which has this `name` at the broker; `watch`
    is the link for watchers."""

    def __init__(self, room: Room, club: Seal, name: str, watch: str):
        self.woken: Any = bool  # called when `take` may have messages
        self._room = room
        self._club = club
        self._watch = watch
        self._facts: dict[str, Any] = {}
        self._entry: dict[str, Any] = {}  # the last one sent
        self._result = ""  # the topic of the last result
        self._name = name
        self._device = room.admit(self)

    @property
    def topic(self) -> str:
        """The topic of the table's entry."""
        return self._club.topic(_TABLE, self._name)

    def tell(self, kind: str, value: "object") -> None:
        """See sim.seats.protocols.Outlet."""
        if kind in ("game", "state", "seats"):
            self._facts[kind] = value
            self.woken()

    def forget(self) -> None:
        """Send everything again: the broker may have forgotten it."""
        self._entry = {}
        self._result = ""

    def take(self) -> list[tuple[str, bytes]]:
        """Return the new messages for the broker to keep, by topic."""
        view = self._facts["state"]["view"]
        entry = self._told(view)
        found = []
        if entry != self._entry:
            self._entry = entry
            found.append((self.topic, self._club.closed(self.topic, entry)))
        is_of_league = bool(view and view["game"] == _LEAGUE and view["result"])
        if is_of_league and all(entry["players"]):
            found += self._ended(entry["players"])
        return found

    def _told(self, view: "Json | None") -> "Json":
        rows = self._facts["seats"]["seats"]
        return {
            "title": self._facts["game"]["title"] if view else "",
            "players": [self._player(seat, row) for seat, row in enumerate(rows)],
            "here": [row["here"] for row in rows],
            "over": bool(view and (view["result"] or self._facts["state"]["given_up"])),
            "scores": view["scores"] if view else [],
            "watching": self._facts["seats"]["watching"],
            "watch": self._watch if self._facts["seats"]["open"] else "",
        }

    def _player(self, seat: int, row: "Json") -> str:
        """Return the name of a seat's player, "" if there is none."""
        state = self._facts["state"]
        if row["by"] == COMPUTER or state["players"][seat] != HUMAN:
            return BOT
        name: str = state["names"][seat] if seat < len(state["names"]) else ""
        return name

    def _ended(self, players: list[str]) -> list[tuple[str, bytes]]:
        """Return the result of a finished game, unless it was the last one sent."""
        answer = self._room.hear(self._device, {"do": "record"})
        if not answer["ok"]:
            return []
        digest = hashlib.sha256("\n".join(answer["lines"]).encode()).hexdigest()[:16]
        topic = self._club.topic(_RESULT, digest)
        if topic == self._result:
            return []
        self._result = topic
        result = {"players": players, "day": date.today().isoformat(), "lines": answer["lines"]}
        return [(topic, self._club.closed(topic, result))]


async def read(broker: str, club: Seal) -> tuple[list[dict[str, Any]], dict[str, dict[str, Any]]]:
    """Return the entries of the tables that have a host now, and the results by topic, of a
    broker, "mqtt://HOST:PORT". Raises aiomqtt.MqttError."""
    tables: dict[str, dict[str, Any]] = {}
    results: dict[str, dict[str, Any]] = {}
    hosts: set[str] = set()
    async with aiomqtt.Client(**server(broker)) as client:
        kept = _all(client, club, club.topic(_TABLE, "+"), club.topic(_RESULT, "+"))
        async for topic, data in kept:
            try:
                value = club.opened(topic, data)
            except ValueError:
                continue  # no member of the club wrote this
            kind, name = topic.split("/")[2:]
            (tables if kind == _TABLE else results)[name if kind == _TABLE else topic] = value
        rooms = ["leyboard/%s/host" % name for name in tables]
        async for topic, _ in _all(client, club, *rooms):
            hosts.add(topic.split("/")[1])
    return [entry for name, entry in sorted(tables.items()) if name in hosts], results


async def _all(client: aiomqtt.Client, club: Seal, *topics: str) -> Any:
    """Yield (topic, data) of all messages that the broker keeps under some topics."""
    mark = club.topic("mark", secrets.token_hex(8))
    for topic in (mark, *topics):
        await client.subscribe(topic, qos=1)
    await client.publish(mark, b"", qos=1)  # this message comes after all kept ones
    async for message in client.messages:
        if str(message.topic) == mark:
            return
        if message.payload:
            yield str(message.topic), bytes(message.payload)


async def take_away(broker: str, topics: list[str]) -> None:
    """Remove the messages that a broker keeps under some topics. Raises aiomqtt.MqttError."""
    async with aiomqtt.Client(**server(broker)) as client:
        for topic in topics:
            await client.publish(topic, b"", qos=1, retain=True)

