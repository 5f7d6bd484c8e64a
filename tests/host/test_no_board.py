"""A board is missing, busy, gone or talks garbage: one sentence with the cure, exit status 1."""

import contextlib
import os
import subprocess
import sys
import tty
import types
import zipfile

import pytest
import serial

from host_tools import ROOT, client, pads, ports, prompt
from host_tools import board as host_board
from host_tools.board import Board
from host_tools.cli import main
from host_tools.core import carry_out, files, flashing, settings
from host_tools.errors import CommandError
from sim.virtual.ntag import Tag
from tests import bench_chip
from tests.host.real_board import board
from tests.host.serial_table import serial_table

BACK_S = ports.BACK_S  # no test here waits


@pytest.fixture(autouse=True)
def _a_backup(tmp_path):
    with zipfile.ZipFile(tmp_path / "party.zip", "w") as archive:
        archive.writestr("main.py", "")


OVER_LINK = [("doctor",), ("monitor",), ("tags", "read"), ("tags", "write", "--game", "mars")]
OVER_LINK += [("tags", "check", "--game", "mars"), ("tags", "wipe", "--yes"),
              ("tags", "lock", "--yes")]
OVER_PROMPT = [("settings", "get"), ("settings", "set", "theme", "calm"), ("records", "list"),
               ("records", "fetch", "now"), ("records", "delete", "now", "--yes"), ("backup",),
               ("restore", "party.zip", "--yes"), ("bench",), ("doctor", "--walk"),
               ("flash", "--profile", "pad", "--games", "mars")]


def refused(capsys, words):
    """Run a command that must fail; return its sentence."""
    assert main(list(words)) == 1
    said = capsys.readouterr().err
    assert said.startswith("leyboard: ") and said.count("\n") == 1, said
    return said


