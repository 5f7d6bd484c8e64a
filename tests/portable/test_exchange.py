"""The bytes of an exchange and what it makes of the answers, compared with a plain reference."""

from games.rng import Rng
from sim.virtual.clock import VirtualClock
from sim.virtual.machine import Machine
from table.drivers.chain import Chain
from table.drivers.pn532 import DONE, GARBLED, ROOM, SILENT, Bus, Exchange
from table.drivers.pn532_commands import FIELD_OFF, packet
from table.wiring import grid6
from tests.portable.test_pn532 import turned

_PAD = 36
_ACK = b"\x00\x00\xff\x00\xff\x00"
_LIMIT_US = 20000


def response(code, data):
    body = bytes((0xD5, code + 1)) + data
    head = bytes((0, 0, 0xFF, len(body), -len(body) & 0xFF))
    return head + body + bytes((-sum(body) & 0xFF, 0))


class Wires:
    """Scripted chips on wires that record all transfers.

    `said` holds the next answers of each reader: (polls before it is ready, frame). `log` gets
    (selected readers, open gates, bytes) of each transfer, `shifts` how many bytes went into the
    chain.
    """

    def __init__(self):
        self.said = {}
        self.log = []
        self.shifts = []
        self.latches = 0
        self._shifted = bytes(2 * grid6.BLOCKS)
        self._image = self._shifted
        self._pad = 1
        self._at = 0  # position in the frame being read
        self.chain = Chain(self, self.latch, Line(), grid6)
        for block in range(grid6.BLOCKS):
            self.chain.power(block, True)
            self.chain.attend(block)
        machine = Machine(VirtualClock())
        machine.spi_devices[2] = self
        spi = machine.SPI(0, 1000000, sck=machine.Pin(2))
        self.bus = Bus(spi, self.chain, self.pad_select)
        self.pad_select(1)

    def write(self, data):  # on the chain
        self.shifts.append(len(data))
        self._shifted = (self._shifted + bytes(data))[len(data) :]

    def latch(self, level):
        if level:
            self.latches += 1
            self._image = self._shifted
            self._at = 0

    def pad_select(self, level):
        self._pad = level
        self._at = 0

    def exchange(self, out, byte_us=0):
        """Shift bytes through the readers; return what comes back."""
        return b"".join([self._byte(out[at : at + 1]) for at in range(len(out))])

    def _byte(self, out):
        readers, gates = [], []
        for block in range(grid6.BLOCKS):
            at = 2 * (grid6.BLOCKS - 1 - block)
            bits = self._image[at] << 8 | self._image[at + 1]
            if bits >> grid6.BIT_POWER & 1:
                readers += [9 * block + cell for cell in range(9) if not bits >> cell & 1]
            if not bits >> grid6.BIT_BUS_OFF & 1:
                gates.append(block)
        if not self._pad:
            readers.append(_PAD)
        if self._at:  # in the middle of a transaction
            assert self.log[-1][:2] == (readers, gates)
            self.log[-1] = (readers, gates, self.log[-1][2] + out)
        else:
            self.log.append((readers, gates, out))
        at = self._at
        self._at += 1
        began = self.log[-1][2][0]
        if began == 0x80 or len(readers) != 1 or not self.said[readers[0]]:
            return b"\x00"
        waits, text = self.said[readers[0]][0]
        if began == 0x40:
            if at and waits:
                self.said[readers[0]][0] = (waits - 1, text)
            return turned(bytes((at and not waits,)))
        return turned((b"\x00" + text + bytes(80))[at : at + 1])


class Line:
    def value(self, level):
        pass


def wanted_of(text, code):
    """Return the data of a valid response, or None; the plain reference."""
    text = text + bytes(80)
    size = text[3]
    body = text[5 : 5 + size]
    if text[1:3] != b"\x00\xff" or (size + text[4]) & 0xFF or not 2 <= size <= 34:
        return None
    if (sum(body) + text[5 + size]) & 0xFF or body[:2] != bytes((0xD5, code + 1)):
        return None
    return body[2:]


def some_frame(rng, code):
    data = bytes([rng.below(256) for _ in range(rng.below(33))])
    text = bytearray(response(code, data))
    for _ in range(rng.choice((0, 0, 0, 1, 2))):
        text[rng.below(len(text))] = rng.below(256)
    return bytes(text)


