"""PN532 readers on one SPI bus: one command to many chips, never waiting for any of them.

An `Exchange` sends a command to some readers at once. Then it makes passes over them to collect
each one's ACK and response (PN532 user manual UM0701-02, 6.2: normal frames, 6.2.5: SPI). The
chips send the lowest bit first, the RP2040 the highest (facts: bit-order), so the bits of every
byte are reversed on the way.

A transaction costs one latch of the chain, which deselects the last reader and selects the next.
While its bytes are on the bus (see wire.py), the chain gets the image for that latch.
"""

from micropython import const

from table.drivers.pn532_commands import FIELD_OFF, REVERSED
from table.drivers.viper import ptr8, viper
from table.drivers.wire import Wire

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable
    from typing import Any

    from table.clock import Clock
    from table.drivers.chain import Chain

# States of a reader in an exchange.
_WAITING = const(0)  # for its ACK
_WORKING = const(1)  # has sent its ACK; the response is due
DONE = const(2)
SILENT = const(3)  # no ACK or no response in time
GARBLED = const(4)  # malformed, or the chip's error frame

_DONE = const(2)
_GARBLED = const(4)
_READY = const(8)  # added to a state: a response can be fetched

_ACK_US = const(16000)  # a chip may take 15 ms, and takes about 1 (facts: ack-time)
_FIRST_US = const(600)  # no ACK comes sooner
_EVERY_US = const(500)
_SURE_US = const(1500)  # after the first response may come; then each reader is asked
_POLLS = const(20)  # 85 us each; a pass over nine readers that comes too early takes 400
_OK = const(0x80)  # bit 0 of a status byte, reversed
_STATUS = bytes((0x40, 0))  # 0x02, and below 0x03, with their bits reversed
_READ = bytes((0xC0, 0, 0, 0, 0, 0, 0, 0))
_ASKED = const(2)  # bytes of a transaction that asks for the status
_HEAD = const(7)  # bytes of the prefix and a whole ACK, or of a response up to its code
_SHORT = const(8)  # bytes after which the length of a response is known; none is as short
_LONGEST = const(255)  # of a response; two cards with their ATS take 73
_REST = bytes(_LONGEST)  # sent while the rest of a response comes
_NONE = const(0xFF)  # where nobody drives the bus
ROOM = const(36)  # bytes for each reader in `answers`: what does not fit is dropped
_ROOM = const(36)
_CELLS = const(9)


