"""Boards and other devices that are unkind where MicroPython's prompt is asked for: a slow
boot.py, lost Ctrl-C, an echo; Ctrl-C at any step of a flash; and what errors of ports mean."""

import contextlib
import json
import os
import subprocess
import threading
import tty

import pytest
from serial import SerialException

from host_tools import board as host_board
from host_tools import client, faults, prompt
from host_tools.board import Board
from host_tools.cli import main
from host_tools.client import Client
from host_tools.core import flashing
from host_tools.errors import CommandError
from host_tools.ports import Serial
from host_tools.systems import system
from tests.host.real_board import board, tree
from tests.host.test_flash import built, firmware
from tests.micropython import ROOT
from tests.npm import NODE
from tests.quick import first

_BANNER = b"raw REPL; CTRL-B to exit\r\n>"


class Repl:
    """A board's prompt, which takes bytes as they come: `say` takes its answers. `lost` Ctrl-C
    are taken by something else; boot.py ends once the event `booted` is set."""

    def __init__(self, say, lost=0, booted=None, starts=True):
        self._say = say
        self._lost = lost
        self._booted = booted
        self._starts = starts
        self.is_running = True
        self.is_raw = False
        self.line = b""
        self.has_restarted = threading.Event()

    def take(self, byte):
        if byte == 3:
            if self.is_running and self._lost:
                self._lost -= 1
                return
            self.line = b""
            if self.is_running:
                self._say(b"\r\nKeyboardInterrupt: \r\n>>> ")
            self.is_running = False
        elif self.is_running:
            pass
        elif byte == 1:
            self.is_raw, self.line = True, b""
            self._say(_BANNER)
        elif byte == 4 and self.is_raw and not self.line.strip():
            self._say(b"OK\r\nMPY: soft reboot\r\n")
            if self._booted:
                self._booted.wait()
            if self._starts:
                self._say(_BANNER)
            self.line = b""
        elif byte == 4 and self.is_raw:
            self._say(b"OK")
            if b"machine.reset()" in self.line:
                self.has_restarted.set()
                self.is_running, self.is_raw = True, False
            self.line = b""
        else:
            self.line += bytes((byte,))


@contextlib.contextmanager
def device(make):
    """Give (name of a port, what is there) for a `with`; `make(say)` returns what is there."""
    master, port = os.openpty()
    tty.setraw(port)
    there = make(lambda data: os.write(master, data))

    def serve():
        with contextlib.suppress(OSError):  # the port was closed
            while data := os.read(master, 256):
                for byte in data:
                    there.take(byte)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield os.ttyname(port), there
    finally:
        os.close(port)
        thread.join(60)  # before its number is that of the next test's port
        os.close(master)


@pytest.mark.parametrize("lost", [0, 1, 2, 5])
def test_ctrl_c_is_repeated(lost):
    with device(lambda say: Repl(say, lost)) as (port, repl), Board(port):
        assert repl.is_raw


def test_a_slow_boot_py_is_waited_for(monkeypatch):
    monkeypatch.setattr(prompt, "SLOW_S", 0.1)
    said, booted = [], threading.Event()

    def note(text):
        said.append(text)
        booted.set()

    monkeypatch.setattr(prompt, "note", note)
    with device(lambda say: Repl(say, booted=booted)) as (port, repl), Board(port):
        assert repl.is_raw
    assert said == ["boot.py on the board is at work: waiting for it, up to 30 s"]


def test_a_boot_py_without_end_is_said_and_the_board_restarts(monkeypatch):
    monkeypatch.setattr(prompt, "SLOW_S", 0.1)
    monkeypatch.setattr(prompt, "BOOT_S", 0.2)
    with device(lambda say: Repl(say, starts=False)) as (port, repl):
        with pytest.raises(CommandError, match="boot.py on the board has not ended"):
            Board(port)
        assert repl.has_restarted.wait(30)  # the board is another thread


