"""`leyboard tags`: lists the tags of a set of pieces; writes, reads and checks them."""

import contextlib
import dataclasses
import json
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from games import game_class, make
from games.jsonline import parse
from games.texts import Texts
from host_tools import ntag
from host_tools.arguments import Commands, path, subcommand, word
from host_tools.errors import CommandError
from host_tools.files import read_text, replace_text
from host_tools.pads import add_pad, open_pad
from host_tools.terminal import ask_yes, console, echo, grid, note

if TYPE_CHECKING:
    from games.base import Game
    from host_tools.pads import Pad

PAUSE_S = 0.02  # between two looks at the pad
HALVES = "A domino takes two tags, one under each half; they come one after the other."
_HALF = "half"  # Game.named() of half of a piece is ("half", value, piece)


@dataclasses.dataclass(frozen=True)
class Piece:
    """A tag of a set: its `token`, and its `copy` of `count`; the name in the game (`name`) and
    for people (`said`), and the `whole` object it is on, which may have a tag under each half."""

    token: int
    copy: int
    count: int
    name: str
    said: str
    whole: str

    def __str__(self) -> str:
        if self.count == 1:
            return self.said
        return "%s, number %d of %d" % (self.said, self.copy + 1, self.count)

    def is_half(self) -> bool:
        return self.whole != self.said


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
                      ("tags plan --game mars",))  # fmt: skip
    _add_set(plan)
    put = subcommand(
        parts, "write", run_write, "write the tags of a set one after the other; continues where "
                                   "it stopped", ("tags write --game mars", "tags write --game "
                                                                            "mars --piece cap"),
    )  # fmt: skip
    _add_set(put)
    put.add_argument("--piece", type=word, help="only the pieces of this name")
    put.add_argument("--overwrite", action="store_true",
                     help="overwrite tags that belong to another piece or game")  # fmt: skip
    put.add_argument("--list", type=path, metavar="FILE",
                     help="of the tags written (default: leyboard-tags-GAME.json)")  # fmt: skip
    check = subcommand(
        parts, "check", run_check, "lay all tags of a set on the pad: what is missing, double or "
        "damaged? Ctrl-C ends it", ("tags check --game mars",),
    )  # fmt: skip
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
                          "cells")  # fmt: skip


def pieces_of(arguments: Namespace) -> "tuple[Game, list[Piece]]":
    """Return (a game, all Pieces of its set for the most players), with the tags of one object
    next to each other; raises CommandError."""
    try:
        game = make(arguments.game, game_class(arguments.game).SEATS[1])
    except ValueError as error:
        raise CommandError(str(error)) from None
    texts = Texts()
    named = {token: game.named(token) for token, _, _, _ in game.tokens()}
    pieces: dict[str, list[Piece]] = {}  # by the object they are on
    for token, name, _, count in game.tokens():
        said = whole = texts.render(named[token], game.NAME)
        if named[token][0] == _HALF:
            _, value, domino = named[token]
            said, whole = "the half %s of the domino %s" % (value, domino), "domino " + domino
        elif list(named.values()).count(named[token]) > 1:  # one name for several tokens
            said = whole = "%s (%s)" % (said, name)
        there = pieces.setdefault(whole, [])
        if arguments.kinds:
            count = 0 if there else 1  # the pad needs only one half of a domino
        there += [Piece(token, copy, count, name, said, whole) for copy in range(count)]
    return game, [piece for there in pieces.values() for piece in there]


# ---- plan --------------------------------------------------------------------------------------


def run_plan(arguments: Namespace) -> None:
    game, pieces = pieces_of(arguments)
    counts: dict[tuple[str, str], int] = {}
    for piece in pieces:
        row = (piece.whole, _short(piece))
        counts[row] = counts.get(row, 0) + 1
    rows = [(*row, count) for row, count in counts.items()]
    title = "%s, up to %d players" % (game.TITLE, game.seats)
    console().print(grid(("piece", "--piece", "tags"), [*rows, ("all", "", len(pieces))],
                         ("tags",), title))  # fmt: skip
    if any(piece.is_half() for piece in pieces):
        echo(HALVES)
    echo(
        "Any NTAG213, NTAG215 or NTAG216 will do, and others that keep what is written; buy some "
        "more than these."
    )


def _short(piece: "Piece") -> str:
    """Return the name of a piece for --piece, which both halves of a domino share."""
    return piece.whole.removeprefix("domino ") if piece.is_half() else piece.name


# ---- write -------------------------------------------------------------------------------------


