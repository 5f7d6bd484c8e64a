"""Random bits of the RP2040's ring oscillator, with the health tests of NIST SP 800-90B (4.4).

It runs free at some MHz and is read every 20 us or more, so a bit holds the jitter of many cycles
(facts: ring-oscillator). The tests stop a source whose bits hold less than a quarter of a bit of
entropy each.
"""

from micropython import const

if False:  # only mypy reads this: the names of types
    from typing import Any

_RANDOM = const(0x4006001C)  # ROSC_BASE + RANDOMBIT (RP2040 data sheet, 2.17.8)
_WINDOW = const(1024)  # bits of the adaptive proportion test
# A healthy source of a quarter of a bit of entropy exceeds these once in 2**20 windows:
_LONGEST = const(81)  # equal bits in a row: 1 + 20 / 0.25
_MOST = const(915)  # of a window that equal its first: the binomial of 2**-0.25


class Oscillator:
    """Reads the bits through `memory`, such as `machine.mem32`."""

    def __init__(self, memory: "Any"):
        self._memory = memory

    def window(self) -> bytes:
        """Return 1,024 bits, packed; b"" if they fail a test."""
        bits = bytearray(_WINDOW // 8)
        memory = self._memory
        first = bit = last = memory[_RANDOM] & 1
        equal = row = longest = 0
        for n in range(_WINDOW):
            bits[n >> 3] = bits[n >> 3] << 1 & 255 | bit
            if bit == first:
                equal += 1
            row = row + 1 if bit == last else 1
            if row > longest:
                longest = row
            last = bit
            bit = memory[_RANDOM] & 1
        return b"" if longest >= _LONGEST or equal >= _MOST else bytes(bits)
