"""`leyboard flash`: builds the firmware, copies what changed to a board, and greets its table."""

import contextlib
import tempfile
import time
from argparse import Namespace
from pathlib import Path

from games import names
from host_tools.arguments import (
    Commands,
    Package,
    path,
    profile_of,
    profiles,
    subcommand,
    word,
)
from host_tools.board import stopped
from host_tools.build import PACKED, add_build, build, games_of
from host_tools.client import Client
from host_tools.core import files, settings
from host_tools.core.flashing import OTHERS, flash, game_of, greeting, packages
from host_tools.errors import CommandError
from host_tools.ports import Serial, add_board, find
from host_tools.terminal import echo, moving
from sim.contract.check import check
from sim.paths import files_in

ERRORS = "/errors.log"
_START_S = 15


def register(commands: Commands) -> None:
    sub = subcommand(
        commands,
        "flash",
        run,
        "compile the firmware, copy what changed to a board and start it",
        (
            "flash --profile grid3",
            "flash                          # an update: the board knows its profile",
            "flash --games mars --dry-run   # only say what would be done",
            "flash --with ./fox.py          # also a game of others, which stays at later flashes",
            "flash --list                   # the games of others on the board",
            "flash --without fox            # all but this one",
            "flash --frozen                 # the board runs an image of your own",
        ),
    )
    add_build(sub)
    sub.set_defaults(profile=None)
    add_board(sub)
    sub.add_argument("--from", dest="folder", type=path, help="copy this build, made before")
    sub.add_argument("--without", type=word, action="append", default=[], metavar="GAME",
                     help="remove a game of others from the board")
    sub.add_argument("--list", action="store_true",
                     help="list the games of others on the board, and end")
    sub.add_argument("--dry-run", action="store_true", help="only say what would be done")
    sub.add_argument("--no-start", action="store_true", help="do not wait for the table to start")


def run(arguments: Namespace) -> None:
    if arguments.profile:
        profile_of(arguments.profile)  # raises if it does not exist
    made = _made_before(arguments)
    for name in arguments.others:
        _check(name)
    port = find(arguments.port)
    with (stopped(port) as board, moving("copying") as counts,
          tempfile.TemporaryDirectory(prefix="leyboard-") as folder):
        there = board.carry_out(packages())
        if arguments.list:
            _list(there)
            return
        _take(there, arguments.without, Path(folder))
        board.carry_out(
            flash(profiles(), arguments.profile, arguments.dry_run, arguments.without), *counts,
            build=lambda profile: made or built(profile, arguments.games, arguments.modules),
        )
    if not (arguments.no_start or arguments.dry_run):
        greet(port)


def _check(name: str) -> None:
    """Raise CommandError unless a game keeps the contract, on which the table relies."""
    found = [finding for finding in check(name) if finding is not None]
    if found:
        raise CommandError("%s breaks %d rules, and stays off the board (leyboard check); the "
                           "first: %s" % (name, len(found), found[0]))


def _list(there: dict[str, bytes]) -> None:
    """Print other authors' games, from their packages {path on the board: bytes}."""
    names = sorted({game_of(path) for path in there})
    for name in names:
        size = sum(len(data) for path, data in there.items() if game_of(path) == name)
        echo("%s  %.1f KB" % (name, size / 1024))
    if not names:
        echo("the board has no games of others")


def _take(there: dict[str, bytes], removed: list[str], folder: Path) -> None:
    """Make known the packages on a board, except for those `removed` or given anew, through an
    empty folder; raises CommandError."""
    for name in removed:
        if name not in map(game_of, there):
            raise CommandError("the board has no game %s of others: leyboard flash --list" % name)
    wanted = set(map(game_of, there)).difference(removed, names())
    for name, data in there.items():
        if game_of(name) in wanted:
            file = folder / name.removeprefix(OTHERS)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
    for name in sorted(wanted):
        file = folder / (name + ".py")
        Package(str(file if file.exists() else folder / name)).take()


def _made_before(arguments: Namespace) -> dict[str, bytes]:
    """Return {path on the board: bytes} of the build that --from names, {} if there is no --from;
    raises CommandError if the folder is no build."""
    if arguments.folder is None:
        games_of(arguments.games)
        return {}
    if arguments.games:
        raise CommandError("--from copies a build as it is: leyboard build chooses its games")
    if not (arguments.folder / "main.py").is_file():
        raise CommandError("%s is not a build: it has no main.py (leyboard build)"
                           % arguments.folder)
    return _read(arguments.folder)


def built(profile: str, games: str | None, modules: str = PACKED) -> dict[str, bytes]:
    """Return {path on the board: bytes} of a new build."""
    with tempfile.TemporaryDirectory(prefix="leyboard-") as folder:
        build(profile, games, Path(folder), modules=modules)
        return _read(Path(folder))


def _read(folder: Path) -> dict[str, bytes]:
    """Return {path on the board: bytes} of a build, without its settings, which belong to another
    board."""
    found = files_in(folder)
    found.pop(settings.FILE, None)
    return found


def greet(port: str) -> None:
    """Wait for the table's hello; print its facts and the notes about its start."""
    end = time.monotonic() + _START_S
    while time.monotonic() < end:
        time.sleep(0.5)
        with contextlib.suppress(CommandError), Client(Serial(port), patience=2) as table:
            for line in greeting(table.hello()._asdict(), table.health()._asdict()):
                echo(line)
            return
    raise CommandError(
        "all files are there, but the table does not answer%s. See why: leyboard console --port "
        "%s (Ctrl-D restarts it, Ctrl-] leaves)" % (_last_error(port), port)
    )


def _last_error(port: str) -> str:
    """Return the last line of a board's error log, to follow a sentence; "" if there is none."""
    with contextlib.suppress(CommandError), stopped(port) as board:
        lines = board.carry_out(files.read(ERRORS)).decode("utf-8", "replace").strip().splitlines()
        if lines:
            return "; its error log ends with: %s" % lines[-1]
    return ""
