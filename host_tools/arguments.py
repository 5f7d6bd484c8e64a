"""Arguments shared by several commands, and their types."""

import argparse
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from getpass import getpass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeAlias

from games import make, packages
from games.jsonline import parse
from games.texts import Texts, languages
from host_tools.errors import CommandError, why
from host_tools.files import read_text
from host_tools.systems import data_folder
from host_tools.terminal import echo, note, printable
from sim.contract.check import blamed
from sim.window import geometry
from sim.window.thinking import ENGINE
from table import settings, wiring

if TYPE_CHECKING:
    from games.base import Game
    from games.types import Json
    from sim.engine import TableEngine
    from sim.seats.protocols import Table

# The object to which modules add the commands of `leyboard`.
Commands: TypeAlias = "argparse._SubParsersAction[ArgumentParser]"
WIRING = Path(settings.__file__).parent / "wiring"
OWN_BOARDS = data_folder() / "boards"  # the profiles of boards of one's own
wiring.__path__.append(str(OWN_BOARDS))
SEED_MOST = 2**30 - 1
SEATS_MOST = 8


class Parser(argparse.ArgumentParser):
    """A parser that escapes control characters in its error messages."""

    def _print_message(self, message: str, file: Any = None) -> None:
        super()._print_message(printable(message, keep="\n"), file)


def subcommand(
    commands: Commands,
    name: str,
    run: Callable[..., Any] | None,
    summary: str,
    examples: tuple[str, ...],
) -> ArgumentParser:
    """Add a subcommand that calls `run(arguments)`; return its parser, for more arguments."""
    text = summary[0].upper() + summary[1:] + ".\n\nexamples:\n"
    text += "\n".join("  leyboard " + line for line in examples)
    shape = argparse.RawDescriptionHelpFormatter
    sub = commands.add_parser(name, help=summary, description=text, formatter_class=shape)
    sub.add_argument("-q", "--quiet", action="store_true", help="print results only, no progress")
    sub.set_defaults(run=run)
    return sub


def whole(least: int, most: int) -> Callable[..., Any]:
    """Return an argument type: a whole number from `least` to `most`."""

    def number(text: str) -> int:
        if (
            text.isascii()
            and text.removeprefix("-").isdecimal()
            and len(text) < 20
            and least <= int(text) <= most
        ):
            return int(text)
        raise argparse.ArgumentTypeError("give a whole number from %d to %d" % (least, most))

    return number


def path(text: str) -> Path:
    """An argument type: a file or a folder."""
    if not text or "\0" in text:
        raise argparse.ArgumentTypeError("give the name of a file or a folder")
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise argparse.ArgumentTypeError("there is no such user; give a path") from None


def target(text: str) -> Path:
    """An argument type: a file to be written. Reports at once an error that would otherwise lose
    the result at the end."""
    file = path(text)
    if file.is_dir() or not file.parent.is_dir():
        raise argparse.ArgumentTypeError("give a file, in a folder that is there")
    return file


def word(text: str) -> str:
    """An argument type: a name, or several."""
    if not text.strip() or not text.isprintable() or len(text) > 500:
        raise argparse.ArgumentTypeError("give a name in printable letters")
    return text


def seat_of(name: str) -> int:
    """An argument type: a seat, by colour or number."""
    seats = {Texts(language).render("seat %d" % seat).lower(): seat
             for language in languages() for seat in range(4)}
    seats |= {str(seat): seat for seat in range(SEATS_MOST)}
    if name.lower() not in seats:
        raise argparse.ArgumentTypeError("give a seat by colour or number, as blue")
    return seats[name.lower()]


def seat_and_player(text: str) -> tuple[int, str]:
    """An argument type: a seat, by colour or number, and its player."""
    name, _, player = text.partition("=")
    if not player:
        raise argparse.ArgumentTypeError("give a seat and its player, as blue=search:300")
    if player == ENGINE:
        raise argparse.ArgumentTypeError("give the path of your engine, as blue=./engine")
    return seat_of(name), player


def engines_of(players: list[tuple[int, str]]) -> "dict[int, TableEngine]":
    """Return the engines among players by seat, for a table; raises CommandError."""
    from sim.engine import Engine, TableEngine, is_engine

    try:
        return {seat: TableEngine(Engine(name), lambda said: echo(said, file=sys.stderr))
                for seat, name in players if is_engine(name)}
    except ValueError as error:
        raise CommandError(str(error)) from None


_RIGHTS = "%s is a program: here it may do all that you may, so read it if you did not write it"


class Package:
    """An argument type: another author's package of a game, a file or a folder."""

    def __init__(self, text: str):
        self._path = path(text)

    def take(self) -> str:
        """Make its game known; return the game's name; raises CommandError."""
        path = Path(os.path.realpath(self._path)).as_posix()  # resolve() dies of a circle
        note(_RIGHTS % self._path.name, file=sys.stderr)
        try:
            return packages.add(path)
        except packages.PackageError as error:
            where = blamed(error.cause, [path]) if error.cause else ""
            raise CommandError(where + str(error)) from None


