"""Read from and write to the host over the USB serial port, without waiting."""

import select
import sys

_MOST = 64  # bytes to read at once
_PATIENCE_MS = 100  # how long a host that does not read may hold up the table, once


class Console:
    """`read` returns what has come, `write` sends a line piece by piece; Ctrl-C still reaches the
    REPL."""

    def __init__(self) -> None:
        self._input = select.poll()
        self._input.register(sys.stdin, select.POLLIN)
        self._output = select.poll()
        self._output.register(sys.stdout, select.POLLOUT)
        self._byte = bytearray(1)
        self._got = bytearray(_MOST)
        self._count = 0
        self._between = True  # between two lines?
        self._deaf = False  # the host takes nothing: drop the rest of the line

    def has(self) -> bool:
        """Is there something to read? Allocates nothing."""
        for _ in self._input.ipoll(0):
            return True
        return False

    def read(self) -> bytearray:
        """Read some of the bytes that are there. Raises MemoryError; they come with the next call
        then.

        They are read one at a time: a call for n bytes would wait until n have come.
        """
        while self._count < _MOST and self.has():
            sys.stdin.buffer.readinto(self._byte)
            self._got[self._count] = self._byte[0]
            self._count += 1
        data = self._got[: self._count]
        self._count = 0
        return data

    def write(self, piece: str) -> None:
        """Send a piece of a line; the last piece carries the line's end."""
        begins = self._between
        self._between = piece.endswith("\n")
        if self._deaf and not begins:
            return
        was_deaf = self._deaf
        self._deaf = not self._output.poll(0 if was_deaf else _PATIENCE_MS)
        if not self._deaf:
            if was_deaf:
                sys.stdout.write("\n")  # ends the unfinished line
            sys.stdout.write(piece)
