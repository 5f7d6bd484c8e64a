"""Limits how fast a device may send, as a token bucket, and counts the messages beyond the
limit."""

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable

BURST = 40  # messages at once
EACH_S = 0.1  # until there is room for one more
PATIENCE = 200  # messages beyond the limit, after which a device is cut off


class Meter:
    """The messages of one device; `clock()` is a time in seconds that never goes back."""

    def __init__(self, clock: "Callable[[], float]"):
        self._clock = clock
        self._room = float(BURST)
        self._last = clock()
        self.refused = 0

    def may_pass(self) -> bool:
        """May one more message pass now?"""
        now = self._clock()
        self._room = min(BURST, self._room + (now - self._last) / EACH_S)
        self._last = now
        if self._room < 1:
            self.refused += 1
            return False
        self._room -= 1
        return True

    def is_flooding(self) -> bool:
        """Has it sent so much that it is to be cut off?"""
        return self.refused > PATIENCE
