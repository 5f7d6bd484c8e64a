"""Characters from and to the host over the USB serial port, without ever waiting for them."""

import select
import sys


class Console:
    """`read` what has come, `write` a line; Ctrl-C still reaches the REPL."""

    def __init__(self):
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)

    def read(self, most=64):
        """Return up to `most` characters that are there, "" for none.

        One at a time: `read(n)` of the port would wait until n have come.
        """
        text = ""
        while len(text) < most and self._poll.poll(0):
            text += sys.stdin.read(1)
        return text

    def write(self, line):
        """Send a line that has its end."""
        sys.stdout.write(line)
