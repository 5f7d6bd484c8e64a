"""Files on flash: lines with checksums, and what `os` lacks."""

import binascii
import os

from micropython import const

from games.jsonline import value

if False:  # only mypy reads this: the names of types
    from collections.abc import Iterator
    from typing import Any, BinaryIO

LONGEST = 4096  # bytes in a line
_BLOCK = const(512)


def with_checksum(line: str, crc: int) -> tuple[bytes, int]:
    """Return (a line with its checksum, the checksum); `crc` is that of the line before."""
    data = line.encode()
    crc = binascii.crc32(data, crc)
    return data + checksum_text(crc), crc


def checksum_text(crc: int) -> bytes:
    """Return the end of a line with this checksum: 10 bytes."""
    return ("#%08x\n" % crc).encode()


def text_of(line: bytes) -> str:
    """Return a line without its checksum; raises ValueError."""
    return line[:-10].decode()


def value_of(line: bytes) -> "Any":
    """Return the JSON value of a line with its checksum; raises ValueError."""
    return value(text_of(line))


def valid_lines(file: "BinaryIO", crc: int, most: int = -1) -> "Iterator[bytes]":
    """Yield the lines of a file, each with its checksum, up to the first wrong one; leaves the
    file position undefined."""
    if not most:
        return
    for line in whole_lines(file):
        crc = binascii.crc32(line[:-10], crc)
        if line[-10:] != checksum_text(crc):
            return
        yield line
        most -= 1
        if not most:
            return


def whole_lines(file: "BinaryIO") -> "Iterator[bytes]":
    """Yield the lines of a file up to the first that is too long or has no end; leaves the file
    position undefined."""
    data = b""  # read by blocks: MicroPython's readline asks the file system for every byte
    while True:
        end = data.find(b"\n") + 1
        if end:
            yield data[:end]
            data = data[end:]
        else:
            more = file.read(_BLOCK) if len(data) < LONGEST else b""
            if not more:
                return
            data += more


def size_of(name: str) -> int:
    """Return the size of a file; 0 if there is none."""
    try:
        return os.stat(name)[6]
    except OSError:
        return 0


def names_in(folder: str) -> list[str]:
    """Return the names of the files in a folder; "" is the folder of a board's journal."""
    return os.listdir(folder) if folder else os.listdir()


def copy_file(name: str, size: int, target: str, mode: str = "wb") -> None:
    """Write the first `size` bytes of a file to another one, opened with `mode`."""
    with open(name, "rb") as file:
        with open(target, mode) as copy:
            while size > 0:
                data = file.read(min(size, _BLOCK))
                if not data:
                    break
                copy.write(data)
                size -= len(data)


def remove(name: str) -> None:
    """Remove a file, if it is there."""
    try:
        os.remove(name)
    except OSError:
        pass


def replace(name: str, target: str) -> None:
    """Rename a file over another one, atomically."""
    getattr(os, "replace", os.rename)(name, target)  # on a board, rename replaces the file
