"""A room on a board: it works a part at a time, so that the table polls its readers meanwhile, and
a small heap has room for the garbage of each part.
"""

import json

from sim.seats.room import Room

if False:  # only mypy reads this: the names of types
    from collections.abc import Iterator
    from typing import Any

    from games.types import Json
    from sim.seats.device import Device

_DEEP = 5  # levels of a message whose values are pieces: down to each action's words and text
_PARTS = 64  # of a piece
_ASKED = 16  # actions to ask the table for at once
_MOST = 160  # actions of a kind that phones get a list of: cards, but not all offers


class SlowRoom(Room):
    """A Room whose facts are renewed by its steps. While it `is_busy`, its devices are told
    nothing: so these facts come before the answer to the request that changed them."""

    _parts: "Iterator[None]" = iter(())  # those that are left

    def __init__(self, *values: "Any", **named: "Any"):
        super().__init__(*values, **named)
        self.views.most = _MOST
        self.views.part = _ASKED

    def renew(self) -> None:
        """Begin to renew the facts, from the first part."""
        self._parts = self.renewing()
        self.is_busy = True

    def renewing(self) -> "Iterator[None]":
        """See Room."""
        parts = super().renewing()
        for _ in parts:  # the first: everybody's facts have come
            for device in self.devices:
                device.forget_old(self.views.public_in(device.language))
            break
        yield
        yield from parts
        for device in list(self.devices):
            if device.seat is not None and not device.is_known("mine", self._mark(device)):
                yield from self.views.saying(device.seat, device.language)

    def tell(self) -> None:
        """See Room. Nobody keeps the actions of seats once they are sent."""
        if self.is_busy:
            return
        super().tell()
        for known in self.views.own.values():
            known["legal"] = None
            known["may"].clear()

    def tell_own(self, device: "Device", seat: int) -> None:
        """See Room."""
        mark = self._mark(device)
        if device.is_known("mine", mark):
            return
        if mark is not None and self.views.own[seat]["legal"] is None:
            self.renew()  # the device has asked for all facts again
            return
        super().tell_own(device, seat)
        device.note("mine", mark)

    def _mark(self, device: "Device") -> "tuple[int, str] | None":
        """Return what stands for a device's fact `mine`; None if nobody speaks for its seat."""
        seat = device.seat
        if seat is None or seat not in self.views.own:
            return None
        return (self.views.moments[seat], device.language)

    def hear(self, device: "Device", request: "Any") -> "Json":
        """See Room. A request counts in the moment that its facts tell of, so they come first."""
        while self.is_busy:
            self._go_on()
        return super().hear(device, request)

    def step(self) -> bool:
        """Do a part of the work; return whether there was any."""
        if self.is_busy:
            self._go_on()
            return True
        return super().step()

    def _go_on(self) -> None:
        for _ in self._parts:
            return
        self.is_busy = False
        self.tell()


def pieces(message: "Json") -> "Iterator[str]":
    """Yield the JSON of a message in pieces: its text would need 30 KB in one block."""
    parts: "list[str]" = []
    for part in _parts(message, _DEEP):
        parts.append(part)
        if len(parts) == _PARTS:
            yield "".join(parts)
            parts.clear()
    yield "".join(parts)


def _parts(value: "Any", deep: int) -> "Iterator[str]":
    if not deep or not value or not isinstance(value, (dict, list)):
        yield json.dumps(value)
        return
    mark, end = "{}" if isinstance(value, dict) else "[]"
    for one in value:
        yield mark
        if isinstance(value, dict):
            yield json.dumps(one) + ":"
            yield from _parts(value[one], deep - 1)
        else:
            yield from _parts(one, deep - 1)
        mark = ","
    yield end
