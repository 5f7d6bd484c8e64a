"""Measures the firmware on an RP2040 that has been flashed, a real one or an emulated one.

    python -m tests.bench_chip --port auto mars land
    leyboard chip --port grid6 --uf2 ... --bootrom ...    emulates a board and prints its port

The games have to be in the build. No readers are needed, but for its profile the board may be
bare. Its running game stays as it was, and the table runs again in the end.
"""

import argparse
from pathlib import Path

from rich.console import Console
from rich.table import Table

from host_tools.board import Board  # isort: skip  puts the firmware on the path
from games import names
from host_tools.ports import find
from sim.virtual.costs import SEAMS

ON_BOARD = Path(__file__).parent / "portable" / "on_board.py"
PARTS = {"legal": "30 ms, land", "answer": "150 ms", "sweep": "150 ms"}
_QUIET_S = 600  # an emulated board is slow, and prints a game at a time


def measure(port, games):
    """Return the rows (game or profile, part, numbers) that the board at a port prints; raises
    CommandError."""
    with Board(port) as board:
        said = board.run(ON_BOARD.read_text() + f"\nrun({games!r}, {SEAMS!r})\n", _QUIET_S)
        board.reset()
    return [(*line.split()[:2], [int(word) for word in line.split()[2:]])
            for line in said.splitlines()]  # fmt: skip


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="tests.bench_chip", description=__doc__.split("\n")[0])
    parser.add_argument("games", nargs="*", default=names(), metavar="game", help="default: all")
    parser.add_argument("--port", default="auto", help="serial port (default: the first board)")
    chosen = parser.parse_args(arguments)
    table = Table("game", "part", "budget", "median", "most", "of")
    for game, part, (first, second, count) in measure(find(chosen.port), chosen.games):
        if part == "heap":
            table.add_row(game, part, "", f"{first / 1024:.1f} KB",
                          f"{second / 1024:.1f} KB free", f"{count} actions")  # fmt: skip
        else:
            table.add_row(game, part, PARTS.get(part, ""), f"{first / 1000:.1f} ms",
                          f"{second / 1000:.1f} ms", str(count))  # fmt: skip
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
