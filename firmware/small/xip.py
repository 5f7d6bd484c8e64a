"""Run modules' code from the flash, in place (XIP), where a stock MicroPython keeps it in memory.

MicroPython copies what it imports into memory; the code of functions is 40 KB of Landover's 165
there, and 77 with all that comes late. But the RP2040 sees the flash from 0x10000000 on (data
sheet, section 2.6.3), and `leyboard build` puts the code of all functions into one more file. So
here each function of a module just imported gets the address of its code there, and the collector
frees the copy (facts: code-in-place). That takes 0.02 to 0.06 s. Functions within functions keep
theirs, since new ones are made from it.

Only code that is equal to its copy is used, byte for byte. A function that is not in the file
stays as it is, and so does everything if the file is missing or MicroPython is laid out in another
way. Nothing may write the file while a table runs. docs/formats.md describes it. Where things lie
in memory: MicroPython 1.27, py/objfun.h, extmod/vfs_lfs.c, lib/littlefs/lfs2.h,
ports/rp2/rp2_flash.c.
"""

import sys
from array import array

from micropython import const

from table.drivers.viper import ptr8, ptr32, viper

if False:  # only mypy reads this: the names of types
    from collections.abc import Iterable
    from types import ModuleType
    from typing import Any

FILE = "/leyboard.code"
MAGIC = b"LX01"
BLOCK = const(4096)  # bytes: a block of littlefs on this flash
HEAD = const(48)  # bytes of a block left to littlefs' own pointers to earlier blocks
ROWS_BITS = const(8)  # a block of the index has 1 << 8 rows of two words: key, place
_ROW = const((1 << ROWS_BITS) - 1)
_FLASH = const(0x10000000)
_MOST = const(4096)  # blocks: 16 MB, what an RP2040 can address
_RAM = const(0x20000000)
_RAM_END = const(0x20040000)
# Bytes from the beginning of MicroPython's objects.
_FILE_HEAD = const(56)  # vfs_lfs2_file: its last block, and its size after that
_FLASH_BASE = const(4)  # rp2.Flash: where the file system begins


def _function() -> None:
    pass


def _generator() -> "Any":
    yield


class Code:
    """The code of the firmware's functions in a file on the flash; `used` counts those that run
    from it. `machine` and `rp2` are MicroPython's.

    Raises OSError if there is no such file, ValueError if this MicroPython is laid out in another
    way.
    """

    def __init__(self, machine: "ModuleType", rp2: "Any"):
        words = machine.mem32
        with open(FILE, "rb") as file:
            head = file.read(12)
            size = file.seek(0, 2)
            last = words[id(file) + _FILE_HEAD]
            if words[id(file) + _FILE_HEAD + 4] != size:
                raise ValueError("littlefs keeps its files in another way")
        self._rows = int.from_bytes(head[4:8], "little")
        blocks = int.from_bytes(head[8:], "little")
        if (head[:4] != MAGIC or self._rows > blocks << ROWS_BITS
                or not size <= BLOCK * blocks < size + HEAD * blocks):
            raise ValueError("%s is not the code of a firmware" % FILE)
        self.blocks = array("I", bytes(4 * blocks))
        base = words[id(rp2.Flash()) + _FLASH_BASE]
        if not 0 <= base < _MOST * BLOCK or base % BLOCK:
            raise ValueError("the flash lies elsewhere")
        for place in range(len(self.blocks) - 1, -1, -1):
            # mem32 gives large words as negative numbers
            if not 0 <= last < _MOST - base // BLOCK:
                raise ValueError("littlefs keeps its blocks in another way")
            self.blocks[place] = at = _FLASH + base + BLOCK * last
            last = words[at]  # a block begins with the number of the one before it
        if words[at] != int.from_bytes(MAGIC, "little"):
            raise ValueError("the flash lies elsewhere")
        self._kinds = id(type(_function)), id(type(_generator))
        self.used = 0

    def patch(self, modules: "Iterable[str]") -> None:
        """Run the functions of these modules from the flash. None of them may run meanwhile,
        because a running function goes on in its copy in memory, which is freed."""
        owners = array("I", [id(sys.modules[name]) for name in modules])
        numbers = self._kinds + (self._rows, len(self.blocks), len(owners))
        self.used += _redirect(numbers, self.blocks, owners)


@viper
def _redirect(numbers, blocks, owners) -> int:
    """Give functions in memory that belong to the modules `owners` the address of equal code on
    the flash; return how many."""
    function = int(numbers[0])
    generator = int(numbers[1])
    rows = int(numbers[2])
    last = int(numbers[3]) - 1
    count = int(numbers[4])
    at = int(_RAM)
    end = int(_RAM_END)
    block = ptr32(blocks)
    owner = ptr32(owners)
    found = 0
    while at < end:
        fields = ptr32(at)  # type, module, children, code
        at += 16  # the collector's blocks
        if fields[0] != function and fields[0] != generator:
            continue
        if fields[3] < int(_RAM) or fields[3] >= end:
            continue
        mine = 0
        while mine < count and owner[mine] != fields[1]:
            mine += 1
        if mine == count:
            continue
        code = ptr8(fields[3])
        key = code[0] << 23 | code[1] << 15 | code[2] << 7 | code[3] >> 1
        low = 0
        high = rows
        while low < high:
            middle = (low + high) >> 1
            row = ptr32(block[middle >> ROWS_BITS] + HEAD)
            if row[2 * (middle & _ROW)] < key:
                low = middle + 1
            else:
                high = middle
        while low < rows:
            row = ptr32(block[low >> ROWS_BITS] + HEAD)
            if row[2 * (low & _ROW)] != key:
                break
            place = row[2 * (low & _ROW) + 1]
            if not 0 <= place >> 12 <= last:  # the file is damaged
                break
            there = ptr8(block[place >> 12] + (place & 4095))
            size = there[0] | there[1] << 8
            same = 0
            while same < size and code[same] == there[same + 2]:
                same += 1
            if same == size > 3:
                fields[3] = block[place >> 12] + (place & 4095) + 2
                found += 1
                break
            low += 1
    return found
