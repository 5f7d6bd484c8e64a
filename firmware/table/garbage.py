"""When to collect garbage, which stops the table for 20 ms and more: while nobody waits for an
answer.

MicroPython collects when a number of bytes has been taken, or none is left. If it collects late,
live objects end up scattered among the garbage, and no large block is free. So it collects early
here, except for a while after power-on and after a rest, when a hand waits for its answer.
"""

from micropython import const

from games.late import EARLY, seldom

if False:  # only mypy reads this: the names of types
    from types import ModuleType

    from table.clock import Clock

_HASTE_MS = const(3000)  # what takes longer is no answer to a hand: players are at it


class Garbage:
    """`gc` is MicroPython's module of that name; tell it after each turn whether the table is at
    rest."""

    def __init__(self, gc: "ModuleType", clock: "Clock"):
        self._gc = gc
        self._clock = clock
        self._rested = False
        self._be_late()

    def _be_late(self) -> None:
        """Collect, and then late: somebody waits."""
        self._gc.collect()
        self._gc.threshold(seldom(self._gc.mem_free()))
        # ms, from when on it collects early again; None: it does now
        self._early_at = self._clock.ms() + _HASTE_MS

    def turn(self, at_rest: bool) -> None:
        """Collect as the table comes to rest."""
        if at_rest:
            if not self._rested:
                self._be_late()
            self._early_at = self._clock.ms() + _HASTE_MS
        elif self._early_at is not None and self._clock.ms() > self._early_at:
            self._gc.threshold(EARLY)
            self._early_at = None
        self._rested = at_rest
