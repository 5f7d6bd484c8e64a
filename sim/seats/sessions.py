"""The sessions of a room's devices: decides which messages count, each only once, and collects the
messages to devices. It knows neither carriers nor seals. It sends lost messages again to devices
that report what they have seen (`delivery.py`).

A session is one visit of a device, which has proved its key and the token of its link. Messages
are numbered in both directions: a session drops one that comes twice or late. A number down is
never used twice in a run, even if a session that was refused begins again: with one key, a nonce
that comes twice would let others forge messages. The first message of a session asks to join; a
device that is refused hears why, and has no session. A session that has ended stays ended for the
rest of the carrier's run.
"""

import json

from games.jsonline import parse
from sim.seats.delivery import Delivery
from sim.window.messages import Pending

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable
    from typing import Any

    from games.types import Json
    from sim.seats.device import Device
    from sim.seats.room import Room

_MOST_ENDED = 4000  # sessions until a new run begins


class _Session:
    """A visit of a device, whose public key is `key`."""

    def __init__(
        self, whom: str, key: str, woken: "Callable[[], object]", clock: "Callable[[], float]",
        write: "Callable[[Json], Any]",
    ):
        self.delivery: Delivery | None = None  # if the device sends frames
        self.whom = whom
        self.key = key
        self.device: Device
        self.last = 0  # the number of its last request
        self.facts = Pending()
        self.answers: list[Any] = []
        self._woken = woken
        self._clock = clock
        self._write = write

    def hear(self, text: str) -> "list[str]":
        """Return the requests that have come now; raises ValueError."""
        if self.delivery is None and text[:1] != "[":
            return [text]
        delivery = self.delivery or Delivery(self._clock)
        found = delivery.hear(text)
        self.delivery = delivery
        return found

    def tell(self, kind: str, value: "object") -> None:
        """See sim.seats.protocols.Outlet."""
        self.facts.tell(kind, value)
        self._woken()

    def take(self) -> "list[Any]":
        """Remove and return the messages to it."""
        texts: "list[Any]" = []
        if self.delivery is None or not self.delivery.is_full():
            facts = self.facts.take()
            answers, self.answers = self.answers, []
            texts = [self._write(one) for one in ([facts] if facts else []) + answers]
        if self.delivery is not None:
            for text in texts:
                self.delivery.send(text)
            texts = self.delivery.take()
        return texts


class Sessions:
    """The devices of `room` that come by one carrier, from `address` if they all share it; calls
    `woken()` when `take` has messages. `write(message)` returns the text of one, or, for a device
    that sends no frames, whatever the carrier makes its text of."""

    def __init__(
        self, room: "Room", woken: "Callable[[], object]" = bool, address: str = "",
        write: "Callable[[Json], Any]" = json.dumps,
    ):
        self._room = room
        self._woken = woken
        self._address = address
        self._write = write
        self._count = 0  # messages down
        self._there: dict[str, _Session] = {}
        self._last: list[tuple[str, int, Any]] = []  # messages to sessions that have ended
        self._ended: set[str] = set()

    def renew(self) -> None:
        """Begin another run: every device must begin a new session."""
        for session in list(self._there):
            self._drop(session)
        self._ended.clear()
        self._last.clear()

    def is_full(self) -> bool:
        """Have so many sessions ended that the carrier has to begin another run?"""
        return len(self._ended) > _MOST_ENDED

    def is_any(self) -> bool:
        """Are there any devices?"""
        return bool(self._there)

    def is_there(self, session: str) -> bool:
        """Is that a session of the present run?"""
        return session in self._there

    def hear(self, whom: str, session: str, key: str, number: int, text: str) -> None:
        """Take a request of a device; raises ValueError if its session has ended, or belongs to
        another device."""
        if session in self._ended:
            raise ValueError("that session has ended")
        there = self._there.get(session)
        if there is None:
            there = _Session(whom, key, self._woken, self._room.clock, self._write)
            there.device = self._room.enter(there, whom, key, self._address)
        elif (there.whom, there.key) != (whom, key):
            raise ValueError("that session is another's")
        if number <= there.last:
            return  # it came twice, or late
        there.last = number
        for request in there.hear(text):
            there.answers.append(self._room.hear(there.device, _request(request)))
        if there.device.whom:
            self._there[session] = there
        else:
            self._drop(session, there)
        if there.device.is_flooding():
            self.end(session)
        self._woken()

    def end(self, session: str) -> None:
        """End a session, if it is there."""
        if session in self._there:
            self._drop(session)

    def _drop(self, session: str, there: "_Session | None" = None) -> None:
        """Remove a session; send the rest of its messages. A device that never joined may come
        again."""
        if there is None or session in self._there:
            there = self._there.pop(session)
            self._ended.add(session)
        self._last += self._numbered(session, there)
        self._room.leave(there.device)

    def _numbered(self, session: str, there: _Session) -> "list[tuple[str, int, Any]]":
        """Remove and return the messages to a session: session, number, text."""
        texts = there.take()
        first, self._count = self._count + 1, self._count + len(texts)
        return [(session, first + place, text) for place, text in enumerate(texts)]

    def take(self) -> "list[tuple[str, int, Any]]":
        """Remove and return the messages to devices: session, number, text."""
        if self._room.is_busy:
            return []
        for session, there in list(self._there.items()):
            if not there.device.whom or (there.delivery and there.delivery.is_dead):
                self._drop(session)  # the room has put it out, or it hears nothing
        found, self._last = self._last, []
        for session, there in self._there.items():
            found += self._numbered(session, there)
        return found

    def wait_s(self) -> float | None:
        """Return the seconds until `take` has lost messages to send again; None if none can be
        lost."""
        found = [there.delivery.wait_s() for there in list(self._there.values()) if there.delivery]
        return min([wait for wait in found if wait is not None], default=None)


def _request(text: str) -> "Json | None":
    try:
        return parse(text)
    except ValueError:
        return None
