"""Random play of Landover beside random play of Catanatron (PyPI), its own game, in the same run;
and how long games of greedy players are.

Both list all legal actions of the seat to act at every step and take one at random; what chance
does is drawn. Catanatron is no dependency of Leyboard: it goes into an environment of its own
under build/. The two take turns, so that a busy machine slows both alike.

    python -m tests.bench_landover
"""

import host_tools  # isort: skip  # noqa: F401  puts the firmware on the path

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


def compare():
    """Return (our, their) actions a second, medians; theirs is None without Catanatron."""
    python = environment()
    if python is None:
        return statistics.median(ours(10 * i) for i in range(ROUNDS)), None
    rates = []
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen([python, "-c", THEIRS], **pipes) as other:
        other.stdout.readline()
        for i in range(ROUNDS):
            other.stdin.write("%d\n" % i)
            other.stdin.flush()
            actions, seconds = other.stdout.readline().split()
            rates.append((ours(10 * i), int(actions) / float(seconds)))
        other.stdin.close()
    return tuple(statistics.median(column) for column in zip(*rates, strict=True))


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
    our, their = compare()
    print("Landover: %.0f actions a second of random play" % our)
    if their is None:
        print("Catanatron: could not be installed, so there is no comparison")
    else:
        print("Catanatron: %.0f; ratio %.2f, target %d" % (their, our / their, TARGET))
    distribution()


if __name__ == "__main__":
    main()
