"""Store the running game on flash: append-only, resumed after a power cut.

There are three files. `game.log` is the game: the header of its record, the table's own settings,
one line an action, `{"undo": n}` where actions n and later were taken back, an end line if the
game was given up, and SHOWN once somebody got its record with all that it hid. `game.tail` holds
the newest lines until the table is idle. It is so short that the file system stores it inline in
its directory, so adding a line erases no sector; an erase would stop the whole table for 48 ms or
more. `game.point` is the state after one of the actions, so a restart replays only the later ones.

The file system (littlefs 2) keeps the directory as a log of commits in a block of 4 KB. A commit
takes 1 ms. When the block is full, littlefs erases another one, and a file that is open then may
erase again with every line. So while the table is idle, it renews the tail until the block has
room for the next lines.

A line is JSON, a `#` and a CRC-32 in eight hex digits over it and all lines before it. Reading
stops at a line that is torn, changed, doubled, swapped or missing: later lines were never
confirmed, or are not to be trusted. Tail and checkpoint begin with the checksum of the line that
they follow, so a reader recognises those of another game.
"""

import binascii
import json

from micropython import const

from games.pauses import pause
from table.files import (
    checksum_text,
    copy_file,
    names_in,
    remove,
    replace,
    size_of,
    with_checksum,
)

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Iterator
    from typing import Any

    from games.types import Events, Json
    from table.clock import Clock

# Bytes of the longest tail that the file system stores inline, with room for its metadata.
_INLINE = const(480)
_FULL = const(240)  # bytes; a longer tail is moved into the log as soon as the table is idle
_UNKEPT = const(8192)  # bytes of lines in memory at most, while the flash cannot be written
_ROUNDS = const(8)  # renewals of the tail at most; five fill the directory's block
_ERASE_MS = const(30)  # a renewal takes 8 to 13 ms; with an erase 60 and more
SHOWN = '{"shown": true}'
NOTE = '{"playtest": '  # a note (a name of its own would take memory)

# The kinds of damage that `check` and `drop` find.
NOTHING = 0
TORN = 1  # the last line is incomplete: power failed during the write
DAMAGED = 2  # anything worse


class Extent:
    """The parts of a journal's files that count."""

    def __init__(self, size: int = 0, crc: int = 0):
        self.size = size  # bytes of the log
        self.log_crc = crc  # the checksum of its last line
        self.tail: "list[Any]" = []  # the lines that are not in the log yet, with their checksums
        self.crc = crc  # the checksum of the newest line
        self.has_tail = False  # does the tail on flash follow this log?

    def tail_size(self) -> int:
        """Return the bytes of the tail's lines."""
        return sum([len(line) for line in self.tail])


