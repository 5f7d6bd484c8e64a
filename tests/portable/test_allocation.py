"""The hot loops allocate nothing, so the board's garbage collector never stops a scan.

The virtual chips allocate, so puppets replace them here, which give each command one fixed answer.
"""

import micropython

from sim.virtual.clock import VirtualClock
from table import tags
from table.drivers.chain import Chain
from table.drivers.halls import Halls
from table.drivers.pn532 import Bus
from table.drivers.pn532_commands import FIELD_OFF, packet
from table.sense import Sense
from table.sense.supply import Supply
from table.switches import Switches
from table.wiring import grid6, hall9
from tests.portable.test_exchange import response
from tests.portable.test_pn532 import turned

ACK = turned(bytes((0, 0, 0xFF, 0, 0xFF, 0)))
TAG = (1, 1, 0, 0x44, 0, 7, 4, 1, 2, 3, 4, 5, 0x80)
RECORD = (0,) + tuple(tags.encode(1, 5))  # an invalid record would be read again
ANSWERS = {
    packet(code)[7]: turned(response(code, bytes(data))) + bytes(33)
    for code, data in ((0x02, (0x32, 1, 6, 7)), (0x12, ()), (0x14, ()), (0x32, ()), (0x4A, TAG),
                       (0x40, RECORD), (0x16, (0,)))
}


class Puppet:
    """An SPI whose chips are always ready and always see the same tag."""

    def __init__(self, readers):
        self.reader = 0  # the one that is selected
        self._at = self._on_way = self._began = 0  # of a transaction
        self._sent = [ANSWERS[packet(0x02)[7]]] * readers  # the next frame of each
        self._next = list(self._sent)

    def take(self, reader, data):
        self._sent[reader] = ACK
        self._next[reader] = ANSWERS[data[7]]

    def select(self, reader):
        self.reader = reader
        self._at = 0

    def __setitem__(self, register, byte):
        if not self._at + self._on_way:
            self._began = byte
        self._on_way += 1

    def __getitem__(self, register):
        if register:
            return 4 if self._on_way else 0
        self._on_way -= 1
        self._at += 1
        if self._began == 0x40:
            return 0x80  # ready
        if self._began != 0xC0 or self._at == 1:
            return 0xFF
        if self._at == 7:  # its ACK has been fetched whole
            sent = self._sent[self.reader]
            self._sent[self.reader] = self._next[self.reader]
            return sent[5]
        return self._sent[self.reader][self._at - 2]

    def readinto(self, buffer):
        buffer[0] = 0xFF  # the block's power switch reports no fault


class Watched(Bus):
    """A bus that tells the puppet which readers get a command."""

    def __init__(self, puppet, chain, pad_select):
        Bus.__init__(self, puppet, chain, pad_select)
        self._puppet = puppet

    def broadcast(self, readers, count, data, off, off_count):
        for i in range(off_count):
            self._puppet.take(off[i], FIELD_OFF)
        for i in range(count):
            self._puppet.take(readers[i], data)
        Bus.broadcast(self, readers, count, data, off, off_count)


class Shift:
    """The chain: tells the puppet whose gate is open once that is latched."""

    def __init__(self, profile):
        self._profile = profile
        self._image = bytearray(2 * profile.BLOCKS)
        self._open = -1  # the reader whose gate opens at the next latch
        self.puppet = None

    def write(self, data):
        image = self._image
        for at in range(len(image)):  # in place: the test counts what is allocated
            after = at + len(data)
            image[at] = image[after] if after < len(image) else data[after - len(image)]
        self._open = -1
        for block in range(self._profile.BLOCKS):
            at = 2 * (self._profile.BLOCKS - 1 - block)
            bits = image[at] << 8 | image[at + 1]
            if not bits >> self._profile.BIT_BUS_OFF & 1:
                for cell in range(9):
                    if not bits >> cell & 1:
                        self._open = 9 * block + cell

    def latch(self, level):
        if level and self.puppet:
            self.puppet.select(self._open)


class Pin:
    def value(self, level=None):
        pass

    def __call__(self, level=None):
        pass


class PadSelect(Pin):
    """A select line that tells the puppet when the pad is selected."""

    def __init__(self, puppet, pad):
        self._puppet = puppet
        self._pad = pad

    def __call__(self, level=None):
        if not level:
            self._puppet.select(self._pad)


class Volts:
    def read_u16(self):
        return 49648  # half of 5 V


def sense_of(profile, clock):
    """Return a Sense whose readers are puppets."""
    shift = Shift(profile)
    pad = 9 * profile.BLOCKS
    puppet = shift.puppet = Puppet(pad + 1)
    bus = Watched(puppet, Chain(shift, shift.latch, Pin(), profile), PadSelect(puppet, pad))
    return Sense(bus, Supply(bus, Volts(), clock), profile, clock)


def test_the_scan():
    clock = VirtualClock()
    sense = sense_of(grid6, clock)
    sense.hot([0, 1, 7, 20])
    for _ in range(4000):
        sense.step()
        clock.advance(300)
    assert min(sense.seen) == max(sense.seen) > 0  # everything has settled
    version = sense.version
    for _ in range(1000):
        micropython.heap_lock()
        try:
            sense.step()
        finally:
            micropython.heap_unlock()
        clock.advance(300)
    assert sense.version == version and sense.sweep_ms > 0


class Ribbon:
    """An SPI whose chain has a magnet over its first switch."""

    def write_readinto(self, data, buffer):
        for i in range(len(buffer) - 2):
            buffer[i] = 0xFF
        buffer[-3] = 0xFE
        buffer[-2] = data[0]
        buffer[-1] = data[1]


def test_the_switches():
    clock = VirtualClock()
    switches = Switches(Halls(Ribbon(), Pin(), hall9.HALL_BITS), hall9, clock)
    for turn in range(300):
        if turn == 200:
            assert switches.seen[0] and switches.errors == 0
            micropython.heap_lock()
        switches.step(0, 0)
        clock.advance(10000)
    micropython.heap_unlock()
    assert switches.version == 1
