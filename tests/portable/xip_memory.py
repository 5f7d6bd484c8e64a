"""The memory of an RP2040 as far as small/xip.py looks at it: functions in RAM, and the
blocks of a file scattered over the flash."""

import sys

from small import xip

RAM = 0x20000000
FLASH = 0x10000000
FILES = 0xA0000  # where the file system begins on the flash
FUNCTION, GENERATOR = 0x10011100, 0x10022200  # addresses of their types
_OBJECT = 0x20038000  # the first address of an object that only has an address


class Memory:
    """The memory behind `machine.mem32` and viper's pointers. `flash` is the image of the
    file system as bytes, `last` the number of the code file's last block, and `size` its bytes."""

    def __init__(self, flash, last, size):
        self.flash = flash
        self.size = size
        self.last = last
        self.ram = {}
        self._objects = {}
        self._kinds = [FUNCTION, GENERATOR]
        self._next = RAM + 0x400

    def __getitem__(self, address):
        word = self.word(address)  # signed, as machine.mem32 gives it
        return word - (1 << 32) if word >> 31 else word

    def byte(self, address):
        if address < RAM:
            return self.flash[address - FLASH - FILES]
        return self.ram.get(address & -4, 0) >> 8 * (address & 3) & 0xFF

    def word(self, address):
        if address < RAM:
            return sum([self.byte(address + i) << 8 * i for i in range(4)])
        return self.ram.get(address, 0)

    def id(self, thing):
        """Stands for `id`: an object's address, with what lies there."""
        if isinstance(thing, type):  # in CPython both are one type, so the order tells
            return self._kinds.pop(0)
        at = self._objects.get(id(thing))
        if at is None:
            at = self._objects[id(thing)] = _OBJECT + 0x100 * len(self._objects)
        if isinstance(thing, Flash):
            self.ram[at + 4] = FILES
        elif hasattr(thing, "seek"):
            self.ram[at + 56], self.ram[at + 60] = self.last, self.size
        return at

    def add(self, module, code, kind=FUNCTION):
        """Put a function of a module, given by its name, and its code into RAM; returns its
        address."""
        at = self._next
        begin = at + 16
        self._next = begin + (len(code) + 15 & -16)
        padded = code + b"\xcc" * (-len(code) % 4)
        for i in range(0, len(padded), 4):
            self.ram[begin + i] = int.from_bytes(padded[i : i + 4], "little")
        for i, word in enumerate((kind, self.id(sys.modules[module]), 0, begin)):
            self.ram[at + 4 * i] = word
        return at

    def code(self, function, size):
        """Return (whether a function's code lies on the flash, that many bytes of it)."""
        begin = self.word(function + 12)
        return begin < RAM, bytes([self.byte(begin + i) for i in range(size)])

    def __enter__(self):
        self._kept = xip.ptr8, xip.ptr32
        xip.ptr8 = lambda at: Bytes(self, at) if isinstance(at, int) else at
        xip.ptr32 = lambda at: Words(self, at) if isinstance(at, int) else at
        xip.id = self.id
        return self

    def __exit__(self, *_):
        xip.ptr8, xip.ptr32 = self._kept
        del xip.id


class Bytes:
    def __init__(self, memory, at):
        self.memory, self.at = memory, at

    def __getitem__(self, index):
        return self.memory.byte(self.at + index)


class Words(Bytes):
    def __getitem__(self, index):
        return self.memory.word(self.at + 4 * index)

    def __setitem__(self, index, word):
        self.memory.ram[self.at + 4 * index] = word


class Flash:
    """The flash that `rp2.Flash()` returns."""


class Machine:
    def __init__(self, memory):
        self.mem32 = memory


class Rp2:
    Flash = Flash
