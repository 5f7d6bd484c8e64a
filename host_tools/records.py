"""`leyboard records`: the games on a board, as records of docs/rules/records.md."""

import tempfile
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path

from host_tools.arguments import Commands, subcommand, target
from host_tools.board import stopped
from host_tools.core.records import delete, described, is_game, keep, kept, opened, record
from host_tools.files import write_record
from host_tools.ports import add_board, find
from host_tools.terminal import ask_yes, console, echo, grid


def which_game(text: str) -> str:
    """Return the name of a game on a board; raises ArgumentTypeError."""
    if is_game(text):
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
    )
    _add_which(fetch)
    fetch.add_argument("--out", type=target, help="file (default: GAME-WHICH.jsonl)")
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
        found = board.carry_out(kept())
    rows = []
    for which, data in found:
        with scratch() as folder:
            rows.append((which, *described(opened(which, data, folder))))
    if rows:
        console().print(grid(("which", "game", "seats", "actions", "state", "players"), rows,
                             ("seats", "actions")))
    else:
        echo("this board keeps no game")


def run_fetch(arguments: Namespace) -> None:
    which = arguments.which
    with stopped(find(arguments.port)) as board:
        data = board.carry_out(keep(which))
    with scratch() as folder:
        session = opened(which, data, folder)
        lines = record(which, session)
    file = arguments.out or Path("%s-%s.jsonl" % (session.game.NAME, which))
    write_record(file, lines)
    echo("%d lines in %s" % (len(lines), file))


def run_delete(arguments: Namespace) -> None:
    with stopped(find(arguments.port)) as board, scratch() as folder:
        board.carry_out(
            delete(arguments.which, folder), ask=lambda text: arguments.yes or ask_yes(text)
        )
    echo("deleted")


def scratch() -> "tempfile.TemporaryDirectory[str]":
    """Return an empty folder, for a `with`."""
    return tempfile.TemporaryDirectory(prefix="leyboard-")
