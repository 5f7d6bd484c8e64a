"""`leyboard console`: MicroPython's prompt on a board."""

import subprocess
import sys
from argparse import Namespace

from host_tools.arguments import Commands, subcommand
from host_tools.errors import CommandError
from host_tools.ports import Serial, add_board, find
from host_tools.terminal import note


def register(commands: Commands) -> None:
    sub = subcommand(
        commands,
        "console",
        run,
        "MicroPython's prompt on a board: Ctrl-C stops the table, Ctrl-D restarts it",
        ("console", "console --port /dev/ttyACM0"),
    )
    add_board(sub)


def run(arguments: Namespace) -> None:
    port = find(arguments.port)
    Serial(port).close()  # raises with a reason if it cannot open
    note("Ctrl-] leaves, Ctrl-C stops the table, Ctrl-D restarts it.")
    if subprocess.run([sys.executable, "-m", "mpremote", "connect", port, "repl"]).returncode:
        raise CommandError("%s went away: was the board unplugged?" % port)