def test_the_wires_and_the_answers():
    rng = Rng(5)
    for _ in range(150):
        wires = Wires()
        clock = VirtualClock()
        exchange = Exchange(wires.bus, clock, 5)
        cell = rng.below(9)
        some = [9 * block + rng.choice((cell, rng.below(9))) for block in range(4) if rng.below(4)]
        if rng.below(2):
            for block in {0, 1, 2, 3}.difference([reader // 9 for reader in some]):
                wires.chain.power(block, False)
        if rng.below(2) or not some:
            some.append(_PAD)
        code = rng.choice((0x32, 0x4A, 0x40))
        command = packet(code, *[rng.below(256) for _ in range(rng.below(20))])
        polls = {}
        text = {}
        for i in range(len(some)):
            ack = _ACK if rng.below(8) else some_frame(rng, code)[:6]
            text[some[i]] = some_frame(rng, code)
            polls[some[i]] = (rng.below(3), rng.below(4), ack)
            wires.said[some[i]] = [(polls[some[i]][0], ack), (polls[some[i]][1], text[some[i]])]
            exchange.readers[i] = some[i]
        exchange.count = len(some)
        wires.log = []
        exchange.begin(command, code, 0, _LIMIT_US)
        assert wires.log == [(sorted(some), [], command)]
        # The reference: a pass polls all that are not done, then reads those that were ready. With
        # all ACKs there, it may wait for the first one.
        left = {reader: [polls[reader][0], 0] for reader in some}  # polls to come, frames read
        states = {reader: None for reader in some}
        waiting = set(some)  # for their ACK
        over = False
        while not over:
            wires.log = []
            clock.advance(1000)
            latches = wires.latches
            wait = rng.below(2)
            over = not exchange.step(wait)
            expected = []
            ready = []
            tried = 0  # 1 if the first was asked until it was ready: then nobody is selected
            patient = wait and not waiting
            for reader in some:
                if states[reader] is None:
                    if patient:
                        tried = 1
                        expected += [(reader, b"\x40\x00")] * left[reader][0]
                        left[reader][0] = 0
                    patient = False
                    expected.append((reader, b"\x40\x00"))
                    if left[reader][0]:
                        left[reader][0] -= 1
                    else:
                        ready.append(reader)
            for reader in ready:
                wires.said[reader].pop(0)
                size = 7
                waiting.discard(reader)
                if left[reader][1]:
                    size = 8
                    states[reader] = wanted_of(text[reader], code) or b""
                    if wanted_of(text[reader], code) is None:
                        states[reader] = GARBLED
                    length = (text[reader] + bytes(80))[3]
                    if not (length + text[reader][4]) & 0xFF and 2 <= length <= 34:
                        size = 7 + length
                elif polls[reader][2] != _ACK:
                    states[reader] = GARBLED
                left[reader] = [polls[reader][1], 1]
                expected.append((reader, b"\xc0" + bytes(size - 1)))
            heard = [(who[0], out) for who, _, out in wires.log]
            assert heard == expected
            for who, gates, _ in wires.log:
                assert len(who) == 1 and gates == ([] if who == [_PAD] else [who[0] // 9])
            cells = len([who for who, _ in expected if who != _PAD])
            again = len([at for at in range(1, len(heard)) if heard[at][0] == heard[at - 1][0]])
            assert wires.latches - latches <= cells + 2 + again + tried  # one each
        for i in range(len(some)):
            found = states[some[i]]
            if found == GARBLED or found is None:
                assert exchange.state[i] == GARBLED
            else:
                at = ROOM * i
                assert exchange.state[i] == DONE
                assert exchange.answers[at] == len(found)
                assert exchange.answers[at + 1 : at + 1 + len(found)] == found


def shifts_of(wires, readers):
    """Return what a pass over some readers shifts, in bytes."""
    clock = VirtualClock()
    exchange = Exchange(wires.bus, clock, 5)
    for i, reader in enumerate(readers):
        exchange.readers[i] = reader
        wires.said[reader] = [(1, _ACK)]
    exchange.count = len(readers)
    exchange.begin(packet(0x4A, 1, 0), 0x4A, 0, _LIMIT_US)
    wires.shifts, wires.log = [], []
    clock.advance(1000)
    exchange.step()
    assert [who for who, _, _ in wires.log] == [[reader] for reader in readers]
    return wires.shifts


def test_to_the_same_cell_of_the_next_block_the_chain_moves_by_one_block():
    assert shifts_of(Wires(), (2, 11, 20, 29)) == [8, 2, 2, 2, 8]
    assert shifts_of(Wires(), (8, 17)) == [8, 2, 8]
    assert shifts_of(Wires(), (2, 12)) == shifts_of(Wires(), (2, 20)) == [8, 8, 8]


def test_with_a_block_that_is_off_the_chain_gets_a_whole_image():
    wires = Wires()
    wires.chain.power(3, False)
    assert shifts_of(wires, (2, 11)) == [8, 8, 8]


def test_a_reader_without_an_answer_is_silent_but_not_after_a_long_tick():
    for after, state in ((0, SILENT), (1, DONE)):
        wires = Wires()
        clock = VirtualClock()
        exchange = Exchange(wires.bus, clock, 5)
        exchange.readers[0] = 3
        exchange.count = 1
        wires.said[3] = [(0, _ACK), (0, response(0x32, b""))][: 2 * after]
        exchange.begin(packet(0x32), 0x32, 0, 5000)
        clock.advance(300000)  # the table was busy, yet waiting answers are read
        while exchange.step():
            if after and wires.said[3]:
                wires.said[3].pop(0)
            clock.advance(500)
        assert exchange.state[0] == state


class Stuck:
    """The registers of a bus whose bytes never come."""

    def readinto(self, buffer):
        raise AssertionError

    def __getitem__(self, register):
        return (0xFF, 0)[register]

    def __setitem__(self, register, byte):
        assert register == 0


def test_a_bus_whose_bytes_never_come_holds_up_nobody():
    wires = Wires()
    clock = VirtualClock()
    bus = Bus(Stuck(), wires.chain, wires.pad_select)
    exchange = Exchange(bus, clock, 5)
    exchange.readers[0], exchange.readers[1], exchange.count = 3, _PAD, 2
    exchange.begin(packet(0x4A), 0x4A, 6000, _LIMIT_US)
    while exchange.step(True):
        clock.advance(1000)
    assert exchange.state[0] == exchange.state[1] == SILENT


def begun(polls, tags=b"\x00"):
    """Return (wires, clock, exchange) with a question whose ACKs have come. `polls`: (reader,
    polls until it is ready), ...; `tags`: what each then names."""
    wires = Wires()
    clock = VirtualClock()
    exchange = Exchange(wires.bus, clock, 5)
    for at, (reader, count) in enumerate(polls):
        exchange.readers[at] = reader
        wires.said[reader] = [(0, _ACK), (count, response(0x4A, tags))]
    exchange.count = len(polls)
    exchange.begin(packet(0x4A), 0x4A, 6000, _LIMIT_US, 9000)
    clock.advance(1000)
    assert exchange.step(True) > 4000  # nobody waits for what cannot have come
    for reader, _ in polls:
        wires.said[reader].pop(0)
    clock.advance(5000)
    wires.log = []
    return wires, clock, exchange


def test_a_pass_waits_for_the_first_reader_alone_and_not_for_ever():
    wires, _, exchange = begun(((3, 7), (12, 1)))
    assert exchange.step(True) == 500  # 12 was not ready when it was asked
    assert [who[0] for who, _, out in wires.log if out[0] == 0x40] == [3] * 8 + [12]
    assert exchange.state[0] == DONE != exchange.state[1]
    wires, clock, exchange = begun(((3, 7), (12, 0)))
    assert exchange.step() == 500  # told not to wait: if 3 is not ready, neither are others
    assert [who[0] for who, _, out in wires.log if out[0] == 0x40] == [3]
    clock.advance(1500)  # or 3 is broken
    assert exchange.step() == 500 and exchange.state[1] == DONE
    assert [who[0] for who, _, out in wires.log if out[0] == 0x40] == [3, 3, 12]
    wires, _, exchange = begun(((3, 1000), (12, 0)))
    assert exchange.step(True) == 500  # a silent one costs the others 2 ms, and no more
    assert [who[0] for who, _, out in wires.log if out[0] == 0x40] == [3] * 21 + [12]
    assert exchange.state[1] == DONE


def test_who_does_not_respond_with_the_first_is_not_polled_before_the_rest_can_come():
    wires, clock, exchange = begun(((3, 0), (12, 9)))
    assert exchange.step() == 500 and exchange.state[0] == DONE
    wires.said[3].pop(0)
    clock.advance(500)  # somewhat later than the first? asked once more
    assert exchange.step() == 2500  # to 9000 after the question
    wires.said[12][0] = (0, wires.said[12][0][1])
    clock.advance(2500)
    assert exchange.step() == 0 and exchange.state[1] == DONE


def test_a_question_is_passed_on_at_once_if_nobody_has_news():
    for news in (0, 2):
        wires, clock, exchange = begun(((3, 1), (12, 0)), b"\x00")
        checks = []

        def check(checks=checks, exchange=exchange, news=news):
            checks.append(list(exchange.state[:2]))
            return news

        after = bytearray((4, _PAD))
        exchange.follow(after, 2, bytearray((3,)), 1, check)
        assert exchange.step() and not exchange.is_sent and not checks  # 3 is still at work
        wires.said[3][0] = (0, wires.said[3][0][1])
        clock.advance(500)
        wires.log = []
        assert exchange.step() == 0 and exchange.is_sent == (news == 0)
        assert checks == [[DONE, DONE]] and exchange.checked == news
        heard = [(who, out) for who, _, out in wires.log if out[0] == 0x80]
        assert heard == ([] if news else [([3], FIELD_OFF), ([4, _PAD], packet(0x4A))])
        clock.advance(100)
        exchange.readers, exchange.count = after, 2
        exchange.begin(packet(0x4A), 0x4A, 6000, _LIMIT_US, 9000)
        assert not exchange.is_sent and exchange.checked == -1
        if not news:
            assert exchange.waited_us() >= 100  # since it was sent
            assert heard == [(who, out) for who, _, out in wires.log if out[0] == 0x80]


def test_nobody_follows_who_was_told_to_stay():
    wires, clock, exchange = begun(((3, 0),), b"\x00")
    exchange.follow(bytearray((4,)), 1, b"", 0, None)
    exchange.stay()
    assert exchange.step() == 0 and not exchange.is_sent
