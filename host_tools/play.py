"""`leyboard play`: the virtual table in a browser window."""

import asyncio
import contextlib
import errno
import socket
import sys
import tempfile
import webbrowser
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from host_tools import ROOT
from host_tools.arguments import (
    Commands,
    add_log,
    engines_of,
    game_name,
    keeper,
    path,
    seat_and_player,
    subcommand,
    whole,
    word,
)
from host_tools.errors import CommandError, why
from host_tools.partsfile import read_parts
from host_tools.terminal import echo
from sim.virtual.parts import fit_measured

if TYPE_CHECKING:
    from sim.virtual.table import VirtualTable
    from sim.window.livetable import LiveTable

try:
    from fcntl import LOCK_EX, LOCK_NB, flock
except ImportError:  # Windows has none
    flock = None  # type: ignore[assignment]

_PORT = 8137


def register(commands: Commands) -> None:
    sub = subcommand(
        commands,
        "play",
        run,
        "open a virtual table in the browser and play on it",
        (
            "play",
            "play --game mars --profile grid6",
            "play --game landover --players Ann,Ben,Cem",
            "play --player blue=./engine                  # against a program of yours",
            "play --no-open --port 9000 --folder ~/leyboard-evening",
            "play --records studies/mars/records          # what a study's report links to",
            "play --reader serial:/dev/ttyUSB0 --pixels   # with real tags and lights",
            "play --parts my-board.json                   # on the board that was measured",
        ),
    )
    sub.add_argument(
        "--game", type=game_name, metavar="GAME",
        help="begin this game, unless it is already under way (default: mars); ./fox.py is a "
             "package of others"
    )
    sub.add_argument(
        "--profile", type=word, help="the board (default: the smallest that fits the game)"
    )
    sub.add_argument("--players", type=names, default=(), metavar="NAMES",
                     help="the names of the players, seat by seat, as Ann,Ben")
    sub.add_argument("--player", type=seat_and_player, action="append", default=[],
                     metavar="SEAT=PLAYER",
                     help="a computer at a seat: blue=level1 to blue=level5, a search "
                          "blue=search:4s, or an engine of yours, blue=./engine")
    sub.add_argument("--folder", type=path, help="folder that keeps the game (default: .leyboard; "
                                                 "none with --records)")
    add_log(sub)
    sub.add_argument("--records", type=path, metavar="FOLDER",
                     help="replay records of this folder: open /?record=FILE")
    sub.add_argument(
        "--host",
        type=word,
        default="127.0.0.1",
        help="address to serve on (default: this computer only)",
    )
    sub.add_argument("--name", type=word, action="append", default=[], metavar="NAME",
                     help="a proxy's name for the table, as table.example")
    sub.add_argument("--port", type=whole(0, 65535), default=_PORT, help="default: %d" % _PORT)
    sub.add_argument("--reader", type=word, metavar="serial:PORT",
                     help="use a PN532 on a serial adapter as the pad")
    sub.add_argument("--pixels", action="store_true",
                     help="also show the lights on a strip at this computer")
    sub.add_argument("--parts", type=path, metavar="FILE",
                     help="a file of leyboard bench --out: the table is that board")
    sub.add_argument("--no-open", action="store_true", help="do not open a browser")


def names(text: str) -> tuple[str, ...]:
    """An argument type: names by seat, by comma; "" is none."""
    return tuple(name.strip() for name in text.split(","))


def run(arguments: Namespace) -> None:
    if arguments.records is not None and not arguments.records.is_dir():
        raise CommandError("there is no folder %s of records" % arguments.records)
    if arguments.records is None or arguments.folder is not None:
        _keep(arguments, arguments.folder or Path(".leyboard"))
    else:  # a replay replaces the game on the table
        with tempfile.TemporaryDirectory() as folder:
            _keep(arguments, Path(folder))


def _keep(arguments: Namespace, folder: Path) -> None:
    with claimed(folder):
        _serve(arguments, folder)


