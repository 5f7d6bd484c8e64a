"""Virtual time: it passes only during bus transfers and waits."""


from micropython import const

from table.clock import Clock

# MicroPython's ticks_us wraps at 1 << 30; smaller values need no allocation.
_MASK = const((1 << 30) - 1)
_HALF = const(1 << 29)
# The program starts some minutes after the board, so a time that nobody set seems to lie in the
# future.
_BEFORE_WRAP = const(1 << 28)


class VirtualClock(Clock):
    """The clock of firmware and chips; `now` is the us since the start, for the chips."""

    def __init__(self) -> None:
        self.now = 0

    def us(self) -> int:
        """Return the us counter of the firmware, which starts anywhere and wraps."""
        return self.now - _BEFORE_WRAP & _MASK

    def ms(self) -> int:
        """Return milliseconds."""
        return self.now // 1000

    def since_us(self, start: int) -> int:
        """Return the us since `start`, a value of `us`; negative beyond half a period."""
        return (self.us() - start & _MASK ^ _HALF) - _HALF

    def advance(self, us: int) -> None:
        """Let time pass."""
        self.now += us

    def sleep_us(self, us: int) -> None:
        """Wait; virtual time passes at once."""
        self.now += us
