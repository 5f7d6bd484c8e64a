"""The virtual PN532 against its user manual, and the driver against a chip that misbehaves."""

from sim.virtual.clock import VirtualClock
from sim.virtual.ntag import Tag
from sim.virtual.pn532 import Pn532
from table.drivers.pn532_commands import packet

UID = b"\x04\x01\x02\x03\x04\x05\x80"
ACK = b"\x00\x00\xff\x00\xff\x00"


class Field:
    """The tags near the chip, and whether its field is disturbed."""

    def __init__(self):
        self.near = []
        self.noisy = False

    def tags(self, chip):
        return self.near

    def is_disturbed(self, chip):
        return self.noisy


def turned(data):
    """Return bytes with the bits of each reversed."""
    return bytes([sum([(byte >> bit & 1) << 7 - bit for bit in range(8)]) for byte in data])


class Host:
    """Talks to one chip as a host does, without our driver."""

    def __init__(self):
        self.clock = VirtualClock()
        self.field = Field()
        self.chip = Pn532(self.clock, self.field)
        self.chip.power(True)
        self.clock.advance(20000)

    def transaction(self, data):
        self.chip.select(True)
        answer = self.chip.exchange(data)
        self.chip.select(False)
        return answer

    def write(self, data):
        self.transaction(data)

    def is_ready(self):
        return self.transaction(b"\x02\x00")[1] == 1

    def read(self, size):
        return self.transaction(b"\x03" + bytes(size))[1:]

    def wait(self, most=300000):
        """Return the us until the chip is ready, -1 if it never is."""
        start = self.clock.now
        while not self.is_ready():
            self.clock.advance(100)
            if self.clock.now - start > most:
                return -1
        return self.clock.now - start

    def command(self, *code):
        """Send a command; return (data of the response, its time in us)."""
        self.write(turned(packet(*code)))
        assert self.wait() >= 0
        assert self.read(6) == ACK
        took = self.wait()
        if took < 0:
            return None, took
        answer = self.read(80)
        assert answer[:3] == b"\x00\x00\xff"
        size = answer[3]
        assert (size + answer[4]) & 0xFF == 0
        assert sum(answer[5 : 6 + size]) & 0xFF == 0
        if answer[5] == 0x7F:
            return b"error", took
        assert answer[5] == 0xD5 and answer[6] == code[0] + 1
        return answer[7 : 5 + size], took


def configured(retries=0):
    host = Host()
    host.command(0x14, 1, 0, 0)
    host.command(0x32, 5, 0xFF, 1, retries)
    return host


def test_firmware_version():
    assert Host().command(0x02)[0] == b"\x32\x01\x06\x07"


def test_unknown_and_short_commands_are_syntax_errors():
    assert Host().command(0x99)[0] == b"error"
    assert Host().command(0x4A)[0] == b"error"


def test_invalid_frames_are_ignored():
    host = Host()
    good = bytearray(turned(packet(0x02)))
    for i in range(4, len(good) - 1):
        wrong = bytearray(good)
        wrong[i] ^= 1
        host.write(bytes(wrong))
        assert host.wait(30000) == -1, i


def test_nack_repeats_the_response():
    host = Host()
    first = host.command(0x02)[0]
    host.write(b"\x01\x00\x00\xff\xff\x00\x00")
    assert host.wait() >= 0
    assert host.read(13)[7:11] == first


def test_an_empty_field():
    host = configured()
    data, took = host.command(0x4A, 1, 0)
    assert data == b"\x00" and 5000 < took < 9000
    again, took = host.command(0x4A, 1, 0)
    assert again == b"\x00" and took < 3000  # the field was on


def test_by_default_it_searches_forever():
    host = Host()
    host.command(0x14, 1, 0, 0)
    assert host.command(0x4A, 1, 0)[0] is None
    host.field.near = [Tag(UID)]
    assert host.wait() >= 0 and host.read(25)[7] == 1
    host.write(turned(packet(0x4A, 1, 0)))
    host.wait()
    host.read(6)
    host.write(b"\x01" + ACK)  # stops it
    host.field.near = []
    assert host.wait(50000) == -1


def test_a_tag():
    host = configured()
    host.field.near = [Tag(UID)]
    data, took = host.command(0x4A, 1, 0)
    assert data == b"\x01\x01\x00\x44\x00\x07" + UID and 9000 < took < 13000
    data, _ = host.command(0x40, 1, 0x30, 0)
    assert data[0] == 0 and data[1:4] == UID[:3] and len(data) == 17
    assert host.command(0x40, 1, 0xA2, 4, 1, 2, 3, 4)[0] == b"\x00"
    assert host.command(0x40, 1, 0x30, 4)[0][1:5] == b"\x01\x02\x03\x04"
    assert host.command(0x40, 1, 0x30, 200)[0] == b"\x05"
    assert host.command(0x40, 2, 0x30, 4)[0] == b"\x27"
    host.field.near = []
    assert host.command(0x40, 1, 0x30, 4)[0] == b"\x01"
    host.command(0x52, 0)
    assert host.command(0x40, 1, 0x30, 4)[0] == b"\x27"


def test_a_selected_tag_ignores_the_first_request():
    host = configured(retries=0)
    host.field.near = [Tag(UID)]
    assert host.command(0x4A, 1, 0)[0][0] == 1
    assert host.command(0x4A, 1, 0)[0][0] == 0
    assert host.command(0x4A, 1, 0)[0][0] == 1
    host = configured(retries=1)
    host.field.near = [Tag(UID)]
    for _ in range(4):
        assert host.command(0x4A, 1, 0)[0][0] == 1


def test_two_tags():
    host = configured()
    host.field.near = [Tag(UID), Tag(UID[:6] + b"\x81")]
    assert host.command(0x4A, 1, 0)[0][0] == 1
    host.command(0x32, 1, 0)
    assert host.command(0x4A, 2, 0)[0][0] == 2


def test_the_field_of_a_neighbour_garbles():
    host = configured()
    host.field.near = [Tag(UID)]
    host.field.noisy = True
    assert host.command(0x4A, 1, 0)[0][6:] != UID


def test_needs_sam_configuration():
    host = Host()
    host.command(0x32, 5, 0xFF, 1, 0)
    host.field.near = [Tag(UID)]
    assert host.command(0x4A, 1, 0)[0] == b"\x00"


def test_power_down_and_wake_up():
    host = configured()
    assert host.command(0x16, 0x20)[0] == b"\x00"
    host.write(turned(packet(0x02)))  # lost; it only wakes the chip
    assert host.wait(10000) == -1
    assert host.command(0x02)[0] == b"\x32\x01\x06\x07"


def test_without_power_nothing_answers():
    host = Host()
    host.chip.power(False)
    host.write(turned(packet(0x02)))
    assert host.wait(30000) == -1
    host.chip.power(True)
    host.clock.advance(20000)
    assert host.command(0x02)[0] == b"\x32\x01\x06\x07"
