"""When to collect garbage: while nobody waits, since it stops the table for 20 ms or more.

MicroPython collects when a number of bytes has been allocated, or when memory is full. A late
collection leaves live objects scattered among garbage, and no large free block. So the threshold
is low here, except for a while after power-on and after a rest, when a person waits for an answer.
"""

from micropython import const

from games.late import EARLY, seldom

if False:  # only mypy reads this: the names of types
    from types import ModuleType

    from table.clock import Clock

# A person's answer takes no longer; after that computer players are at work.
_HASTE_MS = const(3000)


class Garbage:
    """Sets the threshold; call `turn` after every tick. `gc` is MicroPython's module of that
    name."""

    def __init__(self, gc: "ModuleType", clock: "Clock"):
        self._gc = gc
        self._clock = clock
        self._rested = False
        self._be_late()

    def _be_late(self) -> None:
        """Collect now, and late from then on: somebody waits."""
        self._gc.collect()
        self._gc.threshold(seldom(self._gc.mem_free()))
        # ms: when early collection begins again; None: it has begun
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
