"""`leyboard selfplay`: games between computer players, one record per game."""

import os
from argparse import Namespace
from collections.abc import Callable
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from games.record import lines
from host_tools.arguments import (
    SEED_MOST,
    Commands,
    add_game,
    game_of,
    path,
    subcommand,
    whole,
    word,
)
from host_tools.errors import CommandError, why
from host_tools.files import write_record
from host_tools.terminal import echo, progress
from sim.engine import EngineError, player
from sim.selfplay import play_out
from sim.workers import WorkerError, WorkerPool

if TYPE_CHECKING:
    from games.base import Game


def register(commands: Commands) -> None:
    sub = subcommand(
        commands,
        "selfplay",
        run,
        "let computer players play each other and write a record of each game",
        (
            "selfplay --game mars --players random,greedy --games 20 --seed 1 --out records",
            'selfplay --game mars --options \'{"tie": "second"}\' --out records',
            "selfplay --game mars --players ./engine:2s,greedy --out records",
        ),
    )
    add_game(sub)
    sub.add_argument(
        "--players",
        type=word,
        default="random",
        help="by seat: random, greedy, careful, level1 to level5, search, search:500 (rounds), "
        "search:2s, or an engine of yours, as ./engine; the last fills the rest",
    )
    sub.add_argument("--games", type=whole(1, 10**6), default=1, help="how many (default: 1)")
    sub.add_argument(
        "--seed",
        type=whole(0, SEED_MOST),
        default=1,
        help="seed of the first game; each next game adds 1",
    )
    sub.add_argument(
        "--workers",
        type=whole(1, 1000),
        nargs="?",
        const=os.cpu_count(),
        help="processes for search (without a number: one a core); any number plays alike, but "
        "not like none",
    )
    sub.add_argument("--out", required=True, type=path, help="folder for the records")


def run(arguments: Namespace) -> None:
    game = game_of(arguments)
    _players(arguments.players, game.seats)  # refuses wrong players before anything begins
    try:
        arguments.out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(
            "cannot write to %s: %s; name another folder (--out)" % (arguments.out, why(error))
        ) from None
    seeds = range(arguments.seed, arguments.seed + arguments.games)
    try:
        with WorkerPool(arguments.workers) if arguments.workers else nullcontext() as pool:
            players = _players(arguments.players, game.seats, pool)
            with progress() as bar:
                for seed in bar.track(seeds, description=game.NAME):
                    game = _played(game_of(arguments), players, seed)
                    file = arguments.out / ("%s-%d.jsonl" % (game.NAME, seed))
                    write_record(file, lines(game, seed))
    except WorkerError as error:
        raise CommandError(str(error)) from None
    echo("%d records in %s" % (arguments.games, arguments.out))


def _played(game: "Game", players: list[Callable[..., Any]], seed: int) -> "Game":
    """Play a game to its end; raises CommandError if an engine fails."""
    try:
        return play_out(game, players, seed)
    except EngineError as error:
        raise CommandError("in the game with seed %d %s; the games before it are kept"
                           % (seed, error)) from None


def _players(text: str, seats: int, pool: "WorkerPool | None" = None) -> list[Callable[..., Any]]:
    names = text.split(",")
    if len(names) > seats:
        raise CommandError("--players names %d players for %d seats" % (len(names), seats))
    names += names[-1:] * (seats - len(names))
    try:
        return [player(name, pool) for name in names]
    except ValueError as error:
        raise CommandError(str(error)) from None
