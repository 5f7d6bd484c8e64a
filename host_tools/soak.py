"""`leyboard soak`: runs a simulated table for virtual hours, with all kinds of faults."""

import gc
import sys
import tempfile
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from games import names
from host_tools.arguments import SEED_MOST, Commands, profile_of, subcommand, whole, word
from host_tools.errors import CommandError
from host_tools.partsfile import read_parts
from host_tools.terminal import echo, note, progress
from sim.virtual.parts import fit_as_sold, fit_measured
from sim.virtual.soak import Soak
from sim.virtual.soak_checks import SoakError

if TYPE_CHECKING:
    from games.rng import Rng
    from sim.virtual.table import VirtualTable

_HOUR_MS = 3600000


def register(commands: Commands) -> None:
    sub = subcommand(
        commands,
        "soak",
        run,
        "run a simulated table for virtual hours, and check it all the time",
        (
            "soak --hours 24 --seed 1",
            "soak --hours 2 --profile grid9 --games land,leylines",
            "soak --hours 24 --profile hall9 --parts as-sold",
        ),
    )
    sub.add_argument("--hours", type=whole(1, 1000), default=24, help="virtual (default: 24)")
    sub.add_argument("--seed", type=whole(0, SEED_MOST), default=1,
                     help="the same seed gives the same run (default: 1)")
    sub.add_argument("--profile", type=word, default="grid6", help="the board (default: grid6)")
    sub.add_argument("--games", type=word, help="names of games, by comma (default: all)")
    sub.add_argument("--parts", type=word, metavar="as-sold|FILE",
                     help="as-sold: parts as shops sell them, drawn by the seed; or a file of "
                          "leyboard bench --out")


def run(arguments: Namespace) -> None:
    games = arguments.games.split(",") if arguments.games else names()
    for game in games:
        if game not in names():
            raise CommandError("there is no game %s; there are: %s" % (game, ", ".join(names())))
    profile = profile_of(arguments.profile)
    fit: Callable[[VirtualTable, Rng], object] | None = None
    if arguments.parts == "as-sold":
        fit = fit_as_sold
    elif arguments.parts:
        measured = read_parts(Path(arguments.parts), profile.NAME)

        def fit(table: "VirtualTable", rng: "Rng") -> None:
            fit_measured(table, measured)

    ms = _HOUR_MS * arguments.hours
    with tempfile.TemporaryDirectory(prefix="leyboard-") as folder, progress() as bar:
        soak = Soak(profile, folder, arguments.seed, games, fit=fit)
        task = bar.add_task("soak", total=ms)
        hours = 0
        start = _heap()
        try:
            for _ in soak.live(ms):
                bar.update(task, completed=soak.table.clock.ms())
                if soak.table.clock.ms() // _HOUR_MS > hours:
                    hours = soak.table.clock.ms() // _HOUR_MS
                    actions = soak.counts.get("action", 0)
                    note("%2d h: %5d actions, heap of %d blocks" % (hours, actions, _heap()))
        except SoakError as error:
            raise CommandError(
                "after %.2f hours, seed %d: %s"
                % (soak.table.clock.ms() / _HOUR_MS, arguments.seed, error)
            ) from None
        finally:
            soak.close()
    for line in soak.fitted:
        echo("with " + line)
    echo("%d hours of %s, all as it should be:" % (arguments.hours, arguments.profile))
    for line in soak.summary():
        echo(line)
    echo("heap: %d blocks at the start, %d at the end" % (start, _heap()))


def _heap() -> int:
    """Return the number of memory blocks that Python holds, including modules loaded late."""
    gc.collect()
    return sys.getallocatedblocks()
