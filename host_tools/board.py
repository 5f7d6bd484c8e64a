"""A board at MicroPython's prompt: its facts and its files, over one connection.

mpremote's own transport does the talking, as a library: its command would open the port anew for
each step, and another program could come between.
"""

import ast
import contextlib
import io
import struct
import time

from mpremote.transport import TransportError
from mpremote.transport_serial import SerialTransport

from host_tools.errors import CommandError
from host_tools.ports import Serial

_PIECE = 512  # bytes that are sent at once
_ANSWER_S = 2.5  # in which a board has to say that it is one
_QUIET_S = 20  # that it may be quiet at its work

_NO_PROMPT = (
    "%s does not answer as MicroPython does. Is MicroPython on it? Hold BOOTSEL while you plug it "
    "in, and copy the image for your board from https://micropython.org/download onto the drive "
    "that appears"
)

# Runs on the board before what imports modules of the firmware.
PACK = """
try:
    import pack
    pack.mount()
except ImportError:
    pass
"""
# Runs on the board; prints what it is.
_FACTS = """
import os, sys
_i = sys.implementation
_s = os.statvfs("/")
print((_i[0], tuple(_i[1])[:3], getattr(_i, "_mpy", 0) & 255, sys.platform, _s[1] * _s[3], _s[1]))
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
# Runs on the board; prints a file, a piece a line.
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
def _limited(line):
    """For a `with`: reading from a port ends after _ANSWER_S in all, with a TransportError. What
    talks on and on would be listened to for ever."""
    read, end = line.read, time.monotonic() + _ANSWER_S

    def limited(count=1):
        if time.monotonic() > end:
            raise TransportError("no prompt")
        return read(count)

    line.read = limited
    try:
        yield
    finally:
        del line.read


@contextlib.contextmanager
def stopped(port):
    """A Board on a serial port for a `with`: the table on it starts anew at the end."""
    with Board(port) as board:
        try:
            yield board
        finally:
            board.reset()


class Board:
    """A board on a serial port; whatever runs on it is stopped. Use it in a `with`; every method
    raises CommandError."""

    def __init__(self, port):
        self.port = port
        Serial(port).close()  # says why, if it cannot be opened; mpremote does not
        try:
            self._link = SerialTransport(port, timeout=_ANSWER_S)
        except (TransportError, OSError) as error:
            raise CommandError("cannot open %s: %s" % (port, error)) from None
        try:
            with contextlib.redirect_stdout(io.StringIO()), _limited(self._link.serial):
                self._link.enter_raw_repl(timeout_overall=_ANSWER_S)  # prints the unexpected
        except (TransportError, OSError):
            self._close()
            raise CommandError(_NO_PROMPT % port) from None
        self._link.serial.timeout = _QUIET_S  # else "OK" is awaited for _ANSWER_S only

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._close()

    def _close(self):
        with contextlib.suppress(OSError):
            self._link.close()

    def run(self, code, quiet_s=_QUIET_S):
        """Run code on the board and return what it prints; it is quiet for so long at most."""
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                said, wrong = self._link.exec_raw(code, timeout=quiet_s)
        except (TransportError, OSError, TypeError, ValueError, struct.error):
            raise CommandError(
                "%s went away in the middle. Plug it in again and repeat the command: it goes on "
                "where it was" % self.port
            ) from None
        if wrong:
            last = wrong.decode("utf-8", "replace").strip().splitlines()[-1]
            if "28" in last and "OSError" in last:
                raise CommandError("the flash of the board is full; free some of it and repeat")
            raise CommandError("the board says: %s" % last)
        return said.decode("utf-8", "replace")

    def facts(self):
        """Return (name, version, version of .mpy, platform, bytes free, bytes of a sector)."""
        return self._value(self.run(_FACTS))

    def files(self) -> tuple[dict, set]:
        """Return ({path: digest} of all files, the set of all folders), paths absolute."""
        rows = [self._value(line) for line in self.run(_FILES).splitlines()]
        files = {row[0]: row[2] for row in rows if len(row) == 3}
        return files, {row[0] for row in rows if len(row) == 1}

    def read(self, path):
        """Return the bytes of a file, b"" if there is none."""
        return b"".join(self._value(line) for line in self.run(_READ % path).splitlines())

    def write(self, path, data, tell=lambda count: None):
        """Write a file; `tell` is called with the bytes that went over. On the flash of a board
        it stays as it was until it is closed."""
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

    def reset(self):
        """Start the board anew; the connection is over then."""
        with contextlib.suppress(TransportError, OSError, TypeError):
            self._link.exec_raw_no_follow("import machine\nmachine.reset()")

    def _value(self, text):
        try:
            return ast.literal_eval(text.strip())
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            raise CommandError("%s answers with garbage: is it a Pico?" % self.port) from None

