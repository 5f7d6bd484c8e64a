"""`leyboard tables`: who plays at a club's tables, and their results into its league."""

import asyncio
import secrets
import tempfile
from argparse import ArgumentTypeError, Namespace
from collections.abc import Coroutine
from datetime import date
from pathlib import Path
from typing import Any

from host_tools.arguments import Commands, path, subcommand
from host_tools.brokers import a_broker, broker_of
from host_tools.club import opened
from host_tools.errors import CommandError
from host_tools.files import read_text
from host_tools.league import Game, count, people
from host_tools.terminal import console, echo, grid
from sim.computer import keep_private

if False:  # only mypy reads this: the names of types
    from games.types import Json

_SHORTEST = 16  # letters of a secret


def register(commands: Commands) -> None:
    sub = subcommand(
        commands,
        "tables",
        run,
        "list who plays at a club's tables, and count their games",
        (
            "tables --club club.key --broker mqtts://broker.example",
            "tables --club club.key --broker @broker.url --league league.db",
        ),
    )
    sub.add_argument("--club", type=path, required=True, metavar="FILE",
                     help="the secret of the club, made if it is missing")
    sub.add_argument("--broker", type=a_broker, required=True, metavar="URL",
                     help="where the club's tables meet: mqtts://HOST, or @FILE")
    sub.add_argument("--league", type=path, metavar="FILE",
                     help="count the finished games of Landover in this league")


def secret_of(file: Path) -> str:
    """Return the secret in the file of a club; raises CommandError."""
    secret = read_text(file).strip()
    if len(secret) < _SHORTEST:
        raise CommandError("%s has no secret of %d letters or more" % (file, _SHORTEST))
    return secret


def run(arguments: Namespace) -> None:
    # imported here: the broker's client is slow to import, and other commands do not need it
    from sim.seats import clubs

    broker = broker_of(arguments.broker)
    if not arguments.club.exists():
        keep_private(str(arguments.club), secrets.token_urlsafe(16) + "\n")
        echo("A new club: its members, and nobody else, get the file %s" % arguments.club)
    club = clubs.Seal(secret_of(arguments.club))
    tables, results = _at_broker(clubs.read(broker, club))
    sound = [table for table in tables if _is_sound(table)]
    _print(sound)
    if len(sound) < len(tables):
        echo("Left out, since they are no entries of tables: %d" % (len(tables) - len(sound)))
    if arguments.league is not None:
        for result in results.values():
            _count(result, arguments.league)
        _at_broker(clubs.take_away(broker, list(results)))


def _at_broker(todo: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine that uses a broker; raises CommandError if the broker is out of reach."""
    import aiomqtt

    try:
        return asyncio.run(todo)
    except aiomqtt.MqttError as error:
        raise CommandError("the broker is out of reach: %s" % error) from None


def _is_sound(table: "Json") -> bool:
    """Is it what a table tells its club (docs/seats.md)? Members may write what they like."""
    texts = [table.get("title"), table.get("watch")]
    players, scores = table.get("players"), table.get("scores")
    if not (isinstance(players, list) and isinstance(scores, list)):
        return False
    return (
        all(isinstance(text, str) for text in texts + players)
        and all(type(number) is int for number in [table.get("watching"), *scores])
        and type(table.get("over")) is bool
    )


def _print(tables: "list[Json]") -> None:
    if not tables:
        echo("No table of the club has a host now.")
        return
    rows = [
        (
            table["title"] or "no game",
            ", ".join(name or "?" for name in table["players"]),
            "over" if table["over"] else "on",
            " : ".join(map(str, table["scores"])),
            table["watching"],
        )
        for table in tables
    ]
    console().print(grid(("game", "players", "state", "points", "watching"), rows,
                         right=("watching",)))
    for table in tables:
        if table["watch"]:
            echo("To watch %s: %s" % (table["title"] or "that table", table["watch"]))


def _count(result: Any, league: Path) -> None:
    """Count the result of a game, and print the outcome. Raises CommandError if the league
    cannot be used."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "record.jsonl"
        try:
            file.write_text("".join(line + "\n" for line in result["lines"]), "utf-8")
            game, names = Game(file), people(",".join(result["players"]))
            played = min(date.fromisoformat(result["day"]), date.today())  # a clock may be wrong
            if len(names) != len(game.points):
                raise ValueError("it has other players")
        except (KeyError, TypeError, ValueError, ArgumentTypeError, CommandError) as error:
            echo("A result is not counted: %s" % str(error).replace(str(file), "its record"))
            return
    with opened(league, new=True, changes=True) as kept:
        echo("%s: %s" % (", ".join(names), count(kept, game, names, played)))
