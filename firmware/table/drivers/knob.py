"""A rotary encoder with a push button, and the take-back button.

The encoder's lines can change faster than the table ticks, so a hard interrupt counts them: a soft
one would wait for a garbage collection (60 ms), while a quick hand turns two steps. The buttons
are polled. All lines are low when closed.
"""

from micropython import const

if False:  # only mypy reads this: the names of types
    from typing import Any

    from table.clock import Clock

_STEADY_MS = const(20)  # a button has stopped bouncing after this long
_HOLD_MS = const(800)
_REST = const(3)  # the lines at a detent: both contacts are open
# Quarter steps by the old and new levels of both lines: a Gray code, so a bounce counts back and
# forth.
_QUARTERS = (0, -1, 1, 0, 1, 0, 0, -1, -1, 0, 0, 1, 0, 1, -1, 0)


class Knob:
    """Reads the knob; `a`, `b`, `push` and `back` are pins with pull-ups; both edges of `a` and
    `b` interrupt."""

    def __init__(self, a: "Any", b: "Any", push: "Any", back: "Any", clock: "Clock"):
        self._a = a
        self._b = b
        self._clock = clock
        self._lines = _REST
        self._quarters = 0  # since the last detent
        self._steps = 0  # since power-on; only the interrupt writes it
        self._told = 0  # how many of them `turned` has returned
        self._press: str | None = None  # what `look` has seen
        self._push = _Button(push, clock)
        self._back = _Button(back, clock)
        edges = a.IRQ_RISING | a.IRQ_FALLING
        a.irq(handler=self._edge, trigger=edges, hard=True)
        b.irq(handler=self._edge, trigger=edges, hard=True)

    def _edge(self, pin: "Any") -> None:
        """Count an edge; allocates nothing. Edges may be missed while the flash is erased, with
        interrupts off for 50 ms. So at a detent half a step or more counts as a whole one."""
        lines = self._a.value() << 1 | self._b.value()
        quarters = self._quarters + _QUARTERS[self._lines << 2 | lines]
        self._lines = lines
        if lines == _REST:
            if quarters >= 2:
                self._steps += 1
            elif quarters <= -2:
                self._steps -= 1
            quarters = 0
        self._quarters = quarters

    def turned(self) -> int:
        """Return the steps since the last call; clockwise is positive."""
        steps = self._steps - self._told
        self._told += steps
        return steps

    def pressed(self) -> str | None:
        """Return "push", "hold" or "back" once for each press, else None."""
        self.look()
        how = self._press
        self._press = None
        return how

    def look(self) -> None:
        """Look at the buttons for the next `pressed`, which may come later than a hand lets go."""
        if self._press is None:
            self._press = self._push.look() or ("back" if self._back.look() else None)


class _Button:
    def __init__(self, pin: "Any", clock: "Clock"):
        self._pin = pin
        self._clock = clock
        self._down = False
        self._held = False
        self._changed = 0

    def look(self) -> str | None:
        """Return "push" on release, "hold" once it has been held long enough, else None."""
        down = not self._pin.value()
        now = self._clock.ms()
        if down != self._down and now - self._changed >= _STEADY_MS:
            self._down = down
            self._changed = now
            if down:
                self._held = False
            elif not self._held:
                return "push"
        if self._down and not self._held and now - self._changed >= _HOLD_MS:
            self._held = True
            return "hold"
        return None
