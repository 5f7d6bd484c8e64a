"""Prints what the whole firmware keeps in memory on MicroPython with a game under way."""

import gc


def main(args):
    """Yield before each measurement, so that garbage is collected (see tests/micropython.mjs)."""
    name, profile, count = args[0], args[1], int(args[2])
    from sim.virtual.world import World
    from table import settings

    wiring = settings.profile(profile)
    world = World(wiring)
    yield True
    before = gc.mem_alloc()
    from games.base import CHANCE, OVER
    from games.rng import Rng
    from table.app import App
    from table.board import Board
    from table.journal import Journal

    board = Board(wiring, world.machine, world.rp2, world.clock)
    app = App(board, world.clock, Journal(), lambda line: None, lambda: 1)
    app.start()
    yield True
    idle = gc.mem_alloc()
    app.session.new(name, None, None, (), 1)
    game = app.session.game
    rng = Rng(1)
    while len(game.log) < count and game.current() != OVER:
        by = rng.choice(game.current())
        app.session.act(by, game.sample(rng) if by == CHANCE else rng.choice(game.legal(by)))
    for _ in range(50):
        app.tick()
        world.clock.advance(1000)
    yield True
    print(idle - before, gc.mem_alloc() - before, len(game.log))
