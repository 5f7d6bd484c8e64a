"""`leyboard bench`: measures on a real board what the data sheets of its readers leave open."""

import json
from argparse import Namespace
from typing import Any

from host_tools.arguments import Commands, subcommand, target, whole
from host_tools.board import PACK, stopped
from host_tools.errors import CommandError
from host_tools.files import write_text
from host_tools.partsfile import check
from host_tools.ports import add_board, find
from host_tools.terminal import echo

if False:  # only mypy reads this: the names of types
    from games.types import Json

# Run on the board; they print tables, or facts as lines of JSON.
_TABLES = """
import machine, rp2, time, table.bench
table.bench.run(machine, rp2, time, %d)
"""
_FACTS = """
import machine, rp2, time, table.measure
table.measure.run(machine, rp2, time, %d)
"""
_QUIET_S = 60  # the longest silence, except during the watch itself


def register(commands: Commands) -> None:
    sub = subcommand(
        commands,
        "bench",
        run,
        "measure the readers of a real board: range, crosstalk, sleep (hardware/docs/2-one-cell)",
        (
            "bench",
            "bench --seconds 600 > bench.txt",
            "bench --seconds 300 --out my-board.json   # for leyboard play --parts my-board.json",
        ),
    )
    add_board(sub)
    sub.add_argument(
        "--seconds", type=whole(1, 86400), default=60,
        help="how long it watches, or all readers together are asked (default: 60)",
    )
    sub.add_argument(
        "--out", type=target, metavar="FILE",
        help="write times and misses of each reader, with a tag lying on it; the file names no "
             "tag and no person",
    )


def run(arguments: Namespace) -> None:
    code = _FACTS if arguments.out else _TABLES
    with stopped(find(arguments.port)) as board:
        said = board.run(PACK + code % arguments.seconds, quiet_s=arguments.seconds + _QUIET_S)
    if not arguments.out:
        for line in said.splitlines():
            echo(line)
        return
    facts = _facts(said)
    write_text(arguments.out, json.dumps(facts, indent=1) + "\n")
    lying = sum(reader["asked"] > 0 for reader in facts["readers"])
    echo("%d readers in %s, %d of them with a tag to ask"
        % (len(facts["readers"]), arguments.out, lying))


def _facts(said: str) -> "Json":
    """Return the facts that a board has printed; raises CommandError."""
    facts: dict[str, Any] = {}
    try:
        head, *readers = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
        facts = {**head, "readers": readers}
    except (ValueError, TypeError):
        pass  # what is missing is said below
    wrong = check(facts)
    if wrong:
        raise CommandError("the board's answer is no measurement (%s): flash it again, with "
                           "leyboard flash" % wrong)
    return facts
