"""The findings of each reader, and when they count as settled.

A reader reads a new tag at once; that second sighting settles it. Now and then a reader misses a
tag that lies still, up to three times in a row (facts: missed-tag); after _GONE misses the tag has
gone. A garbled UID does no harm, because only the record counts, and it has a checksum.
"""

from array import array

from micropython import const

from table import tags
from table.drivers.viper import ptr8, ptr32, viper
from table.sense.codes import DOUBLE, FAULT, FOREIGN, UNKNOWN
from table.sense.plan import NOWHERE
from table.sense.responses import CARD, OPEN, UID_ROOM

if False:  # only mypy reads this: the names of types
    from typing import Any

_NEW = const(245)  # a new tag, still to be read
_EQUAL = const(2)  # after so many answers in a row with one of two tags, the other has gone
# Misses in a row. A run of them is no longer than three, but now and then others follow at once.
# If 1 of 100 questions begins one, 30 tags (350 questions a second) miss 12 in a row once in 230
# days; if 3 of 100 do, once in two days.
_GONE = const(12)
_VISIT = const(4)  # so many misses in one visit: a tag not settled, or carried elsewhere, has gone
_CARRIED = const(8)  # _GONE - _VISIT
_RENEWS = const(5)  # then its reader is set up again
_UNREADABLE = const(4)  # after this many failed reads, one a visit, a tag is UNKNOWN
_SMART = const(0x60)  # in a SAK: speaks ISO 14443-4, or is a phone that wants to speak to another
ODD = const(0x04)  # added to a SAK whose UID has not 7 bytes; selection has taken that bit
NO_PIECE = "no piece"
_SHARED = const(4)  # UIDs of several tags that are remembered
_UID = const(7)
_UID_ROOM = const(8)
_OPEN = const(3)
_READ_BYTES = const(17)  # status and record


