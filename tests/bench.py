"""`make bench`: times, memory and light, each beside its budget. It prints, and judges nothing.

Virtual figures are in the time of the virtual chips, equal everywhere. MicroPython here is
WebAssembly on this machine: its memory has the words of the RP2040 and compares, its times do not;
nothing was measured on a board.
"""

import host_tools  # isort: skip  # noqa: F401  puts the firmware on the path

import contextlib
import statistics
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

from games import game_class, make, names
from games.base import CHANCE, OVER
from games.rng import Rng
from host_tools.build import TARGET, build
from sim.chip import benchmark, budgets, measure
from sim.chip.desk import Desk
from sim.virtual.table import VirtualTable
from sim.window.geometry import fitting, profiles
from table import settings
from tests import micropython, window
from tests.portable.pace import TABLES, pace

ACTIONS = 400  # of random play that are measured of each game
WIRE_US = 9.6  # a byte on the pixels' wire
LARGEST = 150  # actions into the game when memory is taken
BYTES_PER_S = 50_000  # of a slow line to the window: 0.4 Mbit
ROUND_TRIP_MS = 400
PACES = {"mars": (30, 6), "leylines": (10, 2), "landover": (50, 8)}  # on CPython, MicroPython


def median_us(times):
    return statistics.median(times) * 1e6 if times else 0.0


def engine(name):
    """Return (legal us, apply us, most legal actions) of random play on CPython."""
    game = game_class(name)()
    rng = Rng(1)
    listing, applying, most = [], [], 0
    while len(listing) < ACTIONS:
        if game.current() == OVER:
            game = game_class(name)()
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


def table(title, *columns):
    made = Table(title=title, title_justify="left")
    for column in columns:
        made.add_column(column, justify="left" if column == columns[0] else "right")
    return made


def engines(console):
    build("hex37", viper=False)
    times = {}
    for line in micropython.run("tests.portable.timing").splitlines():
        words = line.split()
        times[words[1] if words[0] == "game" else words[0]] = words
    made = table(
        "Engines: microseconds amid random play; bytes kept on MicroPython, compiled",
        "game", "legal", "apply", "legal (MPY)", "apply (MPY)", "overlay (MPY)",
        "most actions", "code", "state", "list",
    )
    for name in names():
        legal, apply, most = engine(name)
        line = micropython.run("tests.portable.memory", name, LARGEST, firmware=str(TARGET))
        _, code, state, actions, _ = line.split()
        made.add_row(name, f"{legal:.0f}", f"{apply:.0f}", *times[name][2:], str(most), code,
                     state, actions)
    console.print(made)
    return int(times["frame"][1])


def kept(value, budget):
    """Return a time in ms as text, in red if it is over its budget."""
    text = f"{value:.0f} ms"
    return text if value <= budget else f"[red]{text}[/red]"


def ready():
    """Return the ms from power on until every reader of a 9 x 9 board has been asked twice."""
    with tempfile.TemporaryDirectory() as folder:
        table = VirtualTable(settings.profile("grid9"), folder)
        while any(row[4] != "ok" or row[2] < 2 for row in table.board.sense.report()):
            table.run(5)
        return table.clock.ms() - table.booted


def first_dialog():
    """Return the ms until somebody new to the window sees its first dialog over a slow line."""
    from playwright.sync_api import sync_playwright

    with (
        tempfile.TemporaryDirectory() as folder,
        window.served(Path(folder)) as (url, _),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=window.CHROMIUM, args=window.FLAGS)
        page = browser.new_page(viewport=window.DESK)
        page.add_init_script("""{
          const { showModal } = HTMLDialogElement.prototype;
          HTMLDialogElement.prototype.showModal = function () {
            window.shownAt ??= performance.now();
            return showModal.call(this);
          };
        }""")
        page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", {
            "offline": False, "latency": ROUND_TRIP_MS, "downloadThroughput": BYTES_PER_S,
            "uploadThroughput": BYTES_PER_S,
        })
        page.goto(url)
        shown = page.wait_for_function("window.shownAt").json_value()
        browser.close()
    return shown


def heap(name, profile):
    """Return the bytes kept with a game under way on a board."""
    build(profile, viper=False)
    line = micropython.run("tests.portable.table_memory", name, profile, LARGEST,
                           firmware=str(TARGET))
    return int(line.split()[1])


def against_budgets(console, frame_us):
    made = table("Budgets on the RP2040 at 125 MHz", "what", "budget", "here", "how")
    for profile, tags, budget in budgets.SWEEPS:
        with Desk(profile) as desk:
            found = measure.sweep(desk, tags)["sweep"]
        made.add_row(f"sweep of {profile}, {tags} tags known", f"{budget} ms",
                     kept(found, budget), "virtual")
    for name, profile in benchmark.CALIBRATED:
        with Desk(profile) as desk:
            desk.run(1500)
            waits = measure.wrong_pieces(desk, name, 24)["lit"]
        p50, p95 = budgets.FIRST_LIGHT
        made.add_row(f"piece placed -> first light, {name} on {profile}", f"{p50}, {p95} ms",
                     f"{kept(measure.median(waits), p50)} "
                     f"{kept(measure.percentile(waits, 0.95), p95)}",
                     f"virtual: p50, p95 of {len(waits)}")
    made.add_row("power on, every reader asked twice", "3 s", f"{ready() / 1000:.1f} s", "virtual")
    if window.CHROMIUM:
        made.add_row("opening the window -> first dialog", "4 s", f"{first_dialog() / 1000:.1f} s",
                     f"Chromium at 0.4 Mbit, {ROUND_TRIP_MS} ms a round trip")
    for name in names():
        profile = fitting(profiles(), make(name))[0]
        made.add_row(f"heap with {name} on {profile}", "", f"{heap(name, profile) / 1024:.1f} KB",
                     "MicroPython; docs/budgets.md has the chip")
    more, anew, edges = [
        int(us) / 1000 for us in micropython.run("tests.portable.dense_nets").split()
    ]
    made.add_row("longest route of the worst net found, a piece longer", "150 ms, all",
                 f"{more:.1f} ms", "MicroPython")
    made.add_row("  the same net measured anew; its edges found", "",
                 f"{anew:.1f} + {edges:.1f} ms", "MicroPython")
    wire = 3 * settings.profile("grid9").PIXELS * WIRE_US / 1000
    made.add_row("frame of 324 pixels, painted and sent", "25 ms",
                 f"{frame_us / 1000:.1f} + {wire:.1f} ms", "painted (MPY) + wire")
    console.print(made)


def paces(console):
    made = table("Virtual seconds in a second of a core with nothing else to do",
                 "table", "wanted", "CPython", "wanted", "MicroPython")
    there = [line.split()[-1] for line in micropython.run("tests.portable.pace").splitlines()]
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        here = [list(pace(*one))[-1] for one in TABLES]
    for (name, profile), cpython, mpy in zip(TABLES, here, there, strict=True):
        wanted = [str(one) for one in PACES.get(name, ("", ""))]
        made.add_row(f"{name} on {profile}", wanted[0], f"{cpython:.1f}", wanted[1], mpy)
    console.print(made)


def main():
    console = Console(width=118)
    build("grid9", viper=False)
    against_budgets(console, engines(console))
    paces(console)


if __name__ == "__main__":
    main()
