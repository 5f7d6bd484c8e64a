"""Games of others on a board: brought, kept by later flashes, listed and removed."""

import pytest

from games import packages
from host_tools.core import flashing
from tests.host.real_board import board, tree
from tests.host.test_flash import run
from tests.portable.test_contract import PAGE
from tests.portable.test_packages import STONES

PEBBLES = STONES.replace('"stones"', '"pebbles"').replace("SET = 200", "SET = 201")


@pytest.fixture(autouse=True)
def _as_on_a_pico(monkeypatch):
    monkeypatch.setattr(flashing, "PLATFORMS", ("webassembly",))


@pytest.fixture
def games(tmp_path):
    """The packages of two games: a file, and a folder."""
    (tmp_path / "stones.py").write_text(STONES)
    (tmp_path / "stones.md").write_text(PAGE)
    (tmp_path / "stones.en.txt").write_text("do take=take the stone on {0}\n")
    folder = tmp_path / "pebbles"
    folder.mkdir()
    (folder / "game.py").write_text(PEBBLES)
    (folder / "README.md").write_text("# Stones\n")
    return tmp_path / "stones.py", folder


def flash(folder, *arguments):
    """Flash as another computer does, which knows no package; return the exit status."""
    for name in ("stones", "pebbles"):
        packages.forget(name)
    with board(folder) as port:
        return run(port, *map(str, arguments))


@pytest.mark.deep
def test_two_games_come_stay_and_go(tmp_path, games, capsys):
    there = tmp_path / "board"
    there.mkdir()
    stones, pebbles = games
    first = ("--profile", "pad", "--games", "mars", "--with", stones, "--with", pebbles)
    assert flash(there, *first) == 0
    brought = tree(there)
    assert brought["packages/stones.py"] == STONES.encode()
    assert brought["packages/pebbles/game.py"] == PEBBLES.encode()
    assert brought["games/stones.en.txt"] == brought["packages/stones.en.txt"]
    assert b"stones" in brought["leyboard.pack"] and b"pebbles" in brought["leyboard.pack"]

    assert flash(there, "--games", "mars") == 0
    assert "has all" in capsys.readouterr().out and tree(there) == brought

    assert flash(there, "--list") == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == [
        "pebbles", "stones"]

    (there / "packages" / "pebbles" / "more.py").write_text("")  # no flash put it there
    assert flash(there, "--games", "mars", "--without", "pebbles") == 0
    left = tree(there)
    assert not [path for path in left if "pebbles" in path] and "packages/stones.py" in left
    assert b"pebbles" not in left["leyboard.pack"]
    assert flash(there, "--without", "pebbles") == 1
    assert "no game pebbles of others" in capsys.readouterr().err


@pytest.mark.deep
def test_a_newer_package_takes_the_place_of_the_older(tmp_path, games):
    there = tmp_path / "board"
    there.mkdir()
    stones, _ = games
    assert flash(there, "--profile", "pad", "--games", "mars", "--with", stones) == 0
    stones.write_text(STONES + "# newer\n")
    stones.with_suffix(".en.txt").unlink()
    assert flash(there, "--games", "mars", "--with", stones) == 0
    now = tree(there)
    assert now["packages/stones.py"].endswith(b"# newer\n")
    assert "packages/stones.en.txt" not in now and "games/stones.en.txt" not in now


def test_what_breaks_the_contract_stays_off_the_board(tmp_path, games, capsys):
    there = tmp_path / "board"
    there.mkdir()
    stones, _ = games
    stones.write_text(STONES.replace("SET = 200", "SET = 1"))
    assert flash(there, "--profile", "pad", "--with", stones) == 1
    assert "stones breaks" in capsys.readouterr().err and not tree(there)
