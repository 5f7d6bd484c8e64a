"""`leyboard train`: learns what positions of a game are worth, from games of its own."""

import time
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from games import path_of
from host_tools.arguments import SEED_MOST, Commands, game_name, game_of, path, subcommand, whole
from host_tools.errors import CommandError
from host_tools.files import replace_bytes
from host_tools.terminal import echo, note
from sim.values import PART, to_bytes

if TYPE_CHECKING:
    from games.base import Game
    from sim.training import Training

_MINUTES = 10


def register(commands: Commands) -> None:
    sub = subcommand(
        commands,
        "train",
        run,
        "learn what positions are worth, from games that it plays by itself",
        (
            "train mars --minutes 5 --out studies/mars-values",
            "train mars --hours 4 --out studies/mars-values --keep",
        ),
    )
    sub.add_argument("game", type=game_name, metavar="GAME",
                     help="its name, such as mars, or a package: ./fox.py")
    sub.add_argument("--seats", type=whole(1, 8), help="players (default: the fewest)")
    sub.add_argument("--options", default="{}", help='JSON, such as \'{"tie": "second"}\'')
    sub.add_argument("--hours", type=whole(0, 1000), default=0, help="how long; and")
    sub.add_argument("--minutes", type=whole(0, 10**5), default=0,
                     help="how many minutes more (default: 10 in all); the same command goes on")
    sub.add_argument("--rounds", type=whole(1, 10**6), help="stop after so many rounds in all")
    sub.add_argument("--seed", type=whole(0, SEED_MOST), default=100000,
                     help="of the first game; each next game adds 1 (default: 100000)")
    sub.add_argument("--out", type=path, default=Path("training"),
                     help="folder for state, values and curve (default: training)")
    sub.add_argument("--keep", action="store_true",
                     help="put the values beside the game, where its players find them")


def run(arguments: Namespace) -> None:
    game = game_of(arguments)
    if not game.FEATURES:
        raise CommandError("%s lists no features, so there is nothing to learn; see "
                           "docs/new-game.md" % game.NAME)
    training = _training(game, arguments)
    minutes = 60 * arguments.hours + arguments.minutes or _MINUTES
    end = time.monotonic() + 60 * minutes
    try:
        while time.monotonic() < end and not _has_enough(training, arguments.rounds):
            entry = training.round()
            training.save()
            note("%(games)d games, error %(error).3f points" % entry)
    except KeyboardInterrupt:
        note("stopped; the same command goes on")
    files = [arguments.out / PART]
    if arguments.keep:
        files.append(Path(path_of(game.NAME, PART)))
    for file in files:
        replace_bytes(file, to_bytes(training.values))
    echo("values of %d games: %s" % (training.games(), ", ".join(map(str, files))))


def _training(game: "Game", arguments: Namespace) -> "Training":
    try:
        from sim.training import Training
    except ModuleNotFoundError as error:
        raise CommandError(
            "training needs %s: run make setup, or pip install 'leyboard[study]'" % error.name
        ) from None
    try:
        return Training(game, arguments.seed, arguments.out)
    except ValueError as error:
        raise CommandError("%s; name another folder (--out)" % error) from None


def _has_enough(training: "Training", rounds: int | None) -> bool:
    return rounds is not None and len(training.curve) >= rounds
