"""A board at MicroPython's prompt: its facts and its files, over one connection. This uses
mpremote as a library, because its command opens the port again for each step, and another program
could take the port in between."""

import contextlib
import io
import struct
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from mpremote.transport import TransportError
from mpremote.transport_serial import SerialTransport

from host_tools import prompt
from host_tools.core import carry_out
from host_tools.errors import CommandError
from host_tools.ports import Serial
from host_tools.terminal import echo

if TYPE_CHECKING:
    from host_tools.core import Work

ANSWER_S = 2.4  # for a board to come to its prompt: it may just have been plugged in
UNFINISHED = "not all files are on the board, and it says so; run leyboard %s again"
_QUIET_S = 20  # the longest silence while it works
_PROBE_S = 60  # the same while people turn and push its parts

# Runs on the board before code that imports modules of the firmware.
PACK = """
try:
    import pack
    pack.mount()
except (ImportError, ValueError):  # none, or one whose copy was cut short
    pass
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

    def carry_out(self, work: "Work", sent: Callable[[int], object] = lambda count: None,
                  total: Callable[[int], object] = lambda count: None,
                  **answers: Callable[[Any], Any]) -> Any:
        """Do the requests of a generator of host_tools/core, and return its result. It calls
        `total` with the number of bytes to send, and `sent` while sending; `answers` are functions
        for "build" and "ask", if the generator has such requests."""
        answers |= {"run": self.run, "probe": lambda code: self.run(code, _PROBE_S), "say": echo,
                    "sent": sent, "total": total, "unfinished": self._begin}
        return carry_out(work, answers)

    def _begin(self, command: str) -> None:
        self.unfinished = UNFINISHED % command if command else ""

    def reset(self) -> None:
        """Restart the board, whatever it is doing; this ends the connection."""
        prompt.leave(self.link.serial)