class Tracker:
    """The tag that each reader found, by its number; `place` has each reader's place, or NOWHERE.

    `code` holds what has settled, `seen` the same by place; `version` counts its changes.
    `Responses.compare` reads `expected`, `uids` and `reads`.
    """

    def __init__(self, place: bytearray, places: int, pad: int):
        count = len(place)
        self._place = place
        self._pad = pad
        self.seen = bytearray(places)
        self.version = 0
        self.pad_tags = 0  # number of tags that have come onto the pad; tells equal pieces apart
        # places that were empty and have a tag now, which is still to be read
        self.arrivals: "list[Any]" = []
        self.set_in_play = 0
        self.code = bytearray(count)  # settled codes
        self.found = bytearray(count)  # what the last visits found
        self._times = bytearray(count)  # of a _NEW tag, how many reads failed; of two, see _EQUAL
        self._reported = bytearray(count)  # 1 where `arrivals` has another tag
        self.missed = bytearray(count)  # questions in a row that a tag did not answer
        self.uids = bytearray(UID_ROOM * count)
        self.expected = bytearray(count)
        self.reads = array("I", [0] * count)
        self.records = array("I", [0] * count)  # token | set << 8 | slot << 16 | copy << 19
        self.sak = bytearray(count)  # what each tag says of itself; 0: it may be a piece
        self._shared: "list[Any]" = []  # UIDs that several tags have: they are read at each look
        self._why: "dict[Any, Any]" = {}  # by reader: why its tag is UNKNOWN

    def forget_tags(self) -> None:
        """Have the readers read all tags again."""
        for reader in range(len(self.code)):
            self.forget(reader)

    def forget(self, reader: int) -> None:
        """Have a reader read its tag again."""
        self.uids[UID_ROOM * reader] = 0
        self._expect(reader)

    def recheck(self, reader: int) -> None:
        """Have an UNKNOWN tag read again: its record may have been garbled on the way."""
        if self.code[reader] == UNKNOWN and not self.is_card(reader):
            self.forget(reader)

    def mark_offline(self, reader: int) -> None:
        """Note that a reader does not answer."""
        self.uids[UID_ROOM * reader] = 0
        self._settle(reader, FAULT)
        self._expect(reader)

    def has_asked(self, reader: int, fresh: int) -> bool:
        """Has a reader reported since it was set up, or been found silent?"""
        if self._place[reader] == NOWHERE and reader != self._pad:
            return True
        code = self.code[reader]
        asked = not fresh and self.reads[reader] and code == self.found[reader]
        return asked or code in (FAULT, UNKNOWN)

    def is_double(self, reader: int) -> bool:
        return self.found[reader] == DOUBLE

    def has_tag(self, reader: int) -> bool:
        """Does a tag lie there, or two, as far as is known?"""
        return 0 < self.code[reader] != FAULT

    def is_new(self, reader: int) -> bool:
        """Is a tag waiting to be read?"""
        return self.found[reader] == _NEW

    def can_read(self, reader: int) -> bool:
        """Has a tag that is waiting to be read just answered?"""
        return self.found[reader] == _NEW and not self.missed[reader]

    def is_unsettled(self, reader: int) -> bool:
        """Must the table ask this reader again at once?"""
        if self.missed[reader]:
            return True
        if self.found[reader] == _NEW:
            return not self._times[reader]  # one that cannot be read may wait for the next visit
        return self.found[reader] != self.code[reader] and self._times[reader] < _UNREADABLE

    def is_in_doubt(self, reader: int) -> bool:
        """Has the reader missed a tag so often that it may have been reset?"""
        return self.missed[reader] == _RENEWS

    def uid(self, reader: int) -> bytes:
        at = UID_ROOM * reader
        return bytes(self.uids[at + 1 : at + 1 + self.uids[at]])

    @viper
    def twin(self, reader: int) -> int:
        """Return another reader that reports the same tag; -1 if none does. Tags of a batch may
        have one UID, so their records are compared, too. A reader that has missed the tag does not
        report it, unless it is only to be asked whether the tag was carried from it."""
        uids = ptr8(self.uids)
        found = ptr8(self.found)
        missed = ptr8(self.missed)
        records = ptr32(self.records)
        room = int(UID_ROOM)
        at = room * reader
        size = uids[at]
        if not size:
            return -1
        count = int(len(self.found))
        for other in range(count):
            start = room * other
            if other == reader or found[other] != found[reader]:
                continue
            if missed[other] and missed[other] != _CARRIED:
                continue
            if uids[start] == size and records[other] == records[reader]:
                i = 1
                while i <= size and uids[start + i] == uids[at + i]:
                    i += 1
                if i > size:
                    return other
        return -1

    def is_card(self, reader: int) -> bool:
        """Does a card or phone lie there, which is no piece?"""
        return self.code[reader] == UNKNOWN and self._why.get(reader) == NO_PIECE

    def why(self, reader: int) -> str:
        """Return the message that says why a reader's tag is UNKNOWN."""
        return self._why.get(reader, "unknown tag")

    def on_response(self, reader: int, answers: bytearray, at: int, pair: bool) -> None:
        """Note a reader's response, `answers` from `at` on: how many tags, and which.

        `pair`: the question was for two tags. The chip then reports a single tag only every second
        time (facts: two-tags), so two tags count and none does not.
        """
        count = answers[at + 1]
        if not count:  # the reader was asked for one: `compare` drops empty answers of pairs
            self._miss(reader)
        elif count == 2:
            self._times[reader] = 0
            self._settle(reader, DOUBLE)
        elif self.found[reader] != DOUBLE:
            self._meet(reader, answers, at)
        elif pair:  # twice in a row: one of the two has gone
            self._times[reader] += 1
            if self._times[reader] == _EQUAL:
                self.uids[UID_ROOM * reader] = 0
                self._meet(reader, answers, at)
        self._expect(reader)

    def _miss(self, reader: int) -> None:
        code = self.code[reader]
        if not code and self.found[reader] != _NEW:
            return
        self.missed[reader] += 1
        if self.missed[reader] < (_GONE if 0 < code != FAULT else _VISIT):
            return
        self.uids[UID_ROOM * reader] = 0
        if not code:
            self.version += 1  # what is shown for it must go
        self._settle(reader, 0)

    def _meet(self, reader: int, answers: bytearray, at: int) -> None:
        """Compare the first tag of a response with the one before. The table does not read a smart
        card, which would take the command for its own, and may answer late.
        """
        sak, size = answers[at + 5], answers[at + 6]
        before = self.sak[reader]
        self.sak[reader] = sak if size == _UID else sak | ODD
        size = min(size, _UID)
        at += 7
        start = UID_ROOM * reader
        same = size == self.uids[start]
        self.uids[start] = size
        for i in range(size):
            if self.uids[start + 1 + i] != answers[at + i]:
                same = False
                self.uids[start + 1 + i] = answers[at + i]
        missed, self.missed[reader] = self.missed[reader], 0
        # Tags of a batch may have one UID: after a longer time it may be another one.
        # A garbled answer may have made a tag look like a card.
        changed = before != self.sak[reader]
        if not same or changed or missed > _VISIT or self.is_shared(reader):
            if self.found[reader] != _NEW:  # some report another UID each time
                self._times[reader] = 0
            self.found[reader] = _NEW
        if not same:
            if reader == self._pad:
                self.pad_tags += 1
            elif (missed or not self.code[reader]) and not sak & _SMART:
                self._reported[reader] = 1 if self.code[reader] else 0
                self.arrivals.append(self._place[reader])
            self._doubt_others(reader)
        if sak & _SMART:
            self._refuse(reader)

    @viper
    def _doubt_others(self, reader: int) -> int:
        """Have other readers that still report a reader's new tag asked soon: if they miss it in
        one visit, it has gone from there. Return their number."""
        uids = ptr8(self.uids)
        code = ptr8(self.code)
        missed = ptr8(self.missed)
        expected = ptr8(self.expected)
        mine = _UID_ROOM * reader
        others = 0
        for other in range(int(len(self.code))):
            if other == reader or code[other] == 0 or missed[other] >= _CARRIED:
                continue
            at = _UID_ROOM * other
            k = 0
            while k < _UID_ROOM and uids[at + k] == uids[mine + k]:
                k += 1
            if k == _UID_ROOM:
                missed[other] = _CARRIED
                expected[other] = _OPEN
                others += 1
        return others

    def is_shared(self, reader: int) -> bool:
        """Do several tags have the UID of a reader's tag? Then another may take its place."""
        return bool(self._shared) and self.uid(reader) in self._shared

    def _refuse(self, reader: int) -> None:
        """Note that a tag cannot be read; a tag that may be a piece is read again in every
        visit."""
        self._why[reader] = NO_PIECE if self.sak[reader] else "the tag cannot be read"
        self.records[reader] = 0
        self._settle(reader, UNKNOWN)
        if not self.sak[reader]:
            self.found[reader] = _NEW

    def on_read_failed(self, reader: int) -> None:
        """Note that a tag did not give its record. A tag that was UNKNOWN stays so."""
        self._times[reader] += 1
        if self._times[reader] >= _UNREADABLE or self.code[reader] == UNKNOWN:
            self._refuse(reader)
        self._expect(reader)

    def on_record(self, reader: int, answers: bytearray, at: int) -> None:
        """Note the record of a reader's tag, `answers` from `at` on."""
        if answers[at] != _READ_BYTES or answers[at + 1]:  # the tag went, or did not answer
            self.on_read_failed(reader)
            return
        known = 0
        try:
            kind, token, copy, slot = tags.decode(answers[at + 2 : at + 1 + _READ_BYTES])
            known = token | kind << 8 | slot << 16 | copy << 19
        except tags.TagError as error:
            self._why[reader] = str(error)
        if known:
            self._compare(reader, known)
        self.records[reader] = known
        if known:
            ours = known >> 8 & 0xFF == self.set_in_play
            self._settle(reader, known & 0xFF if ours else FOREIGN)
            if self._reported[reader]:
                self._reported[reader] = 0
                self.version += 1  # an equal piece: its light must change
        else:
            self._settle(reader, UNKNOWN)
        self._expect(reader)

    def _compare(self, reader: int, known: int) -> None:
        """Note the UID of a tag with the record `known` if another on the table has it, too, with
        another record."""
        uid = self.uid(reader)
        if uid in self._shared:
            before = self.records[reader]
            if reader == self._pad and self.code[reader] and known != before:
                self.pad_tags += 1
            return
        for other in range(len(self.code)):
            record = self.records[other]
            if other != reader and record and record != known and self.uid(other) == uid:
                self._shared.append(uid)
                del self._shared[:-_SHARED]
                self._expect(other)
                return

    def _settle(self, reader: int, code: int) -> None:
        self.found[reader] = code
        self.missed[reader] = 0
        if code != self.code[reader]:
            self.code[reader] = code
            self.version += 1
            if reader != self._pad:
                self.seen[self._place[reader]] = code

    def _expect(self, reader: int) -> None:
        """Note the known part of the next response."""
        code = self.code[reader]
        if code != self.found[reader] or code == FAULT or self.missed[reader]:
            self.expected[reader] = OPEN
        elif code == DOUBLE:
            # Another report of two tags resets the counter.
            self.expected[reader] = OPEN if self._times[reader] else 2
        elif not code:
            self.expected[reader] = 0
        elif self.is_card(reader) and self.sak[reader] != ODD:
            self.expected[reader] = CARD
        else:
            known = self.uids[UID_ROOM * reader] and not self.is_shared(reader)
            self.expected[reader] = 1 if known else OPEN