def run_write(arguments: Namespace) -> None:
    game, pieces = pieces_of(arguments)
    if arguments.piece:
        wanted = [one for one in pieces if arguments.piece in (_short(one), one.name)]
        if not wanted:
            names = ", ".join(dict.fromkeys(_short(one) for one in pieces))
            raise CommandError("%s has no piece %s; there are: %s"
                               % (game.NAME, arguments.piece, names))  # fmt: skip
        pieces = wanted
    file = arguments.list or Path("leyboard-tags-%s.json" % game.NAME)
    done = Done(file, game.SET)
    with contextlib.closing(open_pad(arguments)) as pad:
        Writing(pad, game, done, arguments.overwrite).all(pieces)
    echo("all %d tags are written; %s knows them" % (len(pieces), file))


class Done:
    """The list of tags written for a set, kept in a file: {UID: (token, copy)}. A UID that several
    tags have is followed by their number from the second on: "04...80 2"."""

    def __init__(self, file: Path, number: int):
        self._file = file
        self._set = number
        self.tags = {}
        if not file.exists():
            return
        try:
            said = parse(read_text(file))
            if said["set"] != number:
                raise CommandError("%s lists the tags of another set of pieces; name another file "
                                   "(--list)"
                                   % file)  # fmt: skip
            self.tags = {uid: (int(token), int(copy)) for uid, (token, copy)
                         in said["tags"].items()}  # fmt: skip
        except (ValueError, KeyError, TypeError, AttributeError):
            raise CommandError(
                "%s is damaged, or not a list of tags; remove it, and lay down "
                "again the tags already written: they are recognised" % file
            ) from None

    def add(self, uid: bytes, piece: Piece, before: tuple[Any, ...] | None = None) -> None:
        """Record that this tag, and no other, belongs to the piece; it is on disk on return.
        `before` is the (token, copy) that the tag had, if it had one of this set."""
        place = (piece.token, piece.copy)
        self.tags = {one: known for one, known in self.tags.items()
                     if known not in (place, before)}  # fmt: skip
        name, number = uid.hex(), 1
        while name in self.tags:  # another tag, with the same UID
            number += 1
            name = "%s %d" % (uid.hex(), number)
        self.tags[name] = place
        self.keep()

    def keep(self) -> None:
        """Write the list to disk; raises CommandError."""
        text = json.dumps({"set": self._set, "tags": self.tags}, indent=1) + "\n"
        replace_text(self._file, text)

    def has_piece(self, piece: Piece) -> bool:
        return (piece.token, piece.copy) in self.tags.values()


class Writing:
    """Writes pieces to tags laid on a pad one by one."""

    def __init__(self, pad: "Pad", game: "Game", done: Done, overwrite: bool):
        self._pad = pad
        self._game = game
        self._done = done
        self._overwrite = overwrite

    def all(self, pieces: list[Piece]) -> None:
        left = [piece for piece in pieces if not self._done.has_piece(piece)]
        if len(left) < len(pieces):
            note("%d of %d are written already" % (len(pieces) - len(left), len(pieces)))
        self._done.keep()  # fails before the first tag if the file cannot be written
        if any(piece.is_half() for piece in left):
            note(HALVES)
        while left:
            echo("Lay a tag for this on the pad: %s (%d left)" % (left[0], len(left)))
            uid = arrival(self._pad)
            try:
                self._one(uid, left[0], pieces)
            except ntag.Crowded:
                pass  # `departure` says it
            except ntag.Gone as error:
                echo(_again(error))
            except ntag.Unfit as error:
                echo("  %s" % error)
            departure(self._pad)
            left = [piece for piece in left if not self._done.has_piece(piece)]

    def _one(self, uid: bytes, piece: Piece, pieces: list[Piece]) -> None:
        """Write a piece to the tag on the pad, unless the tag already has one; raises Gone and
        Unfit."""
        found = ntag.kind(self._pad)
        there = ntag.content(self._pad)
        if there.record and there.record[0] == self._game.SET and not self._overwrite:
            known = [one for one in pieces if (one.token, one.copy) == there.record[1:3]]
            if known and not self._done.has_piece(known[0]):
                self._done.add(uid, known[0])
                echo("  this tag is already written: %s. It counts; take it away" % known[0])
                return
            if there.record[1:3] != (piece.token, piece.copy):
                raise ntag.Unfit(
                    "this tag is already another piece of the set: take it away, or use "
                    "--overwrite"
                )
        elif not (self._overwrite or there.blank or "damaged" in there.wrong):
            raise ntag.Unfit("this tag holds something else: take another, or use --overwrite")
        text = "%s: %s" % (self._game.TITLE, piece.said)
        record = (self._game.SET, piece.token, piece.copy, 0)
        ntag.write_piece(self._pad, record, text, found.end)
        was = there.record
        self._done.add(uid, piece, was[1:3] if was and was[0] == self._game.SET else None)
        echo("  written on %s and checked; take it away" % str(found))


def arrival(pad: "Pad") -> bytes:
    """Wait for a single tag and return its UID."""
    return next(uid for uid in _looks(pad) if uid)


def departure(pad: "Pad") -> None:
    """Wait until there is no tag."""
    next(uid for uid in _looks(pad) if uid is None)


def _looks(pad: "Pad") -> Iterator[bytes | None]:
    """Yield the result of each look at the pad: a UID, None for no tag, b"" if unknown. Two tags
    at once are reported once."""
    crowded = False
    while True:
        try:
            uid = pad.uid()
            crowded = False
        except ntag.Crowded as error:
            uid = b""
            if not crowded:
                echo("  %s" % error)
            crowded = True
        yield uid
        time.sleep(PAUSE_S)


def _again(error: ntag.Gone) -> str:
    """Return the message for a tag that could not be read or written completely."""
    return "  %s: lay it down again" % error


# ---- one tag -----------------------------------------------------------------------------------


@contextlib.contextmanager
def _single(arguments: Namespace) -> Iterator[Any]:
    """Wait for one tag, for a `with`; gives (pad, UID, Kind)."""
    with contextlib.closing(open_pad(arguments)) as pad:
        note("Lay the tag on the pad.")
        uid = arrival(pad)
        yield pad, uid, ntag.kind(pad)


def run_read(arguments: Namespace) -> None:
    with _single(arguments) as (pad, uid, found):
        there = ntag.content(pad)
    echo("%s, UID %s%s" % (found.name, uid.hex(), ", locked" if there.locked else ""))
    if there.record:
        echo("set %d, piece %d, copy %d, slot %d" % there.record)
        echo(there.text or "no text for phones; leyboard tags write --overwrite adds one")
    else:
        echo(there.wrong)


def run_wipe(arguments: Namespace) -> None:
    with _single(arguments) as (pad, _, found):
        if not (arguments.yes or ask_yes("Empty this %s?" % found.name)):
            raise CommandError("nothing was changed")
        ntag.wipe(pad, found.end)
    echo("the tag is empty")


def run_lock(arguments: Namespace) -> None:
    with _single(arguments) as (pad, _, found):
        if ntag.content(pad).record is None:
            raise CommandError("this tag is not a piece yet: write it first (leyboard tags write)")
        if not (arguments.yes or ask_yes("Lock this %s for ever? It can never be written again."
                                         % found.name)):  # fmt: skip
            raise CommandError("nothing was changed")
        ntag.lock(pad, found)
    echo("the tag is locked")


# ---- check -------------------------------------------------------------------------------------


def run_check(arguments: Namespace) -> None:
    game, pieces = pieces_of(arguments)
    with contextlib.closing(open_pad(arguments)) as pad:
        found = Found(game, pieces)
        echo("Lay all %d tags of the set on the pad, one after the other; Ctrl-C when done."
            % len(pieces))  # fmt: skip
        try:
            while found.missing():
                uid = arrival(pad)
                try:
                    echo("  %s" % found.check(uid, pad))
                except ntag.Crowded:
                    pass  # `departure` says it
                except ntag.Gone as error:
                    echo(_again(error))
                departure(pad)
        except KeyboardInterrupt:
            echo("")
    missing = found.missing()
    for piece in missing:
        echo("missing: %s" % piece)
    for line in found.wrong:
        echo("wrong: %s" % line)
    if missing or found.wrong:
        raise CommandError("%d of %d are missing, %d are wrong: leyboard tags write --game %s "
                           "writes them" % (len(missing), len(pieces), len(found.wrong),
                                            game.NAME))  # fmt: skip
    echo("the set is whole: %d tags" % len(pieces))


class Found:
    """The tags found of a set."""

    def __init__(self, game: "Game", pieces: list[Piece]):
        self._set = game.SET
        self._pieces = {(one.token, one.copy): one for one in pieces}
        self._at: dict[tuple[int, int], bytes] = {}  # (token, copy): UID
        self.wrong: list[str] = []

    def missing(self) -> list[Piece]:
        return [one for place, one in self._pieces.items() if place not in self._at]

    def check(self, uid: bytes, pad: "Pad") -> str:
        """Record the tag on the pad; return a message about it. Raises Gone."""
        try:
            ntag.kind(pad)
        except ntag.Unfit as error:
            return self._blame(uid, str(error))
        there = ntag.content(pad)
        if there.record is None:
            return self._blame(uid, there.wrong)
        piece = self._pieces.get(there.record[1:3])
        if there.record[0] != self._set or piece is None:
            return self._blame(uid, "a piece of another set")
        if self._at.setdefault(there.record[1:3], uid) != uid:
            return self._blame(uid, "a second %s" % piece)
        return "%s: good, %d left; take it away" % (piece, len(self.missing()))

    def _blame(self, uid: bytes, why: str) -> str:
        line = "tag %s: %s" % (uid.hex(), why)
        if line not in self.wrong:
            self.wrong.append(line)
        return "%s; put it aside" % why
