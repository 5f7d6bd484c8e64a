"""The chain of 74HC595 that selects readers, opens MISO gates and switches the blocks' supply.

Two registers, 16 bits, a block of nine readers; see the profile for which bit is what. All outputs
change at once on the latch, so selects never glitch: a falling select would wake a sleeping PN532.
Before anything else talks, every output is inactive: /OE stays high until a whole idle image is
latched.
"""

from micropython import const

_CELLS = const(9)
_HERTZ = const(5_000_000)


class Chain:
    """`spi` shifts, `latch` and `oe` are pins; `readers` count from block to block, nine each."""

    def __init__(self, spi, latch, oe, profile):
        self.spi = spi
        self._latch = latch
        self.blocks = profile.BLOCKS
        self._bus_off = 1 << profile.BIT_BUS_OFF
        self._power = 1 << profile.BIT_POWER
        self._all = 0x1FF << profile.BIT_SELECT
        self.image = bytearray(2 * self.blocks)
        # Where a reader's block stands in the image, and what stays of it while the reader of a
        # cell listens or talks: to work it out each time takes an RP2040 three times as long.
        self._at = bytes([self._place(reader // _CELLS) for reader in range(_CELLS * self.blocks)])
        selects = [0xFFFF & ~(1 << profile.BIT_SELECT + cell) for cell in range(_CELLS)]
        self._listens = _pairs(selects)
        self._talks = _pairs([bits & ~self._bus_off for bits in selects])
        self._idle_high = (self._all | self._bus_off) >> 8
        self._idle_low = (self._all | self._bus_off) & 0xFF
        for block in range(self.blocks):
            self._set(block, self._all | self._bus_off)
        self.send()
        oe.value(0)

    def _place(self, block):
        return 2 * (self.blocks - 1 - block)  # the last block goes out first

    def _set(self, block, bits):
        at = self._place(block)
        self.image[at] = bits >> 8
        self.image[at + 1] = bits & 0xFF

    def power(self, block, on):
        """Switch a block's readers. While it is off its selects stay low, so that no dead chip is
        fed through its inputs."""
        self._set(block, self._all | self._bus_off | self._power if on else self._bus_off)
        self.send()

    def listen(self, readers, count):
        """Select the first `count` of `readers`, at most one a block, all gates shut:
        broadcast."""
        image = self.image
        for i in range(count):
            at = self._at[readers[i]]
            kept = readers[i] % _CELLS * 2
            image[at] &= self._listens[kept]
            image[at + 1] &= self._listens[kept + 1]
        self.send()

    def talk(self, reader):
        """Select one reader and open its gate."""
        image = self.image
        at = self._at[reader]
        kept = reader % _CELLS * 2
        image[at] &= self._talks[kept]
        image[at + 1] &= self._talks[kept + 1]
        self.spi.write(image)  # as `send` does, which takes as long to call
        self._latch.value(1)
        self._latch.value(0)

    def hush(self, reader):
        """Let the one reader that talks talk no more."""
        image = self.image
        at = self._at[reader]
        image[at] |= self._idle_high
        image[at + 1] |= self._idle_low
        self.spi.write(image)
        self._latch.value(1)
        self._latch.value(0)

    def release(self, reader):
        """Deselect a reader and shut its block's gate; `send` follows for several at once."""
        at = self._at[reader]
        self.image[at] |= self._idle_high
        self.image[at + 1] |= self._idle_low

    def send(self):
        """Bring what has changed to the pins."""
        if self.blocks:
            self.spi.write(self.image)
            self._latch.value(1)
            self._latch.value(0)


def _pairs(images):
    """Return images of 16 bits as bytes, the high one first."""
    return b"".join([bytes((image >> 8, image & 0xFF)) for image in images])
