"""A virtual PN532 behind a pseudo-terminal, as one on a serial adapter (PN532 user manual, 6.2.4:
the frames are those of SPI, without the byte in front; ACK and response come by themselves)."""

import contextlib
import os
import threading
import tty

from sim.virtual.clock import VirtualClock
from sim.virtual.pn532 import Pn532
from tests.portable.test_pn532 import Field

_STEP_US = 500
_LONGEST_US = 200000  # until it gives up waiting for an answer


def powered_chip():
    """Return (VirtualClock, Field, Pn532) of a chip that has started."""
    clock = VirtualClock()
    field = Field()
    chip = Pn532(clock, field)
    chip.power(True)
    clock.advance(100000)
    return clock, field, chip


def answers(chip, clock, frame):
    """Give the chip a frame; yield what it says, as it comes."""
    chip.select(True)
    chip.exchange(b"\x01" + frame)
    chip.select(False)
    end = clock.now + _LONGEST_US
    while clock.now < end and chip.output:
        clock.advance(_STEP_US)
        chip.select(True)
        ready = chip.exchange(b"\x02\x00")[1]
        chip.select(False)
        if ready & 1:
            said = bytes(chip.output[0][1])
            chip.select(True)
            chip.exchange(b"\x03" + bytes(len(said)))
            chip.select(False)
            yield said


@contextlib.contextmanager
def serial_chip():
    """Give (name of the port, Field) for a `with`."""
    clock, field, chip = powered_chip()
    master, port = os.openpty()
    tty.setraw(port)

    def serve():
        waiting = b""
        with contextlib.suppress(OSError):  # the port was closed
            while data := os.read(master, 256):
                waiting += data
                start = waiting.find(b"\x00\xff")
                while start >= 0 and len(waiting) >= start + 3 and (
                    len(waiting) >= (end := start + 6 + waiting[start + 2])
                ):
                    frame, waiting = waiting[start:end], waiting[end:]
                    for said in answers(chip, clock, b"\x00" + frame):
                        os.write(master, said)
                    start = waiting.find(b"\x00\xff")

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield os.ttyname(port), field
    finally:
        os.close(port)
        thread.join(60)  # before its number is that of the next test's port
        os.close(master)
