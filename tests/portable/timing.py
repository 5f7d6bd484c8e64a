"""Prints times on this interpreter in us, each the mean of many runs."""

import time

from games import make, names
from games.base import CHANCE, OVER
from games.rng import Rng
from table import settings
from table.paint import Painter

_LONG_ENOUGH = 60000  # us


def mean(run):
    """Return the mean time of a run in us, over many runs because some clocks count only ms."""
    count = 0
    start = time.ticks_us()
    while time.ticks_diff(time.ticks_us(), start) < _LONG_ENOUGH:
        run()
        count += 1
    return time.ticks_diff(time.ticks_us(), start) // count


def play(game, rng, count):
    """Play `count` random actions, and all actions of chance that follow."""
    while game.current() != OVER and (count > 0 or game.current()[0] == CHANCE):
        by = rng.choice(game.current())
        game.apply(by, game.sample(rng) if by == CHANCE else rng.choice(game.legal(by)))
        count -= 1


def measure(name):
    """Return the times in the middle of a game of listing actions, applying one, and the
    overlay."""
    rng = Rng(4)
    game = make(name)
    play(game, rng, 60)
    if game.current() == OVER:
        game = make(name)
        play(game, rng, 12)
    by = game.current()[0]
    before = game.snapshot()
    action = rng.choice(game.legal(by))

    def apply():
        game.play(by, action)
        game.restore(before)

    return mean(lambda: game.legal(by)), mean(apply), mean(game.overlay)


def main(args):
    for name in names():
        print("game", name, *measure(name))
    painter = Painter(settings.profile("grid9"))
    painter.show([(place, 6, 0) for place in range(81)])
    print("frame", mean(lambda: painter.frame(777)))
