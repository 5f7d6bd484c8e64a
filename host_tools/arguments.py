"""Arguments that several commands share, and what may stand in them."""

import argparse
from pathlib import Path

from games import make
from games.jsonline import parse
from host_tools.errors import CommandError
from host_tools.terminal import printable
from table import settings

WIRING = Path(settings.__file__).parent / "wiring"
SEED_MOST = 2**30 - 1


class Parser(argparse.ArgumentParser):
    """A parser whose errors are printable, whatever was typed."""

    def _print_message(self, message, file=None):
        super()._print_message(printable(message, keep="\n"), file)


def subcommand(commands, name, run, summary, examples):
    """Add a subcommand; `run(arguments)` does it. Returns its parser, for more arguments."""
    text = summary[0].upper() + summary[1:] + ".\n\nexamples:\n"
    text += "\n".join("  leyboard " + line for line in examples)
    shape = argparse.RawDescriptionHelpFormatter
    sub = commands.add_parser(name, help=summary, description=text, formatter_class=shape)
    sub.add_argument("-q", "--quiet", action="store_true", help="no progress, only results")
    sub.set_defaults(run=run)
    return sub


def whole(least, most):
    """Return the type of an argument that is a whole number in a span."""

    def number(text):
        if (
            text.isascii()
            and text.removeprefix("-").isdecimal()
            and len(text) < 20
            and least <= int(text) <= most
        ):
            return int(text)
        raise argparse.ArgumentTypeError("it is a whole number from %d to %d" % (least, most))

    return number


def path(text):
    """The type of an argument that is a file or a folder."""
    if not text or "\0" in text:
        raise argparse.ArgumentTypeError("it is the name of a file or a folder")
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise argparse.ArgumentTypeError("whose home is that?") from None


def word(text):
    """The type of an argument that is a name, or several."""
    if not text.strip() or not text.isprintable() or len(text) > 500:
        raise argparse.ArgumentTypeError("it is a name in printable letters")
    return text


def add_game(sub, required=True):
    """Add --game, --seats and --options to a subcommand."""
    sub.add_argument("--game", required=required, type=word, help="its name, such as mars")
    sub.add_argument("--seats", type=whole(1, 8), help="players (default: the fewest)")
    sub.add_argument("--options", default="{}", help='JSON, such as \'{"tie": "second"}\'')


def game_of(arguments):
    """Return a new game as the arguments say; raises CommandError."""
    try:
        return make(arguments.game, arguments.seats, options_of(arguments))
    except ValueError as error:
        raise CommandError(str(error)) from None


def profile_of(name):
    """Return the wiring module of a board; raises CommandError."""
    try:
        return settings.profile(name)
    except settings.SettingsError as error:
        known = sorted(file.stem for file in WIRING.glob("[!_]*.py"))
        raise CommandError("%s; there are: %s" % (error, ", ".join(known))) from None


def options_of(arguments):
    """Return the options as a dict; raises CommandError."""
    try:
        return parse(arguments.options)
    except ValueError as error:
        raise CommandError(
            '--options %s; it is a JSON object, such as \'{"tie": "second"}\'' % error
        ) from None
