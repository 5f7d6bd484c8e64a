"""`leyboard settings`: the settings on a board, which survive a restart."""

import json
from argparse import Namespace, _SubParsersAction
from typing import TYPE_CHECKING, Any

from games.jsonline import parse
from games.texts import languages
from host_tools.arguments import subcommand, word
from host_tools.board import PACK, stopped
from host_tools.errors import CommandError
from host_tools.ports import add_board, find
from host_tools.terminal import console, grid, say
from table import settings, theme

if TYPE_CHECKING:
    from host_tools.board import Board

FILE = "/settings.json"
DEFAULTS = dict(settings.DEFAULTS)
SAYS = {
    "profile": "the board that this is",
    "theme": "colours and motions of the lights: " + ", ".join(theme.names()),
    "brightness": "the lights' maximum, 0 to 255",
    "hear_all": "true: slower, for readers that lose answers",
    "language": "of everything that the table says: " + ", ".join(languages()),
}
# Runs on the board; prints whether it has a profile.
_HAS_PROFILE = """
try:
    print(bool(__import__("table.wiring." + %r)))
except (ImportError, ValueError):
    print(False)
"""
KNOWN = {"theme": theme.names, "language": languages}  # the values of a setting


def register(commands: _SubParsersAction) -> None:
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
    )  # fmt: skip
    put.add_argument("name", choices=tuple(DEFAULTS))
    put.add_argument("value", type=word)
    add_board(put)


def run_get(arguments: Namespace) -> None:
    with stopped(find(arguments.port)) as board:
        chosen = {**DEFAULTS, **read(board)}
    if arguments.name:
        say(json.dumps(chosen[arguments.name]).strip('"'))
        return
    rows = [(name, json.dumps(chosen[name]).strip('"'), SAYS[name]) for name in DEFAULTS]
    console().print(grid(("setting", "value", ""), rows))


def run_set(arguments: Namespace) -> None:
    value = value_of(arguments.name, arguments.value)
    with stopped(find(arguments.port)) as board:
        if arguments.name == "profile":
            _check_profile(board, value)
        write(board, {**read(board), arguments.name: value})
    say("%s is %s from now on" % (arguments.name, arguments.value))


def value_of(name: str, text: str) -> int | str:
    """Return the value of a setting given as text; raises CommandError."""
    if name == "brightness":
        if not (text.isascii() and text.isdecimal() and len(text) < 4 and int(text) < 256):
            raise CommandError("brightness is a whole number from 0 to 255, not %s" % text)
        return int(text)
    if name == "hear_all":
        if text not in ("true", "false"):
            raise CommandError("hear_all is true or false, not %s" % text)
        return text == "true"
    if name in KNOWN and text not in KNOWN[name]():
        raise CommandError("there is no %s %s; there are: %s"
                           % (name, text, ", ".join(KNOWN[name]())))  # fmt: skip
    return text


def read(board: "Board") -> dict[str, str]:
    """Return the settings of a board as a dict, {} if they cannot be read."""
    try:
        return parse(board.read(FILE).decode())
    except ValueError:
        return {}


def profile_on(board: "Board") -> str | None:
    """Return the profile in the settings of a board, or None if there is no valid one."""
    name = read(board).get("profile")
    return name if isinstance(name, str) and name.isidentifier() else None


def write(board: "Board", chosen: dict) -> None:
    """Store settings; the old ones stay until the new ones are complete."""
    board.write(FILE, (json.dumps(chosen) + "\n").encode())


def _check_profile(board: "Board", name: "Any") -> None:
    if board.run(PACK + _HAS_PROFILE % name).strip() != "True":
        raise CommandError("the board has no profile %s; leyboard flash --profile %s puts it "
                           "there" % (name, name))  # fmt: skip
