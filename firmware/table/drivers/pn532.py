"""PN532 readers on one SPI bus: one command on many chips, never waiting for any of them.

An `Exchange` sends a command to some readers at once and then looks, one short step at a time, for
each one's ACK and response (PN532 user manual UM0701-02, 6.2: normal frames, 6.2.5: SPI). Chips
count bits from the lowest, the RP2040 sends the highest first (facts: bit-order): bytes are turned
round on their way.
"""

from micropython import const

# States of a reader in an exchange.
_WAITING = const(0)  # for its ACK
_WORKING = const(1)  # acknowledged, the response is to come
DONE = const(2)
SILENT = const(3)  # no ACK or no response in time
GARBLED = const(4)  # a frame that does not check

_ACK_US = const(20000)  # the chip takes about one (facts: ack-time)
_WRITE = const(0x80)  # 0x01, 0x02, 0x03 with their bits turned round
_STATUS = const(0x40)
_READ = const(0xC0)
_HEAD = const(6)  # bytes of a whole ACK, or of a response before its code
_LONGEST = const(40)  # of a response, in bytes: two tags with 7-byte UIDs take 34


# A whole ACK, as it comes over the bus: 00 00 FF 00 FF 00 with the bits of each turned round.
_ACK = b"\x00\x00\xff\x00\xff\x00"


def _turn(byte):
    turned = 0
    for bit in range(8):
        turned |= (byte >> bit & 1) << (7 - bit)
    return turned


_TURNED = bytes([_turn(byte) for byte in range(256)])


def frame(*command):
    """Return a command (its code and data) as the bytes that go over the bus, prefix first."""
    body = bytes((0xD4,) + command)
    data = bytes((0, 0, 0xFF, len(body), -len(body) & 0xFF)) + body
    data += bytes((-sum(body) & 0xFF, 0))
    return bytes([_WRITE]) + bytes([_TURNED[byte] for byte in data])


# The usual responses by code: no tag in the field, done, asleep; each is 00 00 FF 03 FD D5, code,
# 00, checksum. Compared whole, as they come over the bus: to turn their bits and to add them up
# takes an RP2040 0.3 ms each.
_USUAL_SIZE = const(9)
_USUAL = {
    0x4B: b"\x00\x00\xff\xc0\xbf\xab\xd2\x00\x07",
    0x41: b"\x00\x00\xff\xc0\xbf\xab\x82\x00\x57",
    0x17: b"\x00\x00\xff\xc0\xbf\xab\xe8\x00\x28",
}


