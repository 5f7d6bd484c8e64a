"""Read from and write to the host over the USB serial port, without waiting long.

MicroPython waits up to 500 ms for room in the port's buffer, and tells only whether one byte fits.
The buffer holds 256 bytes, and the port takes 64 of them at a time, or all. So the console writes
16 bytes at a time: if one of them fits, all do, and no write waits. Other code that prints may
shift these steps: then a write waits once, and single bytes follow until the buffer is full. A
host that reads empties the buffer, which ends the shift.
"""

import select
import sys

if False:  # only mypy reads this: the names of types
    from typing import Any

_MOST = 64  # bytes to read at once
_CHUNK = 16  # bytes to write at once
_BUFFER = 256  # bytes that the port's buffer holds
# For so long a host that does not read may hold up the table. It may do so again after as long a
# time without a wait.
_PATIENCE_MS = 100
_AGAIN_MS = 1000
_WAITED_MS = 3  # a write that took longer has waited


class Console:
    """`read` returns what has come, `write` sends a line piece by piece; Ctrl-C still reaches the
    REPL. `clock` has ms()."""

    def __init__(self, clock: "Any" = None) -> None:
        self._ms = clock.ms if clock else int  # int() is 0: the host may always hold it up
        self._input = select.poll()
        self._input.register(sys.stdin, select.POLLIN)
        self._output = select.poll()
        self._output.register(sys.stdout, select.POLLOUT)
        self._byte = bytearray(1)
        self._got = bytearray(_MOST)
        self._count = 0
        self._rest = ""  # the end of a piece, less than a chunk
        self._between = True  # between two lines?
        self._deaf = False  # the host takes nothing: drop the rest of the line
        self._left = _PATIENCE_MS  # ms that the host may still hold up the table
        self._waited = 0  # ms: when it last did
        self._singles = 0  # bytes to write one by one: a chunk may not fit where a byte does

    def has_input(self) -> bool:
        """Is there something to read? Allocates nothing."""
        return _is_ready(self._input, 0)

    def read(self) -> bytearray:
        """Read some of the bytes that are there. Raises MemoryError; then the next call returns
        them.

        They are read one at a time: a call for n bytes would wait until n have come.
        """
        while self._count < _MOST and self.has_input():
            sys.stdin.buffer.readinto(self._byte)
            self._got[self._count] = self._byte[0]
            self._count += 1
        data = self._got[: self._count]
        self._count = 0
        return data

    def write(self, piece: str) -> None:
        """Send a piece of a line; the last piece carries the line's end. Spaces before that fill
        the last chunk."""
        begins = self._between
        self._between = piece.endswith("\n")
        if self._deaf:
            if not begins or not _is_ready(self._output, 0):
                return
            self._deaf = False
            sys.stdout.write(_END)
        text = self._rest + piece
        if self._between:  # "\n" goes out as two bytes
            text = text[:-1] + " " * (-(len(text) + 1) % _CHUNK) + "\n"
        at = 0
        while len(text) - at >= _CHUNK - self._between:
            if not self._put(text[at : at + _CHUNK]):
                self._deaf = True
                self._rest = ""
                return
            at += _CHUNK
        self._rest = text[at:]

    def _put(self, chunk: str) -> bool:
        """Write a chunk; return whether the host left room for it in time."""
        at = 0
        while at < len(chunk):
            if not self._has_room():
                return False
            size = 1 if self._singles else _CHUNK
            piece = chunk[at : at + size]  # before the clock runs: it may collect for 30 ms
            at += size
            self._singles = max(0, self._singles - 1)
            start = self._ms()
            sys.stdout.write(piece)
            took = self._ms() - start
            if took > _WAITED_MS:
                self._singles = _BUFFER
                self._waited = start + took
                self._left -= took
        return True

    def _has_room(self) -> bool:
        """Wait until there is room for a chunk, if the host may still hold up the table."""
        if _is_ready(self._output, 0):
            return True
        self._singles = 0
        start = self._ms()
        if start - self._waited >= _AGAIN_MS:
            self._left = _PATIENCE_MS
        if self._left <= 0:
            return False
        has_room = _is_ready(self._output, self._left)
        self._waited = self._ms()
        self._left -= self._waited - start
        return has_room


def _is_ready(poll: "Any", ms: int) -> bool:
    """Does a stream become ready within a number of ms? Allocates nothing."""
    for _ in poll.ipoll(ms):
        return True
    return False


_END = " " * (_CHUNK - 2) + "\n"  # a chunk that ends an unfinished line
