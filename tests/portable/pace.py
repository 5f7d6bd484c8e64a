"""Prints how many seconds of table time pass in a second of this processor, while hints are
played. The time in which they are chosen is not counted: no chip and no driver works then."""

import os
import time

from sim.virtual.player import TablePlayer
from sim.virtual.script import Script

TABLES = (
    ("mars", "grid6"), ("land", "grid9"), ("leylines", "isles12"), ("landover", "hex37"),
)
_ACTIONS = 20
_now = getattr(time, "process_time", time.time)


class _Player(TablePlayer):
    thought = 0.0  # s

    def _idea(self, by):
        began = _now()
        action = super()._idea(by)
        self.thought += _now() - began
        return action


def pace(name, profile):
    """Play some actions on a new table; yields after each. The last value is the seconds of table
    time for each second here."""
    folder = "pace-" + name
    os.mkdir(folder)
    script = Script(folder)
    script.run(("board " + profile, "wait 2000", "new %s seed=1" % name))
    table = script.table
    player = _Player(table, script.press)
    start, began = table.clock.ms(), _now()
    for _ in range(_ACTIONS):
        player.act()
        table.tidy()
        yield None
    yield (table.clock.ms() - start) / 1000 / (_now() - began - player.thought)


def main(args):
    """Print a line for each table, or those of the games named."""
    for name, profile in TABLES:
        if args and name not in args:
            continue
        for value in pace(name, profile):
            yield value is None
        print(name, profile, "%.2f" % value)
