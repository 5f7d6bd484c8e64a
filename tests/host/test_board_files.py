"""`leyboard settings`, `records`, `backup`, `restore`, with the real mpremote and MicroPython."""

import json
import zipfile

import pytest

from games.record import lines
from host_tools.board import Board
from host_tools.cli import main
from host_tools.core import flashing, records
from table.journal import Journal
from table.session import Session
from table.settings import DEFAULTS
from tests.host.real_board import board, tree


@pytest.fixture(autouse=True)
def _as_on_a_pico(monkeypatch):
    monkeypatch.setattr(flashing, "PLATFORMS", ("webassembly",))


def play(folder, count=3):
    """Leave a game of mars in a folder, as the table does; return its record."""
    session = Session(Journal(str(folder)))
    session.new("mars", seed=5)
    for _ in range(count):
        by = session.game.current()[0]
        session.act(by, session.game.legal(by)[0])
    return list(lines(session.game, 5))


def test_settings_are_shown_and_kept(tmp_path, capsys):
    (tmp_path / "settings.json").write_text('{"profile": "pad", "theme": "calm"}')
    (tmp_path / "table" / "wiring").mkdir(parents=True)
    (tmp_path / "table" / "wiring" / "small.py").write_text("")
    with board(tmp_path) as port:
        assert main(["settings", "get", "theme", "--port", port]) == 0
        assert main(["settings", "get", "brightness", "--port", port]) == 0
        assert capsys.readouterr().out == "calm\n160\n"
        assert main(["settings", "get", "--port", port]) == 0
        said = capsys.readouterr().out
        assert all(name in said for name, _ in DEFAULTS) and "de, en" in said
        assert main(["settings", "set", "brightness", "40", "--port", port]) == 0
        assert main(["settings", "set", "profile", "grid9", "--port", port]) == 1
        assert "has no profile grid9;" in capsys.readouterr().err
        assert main(["settings", "set", "profile", "small", "--port", port]) == 0
    assert json.loads((tmp_path / "settings.json").read_text()) == {
        "profile": "small", "theme": "calm", "brightness": 40
    }
    assert (tmp_path / "reset").exists()


@pytest.mark.parametrize("words", [
    ("brightness", "256"), ("brightness", "-1"), ("brightness", "x"), ("hear_all", "yes"),
    ("theme", "loud"), ("language", "xx"),
])
def test_settings_that_cannot_be(words, capsys):
    assert main(["settings", "set", *words, "--port", "/dev/no-such"]) == 1
    assert words[0] in capsys.readouterr().err


def test_a_game_is_listed_fetched_and_deleted(tmp_path, capsys, monkeypatch):
    flash_folder = tmp_path / "flash"
    flash_folder.mkdir()
    record = play(flash_folder)
    monkeypatch.chdir(tmp_path)
    with board(flash_folder) as port:
        assert main(["records", "list", "--port", port]) == 0
        said = capsys.readouterr().out
        assert "mars" in said and " 3 " in said and "under way" in said and "old" not in said
        assert main(["records", "fetch", "now", "--port", port]) == 0
        assert (tmp_path / "mars-now.jsonl").read_text().splitlines() == record
        (tmp_path / "mars-now.jsonl").write_text("mine\n")
        assert main(["records", "fetch", "now", "--port", port]) == 1
        assert "is another record already" in capsys.readouterr().err
        assert (tmp_path / "mars-now.jsonl").read_text() == "mine\n"
        assert main(["records", "fetch", "old", "--port", port]) == 1
        assert main(["records", "delete", "now", "--port", port]) == 1
        assert "nobody is here to answer" in capsys.readouterr().err
        assert main(["records", "delete", "now", "--yes", "--port", port]) == 0
    assert not any(name.startswith("game") for name in tree(flash_folder))


def test_an_unknown_game_is_refused(tmp_path):
    (tmp_path / "old").mkdir()

    def named(data):
        return records.described(records.opened("old", {"/game.old": data}, str(tmp_path / "old")))

    assert named(b"\0\xff no game")[0] == "?"
    play(tmp_path)
    old = (tmp_path / "game.log").read_bytes() + (tmp_path / "game.tail").read_bytes()
    assert named(old)[0] == "mars"


def test_a_game_with_secrets_is_not_told(tmp_path, capsys):
    Session(Journal(str(tmp_path))).new("landover", seed=1)
    with board(tmp_path) as port:
        assert main(["records", "fetch", "now", "--port", port]) == 1
    assert "when the game is over" in capsys.readouterr().err


