"""Import the firmware's modules from one file on the flash, `leyboard.pack`.

littlefs scans a folder from its beginning for every name, and an import tries four names. On the
emulated chip that took 15 ms for a module of the table and 36 ms for one of Landover.

The file holds "LM", the number of entries (2 bytes), the entries, and the modules. An entry is the
CRC-32 of a path and the offset of that module, 4 bytes each; a folder has offset 0. Before a
module are the length, in 2 bytes, and the names of all modules that it needs, in the order of
loading, with a space between two. All numbers are little-endian.
"""

import binascii
import io
import os
import sys

if False:  # only mypy reads this: the names of types
    from typing import Any

FILE = "/leyboard.pack"
PLACE = "/pack"  # the modules' folder, as their names show it
MAGIC = b"LM"
ENTRY = 8  # bytes
_FOLDER = 0x4000  # st_mode, as os.stat() returns it
_PLAIN = 0x8000
_NOT_THERE = 2  # ENOENT
_BUFFER_SIZE = 11  # MP_STREAM_GET_BUFFER_SIZE (py/stream.h)
_BUFFER = 255  # bytes; the most that the loader can take


def mount(file: str = FILE) -> "Pack | None":
    """Import from a pack from now on, before anything else; return it. Without a pack, modules are
    imported from their own files."""
    try:
        opened = open(file, "rb")  # noqa: SIM115
    except OSError:
        return None
    import vfs  # MicroPython's

    pack = Pack(opened, file.rsplit("/", 1)[0])
    vfs.mount(pack, PLACE)
    sys.path.insert(0, PLACE)
    return pack


class _Module(io.IOBase):
    """The open pack as a stream for the module loader.

    The loader reads one module at a time, to its end and no further. Opening a file for each
    module would leave 2 KB of garbage between any two; then a board has 120 KB free, but no block
    of 2 KB.
    """

    def __init__(self, file: "Any"):
        self._file = file

    def readinto(self, buffer: "Any") -> int:
        count: int = self._file.readinto(buffer)
        return count

    def ioctl(self, request: int, argument: int) -> int:
        # Closing does nothing: the file stays open.
        return _BUFFER if request == _BUFFER_SIZE else 0


class Pack:
    """A file system for `vfs.mount`: the modules of one pack, and the other files of its folder.

    Raises ValueError if the file is not a pack.
    """

    def __init__(self, file: "Any", folder: str = ""):
        self._folder = folder
        self._file = file
        head = self._file.read(4)
        if head[:2] != MAGIC:
            raise ValueError("%s is not a pack of modules" % FILE)
        self._entries = self._file.read(ENTRY * int.from_bytes(head[2:], "little"))
        self._module = _Module(self._file)
        # Ctrl-C that came during a look for a module
        self._interrupt: "BaseException | None" = None

    def begins(self, path: str) -> int:
        """Return the offset of a file; 0 for a folder, -1 if the pack has neither."""
        key = key_of(path)
        at = self._entries.find(key)
        while at % ENTRY and at >= 0:
            at = self._entries.find(key, at + 1)
        return int.from_bytes(self._entries[at + 4 : at + ENTRY], "little") if at >= 0 else -1

    def order(self, module: str) -> list[str]:
        """Return the modules that a module needs, in the order of loading, and itself last; [] if
        the pack lacks it."""
        path = "/" + module.replace(".", "/")
        begins = max(self.begins(path + ".mpy"), self.begins(path + "/__init__.mpy"))
        if begins < 0:
            return []
        needed: str = self._begin(begins).decode()
        return needed.split() + [module]

    def _begin(self, begins: int) -> bytes:
        """Go to the beginning of a module; return the names of the modules that it needs."""
        self._file.seek(begins)
        size = int.from_bytes(self._file.read(2), "little")
        needed: bytes = self._file.read(size)
        return needed

    def mount(self, readonly: bool, format: bool) -> None:
        pass

    def umount(self) -> None:
        pass

    def stat(self, path: str) -> "tuple[int, ...]":
        while True:
            try:
                return self._stat(path)
            except KeyboardInterrupt as error:
                # An import would take it for a missing file; `open` comes next.
                self._interrupt = error

    def _stat(self, path: str) -> "tuple[int, ...]":
        # An import tries the .py first, and a pack has none.
        begins = -1 if path.endswith(".py") else self.begins(path)
        if begins < 0:
            raise OSError(_NOT_THERE)
        return (_PLAIN if begins else _FOLDER, 0, 0, 0, 0, 0, 0, 0, 0, 0)

    def open(self, path: str, mode: str) -> "Any":
        if self._interrupt:
            error, self._interrupt = self._interrupt, None
            raise error
        begins = self.begins(path)
        if begins <= 0:
            return open(self._beside(path), mode)
        self._begin(begins)
        return self._module

    def ilistdir(self, path: str) -> "Any":
        return os.ilistdir(self._beside(path))

    def _beside(self, path: str) -> str:
        return self._folder + path


def key_of(path: str) -> bytes:
    """Return the 4 bytes that stand for a path in an entry."""
    return binascii.crc32(path.encode()).to_bytes(4, "little")