class Journal:
    """One running game in the folder `path`; "" is the root of the flash.

    `check` and `drop` set `given_up` if the game was given up, and `dropped` to the kind of damage
    that they discarded. `kept` is False while the flash cannot be written and a resumed game goes
    on in memory: each line then tries again, and the first that succeeds stores those before it.
    Long work calls `keepalive()`, and pauses before what may erase a sector, which takes 90 ms.
    Without a `clock` the journal notices no erases.
    """

    def __init__(self, path: str = "", name: str = "game", clock: "Clock | None" = None):
        self.path = path
        self._clock = clock
        name = path + "/" + name if path else name
        self.file = name + ".log"
        self.tail_file = name + ".tail"
        self.checkpoint_file = name + ".point"
        self.example_file = name + ".example"  # see table/example.py
        self.old_file = name + ".old"
        self.given_up = False
        self.is_shown = False  # has somebody got the record, so that nothing can be taken back?
        # of the players, by seat; "" for no name, [] if nobody ever named them
        self.names: "list[Any]" = []
        self.playtest = ""  # see table/playtest.py
        self.dropped = NOTHING
        self.kept = True
        self.waits = False  # does its game stay off the table until another begins?
        self.keepalive: "Callable[[], object]" = int
        self.extent = Extent()
        self._writing: "Any" = None  # the open tail, a BinaryIO
        self.renewals_left = 0  # renewals left to make room

    # ---- what needs more than this: see table/journal_recovery.py and journal_lines.py ----------

    def head(self) -> "list[dict[str, Any]] | None":
        from table.journal_recovery import head

        return head(self)

    def try_again(self) -> bool:
        from table.journal_recovery import try_again

        return try_again(self)

    def actions(
        self, place: tuple[int, int] = (0, 0), notes: bool = False
    ) -> "Iterator[tuple[int, str]]":
        from table.journal_lines import actions

        return actions(self, place, notes)

    def is_there(self) -> bool:
        """Is there any journal, sound or not?"""
        return size_of(self.file) > 0

    def has_shelf(self) -> bool:
        """Are there games on the shelf?"""
        before = self.file.rpartition("/")[2][: -len(".log")] + "-"
        old = self.old_file.rpartition("/")[2]
        return any(name.startswith(before) or name == old for name in names_in(self.path))

    # ---- writing -----------------------------------------------------------------------------

    def start(
        self, header: str, setting: "Json",
        rest: "Iterator[Any] | tuple[Any, ...]" = (), aside: str = ""
    ) -> None:
        """Begin a new game whose lines `rest` have been played already; raises OSError.

        `header` is the record's first line, `setting` a dict of the table's own. The log of the
        old game becomes the file `aside`, unless that is "". If anything fails, the old game
        stays. If even its name cannot be restored, the old game is on the shelf, and
        `finish_start` puts the new game in its place.
        """
        from table.journal_recovery import make_way

        make_way(self)
        table = json.dumps({"table": setting, "after": "%08x" % self.extent.crc})
        fresh = self.file + ".new"
        size = crc = 0
        try:
            with open(fresh, "wb") as file:
                for line in _chain((header, table), rest):
                    data, crc = with_checksum(line, crc)
                    file.write(data)
                    size += len(data)
                    self.keepalive()
                    pause()
            if aside:
                replace(self.file, aside)
            try:
                replace(fresh, self.file)
            except OSError:
                if aside:
                    replace(aside, self.file)
                raise
        except BaseException:
            if self.is_there() or not aside:
                remove(fresh)
            raise
        self.close_tail()  # the tail and the point on flash belong to the old log
        remove(self.example_file)
        self.extent = Extent(size, crc)
        self.given_up = self.is_shown = False
        self.names = setting.get("names", [])
        self.playtest = setting.get("playtest", "")
        self.dropped = NOTHING
        self.kept = True
        try:
            self._begin_tail()  # so that the first action need not wait for it
        except OSError:
            pass  # the next `append` tries again

    def append(self, line: str) -> None:
        """Write a line to flash before returning. Raises OSError if it could not be written."""
        data, crc = with_checksum(line, self.extent.crc)
        if not self.kept and not self.try_again():
            if self.extent.tail_size() + len(data) > _UNKEPT:
                raise OSError(5)
            self.extent.tail.append(data)
            self.extent.crc = crc
            return
        if self.extent.tail_size() + len(data) > _INLINE:
            try:
                self.compact()
            except OSError:
                pass  # a longer tail is slower but safe
        try:
            if self._writing is None:
                self.renew()
            self._writing.write(data)
            self._writing.flush()
            self.extent.tail.append(data)
        except BaseException:
            self.close_tail()
            try:
                self.renew()  # how much of the line is there is unknown
            except OSError:
                pass  # the next `append` tries again
            raise
        self.extent.crc = crc

    def is_ready(self) -> bool:
        """Is the tail open for the next line? If not, `repair_files` opens it."""
        return self._writing is not None

    def is_full(self) -> bool:
        """Is it time to `compact`?"""
        return self.kept and self.extent.tail_size() >= _FULL

    def compact(self) -> None:
        """Move the tail into the log, which erases sectors. Raises OSError; nothing is lost then.
        """
        if not self.kept or not self.extent.tail:
            return
        self.move_tail()
        self._begin_tail()

    def move_tail(self) -> None:
        """Add the tail's lines to the log; raises OSError."""
        extent = self.extent
        self.close_tail()
        self.cut()
        pause(True)
        with open(self.file, "ab") as file:
            for line in extent.tail:
                file.write(line)
        extent.size += extent.tail_size()
        extent.log_crc = extent.crc
        extent.tail = []
        extent.has_tail = False

    def make_room(self) -> bool:
        """Do one step to leave room for the next lines in the directory's block; return whether
        there was one to do."""
        if not self.renewals_left:
            return False
        try:
            self._renew_timed()
        except OSError:  # it was not needed, and the tail on flash is as it was
            self.renewals_left = 0
            try:
                if self.extent.has_tail:
                    self.open_tail()
            except OSError:
                pass  # the next `append` tries again
        return True

    def write_checkpoint(
        self, count: int, values: "list[Any]", events: "Events", digest: int,
        draws: int = 0
    ) -> "Iterator[None]":
        """Write a `snapshot` taken after `count` actions, `draws` of chance, and the `events` of
        the last one. A generator: each step writes one part. The tail must be empty when it
        begins."""
        size, crc = self.extent.size, self.extent.log_crc
        fresh = self.checkpoint_file + ".new"
        try:
            with open(fresh, "wb") as file:
                file.write(checksum_text(crc))
                head = {"n": count, "at": size, "events": events, "digest": digest,
                        "draws": draws, "names": self.names, "playtest": self.playtest}
                for value in _chain((head,), values):
                    data, crc = with_checksum(json.dumps(_plain(value)), crc)
                    file.write(data)
                    pause()
                    yield
            pause(True)
            replace(fresh, self.checkpoint_file)
        except OSError:
            remove(fresh)  # on a full flash the game needs the room
            raise
        pause()  # it took 43 ms and an erase; the rest of the tick takes 18

    def _begin_tail(self) -> None:
        self.renewals_left = _ROUNDS
        self._renew_timed()

    def _renew_timed(self) -> None:
        """Renew the tail, and note whether the directory's block was erased, by the time that it
        took without the pauses."""
        pause()
        took = self._timed(self._write_tail)
        pause(True)
        took += self._timed(self._put_tail)
        pause()
        took += self._timed(self.open_tail)
        self.renewals_left -= 1
        if not self._clock or took >= _ERASE_MS:
            self.renewals_left = 0
        pause()

    def _timed(self, work: "Callable[..., object]") -> int:
        """Work; return the ms that it took."""
        start = self._clock.ms() if self._clock else 0
        work()
        return self._clock.ms() - start if self._clock else 0

    def renew(self) -> None:
        """Rewrite the whole tail atomically and leave it open for more."""
        self._write_tail()
        self._put_tail()
        self.open_tail()

    def _write_tail(self) -> None:
        self.close_tail()
        with open(self.tail_file + ".new", "wb") as file:
            file.write(checksum_text(self.extent.log_crc))
            for line in self.extent.tail:
                file.write(line)

    def _put_tail(self) -> None:
        replace(self.tail_file + ".new", self.tail_file)
        self.extent.has_tail = True

    def open_tail(self) -> None:
        """Open the tail for more lines; raises OSError."""
        self._writing = open(self.tail_file, "ab")

    def close_tail(self) -> None:
        """Close the tail, if it is open."""
        file = self._writing
        self._writing = None
        if file is not None:
            try:
                file.close()
            except OSError:
                pass  # each line has been flushed

    def cut(self) -> None:
        """Cut off any part of the log that does not count; raises OSError."""
        size = size_of(self.file)
        if size < self.extent.size:
            raise OSError(5)  # less is there than was written
        if size > self.extent.size:
            try:
                copy_file(self.file, self.extent.size, self.file + ".new")
                replace(self.file + ".new", self.file)
            except OSError:
                remove(self.file + ".new")
                raise


def _chain(
    first: "tuple[Any, ...]", rest: "Iterator[Any] | list[Any] | tuple[Any, ...]"
) -> "Iterator[Any]":
    yield from first
    yield from rest


def _plain(value: "Any") -> "Any":
    """Return a value of a state in a form that JSON can write."""
    if isinstance(value, (bytes, bytearray)):
        return {"b": binascii.hexlify(value).decode()}
    if isinstance(value, (list, tuple)):
        return [_plain(part) for part in value]
    return value
