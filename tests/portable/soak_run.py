"""Runs a soak on this interpreter and prints its summary and the state of the heap."""

import gc
import os

from sim.virtual.soak import Soak
from table import settings


def main(args):
    """Run [profile, seed, ms]; a generator, so that garbage is collected between its steps."""
    profile, seed, ms = args[0], int(args[1]), int(args[2])
    os.mkdir("soak")
    soak = Soak(settings.profile(profile), "soak", seed, None, 4000)
    half = None
    for deed in soak.live(ms):
        yield deed
        if half is None and soak.table.clock.ms() > ms // 2:
            half = gc.mem_alloc()
    for line in soak.summary():
        print(line)
    print("heap", half, gc.mem_alloc())
