"""NTAGs on a pad (see pads.py): identify, read, write, wipe and lock them.

The commands are those of the NTAG213, 215 and 216 data sheet, sections 8.5, 8.6, 9 and 10. A tag
is good if it keeps written data, whatever it says about itself. The user memory of a piece's tag:

    pages 4-7   FD 0E and the record of table/tags.py: a proprietary TLV, which phones skip
    page 8 on   03, length, an NDEF message that says what the piece is, FE
"""

from host_tools.core import CommandError, Sentence
from table import tags

if False:  # only mypy reads this: the names of types
    from typing import Any

    from host_tools.core import Work

READ, WRITE, GET_VERSION = 0x30, 0xA2, 0x60
LOCKS, CAPABILITY, USER = 2, 3, 4  # pages
_RECORD_PAGES = 4
_STATIC_END = 16  # pages before it have lock bits in page 2
_NDEF_TLV, _END_TLV = 0x03, 0xFE
_SHORT_TEXT = 0xD1  # the first byte of a record: the only one, short, of a well-known type
_LONGEST_MESSAGE = 120  # bytes that are read of a message
_EMPTY = bytes([_NDEF_TLV, 0, _END_TLV]) + bytes(13)
_MAGIC = 0xE1  # of a capability container
_TRIES = 4  # a tag misses a few questions in a row (facts: missed-tag)
_TAKE = Sentence("take an NTAG213, NTAG215 or NTAG216")


class Kind:
    """A kind of tag. The user memory ends before page `end`, which has the dynamic locks. The
    bytes `locks` lock all pages; they are empty if the tag has no such locks, and None if nobody
    knows."""

    def __init__(self, name: "str | Sentence", end: int, locks: "bytes | None"):
        self.name = name
        self.end = end
        self.locks = locks

    def called(self) -> Sentence:
        """Return its name, with an article."""
        return Sentence("an %s" if str(self.name).startswith("N") else "a %s", self.name)


# By the size in GET_VERSION (byte 6), for any maker: of an NTAG21x, and of an Ultralight EV1.
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
# The end of the user memory of tags without a version, by the last readable page.
_ENDS = ((230, 226), (134, 130), (43, 40), (40, 36))


class UnfitTagError(CommandError):
    """This tag is unsuitable; take another."""


class UnwritableTagError(UnfitTagError):
    """This tag refuses writes to `page`."""

    def __init__(self, page: int, why: Sentence):
        super().__init__(why)
        self.page = page


class TagGoneError(CommandError):
    """The tag was lifted too early, or is not in the right place."""


class CrowdedPadError(CommandError):
    """There are two tags on the pad."""

    def __init__(self) -> None:
        super().__init__("two tags lie on the pad: take both away, then lay down one")


class Content:
    """The content of a tag: `record` is (set, token, copy, slot), or None with the reason in
    `wrong`; `text` is the text for phones; `is_blank` says that the tag is empty."""

    def __init__(
        self, record: "tuple[int, ...] | None", wrong: str, text: str, is_blank: bool,
        is_locked: bool
    ):
        self.record = record
        self.wrong = wrong
        self.text = text
        self.is_blank = is_blank
        self.is_locked = is_locked


def kind(pad: "Any") -> "Work":
    """Return the Kind of the tag on a pad, by its version, its capability container, or its
    readable pages; raises TagGoneError, or UnfitTagError, which says what it is instead."""
    said = yield from pad.exchange(bytes([GET_VERSION]))
    head = yield from read(pad, 0)
    if said is not None and len(said) == 8 and said[3] in _PLAIN:
        found = _PRODUCTS.get(said[2], {}).get(said[6])
        if found is not None:
            return found
    if head[12] == _MAGIC and head[14]:
        end = USER + 2 * head[14]
    else:
        end = yield from _end(pad)
    return Kind(Sentence("tag of %d bytes", 4 * (end - USER)), end, _locks(end))


def _end(pad: "Any") -> "Work":
    """Find the page where the user memory ends, on a tag that does not tell it."""
    for page, end in _ENDS:
        if (yield from _ask(pad, bytes([READ, page]))) is not None:
            return end
    return _STATIC_END


