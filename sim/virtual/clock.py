"""Virtual time: it moves when a bus transfers, when somebody waits, and not otherwise."""


from micropython import const

_PERIOD = const(1 << 30)  # of MicroPython's ticks_us
# A board that has been up for some minutes when its program starts: what was never set seems to
# lie ahead.
_START = const(3 << 28)


class VirtualClock:
    """The clock that firmware and chips share; `now` is microseconds since the start, for
    chips."""

    def __init__(self):
        self.now = 0

    def us(self):
        """Return microseconds as the firmware gets them: the count begins anywhere, and wraps."""
        return (self.now + _START) % _PERIOD

    def ms(self):
        """Return milliseconds."""
        return self.now // 1000

    def since_us(self, start):
        """Return the microseconds since `start`, a value of `us`; negative from half a period
        on."""
        return (self.us() - start + _PERIOD // 2) % _PERIOD - _PERIOD // 2

    def advance(self, us):
        """Let time pass."""
        self.now += us

    def sleep_us(self, us):
        """Wait, as the firmware does for a chip: time passes at once."""
        self.now += us
