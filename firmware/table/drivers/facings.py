"""The linear Hall sensors under a board's cells, two each, of which one pair can be measured.

A block has a switch of sixteen ways for its sensors in the east and one for those in the north,
with one address, four bits of the block's latches; way 0 is open. A fifth bit feeds the block's
sensors. The wires behind the switches are common to all blocks, so only one block may be fed.
"""

from micropython import const

if False:  # only mypy reads this: the names of types
    from types import ModuleType
    from typing import Any

    from table.clock import Clock
    from table.drivers.chain import Chain

_CELLS = const(9)
_FED = const(16)  # over the four bits of the address
_SETTLE_US = const(150)
_TIMES = const(4)  # measurements to add up, against noise


class FacingSensors:
    """Measures by two analog `inputs`, in the east and in the north. `levels` holds the result of
    the last `read`: the sums of four measurements of 16 bits each."""

    def __init__(
        self, chain: "Chain", clock: "Clock", inputs: "list[Any]", profile: "ModuleType"
    ):
        self._chain = chain
        self.clock = clock
        self._inputs = inputs
        self._bit = profile.BIT_FACING
        self._image = bytearray(2 * chain.blocks)
        self.levels = [0, 0]

    def read(self, reader: int) -> None:
        """Measure the pair under a reader's cell. No reader may be selected; all blocks must have
        supply."""
        chain, levels, image = self._chain, self.levels, self._image
        image[:] = chain.image
        at = chain.rows[3 * reader]
        bits = (_FED | reader % _CELLS + 1) << self._bit
        image[at] |= bits >> 8
        image[at + 1] |= bits & 0xFF
        chain.shift(image)
        chain.latch(1)
        chain.latch(0)
        self.clock.sleep_us(_SETTLE_US)
        for which in range(2):
            level = 0
            for _ in range(_TIMES):
                level += self._inputs[which].read_u16()
            levels[which] = level
        chain.send()
