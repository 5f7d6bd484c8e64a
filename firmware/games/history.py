"""The past of a game: its actions, its last events, and the way back.

To undo, a game replays from a mark, a snapshot that it keeps every few actions; so undoing takes
the same time however long the game is.
"""

import binascii

from games.log import Log
from games.pauses import pause

if False:  # only mypy reads this: the names of types
    from typing import Any

    from games.types import Action, Events, Snapshot

_MARK_EVERY = 16  # actions between two marks: `undo` replays no more than that
_VALUES = 16  # values to add to a digest between two pauses; Landover's take 55 ms in all


class History:
    """Base of `Game`, which has `reset`, to begin, and `play`, to apply an action."""

    # The attributes that make up the state: ints, strings, tuples, None, bytearrays, and lists of
    # these. Each keeps its type; nothing else may change during a game.
    STATE: "tuple[str, ...]" = ()

    def __init__(self) -> None:
        self.log = Log()  # every action so far, as (by, kind, ...)
        self.draws = 0  # how many of them are chance's
        self.events: "list[Any]" = []  # what the last action caused
        self._marks: "list[Any]" = []  # the last two marks: (length of log, snapshot, events)

    def reset(self) -> None:
        """Set every attribute in STATE to the start of a game."""
        raise NotImplementedError

    def play(self, by: int, action: "Action") -> "Events":
        """Apply a legal action to the state; return the list of its events."""
        raise NotImplementedError

    def advance(self, by: int, action: "Action") -> None:
        """Play a legal action and add it to the log."""
        n = self.log.count
        if n % _MARK_EVERY == 0:
            self._mark(n)
        self.events = self.play(by, action)
        self.log.append((by,) + action)
        self.draws += by < 0

    def _mark(self, n: int) -> None:
        """Keep the state after `n` actions, and the events of the last one."""
        if n:
            now = self._since(self._marks[-1][1]) if self._marks else self.snapshot()
            self._marks = self._marks[-1:] + [(n, now, self.events)]

    def _since(self, before: "list[Any]") -> "list[Any]":
        """Return a snapshot that shares all unchanged values with an older one, `before`."""
        values = []
        for name, old in zip(self.STATE, before):
            value = getattr(self, name)
            kind = type(value)
            if kind is list:
                value = tuple(value)
            if value != old:
                old = bytes(value) if kind is bytearray else value
            values.append(old)
        return values

    def rewind(self, end: int) -> None:
        """Restore the game as it was after its first `end` actions."""
        while len(self.log) > end:
            self.draws -= self.log.pop()[0] < 0
        while self._marks and self._marks[-1][0] > end:
            self._marks.pop()
        start = 0
        self.events = []
        if self._marks:
            start, before, self.events = self._marks[-1]
            self.restore(before)
        else:
            self.reset()
        n = start
        for entry in self.log.since(start):
            if n == end:
                break
            if n > start and n % _MARK_EVERY == 0:
                self._mark(n)
            self.events = self.play(entry[0], entry[1:])
            n += 1

    def can_rewind(self, end: int) -> bool:
        """Is everything that `rewind` needs in memory?"""
        for mark in self._marks:
            if mark[0] <= end:
                return True
        return self.log.is_in_memory(0)

    def begin_at(
        self, count: int, values: "list[Any]", events: "Events", draws: int = 0
    ) -> None:
        """Continue from a `snapshot` after `count` actions. `events` are those of the last one,
        `draws` is the number of chance's actions; the log must know the actions (Log.bound)."""
        self.restore(values)
        self.events = events
        self.log.begin_at(count)
        self.draws = draws
        self._marks = [(count, values, events)]

    def snapshot(self) -> "Snapshot":
        """Return a copy of the state, for `restore`."""
        values = []
        for name in self.STATE:
            value = getattr(self, name)
            kind = type(value)
            if kind is bytearray:
                value = bytes(value)
            elif kind is list:
                value = tuple(value)
            values.append(value)
        return values

    def restore(self, values: "Snapshot") -> None:
        """Restore a state that `snapshot` of this game returned; the log stays."""
        for name, value in zip(self.STATE, values):
            have = getattr(self, name)
            if have != value:
                if isinstance(have, (bytearray, list)):
                    have[:] = value
                else:
                    setattr(self, name, value)

    def digest(self) -> int:
        """Return a checksum of the state, equal on all interpreters."""
        crc = done = 0
        for value in self.snapshot():
            done += 1
            if not done % _VALUES:
                pause()
            data = value if isinstance(value, bytes) else str(value).encode()
            crc = binascii.crc32(data, crc)
        return crc
