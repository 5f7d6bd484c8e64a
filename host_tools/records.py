"""`leyboard records`: the games on a board, as records of docs/rules/records.md."""

import contextlib
import re
import tempfile
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from games.base import OVER
from host_tools.arguments import Commands, path, subcommand
from host_tools.board import stopped
from host_tools.errors import CommandError
from host_tools.files import write_record
from host_tools.ports import add_board, find
from host_tools.terminal import ask_yes, console, echo, grid
from table.journal import Journal
from table.session import Session

if TYPE_CHECKING:
    from host_tools.board import Board

# The table's files of a game; game.old was damaged, or did not fit the firmware. A game on the
# table's shelf has a number.
FILES = {
    "now": ("/game.log", "/game.tail", "/game.point", "/game.log.new", "/game.tail.new",
            "/game.point.new"),
    "old": ("/game.old", "/game.old.new"),
}  # fmt: skip
_ON_SHELF = re.compile(r"/game-([1-9][0-9]{0,8})\.log")


def files_of(which: str) -> tuple[str, ...]:
    """Return the names of the files of a game on a board: "now", "old" or a number."""
    return FILES.get(which) or ("/game-%s.log" % which, "/game-%s.point" % which)


def games_in(files: Iterable[str]) -> list[str]:
    """Return which games there are among the files of a board, those of the shelf last."""
    numbers = sorted(int(found[1]) for name in files if (found := _ON_SHELF.fullmatch(name)))
    return [which for which in FILES if FILES[which][0] in files] + [str(n) for n in numbers]


def which_game(text: str) -> str:
    """Return the name of a game on a board; raises ArgumentTypeError."""
    if text in FILES or _ON_SHELF.fullmatch("/game-%s.log" % text):
        return text
    raise ArgumentTypeError("%s is not now, old or the number of a game on the shelf" % text)


def register(commands: Commands) -> None:
    group = subcommand(
        commands,
        "records",
        None,
        "list, fetch or delete the games on a board",
        ("records list", "records fetch 3 --out evening.jsonl", "records delete old"),
    )
    parts = group.add_subparsers(metavar="ACTION", required=True)
    some = subcommand(parts, "list", run_list, "list the games on a board", ("records list",))
    add_board(some)
    fetch = subcommand(
        parts, "fetch", run_fetch, "write the record of a game on a board to a file",
        ("records fetch now --out evening.jsonl",),
    )  # fmt: skip
    _add_which(fetch)
    fetch.add_argument("--out", type=path, help="file (default: GAME-WHICH.jsonl)")
    delete = subcommand(
        parts, "delete", run_delete, "delete a game on a board", ("records delete old --yes",)
    )
    _add_which(delete)
    delete.add_argument("--yes", action="store_true", help="do not ask")


def _add_which(sub: ArgumentParser) -> None:
    sub.add_argument(
        "which",
        type=which_game,
        metavar="WHICH",
        help="now (the game on the table), old (it was damaged, or did not fit the firmware), or "
        "the number of a game on the shelf",
    )
    add_board(sub)


def run_list(arguments: Namespace) -> None:
    with stopped(find(arguments.port)) as board:
        files, _ = board.files()
        kept = [(which, keep(board, which)) for which in games_in(files)]
    rows = [(which, *described(which, data)) for which, data in kept]
    if rows:
        console().print(grid(("which", "game", "seats", "actions", "state", "players"), rows,
                             ("seats", "actions")))  # fmt: skip
    else:
        echo("this board keeps no game")


def run_fetch(arguments: Namespace) -> None:
    with stopped(find(arguments.port)) as board:
        data = keep(board, arguments.which)
    with opened(arguments.which, data) as session:
        if session is None:
            raise CommandError("this board has no intact game %s; see leyboard records list"
                               % arguments.which)  # fmt: skip
        if not session.is_open():
            raise CommandError("a record shows everything hidden: fetch it when the game is over "
                               "(until then, leyboard backup keeps it)")  # fmt: skip
        lines = list(session.record())
        target = arguments.out or Path("%s-%s.jsonl" % (session.game.NAME, arguments.which))
    write_record(target, lines)
    echo("%d lines in %s" % (len(lines), target))


def run_delete(arguments: Namespace) -> None:
    with stopped(find(arguments.port)) as board:
        there, _ = board.files()
        mine = [name for name in files_of(arguments.which) if name in there]
        if not mine:
            raise CommandError("there is no game %s on this board" % arguments.which)
        told = described(arguments.which, keep(board, arguments.which))
        if not (arguments.yes or ask_yes("Delete %s, %s actions, %s?" % (told[0], *told[2:4]))):
            raise CommandError("nothing was deleted")
        for name in mine:
            board.remove(name)
    echo("deleted")


def keep(board: "Board", which: str) -> dict[str, bytes]:
    """Return {name: bytes} of the files of a game on a board."""
    return {name: data for name in files_of(which) if (data := board.read(name))}


@contextlib.contextmanager
def opened(which: str, data: dict[str, bytes]) -> Iterator[Any]:
    """A Session on the files of a game, for a `with`; None if none of it can be played. All of it
    is read anew, not from its newest state on. A game that is not on the table is one file: log
    and tail together."""
    with tempfile.TemporaryDirectory(prefix="leyboard-") as folder:
        for name, content in data.items():
            if not name.endswith(".point"):
                name = name if which == "now" else "/game.log"
                (Path(folder) / name[1:]).write_bytes(content)
        session = Session(Journal(folder))
        session.resume()
        yield session if session.game is not None else None


def described(which: str, data: dict[str, bytes]) -> tuple[Any, ...]:
    """Return (game, seats, actions, state, names of the players) of the files of a game, as
    text."""
    with opened(which, data) as session:
        if session is None:
            return "?", "?", "?", "nothing of it can be played", ""
        game = session.game
        if session.given_up:
            state = "given up"
        elif game.current() == OVER:
            state = "over: %s" % " ".join(str(score) for score in game.scores())
        else:
            state = "under way"
        people = ", ".join(name for name in session.names if name)
        return game.NAME, str(game.seats), str(len(game.log)), state, people
