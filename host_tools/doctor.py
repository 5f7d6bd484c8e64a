"""`leyboard doctor`: asks a table how its readers are."""

from host_tools.arguments import subcommand
from host_tools.client import Client
from host_tools.errors import CommandError
from host_tools.ports import add_port, open_port
from host_tools.terminal import console, grid, say

CURE = {
    "silent": "no answer: check its plug, its mode switches (SPI), then swap it with a good one",
    "no power": "its block draws too much: unplug, and look for a short circuit at its readers",
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
    with Client(open_port(arguments.port)) as table:
        hello = table.hello()
        readers = []
        for _ in range(40):
            readers = table.readers()
            if all(reader.state != "starting" for reader in readers):
                break
    say("firmware %s on %s" % (hello.firmware, hello.profile))
    rows = [(one.name, one.reads, one.errors, one.state, CURE.get(one.state, ""))
            for one in readers]  # fmt: skip
    columns = ("reader", "reads", "errors", "state", "cure")
    console().print(grid(columns, rows, right=("reads", "errors")))
    wrong = [one.name for one in readers if one.state != "ok"]
    if wrong:
        raise CommandError("%d of %d readers are not well: %s"
                           % (len(wrong), len(readers), ", ".join(wrong)))  # fmt: skip
