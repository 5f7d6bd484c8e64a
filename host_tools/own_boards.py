"""`leyboard board`: plans and profile of a board of one's own size."""

import argparse
import keyword
import re
import sys
import tomllib
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from games import game_class, names
from host_tools.arguments import OWN_BOARDS, WIRING, Commands, path, profiles, subcommand
from host_tools.build import build, games_of
from host_tools.errors import CommandError
from host_tools.files import read_text, replace_bytes
from host_tools.terminal import ask, echo, note
from sim.window.numbering import HEXES, LEAST, LIGHTS, MOST, SENSES
from table import settings
from table.layout import NOWHERE, Layout

if TYPE_CHECKING:
    from hardware.own_boards import Wish
    from hardware.source import Design


_LONGEST = 16  # letters of a name
_SIZES = "%dx%d to %dx%d" % (LEAST, LEAST, MOST, MOST)
_HEXAGONS = " or ".join(["hex%d" % count for count in HEXES])


def register(commands: Commands) -> None:
    group = subcommand(
        commands, "board", None, "make the plans of a board of your own",
        ("board new table8x5 --cells 8x5 --sense none --games mars", "board make table8x5",
         "board remove table8x5"),
    )
    parts = group.add_subparsers(metavar="ACTION", required=True)
    new = subcommand(
        parts, "new", run_new,
        "calculate a board, and write its plans into a folder of its name",
        ("board new table8x5 --cells 8x5 --sense none --lights 4 --games mars,land",
         "board new wide --cells 12x6 --sense readers",
         "board new island --cells hex19 --games landover", "board new mine     # asks"),
    )
    new.add_argument("name", type=a_name, help="its name, which all commands will know")
    new.add_argument("--cells", type=a_size, metavar="8x5", help="from west to east, x, from "
                     "south to north: %s; or %s, hexes of Landover" % (_SIZES, _HEXAGONS))
    new.add_argument("--sense", choices=SENSES, help="how the board learns where a piece lies: "
                     "a reader or a magnet's switch under each cell, or none but the pad's")
    new.add_argument("--lights", type=int, help="of each cell (default: 4 with readers, else 1)")
    new.add_argument("--facings", action=argparse.BooleanOptionalAction, help="sensors that feel "
                     "how a tile is turned, so that the knob need not ask; they need readers")
    new.add_argument("--games", type=str, help="what it is for, by comma: mars,land")
    new.add_argument("--out", type=path, help="the folder (default: NAME)")
    make = subcommand(
        parts, "make", run_make, "write the plans again after a change of board.toml",
        ("board make table8x5",),
    )
    make.add_argument("folder", type=path, help="the folder of its plans")
    remove = subcommand(
        parts, "remove", run_remove, "forget a board of your own; its folder stays",
        ("board remove table8x5",),
    )
    remove.add_argument("name", type=a_name)


def a_name(text: str) -> str:
    """An argument type: the name of a board of one's own."""
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,%d}" % (_LONGEST - 1), text) or keyword.iskeyword(text):
        raise argparse.ArgumentTypeError(
            "a name has at most %d small letters, digits and _, such as table8x5" % _LONGEST)
    if (WIRING / (text + ".py")).exists():
        raise argparse.ArgumentTypeError("%s is a board of Leyboard's own; take another name"
                                         % text)
    return text


def a_size(text: str) -> tuple[int, int, int]:
    """An argument type: cells along both sides, and the number of hexes; 0 of those that it lacks.
    A size that no board can have is refused later, by the nearest that one can."""
    found = re.fullmatch(r" *(?:(\d{1,3}) *[xX×] *(\d{1,3})|hex(\d{1,3})) *", text)
    if not found or not any(side and int(side) for side in found.groups()):
        raise argparse.ArgumentTypeError("give two numbers, such as 8x5, or %s" % _HEXAGONS)
    width, height, hexes = (int(side or 0) for side in found.groups())
    return width, height, hexes


def run_new(arguments: Namespace) -> None:
    design, folder = _design(), arguments.out or Path(arguments.name)
    if folder.exists() or arguments.name in profiles():
        raise CommandError("there is a board %s already; take another name, or leyboard board "
                           "make %s after a change" % (arguments.name, folder))
    wish = wish_of(arguments)
    note("calculating %s" % wish.words())
    _make(design, folder, wish.name, _calculated(design, wish))


def run_make(arguments: Namespace) -> None:
    from hardware import own_boards
    from hardware.source import SourceError

    design = _design()
    text = read_text(arguments.folder / own_boards.FILE)
    try:
        board = own_boards.board_of(own_boards.with_boards(design, text))
    except SourceError as error:
        raise CommandError("%s" % error) from None
    _make(design, arguments.folder, a_name(board.name), text)


def run_remove(arguments: Namespace) -> None:
    file = OWN_BOARDS / (arguments.name + ".py")
    if not file.exists():
        raise CommandError("there is no board %s of your own" % arguments.name)
    file.unlink()
    echo("%s is forgotten; the folder of its plans stays" % arguments.name)