class Bus:
    """The readers' SPI: those of the chain by number, and the pad's, with a select pin of its
    own."""

    def __init__(self, spi, chain, pad_select):
        self._spi = spi
        self.chain = chain
        self.pad = 9 * chain.blocks  # the pad's number
        self._pad_select = pad_select
        self._status = bytearray(2)
        self._answer = bytearray(1 + _LONGEST)
        self._head = memoryview(self._answer)[: 1 + _HEAD]
        self._rests = {}  # what may follow the head, by its length
        self._size = 0  # of the last frame
        self.head = memoryview(self._answer)[1 : 1 + _HEAD]  # of it
        self.data = memoryview(self._answer)[1:]  # all of it
        self._usual = memoryview(self._answer)[1 : 1 + _USUAL_SIZE]

    def broadcast(self, readers, count, data):
        """Send a frame to the first `count` of `readers`, at most one a block."""
        cells = count
        if readers[count - 1] == self.pad:
            cells -= 1
            self._pad_select.value(0)
        if cells:
            self.chain.listen(readers, cells)
        if data:
            self._spi.write(data)
        if cells:
            for i in range(cells):
                self.chain.release(readers[i])
            self.chain.send()
        self._pad_select.value(1)

    def is_ready(self, reader):
        """Has the reader something to be read?"""
        status = self._status
        status[0] = _STATUS
        if reader == self.pad:
            self._pad_select.value(0)
            self._spi.write_readinto(status, status)
            self._pad_select.value(1)
        else:
            self.chain.talk(reader)
            self._spi.write_readinto(status, status)  # a call costs as much as two bytes
            self.chain.hush(reader)
        return status[1] == _WRITE  # bit 0 of the chip's byte, and nothing else

    def read(self, reader):
        """Read a frame into `data` as it comes: its head, and then as many bytes as that
        announces."""
        answer = self._answer
        answer[0] = _READ
        if reader == self.pad:
            self._pad_select.value(0)
        else:
            self.chain.talk(reader)
        self._spi.write_readinto(self._head, self._head)
        length = _TURNED[answer[4]]
        more = not (length + _TURNED[answer[5]]) & 0xFF and length <= _LONGEST - _HEAD
        if more:
            self._spi.readinto(self._rest(length))
        if reader == self.pad:
            self._pad_select.value(1)
        else:
            self.chain.hush(reader)
        self._size = _HEAD + (length if more else 0)

    def is_usual(self, code):
        """Is the last frame the usual response of a code, with one 0 for its data?"""
        return self._size == _USUAL_SIZE and self._usual == _USUAL.get(code)

    def turn(self):
        """Turn the bits of the last frame round, into the chip's order."""
        answer = self._answer
        turned = _TURNED
        for i in range(1, 1 + self._size):
            answer[i] = turned[answer[i]]

    def _rest(self, length):
        if length not in self._rests:
            self._rests[length] = memoryview(self._answer)[1 + _HEAD : 1 + _HEAD + length]
        return self._rests[length]


class Exchange:
    """One command to some readers. `step` until it returns True, then see `state` of each.

    `done(exchange, i)`, if given, is called with the place of a reader as soon as its response is
    in `bus.data` from `start` on, `length` bytes behind the code.
    """

    def __init__(self, bus, clock, most):
        self._bus = bus
        self._clock = clock
        self.readers = bytearray(most)
        self.state = bytearray(most)
        self.count = 0
        self.length = 0
        self._done = None
        self._at = 0
        self._sent = 0
        self._limit = 0
        self._code = 0

    START = const(7)  # of the data in a response

    def begin(self, data, code, limit_us, done=None):
        """Send the frame `data` of command `code` to the `count` readers in `readers`, whose
        responses come within `limit_us`."""
        self._code = code + 1
        self._limit = limit_us
        self._done = done
        self._at = 0
        for i in range(self.count):
            self.state[i] = _WAITING
        self._bus.broadcast(self.readers, self.count, data)
        self._sent = self._clock.us()

    def step(self):
        """Look at one reader; returns True when none is left to look at."""
        for _ in range(self.count):
            i = self._at
            self._at = i + 1 if i + 1 < self.count else 0
            if self.state[i] < DONE:
                self._look(i)
                return False
        return True

    def _look(self, i):
        bus = self._bus
        reader = self.readers[i]
        if not bus.is_ready(reader):
            waited = self._clock.since_us(self._sent)
            if waited > (_ACK_US if self.state[i] == _WAITING else self._limit + _ACK_US):
                self.state[i] = SILENT
        elif self.state[i] == _WAITING:
            bus.read(reader)
            self.state[i] = _WORKING if bus.head == _ACK else GARBLED
        else:
            bus.read(reader)
            self.state[i] = DONE if self._is_response() else GARBLED
            if self.state[i] == DONE and self._done is not None:
                self._done(self, i)

    def _is_response(self):
        """Check the frame in `bus.data`, and set `length`."""
        if self._bus.is_usual(self._code):
            self.length = 1
            return True
        self._bus.turn()
        data = self._bus.data
        size = data[3]
        if data[1] or data[2] != 0xFF or (size + data[4]) & 0xFF or not 2 <= size <= _LONGEST - 6:
            return False
        total = 0
        for i in range(5, 6 + size):
            total += data[i]
        if total & 0xFF or data[5] != 0xD5 or data[6] != self._code:
            return False
        self.length = size - 2
        return True
