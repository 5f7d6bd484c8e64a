"""A room at the end of a carrier to which anybody may listen: seals its sessions."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from sim.seats.meter import Meter
from sim.seats.room import Room
from sim.seats.sealing import RoomSeals, plain, session_name, session_of
from sim.seats.sessions import Sessions
from sim.window.errors import RefusedError


class SealedRoom:
    """The devices of `room` that come by one carrier, from `address` if they all share it.
    `run(function, *values)` runs a function that uses the table; `woken()` is called when `take`
    has messages."""

    def __init__(
        self, room: Room, run: Any, woken: Callable[[], object] = bool, address: str = ""
    ):
        self.room = room
        self._run = run
        self._sessions = Sessions(room, woken, address)
        secret = bytes.fromhex(room.keys.secret)
        self._seals = RoomSeals(secret, room.keys.token, self._sessions.is_there)
        self._refusals = Meter(room.clock)
        self._refused: list[tuple[str, bytes]] = []

    @property
    def name(self) -> str:
        """The name of the room in its links."""
        return self._seals.name

    @property
    def hello(self) -> bytes:
        """The first message to devices: the public keys of this run and of the host."""
        return self._seals.hello

    def link(self, page: str, whom: str | int, **more: str) -> str:
        """Return the link for a seat, HOST or WATCH; the part behind # stays in the browser."""
        known = {"room": self.name, **more, "whom": whom, "token": self.room.keys.token(whom)}
        return "%s#%s" % (page, urlencode(known))

    async def renew(self) -> None:
        """Begin another run, without devices."""
        await self._run(self._sessions.renew)
        self._seals.renew()

    async def hear(self, data: bytes) -> bool:
        """Take a message of a device; return whether the seal was right."""
        if self._sessions.is_full():
            await self.renew()
            return True
        try:
            up = self._seals.unseal(data)
        except (KeyError, ValueError):
            self.refuse(data)
            return False
        try:
            await self._run(self._sessions.hear, *up)
        except ValueError:
            self.room.refused += 1
        return True

    def refuse(self, data: bytes) -> None:
        """Count a message with a wrong seal, and answer why. The answer is not sealed, since its
        device and the room have no keys in common."""
        self.room.refused += 1
        session = session_of(data)
        if session and self._refusals.may_pass():
            said = RefusedError("link unknown").said(self.room.views.language)
            self._refused.append((session, plain(said)))

    async def end(self, data: bytes) -> None:
        """End the session whose secret for leaving this is."""
        await self._run(self._sessions.end, session_name(data).hex())

    def wait_s(self) -> float | None:
        """Return the seconds until `take` has lost messages to send again; None if none can be
        lost."""
        return self._sessions.wait_s()

    def is_in(self) -> bool:
        """Is a device in the room?"""
        return self._sessions.is_any()

    async def take(self) -> list[tuple[str, bytes]]:
        """Remove and return the messages to devices: session, and data."""
        found, self._refused = self._refused, []
        for session, number, text in await self._run(self._sessions.take):
            found.append((session, self._seals.seal(session, number, text)))
        return found
