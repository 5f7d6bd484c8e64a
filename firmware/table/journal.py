"""The running game on flash: append-only, taken up again after a power cut.

Three files. `game.log` is the game: the header of its record, the table's own setting, then a line
an action, `{"undo": n}` where the actions from the n-th on were taken back, and the end of a game
that was given up. `game.tail` holds the newest lines until nobody waits: so few that the file
system keeps them among its names, where a line takes no erase of a sector (48 ms and more, in
which the whole table stands still). `game.point` is the state after one of the actions, so that a
restart plays only those that came later.

A line is JSON, a `#` and a CRC-32 in eight hex digits of it and all lines before it. A line that
is torn, changed, doubled, swapped or missing ends the reading: what follows was never confirmed,
or cannot be trusted. Tail and point begin with the checksum of the line they go on from, so those
of another game are known.
"""

import binascii
import json
import os

from micropython import const

_INLINE = const(480)  # bytes of a tail that stays among the names, less what says where it goes on
_FULL = const(240)  # bytes of a tail that is moved as soon as nobody waits
_LONGEST = const(4096)  # bytes of a line
_BLOCK = const(512)
_ACTION = '{"n": '
_UNDO = b'\n{"undo": '
_END = b'{"end"'

# What `check` and `drop` had to drop.
NOTHING = 0
TORN = 1  # a line that was never whole: the power went while it was written
DAMAGED = 2  # more than that


