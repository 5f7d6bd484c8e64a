"""Prints the bytes that stay on MicroPython once Mars has taken a game's place, so many times."""

import gc

from games.base import CHANCE
from games.rng import Rng
from small.loading import Loader
from tests.portable.fake_table import FakeTable
from tests.portable.test_loading import Collector


def main(args):
    """Yield before each measurement, so that garbage is collected (see tests/micropython.mjs)."""
    name, actions, games = args[0], int(args[1]), int(args[2])
    fake = FakeTable()
    fake.run(30)
    import pack  # of the build that this runs on

    loader = Loader(Collector(), pack.Pack(open("/flash/leyboard.pack", "rb")), list)
    loader.session = fake.app.session
    yield True
    start = gc.mem_alloc()
    for _ in range(games):
        _play(fake.app.session, name, actions)
        fake.run(300)  # all of it is on the display
        fake.app.session.new("mars", None, None, (), 1)
        loader.unload_late()
    fake.run(30)  # old words on the stack, which may hold a block of 17 KB, are overwritten
    yield True
    print(gc.mem_alloc() - start)


def _play(session, name, count):
    rng = Rng(1)
    session.new(name, None, None, (), 1)
    game = session.game
    for _ in range(count):
        by = game.current()[0]
        session.act(by, game.sample(rng) if by == CHANCE else rng.choice(game.legal(by)))
