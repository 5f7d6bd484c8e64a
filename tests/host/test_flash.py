"""`leyboard flash` with the real mpremote, over a pseudo-terminal to MicroPython's REPL."""

import functools
import json
import os
import tempfile
import tty
from pathlib import Path

import pytest

from host_tools import cli, flash
from host_tools.board import Board
from host_tools.build import build
from host_tools.errors import CommandError
from tests.host.real_board import board, tree


@functools.cache
def built(games):
    """Return the files of a build for the pad but its settings."""
    with tempfile.TemporaryDirectory() as folder:
        build("pad", games, folder=Path(folder))
        return firmware(Path(folder))


@pytest.fixture(autouse=True)
def _as_on_a_pico(monkeypatch):
    monkeypatch.setattr(flash, "PLATFORMS", ("webassembly",))


def run(port, *arguments):
    return cli.main(["flash", "--no-start", "--port", port, *arguments])


def firmware(folder):
    """Return the files of a folder that are the same on every board."""
    left_out = ("settings.json", "flashed.json", "reset")
    return {name: data for name, data in tree(folder).items() if name not in left_out}


def test_a_build_comes_onto_an_empty_board(tmp_path, capsys):
    with board(tmp_path) as port:
        assert run(port, "--profile", "pad", "--games", "mars") == 0
    assert "files copied and checked" in capsys.readouterr().out
    assert firmware(tmp_path) == built("mars")
    assert json.loads((tmp_path / "settings.json").read_text()) == {"profile": "pad"}
    assert (tmp_path / "reset").exists()
    with board(tmp_path) as port:
        assert run(port, "--games", "mars") == 0
    assert "has all" in capsys.readouterr().out


KEPT = {
    "game.log": b'{"leyboard": 1, "game": "mars"}#00000000\n', "game.log.new": b"x",
    "game.old": b"x", "errors.log": b"x", "boot.py": b"# mine", "lib/mine.py": b"# mine",
    "table/notes.txt": b"mine",
}  # fmt: skip


def test_an_update_keeps_what_it_did_not_bring(tmp_path, capsys):
    with board(tmp_path) as port:
        assert run(port, "--profile", "pad", "--games", "mars") == 0
    (tmp_path / "settings.json").write_text('{"profile": "pad", "theme": "calm"}')
    for name, data in KEPT.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    with board(tmp_path) as port:
        assert run(port, "--games", "land") == 0
    assert "mars, is not in this build" in capsys.readouterr().out
    there = firmware(tmp_path)
    assert {name: there.pop(name) for name in KEPT} == KEPT
    assert there == built("land") and "games/mars.mpy" not in there
    settings = json.loads((tmp_path / "settings.json").read_text())
    assert settings == {"profile": "pad", "theme": "calm"}


def test_what_was_flashed_before_there_was_a_manifest_goes(tmp_path):
    (tmp_path / "table").mkdir()
    (tmp_path / "table" / "boot.py").write_text("old")
    (tmp_path / "main.py").write_text("old")
    with board(tmp_path) as port:
        assert run(port, "--profile", "pad", "--games", "mars") == 0
    assert firmware(tmp_path) == built("mars")


def test_a_dry_run_changes_nothing(tmp_path, capsys):
    (tmp_path / "main.py").write_text("mine")
    with board(tmp_path) as port:
        assert run(port, "--profile", "pad", "--games", "mars", "--dry-run") == 0
    assert "to copy" in capsys.readouterr().out
    assert firmware(tmp_path) == {"main.py": b"mine"}


@pytest.mark.parametrize("after", [2, 6, 30])
def test_a_cut_is_said_and_repaired(tmp_path, monkeypatch, after):
    steps = iter(range(after))
    step = Board.run

    def cut(board, code):
        if "main.py" in code or "w(" in code or "manifest" in code or "flashed" in code:
            next(steps)
        return step(board, code)

    with board(tmp_path) as port:
        monkeypatch.setattr(Board, "run", cut)
        with pytest.raises(StopIteration):
            run(port, "--profile", "pad", "--games", "mars")
    monkeypatch.setattr(Board, "run", step)
    main = tmp_path / "main.py"
    assert not main.exists() or main.read_bytes() == flash.cut("flash")
    with board(tmp_path) as port:
        assert run(port, "--profile", "pad", "--games", "mars") == 0
    assert firmware(tmp_path) == built("mars")


class Answers:
    """A board that is some other one."""

    def __init__(self, facts):
        self.facts = lambda: facts


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        (("circuitpython", (9, 0, 0), 6, "webassembly", 0, 0), "runs circuitpython"),
        (("micropython", (1, 27, 0), 6, "esp32", 0, 0), "for esp32"),
        (("micropython", (1, 26, 1), 6, "webassembly", 0, 0), "1.26.1, which is too old"),
    ],
)
def test_boards_that_will_not_do(facts, said):
    with pytest.raises(CommandError, match=said):
        flash.check(Answers(facts))


def test_files_of_another_mpy_version():
    with pytest.raises(CommandError, match="of version 7, these are of 6"):
        flash.check_build({"/a.mpy": b"M\x06\x00"}, 7)


def test_no_board_is_said(capsys):
    assert run("/dev/null", "--profile", "pad") == 1
    assert "cannot open" in capsys.readouterr().err
    assert run("/dev/no-such", "--profile", "pad") == 1
    assert "no such port" in capsys.readouterr().err


def test_a_busy_port_is_said(tmp_path, capsys):
    with board(tmp_path) as port, Board(port):
        assert run(port, "--profile", "pad") == 1
    assert "another program has it" in capsys.readouterr().err


def test_one_that_does_not_answer(capsys):
    master, port = os.openpty()
    tty.setraw(port)
    assert run(os.ttyname(port)) == 1
    assert "does not answer as MicroPython does" in capsys.readouterr().err
    os.close(master)
    os.close(port)
