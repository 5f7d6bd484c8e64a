"""`leyboard check`: the contract of games, as a command."""

from argparse import Namespace
from collections.abc import Iterator

from games import game_class
from host_tools.arguments import Commands, game_name, subcommand
from host_tools.errors import CommandError
from host_tools.terminal import echo
from sim.contract.check import Finding, check
from sim.hang import limited

_HANG_S = 30  # the longest rule; those of a large game take 3 s


def register(commands: Commands) -> None:
    sub = subcommand(
        commands,
        "check",
        run,
        "play a game at random and check that it keeps the contract of games",
        ("check ./fox.py", "check mars"),
    )
    sub.add_argument("game", type=game_name, metavar="GAME",
                     help="the package of a game, fox.py or a folder; or a name, such as mars")


def _findings(name: str) -> "Iterator[Finding | None]":
    """Yield what `check` does; a rule that never comes back is interrupted."""
    found = check(name)
    while True:
        with limited(_HANG_S):
            try:
                finding = next(found)
            except StopIteration:
                return
        yield finding


def run(arguments: Namespace) -> None:
    try:
        game_class(arguments.game)
    except ValueError as error:
        raise CommandError(str(error)) from None
    count = 0
    for finding in _findings(arguments.game):
        if finding is not None:
            count += 1
            echo(str(finding))
            for line in finding.record:
                echo("    " + line)
    if count:
        raise CommandError("%s breaks %d rule%s" % (arguments.game, count, "s" * (count > 1)))
    echo("%s keeps the contract" % arguments.game)
