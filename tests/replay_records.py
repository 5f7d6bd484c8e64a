"""Plays records of a game over its maps, seats and options, and replays them on MicroPython.

python -m tests.replay_records landover 300
"""

import host_tools  # isort: skip  # noqa: F401  puts the firmware on the path

import sys
import tempfile
from pathlib import Path

from games import kind
from games.bots import greedy, random
from games.record import lines
from sim.selfplay import play_out
from tests import micropython

BATCH = 20  # records a run of MicroPython
TARGET = 16  # points at most: with more, a game may take tens of thousands of actions


def settings(name, number):
    """Return (seats, options): every option turns at its own pace, refused values are left."""
    game = kind(name)
    fewest, most = game.SEATS
    seats = fewest + number % (most - fewest + 1)
    options = {}
    if number % 10 == 9 and "ranked" in dict(game.OPTIONS):
        return seats, {"ranked": 1}  # goes with defaults only
    for i, (option, values) in enumerate(game.OPTIONS):
        # The default comes up as often as all other values together.
        if (number // (i + 2) + i) % 2:
            options[option] = values[number // (i + 1) % len(values)]
            if option == "target":
                options[option] = min(options[option], TARGET)
            try:
                game(seats, options)
            except ValueError:
                del options[option]
    return seats, options


def record(name, number):
    """Return (text, actions) of a whole game, one seat in three at random."""
    seats, options = settings(name, number)
    game = kind(name)(seats, options)
    players = [random if (seat + number) % 3 == 2 else greedy for seat in range(seats)]
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
        micropython.run("tests.portable.records", inputs=ours, outputs=theirs, timeout=1200)
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