def test_games_of_the_shelf_are_listed_fetched_and_deleted(tmp_path, capsys, monkeypatch):
    flash_folder = tmp_path / "flash"
    flash_folder.mkdir()
    monkeypatch.chdir(tmp_path)
    session = Session(Journal(str(flash_folder)))
    session.new("mars", seed=1, people=("Ann", "Ben"))
    for words in (["small", "c3"], ["small", "d4"]):
        session.act(session.game.turn, session.game.parse(words))
    record = list(session.record())
    session.new("market", seed=1, aside=True)
    while session.think():
        pass
    session.act(0, (1, 0))
    session.new("mars", seed=2, aside=True)
    with board(flash_folder) as port:
        assert main(["records", "list", "--port", port]) == 0
        said = capsys.readouterr().out.splitlines()
        rows = [[cell.strip() for cell in line.split("\u2502")[1:-1]] for line in said]
        assert [row[:2] for row in rows if row] == [
            ["now", "mars"], ["1", "mars"], ["2", "market"]
        ]
        assert ["1", "mars", "2", "2", "under way", "Ann, Ben"] in rows
        assert main(["records", "fetch", "1", "--port", port]) == 0
        assert (tmp_path / "mars-1.jsonl").read_text().splitlines() == record
        assert main(["records", "fetch", "2", "--port", port]) == 1  # bids are secret
        assert "when the game is over" in capsys.readouterr().err
        assert main(["records", "delete", "1", "--yes", "--port", port]) == 0
        assert main(["records", "fetch", "1", "--port", port]) == 1
        assert "no intact game 1" in capsys.readouterr().err
    assert [name for name in tree(flash_folder) if "-" in name] == ["game-2.log"]
    for wrong in ("0", "new", "-1", "1.log", "../x"):
        with pytest.raises(SystemExit):
            main(["records", "fetch", wrong, "--port", "/dev/no-such"])


def test_everything_comes_back(tmp_path, capsys):
    first, second, file = tmp_path / "one", tmp_path / "two", tmp_path / "all.zip"
    for folder in (first, second):
        folder.mkdir()
        (folder / "main.py").write_text("print(1)\n")
    (first / "lib").mkdir()
    (first / "lib" / "mine.py").write_bytes(bytes(range(256)) * 9)
    (first / "empty").write_bytes(b"")
    play(first)
    with board(first) as port:
        assert main(["backup", str(file), "--port", port]) == 0
        assert main(["backup", str(file), "--port", port]) == 1
    assert "is there already" in capsys.readouterr().err
    kept = {name: data for name, data in tree(first).items() if name != "reset"}
    assert set(zipfile.ZipFile(file).namelist()) == set(kept)
    (second / "game.tail").write_text("another game")
    (second / "stale").write_text("x")
    with board(second) as port:
        assert main(["restore", str(file), "--port", port]) == 1
        assert "nobody is here" in capsys.readouterr().err
        assert main(["restore", str(file), "--yes", "--port", port]) == 0
    there = tree(second)
    assert there.pop("reset") == b"" and there == kept


def test_a_cut_restore_says_so(tmp_path, monkeypatch):
    file = tmp_path / "all.zip"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("main.py", "print(2)\n")
        archive.writestr("a", "1")
    folder = tmp_path / "flash"
    folder.mkdir()
    (folder / "main.py").write_text("print(1)\n")
    with board(folder) as port:
        run = Board.run
        monkeypatch.setattr(Board, "run", lambda self, code: 1 / 0 if "'/a', 'wb'" in code
                            else run(self, code))
        with pytest.raises(ZeroDivisionError):
            main(["restore", str(file), "--port", port])
    assert (folder / "main.py").read_bytes() == flashing.cut("restore")


@pytest.mark.parametrize("data", [b"", b"PK\3\4 no archive", b"x" * 100])
def test_invalid_archives(tmp_path, capsys, data):
    (tmp_path / "x.zip").write_bytes(data)
    assert main(["restore", str(tmp_path / "x.zip"), "--port", "/dev/no-such"]) == 1
    assert "not an archive" in capsys.readouterr().err


def test_an_archive_that_climbs_out(tmp_path, capsys):
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        archive.writestr("main.py", "")
        archive.writestr("../x", "")
    assert main(["restore", str(tmp_path / "x.zip"), "--port", "/dev/no-such"]) == 1
    assert "not an archive" in capsys.readouterr().err
