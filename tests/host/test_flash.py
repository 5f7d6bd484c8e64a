"""`leyboard flash` with the real mpremote, over a pseudo-terminal to MicroPython's REPL."""

import functools
import gc
import json
import os
import tempfile
import tty
import types
from pathlib import Path

import pytest

from host_tools import cli, flash, ports
from host_tools.board import Board
from host_tools.build import FROZEN, build
from host_tools.core import files as board_files
from host_tools.core import flashing
from host_tools.core.files import Facts
from host_tools.core.flashing import has_module
from host_tools.errors import CommandError
from host_tools.ports import Simulated
from table.drivers import chip
from tests.host.real_board import board, tree
from tests.quick import first


@functools.cache
def built(games):
    """Return the files of a build for the pad but its settings."""
    with tempfile.TemporaryDirectory() as folder:
        build("pad", games, folder=Path(folder))
        return firmware(Path(folder))


@pytest.fixture(autouse=True)
def _as_on_a_pico(monkeypatch):
    monkeypatch.setattr(flashing, "PLATFORMS", ("webassembly",))


def run(port, *arguments):
    return cli.main(["flash", "--no-start", "--port", port, *arguments])


def firmware(folder):
    """Return the files of a folder that are the same on every board."""
    left_out = ("settings.json", "flashed.json", "reset")
    return {name: data for name, data in tree(folder).items() if name not in left_out}


@functools.cache
def flashed():
    """Return the files of a board onto which Mars has come, for the pad."""
    with tempfile.TemporaryDirectory() as folder:
        with board(folder) as port:
            assert run(port, "--profile", "pad", "--games", "mars") == 0
        return tree(Path(folder))


def lay(folder, files):
    for name, data in files.items():
        (folder / name).parent.mkdir(exist_ok=True, parents=True)
        (folder / name).write_bytes(data)


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
}


def test_a_build_tells_what_it_holds():
    files = {"/" + name: data for name, data in built("mars").items()}
    assert has_module(files, "games.mars") and has_module(files, "table.wiring.pad")
    assert has_module(files, "table.sense")  # a folder
    assert not has_module(files, "games.land")
    assert has_module({"/games/mars.mpy": b""}, "games.mars")


def test_an_update_keeps_what_it_did_not_bring(tmp_path, capsys):
    lay(tmp_path, flashed())
    (tmp_path / "settings.json").write_text('{"profile": "pad", "theme": "calm"}')
    lay(tmp_path, KEPT)
    with board(tmp_path) as port:
        assert run(port, "--games", "land") == 0
    assert "mars, is not in this build" in capsys.readouterr().out
    there = firmware(tmp_path)
    assert {name: there.pop(name) for name in KEPT} == KEPT
    assert there == built("land") and "games/mars.mpy" not in there
    settings = json.loads((tmp_path / "settings.json").read_text())
    assert settings == {"profile": "pad", "theme": "calm"}


@pytest.mark.parametrize(("data", "kept", "said"), first(1, [
    (b'{"profile": "pad", "theme": "loud"}', {}, 'theme cannot be "loud": it is "lively"'),
    (b'{"profile": "pad", "theme": "calm", "brightness": 256}', {"theme": "calm"}, "256: it is"),
    (b'{"profile": "pad", "brightness": true}', {}, "brightness cannot be true"),
    (b'{"profile": "pad", "themes": "calm"}', {}, "there is no setting themes: it is left out"),
    (b'{"profile": 3}', {}, "profile cannot be 3"),
    (b'{"profile": "grid5"}', {}, "files to copy"),
    (b"[" * 500, {}, "cannot be read: it gets the defaults"),
    (b"\0\xff", {}, "cannot be read"), (b"[]", {}, "cannot be read"),
]))
def test_settings_that_stop_the_table_are_mended(tmp_path, capsys, data, kept, said):
    """The firmware of a board tells its profile where the settings do not."""
    lay(tmp_path, flashed())
    (tmp_path / "settings.json").write_bytes(data)
    with board(tmp_path) as port:
        assert run(port, "--games", "mars") == 0
    assert said in capsys.readouterr().out
    assert json.loads((tmp_path / "settings.json").read_text()) == {"profile": "pad", **kept}


