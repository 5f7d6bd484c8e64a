"""NTAGs on a pad: identify, read, write, wipe and lock them.

A pad has `exchange(data)`: it sends a command to the tag and returns the answer, or None (NTAG213,
215 and 216 data sheet, sections 8.5, 8.6, 9 and 10), and `sak()`: what the tag says of itself. A
tag that keeps what is written is good, whatever it says. The user memory of a piece's tag:

    pages 4-7   FD 0E and the record of table/tags.py: a proprietary TLV, which phones skip
    page 8 on   03, length, an NDEF message that says what the piece is, FE
"""

import contextlib
from typing import TYPE_CHECKING, Any, NamedTuple

import ndef

from host_tools.errors import CommandError
from table import tags

if TYPE_CHECKING:
    from host_tools.pads import Pad

READ, WRITE, GET_VERSION = 0x30, 0xA2, 0x60
LOCKS, CAPABILITY, USER = 2, 3, 4  # pages
_RECORD_PAGES = 4
_STATIC_END = 16  # pages before it have lock bits in page 2
_NDEF_TLV, _END_TLV = 0x03, 0xFE
_EMPTY = bytes([_NDEF_TLV, 0, _END_TLV]) + bytes(13)
_MAGIC = 0xE1  # of a capability container
_TRIES = 4  # a tag misses a few questions in a row (facts: missed-tag)
_TAKE = "take an NTAG213, NTAG215 or NTAG216"


class Kind(NamedTuple):
    """A kind of tag: pages of user memory end before `end`, where the dynamic locks lie; `locks`
    locks all of them. It is empty where there are none, and None where nobody knows."""

    name: str
    end: int
    locks: bytes | None

    def __str__(self) -> str:
        return ("an " if self.name.startswith("N") else "a ") + self.name


# By the size in GET_VERSION (byte 6), whoever made it: of an NTAG21x, and of an Ultralight EV1.
KINDS = {
    0x0F: Kind("NTAG213", 0x28, b"\xff\x0f\x3f\x00"),
    0x11: Kind("NTAG215", 0x82, b"\xff\x00\x0f\x00"),
    0x13: Kind("NTAG216", 0xE2, b"\xff\x3f\x7f\x00"),
    0x0B: Kind("NTAG210", 0x10, b""),
    0x0E: Kind("NTAG212", 0x24, b"\xff\x03\x1f\x00"),
}
ULTRALIGHTS = {
    0x0B: Kind("MIFARE Ultralight EV1 (MF0UL11)", 0x10, b""),
    0x0E: Kind("MIFARE Ultralight EV1 (MF0UL21)", 0x24, b"\xff\x03\x1f\x00"),
}
_PRODUCTS = {3: ULTRALIGHTS, 4: KINDS}
_PLAIN = (1, 2)  # the subtypes in GET_VERSION that have no further interface
# Where the user memory of tags without a version ends, by the last page that can be read.
_ENDS = {230: 226, 134: 130, 43: 40, 40: 36}


class Unfit(CommandError):
    """This tag is unsuitable; take another."""


class Refused(Unfit):
    """This tag does not let `page` be written."""

    def __init__(self, page: int, why: str):
        super().__init__(why)
        self.page = page


class Gone(CommandError):
    """The tag was lifted too early, or is not in the right place."""


class Crowded(CommandError):
    """There are two tags on the pad."""

    def __init__(self) -> None:
        super().__init__("two tags lie on the pad: take both away, then lay down one")


class Content(NamedTuple):
    """What a tag holds: `record` is (set, token, copy, slot), or None with the reason in `wrong`;
    `text` is what a phone shows; `blank` says that the tag is empty."""

    record: tuple[Any, ...] | None
    wrong: str
    text: str
    blank: bool
    locked: bool


