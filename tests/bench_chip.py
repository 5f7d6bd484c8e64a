"""Measures the firmware on an RP2040 that has been flashed, a real one or an emulated one.

    python -m tests.bench_chip --port auto mars land
    leyboard chip --port grid6 --uf2 ... --bootrom ...    emulates a board and prints its port

The board needs a profile but no readers; it may be bare. Its running game stays as it was,
and the table runs again in the end.
"""

import argparse
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from host_tools.board import PACK, stopped
from host_tools.errors import CommandError
from host_tools.ports import find
from sim.virtual.costs import PROBES

ON_BOARD = Path(__file__).parent / "portable" / "on_board.py"
PARTS = {"legal": "30 ms, land", "answer": "150 ms"}
_QUIET_S = 600  # an emulated board is slow, and prints a game at a time
_GAMES = """
try:
    from games import names
    print(*names())
except ImportError:
    pass
"""


def measure(port, games):
    """Return the rows (game or profile, part, numbers) that the board at a port prints, of these
    games, or of all that are on it; raises CommandError."""
    with stopped(port) as board:
        there = board.run(PACK + _GAMES).split()
        missing = [name for name in games if name not in there]
        if not there:
            raise CommandError("there is no firmware on the board: leyboard flash")
        if missing:
            raise CommandError("there is no game %s on the board; there are: %s"
                               % (missing[0], ", ".join(there)))
        call = "\nrun(%r, %r)\n" % (list(games) or there, PROBES)
        said = board.run(ON_BOARD.read_text() + call, _QUIET_S)
    return [(*line.split()[:2], [int(word) for word in line.split()[2:]])
            for line in said.splitlines()]


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="tests.bench_chip", description=__doc__.split("\n")[0])
    parser.add_argument("games", nargs="*", metavar="game", help="default: all on the board")
    parser.add_argument("--port", default="auto", help="serial port (default: the only board)")
    chosen = parser.parse_args(arguments)
    try:
        rows = measure(find(chosen.port), chosen.games)
    except CommandError as error:
        sys.exit("tests.bench_chip: %s" % error)
    table = Table("game", "part", "budget", "median", "most", "of")
    for game, part, (first, second, count) in rows:
        if part == "heap":
            table.add_row(game, part, "", f"{first / 1024:.1f} KB",
                          f"{second / 1024:.1f} KB free", f"{count} actions")
        else:
            table.add_row(game, part, PARTS.get(part, ""), f"{first / 1000:.1f} ms",
                          f"{second / 1000:.1f} ms", str(count))
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
