"""The health of the readers: which need set-up, which fail, which are silent and when to try them
again.

A reader that fails three times in a row counts as silent, and its block's power is cycled. If that
does not help twice, it is tried again after 2 s, 4 s and so on, up to 16 s, for ever. After a
hundred sweeps without a fault, the next silence counts as the first one.
"""

from micropython import const

_FAILS = const(3)  # failures in a row until a reader counts as silent
_RETRY_MS = const(1000)  # doubled by every loss
_DOUBLINGS = const(4)  # how often at most
# The first two losses power-cycle the block at once, later every 16th does.
_CYCLES = const(2)
_RARELY = const(16)
_SOON = const(4)  # and this one, some seconds after them
_GOOD = const(100)  # sweeps without a loss until the losses are forgiven

STARTING = 1
RENEWED = 2


class Health:
    """The health of each reader, by its number."""

    def __init__(self, count: int):
        self.fails = bytearray(count)  # in a row
        self.errors = [0] * count  # since power-on, for the doctor
        self.fresh = bytearray([STARTING] * count)  # not 0: must be set up
        self.form = bytearray(count)  # of SAMConfiguration that each knows, an index in SAM
        self.losses = bytearray(count)  # how often each counted as silent
        self._good = bytearray(count)  # sweeps since the last loss
        self._retry_at = [0] * count  # ms
        self._any_lost = False

    def may_ask(self, reader: int, now: int) -> bool:
        return not self.losses[reader] or now >= self._retry_at[reader]

    def count_failure(self, reader: int) -> bool:
        """Count a failure; returns whether the reader counts as silent from now on."""
        self.errors[reader] += 1
        self.fails[reader] += 1
        self.fresh[reader] = self.fresh[reader] or RENEWED  # it may have been reset
        if self.fails[reader] < _FAILS:
            return False
        self.fails[reader] = 0
        return True

    def schedule_retry(self, reader: int, now: int, can_cycle: bool) -> bool:
        """Put off the next try of a silent reader; returns whether to cycle its power, if
        `can_cycle`."""
        losses = self.losses[reader] + 1
        if losses > 255:
            losses = 256 - _RARELY
        self.losses[reader] = losses
        self._good[reader] = 0
        self._any_lost = True
        self.fresh[reader] = STARTING
        at_once = _CYCLES if can_cycle else 0
        wait = 0 if losses <= at_once else _RETRY_MS << min(losses - at_once, _DOUBLINGS)
        self._retry_at[reader] = now + wait
        return can_cycle and (losses <= at_once or losses == _SOON or not losses % _RARELY)

    def note_working(self, reader: int) -> None:
        """Note that a reader was set up. Its next silence counts as one of the first, so its power
        is cycled: a chip that hung needs that, one that is missing does not."""
        self.fresh[reader] = 0
        self.losses[reader] = min(self.losses[reader], _CYCLES)

    def renew(self, reader: int) -> None:
        """Have a reader set up again before it is next asked."""
        self.fresh[reader] = self.fresh[reader] or RENEWED

    def restart(self, reader: int) -> None:
        """Note that a reader's power was cut."""
        self.fresh[reader] = STARTING
        self.fails[reader] = 0

    def swept(self) -> None:
        """Note the end of a sweep; forgive the losses of readers that have long worked well."""
        if not self._any_lost:
            return
        self._any_lost = False
        for reader in range(len(self.losses)):
            if self.losses[reader]:
                if self.fresh[reader] or self.fails[reader]:
                    self._good[reader] = 0
                else:
                    self._good[reader] += 1
                if self._good[reader] == _GOOD:
                    self.losses[reader] = 0
                    self._good[reader] = 0
                self._any_lost = True
