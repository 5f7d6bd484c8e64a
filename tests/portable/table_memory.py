"""Prints the memory that the whole firmware takes on MicroPython with a game running."""

import gc


def main(args):
    """Yield before each measurement, so that garbage is collected (see tests/micropython.mjs).

    The virtual world is loaded between code and play and not counted. It takes memory, and its
    names would double the interpreter's table of names once more than on a board.
    """
    name, profile, count = args[0], args[1], int(args[2])
    yield True
    start = gc.mem_alloc()
    import table.app  # noqa: F401
    from table.board import Board
    from table.boot import assemble

    yield True
    table = gc.mem_alloc() - start
    from games import game_class
    from games.base import CHANCE, OVER

    game_class(name)
    yield True
    code = gc.mem_alloc() - start
    from games.rng import Rng
    from sim.virtual.world import World

    wiring = __import__("table.wiring." + profile, None, None, ("NAME",))
    world = World(wiring)
    rng = Rng(1)
    yield True
    start = gc.mem_alloc()
    board = Board(wiring, world.machine, world.rp2, world.clock)
    app = assemble(board, world.clock, lambda line: None)
    app.start()
    yield True
    idle = gc.mem_alloc() - start
    app.session.new(name, None, None, (), 1)
    game = app.session.game
    while len(game.log) < count and game.current() != OVER:
        by = rng.choice(game.current())
        app.session.act(by, game.sample(rng) if by == CHANCE else rng.choice(game.legal(by)))
    for _ in range(50):
        app.tick()
        world.clock.advance(1000)
    yield True
    print(table + idle, code + gc.mem_alloc() - start, len(game.log))
