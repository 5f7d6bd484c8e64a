"""Replays the records in /in on MicroPython and writes them again to /out, to be compared."""

import os

from games.record import lines
from games.replay import Replay

_LINES = 150  # between two collections of garbage


def main(args):
    """Yield from time to time so that garbage is collected (see tests/micropython.mjs)."""
    count = done = 0
    for name in sorted(os.listdir("/in")):
        check = Replay()
        with open("/in/" + name) as file:
            for line in file:
                check.feed(line.rstrip("\n"))
                done += 1
                if done % _LINES == 0:
                    yield True
        with open("/out/" + name, "w") as file:
            for line in lines(check.game, check.seed):
                file.write(line + "\n")
                done += 1
                if done % _LINES == 0:
                    yield True
        count += 1
    print("%d records replayed" % count)
