"""`leyboard tags`: lists the tags of a set of pieces; writes, reads and checks them."""

import contextlib
import json
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from games.jsonline import parse
from host_tools.arguments import Commands, path, subcommand, word
from host_tools.core import AtOnce, CommandError, carry_out
from host_tools.core.tags import (
    HALVES,
    Done,
    Found,
    Piece,
    Writing,
    lock,
    pieces_of,
    read,
    wipe,
)
from host_tools.files import read_text, write_text
from host_tools.pads import add_pad, open_pad
from host_tools.terminal import ask_yes, console, echo, grid, note

if TYPE_CHECKING:
    from games.base import Game
    from games.types import Json
    from host_tools.core import Work


def register(commands: Commands) -> None:
    group = subcommand(
        commands,
        "tags",
        None,
        "plan, write, read, check, wipe or lock the tags of the pieces",
        (
            "tags plan --game mars",
            "tags write --game mars                # on the pad of the table",
            "tags write --game mars --reader serial:/dev/ttyUSB0",
            "tags check --game mars",
        ),
    )
    parts = group.add_subparsers(metavar="ACTION", required=True)
    plan = subcommand(parts, "plan", run_plan, "list what a set needs, for all players",
                      ("tags plan --game mars",))
    _add_set(plan)
    put = subcommand(
        parts, "write", run_write, "write the tags of a set one after the other; continues where "
                                   "it stopped", ("tags write --game mars", "tags write --game "
                                                                            "mars --piece cap"),
    )
    _add_set(put)
    put.add_argument("--piece", type=word, help="only the pieces of this name")
    put.add_argument("--overwrite", action="store_true",
                     help="overwrite tags that belong to another piece or game")
    put.add_argument("--list", type=path, metavar="FILE",
                     help="of the tags written (default: leyboard-tags-GAME.json)")
    check = subcommand(
        parts, "check", run_check, "lay all tags of a set on the pad: what is missing, double or "
        "damaged? Ctrl-C ends it", ("tags check --game mars",),
    )
    _add_set(check)
    look = subcommand(parts, "read", run_read, "say what is on a tag", ("tags read",))
    wipe = subcommand(parts, "wipe", run_wipe, "empty a tag", ("tags wipe",))
    lock = subcommand(parts, "lock", run_lock, "lock a tag for ever", ("tags lock",))
    for sub in (wipe, lock):
        sub.add_argument("--yes", action="store_true", help="do not ask")
    for sub in (put, check, look, wipe, lock):
        add_pad(sub)


def _add_set(sub: ArgumentParser) -> None:
    sub.add_argument("--game", required=True, type=word, help="its name, such as mars")
    sub.add_argument("--kinds", action="store_true",
                     help="one tag of each kind is enough, for a table without readers under its "
                          "cells")


def _set_of(arguments: Namespace) -> "tuple[Game, list[Piece]]":
    """Return (the game, all Pieces of its set) that the arguments name; raises CommandError."""
    return pieces_of(arguments.game, arguments.kinds)


def run_plan(arguments: Namespace) -> None:
    game, pieces = _set_of(arguments)
    counts: dict[tuple[str, str], int] = {}
    for piece in pieces:
        row = (piece.whole, piece.short)
        counts[row] = counts.get(row, 0) + 1
    rows = [(*row, count) for row, count in counts.items()]
    title = "%s, up to %d players" % (game.TITLE, game.seats)
    console().print(grid(("piece", "--piece", "tags"), [*rows, ("all", "", len(pieces))],
                         ("tags",), title))
    if any(piece.is_half for piece in pieces):
        echo(HALVES)
    echo(
        "Any NTAG213, NTAG215 or NTAG216 will do, and others that keep what is written; buy some "
        "more than these."
    )


def run_write(arguments: Namespace) -> None:
    game, pieces = _set_of(arguments)
    if arguments.piece:
        wanted = [one for one in pieces if arguments.piece in (one.short, one.name)]
        if not wanted:
            names = ", ".join(dict.fromkeys(one.short for one in pieces))
            raise CommandError("%s has no piece %s; there are: %s", game.NAME, arguments.piece,
                               names)
        pieces = wanted
    file = arguments.list or Path("leyboard-tags-%s.json" % game.NAME)
    done = done_in(file, game.SET)
    with _at_pad(arguments) as (pad, do):
        do(Writing(pad, game, done, arguments.overwrite).all(pieces),
           keep=lambda tags: keep(file, tags))
    echo("all %d tags are written; %s knows them" % (len(pieces), file))


def done_in(file: Path, number: int) -> Done:
    """Return the tags of a set that a file lists, none if there is no file; raises CommandError.
    """
    if not file.exists():
        return Done(number)
    try:
        said = parse(read_text(file))
        if said["set"] != number:
            raise CommandError("%s lists the tags of another set of pieces; name another file "
                               "(--list)", file)
        return Done(number, said["tags"])
    except (ValueError, KeyError, TypeError, AttributeError):
        raise CommandError(
            "%s is damaged, or not a list of tags; remove it, and lay down again the tags already "
            "written: they are recognised", file
        ) from None


def keep(file: Path, tags: "Json") -> None:
    """Write a list to disk; raises CommandError."""
    write_text(file, json.dumps(tags, indent=1) + "\n")


@contextlib.contextmanager
def _at_pad(arguments: Namespace) -> "Iterator[tuple[AtOnce, Any]]":
    """The pad that the arguments name, and what carries out work there, for a `with`."""
    with contextlib.closing(open_pad(arguments)) as pad:

        def do(work: "Work", **answers: Any) -> Any:
            answers |= {
                "say": echo, "note": note, "rest": lambda ms: time.sleep(ms / 1000),
                "ask": lambda text: arguments.yes or ask_yes(text),
            }
            return carry_out(work, answers)

        yield AtOnce(pad), do


def run_read(arguments: Namespace) -> None:
    with _at_pad(arguments) as (pad, do):
        do(read(pad))


def run_wipe(arguments: Namespace) -> None:
    with _at_pad(arguments) as (pad, do):
        do(wipe(pad))


def run_lock(arguments: Namespace) -> None:
    with _at_pad(arguments) as (pad, do):
        do(lock(pad))


def run_check(arguments: Namespace) -> None:
    game, pieces = _set_of(arguments)
    found = Found(game, pieces)
    with _at_pad(arguments) as (pad, do):
        echo("Lay all %d tags of the set on the pad, one after the other; Ctrl-C when done."
            % len(pieces))
        try:
            do(found.collect(pad))
        except KeyboardInterrupt:
            echo("")
        do(found.judge())
