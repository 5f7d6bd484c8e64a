"""The chain of 74HC595 that selects readers, opens MISO gates and switches the blocks' supply.

Two registers, 16 bits, a block of nine readers; see the profile for which bit is what. All outputs
change at once on the latch, so selects never glitch. Before anything else talks, every block is
off: /OE stays high until a whole image of that is latched. The selects of a block without supply
stay low, so that no dead chip is fed through its inputs.
"""

from micropython import const

if False:  # only mypy reads this: the names of types
    from types import ModuleType
    from typing import Any

_CELLS = const(9)


class Chain:
    """`spi` shifts, `latch` and `oe` are pins; readers count from block to block, nine each.

    `shift` sends an image to the latches; `image` is what goes there, the last block first; `idle`
    is the same with nobody selected. `rows` holds three bytes a reader: where the two bytes of
    its block begin, and which of their bits stay while it is selected. `gate_high` and `gate_low`
    are the bits that stay while a block's MISO gate is open.
    """

    def __init__(self, spi: "Any", latch: "Any", oe: "Any", profile: "ModuleType"):
        self.spi = spi
        self.shift = spi.write  # bound once: to bind allocates
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
            rows += bytes((self._place(reader // _CELLS), kept >> 8, kept & 0xFF))
        self.rows = rows
        for block in range(self.blocks):
            self._set(block, self._bus_off)
        self.send()
        oe.value(0)

    def _place(self, block: int) -> int:
        return 2 * (self.blocks - 1 - block)  # the last block goes out first

    def _set(self, block: int, bits: int) -> None:
        at = self._place(block)
        for image in (self.image, self.idle):
            image[at] = bits >> 8
            image[at + 1] = bits & 0xFF

    def power(self, block: int, on: bool) -> None:
        """Switch a block's supply; its selects are low until `attend`."""
        self._set(block, self._bus_off | self._power if on else self._bus_off)
        self.send()

    def attend(self, block: int) -> None:
        """Deselect the readers of a block, whose supply is up."""
        self._set(block, self._bus_off | self._power | self._all)
        self.send()

    def open_gate(self, block: int) -> None:
        """Let MISO of a block whose supply is up to the bus, with none of its readers selected;
        `attend` shuts it again."""
        self._set(block, self._power | self._all)
        self.send()

    def send(self) -> None:
        """Bring the image to the pins."""
        if self.blocks:
            self.shift(self.image)
            self.latch(1)
            self.latch(0)