def test_a_board_that_nobody_knows_is_asked_for(tmp_path, capsys):
    (tmp_path / "settings.json").write_bytes(b'{"profile": "grid5"}')
    with board(tmp_path) as port:
        assert run(port, "--games", "mars") == 1
    assert "name it, such as --profile grid3" in capsys.readouterr().err


def test_an_image_without_the_firmware_is_found_out(tmp_path, capsys):
    with board(tmp_path) as port:
        assert run(port, "--profile", "pad", "--games", "mars", "--frozen") == 1
    assert "has no Leyboard frozen into it" in capsys.readouterr().err
    assert not (tmp_path / "main.py").exists()
    build("pad", "mars", folder=tmp_path / "made", modules=FROZEN)
    (tmp_path / "board").mkdir()
    with board(tmp_path / "board") as port:
        assert run(port, "--from", str(tmp_path / "made")) == 1
    assert "has no Leyboard frozen into it" in capsys.readouterr().err
    assert not (tmp_path / "board" / "main.py").exists()


OTHERS = {
    "games/snake.py": b"snake", "games/scores.txt": b"12", "table/notes.py": b"notes",
    "boot.py": b"# mine", "lib/mine.py": b"mine",
}


def test_files_of_others_stay_on_a_board_that_was_never_flashed(tmp_path, capsys):
    lay(tmp_path, OTHERS)
    mine = {"main.py": b"mine", "settings.json": b'{"wifi": "home"}', "main.py.old": b"older"}
    lay(tmp_path, mine)
    with board(tmp_path) as port:
        assert run(port, "--profile", "pad", "--games", "mars") == 0
    said = capsys.readouterr().out
    found = tree(tmp_path)
    assert {name: found[name] for name in OTHERS} == OTHERS and "0 stale ones" in said
    assert found["main.py.old2"] == b"mine" and found["main.py.old"] == b"older"
    assert found["settings.json.old"] == mine["settings.json"]
    assert "/main.py on the board is not Leyboard's: it is kept as /main.py.old2" in said
    with board(tmp_path) as port:
        assert run(port, "--profile", "pad", "--games", "mars") == 0
    assert "has all" in capsys.readouterr().out and tree(tmp_path) == found


def test_a_file_that_somebody_changed_since_a_flash_is_kept(tmp_path, capsys):
    lay(tmp_path, flashed())
    (tmp_path / "main.py").write_bytes(b"changed")
    with board(tmp_path) as port:
        assert run(port, "--profile", "pad", "--games", "mars") == 0
    assert (tmp_path / "main.py.old").read_bytes() == b"changed"
    assert "/main.py on the board is not Leyboard's" in capsys.readouterr().out


@pytest.mark.parametrize(("name", "said"), first(1, [
    ("main.py/x", "/main.py on the board is a folder"),
    ("settings.json/x", "/settings.json on the board is a folder"),
    ("leyboard.pack/x", "/leyboard.pack on the board is a folder"),
    ("texts", "/texts on the board is a file"),
]))
def test_what_lies_in_the_way_is_named(tmp_path, capsys, name, said):
    lay(tmp_path, {name: b"mine"})
    with board(tmp_path) as port:
        assert run(port, "--profile", "pad", "--games", "mars") == 1
    assert said in capsys.readouterr().err
    assert tree(tmp_path) == {name: b"mine", "reset": b""}


def test_a_module_that_would_hide_one_of_the_firmware_is_named(tmp_path, capsys):
    lay(tmp_path, {"table/app.py": b"mine"})
    with board(tmp_path) as port:
        assert run(port, "--profile", "pad", "--games", "mars") == 1
    assert "take the place of the firmware's: /table/app.py" in capsys.readouterr().err


def test_a_dry_run_changes_nothing(tmp_path, capsys):
    (tmp_path / "main.py").write_text("mine")
    with board(tmp_path) as port:
        assert run(port, "--profile", "pad", "--games", "mars", "--dry-run") == 0
    assert "to copy" in capsys.readouterr().out
    assert firmware(tmp_path) == {"main.py": b"mine"}


@pytest.mark.parametrize("after", first(1, [6, 2, 30]))
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
    assert not main.exists() or main.read_bytes() == flashing.cut("flash")
    with board(tmp_path) as port:
        assert run(port, "--profile", "pad", "--games", "mars") == 0
    assert firmware(tmp_path) == built("mars")


