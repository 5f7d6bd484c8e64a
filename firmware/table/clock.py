"""The board's clock. The firmware knows time only through an object like this one."""

if False:  # only mypy reads this: the names of types
    from types import ModuleType


class Clock:
    """Time since power-on; `time` is MicroPython's module of that name."""

    def __init__(self, time: "ModuleType"):
        self._time = time
        self._last = time.ticks_ms()
        self._ms = 0

    def us(self) -> int:
        """Return microseconds, for `since_us` only: the count wraps after some minutes."""
        return self._time.ticks_us()

    def since_us(self, start: int) -> int:
        """Return the microseconds since `start`, a value of `us` that is at most some minutes
        old."""
        return self._time.ticks_diff(self._time.ticks_us(), start)

    def ms(self) -> int:
        """Return milliseconds since power-on. It never wraps if asked at least every few days."""
        now = self._time.ticks_ms()
        self._ms += self._time.ticks_diff(now, self._last)
        self._last = now
        return self._ms

    def sleep_us(self, us: int) -> None:
        """Wait; only for the waits of at most a millisecond that chips need."""
        self._time.sleep_us(us)
