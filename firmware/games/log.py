"""The actions of a game so far, packed: a long game has thousands, and a tuple takes 32 bytes.

A Log is used like a list of tuples that begin with the seat: append, pop, len, [n], iteration, ==.
"""

from micropython import const

_CHUNK = const(16)  # actions that are packed together
_OPEN = const(32)  # newest actions that stay as they are, so that `undo` finds them at once
_WIDE = const(255)  # before a value of four bytes


class Log:
    """A list of (by, kind, ...), whole numbers from -1 up to 2**28."""

    def __init__(self):
        self._packed = []  # bytes of _CHUNK entries each
        self._last = []

    def append(self, entry):
        self._last.append(entry)
        if len(self._last) == _OPEN:
            self._packed.append(_pack(self._last[:_CHUNK]))
            self._last = self._last[_CHUNK:]

    def pop(self):
        """Take the last entry away and return it."""
        if not self._last and self._packed:
            self._last = _unpack(self._packed.pop())
        return self._last.pop()

    def __len__(self):
        return _CHUNK * len(self._packed) + len(self._last)

    def __getitem__(self, n):
        if n < 0:
            n += len(self)
        if not 0 <= n < len(self):
            raise IndexError(n)
        first = _CHUNK * len(self._packed)
        if n >= first:
            return self._last[n - first]
        return _unpack(self._packed[n // _CHUNK])[n % _CHUNK]

    def __iter__(self):
        for chunk in self._packed:
            yield from _unpack(chunk)
        yield from self._last

    def __eq__(self, other):
        return list(self) == list(other)


def _pack(entries):
    """Return entries as bytes: how many values each has, then the values, 1 added."""
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


def _unpack(packed):
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
