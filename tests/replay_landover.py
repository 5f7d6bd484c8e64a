"""Plays records of Landover over all maps, seats and options, and replays them on MicroPython.

python -m tests.replay_landover 300
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


def settings(number):
    """Return (seats, options): every option turns at its own pace, refused values are left."""
    game = kind("landover")
    seats = 2 + number % 3
    options = {"map": "ABC"[number // 3 % 3]}
    for i, (name, values) in enumerate(game.OPTIONS[1:]):
        # The default comes up as often as all other values together.
        if (number // (i + 2) + i) % 2:
            options[name] = values[number // (i + 1) % len(values)]
            try:
                game(seats, options)
            except ValueError:
                del options[name]
    return seats, options


def record(number):
    """Return the text of a whole game, one seat in three at random."""
    seats, options = settings(number)
    game = kind("landover")(seats, options)
    players = [random if (seat + number) % 3 == 2 else greedy for seat in range(seats)]
    play_out(game, players, number)
    return "".join(line + "\n" for line in lines(game, number)), len(game.log)


def replay(numbers):
    """Play and replay some records; return how many actions they have."""
    actions = 0
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = Path(folder, "in"), Path(folder, "out")
        ours.mkdir()
        for number in numbers:
            text, count = record(number)
            (ours / f"{number}.jsonl").write_text(text, newline="\n")
            actions += count
        micropython.run("tests.portable.records", inputs=ours, outputs=theirs, timeout=1200)
        for path in ours.iterdir():
            if (theirs / path.name).read_bytes() != path.read_bytes():
                raise SystemExit("record %s differs on MicroPython" % path.stem)
    return actions


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    done = actions = 0
    while done < count:
        some = range(done, min(done + BATCH, count))
        actions += replay(some)
        done = some.stop
        print("%d records, %d actions: equal on both" % (done, actions), flush=True)


if __name__ == "__main__":
    main()
