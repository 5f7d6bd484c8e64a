"""`leyboard records`: the games on a board, as records of docs/rules/records.md."""

import base64
import binascii
import io
import json
import tempfile
import zipfile
import zlib
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from games.base import OVER
from host_tools.arguments import Commands, path, subcommand, target
from host_tools.board import stopped
from host_tools.core.records import (
    delete,
    described,
    files_of,
    games_in,
    is_game,
    keep,
    kept,
    opened,
    record,
)
from host_tools.errors import CommandError, why
from host_tools.files import read_bytes, write_record
from host_tools.ports import add_board, find
from host_tools.terminal import ask_yes, console, echo, grid, note

if TYPE_CHECKING:
    from table.session import Session


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
        "list, fetch or delete the games on a board, or unpack those of a file",
        ("records list", "records fetch 3 --out evening.jsonl", "records delete old",
         "records unpack leyboard-2026-11-29.json evenings"),
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
    unpack = subcommand(
        parts, "unpack", run_unpack, "write the finished games in a file as records to a folder",
        ("records unpack leyboard-2026-11-29.json evenings",),
    )
    unpack.add_argument("file", type=path,
                        help="what Save everything in a tab, or leyboard backup, wrote")
    unpack.add_argument("folder", type=path, help="where they go, as mars-12.jsonl")


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


def run_unpack(arguments: Namespace) -> None:
    files = _files_in(arguments.file)
    try:
        arguments.folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError("cannot make %s: %s" % (arguments.folder, why(error))) from None
    count = 0
    for which in games_in(files):
        with scratch() as folder:
            data = {name: files[name] for name in files_of(which) if name in files}
            session = opened(which, data, folder)
            if session is None:
                note("game %s: nothing of it can be played" % which)
            elif _is_over(session):
                name = "%s-%s.jsonl" % (session.game.NAME, which)
                write_record(arguments.folder / name, record(which, session))
                count += 1
    echo("%d finished games in %s" % (count, arguments.folder))


def _is_over(session: "Session") -> bool:
    return session.game.current() == OVER or bool(session.given_up)


def _files_in(file: Path) -> dict[str, bytes]:
    """Return {path on the board: bytes} of a saved table; raises CommandError."""
    data = read_bytes(file)
    try:
        if data[:1] == b"{":
            found = json.loads(data)["files"]
            return {"/" + name: base64.b64decode(text, validate=True)
                    for name, text in found.items()}
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return {"/" + name: archive.read(name) for name in archive.namelist()}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, binascii.Error,
            zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError):
        raise CommandError("%s is no file of Save everything, and no backup, or it is damaged"
                           % file) from None


def scratch() -> "tempfile.TemporaryDirectory[str]":
    """Return an empty folder, for a `with`."""
    return tempfile.TemporaryDirectory(prefix="leyboard-")