def _locks(end: int) -> bytes | None:
    """Return the bytes that lock all dynamic pages (NFC Forum Type 2 Tag, 2.2: one bit for eight
    bytes)."""
    if end <= _STATIC_END:
        return b""
    bits = (end - _STATIC_END) // 2
    if bits > 12:
        alike = [one.locks for one in KINDS.values() if one.end == end]
        return alike[0] if alike else None
    return ((1 << bits) - 1).to_bytes(4, "little")


def _ask(pad: "Any", data: bytes) -> "Work":
    """Return a tag's answer to a command, None if it refuses; raises TagGoneError."""
    for _ in range(_TRIES):
        said = yield from pad.exchange(data)
        if said is not None:
            return said
        if (yield from pad.sak()) is None:
            raise TagGoneError("the tag was lifted too soon")
    return None


def _blame(pad: "Any") -> "Work":
    """Return the error that names the kind of a tag that is not readable."""
    sak = yield from pad.sak()
    if sak is None:
        return TagGoneError("the tag was lifted too soon")
    if sak & 0x60:
        return UnfitTagError("this is a bank card, a phone or another smart card; %s", _TAKE)
    if sak:
        return UnfitTagError("this is a MIFARE Classic; %s", _TAKE)
    version = yield from pad.exchange(bytes([GET_VERSION]))
    if version or (yield from pad.exchange(bytes([READ, 0]))):
        return UnfitTagError(
            "the pages of this tag cannot be read without its password; %s", _TAKE
        )
    return UnfitTagError(
        "this is a card that is no type 2 tag, or its pages cannot be read without a password; %s",
        _TAKE,
    )


def read(pad: "Any", page: int, count: int = 1) -> "Work":
    """Read 16 bytes `count` times from a page on; raises TagGoneError and UnfitTagError."""
    data = b""
    for at in range(page, page + 4 * count, 4):
        answer = yield from _ask(pad, bytes([READ, at]))
        if answer is None or len(answer) != 16:
            raise (yield from _blame(pad))
        data += answer
    return data


def _write(pad: "Any", page: int, data: bytes, end: int) -> "Work":
    """Write a page of a tag whose user memory ends before `end`; raises TagGoneError and
    UnwritableTagError."""
    if (yield from _ask(pad, bytes([WRITE, page]) + data)) is not None:
        return
    head = yield from _ask(pad, bytes([READ, 0]))
    if head is None:
        raise (yield from _blame(pad))
    locks = head[10] | head[11] << 8
    if page >= end and (yield from _ask(pad, bytes([READ, page]))) is None:
        why = Sentence("this tag is too small: it ends before page %d", page)
    elif page < _STATIC_END and not locks >> page & 1:
        why = Sentence("page %d of this tag cannot be written without its password; take another",
                       page)
    elif page >= _STATIC_END and not locks >> USER:
        why = Sentence("page %d of this tag is locked, or cannot be written without its password; "
                       "take another", page)
    else:
        why = Sentence("this tag is locked at page %d: it cannot be written", page)
    raise UnwritableTagError(page, why)


def content(pad: "Any") -> "Work":
    """Return the Content of the tag on a pad; raises TagGoneError."""
    head = yield from read(pad, 0)
    data = yield from read(pad, USER)
    is_locked = bool(head[10] & 0xF0 or head[11])
    record, wrong, text = None, "", ""
    try:
        record = tags.decode(data)
    except tags.TagError as error:
        wrong = str(error)
    if record is not None and data[0] == 0xFD:
        text = yield from _text(pad)
    return Content(record, wrong, text, tags.is_blank(data), is_locked)