def _design() -> "Design":
    """Return the sources of the plans; raises CommandError where they are not installed."""
    from hardware.source import DESIGN, Design

    if not DESIGN.is_dir():
        raise CommandError("the sources of the plans are not installed with the commands: run it "
                           "in a checkout, .venv/bin/leyboard board")
    return Design()


def wish_of(arguments: Namespace) -> "Wish":
    """Return the wanted board; ask on the terminal for values that the arguments leave out. Raises
    CommandError."""
    from hardware.own_boards import Wish

    def said(value: Any, question: str, usual: str, kind: Any) -> Any:
        while value is None:
            answer = ask("%s [%s]" % (question, usual)) or usual
            try:
                value = kind(answer)
            except (argparse.ArgumentTypeError, CommandError, KeyError, ValueError) as error:
                echo(str(error), file=sys.stderr)
        return value

    named = said(arguments.games, "For which games, of %s?" % ",".join(names()), "mars", str)
    games = tuple(dict.fromkeys(games_of(named)))
    width, height, hexes = said(arguments.cells, "How many cells, %s, or hexes, %s?"
                                % (_SIZES, _HEXAGONS), _size_for(games), a_size)
    sense = said("none" if hexes and not arguments.sense else arguments.sense,
                 "What is under a cell: readers, switches or none?", "none", _a_sense)
    usual = LIGHTS[sense][0]
    lights = arguments.lights
    if lights is None and not hexes and len(LIGHTS[sense]) > 1 and sys.stdin.isatty():
        lights = said(None, "How many lights has a cell, %s?"
                      % " or ".join(map(str, LIGHTS[sense])), str(usual), int)
    facings = arguments.facings
    if facings is None and sense == "readers" and sys.stdin.isatty():
        facings = said(None, "Are sensors to feel how a tile is turned, yes or no?", "no", _a_yes)
    return Wish(arguments.name, width, height, sense, usual if lights is None else lights,
                tuple(_pieces(name) for name in games), bool(facings), hexes)


def _size_for(games: tuple[str, ...]) -> str:
    """Return the smallest size that has all places of some games on squares; if there are none,
    that of hexes."""
    width = height = 0
    for name in games:
        game = game_class(name)()
        for spot in range(game.spots()):
            found = re.fullmatch(r"([a-z])(\d+)", game.spot_name(spot))
            if found:
                width = max(width, ord(found[1]) - ord("a") + 1)
                height = max(height, int(found[2]))
    return "%dx%d" % (max(width, LEAST), max(height, LEAST)) if width else "hex%d" % max(HEXES)


def _a_sense(text: str) -> str:
    if text not in SENSES:
        raise argparse.ArgumentTypeError("say one of %s" % ", ".join(SENSES))
    return text


def _a_yes(text: str) -> bool:
    return {"yes": True, "no": False}[text]


def _pieces(name: str) -> Any:
    from hardware.own_boards import Pieces

    game = game_class(name)
    return Pieces(name, game.SET, len(list(game().tokens())))


def _calculated(design: "Design", wish: "Wish") -> str:
    """Return the file of a board. Raises CommandError, which names the nearest board that can be
    made instead."""
    from hardware import own_boards
    from hardware.source import SourceError

    try:
        return own_boards.calculated(design, wish)
    except SourceError as error:
        other = own_boards.nearest(design, wish)
        instead = "" if other is None else (
            " The nearest that can be made: --cells %s --sense %s --lights %d%s"
            % (other.size, other.sense, other.lights, " --facings" * other.facings))
        raise CommandError("%s cannot be made: %s%s" % (wish.words(), error, instead)) from None


def _make(design: "Design", folder: Path, name: str, text: str) -> None:
    """Write the plans of a board with this file into a folder, and make it known to all commands.
    Raises CommandError."""
    from hardware import own_boards, own_plans
    from hardware.source import SourceError

    games = tuple(tomllib.loads(text)["boards"][name].get("games", names()))
    try:
        made = own_plans.files(own_boards.with_boards(design, text), games)
    except SourceError as error:
        raise CommandError("%s/%s" % (folder, error)) from None
    own_plans.write(folder, {own_boards.FILE: text.encode(), **made})
    OWN_BOARDS.mkdir(parents=True, exist_ok=True)
    replace_bytes(OWN_BOARDS / (name + ".py"), made[name + ".py"])
    note("compiling its firmware")
    build(name, ",".join(games), folder / "firmware")
    for game in games:
        _say_what_lacks(name, game)
    echo("%s: plans in %s, begin with %s. To play on it now: leyboard play --profile %s"
         % (name, folder, folder / "README.md", name))


def _say_what_lacks(name: str, game: str) -> None:
    """Say which games have more places than a board."""
    places = list(Layout(settings.profile(name), game_class(game)()).place_of)
    lacks = places.count(NOWHERE)
    if lacks:
        echo("%s: the board has %d of its %d places; %s has all. Its options may have fewer; "
             "what is missing is played with the knob"
             % (game, len(places) - lacks, len(places), _size_for((game,))))
