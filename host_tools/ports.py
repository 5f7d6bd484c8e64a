"""Connections to a table: a serial port, or a table in this process."""

import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Callable
from typing import Any, Protocol

import serial
from serial.tools import list_ports

from host_tools.arguments import profile_of, word
from host_tools.errors import CommandError
from host_tools.faults import cure, is_timeout
from host_tools.systems import port_to_open
from host_tools.terminal import ask, echo

PICO = 0x2E8A  # USB vendor number of Raspberry Pi
PROBES = (0x0004, 0x000C)  # its products that are not boards: picoprobe, debug probe
SIMULATED = "sim:"
BACK_S = 1.5  # until the port of a restarting board is back
TAKE_S = 2.0  # for the other side to accept data
_POLL_S = 0.1


def add_port(sub: ArgumentParser) -> None:
    """Add --port to a subcommand."""
    sub.add_argument(
        "--port",
        type=word,
        default="auto",
        help="serial port, or sim:PROFILE for a simulated board (default: the only board)",
    )


def add_board(sub: ArgumentParser) -> None:
    """Add --port to a subcommand that needs a real board."""
    sub.add_argument(
        "--port", type=word, default="auto", help="serial port (default: the only board)"
    )


def find(port: str, cure: str = "") -> str:
    """Return the serial port that --port names; raises CommandError. `cure` names a further remedy
    if there is no board."""
    if port.startswith(SIMULATED):
        raise CommandError("this needs a board on a serial port, not a simulated one")
    if port != "auto":
        return port_to_open(port)
    boards = _boards()
    end = time.monotonic() + BACK_S
    while not boards and time.monotonic() < end:
        time.sleep(_POLL_S)
        boards = _boards()
    if not boards:
        raise CommandError(
            "no board is plugged in. Its cable must carry data, not only charge; a new Pico needs "
            "MicroPython first (https://micropython.org/download/RPI_PICO); or name its port with "
            "--port%s" % cure
        )
    found = sorted((one.device for one in boards), key=lambda name: (len(name), name))  # COM10
    return found[0] if len(found) == 1 else _chosen(found)


def _boards() -> list[Any]:
    return [one for one in list_ports.comports() if one.vid == PICO and one.pid not in PROBES]


def _chosen(found: list[str]) -> str:
    """Ask which of several boards the user means."""
    if not sys.stdin.isatty():
        raise CommandError(
            "there are several boards: %s; choose one with --port" % ", ".join(found)
        )
    for number, name in enumerate(found, 1):
        echo("%d  %s" % (number, name), file=sys.stderr)
    answer = ask("Which board, 1 to %d?" % len(found))
    if answer not in [str(number) for number in range(1, len(found) + 1)]:
        raise CommandError("there is no board %s; choose one with --port" % answer)
    return found[int(answer) - 1]


def open_port(port: str) -> "Port":
    """Open the port that --port names; raises CommandError."""
    if port.startswith(SIMULATED):
        return Simulated(port.removeprefix(SIMULATED))
    return Serial(find(port, ", or try --port sim:grid3"))


class Port(Protocol):
    """A connection to a table; `read` waits briefly for data."""

    def write(self, data: bytes) -> None: ...

    def read(self) -> bytes: ...

    def close(self) -> None: ...


class Serial:
    """Bytes over a serial port that no other program shares; raises CommandError."""

    def __init__(self, port: str):
        self.name = port
        end = time.monotonic() + BACK_S
        while True:
            try:
                self._serial = serial.Serial(
                    port, 115200, timeout=0.05, write_timeout=TAKE_S, exclusive=True
                )
                return
            except (serial.SerialException, OSError, ValueError) as error:
                if time.monotonic() >= end:
                    raise CommandError("cannot open %s: %s" % (port, cure(error))) from None
            time.sleep(_POLL_S)

    def write(self, data: bytes) -> None:
        self._do(lambda: self._serial.write(data))

    def read(self) -> bytes:
        """Return the bytes that have arrived, after waiting briefly."""
        data: bytes = self._do(lambda: self._serial.read(max(1, self._serial.in_waiting)))
        return data

    def close(self) -> None:
        self._serial.close()

    def _do(self, what: Callable[..., Any]) -> Any:
        try:
            return what()
        except (serial.SerialException, OSError, TypeError) as error:  # TypeError: it is gone
            if isinstance(error, serial.SerialTimeoutException) or is_timeout(error):
                raise CommandError(
                    "%s accepts no data: does its program hang? Unplug it and plug it in again"
                    % self.name
                ) from None
            raise CommandError(
                "%s went away: was the board unplugged or reset? Try again" % self.name
            ) from None


class Simulated:
    """A table in this process, on virtual chips; tests lay tags on its `table`."""

    def __init__(self, profile: str):
        from sim.virtual.table import VirtualTable  # slow to import; a real port does not need it

        wiring = profile_of(profile)
        self.name = SIMULATED + profile
        self._folder = tempfile.TemporaryDirectory(prefix="leyboard-")
        self.table = VirtualTable(wiring, self._folder.name)
        self.acted: Callable[[], object] = lambda: None  # called as time passes

    def write(self, data: bytes) -> None:
        self.table.app.host.feed(data)

    def read(self) -> bytes:
        self.acted()
        self.table.run(50)
        text = "".join(self.table.sent)
        self.table.sent.clear()
        return text.encode("ascii")

    def close(self) -> None:
        self._folder.cleanup()
