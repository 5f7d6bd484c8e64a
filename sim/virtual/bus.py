"""The reader blocks behind the Pico: the chain of 74HC595s, bus buffers, MISO gates, and readers.

Wired as in hardware/ (block and main board). A block receives SCK and MOSI while it has power; its
answers reach the Pico only through its open MISO gate. A BusError marks actions that would harm
real chips: two chips that drive MISO at once, a select that falls in a block that is already
driving, powering a chip through its inputs (a high select without power, or the bus in use while
the pad's reader is switched off), and overloading the supply (two blocks switched on at once).
"""

from sim.virtual.packets import BOOT_US

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable
    from types import ModuleType
    from typing import Any

    from sim.virtual.clock import VirtualClock
    from sim.virtual.pn532 import Pn532

CELLS = 9
RISE_US = 4000  # from a block's power-on until its supply is up and its capacitor charged
_HOLD_US = 100000  # the firmware may notice missing 5 V this late: it measures them at intervals
_NEVER = 1 << 60  # us


class BusError(Exception):
    """The firmware did something that would harm the hardware."""


class Chain:
    """The 74HC595s of all blocks as one shift register; its last bit comes back to the Pico."""

    def __init__(self, profile: "ModuleType", outputs: "Callable[..., Any]"):
        self.bytes = bytes(profile.BLOCK_BITS // 8 * profile.BLOCKS)
        self._outputs = outputs  # called with the bytes that are latched
        self._latched = self.bytes
        self._enabled = False
        self.listeners: "list[Callable[..., Any]]" = []  # called with the same

    def exchange(self, data: bytes) -> bytes:
        """Shift bytes in; return the bytes that come out at the end."""
        row = self.bytes + data
        self.bytes = row[len(data) :]
        return row[: len(data)]

    def latch(self, level: int) -> None:
        """Set the latch line; a rising edge latches the bits."""
        if level:
            self._latched = self.bytes
            if self._enabled:
                self._put(self._latched)

    def output_enable(self, level: int) -> None:
        """Set /OE; while it is high, pull-ups hold all outputs inactive."""
        self._enabled = not level
        self._put(self._latched if self._enabled else None)

    def _put(self, image: bytes | None) -> None:
        self._outputs(image)
        for listener in self.listeners:
            listener(image)


class HallChain:
    """The 74HC165s of all hall blocks as one shift register. `levels()` returns the levels of the
    switches as bytes, in the order they are shifted out."""

    def __init__(self, levels: "Callable[..., Any]"):
        self.bytes = bytearray(levels())
        self._levels = levels
        self._loading = False

    def load(self, level: int) -> None:
        """Set the load line; while it is low, the registers follow their inputs."""
        self._loading = not level
        self.bytes[:] = self._levels()[: len(self.bytes)]

    def exchange(self, data: bytes) -> bytes:
        """Shift bytes in at the start; return the bytes that come out at the end."""
        if self._loading:
            raise BusError("74HC165 are clocked while they load")
        row = bytes(self.bytes) + data
        self.bytes[:] = row[len(data) :]
        return row[: len(data)]


class ReaderBus:
    """The devices on the readers' SPI: `chips` by reader number, the pad's chip as `pad`."""

    def __init__(
        self, profile: "ModuleType", chips: "list[Pn532]", pad: "Pn532", clock: "VirtualClock"
    ):
        self._profile = profile
        self.chips = chips
        self.pad = pad
        self._clock = clock
        self._all = 0x1FF << profile.BIT_SELECT
        self._power = 1 << profile.BIT_POWER
        self._low = {self._all: -1}  # the cell whose select is low, by the levels of all
        for cell in range(CELLS):
            self._low[self._all & ~(1 << profile.BIT_SELECT + cell)] = cell
        self._bus_off = 1 << profile.BIT_BUS_OFF
        self._idle = self._bus_off | self._all
        self._all_idle = bytes((self._idle >> 8, self._idle & 0xFF)) * profile.BLOCKS
        # By image, what `_power_and_select` returned; good until the power of a block is switched.
        self._known: "dict[bytes | None, tuple[Any, ...]]" = {}
        self._fed = False  # whether there are 5 V
        self.shorted: "set[int]" = set()  # blocks whose power switch limits the current
        self.by_bytes = False  # must all go byte by byte, for comparison?
        self.lines: "dict[str, int | None]" = {}  # where its wires end, if not where they belong
        self.power_cut()

    def power_cut(self) -> None:
        """Remove the 5 V and reset everything, latches included."""
        blocks = self._profile.BLOCKS
        self._fed = False
        self._went = -_HOLD_US
        self._pad_on = True  # its switch is held on, where there is one
        self._pad_up_at = 0  # us: when its supply is up
        self._feed()
        self._known.clear()
        self._powered = [False] * blocks
        self._rose = [0] * blocks  # when each block was switched on
        self._last_rise = -RISE_US
        self._open = -1  # the block whose gate is open
        self._talker: "Pn532 | None" = None  # the selected chip of that block
        self._pad_selected = False
        self._listeners: "list[Pn532]" = []  # the selected chips on the chain
        self._unselected: "list[int]" = []  # powered blocks whose selects are all low
        self._image: "bytes | None" = None  # the outputs of the chain

    def supply(self, on: bool) -> None:
        """Switch the 5 V."""
        self._fed = on
        self._went = self._clock.now
        self._feed()

    def _feed(self) -> None:
        self.pad.power(self._fed and self._pad_on)
        for reader in range(len(self.chips)):
            self.chips[reader].power(self._is_well(reader // CELLS))

    def is_plain(self, idle: "bytes | bytearray") -> bool:
        """Are the wires in the state that the firmware expects: all blocks have supply, no reader
        is selected, no gate is open? `idle` is the firmware's image without a selected reader."""
        return (
            self._image == idle
            and self._fed
            and not self._unselected
            and self._open < 0
            and not self._pad_selected
            and self._clock.now >= self._pad_up_at
            and not self.by_bytes
        )

    def latched(self, image: bytes | None) -> None:
        """Set the outputs of the chain; None: pull-ups hold them inactive."""
        self._image = image
        known = self._known.get(image)
        if known is None:
            known = self._power_and_select(image)
        elif not (self._fed or self._is_held()):
            raise BusError("a select of a block is high without supply")
        before = self._listeners
        self._listeners, self._unselected, self._open, self._talker = known
        for chip in before:
            if chip not in self._listeners:
                chip.select(False)
        for chip in self._listeners:
            if chip not in before:
                chip.select(True)
        if self._open >= 0 and self._pad_selected:
            raise BusError("two gates are open onto MISO at once")

    def _power_and_select(self, image: bytes | None) -> "tuple[Any, ...]":
        """Switch the power of blocks as an image says. Return (the chips it selects, the powered
        blocks whose selects it has all low, the block whose gate it opens or -1, the chip selected
        there)."""
        bits = self._all_idle if image is None else image
        # The first block has the lowest bits.
        blocks = [bits[at] << 8 | bits[at + 1] for at in range(len(bits) - 2, -1, -2)]
        is_high = image is not None and any([of_block & self._all for of_block in blocks])
        if is_high and not (self._fed or self._is_held()):
            raise BusError("a select of a block is high without supply")
        listeners, unselected, talkers = [], [], []
        for block in range(len(blocks)):
            selects = blocks[block] & self._all
            power = bool(blocks[block] & self._power)
            if image is not None and selects and not (power and self._is_up(block)):
                raise BusError("a select of block %d is high without supply" % block)
            self._switch(block, power)
            chip = None
            if power and not selects:
                unselected.append(block)
            elif power:
                chip = self._selected(block, selects)
            if chip is not None:
                listeners.append(chip)
            if not blocks[block] & self._bus_off:
                talkers.append((block, chip))
        if len(talkers) > 1:
            raise BusError("two gates are open onto MISO at once")
        known = (listeners, unselected) + (talkers[0] if talkers else (-1, None))
        if is_high:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._known[image] = known
        return known

    def _is_up(self, block: int) -> bool:
        """Is the supply of a block up, if there are 5 V?"""
        return self._powered[block] and self._clock.now - self._rose[block] >= RISE_US

    def _is_well(self, block: int) -> bool:
        """Does the power switch of a block report no fault?"""
        return self._fed and self._powered[block] and block not in self.shorted

    def _is_held(self) -> bool:
        """Did the 5 V go just now?"""
        return self._clock.now - self._went < _HOLD_US

    def _switch(self, block: int, power: bool) -> None:
        """Switch the power of a block."""
        if power == self._powered[block]:
            return
        self._known.clear()
        self._powered[block] = power
        if power:
            now = self._clock.now
            if now - self._last_rise < RISE_US:
                raise BusError("block %d rises while another does" % block)
            self._last_rise = self._rose[block] = now
        for reader in range(CELLS * block, CELLS * block + CELLS):
            self.chips[reader].power(self._is_well(block))

    def _selected(self, block: int, selects: int) -> "Pn532 | None":
        """Return the chip of a block that its selects choose."""
        cell = self._low.get(selects)
        if cell is None:
            raise BusError("two readers of block %d are selected at once" % block)
        return self.chips[CELLS * block + cell] if cell >= 0 else None

    def is_pad_selected(self) -> bool:
        return self._pad_selected

    def pad_select(self, level: int) -> None:
        """Set the select line of the pad."""
        if level and not ((self._fed or self._is_held()) and self._clock.now >= self._pad_up_at):
            raise BusError("the select of the pad is high without supply")
        self._pad_selected = not level
        self.pad.select(not level)
        if self._pad_selected and self._talker is not None:
            raise BusError("two gates are open onto MISO at once")

    def pad_power(self, level: int) -> None:
        """Switch the supply of the pad's reader."""
        if bool(level) != self._pad_on:
            self._pad_on = bool(level)
            self._pad_up_at = self._clock.now + RISE_US if level else _NEVER
            self.pad.power(self._fed and self._pad_on)

    def exchange(self, data: bytes, byte_us: int = 0) -> bytes:
        """Shift bytes, most significant bit first as on the RP2040, through all selected chips.
        The last byte ends now; each took `byte_us`."""
        if self._fed and self._clock.now < self._pad_up_at:
            raise BusError("the bus feeds the pad's reader, which is switched off")
        flipped = _FLIPPED.get(data) or flip(data)
        answer = None
        if self._pad_selected:
            answer = self.pad.exchange(flipped, byte_us)
        for chip in self._listeners:
            heard = chip.exchange(flipped, byte_us)
            if chip is self._talker:
                answer = heard
        for block in self._unselected:
            if self._clock.now - self._rose[block] >= BOOT_US:
                raise BusError("all readers of block %d hear what is for others" % block)
        if answer is None:
            quiet = self._open < 0 or self._is_well(self._open)
            return (b"\xff" if quiet else b"\x00") * len(data)
        return _FLIPPED.get(answer) or flip(answer)


def _reversed(byte: int) -> int:
    flipped = 0
    for bit in range(8):
        flipped |= (byte >> bit & 1) << (7 - bit)
    return flipped


_REVERSED = bytes([_reversed(byte) for byte in range(256)])  # the PN532 sends LSB first
_FLIPPED: "dict[bytes, bytes]" = {}  # the same few frames pass again and again
_MOST_KNOWN = 500


def flip(data: bytes) -> bytes:
    """Return bytes with the bits of each reversed, and keep them in _FLIPPED."""
    if len(_FLIPPED) >= _MOST_KNOWN:
        _FLIPPED.clear()
    flipped = _FLIPPED[data] = bytes([_REVERSED[byte] for byte in data])
    return flipped
