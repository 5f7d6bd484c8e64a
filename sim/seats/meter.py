"""Limits how fast devices may send, as a token bucket, and counts the messages beyond that."""

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable

BURST = 40  # messages at once
EACH_S = 0.1  # until there is room for one more
PATIENCE = 200  # messages beyond the limit, after which a device is cut off
_MOST = 256  # meters that are kept


class Meter:
    """The messages by one link from one address, whose devices share it; `clock()` is a time in
    seconds that never goes back. `times` as many may pass as for one device."""

    def __init__(self, clock: "Callable[[], float]", times: int = 1):
        self._clock = clock
        self._most = float(BURST * times)
        self._each_s = EACH_S / times
        self._room = self._most
        self._last = clock()
        self.refused = 0

    def may_pass(self) -> bool:
        """May one more message pass now?"""
        if self.is_idle():
            self.refused = 0
        if self._room < 1:
            self.refused += 1
            return False
        self._room -= 1
        return True

    def is_idle(self) -> bool:
        """Has nothing come for so long that the meter equals a new one?"""
        now = self._clock()
        self._room = min(self._most, self._room + (now - self._last) / self._each_s)
        self._last = now
        return self._room == self._most

    def is_flooding(self) -> bool:
        """Has so much come that the room should cut the sender off?"""
        return self.refused > PATIENCE


class Meters:
    """The meters by link and address, which outlive connections."""

    def __init__(self, clock: "Callable[[], float]"):
        self._clock = clock
        self._meters: dict[tuple[str, str], Meter] = {}

    def of(self, link: str, address: str, times: int = 1) -> Meter:
        """Return the meter of a link from an address."""
        if len(self._meters) > _MOST:
            for form in [form for form, meter in self._meters.items() if meter.is_idle()]:
                del self._meters[form]
        if (link, address) not in self._meters:
            self._meters[link, address] = Meter(self._clock, times)
        return self._meters[link, address]
