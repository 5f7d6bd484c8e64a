"""`leyboard doctor`: checks a table. Asks the running table, or tests a board part by part."""

from argparse import Namespace

from host_tools import walk
from host_tools.arguments import Commands, path, subcommand, word
from host_tools.client import Client
from host_tools.errors import CommandError
from host_tools.ports import SIMULATED, add_port, open_port
from host_tools.spoiled import FAULTS
from host_tools.terminal import console, echo, grid, note

CURE = {
    "silent": "no answer: check its plug and its mode switches (SPI), then swap it with a good "
    "one",
    "broken": "the ribbon does not return what goes in: check its plugs and the loop plug",
    "starting": "not asked yet: wait a second and try again",
}
TRIED = """\
Asked: the 5 V, and whether each line above answers.
Not tried: tags at their places, selects, speed of the bus, lights, display, knob, buttons, buzzer;
leyboard doctor --walk tries these, and stops the table meanwhile."""


def register(commands: Commands) -> None:
    sub = subcommand(
        commands,
        "doctor",
        run,
        "ask a table about each of its readers, or walk through a new board part by part",
        (
            "doctor                              # the table as it runs",
            "doctor --walk                       # part by part; stops the table meanwhile",
            "doctor --sim grid3 --fault missing:b2 --fault swapped:a1:c3",
        ),
    )
    add_port(sub)
    sub.add_argument(
        "--walk", action="store_true", help="check part by part, beginning with the supply"
    )
    sub.add_argument("--sim", type=word, metavar="PROFILE", help="walk through a simulated board")
    sub.add_argument(
        "--fault", type=word, action="append", default=[],
        help="of the simulated board: " + ", ".join(FAULTS),
    )  # fmt: skip
    sub.add_argument("--profile", type=word, help="the board (default: as its settings say)")
    sub.add_argument("--report", type=path, metavar="FILE",
                     help="write what was found (default: leyboard-doctor.txt)")  # fmt: skip


def run(arguments: Namespace) -> None:
    if arguments.fault and not arguments.sim:
        raise CommandError("--fault is for a simulated board: --sim grid3")
    if arguments.sim or arguments.walk:
        if arguments.walk and arguments.port.startswith(SIMULATED):
            raise CommandError("to walk through a simulated board, say --sim %s"
                               % arguments.port.removeprefix(SIMULATED))  # fmt: skip
        walk.run(arguments)
    else:
        _ask(arguments)


def _ask(arguments: Namespace) -> None:
    with Client(open_port(arguments.port)) as table:
        hello = table.hello()
        readers = []
        for _ in range(40):
            readers = table.readers()
            if all(reader.state != "starting" for reader in readers):
                break
        health = table.health()
    echo("firmware %s on %s; 5 V: %s" % (hello.firmware, hello.profile,
                                        "there" if health.supply else "missing"))  # fmt: skip
    rows = [(one.name, one.reads, one.errors, one.state, CURE.get(one.state, ""))
            for one in readers]  # fmt: skip
    columns = ("reader", "reads", "errors", "state", "cure")
    console().print(grid(columns, rows, right=("reads", "errors")))
    echo(TRIED, keep="\n")
    if not health.supply:
        raise CommandError("the 5 V are missing: plug in the supply; readers and lights need it")
    wrong = [one.name for one in readers if one.state not in ("ok", "starting")]
    if wrong:
        raise CommandError("%d of %d readers are not well: %s. leyboard doctor --walk finds more"
                           % (len(wrong), len(readers), ", ".join(wrong)))  # fmt: skip
    if any(one.state == "starting" for one in readers):
        note("Some readers are still starting: they need the 5 V and a few seconds. Ask again.")
