"""The actions of a game so far, packed: a long game has thousands, and a tuple takes 32 bytes.

A Log works like a list of tuples that begin with the seat: append, pop, len, [n], iteration, ==.
If the table stores the game on flash, the Log holds only the newest entries (`bound`).
"""

from micropython import const

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Iterator
    from typing import Any

    from games.types import Entry

_CHUNK = const(16)  # actions packed together
_OPEN = const(32)  # newest actions that stay unpacked, where `undo` finds them at once
_WIDE = const(255)  # marks a value of four bytes
_KEPT = const(2)  # chunks in a bounded log: with the open ones, at least 48 actions


class Log:
    """A list of (by, kind, ...), whole numbers from -1 up to 2**28."""

    def __init__(self) -> None:
        self.count = 0  # of entries; quicker than len()
        self._gone = 0  # entries that only `_older` has
        self._packed: "list[Any]" = []  # bytes of _CHUNK entries each
        self._last: "list[Any]" = []
        self._older: "Callable[..., Any] | None" = None

    def bound(self, older: "Callable[..., Any]") -> None:
        """Hold only the newest entries from now on; `older()` yields all of them from the
        first."""
        self._older = older
        self._trim()

    def begin_at(self, count: int) -> None:
        """Begin after `count` entries that only `older` has."""
        self.count = self._gone = count
        self._packed = []
        self._last = []

    def _trim(self) -> None:
        while self._older and len(self._packed) > _KEPT:
            del self._packed[0]
            self._gone += _CHUNK

    def is_in_memory(self, n: int) -> bool:
        """Are all entries from the n-th on in memory?"""
        return n >= self._gone

    def append(self, entry: "Entry") -> None:
        last = self._last
        if len(last) == _OPEN:  # step by step, so that a MemoryError leaves the log whole
            rest = last[_CHUNK:]
            self._packed.append(_pack(last[:_CHUNK]))
            self._last = last = rest
            self._trim()
        last.append(entry)
        self.count += 1

    def pop(self) -> "Entry":
        """Remove and return the last entry."""
        if not self._last and self._packed:
            self._last = _unpack(self._packed[-1])
            self._packed.pop()
        elif not self._last and self._gone:
            last = self[-1]
            self._gone -= 1
            self.count -= 1
            return last
        last = self._last.pop()
        self.count -= 1
        return last

    def since(self, n: int) -> "Iterator[Entry]":
        """Yield the entries from the n-th on."""
        older = self._older
        if older and n < self._gone:
            for entry in older():
                if n <= 0:
                    yield entry
                n -= 1
            return
        n -= self._gone
        for chunk in self._packed:
            if n < _CHUNK:
                for entry in _unpack(chunk):
                    if n <= 0:
                        yield entry
                    n -= 1
            else:
                n -= _CHUNK
        for entry in self._last[max(n, 0) :]:
            yield entry

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, n: int) -> "Entry":
        if n < 0:
            n += self.count
        if not 0 <= n < self.count:
            raise IndexError(n)
        if n < self._gone:
            return next(self.since(n))
        n -= self._gone
        first = _CHUNK * len(self._packed)
        if n >= first:
            return self._last[n - first]
        return _unpack(self._packed[n // _CHUNK])[n % _CHUNK]

    def __iter__(self) -> "Iterator[Entry]":
        return self.since(0)

    def __eq__(self, other: "Any") -> bool:
        return list(self) == list(other)


def _pack(entries: "list[Entry]") -> bytes:
    """Return entries as bytes: the number of values in each, then the values plus 1."""
    packed = bytearray()
    for entry in entries:
        packed.append(len(entry))
        for value in entry:
            value += 1
            if value < _WIDE:
                packed.append(value)
            else:
                packed.append(_WIDE)
                packed.extend(value.to_bytes(4, "little"))
    return bytes(packed)


def _unpack(packed: bytes) -> "list[Entry]":
    entries = []
    at = 0
    while at < len(packed):
        entry = []
        count = packed[at]
        at += 1
        for _ in range(count):
            value = packed[at]
            at += 1
            if value == _WIDE:
                value = int.from_bytes(packed[at : at + 4], "little")
                at += 4
            entry.append(value - 1)
        entries.append(tuple(entry))
    return entries
