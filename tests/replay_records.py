"""Plays games with random seats, options and players, and replays their records on MicroPython.

python -m tests.replay_records landover 300
"""

import host_tools  # isort: skip  # noqa: F401  puts the firmware on the path

import sys
import tempfile
from pathlib import Path

from games import game_class
from games.bots import greedy, random
from games.record import lines
from games.rng import Rng
from sim.selfplay import play_out
from tests import micropython

BATCH = 20  # records a run of MicroPython
TARGET = 16  # points at most: with more, a game may take tens of thousands of actions


def settings(name, rng):
    """Return (seats, options), all drawn; values that the game refuses are left out."""
    game = game_class(name)
    fewest, most = game.SEATS
    seats = fewest + rng.below(most - fewest + 1)
    options = {}
    if rng.below(10) == 0 and "ranked" in dict(game.OPTIONS):
        return seats, {"ranked": 1}  # the game needs defaults
    for option, values in game.OPTIONS:
        options[option] = rng.choice(values)
        if option == "target":
            options[option] = min(options[option], TARGET)
        try:
            game(seats, options)
        except ValueError:
            del options[option]
    return seats, options


def record(name, number):
    """Return (text, actions) of a whole game, each seat at random in one game of three."""
    rng = Rng(number)
    seats, options = settings(name, rng)
    game = game_class(name)(seats, options)
    players = [greedy if rng.below(3) else random for _ in range(seats)]
    play_out(game, players, number)
    return "".join(line + "\n" for line in lines(game, number)), len(game.log)


def replay(name, numbers):
    """Play and replay some records; return how many actions they have."""
    actions = 0
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = Path(folder, "in"), Path(folder, "out")
        ours.mkdir()
        for number in numbers:
            text, count = record(name, number)
            (ours / f"{number}.jsonl").write_text(text, newline="\n")
            actions += count
        micropython.run("tests.portable.records", inputs=ours, outputs=theirs)
        for path in ours.iterdir():
            if (theirs / path.name).read_bytes() != path.read_bytes():
                raise SystemExit("record %s differs on MicroPython" % path.stem)
    return actions


def main():
    name, count = sys.argv[1], int(sys.argv[2])
    done = actions = 0
    while done < count:
        some = range(done, min(done + BATCH, count))
        actions += replay(name, some)
        done = some.stop
        print("%s: %d records, %d actions: equal on both" % (name, done, actions), flush=True)


if __name__ == "__main__":
    main()
