"""NTAGs on a pad: identify, read, write, wipe and lock them.

A pad has `exchange(data)`: it sends a command to the tag and returns the answer, or None (NTAG213,
215 and 216 data sheet, sections 8.5, 8.6, 9 and 10). The user memory of a piece's tag:

    pages 4-7   FD 0E and the record of table/tags.py: a proprietary TLV, which phones skip
    page 8 on   03, length, an NDEF message that says what the piece is, FE
"""

from typing import TYPE_CHECKING, NamedTuple

import ndef

from host_tools.errors import CommandError
from table import tags

if TYPE_CHECKING:
    from host_tools.pads import Pad

READ, WRITE, GET_VERSION = 0x30, 0xA2, 0x60
LOCKS, CAPABILITY, USER = 2, 3, 4  # pages
_NDEF_TLV, _END_TLV = 0x03, 0xFE
BLANK = (bytes(16), bytes([_NDEF_TLV, 0, _END_TLV]) + bytes(13))


class Kind(NamedTuple):
    """A kind of tag: pages of user memory end before `end`, where the dynamic locks lie; `locks`
    locks all of them."""

    name: str
    end: int
    locks: bytes


# By the size in GET_VERSION (byte 6), if product and subtype are those of an NTAG21x.
KINDS = {
    0x0F: Kind("NTAG213", 0x28, b"\xff\x0f\x3f\x00"),
    0x11: Kind("NTAG215", 0x82, b"\xff\x00\x0f\x00"),
    0x13: Kind("NTAG216", 0xE2, b"\xff\x3f\x7f\x00"),
}
OTHERS = {  # product, size
    (3, 0x0B): "MIFARE Ultralight EV1 (MF0UL11)", (3, 0x0E): "MIFARE Ultralight EV1 (MF0UL21)",
    (4, 0x0B): "NTAG210", (4, 0x0E): "NTAG212", (4, 0x13): "NTAG I2C 1K", (4, 0x15): "NTAG I2C 2K",
}  # fmt: skip
SILENT = "a tag without a version, such as a MIFARE Classic or the first Ultralight"


class Unfit(CommandError):
    """This tag is unsuitable; take another."""


class Gone(CommandError):
    """The tag was lifted too early, or is not in the right place."""


class Crowded(CommandError):
    """There are two tags on the pad."""

    def __init__(self) -> None:
        super().__init__("two tags lie on the pad: take both away, then lay down one")


class Content(NamedTuple):
    """What a tag holds: `record` is (set, token, copy, slot), or None with the reason in `wrong`;
    `text` is what a phone shows; `blank` says that the tag is empty."""

    record: tuple | None
    wrong: str
    text: str
    blank: bool
    locked: bool


def kind(pad: "Pad") -> Kind:
    """Return the Kind of the tag on a pad; raises Gone, and Unfit with the type found."""
    said = pad.exchange(bytes([GET_VERSION]))
    if said is None or len(said) != 8:
        if pad.exchange(bytes([READ, 0])) is None and pad.exchange(bytes([READ, 0])) is None:
            raise Gone("the tag was lifted too soon, or is not an NFC Forum type 2 tag")
        raise Unfit("this is %s; take an NTAG213, NTAG215 or NTAG216" % SILENT)
    found = KINDS.get(said[6]) if said[1:3] == b"\x04\x04" and said[3] in (1, 2) else None
    if found is None:
        name = OTHERS.get((said[2], said[6]), "a tag of version %s" % said.hex())
        raise Unfit("this is %s; take an NTAG213, NTAG215 or NTAG216" % name)
    return found


def read(pad: "Pad", page: int, count: int = 1) -> bytes:
    """Read 16 bytes `count` times from a page on; raises Gone."""
    data = b""
    for at in range(page, page + 4 * count, 4):
        answer = pad.exchange(bytes([READ, at]))
        if answer is None or len(answer) != 16:
            raise Gone("the tag was lifted too soon")
        data += answer
    return data


def _write(pad: "Pad", page: int, data: bytes) -> None:
    if pad.exchange(bytes([WRITE, page]) + data) is None:
        if pad.exchange(bytes([READ, USER])) is None:
            raise Gone("the tag was lifted too soon")
        raise Unfit("this tag is locked at page %d: it cannot be written" % page)


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
    return Content(record, wrong, text, data in BLANK, locked)


def _text(pad: "Pad") -> str:
    """Return the text of the NDEF message behind the record, "" if there is none to read."""
    data = read(pad, USER + 4)
    if data[0] != _NDEF_TLV or data[1] > 120:
        return ""
    data += read(pad, USER + 8, -(-max(0, data[1] - 14) // 16))
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
    message = b"".join(ndef.message_encoder([ndef.TextRecord(text, "en")]))
    data = bytes(own) + bytes([_NDEF_TLV, len(message)]) + message + bytes([_END_TLV])
    return data + bytes(-len(data) % 4)


def write(pad: "Pad", data: bytes, end: int) -> None:
    """Write user memory and check it; raises Unfit and Gone. Page 4 is written first and the
    checksum of the record last, so an interrupted write leaves an invalid record of ours."""
    if USER + len(data) // 4 > end:
        raise CommandError("the text for this piece is too long for the tag")
    if not any(read(pad, CAPABILITY)[:4]):
        _write(pad, CAPABILITY, b"\xe1\x10" + bytes([(end - USER) // 2, 0]))
    pages = [(USER + i, data[4 * i : 4 * i + 4]) for i in range(len(data) // 4)]
    for page, four in pages[:1] + pages[4:] + pages[1:4]:
        _write(pad, page, four)
    if read(pad, USER, -(-len(data) // 16))[: len(data)] != data:
        raise Gone("the tag does not read back what was written")


def wipe(pad: "Pad", end: int) -> None:
    """Write an empty NDEF message, and zeros everywhere else."""
    wanted = BLANK[1]
    for page in range(USER, end, 4):
        there = read(pad, page)
        for at in range(0, 4 * min(4, end - page), 4):
            if there[at : at + 4] != wanted[at : at + 4]:
                _write(pad, page + at // 4, wanted[at : at + 4])
        wanted = BLANK[0]


def lock(pad: "Pad", found: Kind) -> None:
    """Lock all pages permanently; `found` is the Kind of the tag."""
    _write(pad, found.end, found.locks)
    _write(pad, LOCKS, b"\0\0\xff\xff")
