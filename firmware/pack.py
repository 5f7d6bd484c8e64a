"""Finds the modules of the firmware in one file on the flash, `leyboard.pack`.

littlefs reads folders from their beginning for each name, and an import asks for four names: that
took 15 ms for a module of the table and 36 for one of Landover's on the emulated chip.

The file holds "LP", how many entries there are (2 bytes), the entries, and the modules. An entry
is the CRC-32 of a path and the byte where that file begins, 4 bytes each; a folder "begins" at 0.
All numbers have their lowest byte first.
"""

import binascii
import io
import os
import sys

if False:  # only mypy reads this: the names of types
    from typing import Any

FILE = "/leyboard.pack"
PLACE = "/pack"  # where its modules seem to lie
MAGIC = b"LP"
ENTRY = 8  # bytes
_FOLDER = 0x4000  # as os.stat() tells them
_PLAIN = 0x8000
_NOT_THERE = 2  # ENOENT
_BUFFER_SIZE = 11  # MP_STREAM_GET_BUFFER_SIZE (py/stream.h)
_BUFFER = 255  # bytes, the most that the loader takes


def mount(file: str = FILE) -> None:
    """Import from a pack from now on, before all else; without one, from where modules lie."""
    try:
        opened = open(file, "rb")  # noqa: SIM115
    except OSError:
        return
    import vfs  # MicroPython's

    vfs.mount(Pack(opened, file.rsplit("/", 1)[0]), PLACE)
    sys.path.insert(0, PLACE)


class _Module(io.IOBase):
    """What the loader reads of the open pack. It reads a module to its end and no further, one
    after the other. A file opened for each would leave 2 KB of garbage between any two modules:
    then 120 KB are free on a board, and not 2 KB in one piece."""

    def __init__(self, file: "Any"):
        self._file = file

    def readinto(self, buffer: "Any") -> int:
        return self._file.readinto(buffer)

    def ioctl(self, request: int, argument: int) -> int:
        return _BUFFER if request == _BUFFER_SIZE else 0  # the file stays open


class Pack:
    """A file system, as `vfs.mount` takes one: the modules of a pack, an open file, and beside
    them what lies in its folder. Raises ValueError where the file is none."""

    def __init__(self, file: "Any", folder: str = ""):
        self._folder = folder
        self._file = file
        head = self._file.read(4)
        if head[:2] != MAGIC:
            raise ValueError("%s is no pack of modules" % FILE)
        self._entries = self._file.read(ENTRY * int.from_bytes(head[2:], "little"))
        self._module = _Module(self._file)

    def begins(self, path: str) -> int:
        """Return the byte where the file of a path begins, 0 for a folder, -1 for neither."""
        key = key_of(path)
        at = self._entries.find(key)
        while at % ENTRY and at >= 0:
            at = self._entries.find(key, at + 1)
        return int.from_bytes(self._entries[at + 4 : at + ENTRY], "little") if at >= 0 else -1

    def mount(self, readonly: bool, format: bool) -> None:
        pass

    def umount(self) -> None:
        pass

    def stat(self, path: str) -> tuple:
        # An import asks for a .py first, and a pack has none.
        begins = -1 if path.endswith(".py") else self.begins(path)
        if begins < 0:
            raise OSError(_NOT_THERE)
        return (_PLAIN if begins else _FOLDER, 0, 0, 0, 0, 0, 0, 0, 0, 0)

    def open(self, path: str, mode: str) -> "Any":
        begins = self.begins(path)
        if begins <= 0:
            return open(self._beside(path), mode)
        self._file.seek(begins)
        return self._module

    def ilistdir(self, path: str) -> "Any":
        return os.ilistdir(self._beside(path))

    def _beside(self, path: str) -> str:
        return self._folder + path


def key_of(path: str) -> bytes:
    """Return what stands for a path in an entry, 4 bytes."""
    return binascii.crc32(path.encode()).to_bytes(4, "little")
