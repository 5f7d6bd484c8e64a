"""The RP2040's watchdog, which resets the chip when the table hangs, and a count of crashes.

`machine.WDT` can start and feed it but not stop it. The chip can: a bit of the control register
switches the watchdog, and the scratch registers beside it survive a reset, though not a power cut
(RP2040 data sheet, 4.7.6). So after Ctrl-C the board stays in the REPL as long as you like, for
mpremote too. Crashes are counted in such a register too, and not on the flash, which may itself be
the cause.
"""

from micropython import const

from table.drivers import chip

if False:  # only mypy reads this: the names of types
    from typing import Any

LIMIT_MS = const(8000)  # the chip's own limit is 8388
MANY = const(3)  # crashes in a row

_CONTROL = const(0x40058000)
_CLEAR = const(0x3000)  # added to an address: writing clears these bits and leaves the others
_ON = 1 << 30
_SCRATCH = const(0x4005800C)  # scratch word 0; MicroPython's own reset uses 4 to 7
_MARK = const(0x1E7B0A00)  # marks the word as ours; the last byte is the count


class Watchdog:
    """Resets the chip unless fed every LIMIT_MS, once started. On any chip but the RP2040 it does
    nothing: other registers stand at these addresses."""

    def __init__(self, machine: "Any"):
        self._machine = machine
        self._words = machine.mem32 if chip.is_known(chip.machine()) else None
        self._timer = None

    def start(self) -> None:
        self._timer = self._machine.WDT(timeout=LIMIT_MS)

    def feed(self) -> None:
        if self._timer is not None:
            self._timer.feed()

    def stop(self) -> None:
        if self._words is not None:
            self._words[_CONTROL + _CLEAR] = _ON
        self._timer = None

    def crashes(self) -> int:
        """Return how often in a row the table started and crashed before it ran well for a
        while."""
        word = 0 if self._words is None else self._words[_SCRATCH]
        return word - _MARK if 0 <= word - _MARK < 256 else 0

    def count(self, crashes: int) -> None:
        if self._words is not None:
            self._words[_SCRATCH] = _MARK + crashes
