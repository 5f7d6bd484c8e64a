"""Prints how many seconds of table time pass in a second of this processor, while hints are
played."""

import os
import time

from sim.virtual.script import Script

TABLES = (
    ("mars", "grid6"), ("land", "grid9"), ("leylines", "isles12"), ("landover", "hex37"),
)  # fmt: skip
_ACTIONS = 20
_now = getattr(time, "process_time", time.time)


def pace(name, profile):
    """Play some actions on a new table; yields after each. The last value is the seconds of table
    time for each second here."""
    folder = "pace-" + name
    os.mkdir(folder)
    script = Script(folder)
    script.run(("board " + profile, "wait 2000", "new %s seed=1" % name))
    clock = script.table.clock
    start, began = clock.ms(), _now()
    for _ in range(_ACTIONS):
        script.run(("play 1",))
        yield None
    yield (clock.ms() - start) / 1000 / (_now() - began)


def main(args):
    """Print a line for each table, or those of the games named."""
    for name, profile in TABLES:
        if args and name not in args:
            continue
        for value in pace(name, profile):
            yield value is None
        print(name, profile, "%.2f" % value)
