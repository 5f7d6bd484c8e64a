"""Replays the records in /in on MicroPython and writes them anew to /out, for comparison."""

import os

from games.record import lines, replay


def main(args):
    count = 0
    for name in sorted(os.listdir("/in")):
        with open("/in/" + name) as file:
            check = replay([line.rstrip("\n") for line in file])
        with open("/out/" + name, "w") as file:
            for line in lines(check.game, check.seed):
                file.write(line + "\n")
        count += 1
    print("%d records replayed" % count)
