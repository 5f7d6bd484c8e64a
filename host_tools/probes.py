"""The doctor's tests of single parts of a board. On the desktop they run over virtual chips.

A board first gets the modules of the firmware that are imported below, then this file, as text
(host_tools/onboard.py). So the probes ask readers in the same way as the table does, but use
nothing on the board's flash, which may be faulty. This file is plain MicroPython and imports
nothing else; the tool sends the profile with it.
"""

from table.clock import Clock
from table.drivers.chain import Chain
from table.drivers.pn532 import DONE, SILENT, Bus, Exchange
from table.drivers.pn532_commands import (
    ASK,
    ASK_LIMIT,
    FIELD_OFF,
    OPTIONAL,
    SAM,
    SETUP,
    SETUP_LIMIT,
    packet,
)
from table.drivers.ribbon import is_whole

if False:  # only mypy reads this; the board runs this file as text
    from collections.abc import Callable
    from typing import Any

_ACK_LATE_US = 500000  # an ACK that comes within that is late, but comes
_VERSION = packet(0x02)
_TRIES = 3
_RISE_US = 8000
_BOOT_US = 60000
_REST_US = 1000000
_STATUS = bytes((0x40, 0))  # asks a reader whether it has an answer; in the bus's order of bits
_READY = 0x80
_SLOW_HZ = 50000  # for wires that may be anywhere
_PAUSE_US = 2000
_FREE = tuple(range(23)) + (26, 27, 28)  # the Pico's GPs that have a leg
_NO_OPERATION = b"\0\xe3"  # of every display


class WaitClock(Clock):
    """A clock that counts only the time of its own `wait(us)`."""

    def __init__(self, wait: "Callable[..., Any]"):
        self._wait = wait
        self._us = 0

    def us(self) -> int:
        return self._us

    def since_us(self, start: int) -> int:
        return self._us - start

    def sleep_us(self, us: int) -> None:
        self._us += us
        self._wait(us)


