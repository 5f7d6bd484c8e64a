"""`make bench`: times, memory and light, each beside its budget. It prints, and judges nothing.

Virtual figures are in the time of the virtual chips, equal everywhere. MicroPython here is
WebAssembly on this machine: its memory has the words of the RP2040 and compares, its times do not;
nothing was measured on a board.
"""

import host_tools  # isort: skip  # noqa: F401  puts the firmware on the path

import statistics
import tempfile
import time

from rich.console import Console
from rich.table import Table

from games import game_class, names
from games.base import CHANCE, OVER
from games.rng import Rng
from host_tools.build import build
from sim.virtual.stage import Stage
from table import settings
from tests import micropython

ACTIONS = 400  # of random play that are measured of each game
BOARDS = {"mars": "grid6", "land": "grid9", "market": "grid9", "leylines": "isles12",
          "landover": "hex37"}  # fmt: skip
WIRE_US = 9.6  # a byte on the pixels' wire
LARGEST = 150  # actions into the game when memory is taken


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
    times = {}
    for line in micropython.run("tests.portable.timing").splitlines():
        words = line.split()
        times[words[1] if words[0] == "game" else words[0]] = words
    made = table(
        "Engines: microseconds amid random play; bytes kept on MicroPython, compiled",
        "game", "legal", "apply", "legal (MPY)", "apply (MPY)", "overlay (MPY)",
        "most actions", "code", "state", "list",
    )  # fmt: skip
    for name in names():
        legal, apply, most = engine(name)
        line = micropython.run("tests.portable.memory", name, LARGEST, firmware="build")
        _, code, state, actions, _ = line.split()
        made.add_row(name, f"{legal:.0f}", f"{apply:.0f}", *times[name][2:], str(most), code,
                     state, actions)  # fmt: skip
    console.print(made)
    return int(times["frame"][1])


def sweep():
    """Return (sweep ms, ms from tag to settled) of 81 readers, 40 tags known."""
    with tempfile.TemporaryDirectory() as folder:
        stage = Stage(settings.profile("grid9"), folder)
        stage.app.session.new("land", seed=1)
        stage.fill_box()
        stage.app.session.give_up()
        for i in range(40):
            stage.world.place(stage.pieces[i][0], stage.world.names[2 * i])
        stage.run(2000)
        stage.board.sense.hot([])
        stage.run(1000)
        return stage.board.sense.sweep_ms


def reaction(games=5, rounds=12):
    """Return the ms from a piece laid on a hot cell to other lights there, sorted.

    What the chips alone take on an all but empty board (facts: air-time), where as many as nine
    visits are needed for what is hot: a field is on for 7.6 ms where nothing lies, so up to
    9 x 7.6 until the piece is asked for, then 11.1 until it has answered and 3.5 to read it: 83.
    """
    waits = []
    for seed in range(1, games + 1):
        with tempfile.TemporaryDirectory() as folder:
            stage = Stage(settings.profile("grid9"), folder)
            stage.app.session.new("land", seed=seed)
            stage.tidy()
            stage.run(1500)
            for i in range(rounds):
                waits.append(_reaction(stage, 7 * seed + i))
                stage.run(300 + 37 * i)
    return sorted(waits)


def _reaction(stage, pick):
    """Lay a piece that makes a whole action and wait for the lights."""
    game = stage.app.session.game
    by = game.current()[0]
    # A Fairie Ring or cross fits in one turn only, so laying it is the whole action.
    ways = {}
    for action in game.legal(by):
        for spot, piece in game.gesture(by, action):
            ways.setdefault((spot, game.token(piece)), []).append(action)
    single = [way for way in ways if len(ways[way]) == 1]
    spot, token = single[pick % len(single)]
    name = game.spot_name(spot)
    before = len(game.log), stage.world.lights(name)
    start = stage.clock.ms()
    stage.world.place(stage.in_box(token), name)
    while len(game.log) == before[0] or stage.world.lights(name) == before[1]:
        stage.run(1)
    return stage.clock.ms() - start


def ready():
    """Return the ms from power on until every reader of a 9 x 9 board has been asked twice."""
    with tempfile.TemporaryDirectory() as folder:
        stage = Stage(settings.profile("grid9"), folder)
        while any(row[4] != "ok" or row[2] < 2 for row in stage.board.sense.report()):
            stage.run(5)
        return stage.clock.ms() - stage.booted


def heap(name, profile, plain=False):
    """Return the bytes kept with a game under way on a board."""
    build(profile, plain=plain, viper=False)
    line = micropython.run("tests.portable.table_memory", name, profile, LARGEST,
                           firmware="build")  # fmt: skip
    return int(line.split()[1])


def budgets(console, frame_us):
    made = table("Budgets (DESIGN: on the RP2040 at 125 MHz)", "what", "budget", "here", "how")
    waits = reaction()
    made.add_row("full sweep of 81 readers, 40 tags known", "150 ms", f"{sweep()} ms", "virtual")
    made.add_row("piece laid on a hot cell, lights change", "100 ms",
                 f"{waits[len(waits) // 2]} ms (most {waits[-1]})",
                 f"virtual, {len(waits)} times")  # fmt: skip
    made.add_row("power on, every reader asked twice", "3 s", f"{ready() / 1000:.1f} s", "virtual")
    for name, profile in BOARDS.items():
        plain = heap(name, profile, plain=True) / 1024
        joined = heap(name, profile) / 1024
        made.add_row(f"heap with {name} on {profile}", "130 KB", f"{joined:.1f} KB",
                     f"MicroPython ({plain:.0f} KB unjoined)")  # fmt: skip
    more, anew, edges = [
        int(us) / 1000 for us in micropython.run("tests.portable.dense_nets").split()
    ]
    made.add_row("longest route of the worst net found, a piece longer", "150 ms, all",
                 f"{more:.1f} ms", "MicroPython")  # fmt: skip
    made.add_row("  the same net measured anew; its edges found", "",
                 f"{anew:.1f} + {edges:.1f} ms", "MicroPython")  # fmt: skip
    wire = 3 * settings.profile("grid9").PIXELS * WIRE_US / 1000
    made.add_row("frame of 324 pixels, painted and sent", "25 ms",
                 f"{frame_us / 1000:.1f} + {wire:.1f} ms", "painted (MPY) + wire")  # fmt: skip
    console.print(made)


def main():
    console = Console(width=118)
    build("grid9", viper=False)
    budgets(console, engines(console))


if __name__ == "__main__":
    main()
