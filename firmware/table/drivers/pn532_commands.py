"""The commands that PN532 readers get, as bytes for the bus (PN532 user manual UM0701-02, 6.2 and
7): the chips send the lowest bit first, the RP2040 the highest (facts: bit-order)."""

from micropython import const

_WRITE = const(0x80)  # 0x01 with its bits reversed


def _reversed(byte: int) -> int:
    result = 0
    for bit in range(8):
        result |= (byte >> bit & 1) << (7 - bit)
    return result


REVERSED = bytes([_reversed(byte) for byte in range(256)])


def packet(*command: int) -> bytes:
    """Return a command (its code and data) as the bytes for the bus, prefix first."""
    body = bytes((0xD4,) + command)
    data = bytes((0, 0, 0xFF, len(body), -len(body) & 0xFF)) + body
    data += bytes((-sum(body) & 0xFF, 0))
    return bytes([_WRITE]) + bytes([REVERSED[byte] for byte in data])


FIELD_OFF = packet(0x32, 0x01, 0x00)
# Clones may understand only one of these (facts: set-up).
SAM = (packet(0x14, 0x01, 0x14, 0x01), packet(0x14, 0x01), packet(0x14, 0x01, 0x14))
# By default a chip looks for a tag for ever; here it looks twice, since a selected tag misses the
# first request (facts: second-request).
_TWICE = packet(0x32, 0x05, 0xFF, 0x01, 0x01)
_TIMINGS = packet(0x32, 0x02, 0x00, 0x0B, 0x07)  # 6.4 ms for an answer; an NTAG takes 5 at most
_NO_RATS = packet(0x12, 0x04)  # cards of ISO 14443-4 are not asked for their ATS (facts: set-up)
# The set-up of a reader, before its first question: (packet, its code); the first is one of SAM.
SETUP = ((b"", 0x14), (_NO_RATS, 0x12), (_TWICE, 0x32), (_TIMINGS, 0x32))
OPTIONAL = 1  # in SETUP: some clones refuse it, and need not know it
ASK = packet(0x4A, 0x01, 0x00)
SETUP_LIMIT = const(20000)  # us from the ACK to the last response; slow chips take some ms more
ASK_LIMIT = const(22000)
