"""`leyboard bench`: measures on a real board what the data sheets of its readers leave open."""

from argparse import Namespace, _SubParsersAction

from host_tools.arguments import subcommand, whole
from host_tools.board import PACK, stopped
from host_tools.ports import add_board, find
from host_tools.terminal import say

# Runs on the board; prints the tables.
_CODE = """
import machine, rp2, time, table.bench
table.bench.run(machine, rp2, time, %d)
"""
_QUIET_S = 60  # the longest silence, except during the watch itself


def register(commands: _SubParsersAction) -> None:
    sub = subcommand(
        commands,
        "bench",
        run,
        "measure the readers of a real board: range, crosstalk, sleep (hardware/docs/2-one-cell)",
        ("bench", "bench --seconds 600 > bench.txt"),
    )
    add_board(sub)
    sub.add_argument(
        "--seconds", type=whole(1, 86400), default=60,
        help="how long the first table watches (default: 60)",
    )  # fmt: skip


def run(arguments: Namespace) -> None:
    with stopped(find(arguments.port)) as board:
        tables = board.run(PACK + _CODE % arguments.seconds, quiet_s=arguments.seconds + _QUIET_S)
    for line in tables.splitlines():
        say(line)
