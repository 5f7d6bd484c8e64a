"""Measures the firmware on a real RP2040, or an emulated one, that has been flashed.

    python -m tests.bench_chip --port auto mars land

The games have to be in the build. No readers are needed, but for its profile the board may be
bare. It stays as it was; the running game too.
"""

import argparse
import tempfile
from pathlib import Path

from rich.console import Console
from rich.table import Table

from games import names
from host_tools.flash import Board

ON_BOARD = Path(__file__).parent / "portable" / "on_board.py"
PARTS = {"legal": "30 ms, land", "answer": "150 ms", "settled": "", "heap": "130 KB",
         "sweep": "150 ms"}


def measure(board, games):
    """Return the rows (game or profile, part, numbers) that the board prints."""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "on_board.py"
        script.write_text(ON_BOARD.read_text() + f"\nrun({games!r})\n")
        said = board.run(["run", str(script)])
    return [(*line.split()[:2], [int(word) for word in line.split()[2:]])
            for line in said.splitlines()]  # fmt: skip


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="tests.bench_chip", description=__doc__.split("\n")[0])
    parser.add_argument("games", nargs="*", default=names(), metavar="game", help="default: all")
    parser.add_argument("--port", default="auto", help="serial port (default: the first board)")
    chosen = parser.parse_args(arguments)
    table = Table("game", "part", "budget", "median", "most", "of")
    for game, part, (first, second, count) in measure(Board(chosen.port), chosen.games):
        if part == "heap":
            table.add_row(game, part, PARTS[part], f"{first / 1024:.1f} KB",
                          f"{second / 1024:.1f} KB free", f"{count} actions")  # fmt: skip
        else:
            table.add_row(game, part, PARTS[part], f"{first / 1000:.1f} ms",
                          f"{second / 1000:.1f} ms", str(count))  # fmt: skip
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
