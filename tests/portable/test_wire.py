"""Transactions whose bytes pass while other work is done."""

from sim.virtual.clock import VirtualClock
from sim.virtual.machine import Machine
from table.drivers.wire import Wire


class Queue:
    """The registers of an SPI (RP2040 data sheet, 4.4): both queues take eight bytes; each byte
    that is sent brings its double."""

    def __init__(self):
        self.sent = b""
        self._came = []
        self._on_way = 0

    def __setitem__(self, register, byte):
        assert register == 0
        assert self._on_way + len(self._came) < 8, "a byte more than the queues take"
        self.sent += bytes((byte,))
        self._on_way += 1

    def __getitem__(self, register):
        if register == 1:
            if self._on_way and not self._came:
                self._came.append(2 * self.sent[len(self.sent) - self._on_way] & 0xFF)
                self._on_way -= 1
            return 4 if self._came else 0
        return self._came.pop(0)


def test_every_byte_is_sent_and_every_answer_taken():
    for size in (1, 2, 7, 8, 9, 30):
        queue = Queue()
        wire = Wire(queue)
        data = bytes(range(40))
        came = bytearray(b"\xee" * 40)
        wire.start(data, size)
        assert queue.sent == data[: min(size, 8)]
        wire.finish(data, size, came, 3)
        assert queue.sent == data[:size]
        assert bytes(came) == b"\xee" * 3 + bytes([2 * at for at in range(size)]) + bytes(
            [0xEE] * (37 - size)
        )


class Echo:
    """A device that answers with what it gets, and notes when."""

    def __init__(self, clock):
        self.clock = clock
        self.took = []

    def exchange(self, data, byte_us=0):
        self.took.append((self.clock.now, data, byte_us))
        return data


def virtual():
    clock = VirtualClock()
    machine = Machine(clock)
    device = machine.spi_devices[2] = Echo(clock)
    return clock, machine.SPI(0, 1000000, sck=machine.Pin(2)), device


def test_a_virtual_spi_passes_a_transaction_as_a_whole():
    clock, spi, device = virtual()
    came = bytearray(12)
    spi.start(b"\x01\x02\x03", 3)
    clock.advance(10)
    spi.finish(b"\x01\x02\x03", 3, came, 2)
    assert bytes(came) == b"\x00\x00\x01\x02\x03" + bytes(7)
    assert device.took == [(24, b"\x01\x02\x03", 8)]  # 3 bytes at 8 us


def test_only_what_the_queue_takes_passes_while_other_work_is_done():
    clock, spi, device = virtual()
    data = bytes(20)
    spi.start(data, 20)
    clock.advance(1000)
    spi.finish(data, 20, bytearray(20), 0)
    assert clock.now == 1000 + 12 * 8
    spi.start(data, 20)
    spi.finish(data, 20, bytearray(20), 0)
    assert clock.now == 1000 + 12 * 8 + 20 * 8


def test_a_virtual_spi_refuses_what_would_lose_bytes():
    _, spi, _ = virtual()
    spi.start(b"\x01", 1)
    for wrong in (
        lambda: spi.start(b"\x02", 1),
        lambda: spi.write(b"\x02"),
        lambda: spi.finish(b"\x02", 1, bytearray(1), 0),
    ):
        try:
            wrong()
        except ValueError:
            continue
        raise AssertionError("it was taken")