@pytest.mark.parametrize("words", OVER_LINK + OVER_PROMPT, ids=" ".join)
def test_no_board_is_plugged_in(words, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(ports.list_ports, "comports", list)
    said = refused(capsys, words)
    assert "no board is plugged in" in said and "micropython.org/download/RPI_PICO" in said
    assert ("sim:" in said) == (words in OVER_LINK)  # where a simulated one is taken


@pytest.mark.parametrize(("words", "why"), [
    ("flash --profile grid99", "there is no board grid99"), ("flash --games chess", "no game"),
    ("flash --from here", "here is not a build"), ("flash --from here --games mars", "as it is"),
    ("doctor --walk --profile grid99", "there is no board grid99"),
    ("doctor --walk --report none/x.txt", "in a folder that is there"),
    ("doctor --report x.txt", "are for --walk"), ("doctor --profile grid3", "are for --walk"),
    ("records fetch now --out none/x.jsonl", "in a folder that is there"),
    ("backup none/x.zip", "in a folder that is there"), ("backup party.zip", "is there already"),
    ("bench --out none/x.json", "in a folder that is there"),
    ("host --port auto --game mars --certificate party.zip", "it is no PEM file"),
])
def test_what_is_typed_wrong_is_told_before_a_board_is_looked_for(
    words, why, capsys, monkeypatch, tmp_path
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(ports.list_ports, "comports", lambda: pytest.fail("it looked"))
    with contextlib.suppress(SystemExit):  # argparse's
        assert main(words.split()) == 1
    assert why in capsys.readouterr().err


def test_the_measuring_without_a_board(monkeypatch):
    monkeypatch.setattr(ports.list_ports, "comports", list)
    with pytest.raises(SystemExit, match="^tests.bench_chip: no board is plugged in"):
        bench_chip.main(["mars"])


@pytest.mark.parametrize("words", OVER_LINK + OVER_PROMPT, ids=" ".join)
@pytest.mark.parametrize(("number", "cure"), [
    (13, "join its group (sudo usermod -aG dialout"), (16, "another program has it"),
    (2, "there is no such port"),
])
def test_a_port_that_cannot_be_opened(words, number, cure, capsys, monkeypatch, tmp_path):
    def refuse(*_, **__):
        raise serial.SerialException(number, os.strerror(number))

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(serial, "Serial", refuse)
    assert cure in refused(capsys, [*words, "--port", "/dev/tty"])


@pytest.mark.parametrize("words", [("doctor",), ("flash",), ("tags", "read")], ids=" ".join)
@pytest.mark.parametrize("port", ["folder", "file", "pipe"])
def test_a_path_that_is_no_port(words, port, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("x")
    os.mkfifo(tmp_path / "pipe")  # a device such as /dev/null may be locked by another test
    assert "that is no serial port" in refused(capsys, [*words, "--port", port])


@pytest.mark.parametrize("words", OVER_LINK, ids=" ".join)
@pytest.mark.parametrize("noise", [b"", b"\xff\x00{\x1b[31m" * 9, b'{"id": 1}\n{"ok": []}\n',
                                   b'{"id": 1, "ok": true, "link": "x"}\n'])
def test_a_device_that_is_no_table(words, noise, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(client, "HELLO_S", 0.05)
    master, port = os.openpty()
    tty.setraw(port)
    tty.setraw(master)
    os.write(master, noise)
    said = refused(capsys, [*words, "--port", os.ttyname(port)])
    assert "leyboard flash" in said
    os.close(master)
    os.close(port)


@pytest.mark.parametrize("words", OVER_PROMPT, ids=" ".join)
def test_a_device_that_never_stops_talking(words, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(host_board, "ANSWER_S", 0.1)
    for name in ("STOP_S", "LEAVE_S", "_POLL_S"):
        monkeypatch.setattr(prompt, name, 0.01)
    monkeypatch.setattr(serial.Serial, "read", lambda port, count=1: b"$"[:count])
    monkeypatch.setattr(serial.Serial, "in_waiting", 1)
    master, port = os.openpty()
    assert "Hold BOOTSEL" in refused(capsys, [*words, "--port", os.ttyname(port)])
    os.close(master)
    os.close(port)


@pytest.mark.parametrize("words", [("settings", "get"), ("doctor",),
                                   ("tags", "read", "--reader")], ids=" ".join)
def test_a_device_that_takes_no_data(words, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for module, name in ((host_board, "ANSWER_S"), (client, "HELLO_S"), (ports, "TAKE_S"),
                         (pads, "TAKE_S")):
        monkeypatch.setattr(module, name, 0.1)
    master, port = os.openpty()
    tty.setraw(port)
    os.set_blocking(port, False)
    with contextlib.suppress(BlockingIOError):
        while os.write(port, b"x" * 512):
            pass
    name = os.ttyname(port)
    where = ["serial:" + name] if "--reader" in words else ["--port", name]
    said = refused(capsys, [*words, *where])
    cures = ("Hold BOOTSEL", "Unplug it", "connect a PN532", "leyboard flash")
    assert any(cure in said for cure in cures)
    os.close(master)
    os.close(port)


def test_a_table_that_resumes_a_long_game_is_not_silent():
    """It says hello by itself, and answers once the game is there."""
    hello = (b'{"event": "hello", "link": 2, "firmware": "1", "profile": "hex37", "games": [], '
             b'"players": [], "themes": [], "languages": []}\n')

    class Starting:
        def __init__(self):
            self.says = [b"", hello]

        def write(self, data):
            pass

        def read(self):
            return self.says.pop(0) if self.says else b""

    assert client.Client(Starting(), patience=0.1).hello().profile == "hex37"


def test_a_command_imports_what_it_needs():
    code = (
        "import sys; from host_tools import cli, ports; ports.BACK_S = 0;"
        "cli.main(['doctor', '--port', '/dev/no-such']); print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, check=True,
    )
    assert "there is no such port" in done.stderr
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert not loaded & {"aiohttp", "rich", "shtab", "sqlite3"}
    assert not {"sim.virtual.table", "host_tools.flash"} & set(done.stdout.split())


def test_whatever_is_missing_is_said_within_three_seconds():
    """Python takes up to half a second; a port that is there, but wrong, is one wait."""
    for wait in (BACK_S, ports.TAKE_S, client.HELLO_S, host_board.ANSWER_S):
        assert wait <= 2.4


@pytest.mark.parametrize("words", OVER_PROMPT, ids=" ".join)
def test_a_board_unplugged_in_the_middle(words, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(flashing, "PLATFORMS", ("webassembly",))
    folder = tmp_path / "flash"
    folder.mkdir()
    (folder / "game.log").write_text("x")
    left = [0 if words in (("settings", "get"), ("bench",)) else 1]  # answers before that
    opened = Board.__init__

    def pulled(self, port):
        opened(self, port)
        answer = self.link.exec_raw

        def cut(code, timeout):
            left[0] -= 1
            if left[0] < 0:
                raise serial.SerialException("read failed: device reports readiness to read")
            return answer(code, timeout=timeout)

        self.link.exec_raw = cut

    monkeypatch.setattr(Board, "__init__", pulled)
    with board(folder) as port:
        said = refused(capsys, [*words, "--port", port])
    assert "broke. Plug the board in again" in said


@pytest.mark.parametrize("words", [words for words in OVER_LINK if words[0] != "monitor"],
                         ids=" ".join)
@pytest.mark.parametrize("left", [1, 2, 10])  # reads
def test_a_table_unplugged_in_the_middle(words, left, capsys, monkeypatch, tmp_path):
    if words == ("doctor",):
        left = min(left, 2)  # it has its answers then
    monkeypatch.chdir(tmp_path)
    with serial_table(monkeypatch, tmp_path, "pad") as line:
        line.table.world.put(Tag(bytes((4, 1, 1, 1, 1, 1, 128))), "pad")
        line.table.run(500)
        line.left = left
        said = refused(capsys, [*words, "--port", line.name])
    assert "went away: was the board unplugged or reset?" in said


@pytest.mark.parametrize("number", [2, 13, 16])
def test_a_board_that_restarts_is_waited_for(number, monkeypatch):
    """It is away for a moment, then there without its owner, or in another program's hands."""
    monkeypatch.setattr(ports, "BACK_S", 60)
    monkeypatch.setattr(ports, "_POLL_S", 0)
    pico = types.SimpleNamespace(vid=ports.PICO, pid=5, device="/dev/ttyACM0")
    seen = [[], [], [pico]]
    monkeypatch.setattr(ports.list_ports, "comports", lambda: seen.pop(0))
    tries = [serial.SerialException(number, ""), serial.SerialException(number, ""), None]

    def opening(*_, **__):
        if error := tries.pop(0):
            raise error

    monkeypatch.setattr(serial, "Serial", opening)
    ports.open_port("auto")
    assert not seen and not tries


def test_a_flash_that_is_full(capsys, monkeypatch, tmp_path):
    (tmp_path / "flash").mkdir()
    opened = Board.__init__

    def full(self, port):
        opened(self, port)
        answer = self.link.exec_raw
        self.link.exec_raw = lambda code, timeout: (
            (b"", b"Traceback\nOSError: [Errno 28] ENOSPC\n") if "'wb'" in code
            else answer(code, timeout=timeout)
        )

    monkeypatch.setattr(Board, "__init__", full)
    with board(tmp_path / "flash") as port:
        said = refused(capsys, ["settings", "set", "theme", "calm", "--port", port])
    assert "the flash of the board is full; free some of it" in said


@pytest.mark.parametrize("said", [
    "Hello!", "nan", "{}", "[" * 100_000, '{"a":' * 100_000, "[1, 2, 3, 4, 5, 6, 7]",
    '["micropython", ["1", 27, 0], 6, "rp2", 1000, 4096, ""]',
    '["micropython", [1, 27], 6, "rp2", 1000, 4096, ""]',
], ids=lambda said: said[:20])
def test_a_board_that_prints_anything(said):
    for asks in (files.facts(), files.files(), files.read("/a")):
        with pytest.raises(CommandError, match="answers with garbage"):
            carry_out(asks, {"run": lambda code: said})


def test_garbage_is_no_board_without_profiles():
    with pytest.raises(CommandError, match="answers with garbage"):
        carry_out(settings.profile_for({}, ["pad"]), {"run": lambda code: "Hello!"})
