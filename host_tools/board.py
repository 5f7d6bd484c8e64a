"""A board at MicroPython's prompt: its facts and its files, over one connection. This uses
mpremote as a library, because its command opens the port again for each step, and another program
could take the port in between."""

import ast
import contextlib
import io
import struct
import sys
from collections.abc import Callable, Iterator
from typing import Any

from mpremote.transport import TransportError
from mpremote.transport_serial import SerialTransport

from host_tools import prompt
from host_tools.errors import CommandError
from host_tools.ports import Serial
from host_tools.terminal import echo

_PIECE = 512  # bytes that are sent at once
ANSWER_S = 2.4  # for a board to come to its prompt: it may just have been plugged in
_QUIET_S = 20  # the longest silence while it works

# Runs on the board before code that imports modules of the firmware.
PACK = """
try:
    import pack
    pack.mount()
except (ImportError, ValueError):  # none, or one whose copy was cut short
    pass
"""
# Runs on the board; prints what it is.
_FACTS = """
import os, sys
_i = sys.implementation
_s = os.statvfs("/")
print((_i[0], tuple(_i[1])[:3], getattr(_i, "_mpy", 0) & 255, sys.platform, _s[1] * _s[3], _s[1],
    getattr(_i, "_machine", "")))
"""
# Runs on the board; prints (path, size, digest) of each file and (path,) of each folder.
_FILES = """
import binascii, hashlib, os
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
            print((path,))
            _walk(path)
        else:
            print((path, os.stat(path)[6], _digest(path)))
_walk("")
"""
# Runs on the board; prints a file, one piece per line.
_READ = """
import os
_p = %r
try:
    os.stat(_p)
except OSError:
    _p = None
if _p:
    with open(_p, "rb") as f:
        d = f.read(512)
        while d:
            print(d)
            d = f.read(512)
"""


@contextlib.contextmanager
def stopped(port: str) -> "Iterator[Board]":
    """A Board on a serial port, for a `with`; on exit its table restarts, after Ctrl-C, too."""
    with Board(port) as board:
        try:
            yield board
        except KeyboardInterrupt:
            echo("stopped: %s" % (board.unfinished or "the board restarts"), file=sys.stderr)
            raise
        finally:
            board.reset()


class Board:
    """A board on a serial port, for a `with`. Opening it stops the running program. All methods
    raise CommandError."""

    def __init__(self, port: str):
        self.port = port
        Serial(
            port
        ).close()  # raises with a reason if it cannot be opened, which mpremote does not
        try:
            self.link = SerialTransport(port)
        except (TransportError, OSError) as error:
            raise CommandError("cannot open %s: %s" % (port, error)) from None
        self.sizes: dict[str, int] = {}  # see `files`
        self.unfinished = ""  # while its files are half written: what finishes them
        line = self.link.serial
        line.write_timeout = ANSWER_S
        try:
            prompt.enter(line, port, ANSWER_S)
        except (OSError, TypeError):
            self._close()
            raise CommandError(prompt.SILENT % port) from None
        except CommandError:
            self._close()
            raise
        except KeyboardInterrupt:
            prompt.leave(line)
            self._close()
            raise
        self.link.in_raw_repl = True
        line.timeout = line.write_timeout = _QUIET_S

    def __enter__(self) -> "Board":
        return self

    def __exit__(self, *_: CommandError | type | None) -> None:
        self._close()

    def _close(self) -> None:
        with contextlib.suppress(OSError):
            self.link.close()

    def run(self, code: str, quiet_s: int = _QUIET_S) -> str:
        """Run code on the board and return what it prints; raises CommandError after `quiet_s`
        seconds of silence."""
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                said, wrong = self.link.exec_raw(code, timeout=quiet_s)
        except (TransportError, OSError, TypeError, ValueError, struct.error):
            raise CommandError(
                "the connection to %s broke. Plug the board in again and repeat the command: it "
                "goes on where it was" % self.port
            ) from None
        if wrong:
            last = wrong.decode("utf-8", "replace").strip().rpartition("\n")[2]
            if "28" in last and "OSError" in last:
                raise CommandError("the flash of the board is full; free some of it and repeat")
            raise CommandError("the board says: %s" % last)
        return str(said, "utf-8", "replace")

    def facts(self) -> tuple[Any, ...]:
        """Return (name, version, version of .mpy, platform, bytes free, bytes of a sector,
        machine)."""
        shape = (str, (int, int, int), int, str, int, int, str)
        facts: tuple[Any, ...] = self._value(self.run(_FACTS), shape)
        return facts

    def files(self) -> tuple[dict[str, str], set[str]]:
        """Return ({path: digest} of all files, the set of all folders), paths absolute. `sizes`
        has their bytes from then on."""
        rows = [self._value(line, (str, int, str), (str,))
                for line in self.run(_FILES).splitlines()]  # fmt: skip
        files = {row[0]: row[2] for row in rows if len(row) == 3}
        self.sizes = {row[0]: row[1] for row in rows if len(row) == 3}
        return files, {row[0] for row in rows if len(row) == 1}

    def read(self, path: str) -> bytes:
        """Return the bytes of a file, b"" if there is none."""
        lines = self.run(_READ % path).splitlines()
        return b"".join(self._value(line, bytes) for line in lines)

    def write(self, path: str, data: bytes, tell: Callable[..., Any] = lambda count: None) -> None:
        """Write a file; calls `tell` with the number of bytes sent. The board's flash keeps the
        old file until the new one is closed."""
        self.run("f = open(%r, 'wb')\nw = f.write" % path)
        for at in range(0, len(data), _PIECE):
            piece = data[at : at + _PIECE]
            self.run("w(%r)" % piece)
            tell(len(piece))
        self.run("f.close()")

    def remove(self, path: str) -> None:
        self.run("import os\nos.remove(%r)" % path)

    def make_folder(self, path: str) -> None:
        self.run("import os\nos.mkdir(%r)" % path)

    def reset(self) -> None:
        """Restart the board, whatever it is doing; this ends the connection."""
        prompt.leave(self.link.serial)

    def _value(self, text: str, *forms: Any) -> Any:
        found = value(text)
        if not any(_has_form(found, form) for form in forms):
            raise CommandError("%s answers with garbage: is it a Pico?" % self.port)
        return found


def value(text: str) -> Any:
    """Return the value that a board has printed, or Ellipsis if it is not a value."""
    try:
        return ast.literal_eval(text.strip())
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return ...


def _has_form(found: Any, form: Any) -> bool:
    """Return whether a value has this type, or is a tuple of values of these forms."""
    if not isinstance(form, tuple):
        return type(found) is form
    return type(found) is tuple and len(found) == len(form) and all(map(_has_form, found, form))
