"""The half of `Journal` that a restart needs: reads the files of a game, and mends them.

Loaded late: 3 KB that play has no need of.
"""

import binascii
import json

from table.journal import (
    DAMAGED,
    LONGEST,
    NOTHING,
    TORN,
    copy_file,
    remove,
    replace,
    seal_of,
    size_of,
    sound_lines,
    text_of,
)

if False:  # only mypy reads this: the names of types
    from typing import Any, BinaryIO

    from table.journal import Journal

_END = b'{"end"'


def head(journal: "Journal") -> list[dict] | None:
    """Return the first two lines as (header, setting), dicts; None without a sound
    journal."""
    try:
        with open(journal.file, "rb") as file:
            head = [json.loads(text_of(line)) for line in sound_lines(file, 0, 2)]
    except (OSError, ValueError):
        return None
    return head if len(head) == 2 else None


def is_there(journal: "Journal") -> bool:
    """Is there any journal, sound or not?"""
    return size_of(journal.file) > 0


def point(journal: "Journal") -> tuple | None:
    """Return (count, values, events, digest, place), the state that was written last, or None;
    `place` is where the log goes on from it."""
    try:
        with open(journal._point_file, "rb") as file:
            crc = _read_base(file)
            parts = [json.loads(text_of(line)) for line in sound_lines(file, crc)]
        head = parts.pop(0)
        with open(journal.file, "rb") as file:
            file.seek(head["at"] - 10)
            if file.read(10) != seal_of(crc):
                return None
        values = [_value(part) for part in parts]
        return head["n"], values, head["events"], head["digest"], (head["at"], crc)
    except (OSError, ValueError, KeyError, IndexError, TypeError):
        return None


def check(journal: "Journal", place: tuple[int, int] = (0, 0)) -> None:
    """Find how far the journal is sound, from a place in the log on; raises OSError."""
    journal._shut()
    journal._tail = []
    journal._size, journal._crc = place
    journal.given_up = False
    journal.dropped = NOTHING
    with open(journal.file, "rb") as file:
        file.seek(journal._size)
        for line in sound_lines(file, journal._crc):
            _take(journal, line)
            journal._size += len(line)
            journal.alive()
        rest = _rest(file, journal._size)
    journal._log_crc = journal._crc
    _read_tail(journal)
    if rest and not journal._tail:  # else it broke off while the tail was being moved
        journal.dropped = rest
    if journal.dropped == NOTHING and _is_tail(journal):
        try:
            journal._open()
        except OSError:
            pass  # `mend` will say so


def _take(journal: "Journal", line: bytes) -> None:
    journal._crc = int(line[-9:-1], 16)
    journal.given_up = line[: len(_END)] == _END


def _read_tail(journal: "Journal") -> None:
    """Add the lines of the tail that go on from the log."""
    try:
        with open(journal._tail_file, "rb") as file:
            crc = _read_base(file)
            fits = crc == journal._crc
            whole = 10
            for line in sound_lines(file, crc):
                whole += len(line)
                if fits:
                    _take(journal, line)
                    journal._tail.append(line)
                else:  # it is in the log already, if it is of this game
                    fits = int(line[-9:-1], 16) == journal._crc
            if fits:
                journal.dropped = _rest(file, whole)
    except (OSError, ValueError):
        pass  # none, or one whose beginning is damaged: nothing of it can be told


def mend(journal: "Journal") -> None:
    """Make the files what `check` and `drop` left of them; raises OSError.

    If that is less than was there once, the log as it was is kept as `game.old`.
    """
    if journal.dropped == DAMAGED:
        _keep_old(journal)
    journal._cut()
    journal._renew()


def _is_tail(journal: "Journal") -> bool:
    """Are log and tail on flash what they should be? To write the tail anew takes two erases."""
    size = 10 + sum([len(line) for line in journal._tail])
    if (size_of(journal.file), size_of(journal._tail_file)) != (journal._size, size):
        return False
    with open(journal._tail_file, "rb") as file:
        return file.read(10) == seal_of(journal._log_crc)


def drop(journal: "Journal", offset: int) -> None:
    """Let the line at an offset and all behind it count no more: they do not fit the game."""
    journal._shut()
    place = journal._size
    for i in range(len(journal._tail)):
        if place >= offset:
            journal._tail = journal._tail[:i]
        else:
            place += len(journal._tail[i])
    if offset < journal._size:
        journal._tail = []
        journal._size = offset
        with open(journal.file, "rb") as file:
            file.seek(offset - 10)
            journal._log_crc = int(file.read(10)[1:9], 16)
    journal._crc = int(journal._tail[-1][-9:-1], 16) if journal._tail else journal._log_crc
    journal.given_up = False
    journal.dropped = DAMAGED


def set_aside(journal: "Journal") -> str:
    """Keep a journal that nothing can be played of as `game.old`, unless that holds more;
    return the name under which it is kept."""
    journal._shut()
    if size_of(journal.file) < size_of(journal._old_file):
        return journal.file
    try:
        replace(journal.file, journal._old_file)
    except OSError:
        return journal.file
    return journal._old_file


def _keep_old(journal: "Journal") -> None:
    """Keep log and tail as they are as `game.old`, unless that holds more."""
    fresh = journal._old_file + ".new"
    if size_of(journal.file) + size_of(journal._tail_file) > size_of(journal._old_file):
        try:
            copy_file(journal.file, size_of(journal.file), fresh)
            if size_of(journal._tail_file):
                copy_file(journal._tail_file, size_of(journal._tail_file), fresh, "ab")
            replace(fresh, journal._old_file)
        except OSError:
            remove(fresh)  # no room: what can be played comes first


def lowest(journal: "Journal", place: tuple[int, int] = (0, 0)) -> int:
    """Return the first action that was taken back since a place in the log; a high number for
    none."""
    undone = journal._undone(place[0])
    return undone[0][1] if undone else 1 << 20


def _read_base(file: "BinaryIO") -> int:
    base = file.read(10)
    crc = int(base[1:9], 16)
    if base != seal_of(crc):
        raise ValueError("torn")
    return crc


def _rest(file: "BinaryIO", size: int) -> int:
    """Return what a file holds beyond a size."""
    file.seek(size)
    rest = file.read(LONGEST)
    return DAMAGED if b"\n" in rest else TORN if rest else NOTHING


def _value(plain: "Any") -> "Any":
    if isinstance(plain, dict):
        return binascii.unhexlify(plain["b"])
    if isinstance(plain, list):
        return tuple([_value(part) for part in plain])
    return plain
