"""Lets a table live on this interpreter, and prints what happened and how the heap stands."""

import gc
import os

from sim.virtual.soak import Soak
from table import settings


def main(args):
    """Live: [profile, seed, ms]; a generator, between whose steps garbage is
    collected."""
    profile, seed, ms = args[0], int(args[1]), int(args[2])
    os.mkdir("soak")
    soak = Soak(settings.profile(profile), "soak", seed, None, 4000)
    half = None
    for deed in soak.live(ms):
        yield deed
        if half is None and soak.stage.clock.ms() > ms // 2:
            half = gc.mem_alloc()
    for line in soak.summary():
        print(line)
    print("heap", half, gc.mem_alloc())