PICO = "Raspberry Pi Pico with RP2040"


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        (("circuitpython", (9, 0, 0), 6, "webassembly", 0, 0, PICO), "runs circuitpython"),
        (("micropython", (1, 27, 0), 6, "esp32", 0, 0, PICO), "for esp32"),
        (("micropython", (1, 26, 1), 6, "webassembly", 0, 0, PICO), "1.26.1, which is too old"),
    ],
)
def test_boards_that_will_not_do(facts, said):
    with pytest.raises(CommandError, match=said):
        flashing.check(Facts(facts))


@pytest.mark.parametrize(("machine", "said"), [
    (PICO, None),
    ("Pimoroni Pico LiPo (16MB) with RP2040", None),
    ("WeAct Studio RP2040 with RP2040", None),
    ("Raspberry Pi Pico2 with RP2350", "a Raspberry Pi Pico2 with RP2350.*use a Raspberry"),
    ("Raspberry Pi Pico2 with RP2350-RISCV", "RP2040 only"),
    ("Raspberry Pi Pico 2 W with RP2350", "a Raspberry Pi Pico 2 W with RP2350"),
    ("SparkFun Pro Micro RP2350 with RP2350", "RP2040 only"),
    ("Raspberry Pi Pico W with RP2040", "a Pico W .*the image of the plain Pico.*RPI_PICO,"),
    ("", "does not say which machine"),
])
def test_each_machine_works_or_is_refused_by_name(machine, said):
    facts = ("micropython", (1, 29, 0), 6, "webassembly", 1000, 4096, machine)
    if said is None:
        assert flashing.check(Facts(facts)) is None
    else:
        with pytest.raises(CommandError, match=said):
            flashing.check(Facts(facts))