def _serve(arguments: Namespace, folder: Path) -> None:
    # imported late: aiohttp is slow to import, and other commands do not need it
    from host_tools.interpreter import INTERPRETER
    from sim.seats.tables import TableHere
    from sim.window.errors import RefusedError
    from sim.window.server import Server
    from sim.window.thinking import ENGINE

    def ready(port: int) -> None:
        url = "http://%s:%d/" % (_shown(arguments.host), port)
        echo("The table is at %s   (Ctrl-C ends it; the game is kept in %s)" % (url, folder))
        if not arguments.no_open:
            webbrowser.open(url)

    parts = read_parts(arguments.parts, arguments.profile) if arguments.parts else None

    def fit(table: "VirtualTable") -> None:
        if parts and parts["profile"] == table.world.profile.NAME:
            fit_measured(table, parts)

    profile = parts["profile"] if parts else arguments.profile
    engines = engines_of(arguments.player)
    players = dict(arguments.player) | dict.fromkeys(engines, ENGINE)
    has_workshop = INTERPRETER.is_dir()
    try:
        server = Server(folder, profile, arguments.game,
                        (arguments.host,), records=arguments.records,
                        proxies=tuple(arguments.name), fit=fit,
                        people=arguments.players, players=players, engines=engines,
                        workshop=Workshop().made if has_workshop else None)
    except RefusedError as error:
        raise CommandError(str(error)) from None
    if arguments.log:
        table = TableHere(server.handle)
        server.live.listeners.append(table.hear)
        hear = keeper(arguments, table)
        server.after_step.append(lambda: [hear(event) for event in table.take_events()])
    try:
        with _attached(arguments, server.live):
            asyncio.run(server.serve(arguments.host, arguments.port, ready))
    except (UnicodeError, socket.gaierror):
        raise CommandError("there is no host %s; leave --host out" % arguments.host) from None
    except OSError as error:
        raise CommandError(
            "cannot serve on %s port %d: %s; try --port 0 for any that is free"
            % (arguments.host, arguments.port, why(error))
        ) from None


class Workshop:
    """Makes the files of the workshop at its first visit. Another process does so: it compiles for
    seconds, and would import games that the table is loading."""

    def __init__(self) -> None:
        self._home = tempfile.TemporaryDirectory()  # as long as this object
        self._making: asyncio.Task[Path] | None = None

    async def made(self) -> Path:
        """Return the folder with the files. Raises OSError."""
        if self._making is None:
            self._making = asyncio.create_task(self._make())
        return await asyncio.shield(self._making)

    async def _make(self) -> Path:
        folder = Path(self._home.name, "workshop")
        command = (sys.executable, "-m", "host_tools.workshop", str(folder))
        process = await asyncio.create_subprocess_exec(*command, cwd=ROOT)
        if await process.wait():
            raise OSError(errno.EIO, "the workshop was not made")
        return folder


@contextlib.contextmanager
def _attached(arguments: Namespace, live: "LiveTable") -> "Iterator[None]":
    """Attach the real parts that the arguments ask for; raises CommandError."""
    from host_tools import parts

    with contextlib.ExitStack() as stack:
        if arguments.pixels:
            live.attached.append(stack.enter_context(contextlib.closing(parts.Mirror())))
            live.attached[-1](live)
        if arguments.reader:
            live.attached.append(
                stack.enter_context(contextlib.closing(parts.RealPad(arguments.reader)))
            )
        yield


@contextlib.contextmanager
def claimed(folder: Path) -> Iterator[None]:
    """Make and lock a folder for a `with`; raises CommandError if another table uses it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "lock").touch()
    except OSError as error:
        raise CommandError("cannot keep games in %s: %s; name another --folder"
                           % (folder, why(error))) from None
    with open(folder / "lock", "w") as file:
        try:
            if flock is not None:
                flock(file, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            raise CommandError(
                "another table keeps its game in %s; end it, or choose another --folder" % folder
            ) from None
        yield


def _shown(host: str) -> str:
    return "[%s]" % host if ":" in host else host
