"""`leyboard doctor`: asks a table how its readers are."""

from rich.console import Console
from rich.table import Table as Grid

from host_tools.arguments import subcommand
from host_tools.errors import CommandError
from host_tools.table import Table, add_port, find

CURE = {
    "silent": "no answer: check its plug, its mode switches (SPI), then swap it with a good one",
    "broken": "what goes into the ribbon does not come back: check its plugs and the loop plug",
    "starting": "not asked yet: wait a second and try again",
}


def register(commands):
    sub = subcommand(
        commands,
        "doctor",
        run,
        "ask a table how each of its readers is; fails if one is silent",
        ("doctor", "doctor --port sim:grid3"),
    )
    add_port(sub)


def run(arguments):
    with Table(find(arguments.port)) as table:
        hello = table.ask("hello")
        readers = []
        for _ in range(40):
            readers = table.ask("readers")["readers"]
            if all(row[4] != "starting" for row in readers):
                break
    console = Console(highlight=False)
    console.print("firmware %s on %s" % (hello["firmware"], hello["profile"]))
    grid = Grid("reader", "reads", "errors", "state", "cure")
    for name, _, reads, errors, state in readers:
        grid.add_row(name, str(reads), str(errors), state, CURE.get(state, ""))
    console.print(grid)
    wrong = [row[0] for row in readers if row[4] != "ok"]
    if wrong:
        raise CommandError("%d of %d readers are not well: %s"
                           % (len(wrong), len(readers), ", ".join(wrong)))  # fmt: skip
