"""A disk that is full while a command writes: the old file or folder stays, and nothing else."""

import errno
from pathlib import Path

import pytest

from host_tools import packages, web
from host_tools.cli import main
from host_tools.files import write_record
from tests.host.test_board_files import board
from tests.host.test_image import PICO, blocks

_write = Path.write_bytes


@pytest.fixture
def full(monkeypatch):
    def half(self, data):
        _write(self, data[: len(data) // 2])
        raise OSError(errno.ENOSPC, "full")

    return lambda: monkeypatch.setattr(Path, "write_bytes", half)


def test_records_are_whole_or_missing(tmp_path, full):
    full()
    with pytest.raises(Exception, match="cannot write .*: the disk is full"):
        write_record(tmp_path / "mars.jsonl", ["one", "two"])
    assert list(tmp_path.iterdir()) == []


def test_an_archive_is_whole_or_missing(tmp_path, full, capsys, monkeypatch):
    (tmp_path / "flash").mkdir()
    (tmp_path / "flash" / "main.py").write_text("print(1)\n")
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    with board(tmp_path / "flash") as port:
        full()
        assert main(["backup", "--port", port]) == 1
        assert main(["backup", "one.zip", "--port", port]) == 1
    assert capsys.readouterr().err.count("the disk is full") == 2
    assert list(Path().iterdir()) == []


def test_the_older_image_stays(tmp_path, full, capsys):
    base = tmp_path / "RPI_PICO.uf2"
    base.write_bytes(blocks(b"the boot sector", PICO))
    folder = tmp_path / "here"
    folder.mkdir()
    (folder / "one.uf2").write_text("older")
    full()
    words = ("--profile", "grid3", "--games", "mars", "--base", str(base))
    assert main(["image", *words, "--out", str(folder / "one.uf2")]) == 1
    assert "the disk is full" in capsys.readouterr().err
    assert {path.name: path.read_text() for path in folder.iterdir()} == {"one.uf2": "older"}


def test_the_older_folder_stays(tmp_path, full, monkeypatch):
    monkeypatch.setattr(web, "_files", lambda: {"a.txt": b"a"})
    monkeypatch.setattr(web, "profiles", list)
    monkeypatch.setattr(packages, "package", lambda name: {"package.json": b"{}"})
    for make, name in ((web.main, "web"), (packages.main, "boards")):
        make([str(tmp_path / name)])
    there = sorted(tmp_path.rglob("*"))
    full()
    for make, name in ((web.main, "web"), (packages.main, "boards")):
        with pytest.raises(SystemExit, match="the disk is full"):
            make([str(tmp_path / name)])
    assert sorted(tmp_path.rglob("*")) == there
