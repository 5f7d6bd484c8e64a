"""Prints the memory that a game takes on MicroPython: its modules, state, and longest list of
actions."""

import gc


def main(args):
    """Yield before each measurement, so that garbage is collected (see tests/micropython.mjs)."""
    from games.rng import Rng

    yield True
    before = gc.mem_alloc()
    from games import make
    from games.base import CHANCE, OVER

    yield True
    shared = gc.mem_alloc()
    game = make(args[0])
    yield True
    started = gc.mem_alloc()
    rng = Rng(1)
    actions = most = None
    for _ in range(int(args[1])):
        seats = game.current()
        if seats == OVER:
            break
        by = rng.choice(seats)
        if by == CHANCE:
            game.apply(by, game.sample(rng))
        else:
            actions = game.legal(by)
            if most is None or len(actions) > len(most):
                most = actions
            game.apply(by, rng.choice(actions))
    actions = None
    yield True
    both = gc.mem_alloc()
    most = None
    yield True
    after = gc.mem_alloc()
    print(shared - before, started - shared, after - started, both - after, len(game.log))