class Mirror:
    """A shell or a modem: gives back what comes; a terminal shows control keys as ^C."""

    def __init__(self, say, shown=False):
        self._say = say
        self._shown = shown

    def take(self, byte):
        self._say(b"^%c" % (byte + 64) if self._shown and byte in (1, 3) else bytes((byte,)))


@pytest.mark.parametrize("shown", [False, True])
def test_a_mirror_is_no_board_and_is_told_from_other_firmware(shown, monkeypatch):
    monkeypatch.setattr(host_board, "ANSWER_S", 1)
    with device(lambda say: Mirror(say, shown)) as (port, _):
        with pytest.raises(CommandError, match="gives back what it is sent, as a modem or the"):
            Board(port)
        with Client(Serial(port), patience=0.5) as table, pytest.raises(CommandError) as said:
            table.hello()
        assert str(said.value) == client.ECHO


class Prompt:
    """MicroPython's prompt, as an editor leaves it."""

    def __init__(self, say):
        self._say = say

    def take(self, byte):
        self._say(b"\r\n{'do': 'hello', 'id': 1}\r\n>>> " if byte == 10 else bytes((byte,)))


@pytest.mark.parametrize("first", [b"", b">>> "])
def test_a_table_that_an_editor_stopped_is_told_from_other_firmware(first, monkeypatch):
    monkeypatch.setattr(client, "AGAIN_S", 0.1)

    def make(say):
        say(first)
        return Prompt(say)

    with device(make) as (port, _), Client(Serial(port), patience=0.5) as table:
        with pytest.raises(CommandError) as said:
            table.hello()
        if first:
            assert str(said.value) == client.AT_PROMPT
        assert "plug the board in anew" in str(said.value)