class Probes:
    """The parts of a board: `wiring` is its profile, `wait(us)` lets time pass, and `light(pin,
    data)` sends bytes to pixels. Readers are numbered as in the profile; the pad is -1. `clock`
    (table/clock.py) tells the time; None: only waits count. `registers(spi)` returns the registers
    of the readers' bus, as table/drivers/pn532.py uses them; None: `spi` has them."""

    def __init__(
        self, machine: "Any", wiring: "Any",
        wait: "Callable[[int], object]", light: "Callable[..., object]",
        clock: "Any" = None, registers: "Callable[..., Any] | None" = None,
    ):
        self.machine = machine
        self._wiring = wiring
        self._clock = clock or WaitClock(wait)
        self._wait = wait
        self._light = light
        self._registers = registers
        self._pins = wiring.PINS
        self.hertz = wiring.SPI_HZ
        # Everything off first, as in the firmware.
        enable = self._out("chain_oe", 1)
        self._pad = self._out("pad_select", 0)
        if "pad_power" in self._pins:
            self._out("pad_power", 1)
        latch = self._out("chain_latch", 0)
        shift = machine.SPI(
            1, baudrate=1000000, sck=self._out("chain_clock", 0), mosi=self._out("chain_data", 0),
            miso=machine.Pin(self._pins["chain_return"], machine.Pin.IN),
        )
        self._chain = Chain(shift, latch, enable, wiring)
        self._exchange = None  # type: Any

    def _out(self, name: str, level: int) -> "Any":
        return self.machine.Pin(self._pins[name], self.machine.Pin.OUT, value=level)

    def millivolts(self) -> int:
        """Return the 5 V in mV, measured at their divider."""
        adc = self.machine.ADC(self.machine.Pin(self._pins["supply"]))
        return int(adc.read_u16()) * 6600 // 65535

    def is_ribbon_whole(self) -> bool:
        """Does the end of the chain return the bits shifted in? Latches nothing."""
        return is_whole(self._chain)

    def power(self, block: int) -> int:
        """Switch a block on; return the voltage afterwards in mV."""
        self._chain.power(block, True)
        self._wait(_RISE_US)
        self._chain.attend(block)
        self._wait(_BOOT_US)
        return self.millivolts()

    def rest(self) -> None:
        """Give readers the time that the slowest need after power-on."""
        self._wait(_REST_US)

    def power_pad(self) -> None:
        """Deselect the pad, which always has power and would answer together with other readers.
        """
        self._pad.value(1)
        self._wait(_BOOT_US)

    def speed(self, hertz: int) -> None:
        """Set the clock of the readers' bus in Hz."""
        machine = self.machine
        self.hertz = hertz
        spi = machine.SPI(
            0, baudrate=hertz, sck=self._out("sck", 0), mosi=self._out("mosi", 0),
            miso=machine.Pin(self._pins["miso"], machine.Pin.IN),
        )
        if self._registers:
            spi = self._registers(spi)
        self._exchange = Exchange(Bus(spi, self._chain, self._pad), self._clock, 1)

    # ---- readers -----------------------------------------------------------------------------

    def _begin(self, reader: int, data: bytes, code: int, limit_us: int) -> "Any":
        """Send a command to a reader; return the exchange, which waits for its answer."""
        if not self._exchange:
            self.speed(self.hertz)
        exchange = self._exchange
        exchange.readers[0] = 9 * self._wiring.BLOCKS if reader < 0 else reader
        exchange.count = 1
        exchange.begin(data, code, 0, limit_us)
        return exchange

    def _call(self, reader: int, data: bytes, code: int, limit_us: int) -> bytes | str:
        """Send a command to a reader; return its answer, or "silent" or "garbled"."""
        exchange = self._begin(reader, data, code, limit_us)
        self._finish(exchange)
        state = exchange.state[0]
        if state == DONE:
            return bytes(exchange.answers[1 : 1 + exchange.answers[0]])
        return "silent" if state == SILENT else "garbled"

    def _finish(self, exchange: "Any") -> None:
        due = exchange.step()
        while due:
            self._clock.sleep_us(due)
            due = exchange.step()

    def version(self, reader: int) -> bytes | str:
        """Return the four bytes of a reader's version, or a text. After power-on a reader may lose
        or garble the first frames, so this asks as often as a table does before it gives up."""
        said = "silent"  # type: bytes | str
        for _ in range(_TRIES):
            if isinstance(said, str):
                said = self._call(reader, _VERSION, 0x02, SETUP_LIMIT)
        return said if isinstance(said, str) or len(said) == 4 else "garbled"

    def late(self, reader: int) -> int:
        """Return the ms that a reader takes for its ACK, 0 if it sends none."""
        for _ in range(2):
            exchange = self._begin(reader, _VERSION, 0x02, SETUP_LIMIT)
            while exchange.waited_us() < _ACK_LATE_US:
                due = exchange.step()
                if exchange.state[0] == SILENT:  # the limit has passed: listen on
                    exchange.is_sent = True
                    exchange.begin(_VERSION, 0x02, 0, SETUP_LIMIT)
                    due = 1000
                elif exchange.state[0]:
                    ms: int = exchange.waited_us() // 1000
                    self._clock.sleep_us(_ACK_LATE_US)  # the next command drops the answer
                    return ms
                self._clock.sleep_us(due)
        return 0

    def setup(self, reader: int) -> str:
        """Set a reader up as the table does; return "", or "silent" or "garbled"."""
        for step in range(len(SETUP)):
            data, code = SETUP[step]
            said = "silent"  # type: bytes | str
            for form in (data,) if data else SAM:
                if said == "silent":
                    said = self._call(reader, form, code, SETUP_LIMIT)
            if isinstance(said, str) and not (step == OPTIONAL and said == "garbled"):
                return said
        return ""

    def uid(self, reader: int, tries: int = 2) -> bytes | str:
        """Return the UID of the tag at a reader, b"" for none, or a text. A slow reader answers in
        time for a tag only once its field is on, at the second of the `tries`."""
        wrong = self.setup(reader)
        if wrong:
            return wrong
        said = "silent"  # type: bytes | str
        for _ in range(tries):
            if isinstance(said, str) or not said[0]:
                said = self._call(reader, ASK, 0x4A, ASK_LIMIT)
        self._call(reader, FIELD_OFF, 0x32, SETUP_LIMIT)
        if isinstance(said, str):
            return said
        return said[6 : 6 + said[5]] if said[0] else b""

    def errors(self, reader: int, hertz: int, times: int) -> int:
        """Return the number of questions, out of `times`, that a reader answers wrongly at this
        bus clock."""
        self.speed(hertz)
        wrong = 0
        for _ in range(times):
            wrong += isinstance(self.version(reader), str)
        self.speed(self._wiring.SPI_HZ)
        return wrong

    # ---- wires that may be at other pins than theirs -----------------------------------------

    def reader_wires(self) -> list[int]:
        """Look for the pad's reader at other pins than its own: return the GPs of its SCK, MISO,
        MOSI and select, [] if it answers nowhere. They may be exchanged, or one be anywhere."""
        own = [self._pins[name] for name in ("sck", "miso", "mosi", "pad_select")]
        for pins in _orders(own) + _replaced(own):
            if self._is_reader_at(pins):
                return pins
        return []

    def _is_reader_at(self, pins: list[int]) -> bool:
        pin = self.machine.Pin
        select = pin(pins[3], pin.OUT, value=1)
        spi = self.machine.SoftSPI(
            baudrate=_SLOW_HZ, sck=pin(pins[0], pin.OUT, value=0),
            mosi=pin(pins[2], pin.OUT, value=0), miso=pin(pins[1], pin.IN),
        )
        got = bytearray(2)
        select.value(0)
        self._wait(_PAUSE_US)
        spi.write(_VERSION)
        select.value(1)
        for _ in range(8):
            self._wait(_PAUSE_US)
            select.value(0)
            spi.write_readinto(_STATUS, got)
            select.value(1)
            if got[1] == _READY:
                break
        for gp in pins:
            pin(gp, pin.IN)
        self._exchange = None
        return got[1] == _READY

    def is_answer_driven(self) -> bool:
        """Does anything drive MISO while the pad is selected?"""
        pin = self.machine.Pin
        self._pad.value(0)
        self._wait(_PAUSE_US)
        levels = [pin(self._pins["miso"], pin.IN, pull).value()
                  for pull in (pin.PULL_UP, pin.PULL_DOWN)]
        self._pad.value(1)
        self._exchange = None
        return bool(levels[0] == levels[1])

    def display_wires(self) -> list[int]:
        """Look for the display at other pins than its own: return the GPs of its SDA and SCL, []
        if it answers nowhere."""
        pin = self.machine.Pin
        own = [self._pins["display_sda"], self._pins["display_scl"]]
        for pins in _orders(own) + _replaced(own):
            bus = self.machine.SoftI2C(sda=pin(pins[0]), scl=pin(pins[1]), freq=_SLOW_HZ)
            try:
                bus.writeto(0x3C, _NO_OPERATION)
            except OSError:
                continue
            return pins
        return []

    def mover(self, others: list[str], seconds: int) -> int:
        """Wait until a pin that is free, and none of these `others`, has been low and high; return
        its GP, -1 if none has."""
        taken = [self._pins[name] for name in others]
        pins = [(gp, self.machine.Pin(gp, self.machine.Pin.IN, self.machine.Pin.PULL_UP))
                for gp in _FREE if gp not in taken]
        before = [pin.value() for _, pin in pins]
        for _ in range(1000 * seconds):
            for at in range(len(pins)):
                if pins[at][1].value() != before[at]:
                    return pins[at][0]
            self._wait(1000)
        return -1

    # ---- panel and lights --------------------------------------------------------------------

    def display(self, on: bool) -> bool:
        """Turn all dots of the display on or off; return whether a display answers."""
        machine = self.machine
        bus = machine.I2C(
            0, scl=machine.Pin(self._pins["display_scl"]),
            sda=machine.Pin(self._pins["display_sda"]), freq=400000,
        )
        try:
            bus.writeto(0x3C, bytes((0x00, 0x8D, 0x14, 0xAF, 0xA5 if on else 0xA4)))
        except OSError:
            return False
        return True

    def _hand(self, name: str) -> "Any":
        machine = self.machine
        return machine.Pin(self._pins[name], machine.Pin.IN, machine.Pin.PULL_UP)

    def is_pressed(self, name: str) -> bool:
        """Is a button pressed?"""
        return not self._hand(name).value()

    def moved(self, name: str, seconds: int) -> bool:
        """Wait until a line of the knob or a button has been low and high; return whether it
        has."""
        pin = self._hand(name)
        seen = [False, False]
        for _ in range(1000 * seconds):
            seen[pin.value()] = True
            if seen[0] and seen[1]:
                return True
            self._wait(1000)
        return False

    def clicks(self, seconds: int) -> int:
        """Wait until somebody turns the knob, and then until it stands still for two seconds;
        return the quarters of its cycle, clockwise positive; 0 if nobody turns it."""
        a, b = self._hand("knob_a"), self._hand("knob_b")
        ring = (3, 1, 0, 2)  # the levels of both lines, clockwise
        before = ring.index(a.value() << 1 | b.value())
        quarters = still = 0
        moved = False
        for _ in range(5000 * seconds):
            now = ring.index(a.value() << 1 | b.value())
            still += 1
            if now != before:
                quarters += (now - before + 1) % 4 - 1
                before = now
                moved = True
                still = 0
            elif moved and still > 10000:
                break
            self._wait(200)
        return quarters

    def beep(self) -> None:
        pwm = self.machine.PWM(self.machine.Pin(self._pins["buzzer"]))
        pwm.freq(2000)
        pwm.duty_u16(32768)
        self._wait(200000)
        pwm.duty_u16(0)

    def lights(
        self, red: int, green: int, blue: int, only: int = -1, order: str = ""
    ) -> None:
        """Light all pixels in a colour, or only one; `order` is that of the strip's colours, ""
        for the profile's."""
        level = {"R": red, "G": green, "B": blue, "W": 0}
        one = bytes([level[colour] for colour in order or self._wiring.ORDER])
        dark = bytes(len(one))
        pixels = range(self._wiring.PIXELS)
        data = b"".join([one if only in (-1, pixel) else dark for pixel in pixels])
        self._light(self._pins["pixels"], data)

    def hold_data(self) -> None:
        """Keep the wire of the lights' data high, for a voltmeter, until the next light."""
        self._out("pixels", 1)

    def end(self) -> None:
        """Switch everything off."""
        self.lights(0, 0, 0, -1, "RGBW")  # long enough for pixels of any kind
        self.display(False)
        self._pad.value(0)
        for block in range(self._wiring.BLOCKS):
            self._chain.power(block, False)


def _orders(pins: list[int]) -> list[list[int]]:
    """Return all orders of some pins."""
    if len(pins) < 2:
        return [pins]
    return [[pins[at]] + rest for at in range(len(pins))
            for rest in _orders(pins[:at] + pins[at + 1 :])]


def _replaced(pins: list[int]) -> list[list[int]]:
    """Return pins with one of them replaced by each free one."""
    return [pins[:at] + [gp] + pins[at + 1 :] for at in range(len(pins))
            for gp in _FREE if gp not in pins]
