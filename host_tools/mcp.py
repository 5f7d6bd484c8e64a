"""`leyboard mcp`: a seat at a table for language models and scripts, by the Model Context Protocol
over standard input and output."""

import contextlib
import signal
from argparse import Namespace
from collections.abc import Callable
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

from games.texts import LANGUAGE, languages
from host_tools.arguments import (
    Commands,
    add_game,
    game_of,
    path,
    seat_and_player,
    seat_of,
    secret,
    subcommand,
    whole,
    word,
)
from host_tools.client import Client
from host_tools.errors import CommandError
from host_tools.linktable import LinkTable, lay
from host_tools.model_seat import ModelSeat
from host_tools.ports import SIMULATED, Simulated, open_port
from host_tools.roomtable import RoomTable
from table.host import FIRMWARE
from table.session import HUMAN

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

    from games.base import Game

_INSTRUCTIONS = (
    "You play one seat of a board game on a Leyboard table. Read `rules` once. Then, until "
    "`over`: `wait` for your turn, look at `legal_actions`, and `act` with the words of one of "
    "them. Nothing here tells what the rules hide from your seat."
)
_TOOLS = (
    ModelSeat.tables, ModelSeat.state, ModelSeat.legal_actions, ModelSeat.would_do, ModelSeat.act,
    ModelSeat.wait, ModelSeat.rules, ModelSeat.new_game,
)


def register(commands: Commands) -> None:
    sub = subcommand(
        commands,
        "mcp",
        run,
        "give a seat to a language model or a script, by the Model Context Protocol",
        (
            "mcp --game mars --seat blue                  # against the computer",
            "mcp --game leylines --seats 4 --seat gold --player red=random",
            "mcp --port auto --game mars --seat blue      # at a board; you lay its pieces",
            "mcp --link @blue.txt --explain               # in a room of leyboard host",
        ),
    )
    add_game(sub, is_needed=False)
    sub.add_argument("--seat", type=seat_of, default=0, metavar="SEAT",
                     help="the seat of the model, by colour or number (default: red)")
    sub.add_argument("--player", type=seat_and_player, action="append", default=[],
                     metavar="SEAT=PLAYER",
                     help="another seat's player: human, random or greedy (default: greedy, and "
                          "at a board human)")
    sub.add_argument("--port", type=word,
                     help="a board: its serial port, or auto for the only one (default: a virtual "
                          "table)")
    sub.add_argument("--link", type=word, metavar="@FILE",
                     help="play in a room of leyboard host: a file with the link of a seat")
    sub.add_argument("--folder", type=path, default=Path(".leyboard"),
                     help="with --link: folder for the key of this device (default: .leyboard)")
    sub.add_argument("--seed", type=whole(0, 2**30 - 1),
                     help="of dice and draws; anybody who knows it can foretell them (default: a "
                          "secret)")
    sub.add_argument("--explain", action="store_true",
                     help="the seat has to say why it acts; display and phones show it")
    sub.add_argument("--language", choices=languages(), default=LANGUAGE, help="of sentences")


def run(arguments: Namespace) -> None:
    try:
        from mcp.server.mcpserver import MCPServer
    except ModuleNotFoundError:
        raise CommandError(
            "this needs mcp: run make env, or pip install 'leyboard[mcp]'") from None
    if arguments.link == "-":
        raise CommandError("standard input is for the protocol: give the link in a file, as @FILE")
    if (arguments.link is None) == (arguments.game is None):
        raise CommandError("give either --game or the --link of a room")
    if arguments.link:
        link, language = secret(arguments.link), arguments.language
        with contextlib.closing(RoomTable(link, arguments.folder, language)) as room:
            _serve(MCPServer, ModelSeat(room, room.seat, language, arguments.explain))
        return
    game = game_of(arguments)
    if arguments.seat >= game.seats:
        raise CommandError("there is no seat %d in a game for %d" % (arguments.seat, game.seats))
    with contextlib.closing(_table(arguments, game)) as table:
        _serve(MCPServer, ModelSeat(
            table, arguments.seat, arguments.language, arguments.explain))


def _serve(make: "type[MCPServer]", seat: ModelSeat) -> None:
    """Serve a seat until standard input ends, or somebody presses Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # the library would wait for another line
    with contextlib.closing(seat):
        server(make, seat).run("stdio")


def server(make: "type[MCPServer]", seat: ModelSeat) -> "MCPServer":
    """Return the server of a seat."""
    made = make("leyboard", version=FIRMWARE, instructions=_INSTRUCTIONS)
    for tool in tools(seat):
        made.add_tool(_in_thread(tool))
    return made


def _in_thread(tool: Callable[..., Any]) -> Callable[..., Any]:
    """Return a tool that nobody waits for once the server ends: it may wait for a turn."""
    from anyio import to_thread  # late, since only mcp brings it

    @wraps(tool)
    async def call(*values: Any, **named: Any) -> Any:
        work = partial(tool, *values, **named)
        return await to_thread.run_sync(work, abandon_on_cancel=True)

    return call


def tools(seat: ModelSeat) -> list[Callable[..., Any]]:
    """Return the methods that a client can call."""
    return [_told(method, seat) for method in _TOOLS]


def _told(method: Callable[..., Any], seat: ModelSeat) -> Callable[..., Any]:
    """Return a method of a seat as a tool, whose refusals are answers: {"refused": why}."""
    bound = getattr(seat, method.__name__)

    @wraps(bound)
    def tool(*values: Any, **named: Any) -> Any:
        try:
            return bound(*values, **named)
        except CommandError as error:
            return {"refused": str(error)}

    return tool


def _table(arguments: Namespace, game: "Game") -> LinkTable:
    """Return the table with a new game of this kind; raises CommandError."""
    from sim.window.geometry import fitting, profiles

    port = arguments.port or SIMULATED + fitting(profiles(), game)[0]
    opened = open_port(port)
    others = HUMAN
    if isinstance(opened, Simulated):
        opened.acted = partial(lay, opened)
        others = "greedy"
    table = LinkTable(Client(opened))
    players = [others] * game.seats
    for seat, player in arguments.player:
        if seat >= game.seats:
            raise CommandError("there is no seat %d in a game for %d" % (seat, game.seats))
        players[seat] = player
    players[arguments.seat] = HUMAN
    chance = {"secret": True} if arguments.seed is None else {"seed": arguments.seed}
    for request in (
        {"do": "language", "name": arguments.language},
        {"do": "new", "game": game.NAME, "seats": game.seats, "options": game.options,
         "players": players, "aside": True, **chance},
        {"do": "elsewhere", "by": arguments.seat, "yes": True},
    ):
        answer = table.ask(**request)
        if not answer["ok"]:
            table.close()
            raise CommandError("the table says: %s" % answer["why"])
    return table


