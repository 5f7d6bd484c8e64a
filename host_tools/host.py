"""`leyboard host`: phones and computers at a table."""

import asyncio
import contextlib
import errno
import socket
import sys
import webbrowser
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from games.texts import LANGUAGE, Texts, languages
from host_tools import client
from host_tools.arguments import (
    SEATS_MOST,
    Commands,
    add_log,
    engines_of,
    game_name,
    keeper,
    path,
    seat_and_player,
    seat_of,
    secret,
    subcommand,
    whole,
    word,
)
from host_tools.brokers import a_broker, broker_of
from host_tools.errors import CommandError, why
from host_tools.lan import NAME, address_here, certificate_of, named
from host_tools.linktable import LinkTable, lay
from host_tools.play import claimed, names
from host_tools.ports import Simulated, open_port
from host_tools.terminal import echo
from sim.seats.tasks import together
from sim.window import bundle

if TYPE_CHECKING:
    from sim.seats.far import FarRoom
    from sim.seats.protocols import Table
    from sim.seats.room import Room
    from sim.seats.server import SeatsServer

_PORT = 8138
_WINDOW_PORT = 8137
_HERE = "127.0.0.1"


def register(commands: Commands) -> None:
    sub = subcommand(
        commands,
        "host",
        run,
        "let phones, computers and friends take seats at a table",
        (
            "host --game landover --seats 4 --lan      # a table in the browser, phones as hands",
            "host --port auto --lan                    # at a board on USB",
            "host --game mars --player blue=search:300 # a computer; you lay its pieces",
            "host --port auto --join -                 # your board shows a friend's game",
        ),
    )
    sub.add_argument("--port", type=word,
                     help="a board: its serial port, auto for the only one, or sim:PROFILE "
                          "(default: a table in the browser)")
    sub.add_argument("--game", type=game_name,
                     help="begin this game, unless it is already under way (default: the one on "
                          "the table); ./fox.py is a package of others")
    sub.add_argument("--seats", type=whole(1, SEATS_MOST), help="players (default: the fewest)")
    sub.add_argument("--player", type=seat_and_player, action="append", default=[],
                     metavar="SEAT=PLAYER",
                     help="a computer at a seat: blue=hint, blue=search:300, or an engine of "
                          "yours, blue=./engine")
    sub.add_argument("--players", type=names, default=(), metavar="NAMES",
                     help="the names of the players, seat by seat, as Ann,Ben")
    sub.add_argument("--lan", action="store_true",
                     help="let in who is on the same network, not only this computer")
    sub.add_argument("--serve", type=whole(0, 65535), default=_PORT, metavar="PORT",
                     help="port for phones (default: %d)" % _PORT)
    sub.add_argument("--window", type=whole(0, 65535), default=_WINDOW_PORT, metavar="PORT",
                     help="port of the table in the browser (default: %d)"
                          % _WINDOW_PORT)
    sub.add_argument("--certificate", type=path, metavar="FILE",
                     help="a certificate and its key, PEM: pages come by https")
    sub.add_argument("--renew", type=_link, action="append", default=[], metavar="WHOM",
                     help="give out a new link to a seat, to host or to watch; the old one "
                          "ends")
    sub.add_argument("--broker", type=a_broker, metavar="URL",
                     help="an MQTT broker for friends far away: mqtts://HOST, or "
                          "@FILE")
    sub.add_argument("--far", type=_far, metavar="PAGE,URL",
                     help="with --broker: the page seat.html of make web, and "
                          "its WebSocket: https://HOST/seat.html,wss://HOST/")
    sub.add_argument("--club", type=path, metavar="FILE",
                     help="with --broker: list the table in the club that has this secret; see "
                          "leyboard tables")
    sub.add_argument("--join", type=word, metavar="LINK",
                     help="show the game of a room far away on the board at --port: the link of "
                          "a seat there; @FILE has it, - asks for it")
    add_log(sub)
    sub.add_argument("--language", type=word, choices=languages(), default=LANGUAGE,
                     help="of the table, and of phones that speak no language it has")
    sub.add_argument("--folder", type=path, default=Path(".leyboard"),
                     help="folder for the game and the links (default: .leyboard)")
    sub.add_argument("--no-open", action="store_true", help="do not open a browser")


