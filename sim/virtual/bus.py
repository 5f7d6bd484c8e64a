"""The reader blocks behind the Pico: the chain of 74HC595, the bus buffers and MISO gates, the
chips.

As wired in hardware/ (block and main board). A block hears SCK and MOSI while it has power; its
answers reach the Pico only through its open MISO gate. Two that talk at once, or a select that
falls in a block that talks already, is a BusFault: on a bench it would be a fight of outputs.
"""

CELLS = 9


class BusFault(Exception):
    """Firmware did to the bus what harms it."""


class Chain:
    """The 74HC595 of all blocks as one shift register; the last bit comes back to the Pico."""

    def __init__(self, profile, outputs):
        self.bytes = bytearray(profile.BLOCK_BITS // 8 * profile.BLOCKS)
        self._outputs = outputs  # told the bytes when they are latched
        self._latched = bytes(len(self.bytes))
        self._enabled = False

    def exchange(self, data):
        """Shift bytes in; return those that fall out at the end."""
        row = bytes(self.bytes) + data
        self.bytes[:] = row[len(data) :]
        return row[: len(data)]

    def latch(self, level):
        """The latch line changed: a rise takes the bits over."""
        if level:
            self._latched = bytes(self.bytes)
            self._tell()

    def output_enable(self, level):
        """/OE changed: high lets the pull-ups hold every output inactive."""
        self._enabled = not level
        self._tell()

    def _tell(self):
        self._outputs(self._latched if self._enabled else None)


class HallChain:
    """The 74HC165 of all hall blocks as one shift register. `levels()` gives what the switches
    drive, as bytes in the order they come out."""

    def __init__(self, levels):
        self.bytes = bytearray(levels())
        self._levels = levels
        self._loading = False

    def load(self, level):
        """The load line changed: while it is low the registers follow their inputs."""
        self._loading = not level
        self.bytes[:] = self._levels()[: len(self.bytes)]

    def exchange(self, data):
        """Shift bytes in at the start; return those that fall out at the end."""
        if self._loading:
            raise BusFault("74HC165 are clocked while they load")
        row = bytes(self.bytes) + data
        self.bytes[:] = row[len(data) :]
        return row[: len(data)]


class ReaderBus:
    """What hangs on the readers' SPI: `chips` by reader number, the pad's chip as `pad`."""

    def __init__(self, profile, chips, pad):
        self._profile = profile
        self.chips = chips
        self.pad = pad
        self._selected = [False] * len(chips)
        self._gate = [False] * profile.BLOCKS
        self._idle = 1 << profile.BIT_BUS_OFF | 0x1FF << profile.BIT_SELECT
        self._all = 0x1FF << profile.BIT_SELECT
        self._bits = [self._idle] * profile.BLOCKS  # of each block, as latched
        self._pad_selected = False

    def latched(self, image):
        """The chain's outputs changed; None for all inactive."""
        for block in range(self._profile.BLOCKS):
            bits = self._idle
            if image is not None:
                at = 2 * (self._profile.BLOCKS - 1 - block)  # the last block was sent first
                bits = image[at] << 8 | image[at + 1]
            before = self._bits[block]
            if bits != before:
                self._bits[block] = bits
                self._change(block, bits, bits ^ before)
        self._check()

    def _change(self, block, bits, changed):
        """Some outputs of one block changed."""
        profile = self._profile
        self._gate[block] = not bits >> profile.BIT_BUS_OFF & 1
        power = bool(bits >> profile.BIT_POWER & 1)
        for cell in range(CELLS):
            reader = CELLS * block + cell
            if changed >> profile.BIT_POWER & 1:
                self.chips[reader].power(power)
            low = power and not bits >> (profile.BIT_SELECT + cell) & 1
            if low != self._selected[reader]:
                self._selected[reader] = low
                if power:
                    self.chips[reader].select(low)
        first = CELLS * block
        if sum(self._selected[first : first + CELLS]) > 1:
            raise BusFault("two readers of block %d are selected at once" % block)

    def pad_select(self, level):
        """The pad's select line changed."""
        self._pad_selected = not level
        self.pad.select(not level)
        self._check()

    def _check(self):
        if sum(self._gate) + self._pad_selected > 1:
            raise BusFault("two gates are open onto MISO at once")

    def exchange(self, data):
        """Shift bytes, highest bit first as the RP2040 sends them, through all that is
        selected."""
        turned = bytes([_TURNED[byte] for byte in data])
        answer = None
        if self._pad_selected:
            answer = self.pad.exchange(turned)
        for block in range(self._profile.BLOCKS):
            if self._bits[block] & self._all != self._all:
                for reader in range(CELLS * block, CELLS * block + CELLS):
                    if self._selected[reader]:
                        heard = self.chips[reader].exchange(turned)
                        if self._gate[block]:
                            answer = heard
        if answer is None:
            return b"\xff" * len(data)
        return bytes([_TURNED[byte] for byte in answer])


def _turn(byte):
    turned = 0
    for bit in range(8):
        turned |= (byte >> bit & 1) << (7 - bit)
    return turned


_TURNED = bytes([_turn(byte) for byte in range(256)])  # the PN532 counts bits from the lowest