class Journal:
    """One running game in a folder; `path` is the folder, "" for the root of the flash.

    `check` and `drop` say in `given_up` whether the game was, and in `dropped` what of the files
    is sound no more. `kept` is False where the flash
    cannot be written and the game goes on without it. `alive()` is called now and then by what
    takes long.
    """

    def __init__(self, path="", name="game"):
        self.path = path
        name = path + "/" + name if path else name
        self.file = name + ".log"
        self._tail_file = name + ".tail"
        self._point_file = name + ".point"
        self._old_file = name + ".old"
        self.given_up = False
        self.dropped = NOTHING
        self.kept = True
        self.alive = _nothing
        self._size = 0  # bytes of the log that count
        self._log_crc = 0  # of its last line
        self._tail = []  # sealed lines that are not yet in the log
        self._crc = 0  # of the last line of all
        self._writing = None  # the tail, open

    # ---- writing -----------------------------------------------------------------------------

    def start(self, header, setting, rest=()):
        """Begin a new game, with the lines `rest` already played; raises OSError.

        `header` is the record's first line, `setting` a dict of the table's own. The new game is
        there as a whole or the old one stays.
        """
        setting = json.dumps({"table": setting, "after": "%08x" % self._crc})
        fresh = self.file + ".new"
        size = crc = 0
        try:
            with open(fresh, "wb") as file:
                for line in _chain((header, setting), rest):
                    sealed, crc = _seal(line, crc)
                    file.write(sealed)
                    size += len(sealed)
                    self.alive()
            _replace(fresh, self.file)
        except BaseException:
            _remove(fresh)
            raise
        self._shut()  # the tail and the point on flash go on from a line that is gone
        self._size = size
        self._crc = self._log_crc = crc
        self._tail = []
        self.given_up = False
        self.dropped = NOTHING
        self.kept = True

    def append(self, line):
        """Add a line and have it on flash before returning; raises OSError, then it is not
        there."""
        if not self.kept:
            return
        sealed, crc = _seal(line, self._crc)
        if sum([len(one) for one in self._tail]) + len(sealed) > _INLINE:
            try:
                self.settle()
            except OSError:
                pass  # a long tail is slower, no worse
        try:
            if self._writing is None:
                self._renew()
            self._writing.write(sealed)
            self._writing.flush()
            self._tail.append(sealed)
        except BaseException:
            self._shut()
            try:
                self._renew()  # nobody knows how much of the line is there
            except OSError:
                pass  # then before the next line
            raise
        self._crc = crc

    def is_full(self):
        """Is it time to `settle`?"""
        return self.kept and sum([len(line) for line in self._tail]) >= _FULL

    def settle(self):
        """Move the tail into the log, which erases sectors; raises OSError, then nothing is
        lost."""
        if not self.kept or not self._tail:
            return
        self._shut()
        self._cut()
        with open(self.file, "ab") as file:
            for line in self._tail:
                file.write(line)
        for line in self._tail:
            self._size += len(line)
        self._log_crc = self._crc
        self._tail = []
        self._renew()

    def write_point(self, count, values, events, digest):
        """Yield while a state is written, a part of it at a time: a `snapshot` after `count`
        actions, the last with these events. The tail is empty when this begins."""
        size, crc = self._size, self._log_crc
        fresh = self._point_file + ".new"
        with open(fresh, "wb") as file:
            file.write(_base(crc))
            head = {"n": count, "at": size, "events": events, "digest": digest}
            for value in _chain((head,), values):
                sealed, crc = _seal(json.dumps(_plain(value)), crc)
                file.write(sealed)
                yield
        _replace(fresh, self._point_file)

    def _renew(self):
        """Write the tail anew, whole or not at all, and leave it open for more."""
        self._shut()
        fresh = self._tail_file + ".new"
        with open(fresh, "wb") as file:
            file.write(_base(self._log_crc))
            for line in self._tail:
                file.write(line)
        _replace(fresh, self._tail_file)
        self._writing = open(self._tail_file, "ab")

    def _shut(self):
        file = self._writing
        self._writing = None
        if file is not None:
            try:
                file.close()
            except OSError:
                pass  # each line was flushed

    def _cut(self):
        """Cut off what is in the log beyond what counts."""
        size = _size(self.file)
        if size < self._size:
            raise OSError(5)  # there is less than was written
        if size > self._size:
            _copy(self.file, self._size, self.file + ".new")
            _replace(self.file + ".new", self.file)

    # ---- reading -----------------------------------------------------------------------------

    def head(self):
        """Return the first two lines as (header, setting), dicts; None without a sound
        journal."""
        try:
            with open(self.file, "rb") as file:
                head = [json.loads(_text(line)) for line in _sound(file, 0, 2)]
        except (OSError, ValueError):
            return None
        return head if len(head) == 2 else None

    def is_there(self):
        """Is there any journal, sound or not?"""
        return _size(self.file) > 0

    def point(self):
        """Return (count, values, events, digest, place), the state that was written last, or None;
        `place` is where the log goes on from it."""
        try:
            with open(self._point_file, "rb") as file:
                crc = _read_base(file)
                parts = [json.loads(_text(line)) for line in _sound(file, crc)]
            head = parts.pop(0)
            with open(self.file, "rb") as file:
                file.seek(head["at"] - 10)
                if file.read(10) != _base(crc):
                    return None
            values = [_value(part) for part in parts]
            return head["n"], values, head["events"], head["digest"], (head["at"], crc)
        except (OSError, ValueError, KeyError, IndexError, TypeError):
            return None

    def check(self, place=(0, 0)):
        """Find how far the journal is sound, from a place in the log on; raises OSError."""
        self._shut()
        self._tail = []
        self._size, self._crc = place
        self.given_up = False
        self.dropped = NOTHING
        with open(self.file, "rb") as file:
            file.seek(self._size)
            for line in _sound(file, self._crc):
                self._take(line)
                self._size += len(line)
                self.alive()
            rest = _rest(file, self._size)
        self._log_crc = self._crc
        self._read_tail()
        if rest and not self._tail:  # else it broke off while the tail was being moved
            self.dropped = rest

    def _take(self, line):
        self._crc = int(line[-9:-1], 16)
        self.given_up = line[: len(_END)] == _END

    def _read_tail(self):
        """Add the lines of the tail that go on from the log."""
        try:
            with open(self._tail_file, "rb") as file:
                crc = _read_base(file)
                fits = crc == self._crc
                whole = 10
                for line in _sound(file, crc):
                    whole += len(line)
                    if fits:
                        self._take(line)
                        self._tail.append(line)
                    else:  # it is in the log already, if it is of this game
                        fits = int(line[-9:-1], 16) == self._crc
                if fits:
                    self.dropped = _rest(file, whole)
        except (OSError, ValueError):
            pass  # none, or one whose beginning is damaged: nothing of it can be told

    def mend(self):
        """Make the files what `check` and `drop` left of them; raises OSError.

        If that is less than was there once, the log as it was is kept as `game.old`.
        """
        if self.dropped == DAMAGED:
            self._keep_old()
        self._cut()
        self._renew()

    def drop(self, offset):
        """Let the line at an offset and all behind it count no more: they do not fit the game."""
        place = self._size
        for i in range(len(self._tail)):
            if place >= offset:
                self._tail = self._tail[:i]
            else:
                place += len(self._tail[i])
        if offset < self._size:
            self._tail = []
            self._size = offset
            with open(self.file, "rb") as file:
                file.seek(offset - 10)
                self._log_crc = int(file.read(10)[1:9], 16)
        self._crc = int(self._tail[-1][-9:-1], 16) if self._tail else self._log_crc
        self.given_up = False
        self.dropped = DAMAGED

    def set_aside(self):
        """Keep a journal that nothing can be played of as `game.old`, unless that holds more;
        return the name under which it is kept."""
        self._shut()
        if _size(self.file) < _size(self._old_file):
            return self.file
        try:
            _replace(self.file, self._old_file)
        except OSError:
            return self.file
        return self._old_file

    def _keep_old(self):
        """Keep log and tail as they are as `game.old`, unless that holds more."""
        fresh = self._old_file + ".new"
        if _size(self.file) + _size(self._tail_file) > _size(self._old_file):
            try:
                _copy(self.file, _size(self.file), fresh)
                if _size(self._tail_file):
                    _copy(self._tail_file, _size(self._tail_file), fresh, "ab")
                _replace(fresh, self._old_file)
            except OSError:
                _remove(fresh)  # no room: what can be played comes first

    def lowest(self, place=(0, 0)):
        """Return the first action that was taken back since a place in the log; a high number for
        none."""
        undone = self._undone(place[0])
        return undone[0][1] if undone else 1 << 20

    def actions(self, place=(0, 0)):
        """Yield (offset, line) of the actions that stand, from a place in the log on, up to the
        last one now; raises ValueError where the log is damaged."""
        undone = self._undone(place[0])
        k = 0
        for offset, line in self._lines(place):
            if line.startswith(_ACTION):
                n = int(line[len(_ACTION) : line.find(",")])
                while k < len(undone) and undone[k][0] < offset:
                    k += 1
                if k == len(undone) or undone[k][1] > n:
                    yield offset, line

    def _lines(self, place):
        """Yield (offset, line) from a place on; the tail may be moved meanwhile."""
        offset, crc = place
        end = self._size + sum([len(line) for line in self._tail])
        while offset < end:
            if offset < self._size:
                with open(self.file, "rb") as file:
                    file.seek(offset)
                    before = offset
                    for line in _sound(file, crc):
                        yield offset, _text(line)
                        self.alive()
                        offset += len(line)
                        crc = int(line[-9:-1], 16)
                        if offset >= end:
                            return
                if offset == before:
                    raise ValueError("%s is damaged at byte %d" % (self.file, offset))
            else:
                start = self._size
                for line in self._tail:
                    if start == offset:
                        break
                    start += len(line)
                yield offset, _text(line)
                offset += len(line)
                crc = int(line[-9:-1], 16)

    def _undone(self, at):
        """Return [(offset, n), ...], both ascending: all before `offset`, from the n-th action on,
        was taken back there."""
        found = []
        with open(self.file, "rb") as file:
            at = max(at - 1, 0)
            file.seek(at)
            data = file.read(_BLOCK)
            while data:
                i = data.find(_UNDO)
                while i >= 0 and at + i + 1 < self._size and data.find(b"}", i) > 0:
                    stop = data.find(b"}", i)
                    _note(found, at + i + 1, int(data[i + len(_UNDO) : stop]))
                    i = data.find(_UNDO, stop)
                more = file.read(_BLOCK)
                gone = i if i >= 0 else max(len(data) - len(_UNDO), 0)  # it may begin there
                at += gone
                data = data[gone:] + more if more else b""
        at = self._size
        for line in self._tail:
            if line.startswith(_UNDO[1:]):
                _note(found, at, int(line[len(_UNDO) - 1 : line.find(b"}")]))
            at += len(line)
        return found


