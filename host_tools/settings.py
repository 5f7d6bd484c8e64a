"""`leyboard settings`: the settings on a board, which survive a restart."""

import json
from argparse import Namespace
from typing import TYPE_CHECKING, Any

from games.jsonline import parse
from host_tools.arguments import Commands, profiles, subcommand, word
from host_tools.board import stopped, value
from host_tools.errors import CommandError
from host_tools.ports import add_board, find
from host_tools.terminal import console, echo, grid
from table import settings

if TYPE_CHECKING:
    from host_tools.board import Board

FILE = "/settings.json"
DEFAULTS = dict(settings.DEFAULTS)
SAYS = {
    "profile": "the board that this is",
    "theme": "colours and motions of the lights",
    "brightness": "the lights' maximum",
    "hear_all": "true: slower, for readers that lose answers",
    "language": "of everything that the table says",
    "knob": "cycles of its two contacts from click to click",
    "lights": "the order of a pixel's colours",
}
# Runs on the board; prints those of some profiles that it has.
_HAS_PROFILES = """
try:
    import pack
    begins = pack.Pack(open(pack.FILE, "rb")).begins
except (ImportError, OSError, ValueError):  # a build of single files, or a copy cut short
    begins = lambda path: -1
there = []
for name in %r:
    try:
        if begins("/table/wiring/" + name + ".mpy") > 0 or __import__("table.wiring." + name):
            there.append(name)
    except (ImportError, ValueError):
        pass
print(there)
"""


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
    )  # fmt: skip
    put.add_argument("name", choices=tuple(DEFAULTS))
    put.add_argument("value", type=word)
    add_board(put)


def run_get(arguments: Namespace) -> None:
    with stopped(find(arguments.port)) as board:
        chosen = {**DEFAULTS, **read(board)}
    if arguments.name:
        echo(json.dumps(chosen[arguments.name]).strip('"'))
        return
    rows = [(name, json.dumps(chosen[name]).strip('"'), choices(name), SAYS[name])
            for name in DEFAULTS]  # fmt: skip
    console().print(grid(("setting", "value", "can be", ""), rows))


def run_set(arguments: Namespace) -> None:
    chosen = value_of(arguments.name, arguments.value)
    with stopped(find(arguments.port)) as board:
        if arguments.name == "profile":
            _check_profile(board, chosen)
        write(board, {**read(board), arguments.name: chosen})
    echo("%s is %s from now on" % (arguments.name, arguments.value))


def value_of(name: str, text: str) -> bool | int | str:
    """Return the value of a setting given as text; raises CommandError."""
    found: bool | int | str = text
    if isinstance(DEFAULTS[name], bool):
        found = {"true": True, "false": False}.get(text, text)
    elif isinstance(DEFAULTS[name], int) and text.isascii() and text.isdecimal() and len(text) < 9:
        found = int(text)
    if not settings.is_usable(name, found):
        raise CommandError("%s cannot be %s; it can be %s" % (name, text, choices(name)))
    return found


def choices(name: str) -> str:
    """Return in words what a setting can be; "" if that is not listed."""
    allowed = settings.choices(name)
    if name == "lights":
        return "auto, or R, G and B in the order of the strip, with its W if it has one"
    if isinstance(allowed, range):
        return "a whole number from %d to %d" % (allowed[0], allowed[-1])
    return ", ".join(json.dumps(one).strip('"') for one in allowed or ())


def read(board: "Board") -> dict[str, Any]:
    """Return the usable settings of a board as a dict, {} if they cannot be read."""
    return usable(board.read(FILE))[0]


def usable(data: bytes) -> tuple[dict[str, Any], list[str]]:
    """Return (the settings in the bytes of a file that a table can use, sentences on those that
    it cannot)."""
    try:
        said = parse(data.decode()) if data else {}
    except ValueError:
        said = None
    if not isinstance(said, dict):
        return {}, ["the settings on the board cannot be read: it gets the defaults"]
    chosen, wrong = {}, []
    for name, found in said.items():
        if name not in DEFAULTS:
            wrong.append("there is no setting %s: it is left out" % name)
        elif not settings.is_usable(name, found):
            wrong.append("%s cannot be %s: it is %s from now on"
                         % (name, json.dumps(found), json.dumps(DEFAULTS[name])))  # fmt: skip
        else:
            chosen[name] = found
    return chosen, wrong


def profile_on(board: "Board") -> str | None:
    """Return the profile in the settings of a board, or None if there is no valid one."""
    name = read(board).get("profile")
    return name if isinstance(name, str) and name.isidentifier() else None


def profile_for(board: "Board", chosen: dict[str, Any]) -> str:
    """Return which board this is: as its settings echo, or, where they were lost, as its firmware
    shows; a new one is grid3. Raises CommandError if only people can tell."""
    name = chosen.get("profile")
    if isinstance(name, str) and name in profiles():
        return name
    there = _profiles_on(board, profiles())
    if len(there) == 1:
        return there[0]
    if name or there:
        raise CommandError(
            "the settings on the board do not say which board it is; name it, such as --profile "
            "grid3 (there are: %s)" % ", ".join(profiles())
        )
    return "grid3"


def write(board: "Board", chosen: dict[str, Any]) -> None:
    """Store settings; the old ones stay until the new ones are complete."""
    board.write(FILE, (json.dumps(chosen) + "\n").encode())


def _check_profile(board: "Board", name: "Any") -> None:
    if not _profiles_on(board, [name]):
        raise CommandError("the board has no profile %s; leyboard flash --profile %s puts it "
                           "there" % (name, name))  # fmt: skip


def _profiles_on(board: "Board", names: list[str]) -> list[str]:
    """Return those of some profiles that the firmware on a board has."""
    found = value(board.run(_HAS_PROFILES % (names,)))
    return found if isinstance(found, list) else []
