"""`leyboard settings`: the settings on a board, which survive a restart."""

import json
from argparse import Namespace

from host_tools.arguments import Commands, subcommand, word
from host_tools.board import Board, stopped
from host_tools.core.settings import DEFAULTS, SAYS, change, choices, read, value_of
from host_tools.ports import add_board, find
from host_tools.terminal import console, echo, grid


def register(commands: Commands) -> None:
    group = subcommand(
        commands,
        "settings",
        None,
        "show or change the settings of a board",
        ("settings get", "settings set theme calm", "settings set brightness 80"),
    )
    parts = group.add_subparsers(metavar="ACTION", required=True)
    get = subcommand(parts, "get", run_get, "show the settings of a board", ("settings get",))
    get.add_argument("name", nargs="?", choices=tuple(DEFAULTS), help="only this one")
    add_board(get)
    put = subcommand(
        parts, "set", run_set, "change a setting; the table restarts, its game goes on",
        ("settings set theme calm",),
    )
    put.add_argument("name", choices=tuple(DEFAULTS))
    put.add_argument("value", type=word)
    add_board(put)


def run_get(arguments: Namespace) -> None:
    with stopped(find(arguments.port)) as board:
        chosen = {**DEFAULTS, **board.carry_out(read())}
    if arguments.name:
        echo(json.dumps(chosen[arguments.name]).strip('"'))
        return
    rows = [(name, json.dumps(chosen[name]).strip('"'), choices(name), SAYS[name])
            for name in DEFAULTS]
    console().print(grid(("setting", "value", "can be", ""), rows))


def run_set(arguments: Namespace) -> None:
    chosen = value_of(arguments.name, arguments.value)
    with stopped(find(arguments.port)) as board:
        board.carry_out(change(arguments.name, chosen))
    echo("%s is %s from now on" % (arguments.name, arguments.value))


def profile_on(board: Board) -> str | None:
    """Return the profile in the settings of a board, or None if there is no valid one."""
    name = board.carry_out(read()).get("profile")
    return name if isinstance(name, str) and name.isidentifier() else None
