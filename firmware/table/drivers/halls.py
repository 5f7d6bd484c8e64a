"""The hall switches of a board: 74HC165 shift registers on the blocks' ribbon, two a block.

A bit is low where a magnet is. A short low on the load line captures all switches; then they are
shifted out, last block first, highest bit first (data sheet: the highest input is at the output
before the first clock). Bits that are sent into the start of the chain come out after the
switches, so every reading proves that the ribbon is whole and has the right length.
"""

if False:  # only mypy reads this: the names of types
    from typing import Any

_MARK = b"\xa5\x5a"


class Halls:
    """Reads the switches: `spi` shifts, `load` is a pin, `bits` is the length of the chain.
    `levels` holds the result of the last `read`."""

    def __init__(self, spi: "Any", load: "Any", bits: int):
        self._spi = spi
        self._load = load
        self._size = bits // 8
        self._out = bytearray(_MARK) + bytes(self._size)
        self.levels = bytearray(len(self._out))

    def read(self) -> bool:
        """Read all switches; returns whether the chain is whole."""
        self._load.value(0)
        self._load.value(1)
        self._spi.write_readinto(self._out, self.levels)
        return self.levels[-2] == _MARK[0] and self.levels[-1] == _MARK[1]

    def is_closed(self, bit: int) -> bool:
        """Was there a magnet over the switch of this bit?"""
        return not self.levels[self._size - 1 - (bit >> 3)] >> (bit & 7) & 1
