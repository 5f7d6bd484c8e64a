"""Pads on which tags are written: the pad of a table, or a PN532 on a serial adapter of this
computer. They have what host_tools/core/pads.py says, answered at once, and `close()`."""

from argparse import ArgumentParser, Namespace
from typing import Any, Protocol

import serial

from host_tools.arguments import word
from host_tools.client import Client
from host_tools.core.ntag import CrowdedPadError
from host_tools.core.pads import LinkPad
from host_tools.errors import CommandError
from host_tools.ports import TAKE_S, Serial, add_port, open_port

SERIAL = "serial:"
WIRES = (
    "connect a PN532 whose switches say HSU (0 0) to a USB serial adapter: TX to RX, RX to TX, "
    "5 V and GND"
)
_LIST, _EXCHANGE, _THROUGH, _CONFIGURE, _PARAMETERS = 0x4A, 0x40, 0x42, 0x32, 0x12
_LENGTHS = {0x30: 17, 0xA2: 1, 0x60: 9}  # bytes of a tag's answer, with the status


def add_pad(sub: ArgumentParser) -> None:
    """Add --port and --reader to a subcommand."""
    add_port(sub)
    sub.add_argument(
        "--reader", type=word, metavar="serial:PORT",
        help="a PN532 on a serial adapter at this computer, instead of a table's pad",
    )


def open_pad(arguments: Namespace) -> "Pad":
    """Return the pad that the arguments name; raises CommandError."""
    if arguments.reader:
        return ReaderPad(port_of(arguments.reader))
    return TablePad(Client(open_port(arguments.port)))


def port_of(reader: str) -> str:
    """Return the port in a --reader; raises CommandError."""
    if not reader.startswith(SERIAL) or reader == SERIAL:
        raise CommandError(
            "--reader takes a port such as serial:/dev/ttyUSB0, not %s; %s" % (reader, WIRES)
        )
    return reader.removeprefix(SERIAL)


class Pad(Protocol):
    """The interface of a pad; see above."""

    def uid(self) -> bytes | None: ...

    def exchange(self, data: bytes) -> bytes | None: ...

    def sak(self) -> int | None: ...

    def close(self) -> None: ...


class TablePad:
    """The pad of a connected table."""

    def __init__(self, table: Client):
        self._table = table
        self._pad = LinkPad()
        table.carry_out(self._pad.begin())

    def uid(self) -> bytes | None:
        uid: bytes | None = self._table.carry_out(self._pad.uid())
        return uid

    def exchange(self, data: bytes) -> bytes | None:
        said: bytes | None = self._table.carry_out(self._pad.exchange(data))
        return said

    def sak(self) -> int | None:
        sak: int | None = self._table.carry_out(self._pad.sak())
        return sak

    def close(self) -> None:
        self._table.close()


class ReaderPad:
    """A PN532 on a serial port, with Adafruit's driver."""

    def __init__(self, port: str):
        try:
            from adafruit_pn532.uart import PN532_UART
        except ImportError:
            raise CommandError("a reader at this computer needs Adafruit's driver: pip install "
                               "'leyboard[parts]'") from None
        except RuntimeError as error:  # Blinka knows this computer but lacks something
            raise CommandError("Adafruit's driver does not start: %s" % error) from None
        Serial(port).close()  # raises with a reason if it cannot be opened
        self.name = port
        self._alone: bytes | None = None  # UID of a tag that is alone
        self._sak = 0
        self._line = None
        try:
            self._line = serial.Serial(
                port, 115200, timeout=0.1, write_timeout=TAKE_S, exclusive=True
            )
            self._chip = PN532_UART(self._line)
            self._chip.call_function(_PARAMETERS, params=[4])  # smart cards: see drivers/pn532.py
            answer = self._chip.call_function(_CONFIGURE, params=[5, 0xFF, 1, 1])
        except (serial.SerialException, OSError, RuntimeError, IndexError, TypeError):
            answer = None
        if answer is None:
            self.close()
            raise CommandError("no PN532 answers on %s: %s" % (port, WIRES))

    def uid(self) -> bytes | None:
        uid = self._one()
        if uid and uid != self._alone:
            if any(self._is_crowded() for _ in range(2)):  # it may miss the second tag once
                raise CrowdedPadError()
            self._one()  # selects it again
        self._alone = uid
        return uid

    def _one(self) -> bytes | None:
        """Select a tag; return its UID, None without one."""
        said = self._call(_LIST, [1, 0], 16)
        if said is None or len(said) < 6 or said[0] != 1 or len(said) < 6 + said[5]:
            return None
        self._sak = said[4]
        return bytes(said[6 : 6 + said[5]])

    def _is_crowded(self) -> bool:
        said = self._call(_LIST, [2, 0], 31)
        return bool(said) and said[0] == 2

    def exchange(self, data: bytes) -> bytes | None:
        length = _LENGTHS[data[0]]
        if data[0] == 0x60:
            said = self._call(_THROUGH, list(data), length)
        else:
            said = self._call(_EXCHANGE, [1, *data], length)
        if not said or said[0]:
            self._one()  # after refusing a command a tag must be selected again
            return None
        return bytes(said[1:])

    def sak(self) -> int | None:
        return None if self._one() is None and self._one() is None else self._sak

    def _call(self, command: int, params: list[int], length: int) -> Any:
        """Return the chip's answer, None if none arrives intact."""
        try:
            return self._chip.call_function(command, length, params, timeout=0.5)
        except (serial.SerialException, OSError, TypeError):
            raise CommandError("%s went away: was the adapter unplugged? Try again"
                               % self.name) from None
        except (RuntimeError, IndexError):
            return None

    def close(self) -> None:
        if self._line:
            self._line.close()
