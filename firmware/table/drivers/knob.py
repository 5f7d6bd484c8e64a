"""A rotary encoder with a push button, and the take-back button.

The encoder's lines can change faster than the table ticks, so a hard interrupt counts their edges.
A soft one would wait for a garbage collection (60 ms), in which a quick hand turns two steps. The
buttons are polled. All lines are low when closed.

From detent to detent the lines of some knobs go through a whole cycle of four quarters; those of
others go through half of a cycle, or a quarter. Knobs of the first kind rest with both contacts
open, or with both closed. Only the states in which a knob stands still tell its kind: always one
state, two opposite ones, or all four. So a new knob counts as one with whole cycles. A click that
proves another kind counts once the hand has rested, 80 ms late; later clicks count at once.
Somebody who always turns two clicks at a time hides half a cycle: then the setting `knob` has to
name the kind.
"""

from micropython import const

if False:  # only mypy reads this: the names of types
    from typing import Any

    from table.clock import Clock

_STEADY_MS = const(20)  # a button has stopped bouncing after this long
_HOLD_MS = const(800)
_STILL_US = const(80000)  # lines that stand so long are at a detent, or in a slow hand
_OPEN = const(3)  # the lines with both contacts open, and closed
_CLOSED = const(0)
_CYCLE = const(4)  # quarters
_MOST = const(8)  # stands that are remembered
_STANDS = const((1 << 16) - 1)
_FAR = const((1 << 8) - 1)
_FEW = const(4)
AUTO = "auto"
KINDS = (AUTO, "full", "half", "quarter")  # cycles a detent
# Quarter steps, by the old and new levels of both lines. They are a Gray code, so a bounce counts
# back and forth.
_QUARTERS = (0, -1, 1, 0, 1, 0, 0, -1, -1, 0, 0, 1, 0, 1, -1, 0)


class Knob:
    """Reads the knob; `a`, `b`, `push` and `back` are pins with pull-ups; both edges of `a` and
    `b` interrupt. `kind` is one of KINDS."""

    def __init__(
        self, a: "Any", b: "Any", push: "Any", back: "Any", clock: "Clock", kind: str = AUTO
    ):
        self._a = a
        self._b = b
        self._clock = clock
        # Only the interrupt writes these.
        self._lines = a.value() << 1 | b.value()
        self._at = 0  # quarters since power-on
        self._way = 0  # of the last one
        self._moved = clock.us()  # when
        self._stood = 0  # where the lines stood still last
        self._stands = self._lines  # how they stood, the newest in the lowest two bits
        self._far = 0  # for each stand, a bit: was it more than half a cycle from the one before?
        self._count = 1  # of stands
        # And only `turned` these.
        self._detent = 0  # the last one that was counted, in quarters
        self._done: int | None = 0  # where nothing is left to count; None: anywhere else
        self._is_given = kind != AUTO
        self._size = _CYCLE >> KINDS.index(kind) - 1 if self._is_given else _CYCLE  # of a detent
        self._is_sure = False  # of half a cycle a detent
        self._rest = self._lines if self._lines in (_OPEN, _CLOSED) else _OPEN
        self._press: str | None = None  # what `poll` has seen
        self._push = _Button(push, clock)
        self._back = _Button(back, clock)
        edges = a.IRQ_RISING | a.IRQ_FALLING
        a.irq(handler=self._edge, trigger=edges, hard=True)
        b.irq(handler=self._edge, trigger=edges, hard=True)

    def _edge(self, pin: "Any") -> None:
        """Count an edge; allocates nothing. Some edges are missed while the flash is erased, with
        interrupts off for 50 ms. If both lines have changed, the knob went on in the same
        direction."""
        before = self._lines
        lines = self._a.value() << 1 | self._b.value()
        if lines == before:
            return
        at = self._at
        if at != self._stood and self._is_still():
            self._stands = (self._stands << 2 | before) & _STANDS
            self._far = (self._far << 1 | (abs(at - self._stood) > 2)) & _FAR
            self._count = min(self._count + 1, _MOST)
            self._stood = at
        self._moved = self._clock.us()
        if before ^ lines == _OPEN:
            self._at = at + 2 * self._way
        else:
            self._way = _QUARTERS[before << 2 | lines]
            self._at = at + self._way
        self._lines = lines

    def _is_still(self) -> bool:
        """Have the lines stood still long enough for a detent?"""
        return not 0 <= self._clock.since_us(self._moved) < _STILL_US  # negative after minutes

    def turned(self) -> int:
        """Return the steps since the last call; clockwise is positive."""
        at = self._at
        if at == self._done:
            return 0
        lines = self._lines
        still = self._is_still()
        if at != self._at:  # an edge came just now
            return 0
        self._find_out(at, lines, still)
        size = self._size
        quarters = at - self._detent
        is_detent = size == 1 or lines == self._rest or (size == 2 and lines ^ _OPEN == self._rest)
        # At rest, half a step or more counts as a whole step, since edges may be missed.
        steps = (abs(quarters) + (size >> 1 if is_detent or still else 0)) // size
        if quarters < 0:
            steps = -steps
        self._detent = at if is_detent else self._detent + steps * size
        self._done = at if still else None
        return steps

    def _find_out(self, at: int, lines: int, still: bool) -> None:
        """Find out, from the states in which the knob stood still, how far it is from detent to
        detent, and where a knob with a whole cycle rests. A few stands decide until there are
        more."""
        stands, far, count = self._stands, self._far, self._count
        if still and at != self._stood:
            stands = stands << 2 | lines
            far = far << 1 | (abs(at - self._stood) > 2)
            count = min(count + 1, _MOST)
        times = [0, 0, 0, 0]
        oldest = _OPEN
        for _ in range(count):
            oldest = stands & 3
            times[oldest] += 1
            stands >>= 2
        fewer = min(times[_OPEN], times[_CLOSED])
        between = times[1] + times[2]
        few = count <= _FEW
        if not self._is_given:
            states = 4 - times.count(0)
            # Some knobs rest where one line changes: in two states, a whole cycle apart.
            is_edge = states == 2 and far & _FAR
            is_odd = states > 2 or oldest not in (_OPEN, _CLOSED)  # so it was at power-on
            if between >= (3 if not few else 1 if is_odd else 2) and not is_edge:
                self._size = 1
            elif fewer >= (1 if few or self._is_sure else 3):
                self._size = 2
                self._is_sure = fewer > 1 or self._is_sure
            else:
                self._size = _CYCLE
                self._is_sure = False
        if times[_OPEN] != times[_CLOSED]:
            self._rest = _OPEN if times[_OPEN] > times[_CLOSED] else _CLOSED

    def pressed(self) -> str | None:
        """Return "push", "hold" or "back" once for each press, else None."""
        self.poll()
        how = self._press
        self._press = None
        return how

    def poll(self) -> None:
        """Poll the buttons for the next `pressed`, which may be called after the hand has let
        go."""
        if self._press is None:
            self._press = self._push.poll() or ("back" if self._back.poll() else None)


class _Button:
    def __init__(self, pin: "Any", clock: "Clock"):
        self._pin = pin
        self._clock = clock
        self._down = False
        self._held = False
        self._changed = 0

    def poll(self) -> str | None:
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
