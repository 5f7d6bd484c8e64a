"""Ways to a table: a serial port, or a table in this process."""

import sys
import tempfile

import serial
from serial.tools import list_ports

from host_tools.arguments import profile_of, word
from host_tools.errors import CommandError, why
from host_tools.terminal import ask, say
from sim.virtual.stage import Stage

PICO = 0x2E8A  # USB vendor number of Raspberry Pi
PROBES = (0x0004, 0x000C)  # its products that are no board: picoprobe, debug probe
SIMULATED = "sim:"


def add_port(sub):
    """Add --port to a subcommand."""
    sub.add_argument(
        "--port",
        type=word,
        default="auto",
        help="serial port, or sim:PROFILE for a simulated board (default: the only board)",
    )


def add_board(sub) -> None:
    """Add --port to a subcommand that needs a real board."""
    sub.add_argument(
        "--port", type=word, default="auto", help="serial port (default: the only board)"
    )


def find(port: str, cure: str = "") -> str:
    """Return the serial port that is meant by a --port; raises CommandError. `cure` is what helps
    besides where no board is there."""
    if port.startswith(SIMULATED):
        raise CommandError("this needs a board on a serial port, not a simulated one")
    if port != "auto":
        return port
    boards = [one for one in list_ports.comports() if one.vid == PICO and one.pid not in PROBES]
    if not boards:
        raise CommandError(
            "no board is plugged in; name its port by --port%s. A cable that only charges shows "
            "no board either" % cure
        )
    found = sorted(one.device for one in boards)
    return found[0] if len(found) == 1 else _chosen(found)


def _chosen(found):
    """Ask which of several boards is meant."""
    if not sys.stdin.isatty():
        raise CommandError("there are several boards: %s; say which by --port" % ", ".join(found))
    for number, name in enumerate(found, 1):
        say("%d  %s" % (number, name), file=sys.stderr)
    answer = ask("Which board, 1 to %d?" % len(found))
    if answer not in [str(number) for number in range(1, len(found) + 1)]:
        raise CommandError("there is no board %s; say which by --port" % answer)
    return found[int(answer) - 1]


def open_port(port):
    """Return the port for a --port, opened; raises CommandError."""
    if port.startswith(SIMULATED):
        return Simulated(port.removeprefix(SIMULATED))
    return Serial(find(port, ", or try --port sim:grid3"))


class Serial:
    """Bytes over a serial port that is ours alone; raises CommandError."""

    def __init__(self, port):
        self.name = port
        try:
            self._serial = serial.Serial(
                port, 115200, timeout=0.05, write_timeout=3, exclusive=True
            )
        except (serial.SerialException, OSError, ValueError) as error:
            raise CommandError("cannot open %s: %s" % (port, _cure(error))) from None

    def write(self, data):
        self._do(lambda: self._serial.write(data))

    def read(self):
        """Return what has come, after a moment at most."""
        return self._do(lambda: self._serial.read(max(1, self._serial.in_waiting)))

    def close(self):
        self._serial.close()

    def _do(self, what):
        try:
            return what()
        except serial.SerialTimeoutException:
            raise CommandError(
                "%s takes nothing: does its program hang? Unplug it and plug it in again"
                % self.name
            ) from None
        except (serial.SerialException, OSError, TypeError):  # pyserial, of a port that is gone
            raise CommandError(
                "%s went away: was the board unplugged or reset? Try again" % self.name
            ) from None


def _cure(error: Exception) -> str:
    number = getattr(error, "errno", None)
    if number == 13:
        return "you may not use it; join its group (sudo usermod -a -G dialout $USER), log in anew"
    if number in (11, 16) or "exclusively lock" in str(error):
        return "another program has it; close that (leyboard monitor, mpremote, an editor?)"
    if number == 2:
        return "there is no such port; is the board plugged in?"
    return why(error) if isinstance(error, OSError) else str(error)


class Simulated:
    """A table in this process, on virtual chips; `stage` is there for tests to lay tags on."""

    def __init__(self, profile):
        wiring = profile_of(profile)
        self.name = SIMULATED + profile
        self._folder = tempfile.TemporaryDirectory(prefix="leyboard-")
        self.stage = Stage(wiring, self._folder.name)
        self.acted = lambda: None  # called as time goes by

    def write(self, data):
        self.stage.app.host.feed(data)

    def read(self):
        self.acted()
        self.stage.run(50)
        text = "".join(self.stage.sent)
        self.stage.sent.clear()
        return text.encode("ascii")

    def close(self):
        self._folder.cleanup()
