"""Arguments that several commands share: which game, for whom, with what options."""

import argparse
import json

from games import make
from host_tools.errors import CommandError


def subcommand(commands, name, run, summary, examples):
    """Add a subcommand; `run(arguments)` does it. Returns its parser, for more arguments."""
    text = summary[0].upper() + summary[1:] + ".\n\nexamples:\n"
    text += "\n".join("  leyboard " + line for line in examples)
    shape = argparse.RawDescriptionHelpFormatter
    sub = commands.add_parser(name, help=summary, description=text, formatter_class=shape)
    sub.set_defaults(run=run)
    return sub


def add_game(sub, required=True):
    """Add --game, --seats and --options to a subcommand."""
    sub.add_argument("--game", required=required, help="its name, such as mars")
    sub.add_argument("--seats", type=int, help="players (default: the fewest)")
    sub.add_argument("--options", default="{}", help='JSON, such as \'{"tie": "second"}\'')


def game_of(arguments):
    """Return a new game as the arguments say; raises CommandError."""
    try:
        options = json.loads(arguments.options)
    except ValueError as error:
        raise CommandError("--options is no JSON: %s" % error) from None
    if not isinstance(options, dict):
        raise CommandError("--options is a JSON object, such as '{\"tie\": \"second\"}'")
    try:
        return make(arguments.game, arguments.seats, options)
    except ValueError as error:
        raise CommandError(str(error)) from None
