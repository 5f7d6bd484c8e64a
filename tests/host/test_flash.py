"""`leyboard flash` with the real mpremote, over a pseudo-terminal to MicroPython's REPL."""

import contextlib
import os
import subprocess
import threading
import tty

from host_tools import cli
from host_tools.build import TARGET
from tests.micropython import ROOT
from tests.npm import NODE


@contextlib.contextmanager
def board(folder):
    """A board on a port whose name is given; its files are in `folder` afterwards."""
    master, port = os.openpty()
    tty.setraw(port)
    node = subprocess.Popen(
        [NODE, ROOT / "tests" / "board.mjs", ROOT, folder],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
    )

    def to_board():
        with contextlib.suppress(OSError):  # the port was closed
            while data := os.read(master, 4096):
                node.stdin.write(data)

    def from_board():
        while data := node.stdout.read(4096):
            os.write(master, data)

    pumps = [threading.Thread(target=pump, daemon=True) for pump in (to_board, from_board)]
    for pump in pumps:
        pump.start()
    try:
        yield os.ttyname(port)
    finally:
        node.stdin.close()
        node.wait(30)
        os.close(port)
        os.close(master)


def tree(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_a_build_comes_onto_an_empty_board(tmp_path, capsys):
    with board(tmp_path) as port:
        assert cli.main(["flash", "--profile", "pad", "--games", "mars", "--port", port]) == 0
    assert "files copied, 0 stale ones removed" in capsys.readouterr().out
    assert tree(tmp_path) == tree(TARGET) | {"reset": b""}


def test_an_update_removes_what_is_stale_and_keeps_the_game(tmp_path):
    (tmp_path / "table").mkdir()
    (tmp_path / "table" / "boot.py").write_text("old")
    (tmp_path / "main.py").write_text("old")
    kept = {name: b"a game" for name in ("game.log", "game.tail", "game.point")}
    for name, data in kept.items():
        (tmp_path / name).write_bytes(data)
    with board(tmp_path) as port:
        assert cli.main(["flash", "--profile", "pad", "--games", "land", "--port", port]) == 0
    assert tree(tmp_path) == tree(TARGET) | {"reset": b""} | kept


def test_no_board_is_said(capsys):
    assert cli.main(["flash", "--profile", "pad", "--port", "/dev/null"]) == 1
    assert "does not answer" in capsys.readouterr().err
