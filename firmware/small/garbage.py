"""Collects garbage while nobody waits, since a collection stops the table for 20 ms or more.

MicroPython collects when a set number of bytes has been allocated (gc.threshold), or when memory
is full. A late collection leaves live objects scattered among garbage, and no large free block. So
the threshold is low, except after power-on and after a rest, when a person waits for an answer.

The threshold counts the call frames of larger functions too, which are freed at once: a table at
rest would collect every 270 ms, though its ticks leave no garbage unless a reader reports
something or the host asks. So where memory is ample, the threshold is off, and the table checks
now and then how much memory it has used. A check takes 6 ms, a collection 25.
"""

from micropython import const

from games.pauses import pause

if False:  # only mypy reads this: the names of types
    from types import ModuleType

    from table.clock import Clock

# No answer to a person takes longer; only computer players run longer.
_HASTE_MS = const(3000)
_AMPLE = const(49152)  # bytes free: an answer to a person has room without a collection
_AT_REST_MS = const(4000)  # between two checks while the table is at rest
_SPARED = const(4096)  # bytes of garbage that are not worth a collection then
_LONG_MS = const(25)  # a longer tick gets no collection on top; at rest one takes 22
_AT_WORK_MS = const(250)  # between two checks while a person turns the knob
# Bytes of garbage that are worth a collection while a person turns the knob, and after the search
# for lights: Market's menus leave up to 100 KB in a second. The words for the display come next
# and stay; scattered among garbage, they would leave 13 KB for the largest block.
_MUCH = const(32768)
# The memory to allocate between two collections while computer players think: a third of the free
# memory, within limits. More makes players faster and the largest free block smaller: with 28 KB
# those of Landover take 0.34 s an action.
_SHARE = const(3)
_LEAST = const(16384)
_MOST = const(28672)
_NEVER = const(-1)  # the threshold: only when memory is full
_EARLY = 16384  # bytes: the least to allocate between two collections
_KEPT = 24576  # bytes kept free all the same: an answer to a person takes up to 60 KB


def gc_threshold(free: int) -> int:
    """Return the bytes to allocate before the next collection, if `free` bytes are free."""
    return max(_EARLY, free - _KEPT)


class Garbage:
    """Sets the threshold; call `step` after every tick. `gc` is MicroPython's module of that
    name."""

    def __init__(self, gc: "ModuleType", clock: "Clock"):
        self._gc = gc
        self._clock = clock
        self._rested = False
        self._free = 0  # bytes, after the last collection at rest
        self._turned = clock.ms()  # the end of the last step
        self._haste()  # without a collection: the game's modules are loaded next, after one

    def _haste(self) -> None:
        now = self._clock.ms()
        self._again_at = now + _AT_REST_MS  # ms: the next check
        # ms: when early collection begins again; None: it has begun
        self._early_at: "int | None" = now + _HASTE_MS

    def _be_late(self) -> None:
        """Collect now, then as late as possible: a person will wait for what comes next."""
        self._gc.collect()
        free = self._free = self._gc.mem_free()
        self._gc.threshold(_NEVER if free >= _AMPLE else gc_threshold(free))
        self._haste()

    def _has_used(self, size: int, ms: int) -> bool:
        """Has more than `size` bytes been used since the table came to rest? Ask again in `ms`."""
        self._again_at = self._clock.ms() + ms
        return self._gc.mem_free() < self._free - size

    def step(self, at_rest: bool, lit: bool = False) -> None:
        """Collect as the table comes to rest, and later if there is much to collect. `lit`: the
        lights have just been sent, and the words for the display come next, which stay long."""
        now = self._clock.ms()
        if at_rest:
            was_short = now - self._turned <= _LONG_MS
            comes, again = not self._rested, now >= self._again_at
            if was_short and (comes or again and self._has_used(_SPARED, _AT_REST_MS)):
                self._be_late()
                self._rested = True
            self._early_at = now + _HASTE_MS
        else:
            self._work(now, lit)
            self._rested = False
        self._turned = self._clock.ms()

    def _work(self, now: int, lit: bool) -> None:
        if self._early_at is None:
            return  # players are at work, and the threshold is low
        if now > self._early_at:
            pause()
            self._gc.collect()
            self._gc.threshold(max(_LEAST, min(self._gc.mem_free() // _SHARE, _MOST)))
            self._early_at = None
        elif self._rested and not lit:
            self._again_at = now + _AT_WORK_MS  # a hand is answered by then
        elif lit or now >= self._again_at:
            pause()  # the tick may have been long
            if self._has_used(_MUCH, _AT_WORK_MS):
                self._gc.collect()  # to ask how much is free now takes 6 ms more