def test_another_machine_gets_no_file(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(chip, "_DESK", "no such")
    with board(tmp_path) as port:
        assert run(port, "--profile", "pad", "--games", "mars") == 1
    assert "This is a JS with Emscripten. Leyboard runs on the RP2040" in capsys.readouterr().err
    assert firmware(tmp_path) == {}


def test_files_of_another_mpy_version():
    with pytest.raises(CommandError, match="of version 7; these have version 6"):
        flashing.check_build({"/a.mpy": b"M\x06\x00"}, 7)


def test_room_is_counted_for_what_lies_beside_its_old_copy():
    """In sectors of 4096 bytes, of which 4088 hold data; four are for folders and manifest."""
    files = {"/a": bytes(10000), "/b": bytes(4000), "/c": bytes(300)}
    new = list(files)

    def sectors(new, sizes=None, gone=()):
        return flashing.room(files, new, sizes or {}, 4096, gone) // 4096

    assert sectors(()) == 4
    assert sectors(new) == 4 + 3 + 1 + 1  # all are new
    assert sectors(new, {"/a": 10000, "/b": 4000, "/c": 300}) == 4 + 3  # one after the other
    assert sectors(["/b"], {"/b": 20000}) == 4 + 1
    assert sectors(["/a", "/b"], {"/a": 4000}) == 4 + 3
    assert sectors(["/a"], {"/old": 8000, "/tiny": 100}, ["/old", "/tiny"]) == 4 + 1


def test_an_update_without_room_changes_nothing(tmp_path, capsys, monkeypatch):
    """The files that change need room beside their old copies."""
    lay(tmp_path, flashed())
    before = firmware(tmp_path)
    facts = board_files.facts
    for free, status in ((100000, 1), (1000000, 0)):

        def with_free(free=free):
            found = yield from facts()
            found.free, found.sector = free, 4096
            return found

        monkeypatch.setattr(board_files, "facts", with_free)
        with board(tmp_path) as port:
            assert run(port, "--games", "land") == status
        said = capsys.readouterr()
        assert ("the flash has 97.7 KB free" in said.err) == bool(status)
        assert (firmware(tmp_path) == before) == bool(status)


def test_no_board_is_said(capsys):
    assert run("/dev/null", "--profile", "pad") == 1
    assert "cannot open" in capsys.readouterr().err
    assert run("/dev/no-such", "--profile", "pad") == 1
    assert "no such port" in capsys.readouterr().err


def test_a_busy_port_is_said(tmp_path, capsys):
    with board(tmp_path) as port, Board(port):
        assert run(port, "--profile", "pad") == 1
    assert "another program has it" in capsys.readouterr().err


def test_a_board_that_does_not_answer(monkeypatch, capsys):
    monkeypatch.setattr("host_tools.board.ANSWER_S", 0.1)
    master, port = os.openpty()
    tty.setraw(port)
    assert run(os.ttyname(port)) == 1
    assert "does not answer as MicroPython does" in capsys.readouterr().err
    os.close(master)
    os.close(port)


def starts(monkeypatch, *ports, free_kb=90):
    """Have each attempt to open a board's port give the next of `ports`; None stands for no
    port. The table has so much memory free."""
    left = list(ports)
    monkeypatch.setattr(gc, "mem_free", lambda: free_kb << 10, raising=False)

    def serial(port):
        if not left or left[0] is None:
            left[:1] = []
            raise CommandError("there is no such port")
        return left.pop(0)

    ticks = iter(range(1000))
    monkeypatch.setattr(flash, "Serial", serial)
    monkeypatch.setattr(flash, "time", types.SimpleNamespace(
        sleep=lambda seconds: None, monotonic=lambda: next(ticks)
    ))


def test_a_table_that_starts_is_greeted(monkeypatch, capsys):
    starts(monkeypatch, None, None, Simulated("pad"))
    flash.greet("/dev/tty")
    said = capsys.readouterr().out
    assert "at work: firmware 0.2.0 on pad" in said and "90 KB of memory free" in said


def test_what_a_start_had_to_say_is_passed_on(monkeypatch, capsys):
    table = Simulated("pad")
    table.table.app.notes = [("in memory", "littlefs keeps its files in another way"), ("torn",)]
    starts(monkeypatch, table, free_kb=31)
    flash.greet("/dev/tty")
    said = capsys.readouterr().out
    assert "code is not run from the flash (littlefs keeps" in said and "little memory" in said
    assert "the table says: a torn line was dropped" in said


def test_a_table_that_does_not_start_is_said(monkeypatch):
    starts(monkeypatch)
    with pytest.raises(CommandError, match="does not answer.*leyboard console --port /dev/tty"):
        flash.greet("/dev/tty")


def test_why_a_table_does_not_start_is_said(monkeypatch, tmp_path):
    (tmp_path / "errors.log").write_text("stopped: odd\n")
    with board(tmp_path) as port:
        starts(monkeypatch)
        with pytest.raises(CommandError, match="its error log ends with: stopped: odd. See why"):
            flash.greet(port)
    assert (tmp_path / "reset").exists(), "it may just be slow: it is not left without a table"


def boards(monkeypatch, *names):
    found = [types.SimpleNamespace(vid=ports.PICO, pid=5, device=name) for name in names]
    found.append(types.SimpleNamespace(vid=ports.PICO, pid=ports.PROBES[0], device="/dev/probe"))
    found.append(types.SimpleNamespace(vid=0x1A86, pid=5, device="/dev/adapter"))
    monkeypatch.setattr(ports.list_ports, "comports", lambda: found)


def test_the_only_board_is_found(monkeypatch):
    boards(monkeypatch, "/dev/a")
    assert ports.find("auto") == "/dev/a"
    boards(monkeypatch)
    with pytest.raises(CommandError, match="no board is plugged in"):
        ports.find("auto")


def test_several_boards_are_asked_for(monkeypatch):
    boards(monkeypatch, "/dev/b", "/dev/a")
    with pytest.raises(CommandError, match="several boards: /dev/a, /dev/b; choose one"):
        ports.find("auto")
    monkeypatch.setattr(ports.sys, "stdin", types.SimpleNamespace(isatty=lambda: True))
    for answer, chosen in (("2", "/dev/b"), ("1", "/dev/a")):
        monkeypatch.setattr(ports, "ask", lambda question, answer=answer: answer)
        assert ports.find("auto") == chosen
    for answer in ("3", "", "x", "0"):
        monkeypatch.setattr(ports, "ask", lambda question, answer=answer: answer)
        with pytest.raises(CommandError, match="there is no board"):
            ports.find("auto")