def _link(name: str) -> str:
    """An argument type: the seat, or other place, of a link."""
    return name if name in ("host", "watch") else str(seat_of(name))


def _far(text: str) -> tuple[str, str]:
    """An argument type: a page, and a broker's WebSocket."""
    page, _, broker = text.partition(",")
    if not page.startswith(("http://", "https://")) or not broker.startswith(("ws://", "wss://")):
        raise ArgumentTypeError("give a page and a broker, as https://HOST/seat.html,wss://HOST/")
    return page, broker


def run(arguments: Namespace) -> None:
    if (arguments.broker is None) != (arguments.far is None):
        raise CommandError("--broker and --far go together: see leyboard host --help")
    if arguments.club is not None and arguments.broker is None:
        raise CommandError("--club needs the --broker where its tables meet")
    if arguments.join is not None and arguments.port is None:
        raise CommandError("--join needs a board: name its --port, such as auto")
    if not bundle.NOBLE.exists():
        raise CommandError("%s is missing: run make setup" % bundle.NOBLE)
    if arguments.broker is not None:
        arguments.broker = broker_of(arguments.broker)
    # Report a damaged one before a game begins.
    arguments.certificate = certificate_of(arguments.certificate)
    try:
        with claimed(arguments.folder):
            asyncio.run(_host(arguments))
    except OSError as error:
        raise CommandError("cannot host: %s" % why(error)) from None


async def _host(arguments: Namespace) -> None:
    """Host, or join, until interrupted."""
    if arguments.join is not None:
        from host_tools.joining import join

        await join(secret(arguments.join), arguments.port, arguments.folder)
        return
    if arguments.port is None:
        await _at_window(arguments)
        return
    async with contextlib.AsyncExitStack() as stack:
        await _at_port(arguments, stack)


async def _at_window(arguments: Namespace) -> None:
    """Host the table of the window."""
    from sim.seats.server import at_once
    from sim.seats.tables import TableHere
    from sim.window.errors import RefusedError
    from sim.window.server import Server

    try:
        server = Server(arguments.folder)
    except RefusedError as error:
        raise CommandError(str(error)) from None

    table = TableHere(server.handle)
    server.live.listeners.append(table.hear)
    room = room_around(arguments, table, server.live.fit)

    def shown(port: int) -> None:
        url = "http://%s:%d/" % (_HERE, port)
        echo("The table is at %s" % url)
        if not arguments.no_open:
            webbrowser.open(url)

    await together(
        _on(arguments.window, "--window", server.serve(_HERE, arguments.window, shown)),
        _serve(arguments, room, at_once),
    )


async def _at_port(arguments: Namespace, stack: contextlib.AsyncExitStack) -> None:
    """Host a table at a port. One thread uses it, since each answer takes a while."""
    port = open_port(arguments.port)
    if isinstance(port, Simulated):
        port.acted = lambda: lay(port)
    table = LinkTable(client.Client(port))
    stack.callback(table.close)
    worker = stack.enter_context(ThreadPoolExecutor(1))
    loop = asyncio.get_running_loop()

    async def in_thread(todo: Any, *values: Any) -> Any:
        return await loop.run_in_executor(worker, todo, *values)

    room = await in_thread(room_around, arguments, table)
    await _serve(arguments, room, in_thread)


def room_around(
    arguments: Namespace, table: "Table", fit: Callable[[], object] = lambda: None
) -> "Room":
    """Return the room around a table, with its game and its computers; `fit()` takes the board
    that fits the game. Raises CommandError."""
    from sim.seats.keys import Keys
    from sim.seats.players import Computers
    from sim.seats.room import Room
    from sim.window.errors import RefusedError
    from sim.window.pictures import pictures
    from sim.window.thinking import ENGINE

    def demand(do: str, **fields: Any) -> None:
        answer = table.ask(do, **fields)
        if not answer["ok"]:
            raise CommandError("the table says: %s" % answer["why"])

    if arguments.game and not _is_under_way(table, arguments.game, arguments.seats):
        seats = {"seats": arguments.seats} if arguments.seats else {}
        demand("new", game=arguments.game, secret=True, **seats)
    if arguments.players:
        demand("names", names=list(arguments.players))
    fit()
    demand("language", name=arguments.language)
    keys = Keys(str(arguments.folder / "seats.json"))
    for whom in arguments.renew:
        keys.renew(whom)
    if arguments.log:
        hear = keeper(arguments, table)
    engines = engines_of(arguments.player)
    computers = Computers(engines=engines)
    room = Room(table, keys, computers, language=arguments.language, pictures=pictures())
    room.views.page = bundle.page
    if arguments.log:
        room.listeners.append(hear)
    for seat, player in arguments.player:
        try:
            room.give(seat, ENGINE if seat in engines else player)
        except RefusedError as error:
            raise CommandError(error.said(arguments.language)) from None
    return room


