"""`make bench`: times, memory and light, each beside its budget. It prints, and judges nothing.

Times are medians of this machine in this run; those of the virtual chips are in virtual time and
equal everywhere. Memory is that of the compiled firmware on MicroPython with 32-bit words, as on
the RP2040.
"""

import host_tools  # isort: skip  # noqa: F401  puts the firmware on the path

import statistics
import time

from rich.console import Console
from rich.table import Table

from games import kind, names
from games.base import CHANCE, OVER
from games.rng import Rng
from host_tools.build import build
from tests import micropython

ACTIONS = 400  # of random play that is measured of each game


def median_us(times):
    return statistics.median(times) * 1e6 if times else 0.0


def engine(name):
    """Return (actions, legal us, apply us, most legal actions) of random play."""
    game = kind(name)()
    rng = Rng(1)
    listing, applying, most = [], [], 0
    while len(listing) < ACTIONS:
        if game.current() == OVER:
            game = kind(name)()
        by = rng.choice(game.current())
        start = time.perf_counter()
        actions = game.legal(by)
        listing.append(time.perf_counter() - start)
        most = max(most, len(actions))
        action = game.sample(rng) if by == CHANCE else rng.choice(actions)
        start = time.perf_counter()
        game.apply(by, action)
        applying.append(time.perf_counter() - start)
    return median_us(listing), median_us(applying), most


def engines(console):
    build("grid9")
    table = Table(title="Engines: random play on CPython, memory on MicroPython (compiled)")
    columns = ("game", "legal us", "apply us", "most actions", "code B", "state B", "list B")
    for column in columns:
        table.add_column(column, justify="left" if column == "game" else "right")
    for name in names():
        listing, applying, most = engine(name)
        line = micropython.run("tests.portable.memory", name, 150, firmware="build")
        _, code, state, actions, _ = line.split()
        table.add_row(
            name, f"{listing:.0f}", f"{applying:.0f}", str(most), code, state, actions
        )
    console.print(table)


def main():
    console = Console(width=110)
    engines(console)


if __name__ == "__main__":
    main()
