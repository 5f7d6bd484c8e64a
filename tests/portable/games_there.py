"""Prints the names of the games in a firmware, and the record of a random game of those named."""

from games import make, names
from games.record import lines
from games.rng import Rng
from sim.contract.randomly import step


def played(name):
    game, rng = make(name), Rng(3)
    while step(game, rng):
        pass
    return list(lines(game, 3))


def main(args):
    print(" ".join(names()))
    for name in args:
        for line in played(name):
            print(line)