def game_name(text: str) -> str | Package:
    """An argument type: the name of a game, or the path of its package."""
    is_path = text.endswith(".py") or text.startswith(".") or "/" in text or os.sep in text
    return Package(text) if is_path else word(text)


def take_packages(arguments: Namespace) -> None:
    """Take each Package among the arguments, and put the name of its game in its place; raises
    CommandError."""
    for key, value in vars(arguments).items():
        if isinstance(value, Package):
            setattr(arguments, key, value.take())
        elif isinstance(value, list):
            value[:] = [one.take() if isinstance(one, Package) else one for one in value]


def question(text: str) -> str:
    """An argument type: a question to be asked after the game."""
    if not text.isascii() or text.count("?") != 1 or text[-1:] != "?":
        raise argparse.ArgumentTypeError('give a question in ASCII, such as "Fun?"')
    return word(text)


def add_log(sub: ArgumentParser) -> None:
    """Add --log and --ask to a subcommand with a table."""
    sub.add_argument("--log", type=path, metavar="FOLDER",
                     help="for playtests: keep the record of each finished game there, with when "
                          "and how each action came, and what was refused or taken back")
    sub.add_argument("--ask", type=question, action="append", default=[], metavar="QUESTION",
                     help="with --log: ask everybody this after the game, to be answered from 1 "
                          "to 5; may be given twice")


def keeper(arguments: Namespace, table: "Table") -> "Callable[[Json], None]":
    """Return a function to call with each event of a table; it keeps the records for --log, and
    says which."""
    from sim.playlog import ON, PlayLog

    log = PlayLog(arguments.log)
    answer = table.ask("playtest", text=" ".join(arguments.ask) or ON)
    if not answer["ok"]:
        raise CommandError("the table does not note how people play: %s" % answer["why"])
    echo("For playtests %s gets the record of each finished game, with when and how each action "
         "came, what was refused or taken back, and the answers after the game. It names nobody."
         % arguments.log)

    def hear(event: "Json") -> None:
        log.hear(event)
        try:
            if file := log.finish(table):
                echo("playtest: %s" % file)
        except OSError as error:
            echo("cannot keep the record: %s: %s" % (error.filename, why(error)), file=sys.stderr)

    return hear


def is_elsewhere(text: str) -> bool:
    """Does an argument only name the place of its value?"""
    return text == "-" or text.startswith("@")


def secret(text: str) -> str:
    """Return the value of a secret argument. Other users can see arguments in the list of
    processes, so "@FILE" takes the text of a file, and "-" a line of standard input. Raises
    CommandError."""
    try:
        if text == "-" and sys.stdin.isatty():
            text = getpass("The secret, which is not shown: ")
        elif text == "-":
            text = sys.stdin.readline()
        elif text.startswith("@"):
            text = read_text(path(text[1:]))
        return word(text.strip())
    except (ValueError, argparse.ArgumentTypeError):
        raise CommandError("%s has no line of printable letters" % text) from None


def add_game(sub: ArgumentParser, is_needed: bool = True) -> None:
    """Add --game, --seats and --options to a subcommand."""
    sub.add_argument("--game", required=is_needed, type=game_name,
                     help="the game, such as mars, or a package: ./fox.py")
    sub.add_argument("--seats", type=whole(1, 8), help="players (default: the fewest)")
    sub.add_argument("--options", default="{}", help='JSON, such as \'{"tie": "second"}\'')


def add_others(sub: ArgumentParser) -> None:
    """Add --game to a subcommand that reads the names of games elsewhere."""
    sub.add_argument("--game", type=Package, action="append", metavar="PATH",
                     help="know the package of a game of others: fox.py, or a folder")


def game_of(arguments: Namespace) -> "Game":
    """Return a new game made from the arguments; raises CommandError."""
    try:
        return make(arguments.game, arguments.seats, options_of(arguments))
    except ValueError as error:
        raise CommandError(str(error)) from None


def profiles() -> list[str]:
    """Return the names of all boards, ascending."""
    return geometry.names_of_boards()


def our_profiles() -> list[str]:
    """Return the names of the boards of this project, ascending, for what others get."""
    return sorted(file.stem for file in WIRING.glob("[!_]*.py"))


def profile_of(name: str) -> ModuleType:
    """Return the wiring module of a board; raises CommandError."""
    try:
        return settings.profile(name)
    except settings.SettingsError:
        known = ", ".join(profiles())
        raise CommandError("there is no board %s; there are: %s"
                           % (name or "without a name", known)) from None


def options_of(arguments: Namespace) -> "Json":
    """Return the options as a dict; raises CommandError."""
    try:
        return parse(arguments.options)
    except ValueError as error:
        raise CommandError(
            '--options %s; give a JSON object, such as \'{"tie": "second"}\'' % error
        ) from None
