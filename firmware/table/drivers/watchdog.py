"""The RP2040's watchdog, which resets the chip when the table hangs, and a count of its crashes.

`machine.WDT` can start it and feed it, not stop it. The chip can: the switch of the watchdog is a
bit of its control register, and there are words beside it that outlast a reset, but not the power
(RP2040 data sheet, 4.7.6). So Ctrl-C, and with it mpremote, finds a board that stays in the REPL
for as long as it takes, and a crash is counted without a flash that may be what is broken.
"""

from micropython import const

if False:  # only mypy reads this: the names of types
    from typing import Any

LIMIT_MS = const(8000)  # the chip's own limit is 8388
MANY = const(3)  # crashes in a row

_CONTROL = const(0x40058000)
_CLEAR = const(0x3000)  # added to an address: the bits written are cleared, the others stay
_ON = 1 << 30
_SCRATCH = const(0x4005800C)  # word 0; MicroPython's own reset uses 4 to 7
_MARK = const(0x1E7B0A00)  # that the word is ours; the count is in its last byte


class Watchdog:
    """Feed it more often than every LIMIT_MS once it is started."""

    def __init__(self, machine: "Any"):
        self._machine = machine
        self._timer = None

    def start(self) -> None:
        self._timer = self._machine.WDT(timeout=LIMIT_MS)

    def feed(self) -> None:
        if self._timer is not None:
            self._timer.feed()

    def stop(self) -> None:
        self._machine.mem32[_CONTROL + _CLEAR] = _ON
        self._timer = None

    def crashes(self) -> int:
        """Return how often the table began and did not get to say that it is well."""
        word = self._machine.mem32[_SCRATCH]
        return word - _MARK if 0 <= word - _MARK < 256 else 0

    def count(self, crashes: int) -> None:
        self._machine.mem32[_SCRATCH] = _MARK + crashes