class Stop:
    """Presses Ctrl-C in the `at`-th piece of code that a board is to run: before it is sent, or in
    the middle of a line."""

    def __init__(self, at, how):
        self.left = at
        self.how = how

    def install(self, monkeypatch):
        run = Board.run

        def stopping(board, code, **others):
            self.left -= 1
            if self.left == 0:
                line = board.link.serial
                if self.how == "half":
                    line.write(code[: len(code) // 2].encode())
                raise KeyboardInterrupt
            return run(board, code, **others)

        monkeypatch.setattr(Board, "run", stopping)
        return run


@pytest.mark.parametrize(("at", "how"), first(1, [
    (6, "half"), (470, "before"), (1, "half"), (3, "before"), (8, "before"), (40, "half"),
]))
def test_ctrl_c_at_any_step_of_a_flash(at, how, tmp_path, monkeypatch, capsys):
    with board(tmp_path) as port:
        stop = Stop(at, how)
        run = stop.install(monkeypatch)
        monkeypatch.setattr(flashing, "PLATFORMS", ("webassembly",))
        words = ["flash", "--no-start", "--profile", "pad", "--games", "mars", "--port", port]
        assert main(words) == 130
        assert stop.left == 0
    main_py = (tmp_path / "main.py").read_bytes() if (tmp_path / "main.py").exists() else b""
    assert main_py in (b"", flashing.cut("flash"))  # a board that says so, or as it was
    said = capsys.readouterr().err
    assert ("run leyboard flash again" if main_py else "stopped: ") in said
    assert (tmp_path / "reset").exists()
    (tmp_path / "reset").unlink()
    monkeypatch.setattr(Board, "run", run)
    with board(tmp_path) as port:
        assert main(words[:-1] + [port]) == 0
    assert firmware(tmp_path) == built("mars") and "reset" in tree(tmp_path)


def test_ctrl_c_while_a_prompt_is_waited_for_restarts_the_board(monkeypatch):
    until = prompt.until

    def interrupted(line, what, patience_s):
        monkeypatch.setattr(prompt, "until", until)
        until(line, what, patience_s)
        raise KeyboardInterrupt

    monkeypatch.setattr(prompt, "until", interrupted)
    with device(Repl) as (port, repl):
        with pytest.raises(KeyboardInterrupt):
            Board(port)
        assert repl.has_restarted.wait(30)  # the board is another thread


@pytest.mark.parametrize(("code", "stops", "came", "said"), [
    ("x = 1", [], "x = 1", "5 bytes"), ("x = 1234", [], "x = 1234", "8 bytes"),
    ("x = 12345678901", ["8"], "x = 1234", "BoardCodeError: Oops"),
])
def test_the_page_sends_code_no_faster_than_the_board_takes_it(code, stops, came, said):
    done = subprocess.run([NODE, "--no-warnings", ROOT / "tests" / "paste.mjs", code, *stops],
                          capture_output=True, text=True, timeout=60, check=True)
    assert json.loads(done.stdout) == {"said": said, "came": came, "most": 0, "isReading": False}


OPEN = "could not open port 'COM12': %s"
WINDOWS = [
    (OPEN % "PermissionError(13, 'Access is denied.', None, 5)", faults.BUSY_THERE),
    (OPEN % "PermissionError(13, 'Zugriff verweigert', None, 5)", faults.BUSY_THERE),
    (OPEN % "OSError(22, 'The requested resource is in use.', None, 170)", faults.BUSY_THERE),
    (OPEN % "FileNotFoundError(2, 'The system cannot find the file specified.', None, 2)",
     faults.ABSENT),
    (OPEN % "OSError(22, 'A device which does not exist was specified.', None, 433)",
     faults.ABSENT),
    (OPEN % "OSError(22, 'The semaphore timeout period has expired.', None, 121)",
     faults.BLUETOOTH),
    (OPEN % "PermissionError(13, 'A device attached to the system is not functioning.', None, 31)",
     faults.STUCK),
    (OPEN % "OSError(22, 'Insufficient system resources exist to complete the requested service.'"
     ", None, 1450)", faults.STUCK),
    ("Cannot configure port, something went wrong. Original message: "
     "OSError(22, 'The parameter is incorrect.', None, 87)", faults.NO_PORT),
    ("ClearCommError failed (PermissionError(13, 'The device does not recognize the command.', "
     "None, 22))", faults.STUCK),
]
UNIX = [
    ("[Errno 13] could not open port /dev/ttyACM0: [Errno 13] Permission denied: '/dev/ttyACM0'",
     faults.FORBIDDEN + system().allow),
    ("[Errno 16] could not open port /dev/cu.usbmodem1: [Errno 16] Resource busy", faults.BUSY),
    ("[Errno 11] Could not exclusively lock port /dev/ttyACM0: [Errno 11] Resource temporarily "
     "unavailable", faults.BUSY),
    ("[Errno 2] could not open port /dev/ttyACM0: [Errno 2] No such file", faults.ABSENT),
    ("[Errno 6] could not open port /dev/cu.usbmodem1: [Errno 6] Device not configured",
     faults.ABSENT),
    ("[Errno 19] could not open port /dev/ttyACM0: [Errno 19] No such device", faults.ABSENT),
    ("[Errno 5] could not open port /dev/ttyACM0: [Errno 5] Input/output error", faults.STUCK),
    ("Could not configure port: (5, 'Input/output error')", faults.STUCK),
    ("Could not configure port: (25, 'Inappropriate ioctl for device')", faults.NO_PORT),
]


@pytest.mark.parametrize(("text", "cure"), WINDOWS + UNIX)
def test_what_systems_say_carries_its_cure(text, cure):
    """As pyserial raises it: Windows' numbers stand in the text alone."""
    error = SerialException(text)
    assert faults.cure(error) == cure


def test_a_port_of_windows_that_cannot_be_opened(monkeypatch, capsys):
    def refuse(*_, **__):
        raise SerialException(WINDOWS[0][0])

    monkeypatch.setattr("host_tools.ports.BACK_S", 0)
    monkeypatch.setattr("serial.Serial", refuse)
    assert main(["settings", "get", "--port", "COM12"]) == 1
    said = capsys.readouterr().err
    assert "cannot open COM12: another program has it; close that" in said
    assert "dialout" not in said


def test_an_error_that_nobody_knows_is_passed_on():
    assert faults.cure(SerialException("odd")) == "odd"
    assert faults.cure(OSError(28, "x")) == "the disk is full"