def _text(pad: "Any") -> "Work":
    """Return the text of the NDEF message after the record, "" if there is none."""
    try:
        data = yield from read(pad, USER + 4)
        if data[0] != _NDEF_TLV or data[1] > _LONGEST_MESSAGE:
            return ""
        data += yield from read(pad, USER + 8, -(-max(0, data[1] - 14) // 16))
    except UnfitTagError:
        return ""
    return text_in(data[2 : 2 + data[1]])


def text_in(message: bytes) -> str:
    """Return the text of the first record of an NDEF message, "" if that is no short text record
    (NFC Forum Text Record Type Definition, 3.2)."""
    if len(message) < 5 or message[0] & 0x1F != _SHORT_TEXT & 0x1F or message[1] != 1:
        return ""
    if message[3:4] != b"T" or len(message) < 4 + message[2] or message[4] & 0x80:
        return ""
    try:
        return message[5 + (message[4] & 0x3F) : 4 + message[2]].decode()
    except UnicodeError:
        return ""


def message_of(text: str) -> bytes:
    """Return the NDEF message of a text, at most 255 bytes with its language."""
    payload = b"\x02en" + text.encode()
    return bytes([_SHORT_TEXT, 1, len(payload)]) + b"T" + payload


def memory(record: "tuple[int, ...]", text: str) -> bytes:
    """Return the user memory of a piece's tag, whole pages; `record` is (set, token, copy,
    slot)."""
    own = bytearray(b"\xfd\x0eLB" + bytes([tags.IN_TLV]) + bytes(record) + bytes(7))
    crc = tags.crc16(own, 14)
    own[14], own[15] = crc >> 8, crc & 0xFF
    message = message_of(text) if text else b""
    data = bytes(own) + bytes([_NDEF_TLV, len(message)]) + message + bytes([_END_TLV])
    return data + bytes(-len(data) % 4)


def write_piece(pad: "Any", record: "tuple[int, ...]", text: str, end: int) -> "Work":
    """Write a piece's record, and the text for phones if the tag has room for it and takes it;
    raises UnfitTagError and TagGoneError."""
    full, short = memory(record, text), memory(record, "")
    for data in (full, short):
        if USER + len(data) // 4 <= end:
            try:
                yield from write(pad, data, end)
                return
            except UnwritableTagError as error:
                if error.page < USER + _RECORD_PAGES:
                    raise
    yield from write(pad, short[: 4 * _RECORD_PAGES], end)


def write(pad: "Any", data: bytes, end: int) -> "Work":
    """Write user memory, which ends before page `end`, and check it; raises UnfitTagError and
    TagGoneError. It writes page 4 first and the checksum of the record last, so an interrupted
    write leaves an invalid record of ours."""
    if not any((yield from read(pad, CAPABILITY))[:4]):
        try:
            yield from _write(pad, CAPABILITY, b"\xe1\x10" + bytes([(end - USER) // 2, 0]), end)
        except UnwritableTagError:
            pass  # phones alone need it
    pages = [(USER + i, data[4 * i : 4 * i + 4]) for i in range(len(data) // 4)]
    for page, four in pages[:1] + pages[4:] + pages[1:4]:
        yield from _write(pad, page, four, end)
    if (yield from read(pad, USER, -(-len(data) // 16)))[: len(data)] != data:
        raise TagGoneError("the tag does not read back what was written")


def wipe(pad: "Any", end: int) -> "Work":
    """Write an empty NDEF message, and zeros everywhere else, as far as the tag has pages."""
    wanted = _EMPTY
    for first in range(USER, end, 4):
        if first == USER:
            there = yield from read(pad, first)
        else:
            there = yield from _ask(pad, bytes([READ, first]))
        if there is None:
            return
        for page in range(first, min(first + 4, end)):
            at = 4 * (page - first)
            if there[at : at + 4] == wanted[at : at + 4]:
                continue
            try:
                yield from _write(pad, page, wanted[at : at + 4], end)
            except UnwritableTagError:
                # after the last page, READ goes on at page 0
                if (yield from _ask(pad, bytes([READ, page]))) is None:
                    return
                raise
        wanted = bytes(16)


def lock(pad: "Any", found: Kind) -> "Work":
    """Lock all pages permanently; `found` is the Kind of the tag."""
    if found.locks is None:
        raise UnfitTagError("nobody knows where a %s has its locks; take another", found.name)
    if found.locks and (yield from _ask(pad, bytes([READ, found.end]))) is not None:
        yield from _write(pad, found.end, found.locks, found.end)
    yield from _write(pad, LOCKS, b"\0\0\xff\xff", found.end)
