"""`leyboard perft`: counts action sequences, to compare rule engines."""

from argparse import Namespace

from games.base import CHANCE, Game
from host_tools.arguments import Commands, add_game, game_of, subcommand, whole
from host_tools.errors import CommandError
from host_tools.terminal import echo


def register(commands: Commands) -> None:
    sub = subcommand(
        commands,
        "perft",
        run,
        "count the action sequences of a given length",
        ("perft --game mars --depth 2", "perft --game leylines --seats 4 --depth 2"),
    )
    add_game(sub)
    sub.add_argument("--depth", type=whole(0, 100), required=True, help="length of the sequences")


def run(arguments: Namespace) -> None:
    echo(count(game_of(arguments), arguments.depth))


def count(game: Game, depth: int) -> int:
    """Return the number of sequences of exactly `depth` actions from here.

    Chance outcomes count, and so do the actions of every seat that may act. A finished game has no
    actions, so it adds nothing at greater depths, as usual in perft.
    """
    if depth == 0:
        return 1
    total = 0
    for by in game.current():
        actions = game.legal(by)
        if not actions and by == CHANCE:
            raise CommandError(
                "the next outcomes of chance are too many to list; fix them by an "
                "option (such as numbers=reference)"
            )
        if depth == 1:
            total += len(actions)
            continue
        for action in actions:
            before = game.snapshot()
            game.play(by, action)
            total += count(game, depth - 1)
            game.restore(before)
    return total
