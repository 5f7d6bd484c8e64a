"""The virtual NTAG213 follows its data sheet, and the record on it follows its format."""

from sim.virtual.ntag import NAK, Tag
from table.tags import TagError, crc16, decode, encode

UID = b"\x04\x01\x02\x03\x04\x05\x80"


def test_uid_and_check_bytes():
    data = Tag(UID).read(0)
    assert data[0:3] + data[4:8] == UID
    assert data[3] == 0x88 ^ 0x04 ^ 0x01 ^ 0x02 and data[8] == 0x03 ^ 0x04 ^ 0x05 ^ 0x80
    assert data[12:16] == b"\xe1\x10\x12\x00"


def test_reading_wraps_and_ends():
    tag = Tag(UID)
    assert tag.read(44)[4:7] == UID[:3]
    assert tag.read(45) is NAK and tag.read(-1) is NAK
    assert tag.read(43) [:8] == bytes(8)  # PWD and PACK always read as 0


def test_writing_and_locks():
    tag = Tag(UID)
    assert tag.write(4, b"abcd") and tag.read(4)[:4] == b"abcd"
    assert tag.write(0, b"abcd") is NAK and tag.write(45, b"abcd") is NAK
    assert tag.write(3, b"\x00\x01\x00\x00") and tag.read(3)[:4] == b"\xe1\x11\x12\x00"
    assert tag.write(2, b"\x00\x00\x10\x01")  # locks pages 4 and 8
    assert tag.write(4, b"wxyz") is NAK and tag.write(8, b"wxyz") is NAK
    assert tag.write(5, b"wxyz") and tag.read(4)[:4] == b"abcd"
    assert tag.write(2, b"\x00\x00\x00\x00") and tag.write(4, b"wxyz") is NAK
    assert tag.write(0x28, b"\x01\x00\x00\x00")  # pages 16 and 17
    assert tag.write(16, b"wxyz") is NAK and tag.write(17, b"wxyz") is NAK
    assert tag.write(18, b"wxyz")


def test_record_round_trip():
    for values in ((1, 1, 0, 0), (4, 239, 255, 4), (2, 6, 19, 1)):
        data = encode(*values)
        assert len(data) == 16 and decode(data) == values


def test_a_record_in_a_tlv():
    data = bytearray(b"\xfd\x0eLB\x02\x01\x05\x02\x03" + bytes(7))

    def seal():
        crc = crc16(data, 14)
        data[14], data[15] = crc >> 8, crc & 0xFF
        return data

    assert decode(seal()) == (1, 5, 2, 3)
    for i in range(4, 16):
        data[i] ^= 1
        assert "damaged" in refused(decode, data)
        data[i] ^= 1
    data[4] = 1
    assert "format 1" in refused(decode, seal())
    data[4], data[6] = 2, 0
    assert "names no piece" in refused(decode, seal())
    data[2] = ord("X")
    assert "another maker" in refused(decode, data)


def test_crc_is_ccitt():
    assert crc16(b"123456789", 9) == 0x29B1


def refused(call, *values):
    try:
        call(*values)
    except TagError as error:
        return str(error)
    raise AssertionError(values)


def test_invalid_records_are_explained():
    good = encode(1, 5, 2)
    assert "blank" in refused(decode, bytes(16))
    assert "another maker" in refused(decode, b"XY" + good[2:])
    assert "16 bytes" in refused(decode, good[:15])
    for i in range(2, 16):
        edited = bytearray(good)
        edited[i] ^= 1
        assert "damaged" in refused(decode, edited)
    newer = bytearray(good)
    newer[2] = 2
    crc = crc16(newer, 14)
    newer[14], newer[15] = crc >> 8, crc & 0xFF
    assert "format 2" in refused(decode, newer)
    for values in ((0, 1), (256, 1), (1, 0), (1, 240), (1, 1, 256), (1, 1, 0, 5), (1, "x")):
        refused(encode, *values)
