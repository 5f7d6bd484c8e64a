"""PN532 readers on one SPI bus: one command to many chips, never waiting for any of them.

An `Exchange` sends a command to some readers at once. Then it makes passes over them to collect
each one's ACK and response (PN532 user manual UM0701-02, 6.2: normal frames, 6.2.5: SPI). The
chips send the lowest bit first, the RP2040 the highest (facts: bit-order), so the bits of every
byte are reversed on the way.

A transaction costs one latch of the chain, which deselects the last reader and selects the next.
"""

from micropython import const

from table.drivers.viper import ptr8, ptr32, viper

if False:  # only mypy reads this: the names of types
    from typing import Any

    from table.clock import Clock
    from table.drivers.chain import Chain

# States of a reader in an exchange.
_WAITING = const(0)  # for its ACK
_WORKING = const(1)  # has sent its ACK; the response is due
DONE = const(2)
SILENT = const(3)  # no ACK or no response in time
GARBLED = const(4)  # a malformed frame, or the chip's error frame
NEWS = const(5)  # done, and `sift` found something new

_DONE = const(2)
_GARBLED = const(4)
_NEWS = const(5)
_READY = const(8)  # added to a state: a frame can be fetched

_ACK_US = const(8000)  # a chip takes about 1 ms (facts: ack-time)
_FIRST_US = const(600)  # no ACK comes sooner
_EVERY_US = const(500)
# Each takes 75 us; a pass over nine readers that comes too early takes 0.7 ms.
_POLLS = const(20)
_WRITE = const(0x80)  # 0x01, 0x02, 0x03 with their bits reversed
_STATUS = const(0x40)
_READ = const(0xC0)
_HEAD = const(7)  # bytes of the prefix and a whole ACK, or of a response up to its code
_LONGEST = const(34)  # the longest response: two tags with 7-byte UIDs take 29
ROOM = const(36)  # bytes for each reader in `answers`
_ROOM = const(36)
_UID = const(7)
UID_ROOM = const(8)  # bytes for each UID, its length first
_UID_ROOM = const(8)
OPEN = const(3)  # in `expected`: any answer is news


def _turn(byte: int) -> int:
    turned = 0
    for bit in range(8):
        turned |= (byte >> bit & 1) << (7 - bit)
    return turned


_TURNED = bytes([_turn(byte) for byte in range(256)])


def frame(*command: int) -> bytes:
    """Return a command (its code and data) as the bytes for the bus, prefix first."""
    body = bytes((0xD4,) + command)
    data = bytes((0, 0, 0xFF, len(body), -len(body) & 0xFF)) + body
    data += bytes((-sum(body) & 0xFF, 0))
    return bytes([_WRITE]) + bytes([_TURNED[byte] for byte in data])


class Bus:
    """The readers' SPI bus: readers on the chain by number, and the pad, which has its own select
    pin."""

    def __init__(self, spi: "Any", chain: "Chain", pad_select: "Any"):
        # Bound once: binding allocates.
        self.write = spi.write
        self.talk = spi.write_readinto
        self.hear = spi.readinto
        self.chain = chain
        self.pad = 9 * chain.blocks  # the pad's number
        self.pad_select = pad_select

    @viper
    def broadcast(self, readers, count: int, data):
        """Send a frame to the first `count` of `readers`, at most one a block, with all gates
        closed."""
        chain = self.chain
        shift = chain.shift
        latch = chain.latch
        row = chain.image
        image = ptr8(row)
        idle = ptr8(chain.idle)
        rows = ptr8(chain.rows)
        some = ptr8(readers)
        pad = int(self.pad)
        cells = 0
        for i in range(count):
            if some[i] == pad:
                self.pad_select(0)
            else:
                at = 3 * some[i]
                place = rows[at]
                image[place] = image[place] & rows[at + 1]
                image[place + 1] = image[place + 1] & rows[at + 2]
                cells += 1
        if cells:
            shift(row)
            latch(1)
            latch(0)
        self.write(data)
        for i in range(count):
            if some[i] == pad:
                self.pad_select(1)
            else:
                place = rows[3 * some[i]]
                image[place] = idle[place]
                image[place + 1] = idle[place + 1]
        if cells:
            shift(row)
            latch(1)
            latch(0)


