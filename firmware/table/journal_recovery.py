"""The part of `Journal` that a restart needs: read the files of a game and repair them.

Loaded when needed (3 KB).
"""

import binascii

from games.jsonline import parse
from games.record import VERSION, is_seed
from table import forms
from table.files import (
    LONGEST,
    checksum_text,
    copy_file,
    remove,
    replace,
    size_of,
    text_of,
    valid_lines,
    value_of,
)
from table.journal import DAMAGED, NOTE, NOTHING, SHOWN, TORN, Extent
from table.journal_lines import undone

if False:  # only mypy reads this: the names of types
    from typing import Any, BinaryIO

    from games.types import Json
    from table.journal import Journal

_END = b'{"end"'
_NAMES = b'{"names": '
SEATS = 8  # at most, of any game
_HUGE = 0xFFFFFFFF  # a checksum
_SHOWN = SHOWN.encode()
_NOTE = NOTE.encode()


def head(journal: "Journal") -> "list[Json] | None":
    """Return the first two lines as dicts, (header, setting); None if they are not sound. Raises
    OSError if they cannot be read."""
    try:
        with open(journal.file, "rb") as file:
            head = [parse(text_of(line)) for line in valid_lines(file, 0, 2)]
    except OSError:
        if journal.is_there():
            raise
        return None
    except ValueError:
        return None
    return head if len(head) == 2 else None


def check_head(head: "list[Json]") -> "tuple[Json, Json]":
    """Return (header, the table's part) from the result of `head`; raises ValueError for lines
    that no table of this version writes."""
    if len(head) != 2:
        raise ValueError("a journal begins with two lines")
    header, table = head[0], head[1].get("table")
    if not (
        forms.is_valid(header.get("leyboard"), forms.NUMBER, VERSION, VERSION)
        and forms.is_valid(header.get("game"), forms.TEXT, 1, 16)
        and forms.is_valid(header.get("seats"), forms.NUMBER, 1, SEATS)
        and forms.is_valid(header.get("options"), forms.OPTIONS, 0, 32)
        and is_seed(header.get("seed"))
        and isinstance(table, dict)
        and forms.is_valid(table.get("players"), forms.TEXTS, 0, SEATS)
        and are_names(table.get("names", []))
        and _is_playtest(table.get("playtest", ""))
    ):
        raise ValueError("the head of a journal has another form")
    return header, table


def are_names(value: "object") -> bool:
    """Is this value a possible list of players' names?"""
    return forms.is_valid(value, forms.NAMES, 0, SEATS)


def _is_playtest(value: "object") -> bool:
    return forms.is_valid(value, forms.TEXT, 0, forms.LONG)


def read_checkpoint(journal: "Journal") -> "tuple[Any, ...] | None":
    """Return the newest checkpoint as (count, values, events, digest, place, draws), or None;
    `place` is the offset in the log of the next line. Sets the players' names of that time."""
    try:
        with open(journal.checkpoint_file, "rb") as file:
            crc = _read_base(file)
            parts = [value_of(line) for line in valid_lines(file, crc)]
        head = parts.pop(0)
        names, playtest = head.get("names", []), head.get("playtest", "")
        draws = head.get("draws", 0)
        for number in (head["n"], head["at"], head["digest"], draws):
            if not forms.is_valid(number, forms.NUMBER, 0, _HUGE):
                return None
        if not (isinstance(head["events"], list) and are_names(names) and _is_playtest(playtest)):
            return None
        with open(journal.file, "rb") as file:
            file.seek(head["at"] - 10)
            if file.read(10) != checksum_text(crc):
                return None
        values = [_value(part) for part in parts]
        journal.names, journal.playtest = names, playtest
        return head["n"], values, head["events"], head["digest"], (head["at"], crc), draws
    except (OSError, ValueError, KeyError, IndexError, TypeError, AttributeError):
        return None


def check(journal: "Journal", place: tuple[int, int] = (0, 0)) -> None:
    """Find how far the journal is sound, from an offset in the log on; raises OSError."""
    journal.close_tail()
    journal.given_up = journal.is_shown = False
    journal.dropped = NOTHING
    extent = journal.extent = Extent(place[0], place[1])
    with open(journal.file, "rb") as file:
        file.seek(extent.size)
        for line in valid_lines(file, extent.crc):
            _apply_line(journal, line)
            extent.size += len(line)
            journal.keepalive()
        rest = _rest(file, extent.size)
    extent.log_crc = extent.crc
    _read_tail(journal)
    if rest and not extent.tail:  # else power failed while the tail was being moved
        journal.dropped = rest
    if journal.dropped == NOTHING and _is_tail(journal):
        extent.has_tail = True
        try:
            journal.open_tail()
        except OSError:
            pass  # `repair_files` will report it


def _apply_line(journal: "Journal", line: bytes) -> None:
    journal.extent.crc = int(line[-9:-1], 16)
    if line[: len(_NAMES)] == _NAMES:
        names = parse(text_of(line))["names"]
        if are_names(names):
            journal.names = names
    elif line[: len(_NOTE)] == _NOTE:
        note = parse(text_of(line))["playtest"]
        if note[0] == "settings" and _is_playtest(note[1]):
            journal.playtest = note[1]
    elif line[:-10] == _SHOWN:
        journal.is_shown = True
    else:
        journal.given_up = line[: len(_END)] == _END


def _read_tail(journal: "Journal") -> None:
    """Add the lines of the tail that follow the log."""
    try:
        with open(journal.tail_file, "rb") as file:
            crc = _read_base(file)
            fits = crc == journal.extent.crc
            whole = 10
            for line in valid_lines(file, crc):
                whole += len(line)
                if fits:
                    _apply_line(journal, line)
                    journal.extent.tail.append(line)
                else:  # the line is in the log already, if the tail belongs to this game
                    fits = int(line[-9:-1], 16) == journal.extent.crc
            if fits:
                journal.dropped = _rest(file, whole)
    except OSError:
        if size_of(journal.tail_file):
            raise  # it is there
    except ValueError:
        pass  # its beginning is damaged: it cannot be trusted


def repair_files(journal: "Journal") -> None:
    """Rewrite the files so that they have only what `check` and `drop` accepted; raises OSError.

    If that loses something, it keeps the old log as `game.old`.
    """
    if journal.dropped == DAMAGED:
        _keep_old(journal)
    journal.cut()
    journal.renew()


def try_again(journal: "Journal") -> bool:
    """Store the lines that are only in memory, if the flash takes writes again; return whether all
    are stored."""
    if not journal.kept:
        try:
            repair_files(journal)
            journal.kept = True
        except OSError:
            pass
    return journal.kept


def make_way(journal: "Journal") -> None:
    """Set aside a game that waits for a build with its module; raises OSError."""
    if journal.waits:
        if archive(journal) == journal.file:
            raise OSError(5)  # it cannot be moved out of the way
        journal.waits = False


def _is_tail(journal: "Journal") -> bool:
    """Do log and tail on the flash have the right content? Rewriting the tail takes two erases."""
    extent = journal.extent
    size = 10 + extent.tail_size()
    if (size_of(journal.file), size_of(journal.tail_file)) != (extent.size, size):
        return False
    with open(journal.tail_file, "rb") as file:
        return file.read(10) == checksum_text(extent.log_crc)


def drop(journal: "Journal", offset: int) -> None:
    """Discard the line at an offset and all later ones, which do not fit the game."""
    extent = journal.extent
    journal.close_tail()
    place = extent.size
    for i in range(len(extent.tail)):
        if place >= offset:
            extent.tail = extent.tail[:i]
        else:
            place += len(extent.tail[i])
    if offset < extent.size:
        extent.tail = []
        extent.size = offset
        with open(journal.file, "rb") as file:
            file.seek(offset - 10)
            extent.log_crc = int(file.read(10)[1:9], 16)
    extent.crc = int(extent.tail[-1][-9:-1], 16) if extent.tail else extent.log_crc
    journal.given_up = False
    journal.dropped = DAMAGED


def archive(journal: "Journal") -> str:
    """Keep an unplayable journal whole, its newest lines included: as `game.old`, or on the shelf
    if there is one. Return its new name. A journal without a sound beginning becomes `game.old`;
    it stays where it is if a longer `game.old` is there."""
    journal.close_tail()
    target = journal.old_file
    try:
        if journal.head() is not None:
            check(journal)
            if journal.extent.tail:
                journal.move_tail()
            if size_of(target):
                from table.shelf import next_file

                target = next_file(journal)
        elif size_of(journal.file) < size_of(target):
            return journal.file
        replace(journal.file, target)
    except OSError:
        return journal.file
    return target


def _keep_old(journal: "Journal") -> None:
    """Keep log and tail unchanged as `game.old`, unless that file is longer. A whole game that is
    kept there goes on the shelf."""
    fresh = journal.old_file + ".new"
    try:
        if _is_whole(journal, journal.old_file):
            from table.shelf import next_file

            replace(journal.old_file, next_file(journal))
        if size_of(journal.file) + size_of(journal.tail_file) > size_of(journal.old_file):
            copy_file(journal.file, size_of(journal.file), fresh)
            if size_of(journal.tail_file):
                copy_file(journal.tail_file, size_of(journal.tail_file), fresh, "ab")
            replace(fresh, journal.old_file)
    except OSError:
        remove(fresh)  # no room: the playable part matters more


def _is_whole(journal: "Journal", name: str) -> bool:
    """Does a file hold a game, sound to its end?"""
    if not size_of(name):
        return False
    size = count = 0
    with open(name, "rb") as file:
        for line in valid_lines(file, 0):
            size += len(line)
            count += 1
            journal.keepalive()
    return count > 1 and size == size_of(name)


def lowest(journal: "Journal", place: tuple[int, int] = (0, 0)) -> int:
    """Return the lowest number of an action that was taken back after a place in the log; a huge
    number if there is none."""
    taken_back = undone(journal, place[0])
    return taken_back[0][1] if taken_back else 1 << 20


def _read_base(file: "BinaryIO") -> int:
    base = file.read(10)
    crc = int(base[1:9], 16)
    if base != checksum_text(crc):
        raise ValueError("torn")
    return crc


def _rest(file: "BinaryIO", size: int) -> int:
    """Return the kind of a file's rest beyond its sound part: NOTHING, TORN or DAMAGED."""
    file.seek(size)
    rest = file.read(LONGEST)
    return DAMAGED if b"\n" in rest else TORN if rest else NOTHING


def _value(plain: "Any") -> "Any":
    if isinstance(plain, dict):
        return binascii.unhexlify(plain["b"])
    if isinstance(plain, list):
        return tuple([_value(part) for part in plain])
    return plain
