"""The far devices of a room, by session: decides which messages count, each only once, and
collects the messages to them. It knows neither a broker nor seals.

A session is one visit of a device. Its messages are numbered in both directions: one that comes
twice or late is dropped. A session that has ended stays ended for the rest of the `run`; the host
makes up the name of a new run whenever it connects to the broker. Devices seal each request for
the run, so nobody can repeat messages of an ended session or of another run.
"""

import json
from binascii import hexlify

from sim.computer import random_bytes
from sim.seats.keys import HOST
from sim.seats.room import KEY
from sim.window.messages import Pending
from table import forms

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable
    from typing import Any

    from sim.seats.room import Room

_MOST = 32  # devices
_MOST_ENDED = 1000  # sessions until a new run begins
_SESSION = 16  # hexadecimal digits


class _Session:
    """A visit of a device with a `token` and a key of its `own`."""

    def __init__(self, token: str, own: str, woken: "Callable[[], object]"):
        self.secrets = (token, own)
        self.last = 0  # the number of its last request
        self.facts = Pending()
        self.answers: list[Any] = []
        self.count = 0  # messages to it
        self._woken = woken

    def tell(self, kind: str, value: "Any") -> None:
        """See sim.seats.protocols.Outlet."""
        self.facts.tell(kind, value)
        self._woken()

    def numbered(self, message: "Any") -> "list[Any]":
        """Return a message with its number, as the device gets it."""
        self.count += 1
        return [self.count, json.dumps(message)]


class Sessions:
    """The far devices of `room`; calls `woken()` when `take` has messages."""

    def __init__(self, room: "Room", woken: "Callable[[], object]" = bool):
        self._room = room
        self._woken = woken
        self._there: dict[str, tuple[_Session, Any]] = {}  # with its Device in the room
        self._ended: set[str] = set()
        self.run = ""
        self.renew()

    def renew(self) -> None:
        """Begin another run: every device must begin a new session."""
        for session in list(self._there):
            self._drop(session)
        self._ended.clear()
        self.run = hexlify(random_bytes(8)).decode()

    def hear(self, whom: str, value: "Any") -> None:
        """Take a message of a device with the token of `whom`: [session, number, key, request].
        Raises ValueError if it is invalid or not allowed."""
        if not isinstance(value, list) or len(value) != 4 or whom == HOST:
            raise ValueError("that is no message of a far device")
        session, number, own, request = value
        if not _is_session(session) or type(number) is not int:
            raise ValueError("a session has 16 hexadecimal digits, a message a number")
        if session in self._ended:
            raise ValueError("that session has ended")
        if session not in self._there:
            if len(self._ended) > _MOST_ENDED:
                self.renew()  # so that ended sessions can be forgotten
                return
            if len(self._there) >= _MOST or not forms.is_valid(own, *KEY[1:]):
                raise ValueError("no more can come in, or none without a key")
            fresh = _Session(self._room.keys.token(whom), own, self._woken)
            self._there[session] = (fresh, self._room.enter(fresh))
        there, device = self._there[session]
        if there.secrets != (self._room.keys.token(whom), own):
            raise ValueError("that session is another's")
        if number <= there.last:
            return  # it came twice, or late
        there.last = number
        there.answers.append(self._room.hear(device, request))
        self._woken()
        if device.meter.is_flooding():
            self._drop(session)

    def end(self, whom: str, session: "Any") -> None:
        """End the session of a device that has the token of `whom`."""
        if session in self._there:
            if self._there[session][0].secrets[0] != self._room.keys.token(whom):
                raise ValueError("that session is another's")
            self._drop(session)

    def _drop(self, session: str) -> None:
        there = self._there.pop(session)
        self._ended.add(session)
        self._room.leave(there[1])

    def take(self) -> "list[tuple[str, tuple[str, str], list[Any]]]":
        """Remove and return the messages to devices: for each its session, the secrets that seal
        it, and [number, text]."""
        found = []
        for session, (there, _) in self._there.items():
            facts = there.facts.take()
            answers, there.answers = there.answers, []
            for message in ([facts] if facts else []) + answers:
                found.append((session, there.secrets, there.numbered(message)))
        return found


def _is_session(value: "Any") -> bool:
    return (
        isinstance(value, str)
        and len(value) == _SESSION
        and all(letter in "0123456789abcdef" for letter in value)
    )