class Exchange:
    """One command to some readers. Call `step` until it returns 0, then read each one's `state`.

    The response of `readers[i]` is in `answers` from ROOM * i on: the length of its data, then the
    data after the code. A pass may wait for the first of `readers`, so it should be one of those
    that respond first.
    """

    def __init__(self, bus: "Bus", clock: "Clock", most: int):
        self._bus = bus
        self._clock = clock
        self.readers = bytearray(most)
        self.state = bytearray(most)
        self.answers = bytearray(ROOM * most)
        self.count = 0
        self._status = bytes((_STATUS, 0))
        self._said = bytearray(2)
        self._fetch = bytes((_READ,)) + bytes(_HEAD - 1)
        self._frame = bytearray(_HEAD + _LONGEST)
        self._head = memoryview(self._frame)[:_HEAD]
        # By length: the buffer for the rest of a frame.
        self._rests: list = [None] * (_LONGEST + 1)
        self._code = 0
        self._sent = 0  # us
        self._due = 0  # us after that: the next pass
        self._first = 0  # us after that: the first pass that may bring a response
        self._late = 0  # us after that: the first pass for those that do not come with the first
        self._found = False  # has any response come?
        self._limit = 0
        self._acked = 0  # the last pass that brought an ACK
        self._waiting = 0  # number of readers that wait for their ACK

    def begin(
        self, data: bytes, code: int, first_us: int, limit_us: int, rest: int = 0
    ) -> None:
        """Send `data`, a frame of the command `code`, to the `count` readers in `readers`.

        The first responses may come `first_us` after it, those that do not come with them
        `rest` after it, and the last one `limit_us` after the ACKs.
        """
        self._bus.broadcast(self.readers, self.count, data)
        self._sent = self._clock.us()
        self._code = code + 1
        self._first = first_us
        self._late = rest
        self._found = False
        self._limit = limit_us
        self._due = _FIRST_US
        self._acked = 0
        self._waiting = self.count
        for i in range(self.count):
            self.state[i] = _WAITING

    def waited_us(self) -> int:
        """Return the time since the command."""
        return self._clock.since_us(self._sent)

    def step(self, wait: bool = False) -> int:
        """Make a pass over the readers if one is due; returns the us until the next is, 0 when no
        reader is left. `wait`: wait up to 2 ms for the response of the first reader."""
        waited = self.waited_us()
        if waited < self._due:
            return self._due - waited
        said = self._pass(_POLLS if wait and not self._waiting else 0)
        waiting = said >> 8 & 0xFF
        working = said >> 16
        self._due = waited + _EVERY_US
        if waiting != self._waiting:
            self._waiting = waiting
            self._acked = waited
        # Only an empty pass proves silence: the table may have been busy for long.
        elif not said & 0xFF:
            if waited - self._acked > self._limit:
                working = self._give_up(_WORKING)
            if waited - self._acked > _ACK_US:
                waiting = self._give_up(_WAITING)
            if self._found and self._due < self._late:
                self._due = self._late
        else:
            self._found = True
        if not waiting:
            if not working:
                return 0
            if self._due < self._first:
                self._due = self._first
        return max(self._due - self.waited_us(), 1)

    def _give_up(self, state: int) -> int:
        for i in range(self.count):
            if self.state[i] == state:
                self.state[i] = SILENT
        return 0

    def _rest(self, length: int) -> memoryview:
        """Return the buffer for the rest of a frame whose head announces `length` bytes."""
        self._rests[length] = memoryview(self._frame)[_HEAD : _HEAD + length]
        return self._rests[length]

    @viper
    def _pass(self, tries: int) -> int:
        """Ask every reader that is not done whether it is ready, the first up to `tries` times
        more if it works, then fetch the frames of those that are. Return the number of frames |
        readers waiting for an ACK << 8 | readers waiting for a response << 16."""
        bus = self._bus
        pad = int(bus.pad)
        pad_select = bus.pad_select
        talk = bus.talk
        hear = bus.hear
        chain = bus.chain
        shift = chain.shift
        latch = chain.latch
        row = chain.image
        image = ptr8(row)
        idle = ptr8(chain.idle)
        rows = ptr8(chain.rows)
        gate_high = int(chain.gate_high)
        gate_low = int(chain.gate_low)
        readers = ptr8(self.readers)
        state = ptr8(self.state)
        answers = ptr8(self.answers)
        said = ptr8(self._said)
        got = ptr8(self._frame)
        turned = ptr8(_TURNED)
        rests = self._rests
        code = int(self._code)
        count = int(self.count)
        came = 0
        waiting = 0
        working = 0
        place = -1  # offset in the image of the selected block; -1: none
        last = -1  # the selected reader
        turn = -1
        while turn < 2 * count - 1:
            turn += 1
            i = turn
            if turn >= count:
                i = turn - count
            now = state[i]
            if turn < count:
                if now >= _DONE:
                    continue
            elif now < _READY:
                continue
            reader = readers[i]
            if place >= 0:
                image[place] = idle[place]
                image[place + 1] = idle[place + 1]
                if reader == pad or reader == last:  # its select must rise in between
                    shift(row)
                    latch(1)
                    latch(0)
                    place = -1
            if reader == pad:
                pad_select(0)
            else:
                at = 3 * reader
                place = rows[at]
                image[place] = image[place] & rows[at + 1] & gate_high
                image[place + 1] = image[place + 1] & rows[at + 2] & gate_low
                shift(row)
                latch(1)
                latch(0)
                last = reader
            if turn < count:
                talk(self._status, self._said)
                if said[1] == _WRITE:  # bit 0 of the status byte, and no other
                    state[i] = now + _READY
                elif now == _WAITING:
                    waiting += 1
                elif tries:
                    tries -= 1
                    turn -= 1
                    if reader == pad:
                        pad_select(1)
                    continue
                else:
                    working += 1
                tries = 0
            else:
                talk(self._fetch, self._head)
                came += 1
                now -= _READY
                length = turned[got[4]]
                if now == _WAITING:
                    state[i] = _GARBLED
                    if got[1] | got[2] | got[4] | got[6] == 0 and got[3] & got[5] == 0xFF:
                        state[i] = _WORKING  # 00 00 FF 00 FF 00
                        working += 1
                elif (length + turned[got[5]]) & 0xFF or length < 2 or length > _LONGEST:
                    state[i] = _GARBLED
                else:
                    rest = rests[length]
                    if not rest:
                        rest = self._rest(length)
                    hear(rest)
                    total = turned[got[6]]
                    at = _ROOM * i
                    answers[at] = length - 2
                    for k in range(length):
                        byte = turned[got[_HEAD + k]]
                        total += byte
                        if k:
                            answers[at + k] = byte
                    state[i] = _DONE
                    if total & 0xFF or got[2] or got[3] != 0xFF:
                        state[i] = _GARBLED
                    elif turned[got[6]] != 0xD5 or turned[got[_HEAD]] != code:
                        state[i] = _GARBLED
            if reader == pad:
                pad_select(1)
        if place >= 0:
            image[place] = idle[place]
            image[place + 1] = idle[place + 1]
            shift(row)
            latch(1)
            latch(0)
        return came | waiting << 8 | working << 16

    @viper
    def sift(self, known, fails, pair: int) -> int:
        """Mark as NEWS the responses to InListPassiveTarget that bring something new. Return their
        number | readers without a response << 8.

        `known.expected` holds the number of tags that have settled at each reader, or OPEN.
        `known.uids` holds the UID where it is one tag. `known.reads` counts responses; each
        response resets `fails` of its reader. `pair`: two tags were asked for; then a response
        without a tag says nothing.
        """
        readers = ptr8(self.readers)
        state = ptr8(self.state)
        answers = ptr8(self.answers)
        expected = ptr8(known.expected)
        uids = ptr8(known.uids)
        reads = ptr32(known.reads)
        failures = ptr8(fails)
        count = int(self.count)
        news = 0
        bad = 0
        for i in range(count):
            at = _ROOM * i
            tags = answers[at + 1]
            size = answers[at + 6]
            if state[i] == _DONE:
                if tags > 2 or answers[at] < 1:
                    state[i] = _GARBLED
                elif tags and (size > 10 or answers[at] < 6 + size):
                    state[i] = _GARBLED
            if state[i] != _DONE:
                bad += 1
                continue
            reader = readers[i]
            failures[reader] = 0
            reads[reader] = reads[reader] + 1
            wanted = expected[reader]
            new = 1
            if tags == 0 and (pair or wanted == 0):
                new = 0
            elif wanted == 2 and (tags == 2 or (tags and not pair)):
                new = 0  # asked for one tag, a chip may name either
            elif tags == 1 and wanted == 1:
                mine = _UID_ROOM * reader
                if size > _UID:
                    size = _UID
                if size == uids[mine]:
                    new = 0
                    for k in range(size):
                        if uids[mine + 1 + k] != answers[at + 7 + k]:
                            new = 1
            if new:
                state[i] = _NEWS
                news += 1
        return news | bad << 8