def _is_under_way(table: "Table", game: str, seats: int | None) -> bool:
    """Is this game, with this number of seats if given, on the table and not over?"""
    state = table.ask("state", seat=-1)
    view = state["view"]
    return bool(
        view
        and view["game"] == game
        and seats in (None, view["seats"])
        and view["result"] is None
        and not state["given_up"]
    )


async def _serve(arguments: Namespace, room: "Room", in_turn: Any) -> None:
    """Serve the pages of phones."""
    from sim.seats.far import FarRoom
    from sim.seats.server import SeatsServer

    seats = SeatsServer(room, in_turn, (NAME, socket.gethostname().lower()))
    certificate = arguments.certificate
    address = address_here() if arguments.lan else _HERE
    scheme = "https" if certificate else "http"

    def ready(port: int) -> str:
        seats.address = "%s://%s:%d/" % (scheme, address, port)
        _tell(arguments, seats)
        return seats.address

    async with contextlib.AsyncExitStack() as stack:
        if arguments.lan:
            await stack.enter_async_context(named(address, arguments.serve))
        host = "0.0.0.0" if arguments.lan else _HERE
        pages = seats.serve(host, arguments.serve, ready, certificate)
        serving = [_on(arguments.serve, "--serve", pages)]
        if arguments.broker:
            far = FarRoom(room, in_turn, arguments.broker)
            seats.far_link = partial(far.far_link, *arguments.far)
            if arguments.club is not None:
                await _list(arguments, far)
            serving.append(far.serve())
        await together(*serving)


async def _on(port: int, option: str, serving: Coroutine[Any, Any, None]) -> None:
    """Serve on a port; raises CommandError, which names the option for another port, if it is
    taken."""
    try:
        await serving
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        message = "cannot host on port %d: %s; try %s 0 for any that is free"
        raise CommandError(message % (port, why(error), option)) from None


async def _list(arguments: Namespace, far: "FarRoom") -> None:
    """List the table in its club."""
    from host_tools.tables import secret_of
    from sim.seats.clubs import Seal
    from sim.seats.keys import WATCH

    page, broker = arguments.far
    await far.list_in(Seal(secret_of(arguments.club)), far.far_link(page, broker, WATCH))


def _tell(arguments: Namespace, seats: "SeatsServer") -> None:
    """Print the links, and, on a terminal, codes for cameras."""
    import segno

    from sim.seats.keys import HOST, WATCH

    keys = seats.room.keys
    texts = Texts(arguments.language)
    count = seats.room.views.game.seats if seats.room.views.game else 0
    for seat in range(count):
        if not keys.is_bound(seat) and seat not in dict(arguments.player):
            link = seats.link(seat)
            echo("%s: %s" % (texts.render("seat %d" % seat), link))
            if seats.far_link is not None:
                echo("  from far away: %s" % seats.far_link(seat))
            if sys.stdout.isatty():
                segno.make(link, error="m").terminal(compact=True)
    echo("To watch: %s" % seats.link(WATCH))
    if seats.far_link is not None:
        echo("  from far away: %s" % seats.far_link(WATCH))
    if not keys.is_bound(HOST):
        echo("For you, who sits where: %s" % seats.link(HOST))
    if not arguments.lan:
        echo("Only this computer can open these links; --lan lets in your network.")
    elif arguments.certificate is None:
        echo("By plain http nobody can listen, but who controls your network could change the "
             "pages on their way; --certificate helps.")
    echo("Ctrl-C ends it; the game and the links are kept in %s" % arguments.folder)