def kind(pad: "Pad") -> Kind:
    """Return the Kind of the tag on a pad, by its version, its capability container, or the pages
    that can be read; raises Gone, and Unfit with what it is instead."""
    said = pad.exchange(bytes([GET_VERSION]))
    head = read(pad, 0)
    if said is not None and len(said) == 8 and said[3] in _PLAIN:
        found = _PRODUCTS.get(said[2], {}).get(said[6])
        if found is not None:
            return found
    if head[12] == _MAGIC and head[14]:
        end = USER + 2 * head[14]
    else:
        last = next((page for page in _ENDS if _ask(pad, bytes([READ, page])) is not None), 0)
        end = _ENDS.get(last, _STATIC_END)
    return Kind("tag of %d bytes" % (4 * (end - USER)), end, _locks(end))


def _locks(end: int) -> bytes | None:
    """Return what locks all dynamic pages (NFC Forum Type 2 Tag, 2.2: one bit for eight bytes)."""
    if end <= _STATIC_END:
        return b""
    bits = (end - _STATIC_END) // 2
    if bits > 12:
        alike = [one.locks for one in KINDS.values() if one.end == end]
        return alike[0] if alike else None
    return ((1 << bits) - 1).to_bytes(4, "little")


def _ask(pad: "Pad", data: bytes) -> bytes | None:
    """Return a tag's answer to a command, None if it refuses; raises Gone."""
    for _ in range(_TRIES):
        said = pad.exchange(data)
        if said is not None:
            return said
        if pad.sak() is None:
            raise Gone("the tag was lifted too soon")
    return None


def _blame(pad: "Pad") -> CommandError:
    """Return the error that says what a tag is that cannot be read."""
    sak = pad.sak()
    if sak is None:
        return Gone("the tag was lifted too soon")
    if sak & 0x60:
        return Unfit("this is a bank card, a phone or another smart card; %s" % _TAKE)
    if sak:
        return Unfit("this is a MIFARE Classic; %s" % _TAKE)
    if pad.exchange(bytes([GET_VERSION])) or pad.exchange(bytes([READ, 0])):
        return Unfit("the pages of this tag cannot be read without its password; %s" % _TAKE)
    return Unfit("this is a card that is no type 2 tag, or its pages cannot be read without a "
                 "password; %s" % _TAKE)  # fmt: skip


def read(pad: "Pad", page: int, count: int = 1) -> bytes:
    """Read 16 bytes `count` times from a page on; raises Gone and Unfit."""
    data = b""
    for at in range(page, page + 4 * count, 4):
        answer = _ask(pad, bytes([READ, at]))
        if answer is None or len(answer) != 16:
            raise _blame(pad)
        data += answer
    return data


def _write(pad: "Pad", page: int, data: bytes, end: int) -> None:
    """Write a page of a tag whose user memory ends before `end`; raises Gone and Refused."""
    if _ask(pad, bytes([WRITE, page]) + data) is not None:
        return
    head = _ask(pad, bytes([READ, 0]))
    if head is None:
        raise _blame(pad)
    locks = head[10] | head[11] << 8
    if page >= end and _ask(pad, bytes([READ, page])) is None:
        why = "this tag is too small: it ends before page %d" % page
    elif page < _STATIC_END and not locks >> page & 1:
        why = "page %d of this tag cannot be written without its password; take another" % page
    elif page >= _STATIC_END and not locks >> USER:
        why = ("page %d of this tag is locked, or cannot be written without its password; take "
               "another" % page)  # fmt: skip
    else:
        why = "this tag is locked at page %d: it cannot be written" % page
    raise Refused(page, why)


def content(pad: "Pad") -> Content:
    """Return the Content of the tag on a pad; raises Gone."""
    head = read(pad, 0)
    data = read(pad, USER)
    locked = bool(head[10] & 0xF0 or head[11])
    record, wrong, text = None, "", ""
    try:
        record = tags.decode(data)
    except tags.TagError as error:
        wrong = str(error)
    if record is not None and data[0] == 0xFD:
        text = _text(pad)
    return Content(record, wrong, text, tags.is_blank(data), locked)


