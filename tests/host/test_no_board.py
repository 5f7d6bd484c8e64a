"""What is missing, busy, gone or talks garbage is one sentence with its cure, exit status 1."""

import os
import tty

import pytest
import serial

from host_tools import board as host_board
from host_tools import client, flash, ports
from host_tools.board import Board
from host_tools.cli import main
from tests import bench_chip
from tests.host.real_board import board

OVER_LINK = [("doctor",), ("monitor",), ("tags", "read"), ("tags", "write", "--game", "mars")]
OVER_PROMPT = [("settings", "get"), ("settings", "set", "theme", "calm"), ("records", "list"),
               ("records", "fetch", "now"), ("records", "delete", "now", "--yes"), ("backup",),
               ("flash", "--profile", "pad", "--games", "mars")]  # fmt: skip


def refused(capsys, words):
    """Run a command that cannot be done; return its sentence."""
    assert main(list(words)) == 1
    said = capsys.readouterr().err
    assert said.startswith("leyboard: ") and said.count("\n") == 1, said
    return said


@pytest.mark.parametrize("words", OVER_LINK + OVER_PROMPT, ids=" ".join)
def test_no_board_is_plugged_in(words, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(ports.list_ports, "comports", list)
    said = refused(capsys, words)
    assert "no board is plugged in" in said
    assert ("sim:" in said) == (words in OVER_LINK)  # where a simulated one is taken


def test_the_measuring_without_a_board(capsys, monkeypatch):
    monkeypatch.setattr(ports.list_ports, "comports", list)
    with pytest.raises(SystemExit, match="^tests.bench_chip: no board is plugged in"):
        bench_chip.main(["mars"])


@pytest.mark.parametrize("words", OVER_LINK + OVER_PROMPT, ids=" ".join)
@pytest.mark.parametrize(("number", "cure"), [
    (13, "join its group (sudo usermod -aG dialout"), (16, "another program has it"),
    (2, "there is no such port"),
])  # fmt: skip
def test_a_port_that_cannot_be_opened(words, number, cure, capsys, monkeypatch, tmp_path):
    def refuse(*_, **__):
        raise serial.SerialException(number, os.strerror(number))

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(serial, "Serial", refuse)
    assert cure in refused(capsys, [*words, "--port", "/dev/tty"])


@pytest.mark.parametrize("words", OVER_LINK, ids=" ".join)
@pytest.mark.parametrize("noise", [b"", b"\xff\x00{\x1b[31m" * 9, b'{"id": 1}\n{"ok": []}\n',
                                   b'{"id": 1, "ok": true, "link": "x"}\n'])  # fmt: skip
def test_one_that_is_no_table(words, noise, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(client, "HELLO_S", 0.2)
    master, port = os.openpty()
    tty.setraw(port)
    tty.setraw(master)
    os.write(master, noise)
    said = refused(capsys, [*words, "--port", os.ttyname(port)])
    assert "leyboard flash" in said
    os.close(master)
    os.close(port)


@pytest.mark.parametrize("words", OVER_PROMPT, ids=" ".join)
def test_one_that_talks_on_and_on(words, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(host_board, "_ANSWER_S", 0.1)
    monkeypatch.setattr(serial.Serial, "read", lambda port, count=1: b"$"[:count])
    monkeypatch.setattr(serial.Serial, "in_waiting", 1)
    master, port = os.openpty()
    assert "Hold BOOTSEL" in refused(capsys, [*words, "--port", os.ttyname(port)])
    os.close(master)
    os.close(port)


@pytest.mark.parametrize("words", OVER_PROMPT, ids=" ".join)
def test_a_board_unplugged_in_the_middle(words, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(flash, "PLATFORMS", ("webassembly",))
    folder = tmp_path / "flash"
    folder.mkdir()
    (folder / "game.log").write_text("x")
    left = [0 if words == ("settings", "get") else 1]  # answers before that
    opened = Board.__init__

    def pulled(self, port):
        opened(self, port)
        answer = self._link.exec_raw

        def cut(code, timeout):
            left[0] -= 1
            if left[0] < 0:
                raise serial.SerialException("read failed: device reports readiness to read")
            return answer(code, timeout=timeout)

        self._link.exec_raw = cut

    monkeypatch.setattr(Board, "__init__", pulled)
    with board(folder) as port:
        said = refused(capsys, [*words, "--port", port])
    assert "broke. Plug the board in again" in said


def test_a_flash_that_is_full(capsys, monkeypatch, tmp_path):
    (tmp_path / "flash").mkdir()
    opened = Board.__init__

    def full(self, port):
        opened(self, port)
        answer = self._link.exec_raw
        self._link.exec_raw = lambda code, timeout: (
            (b"", b"Traceback\nOSError: [Errno 28] ENOSPC\n") if "'wb'" in code
            else answer(code, timeout=timeout)
        )  # fmt: skip

    monkeypatch.setattr(Board, "__init__", full)
    with board(tmp_path / "flash") as port:
        said = refused(capsys, ["settings", "set", "theme", "calm", "--port", port])
    assert "the flash of the board is full; free some of it" in said
