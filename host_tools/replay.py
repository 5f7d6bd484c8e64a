"""`leyboard replay`: checks records."""

import json
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from games import make
from games.base import CHANCE
from games.chance import Secret, numbers
from games.replay import RecordError, replay
from games.texts import LANGUAGE, languages
from host_tools.arguments import Commands, add_others, path, subcommand, target
from host_tools.errors import CommandError
from host_tools.files import read_text, write_text
from host_tools.terminal import echo
from sim.film import film
from sim.records import record_lines

if TYPE_CHECKING:
    from games.replay import Replay


def register(commands: Commands) -> None:
    sub = subcommand(
        commands,
        "replay",
        run,
        "check records against the rules and name the first wrong line",
        ("replay records/mars-1.jsonl", "replay records/*.jsonl",
         "replay --film mars.svg records/mars-1.jsonl"),
    )
    add_others(sub)
    sub.add_argument("--film", type=target, metavar="SVG",
                     help="write an animated picture of the game, for any browser")
    sub.add_argument("--language", choices=languages(), default=LANGUAGE, help="of the film")
    sub.add_argument("files", nargs="+", type=path, metavar="FILE", help="a record, JSON Lines")


def run(arguments: Namespace) -> None:
    wrong = 0
    if arguments.film and len(arguments.files) > 1:
        raise CommandError("a film shows one game: name one record")
    if arguments.film and arguments.film.suffix != ".svg":  # it may be a record
        raise CommandError("a film is a picture: name a file that ends in .svg")
    for file in arguments.files:
        try:
            check = read(file)
            echo("%s: %s" % (file, summary(check)))
            if arguments.film:
                write_text(arguments.film, "\n".join(film(check.game, arguments.language)) + "\n")
        except RecordError as error:
            echo("%s: %s" % (file, error))
            wrong += 1
    if wrong:
        raise CommandError("%d of %d records are wrong" % (wrong, len(arguments.files)))


def read(file: Path) -> "Replay":
    """Return the checked Replay of a record file; raises RecordError, CommandError."""
    lines = record_lines(read_text(file))
    check = replay(lines)
    wrong = _other_draw(check)
    if wrong:
        at = [number for number, line in enumerate(lines, 1) if line][wrong[0]]
        raise RecordError(at, "draws %s where the secret gives %s" % wrong[1:])
    return check


def _other_draw(check: "Replay") -> "tuple[int, str, str] | None":
    """Return (number of the action, its words, the right words) of the first action of chance that
    does not follow from a record's secret; None if all do, or if the record has no secret."""
    secret = check.seed
    if not isinstance(secret, Secret):
        return None
    game = make(check.game.NAME, check.game.seats, check.game.options)
    for entry in check.game.log:
        if entry[0] == CHANCE:
            right = game.sample(numbers(secret, game, CHANCE))
            if right != entry[1:]:
                said = [json.dumps(game.text(action)) for action in (entry[1:], right)]
                return len(game.log) + 1, said[0], said[1]
        game.advance(entry[0], entry[1:])
    return None


def summary(check: "Replay") -> str:
    """Return a readable line about a record."""
    game = check.game
    text = "%s, %d seats, %d actions, " % (game.NAME, game.seats, len(game.log))
    text += " : ".join(map(str, game.scores()))
    text += ", " + check.end["reason"] if check.end else ", still running"
    if check.other_source:
        text += "; " + check.other_source
    if isinstance(check.seed, Secret):
        return text + ", each draw by its secret"
    return text + (", its secret not told" if check.commit else "")
