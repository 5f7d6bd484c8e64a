"""A game of others in the window: what its rules do wrong ends it, not the table."""

import asyncio

import pytest
from aiohttp.test_utils import TestClient, TestServer

from games import packages
from sim.hang import HungError, limited
from sim.window import server
from sim.window.livetable import LiveTable
from table import failures
from tests.portable.test_packages import STONES


@pytest.fixture
def live(tmp_path):
    """A function that begins a game of this text, played by computers."""

    def begun(text):
        path = tmp_path / "stones.py"
        path.write_text(text, encoding="utf-8")
        table = LiveTable(str(tmp_path), "grid6", lambda kind, value: None, clock=Clock(),
                          slice_s=0.5)
        table.begin(packages.add(path.as_posix()))
        return table

    return begun


class Clock:
    """Real time that goes on by 20 ms with each look."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        self.now += 0.02
        return self.now


def run(table, steps=2000):
    for _ in range(steps):
        table.step()
        if table.app.session.game is None:
            return


@pytest.mark.parametrize("method", ["legal", "scores", "piece_at", "prompt"])
def test_an_exception_ends_the_game_with_a_sentence(live, method):
    table = live(STONES)
    run(table, 50)

    def fail(*values):
        raise ZeroDivisionError("by zero")

    setattr(type(table.app.session.game), method, fail)
    table.app.session.version += 1
    run(table)
    assert table.app.session.game is None
    for _ in range(20):
        table.step()
    assert "left the table" in " ".join(table.app.display_text.shown)
    table.begin("mars")
    run(table, 50)
    assert table.app.session.game.NAME == "mars"


def test_a_loop_without_an_end_is_interrupted():
    with pytest.raises(HungError), limited(0.01):
        while True:
            pass


def test_rules_that_never_come_back_end_the_game(live, tmp_path, monkeypatch):
    monkeypatch.setattr(server, "_HANG_S", 0.05)
    monkeypatch.setattr(failures, "_MANY", 1)
    live(STONES.replace("def prompt", "def unused"))  # takes the package
    made = server.Server(tmp_path, game="stones")

    def forever(*values):
        while True:
            pass

    type(made.live.app.session.game).legal = forever
    made.live.app.session.version += 1

    async def serve():
        async with TestClient(TestServer(made.app)):
            while "left the table" not in " ".join(made.live.app.display_text.shown):
                await asyncio.sleep(0)

    asyncio.run(asyncio.wait_for(serve(), 60))
    assert made.live.app.session.game is None
