"""A table at the other end of a serial port, or a simulated one, through the line protocol."""

import contextlib
import tempfile
import time

import serial
from serial.tools import list_ports

from host_tools.errors import CommandError
from sim.virtual.stage import Stage
from table import link, settings

PICO = 0x2E8A  # USB vendor number of Raspberry Pi
PATIENCE_S = 10.0  # a table may be busy loading a game, the machine with other things
SIMULATED = "sim:"


def add_port(sub):
    """Add --port to a subcommand."""
    sub.add_argument(
        "--port",
        default="auto",
        help="serial port, or sim:PROFILE for a simulated board (default: the first Pico)",
    )


def find(port):
    """Return the transport for a --port; raises CommandError."""
    if port.startswith(SIMULATED):
        return Simulated(port.removeprefix(SIMULATED))
    if port == "auto":
        picos = [one.device for one in list_ports.comports() if one.vid == PICO]
        if not picos:
            raise CommandError("no board is plugged in; name its port by --port, or try sim:grid3")
        port = picos[0]
    return Serial(port)


class Serial:
    """Characters over a serial port."""

    def __init__(self, port):
        try:
            self._serial = serial.Serial(port, 115200, timeout=0.05)
        except serial.SerialException as error:
            raise CommandError("cannot open %s: %s" % (port, error)) from None

    def write(self, text):
        self._serial.write(text.encode("ascii"))

    def read(self):
        return self._serial.read(max(1, self._serial.in_waiting)).decode("ascii", "replace")

    def close(self):
        self._serial.close()


class Simulated:
    """A table in this process, on virtual chips; `stage` is there for tests to lay tags on."""

    def __init__(self, profile):
        try:
            self._folder = tempfile.TemporaryDirectory(prefix="leyboard-")
            self.stage = Stage(settings.profile(profile), self._folder.name)
        except settings.SettingsError as error:
            raise CommandError(str(error)) from None
        self.acted = lambda: None  # called as time goes by

    def write(self, text):
        self.stage.app.host.feed(text)

    def read(self):
        self.acted()
        self.stage.run(50)
        text = "".join(self.stage.sent)
        self.stage.sent.clear()
        return text

    def close(self):
        self._folder.cleanup()


class Table:
    """Requests and events of a table; use it in a `with`."""

    def __init__(self, transport):
        self._transport = transport
        self._lines = link.LineBuffer()
        self._number = 0
        self._waiting = []  # messages that came while an answer was awaited

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._transport.close()

    def _poll(self):
        """Return what came, as dicts, log lines as {"log": text}."""
        came = []
        for line in self._lines.feed(self._transport.read()):
            with contextlib.suppress(link.LinkError):
                came.append(link.decode(line) or {"log": line})
        return came

    def ask(self, do, **values):
        """Return the answer to a request; raises CommandError when it is refused or none comes."""
        self._number += 1
        request = {"id": self._number, "do": do, **values}
        self._transport.write(link.encode(request))
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            answer = None
            for message in self._poll():
                if message.get("id") == self._number:
                    answer = message
                else:
                    self._waiting.append(message)
            if answer is not None:
                if not answer["ok"]:
                    raise CommandError("the table says: %s" % answer["why"])
                return answer
        raise CommandError("the table does not answer; is its program running? (leyboard flash)")

    def messages(self):
        """Yield events and log lines as they come, for ever."""
        while True:
            came = self._waiting + self._poll()
            self._waiting = []
            yield from came
