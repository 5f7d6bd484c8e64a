"""A host that reads slowly, or not at all, holds up the table for 100 ms in a second at most."""

import random

from table import console, link

_FIFO = 256  # bytes, and 64 more on their way (tinyusb, as MicroPython sets it up for a Pico)
_PACKET = 64
_WAIT_MS = 500  # how long MicroPython waits for room, for each 64 bytes


class Usb:
    """The serial port of a board: sys.stdout, its poll, and a host that takes a packet at each of
    the moments `reads` (ms)."""

    POLLIN = POLLOUT = 1

    def __init__(self, reads=None):
        self.now = 0
        self.reads = reads  # None: at once
        self.fifo = b""
        self.packet = b""
        self.got = b""
        self.stops = []  # (start, ms) of each wait
        self.stdin = self.stdout = self.buffer = self

    def ms(self):
        return self.now

    def poll(self):
        return self

    def register(self, stream, what):
        pass

    def _turn(self):
        while self.reads is None or (self.reads and self.reads[0] <= self.now):
            if self.reads is None and not self.packet and not self.fifo:
                return
            if self.reads is not None:
                self.reads.pop(0)
            self.got += self.packet
            self.packet = b""
            self._flush()

    def _flush(self):
        if not self.packet:
            self.packet, self.fifo = self.fifo[:_PACKET], self.fifo[_PACKET:]

    def _wait(self, ms, is_enough):
        start = self.now
        self._turn()
        while not is_enough() and self.now < start + ms:
            self.now += 1
            self._turn()
        if self.now > start:
            self.stops.append((start, self.now - start))

    def ipoll(self, ms):
        self._wait(ms, lambda: len(self.fifo) < _FIFO)
        return (1,) if len(self.fifo) < _FIFO else ()

    def write(self, text):
        data = text.replace("\n", "\r\n").encode()
        while data:
            size = min(len(data), _PACKET)
            self._wait(_WAIT_MS, lambda size=size: _FIFO - len(self.fifo) >= size)
            size = min(size, _FIFO - len(self.fifo))
            if not size:
                return
            self.fifo, data = self.fifo + data[:size], data[size:]
            self._flush()

    def longest(self):
        """Return the ms of waits in the worst second."""
        worst = 0
        for start, _ in self.stops:
            inside = [stop for stop in self.stops if start <= stop[0] < start + 1000]
            worst = max(worst, sum([min(ms, start + 1000 - at) for at, ms in inside]))
        return worst


def told(usb, lines, gap=40, log="", size=300):
    """Send lines of up to so many bytes, so many ms apart; after the tenth something else prints
    a `log`."""
    kept = console.select, console.sys
    console.select = console.sys = usb
    try:
        out = console.Console(usb)
        for n in range(lines):
            link.send(out.write, {"n": n, "text": "x" * (7 * n % size)})
            usb.now += gap
            if log and n == 10:
                usb.write(log)
                usb.stops = []
    finally:
        console.select, console.sys = kept


def numbers(usb):
    """Return the numbers of the whole lines that the host got."""
    usb._turn()
    found = []
    for line in link.LineBuffer().feed(usb.got):
        try:
            message = link.decode(line)
        except link.LinkError:
            continue  # cut short
        if message:
            assert message["text"] == "x" * (7 * message["n"] % 300)
            found.append(message["n"])
    return found


def test_a_host_that_reads_gets_every_line_and_nobody_waits():
    usb = Usb()
    told(usb, 200)
    assert numbers(usb) == list(range(200)) and not usb.stops
    assert all(len(line) % 16 == 15 for line in usb.got.split(b"\n")[:-1])


def test_what_others_print_does_not_let_a_slow_host_hold_the_table_up():
    """A host that takes a packet each 100 ms, and a traceback of any length in between."""
    for size in range(0, 40, 3):
        for every in (20, 100):
            usb = Usb(list(range(0, 60000, every)))
            told(usb, 100, 40, "=" * size)
            assert usb.longest() <= 100 + every, (size, every, usb.longest())
            assert len(numbers(usb)) > 5


def test_a_host_that_does_not_read_holds_the_table_up_once():
    usb = Usb([])
    told(usb, 400)
    assert 0 < usb.longest() <= 100


def test_a_host_that_reads_in_drips_holds_it_up_no_longer():
    for every in (3, 17, 90, 150, 400, 1100):
        usb = Usb([every * n for n in range(1, 60000 // every)])
        told(usb, 600, gap=20)
        assert usb.longest() <= 100, every
        assert numbers(usb) == sorted(numbers(usb))
    rng = random.Random(3) if hasattr(random, "Random") else random
    for _ in range(20):
        now, reads = 0, []
        while now < 20000:
            now += rng.choice((1, 2, 30, 95, 130, 600))
            reads.append(now)
        usb = Usb(reads)
        told(usb, 300, gap=15)
        assert usb.longest() <= 100


def test_a_long_answer_to_a_host_that_takes_a_packet_each_100_ms_holds_it_up_no_longer():
    for gap in (0, 5, 40):
        usb = Usb(list(range(0, 120000, 100)))
        told(usb, 300, gap, size=4000)
        assert 0 < usb.longest() <= 100, gap


def test_a_host_that_reads_again_gets_whole_lines_again():
    usb = Usb([])
    told_before = 100
    kept = console.select, console.sys
    console.select = console.sys = usb
    try:
        out = console.Console(usb)
        for n in range(told_before + 50):
            if n == told_before:
                usb.reads = None
            link.send(out.write, {"n": n, "text": "x" * (7 * n % 300)})
            usb.now += 40
    finally:
        console.select, console.sys = kept
    assert numbers(usb)[-50:] == list(range(told_before, told_before + 50))
