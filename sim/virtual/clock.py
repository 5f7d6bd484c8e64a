"""Virtual time: it passes only when a bus transfers or somebody waits."""


from micropython import const

from table.clock import Clock

# MicroPython's ticks_us wraps at 1 << 30; values here stay below, so that nothing allocates.
_MASK = const((1 << 30) - 1)
_HALF = const(1 << 29)
# The board has been up for some minutes when its program starts, so a time that was never set
# seems to lie ahead.
_BEFORE_WRAP = const(1 << 28)


class VirtualClock(Clock):
    """The clock that firmware and chips share; `now` is microseconds since the start, for the
    chips."""

    def __init__(self) -> None:
        self.now = 0

    def us(self) -> int:
        """Return microseconds as the firmware sees them: from an arbitrary start, and wrapping."""
        return self.now - _BEFORE_WRAP & _MASK

    def ms(self) -> int:
        """Return milliseconds."""
        return self.now // 1000

    def since_us(self, start: int) -> int:
        """Return the microseconds since `start`, a value of `us`; negative after half a period."""
        return (self.us() - start & _MASK ^ _HALF) - _HALF

    def advance(self, us: int) -> None:
        """Let time pass."""
        self.now += us

    def sleep_us(self, us: int) -> None:
        """Wait as the firmware does for a chip; time passes at once."""
        self.now += us
