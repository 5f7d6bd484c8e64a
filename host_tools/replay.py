"""`leyboard replay`: checks records."""

from pathlib import Path

from games.replay import RecordError, replay
from host_tools.arguments import subcommand
from host_tools.errors import CommandError


def register(commands):
    sub = subcommand(
        commands,
        "replay",
        run,
        "check records against the rules and name the first wrong line",
        ("replay records/mars-1.jsonl", "replay records/*.jsonl"),
    )
    sub.add_argument("files", nargs="+", metavar="FILE", help="a record, JSON Lines")


def run(arguments):
    wrong = 0
    for path in arguments.files:
        try:
            print("%s: %s" % (path, summary(read(path))))
        except RecordError as error:
            print("%s: %s" % (path, error))
            wrong += 1
    if wrong:
        raise CommandError("%d of %d records are wrong" % (wrong, len(arguments.files)))


def read(path):
    """Return the checked Replay of a record file; raises RecordError, CommandError."""
    try:
        text = Path(path).read_bytes().decode("utf-8")
    except OSError as error:
        raise CommandError("cannot read %s: %s" % (path, error.strerror)) from None
    except UnicodeDecodeError:
        raise CommandError("%s is no text in UTF-8" % path) from None
    return replay(text.removesuffix("\n").split("\n") if text else [])


def summary(check):
    """Return a record in a line for people."""
    game = check.game
    text = "%s, %d seats, %d actions, " % (game.NAME, game.seats, len(game.log))
    text += " : ".join(map(str, game.scores()))
    return text + (", " + check.end["reason"] if check.end else ", still running")
