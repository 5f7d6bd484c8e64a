"""`leyboard chip`: measures the firmware on an emulated Pico and compares it with the budgets."""

import json
import os
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from host_tools.arguments import (
    Commands,
    add_others,
    path,
    profile_of,
    subcommand,
    whole,
    word,
)
from host_tools.build import add_frozen, build
from host_tools.errors import CommandError
from host_tools.files import replace_bytes, write_text
from host_tools.terminal import console, echo, grid, note

if TYPE_CHECKING:
    from sim.chip.benchmark import Figure

OUT = Path("build") / "chip.json"


def register(commands: Commands) -> None:
    sub = subcommand(
        commands,
        "chip",
        run,
        "measure the firmware on an emulated Pico, beside the budgets",
        (
            "chip --uf2 RPI_PICO.uf2 --bootrom bootrom.bin",
            "chip --uf2 RPI_PICO.uf2 --bootrom bootrom.bin --only sweep,frames",
            "chip --uf2 RPI_PICO.uf2 --bootrom bootrom.bin --port grid3",
            "chip --read-rom bootrom.bin",
        ),
    )
    sub.add_argument("--uf2", type=path, help="MicroPython for the Pico, a .uf2 file")
    sub.add_argument("--bootrom", type=path, help="the boot ROM of an RP2040, 16 KB")
    sub.add_argument(
        "--only", type=word, help="the first word of each run, by comma (default: all)"
    )
    add_others(sub)
    sub.add_argument("--list", action="store_true", help="list the runs and end")
    sub.add_argument(
        "--whole", action="store_true", help="also play whole and long games, which takes hours"
    )
    sub.add_argument("--actions", type=whole(1, 500), default=10, help="by hand (default: 10)")
    sub.add_argument(
        "--games", type=whole(1, 50), default=1,
        help="of each kind by hand: the p95 of few pieces is the slowest (default: 1)",
    )
    sub.add_argument(
        "--evening", type=whole(1, 10000), default=60, help="actions of players (default: 60)"
    )
    sub.add_argument("--workers", type=whole(1, 64), default=os.cpu_count(), help="side by side")
    sub.add_argument("--out", type=path, default=OUT, help="figures as JSON (default: %s)" % OUT)
    sub.add_argument(
        "--port", type=word, metavar="PROFILE",
        help="emulate a board with a serial port of its own, for mpremote and the other commands",
    )
    add_frozen(sub)
    sub.add_argument(
        "--bare", action="store_true", help="with --port: it has the files of the image alone"
    )
    sub.add_argument(
        "--read-rom", type=path, metavar="FILE", help="read the boot ROM off a real Pico and end"
    )


def run(arguments: Namespace) -> int | None:
    if arguments.read_rom:
        return _read_rom(arguments.read_rom)
    from sim.chip import benchmark, image, pico
    from sim.chip.uf2 import CURE, ImageError

    runs = benchmark.runs()
    if arguments.list:
        for name, _, takes_hours in runs:
            echo(name + ("   (hours)" if takes_hours else ""))
        return 0
    missing = [name + " is missing: " + cure for name, given, cure in (
        ("--uf2", arguments.uf2, CURE), ("--bootrom", arguments.bootrom, image.ROM_CURE)
    ) if not given]
    if missing:
        raise CommandError("; ".join(missing))
    try:
        pico.node()
        image.read_uf2(arguments.uf2, with_files=True)
        image.read_rom(arguments.bootrom)
        if arguments.port:
            return _serve(arguments)
        return _judge(arguments, chosen_runs(runs, arguments.only, arguments.whole))
    except ImageError as error:
        raise CommandError(str(error)) from None


def chosen_runs(
    runs: list[tuple[Any, ...]], words: str | None, whole: bool
) -> list[tuple[Any, ...]]:
    """Return the (name, function) of the runs that `words` name, or of all; include runs of hours
    only if they are named or if `whole` is true."""
    if not words:
        return [(name, run) for name, run, takes_hours in runs if whole or not takes_hours]
    wanted = words.split(",")
    for begin in wanted:
        if not any(name.startswith(begin) for name, *_ in runs):
            raise CommandError("there is no run %s; see --list" % begin)
    return [(name, run) for name, run, _ in runs if any(name.startswith(w) for w in wanted)]


def _judge(arguments: Namespace, runs: list[Any]) -> int | None:
    from sim.chip import benchmark

    boards = benchmark.BoardMaker(
        arguments.uf2, arguments.bootrom,
        lambda profile, folder: build(profile, folder=folder, modules=arguments.modules),
        arguments.actions, arguments.evening, arguments.games,
    )
    failed = []

    def tell(name: str, result: Any) -> None:
        if isinstance(result, Exception):
            failed.append(name)
            echo("%s: failed: %s" % (name, result))
        else:
            note("%s: done" % name)

    try:
        found = benchmark.measure_all(boards, runs, tell, arguments.workers)
    finally:
        boards.close()
    rows = [_row(figure) for figures in found.values() for figure in figures]
    console().print(
        grid(("what", "where", "budget", "here", ""), rows, ("budget", "here"),
             "On the emulated chip, 125 MHz, MicroPython %d.%d" % boards.version)
    )
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    told = {"micropython": "%d.%d" % boards.version, **benchmark.as_json(found)}
    write_text(arguments.out, json.dumps(told, indent=1) + "\n")
    echo("figures in %s" % arguments.out)
    return 1 if failed else 0


def _row(figure: "Figure") -> tuple[Any, ...]:
    from sim.chip import benchmark

    kept = benchmark.is_met(figure)
    here = "-" if figure.value is None else "%.4g %s" % (figure.value, figure.unit)
    budget = ""
    if figure.budget is not None:
        budget = "%s%g" % (">= " if figure.least else "", figure.budget)
    return figure.what, figure.where, budget, here, {None: "", True: "ok", False: "MISSED"}[kept]


def _serve(arguments: Namespace) -> int | None:
    """Emulate a board until Ctrl-C, with a pseudo-terminal as its serial port."""
    import tempfile

    from sim.chip import port
    from sim.chip.pico import Pico

    with tempfile.TemporaryDirectory(prefix="leyboard-board-") as folder:
        flash = None if arguments.bare else Path(folder) / "flash"
        profile_of(arguments.port)  # raises if it does not exist
        if flash:
            build(arguments.port, folder=flash, modules=arguments.modules)
        with Pico(arguments.port, arguments.uf2, arguments.bootrom, flash) as pico:
            port.serve(pico, lambda name: echo("the board is at %s   (Ctrl-C ends it)" % name))
    return 0


def _read_rom(target: Path) -> int | None:
    """Read the ROM of a connected board through its REPL."""
    from host_tools.board import stopped
    from host_tools.ports import find

    with stopped(find("auto")) as board:
        said = board.run(_ROM_IN_HEX)
    data = bytes.fromhex("".join(said.split()))
    replace_bytes(target, data)
    echo("%d bytes in %s" % (len(data), target))
    return 0


_ROM_IN_HEX = """
import machine
for at in range(0, 16384, 4):
    print("%02x%02x%02x%02x" % tuple(machine.mem32[at].to_bytes(4, "little")))
"""
