"""`leyboard doctor`: checks a table. Asks the running table, or tests a board part by part."""

from argparse import Namespace

from host_tools import walk
from host_tools.arguments import Commands, subcommand, target, word
from host_tools.client import Client
from host_tools.core.doctor import TRIED, calibrate, examine, judge
from host_tools.errors import CommandError
from host_tools.faulty_board import FAULTS
from host_tools.ports import SIMULATED, add_port, open_port
from host_tools.terminal import console, echo, grid, note


def register(commands: Commands) -> None:
    sub = subcommand(
        commands,
        "doctor",
        run,
        "ask a table about each of its readers, or walk through a new board part by part",
        (
            "doctor                              # the table as it runs",
            "doctor --walk                       # part by part; stops the table meanwhile",
            "doctor --calibrate                  # sensors of turned tiles; clear the board first",
            "doctor --sim grid3 --fault missing:b2 --fault swapped:a1:c3",
        ),
    )
    add_port(sub)
    sub.add_argument(
        "--walk", action="store_true", help="check part by part, beginning with the supply"
    )
    sub.add_argument(
        "--calibrate", action="store_true",
        help="take the levels of the sensors that feel how tiles are turned, on an empty board",
    )
    sub.add_argument("--sim", type=word, metavar="PROFILE", help="walk through a simulated board")
    sub.add_argument(
        "--fault", type=word, action="append", default=[],
        help="of the simulated board: " + ", ".join(FAULTS),
    )
    sub.add_argument("--profile", type=word, help="the board (default: as its settings say)")
    sub.add_argument("--report", type=target, metavar="FILE",
                     help="write what was found (default: leyboard-doctor.txt)")


def run(arguments: Namespace) -> None:
    if arguments.fault and not arguments.sim:
        raise CommandError("--fault is for a simulated board: --sim grid3")
    if arguments.sim or arguments.walk:
        if arguments.walk and arguments.port.startswith(SIMULATED):
            raise CommandError("to walk through a simulated board, say --sim %s"
                               % arguments.port.removeprefix(SIMULATED))
        walk.run(arguments)
    elif arguments.calibrate:
        _calibrate(arguments)
    elif arguments.profile or arguments.report:
        raise CommandError("--profile and --report are for --walk")
    else:
        _ask(arguments)


def _calibrate(arguments: Namespace) -> None:
    with Client(open_port(arguments.port)) as table:
        rows = table.carry_out(calibrate())
    columns = ("place", "east, mT", "north, mT", "state", "cure")
    console().print(grid(columns, rows, right=columns[1:3]))
    broken = [row[0] for row in rows if row[3] == "broken"]
    if broken:
        raise CommandError("the sensors of these cells are not well: %s" % ", ".join(broken))


def _ask(arguments: Namespace) -> None:
    with Client(open_port(arguments.port)) as table:
        said, rows, has_supply = table.carry_out(examine())
    echo(said)
    columns = ("reader", "reads", "errors", "state", "cure")
    console().print(grid(columns, rows, right=("reads", "errors")))
    for line in TRIED:
        echo(line)
    judge(rows, has_supply)
    if any(row[3] == "starting" for row in rows):
        note("Some readers are still starting: they need the 5 V and a few seconds. Ask again.")