def _note(found, offset, n):
    while found and found[-1][1] >= n:
        found.pop()
    found.append((offset, n))


def _nothing():
    pass


def _chain(first, rest):
    for one in first:
        yield one
    for one in rest:
        yield one


def _seal(line, crc):
    """Return a line with its seal, behind a line with this checksum, and the new checksum."""
    line = line.encode()
    crc = binascii.crc32(line, crc)
    return line + _base(crc), crc


def _base(crc):
    return ("#%08x\n" % crc).encode()


def _read_base(file):
    base = file.read(10)
    crc = int(base[1:9], 16)
    if base != _base(crc):
        raise ValueError("torn")
    return crc


def _rest(file, size):
    """Return what a file holds beyond a size."""
    file.seek(size)
    rest = file.read(_LONGEST)
    return DAMAGED if b"\n" in rest else TORN if rest else NOTHING


def _text(line):
    return line[:-10].decode()


def _sound(file, crc, most=-1):
    """Yield the lines of a file, sealed, as long as each goes on from the one before."""
    while most:
        line = file.readline(_LONGEST)
        crc = binascii.crc32(line[:-10], crc)
        if line[-10:] != _base(crc):
            return
        yield line
        most -= 1


def _size(name):
    """Return the size of a file, 0 for none."""
    try:
        return os.stat(name)[6]
    except OSError:
        return 0


def _copy(name, size, target, mode="wb"):
    with open(name, "rb") as file:
        with open(target, mode) as copy:
            while size > 0:
                data = file.read(min(size, _BLOCK))
                if not data:
                    break
                copy.write(data)
                size -= len(data)


def _remove(name):
    try:
        os.remove(name)
    except OSError:
        pass


def _replace(name, target):
    """Give a file the name of another, in whose place it comes in one step."""
    getattr(os, "replace", os.rename)(name, target)  # rename itself does so on a board


def _plain(value):
    """Return a value of a state as JSON can write it."""
    if isinstance(value, (bytes, bytearray)):
        return {"b": binascii.hexlify(value).decode()}
    if isinstance(value, (list, tuple)):
        return [_plain(part) for part in value]
    return value


def _value(plain):
    if isinstance(plain, dict):
        return binascii.unhexlify(plain["b"])
    if isinstance(plain, list):
        return tuple([_value(part) for part in plain])
    return plain