class Bus:
    """The readers' SPI bus: readers on the chain by number, and the pad, which has its own select
    pin and comes last in a list of readers."""

    def __init__(self, spi: "Any", chain: "Chain", pad_select: "Any"):
        wire = spi if hasattr(spi, "start") else Wire(spi)  # a virtual one has no registers
        self.start = wire.start  # bound once: binding allocates
        self.finish = wire.finish
        self.receive = spi.readinto
        self.received = bytearray(_HEAD + _LONGEST)  # what the last transaction brought
        self.chain = chain
        self.pad = 9 * chain.blocks  # the pad's number
        self.pad_select = pad_select

    @viper
    def broadcast(self, readers, count: int, data, off, off_count: int):
        """Send a frame to the first `count` of `readers`, at most one a block, with all gates
        closed. Before it the first `off_count` of `off` turn their field off."""
        chain = self.chain
        shift = chain.shift
        latch = chain.latch
        pad_select = self.pad_select
        row = chain.image
        image = ptr8(row)
        idle = ptr8(chain.idle)
        rows = ptr8(chain.rows)
        start = self.start
        finish = self.finish
        received = self.received
        said = data
        pad = int(self.pad)
        some = ptr8(off)
        number = 0  # of readers that are selected
        size = 0  # bytes that are on their way to them
        stage = 0 if off_count else 1
        while stage < 3:
            moves = False  # does the chain change?
            for i in range(number):
                if some[i] != pad:
                    moves = True
                    place = rows[3 * some[i]]
                    image[place] = idle[place]
                    image[place + 1] = idle[place + 1]
            hears = number and some[number - 1] == pad
            number = 0
            if stage == 0:
                number = off_count
            elif stage == 1:
                some = ptr8(readers)
                number = count
            for i in range(number):
                if some[i] != pad:
                    moves = True
                    at = 3 * some[i]
                    place = rows[at]
                    image[place] = image[place] & rows[at + 1]
                    image[place + 1] = image[place + 1] & rows[at + 2]
            if moves:
                shift(row)
            if size:
                finish(said, size, received, 0)  # nobody answers: the gates are closed
            if hears:
                pad_select(1)
            if moves:
                latch(1)
                latch(0)
            size = 0
            if number:
                if some[number - 1] == pad:
                    pad_select(0)
                said = data if stage else FIELD_OFF
                size = int(len(said))
                start(said, size)
            stage += 1

    @viper
    def collect(self, exchange, tries: int, alone: int) -> int:  # noqa: C901
        """Make a pass over the readers of an exchange: ask each one that is not done whether it is
        ready (the first up to `tries` times more while it works), then fetch the frames of those
        that are. If `alone` is 1 and the first is not ready, ask no others. Return the number of
        frames | readers waiting for an ACK << 8 | those waiting for a response << 16."""
        start = self.start
        finish = self.finish
        received = self.received
        got = ptr8(received)
        pad = int(self.pad)
        pad_select = self.pad_select
        chain = self.chain
        shift = chain.shift
        latch = chain.latch
        row = chain.image
        image = ptr8(row)
        idle = ptr8(chain.idle)
        rows = ptr8(chain.rows)
        step = chain.step
        even = int(chain.even)
        gate_high = int(chain.gate_high)
        gate_low = int(chain.gate_low)
        readers = ptr8(exchange.readers)
        state = ptr8(exchange.state)
        reverse = ptr8(REVERSED)
        count = int(exchange.count)
        end = 2 * count  # slots: the status of each reader, then the frame of each
        came = 0
        waiting = 0
        working = 0
        slot = -1
        reader = -1  # the selected one; -1: none
        size = 0  # the bytes of its transaction
        place = -1  # offset of its block in the image
        while True:
            # Which slot is next? None while the first reader is asked again and again.
            after = end if tries and size else slot + 1
            while after < end:
                if after < count:
                    if state[after] < _DONE:
                        break
                elif state[after - count] >= _READY:
                    break
                after += 1
            if after == end and not size:
                break
            moves = place >= 0  # does the chain change?
            if moves:
                image[place] = idle[place]
                image[place + 1] = idle[place + 1]
                place = -1
            following = -1
            if after < end:
                following = readers[after if after < count else after - count]
                if following != pad:
                    moves = True
                    at = 3 * following
                    place = rows[at]
                    image[place] = image[place] & rows[at + 1] & gate_high
                    image[place + 1] = image[place + 1] & rows[at + 2] & gate_low
            if moves:
                # The same cell of the next block: 32 bytes take 53 us, longer than a status.
                shift(step if even and reader >= 0 and following == reader + _CELLS else row)
            # The end of the transaction under way.
            if size:
                finish(_STATUS if size == _ASKED else _READ, size, received, 0)
            if size == _SHORT:
                length = reverse[got[4]]
                if (length + reverse[got[5]]) & 0xFF == 0 and length > 1:
                    start(_REST, length - 1)
                    finish(_REST, length - 1, received, _SHORT)
                    size = _HEAD + length
            if reader == pad:
                pad_select(1)
            if moves:
                latch(1)
                latch(0)
            # The start of the next one.
            i = slot if slot < count else slot - count
            heard = size
            slot = after
            reader = following
            size = 0
            if reader >= 0:
                if reader == pad:
                    pad_select(0)
                if slot < count:
                    size = _ASKED
                    start(_STATUS, size)
                else:
                    size = _HEAD if state[slot - count] == _WAITING + _READY else _SHORT
                    start(_READ, size)
            # Meanwhile, what was heard.
            if not heard:
                continue
            now = state[i]
            if heard == _ASKED:
                again = tries
                tries = 0
                if got[1] & _OK and got[1] != _NONE:
                    state[i] = now + _READY
                elif now == _WAITING:
                    waiting += 1
                elif again and not alone:
                    tries = again - 1
                    slot = i - 1
                    continue
                else:
                    working += 1
                    if again:
                        slot = end - 1
                        continue
                if reader < 0:
                    slot = i
                continue
            if reader < 0:
                slot = count + i
            came += 1
            if heard > _SHORT:
                self.note(exchange, i, heard - _HEAD)
            else:
                state[i] = _GARBLED
                if heard == _HEAD:
                    if got[1] | got[2] | got[4] | got[6] == 0 and got[3] & got[5] == 0xFF:
                        state[i] = _WORKING  # 00 00 FF 00 FF 00
                        working += 1
        return came | waiting << 8 | working << 16

    @viper
    def note(self, exchange, i: int, length: int):
        """Store the newest response as that of `readers[i]`, and note whether it is sound. Its
        code, data and checksum are `length` bytes."""
        got = ptr8(self.received)
        reverse = ptr8(REVERSED)
        state = ptr8(exchange.state)
        answers = ptr8(exchange.answers)
        total = reverse[got[6]]
        at = _ROOM * i
        answers[at] = length - 2 if length <= _ROOM else _ROOM - 1
        for k in range(length):
            byte = reverse[got[_HEAD + k]]
            total += byte
            if k and k < _ROOM:
                answers[at + k] = byte
        state[i] = _GARBLED
        if total & 0xFF | got[2] | got[3] ^ 0xFF | reverse[got[6]] ^ 0xD5 == 0:
            if reverse[got[_HEAD]] == int(exchange.code):
                state[i] = _DONE


