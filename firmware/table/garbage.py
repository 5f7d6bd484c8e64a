"""When to collect garbage, which stops the table for 20 ms and more: while nobody waits for an
answer.

MicroPython collects when a number of bytes has been taken, or none is left. If it collects late,
live objects end up scattered among the garbage, and no large block is free. So it collects early
here, except for a while after power-on and after a rest, when a hand waits for its answer.
"""

from micropython import const

if False:  # only mypy reads this: the names of types
    from types import ModuleType

    from table.clock import Clock

_EARLY = const(16384)  # bytes that are taken between two collections
_KEPT = const(24576)  # bytes that are free even so: an answer to a hand takes up to 60 KB
_HASTE_MS = const(3000)  # what takes longer is no answer to a hand: players are at it


class Garbage:
    """`gc` is MicroPython's module of that name; tell it after each turn whether the table is at
    rest."""

    def __init__(self, gc: "ModuleType", clock: "Clock"):
        self._gc = gc
        self._clock = clock
        self._rested = False
        # ms, from when on it collects early again; None: it does now
        self._early_at = None  # type: int
        self._be_late()

    def _be_late(self) -> None:
        """Collect, and then late: somebody waits."""
        self._gc.collect()
        self._gc.threshold(max(_EARLY, self._gc.mem_free() - _KEPT))
        self._early_at = self._clock.ms() + _HASTE_MS

    def turn(self, at_rest: bool) -> None:
        """Collect as the table comes to rest."""
        if at_rest:
            if not self._rested:
                self._be_late()
            self._early_at = self._clock.ms() + _HASTE_MS
        elif self._early_at is not None and self._clock.ms() > self._early_at:
            self._gc.threshold(_EARLY)
            self._early_at = None
        self._rested = at_rest
