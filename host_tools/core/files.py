"""Gets the facts and files of a board through code that runs on it and prints JSON."""

import binascii
import hashlib
import json

from host_tools.core import CommandError

if False:  # only mypy reads this: the names of types
    from typing import Any, NoReturn

    from host_tools.core import Work

PIECE = 512  # bytes that are sent at once
# Runs on the board; prints its facts, (path, size, digest) of each file, and (path,) of each
# folder.
_FACTS = """
import json, os, sys
_i = sys.implementation
_s = os.statvfs("/")
print(json.dumps((_i[0], tuple(_i[1])[:3], getattr(_i, "_mpy", 0) & 255, sys.platform,
    _s[1] * _s[3], _s[1], getattr(_i, "_machine", ""))))
"""
_FILES = """
import binascii, hashlib, json, os
_b = bytearray(512)
_m = memoryview(_b)
def _digest(path):
    h = hashlib.sha256()
    with open(path, "rb") as f:
        n = f.readinto(_b)
        while n:
            h.update(_m[:n])
            n = f.readinto(_b)
    return binascii.hexlify(h.digest()).decode()
def _walk(folder):
    for entry in os.ilistdir(folder or "/"):
        path = folder + "/" + entry[0]
        if entry[1] == 0x4000:
            print(json.dumps((path,)))
            _walk(path)
        else:
            print(json.dumps((path, os.stat(path)[6], _digest(path))))
_walk("")
"""
# Prints a file, one piece per line.
_READ = """
import binascii, os
_p = %r
try:
    if os.stat(_p)[0] & 0x4000:  # a folder
        _p = None
except OSError:
    _p = None
if _p:
    with open(_p, "rb") as f:
        d = f.read(512)
        while d:
            print(binascii.hexlify(d).decode())
            d = f.read(512)
"""


class Facts:
    """The facts of a board: name and version of its Python, the version of .mpy files, the
    platform, bytes free, bytes of a sector, and the machine."""

    def __init__(self, row: "list[Any]"):
        (self.python, self.version, self.mpy, self.platform, self.free, self.sector,
         self.machine) = row


class Files:
    """The files of a board: `digests` and `sizes` by path, and the set of `folders`."""

    def __init__(self, rows: "list[Any]"):
        files = [row for row in rows if len(row) == 3]
        self.digests: "dict[str, str]" = {path: digest for path, _, digest in files}
        self.sizes: "dict[str, int]" = {path: size for path, size, _ in files}
        self.folders: "set[str]" = {row[0] for row in rows if len(row) == 1}


def facts() -> "Work":
    """Return the Facts."""
    row = listed((yield "run", _FACTS))
    forms = (str, list, int, str, int, int, str)
    if [type(cell) for cell in row] != list(forms) or [type(n) for n in row[1]] != [int] * 3:
        garbage()
    return Facts(row)


def files() -> "Work":
    """Return the Files."""
    rows = [listed(line) for line in (yield "run", _FILES).split("\n") if line.strip()]
    for row in rows:
        if [type(cell) for cell in row] not in ([str], [str, int, str]):
            garbage()
    return Files(rows)


def read(path: str) -> "Work":
    """Return the bytes of a file, b"" if there is none."""
    said = yield "run", _READ % path
    try:
        return b"".join([binascii.unhexlify(line.strip()) for line in said.split("\n")])
    except ValueError:
        garbage()


def write(path: str, data: bytes) -> "Work":
    """Write a file. The board's flash keeps the old one until the new one is closed."""
    yield "run", "f = open(%r, 'wb')\nw = f.write" % path
    for at in range(0, len(data), PIECE):
        piece = data[at : at + PIECE]
        yield "run", "w(%r)" % piece
        yield "sent", len(piece)
    yield "run", "f.close()"


def remove(path: str) -> "Work":
    yield "run", "import os\nos.remove(%r)" % path


def rename(path: str, other: str) -> "Work":
    yield "run", "import os\nos.rename(%r, %r)" % (path, other)


def make_folder(path: str) -> "Work":
    yield "run", "import os\nos.mkdir(%r)" % path


def digest(data: bytes) -> str:
    """Return the SHA-256 of some bytes in hex."""
    return binascii.hexlify(hashlib.sha256(data).digest()).decode()


def garbage() -> "NoReturn":
    raise CommandError("the board answers with garbage: is it a Pico?")


def listed(text: str) -> "list[Any]":
    """Return the list that a board has printed; raises CommandError."""
    try:
        found = json.loads(text)
    except (ValueError, RuntimeError):  # no JSON, or nested deeper than Python goes
        found = None
    if not isinstance(found, list):
        garbage()
    return found
