"""The chain of 74HC595s that selects readers, opens MISO gates and switches the blocks' supply.

A block of nine readers has two registers, 16 bits; the profile says which bit does what. The latch
changes all outputs at once, so selects never glitch. /OE stays high until an image that switches
every block off has been latched. A block without supply keeps its selects low, so no dead chip is
powered through its inputs.
"""

from micropython import const

if False:  # only mypy reads this: the names of types
    from types import ModuleType
    from typing import Any

_CELLS = const(9)


class Chain:
    """Drives the chain: `spi` shifts, `latch` and `oe` are pins. Readers are numbered block by
    block, nine each.

    `shift` sends an image to the registers; `image` is the current one, last block first; `idle`
    is the same with no reader selected. `rows` holds three bytes for each reader: the offset of
    its block's two bytes, and two masks of the bits that stay set while it is selected.
    `gate_high` and `gate_low` are the masks that open a block's MISO gate.

    `even` says whether `idle` is the same for all blocks. `step` is the image of one block:
    shifting it moves the image of each block on to the next.
    """

    def __init__(self, spi: "Any", latch: "Any", oe: "Any", profile: "ModuleType"):
        self.spi = spi
        self.shift = spi.write  # bound once: binding allocates
        self.latch = latch
        self.blocks = profile.BLOCKS
        self._bus_off = 1 << profile.BIT_BUS_OFF
        self._power = 1 << profile.BIT_POWER
        self._all = 0x1FF << profile.BIT_SELECT
        self.image = bytearray(2 * self.blocks)
        self.idle = bytearray(2 * self.blocks)
        self.gate_high = ~self._bus_off >> 8 & 0xFF
        self.gate_low = ~self._bus_off & 0xFF
        rows = bytearray()
        for reader in range(_CELLS * self.blocks):
            kept = 0xFFFF & ~(1 << profile.BIT_SELECT + reader % _CELLS)
            rows += bytes((self._offset_of(reader // _CELLS), kept >> 8, kept & 0xFF))
        self.rows = rows
        self.even = False
        self.step = b""
        for block in range(self.blocks):
            self._set(block, self._bus_off)
        self.send()
        oe.value(0)

    def _offset_of(self, block: int) -> int:
        return 2 * (self.blocks - 1 - block)  # the last block is sent first

    def _set(self, block: int, bits: int) -> None:
        at = self._offset_of(block)
        for image in (self.image, self.idle):
            image[at] = bits >> 8
            image[at + 1] = bits & 0xFF
        self.step = bytes((bits >> 8, bits & 0xFF))
        self.even = self.idle == self.step * self.blocks

    def power(self, block: int, on: bool) -> None:
        """Switch a block's supply; its selects stay low until `attend`."""
        self._set(block, self._bus_off | self._power if on else self._bus_off)
        self.send()

    def attend(self, block: int) -> None:
        """Raise the selects of a block whose supply is up, so that no reader is selected."""
        self._set(block, self._bus_off | self._power | self._all)
        self.send()

    def open_gate(self, block: int) -> None:
        """Open the MISO gate of a block whose supply is up, with no reader selected; `attend`
        closes it."""
        self._set(block, self._power | self._all)
        self.send()

    def send(self) -> None:
        """Put the image on the outputs."""
        if self.blocks:
            self.shift(self.image)
            self.latch(1)
            self.latch(0)
