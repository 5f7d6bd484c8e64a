"""The record on a tag says which piece it is: 16 bytes in pages 4 to 7, so one READ fetches it.

    0-1  "LB"             6     slot: 0 the whole piece, 1 and 2 the halves of a domino,
    2    format, 1              1 to 4 the sides of a tile with a tag each
    3    component set    7-13  zero
    4    token            14-15 CRC-16/CCITT of bytes 0 to 13, high byte first
    5    copy

A tag with an NDEF message for phones has the record in a separate TLV. The record then begins with
FD 0E, the format is 2, all fields up to the slot come two bytes later, and bytes 9 to 13 are zero.

Tokens belong to the games whose `SET` is this set; the copy tells equal pieces apart.
"""

FIRST_PAGE = 4
SIZE = 16
FORMAT = 1
IN_TLV = 2  # the format of a record inside a TLV
# Types of TLVs (NFC Forum Type 2 Tag, 2.3).
_NULL = 0x00
_CONTROL = (0x01, 0x02)  # lock and memory control
_NDEF = 0x03
_PROPRIETARY = 0xFD
_END = 0xFE
_LONG = b"\xff"  # a length of which two bytes follow
# In the first byte of a record of NDEF: the first and last, in one chunk, with an empty type; its
# content's length has one byte, not four; an ID's length follows.
_ONE, _EMPTY = 0xE7, 0xC0
_SHORT, _HAS_ID = 0x10, 0x08
_DELIVERED = b"\x02\x00\x00\x10\x00\x06\x01\x10\x11\xff"  # on an Ultralight C


class TagError(Exception):
    """The tag is not one of our pieces; the text gives the reason."""


def encode(kind: int, token: int, copy: int = 0, slot: int = 0) -> bytes:
    """Return the 16 bytes of a record; raises TagError if a value cannot be written."""
    for name, value, most in (("set", kind, 255), ("token", token, 239), ("copy", copy, 255),
                              ("slot", slot, 4)):
        least = 1 if name in ("set", "token") else 0
        if not isinstance(value, int) or not least <= value <= most:
            raise TagError("the %s of a tag is from %d to %d, not %s" % (name, least, most, value))
    data = bytearray(SIZE)
    data[0] = ord("L")
    data[1] = ord("B")
    data[2] = FORMAT
    data[3] = kind
    data[4] = token
    data[5] = copy
    data[6] = slot
    crc = crc16(data, 14)
    data[14] = crc >> 8
    data[15] = crc & 0xFF
    return bytes(data)


def decode(data: bytes | bytearray) -> tuple[int, int, int, int]:
    """Return (set, token, copy, slot) of a record; raises TagError."""
    if len(data) != SIZE:
        raise TagError("a record has 16 bytes, not %d" % len(data))
    if is_blank(data):
        raise TagError("the tag is blank")
    at = 2 if data[0] == _PROPRIETARY and data[1] == SIZE - 2 else 0
    if data[at] != ord("L") or data[at + 1] != ord("B"):
        raise TagError("the tag is of another maker")
    if crc16(data, 14) != data[14] << 8 | data[15]:
        raise TagError("the tag's record is damaged")
    if data[at + 2] != (IN_TLV if at else FORMAT):
        raise TagError("the tag has format %d; this firmware reads %d" % (data[at + 2], FORMAT))
    if not data[at + 3] or not 1 <= data[at + 4] <= 239:
        raise TagError("the tag names no piece")
    return data[at + 3], data[at + 4], data[at + 5], data[at + 6]


def is_blank(data: bytes | bytearray) -> bool:
    """Does the user memory that begins with `data` hold nothing: zeros, ones, or the leftovers of
    makers and phones: TLVs without an NDEF message or with an empty one?"""
    if not any(data) or min(data) == 0xFF or bytes(data[: len(_DELIVERED)]) == _DELIVERED:
        return True
    at = 0
    while at < len(data):
        kind = data[at]
        if kind == _NULL:
            at += 1
        elif kind == _END:
            return True
        elif kind in _CONTROL and at + 1 < len(data):
            at += 2 + data[at + 1]
        else:
            return kind == _NDEF and _is_empty(bytes(data[at + 1 :]))
    return at == len(data)


def _is_empty(data: bytes) -> bool:
    """Is an NDEF message, from its length on, empty, or a single empty record (NDEF 1.0, 3.2)?"""
    at = 3 if data[:1] == _LONG else 1
    if len(data) < at:
        return False
    length = data[0] if at == 1 else data[1] << 8 | data[2]
    message = data[at : at + length]
    if not length:
        return True
    if len(message) < length or message[0] & _ONE != _EMPTY:
        return False
    size = 3 if message[0] & _SHORT else 6
    if message[0] & _HAS_ID:
        size += 1
    return length == size and not any(message[1:])


def crc16(data: bytes | bytearray, count: int) -> int:
    """Return the CRC-16/CCITT (0x1021, from 0xFFFF) of the first `count` bytes."""
    crc = 0xFFFF
    for i in range(count):
        crc ^= data[i] << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc
