"""Rounds of search in a second of processor time, plain and compiled (make fast), early in a
random game.

    python -m tests.bench_search
"""

import host_tools  # isort: skip  # noqa: F401  puts the firmware on the path

import os
import subprocess
import sys
import time

from games import make, names
from games.base import CHANCE, OVER
from games.rng import Rng
from sim.lookahead import Lookahead, can_look_ahead
from sim.paths import IS_COMPILED
from sim.search import Search
from sim.values import values_of

BEGUN = 12  # actions before the search
ROUNDS = 60


def begun(name):
    """Return a game of random actions in which a seat is to choose."""
    game = make(name)
    rng = Rng(1)
    while game.current() != OVER:
        by = game.current()[0]
        if len(game.log) >= BEGUN and by != CHANCE and len(game.candidates(by)) > 1:
            break
        game.apply(by, game.sample(rng) if by == CHANCE else rng.choice(game.legal(by)))
    return game


def rate(name):
    """Return the rounds of a second."""
    game = begun(name)
    if can_look_ahead(game):
        search = Lookahead(game, values_of(game))
    else:
        search = Search(game, game.current()[0], Rng(1))
        list(search.begin())
    start = time.process_time()
    for _ in range(ROUNDS):
        list(search.round() or ())
    return ROUNDS / (time.process_time() - start)


def rates(plain):
    """Return {game: rounds a second} of a process that may use compiled rules, or not; {} if it
    cannot do what it should."""
    environ = {**os.environ, "LEYBOARD_PLAIN": plain}
    words = [sys.executable, "-m", "tests.bench_search", "here"]
    done = subprocess.run(words, cwd=host_tools.ROOT, env=environ, check=True, text=True,
                          capture_output=True)
    kind, *lines = done.stdout.splitlines()
    if (kind == "plain") != bool(plain):
        return {}
    return {name: float(said) for name, said in map(str.split, lines)}


def main():
    if sys.argv[1:] == ["here"]:
        print("compiled" if IS_COMPILED else "plain")
        for name in names():
            print(name, rate(name))
        return
    plain, fast = rates("1"), rates("")
    print("%-10s %10s %10s" % ("rounds/s", "plain", "compiled"))
    for name, one in plain.items():
        print("%-10s %10.0f %10s" % (name, one, "%.0f" % fast[name] if fast else "make fast"))


if __name__ == "__main__":
    main()
