"""A knob with two contacts to ground, as shops sell them: a quarter, a half or a whole cycle from
detent to detent, at rest with both contacts open or closed, and contacts that bounce.

A plain one (a whole cycle, at rest open, without bounces) takes no time to turn, like a hand too
quick to see. The others take 3 ms a quarter, and rest at each detent as a hand does.
"""

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable

    from sim.virtual.clock import VirtualClock
    from sim.virtual.machine import Line

_CYCLE = ((1, 1), (0, 1), (0, 0), (1, 0))  # levels of both lines, clockwise
_QUARTER_US = 3000
_REST_MS = 120
_MOST_BOUNCES = 9
SIZES = {"full": 4, "half": 2, "quarter": 1}  # quarters from detent to detent


class Encoder:
    """Drives two lines; `size` is one of SIZES."""

    def __init__(
        self, a: "Line", b: "Line", clock: "VirtualClock", size: str = "full",
        is_closed: bool = False, bounces: bool = False,
    ):
        self._a = a
        self._b = b
        self._clock = clock
        self._quarters = SIZES[size]
        self._bounces = bounces
        self._is_plain = size == "full" and not is_closed and not bounces
        self._phase = 2 if is_closed else 0
        self._seed = 1
        self._show(_CYCLE[self._phase])

    def _show(self, levels: tuple[int, int]) -> None:
        self._a.drive(levels[0])
        self._b.drive(levels[1])

    def turn(self, clicks: int, rest: "Callable[..., object] | None" = None) -> None:
        """Turn by a number of clicks; clockwise is positive. `rest(ms)` lets time pass for the
        code that watches the lines."""
        for _ in range(abs(clicks)):
            for _ in range(self._quarters):
                self.quarter(1 if clicks > 0 else -1)
            if self._is_plain:
                continue
            if rest:
                rest(_REST_MS)
            else:
                self._clock.advance(1000 * _REST_MS)

    def quarter(self, way: int) -> None:
        before = _CYCLE[self._phase]
        self._phase = (self._phase + way) % 4
        after = _CYCLE[self._phase]
        if self._bounces:
            self._seed = (self._seed * 1103 + 12345) % 65536
            for _ in range(self._seed % (_MOST_BOUNCES + 1)):
                self._show(after)
                self._show(before)
        self._show(after)
        if not self._is_plain:
            self._clock.advance(_QUARTER_US)