def _text(pad: "Pad") -> str:
    """Return the text of the NDEF message behind the record, "" if there is none to read."""
    try:
        data = read(pad, USER + 4)
        if data[0] != _NDEF_TLV or data[1] > 120:
            return ""
        data += read(pad, USER + 8, -(-max(0, data[1] - 14) // 16))
    except Unfit:
        return ""
    try:
        return " ".join(record.text for record in ndef.message_decoder(data[2 : 2 + data[1]])
                        if isinstance(record, ndef.TextRecord))  # fmt: skip
    except ndef.DecodeError:
        return ""


def memory(record: tuple[int, int, int, int], text: str) -> bytes:
    """Return the user memory of a piece's tag, whole pages; `record` is (set, token, copy,
    slot)."""
    own = bytearray(b"\xfd\x0eLB" + bytes([tags.IN_TLV, *record]) + bytes(7))
    crc = tags.crc16(own, 14)
    own[14], own[15] = crc >> 8, crc & 0xFF
    message = b"".join(ndef.message_encoder([ndef.TextRecord(text, "en")])) if text else b""
    data = bytes(own) + bytes([_NDEF_TLV, len(message)]) + message + bytes([_END_TLV])
    return data + bytes(-len(data) % 4)


def write_piece(pad: "Pad", record: tuple[int, int, int, int], text: str, end: int) -> None:
    """Write a piece's record, and the text for phones if the tag has room for it and takes it;
    raises Unfit and Gone."""
    full, short = memory(record, text), memory(record, "")
    for data in (full, short):
        if USER + len(data) // 4 <= end:
            try:
                write(pad, data, end)
                return
            except Refused as error:
                if error.page < USER + _RECORD_PAGES:
                    raise
    write(pad, short[: 4 * _RECORD_PAGES], end)


def write(pad: "Pad", data: bytes, end: int) -> None:
    """Write user memory, which ends before page `end`, and check it; raises Unfit and Gone. Page 4
    is written first and the checksum of the record last, so an interrupted write leaves an invalid
    record of ours."""
    if not any(read(pad, CAPABILITY)[:4]):
        with contextlib.suppress(Refused):  # phones alone need it
            _write(pad, CAPABILITY, b"\xe1\x10" + bytes([(end - USER) // 2, 0]), end)
    pages = [(USER + i, data[4 * i : 4 * i + 4]) for i in range(len(data) // 4)]
    for page, four in pages[:1] + pages[4:] + pages[1:4]:
        _write(pad, page, four, end)
    if read(pad, USER, -(-len(data) // 16))[: len(data)] != data:
        raise Gone("the tag does not read back what was written")


def wipe(pad: "Pad", end: int) -> None:
    """Write an empty NDEF message, and zeros everywhere else, as far as the tag has pages."""
    wanted = _EMPTY
    for first in range(USER, end, 4):
        there = _ask(pad, bytes([READ, first])) if first > USER else read(pad, first)
        if there is None:
            return
        for page in range(first, min(first + 4, end)):
            at = 4 * (page - first)
            if there[at : at + 4] == wanted[at : at + 4]:
                continue
            try:
                _write(pad, page, wanted[at : at + 4], end)
            except Refused:
                if _ask(pad, bytes([READ, page])) is None:  # READ goes on at page 0 after the last
                    return
                raise
        wanted = bytes(16)


def lock(pad: "Pad", found: Kind) -> None:
    """Lock all pages permanently; `found` is the Kind of the tag."""
    if found.locks is None:
        raise Unfit("nobody knows where a %s has its locks; take another" % found.name)
    if found.locks and _ask(pad, bytes([READ, found.end])) is not None:
        _write(pad, found.end, found.locks, found.end)
    _write(pad, LOCKS, b"\0\0\xff\xff", found.end)
