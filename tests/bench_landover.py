"""Random play of Landover beside random play of Catanatron (PyPI), its own game, in the same run,
compiled too where `make fast` was run; and how long games of greedy players are.

Both list all legal actions of the seat to act at every step and take one at random; what chance
does is drawn. Catanatron is no dependency of Leyboard: it goes into an environment of its own
under build/. The two take turns, so that a busy machine slows both alike.

    python -m tests.bench_landover
"""

import host_tools  # isort: skip  # noqa: F401  puts the firmware on the path

import contextlib
import os
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path

from games import make
from games import rng as games_rng
from games.base import CHANCE, OVER
from games.bots import decide, greedy

PACKAGES = ("catanatron==3.2.1", "networkx==3.6.1")
PLACE = host_tools.ROOT / "build" / "catanatron"
ROUNDS = 7
SEATS = 4
TARGET = 4  # times Catanatron's actions a second
COMPILED_TARGET = 6
THEIR_GAMES = 8  # of about a thousand actions
GREEDY_GAMES = 40
OUR_GAMES = 2  # of about ten thousand
THEIRS = (
    """
import random, sys, time
from catanatron import Color, Game, RandomPlayer
colours = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)
print("ready", flush=True)
for line in sys.stdin:
    random.seed(int(line))
    actions, start = 0, time.perf_counter()
    for seed in range(%d):
        game = Game([RandomPlayer(colour) for colour in colours], seed=int(line) + seed)
        game.play()
        actions += len(game.state.actions)
    print(actions, time.perf_counter() - start, flush=True)
"""
    % THEIR_GAMES
)

COMPILED = """
import sys
from tests.bench_landover import ours
from sim.paths import IS_COMPILED
print("ready" if IS_COMPILED else "missing", flush=True)
for line in sys.stdin:
    print(ours(int(line)), 1, flush=True)
"""
PIPES = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}


class Rng:
    """The standard generator with the methods that `Game.sample` uses."""

    def __init__(self, seed):
        generator = random.Random(seed)
        self.choice = generator.choice
        self.shuffle = generator.shuffle
        self.below = generator.randrange


def play(seed):
    """Play one random game; return how many actions it took."""
    game = make("landover", SEATS)
    rng = Rng(seed)
    while True:
        seats = game.current()
        if seats == OVER:
            return len(game.log)
        by = seats[0] if len(seats) == 1 else rng.choice(seats)
        game.apply(by, game.sample(rng) if by == CHANCE else rng.choice(game.legal(by)))


def ours(seed):
    """Return the actions a second of some games."""
    start = time.perf_counter()
    actions = sum(play(seed + i) for i in range(OUR_GAMES))
    return actions / (time.perf_counter() - start)


def environment():
    """Return the Python that has Catanatron, made if it is not there; None if it cannot be."""
    python = PLACE / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not (PLACE / "done").exists():
        steps = (
            [sys.executable, "-m", "venv", PLACE],
            [python, "-m", "pip", "install", "-q", "--disable-pip-version-check", *PACKAGES],
        )
        for step in steps:
            if subprocess.run(step, capture_output=True).returncode:
                return None
        Path(PLACE / "done").touch()
    return python


def rate(other, seed):
    """Return the actions a second of a process of THEIRS or COMPILED."""
    other.stdin.write("%d\n" % seed)
    other.stdin.flush()
    actions, seconds = other.stdout.readline().split()
    return float(actions) / float(seconds)


def compare():
    """Return medians of the actions a second: Landover, Landover compiled, Catanatron; 0 for one
    that is not there."""
    rates = {"plain": [], "compiled": [], "theirs": []}
    environ = {**os.environ, "LEYBOARD_PLAIN": ""}
    with contextlib.ExitStack() as stack:
        words = [sys.executable, "-c", COMPILED]
        others = {"compiled": subprocess.Popen(words, cwd=host_tools.ROOT, env=environ, **PIPES)}
        python = environment()
        if python:
            others["theirs"] = subprocess.Popen([python, "-c", THEIRS], **PIPES)
        for other in others.values():
            stack.enter_context(other)
        there = {name: other for name, other in others.items()
                 if other.stdout.readline() == "ready\n"}
        for i in range(ROUNDS):
            rates["plain"].append(ours(10 * i))
            for name, other in there.items():
                rates[name].append(rate(other, 10 * i))
        for other in others.values():
            other.stdin.close()
    return tuple(statistics.median(column or [0]) for column in rates.values())


def turns(seed):
    """Return how many turns four greedy players take on map A."""
    game = make("landover", SEATS)
    rng = games_rng.Rng(seed)
    count = 0
    while game.current() != OVER:
        by = game.current()[0]
        action = game.sample(rng) if by == CHANCE else decide(greedy, game, by, rng)
        count += game.text(action) == ["end"]
        game.apply(by, action)
    return count


def distribution():
    """Print how many greedy games took how many turns, by twenties."""
    counts = sorted(turns(seed) for seed in range(GREEDY_GAMES))
    print("Turns of four greedy players on map A, %d games:" % GREEDY_GAMES)
    for low in range(counts[0] // 20 * 20, counts[-1] + 1, 20):
        some = sum(low <= count < low + 20 for count in counts)
        print("  %3d to %3d  %s" % (low, low + 19, "#" * some))
    print("  median %d" % statistics.median(counts))


def main():
    plain, compiled, their = compare()
    print("Landover: %.0f actions a second of random play" % plain)
    print("compiled: %.0f" % compiled if compiled else "compiled: run make fast first")
    if not their:
        print("Catanatron: could not be installed, so there is no comparison")
    else:
        print("Catanatron: %.0f; ratio %.2f, target %d; compiled %.2f, target %d" % (
            their, plain / their, TARGET, compiled / their, COMPILED_TARGET))
    distribution()


if __name__ == "__main__":
    main()
