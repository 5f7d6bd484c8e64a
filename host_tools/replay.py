"""`leyboard replay`: checks records."""

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from games.replay import RecordError, replay
from host_tools.arguments import Commands, path, subcommand
from host_tools.errors import CommandError
from host_tools.files import read_text
from host_tools.terminal import echo
from sim.records import record_lines

if TYPE_CHECKING:
    from games.replay import Replay


def register(commands: Commands) -> None:
    sub = subcommand(
        commands,
        "replay",
        run,
        "check records against the rules and name the first wrong line",
        ("replay records/mars-1.jsonl", "replay records/*.jsonl"),
    )
    sub.add_argument("files", nargs="+", type=path, metavar="FILE", help="a record, JSON Lines")


def run(arguments: Namespace) -> None:
    wrong = 0
    for file in arguments.files:
        try:
            echo("%s: %s" % (file, summary(read(file))))
        except RecordError as error:
            echo("%s: %s" % (file, error))
            wrong += 1
    if wrong:
        raise CommandError("%d of %d records are wrong" % (wrong, len(arguments.files)))


def read(file: Path) -> "Replay":
    """Return the checked Replay of a record file; raises RecordError, CommandError."""
    return replay(record_lines(read_text(file)))


def summary(check: "Replay") -> str:
    """Return a readable line about a record."""
    game = check.game
    text = "%s, %d seats, %d actions, " % (game.NAME, game.seats, len(game.log))
    text += " : ".join(map(str, game.scores()))
    return text + (", " + check.end["reason"] if check.end else ", still running")