class Exchange:
    """One command to some readers. Call `step` until it returns 0, then read each one's `state`.

    The response of `readers[i]` is in `answers` from ROOM * i on: the length of its data, then the
    data after the code. A pass may wait for the first of `readers`: it should respond early.

    `follow` has the same command sent to other readers right after the last response. In bytecode
    that takes 0.8 ms longer: the flash cache is cold.
    """

    def __init__(self, bus: "Bus", clock: "Clock", most: int):
        self._bus = bus
        self._clock = clock
        self.readers = bytearray(most)
        self.state = bytearray(most)
        self.answers = bytearray(ROOM * most)
        self.count = 0
        self._then = self._off = self.readers
        self._then_count = self._off_count = 0
        self._check: "Callable[..., Any]" = int
        self.checked = -1  # what `check` of `follow` has returned; -1: it was not called
        self.is_sent = False  # has the command been sent to those that follow?
        self._data = b""
        self.code = 0
        self._sent = 0  # us
        self._due = 0  # us after that: the next pass
        self._first = 0  # us after that: the first pass that may bring a response
        self._late = 0  # us after that: the first pass for readers later than the first
        self._found = False  # has any response come?
        self._limit = 0
        self._acked = 0  # the last pass that brought an ACK
        self._waiting = 0  # number of readers that wait for their ACK

    def follow(
        self, readers: bytearray, count: int, off: bytearray, off_count: int,
        check: "Callable[..., object]"
    ) -> None:
        """Have the command under way sent to the first `count` of `readers`, too, as soon as all
        have responded and `check()` returns 0. Before it the first `off_count` of `off` turn their
        field off. Then `is_sent` is set, and the later `begin` sends nothing."""
        self._then, self._then_count = readers, count
        self._off, self._off_count = off, off_count
        self._check = check

    def stay(self) -> None:
        """Send the command on to no other readers."""
        self._then_count = 0

    def begin(
        self, data: bytes, code: int, first_us: int, limit_us: int, rest: int = 0,
        off: "bytes | bytearray" = b"", off_count: int = 0,
    ) -> None:
        """Send `data`, a frame of the command `code`, to the `count` readers in `readers`, unless
        that `is_sent`. Before it the first `off_count` of `off` turn their field off.

        The first responses may come `first_us` after it, the others `rest` after it, and the last
        one `limit_us` after the ACKs.
        """
        if not self.is_sent:
            self._data = data
            self._bus.broadcast(self.readers, self.count, data, off, off_count)
            self._sent = self._clock.us()
        self.is_sent = False
        self._then_count = 0
        self.checked = -1
        self.code = code + 1
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
        if self._waiting:
            said = self._pass(0, 0)
        elif wait:
            said = self._pass(_POLLS, 0)
        else:
            # No other response can come before the first one is due.
            early = not self._found and waited < self._first + _SURE_US
            said = self._pass(1, 1) if early else self._pass(0, 0)
        if said < 0x100:  # all have responded: the caller goes on at once
            return 0
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
        if waiting | working == 0:
            return 0  # all of them were given up
        if not waiting and self._due < self._first:
            self._due = self._first
        return max(self._due - self.waited_us(), 1)

    def _give_up(self, state: int) -> int:
        for i in range(self.count):
            if self.state[i] == state:
                self.state[i] = SILENT
        return 0

    @viper
    def _pass(self, tries: int, alone: int) -> int:
        """Make a pass (see `Bus.collect`). If all are done, send the command on to those that
        follow."""
        bus = self._bus
        said = int(bus.collect(self, tries, alone))
        if said < 0x100 and int(self._then_count):
            self.checked = self._check()
            if int(self.checked) == 0:
                bus.broadcast(self._then, self._then_count, self._data, self._off, self._off_count)
                self._sent = self._clock.us()
                self.is_sent = True
        return said
