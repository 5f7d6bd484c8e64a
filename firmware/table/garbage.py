"""When garbage is collected, which stops the table for 20 ms and more: where nobody waits for it.

MicroPython collects once so many bytes were taken, or when there are no more. Where that comes
late, what lives ends up scattered among the garbage, and no large piece is left; so it comes
early, but where there is much room, and a hand may be waiting for its answer.
"""

from micropython import const

_EARLY = const(16384)  # bytes that are taken between two collections
_PART = const(3)  # of what is free, that may be taken while a hand waits
_HASTE_MS = const(3000)  # what takes longer is no answer to a hand: players are at it


class Garbage:
    """`gc` is MicroPython's module of that name; tell it after each turn whether the table is at
    rest."""

    def __init__(self, gc, clock):
        self._gc = gc
        self._clock = clock
        self._rested = False
        self._early = True
        self._since = 0  # ms, of the last turn at rest
        self._gc.threshold(_EARLY)

    def turn(self, at_rest):
        """Collect as the table comes to rest."""
        if at_rest:
            if not self._rested:
                self._gc.collect()
                self._gc.threshold(max(_EARLY, self._gc.mem_free() // _PART))
                self._early = False
            self._since = self._clock.ms()
        elif not self._early and self._clock.ms() - self._since > _HASTE_MS:
            self._gc.threshold(_EARLY)
            self._early = True
        self._rested = at_rest
