"""Virtual time: it moves when a bus transfers, when somebody waits, and not otherwise."""


class VirtualClock:
    """The clock that firmware and chips share; microseconds since the start."""

    def __init__(self):
        self.now = 0

    def us(self):
        """Return microseconds."""
        return self.now

    def ms(self):
        """Return milliseconds."""
        return self.now // 1000

    def since_us(self, start):
        """Return the microseconds since `start`, a value of `us`."""
        return self.now - start

    def advance(self, us):
        """Let time pass."""
        self.now += us

    def sleep_us(self, us):
        """Wait, as the firmware does for a chip: time passes at once."""
        self.now += us
