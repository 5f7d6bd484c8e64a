"""Characters from and to the host over the USB serial port, without waiting for them."""

import select
import sys

_MOST = 64  # bytes that are read at once
_PATIENCE_MS = 100  # a host that does not read holds the table up that long, once


class Console:
    """`read` what has come, `write` a line piece by piece; Ctrl-C still reaches the REPL."""

    def __init__(self) -> None:
        self._input = select.poll()
        self._input.register(sys.stdin, select.POLLIN)
        self._output = select.poll()
        self._output.register(sys.stdout, select.POLLOUT)
        self._byte = bytearray(1)
        self._got = bytearray(_MOST)
        self._count = 0
        self._between = True  # lines
        self._deaf = False  # nobody takes what we say: the rest of the line is dropped

    def has(self) -> bool:
        """Is there something to read? (Allocates nothing.)"""
        for _ in self._input.ipoll(0):
            return True
        return False

    def read(self) -> bytearray:
        """Return some of the bytes that are there; raises MemoryError, then they come next time.

        One at a time: to ask the port for n would wait until n have come.
        """
        while self._count < _MOST and self.has():
            sys.stdin.buffer.readinto(self._byte)
            self._got[self._count] = self._byte[0]
            self._count += 1
        data = self._got[: self._count]
        self._count = 0
        return data

    def write(self, piece: str) -> None:
        """Send a piece of a line, the last one with the line's end."""
        begins = self._between
        self._between = piece.endswith("\n")
        if self._deaf and not begins:
            return
        was_deaf = self._deaf
        self._deaf = not self._output.poll(0 if was_deaf else _PATIENCE_MS)
        if not self._deaf:
            if was_deaf:
                sys.stdout.write("\n")  # ends the line that was left torn
            sys.stdout.write(piece)
