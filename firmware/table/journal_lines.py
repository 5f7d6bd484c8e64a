"""Read from a journal the actions that nobody took back. Loaded when needed (1 KB)."""

from micropython import const

from table.files import text_of, valid_lines
from table.journal import NOTE

if False:  # only mypy reads this: the names of types
    from collections.abc import Iterator
    from typing import Any

    from table.journal import Journal

_BLOCK = const(512)
_ACTION = '{"n": '
_UNDO = b'\n{"undo": '


def actions(
    journal: "Journal", place: tuple[int, int] = (0, 0), notes: bool = False
) -> "Iterator[tuple[int, str]]":
    """Yield (offset, line) of the actions that nobody took back, from a place in the log to the
    last action of now; with `notes` also (-1, line) of notes and of what was taken back. Raises
    ValueError where the log is damaged."""
    taken_back = undone(journal, place[0])
    k = 0
    for offset, line in _lines(journal, place):
        if line.startswith(_ACTION):
            n = int(line[len(_ACTION) : line.find(",")])
            while k < len(taken_back) and taken_back[k][0] < offset:
                k += 1
            if k == len(taken_back) or taken_back[k][1] > n:
                yield offset, line
            elif notes:
                yield -1, line
        elif notes and line.startswith(NOTE):
            yield -1, line


def _lines(journal: "Journal", place: tuple[int, int]) -> "Iterator[tuple[int, str]]":
    """Yield (offset, line) from a place on; the tail may be moved into the log meanwhile."""
    offset, crc = place
    end = journal.extent.size + journal.extent.tail_size()
    while offset < end:
        if offset < journal.extent.size:
            with open(journal.file, "rb") as file:
                file.seek(offset)
                before = offset
                for line in valid_lines(file, crc):
                    yield offset, text_of(line)
                    journal.keepalive()
                    offset += len(line)
                    crc = int(line[-9:-1], 16)
                    if offset >= end:
                        return
            if offset == before:
                raise ValueError("%s is damaged at byte %d" % (journal.file, offset))
        else:
            start = journal.extent.size
            for line in journal.extent.tail:
                if start == offset:
                    break
                start += len(line)
            yield offset, text_of(line)
            offset += len(line)
            crc = int(line[-9:-1], 16)


def undone(journal: "Journal", at: int) -> list[tuple[int, int]]:
    """Return [(offset, n), ...], both ascending: the line at `offset` took back action n and all
    later ones."""
    found: "list[Any]" = []
    with open(journal.file, "rb") as file:
        at = max(at - 1, 0)
        file.seek(at)
        data = file.read(_BLOCK)
        while data:
            i = data.find(_UNDO)
            while i >= 0 and at + i + 1 < journal.extent.size and data.find(b"}", i) > 0:
                stop = data.find(b"}", i)
                _note(found, at + i + 1, int(data[i + len(_UNDO) : stop]))
                i = data.find(_UNDO, stop)
            more = file.read(_BLOCK)
            # The end of the block may have cut the mark in two.
            gone = i if i >= 0 else max(len(data) - len(_UNDO), 0)
            at += gone
            data = data[gone:] + more if more else b""
    at = journal.extent.size
    for line in journal.extent.tail:
        if line.startswith(_UNDO[1:]):
            _note(found, at, int(line[len(_UNDO) - 1 : line.find(b"}")]))
        at += len(line)
    return found


def _note(found: list[tuple[int, int]], offset: int, n: int) -> None:
    while found and found[-1][1] >= n:
        found.pop()
    found.append((offset, n))
