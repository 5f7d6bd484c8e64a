"""The doctor's tests of single parts of a board. This file is sent to the board as text and runs
there; on the desktop it runs over virtual chips. So it is plain MicroPython and imports nothing.
It does not use the firmware, which may be faulty itself, but asks as that does; the profile is
sent along."""
if False:  # only mypy reads this; the board runs this file as text
    from collections.abc import Callable
    from typing import Any

_PREFIX = b"\x00\x00\xff"
# As in table/drivers/pn532.py: ms for an ACK, and then for the answer to a set-up or question.
_ACK_MS = 16
_SETUP_MS = 20
_ASK_MS = 22
_LATE_MS = 500  # what comes within that is late, but comes
_LONGEST = 80
_SAM = ((1, 0x14, 1), (1,))  # clones may hear one of these only
_SETUP = ((0x32, 5, 0xFF, 1, 1), (0x32, 2, 0, 0x0B, 7))
_RISE_US = 8000
_BOOT_US = 60000


def _turn(data: bytes | bytearray) -> bytearray:
    """Return bytes with their bits reversed: the PN532 sends the lowest bit first."""
    turned = bytearray(len(data))
    for i in range(len(data)):
        for bit in range(8):
            if data[i] >> bit & 1:
                turned[i] |= 128 >> bit
    return turned


class Probes:
    """The parts of a board: `wiring` is its profile, `wait(us)` lets time pass, and `light(pin,
    data)` sends bytes to pixels. Readers are numbered as in the profile; the pad is -1."""

    def __init__(self, machine: "Any", wiring: "Any", wait: "Callable", light: "Callable"):
        self._machine = machine
        self._wiring = wiring
        self._wait = wait
        self._light = light
        self._pins = wiring.PINS
        self.hertz = wiring.SPI_HZ
        # Everything off first, as in the firmware.
        self._enable = self._out("chain_oe", 1)
        self._pad = self._out("pad_select", 0)
        if "pad_power" in self._pins:
            self._out("pad_power", 1)
        self._latch = self._out("chain_latch", 0)
        self._chain = machine.SPI(
            1, baudrate=1000000, sck=self._out("chain_clock", 0), mosi=self._out("chain_data", 0),
            miso=machine.Pin(self._pins["chain_return"], machine.Pin.IN),
        )  # fmt: skip
        self._off = 1 << wiring.BIT_BUS_OFF
        self._all = 0x1FF << wiring.BIT_SELECT
        self._bits = [self._off] * wiring.BLOCKS
        self._send()
        self._enable.value(0)
        self._bus = None  # type: Any

    def _out(self, name: str, level: int) -> "Any":
        return self._machine.Pin(self._pins[name], self._machine.Pin.OUT, value=level)

    def _send(self) -> None:
        data = b""
        for bits in reversed(self._bits):
            data += bytes((bits >> 8, bits & 0xFF))
        if data:
            self._chain.write(data)
            self._latch.value(1)
            self._latch.value(0)

    def millivolts(self) -> int:
        """Return the 5 V in mV, measured at their divider."""
        adc = self._machine.ADC(self._machine.Pin(self._pins["supply"]))
        return adc.read_u16() * 6600 // 65535

    def ribbon(self) -> bool:
        """Return whether the end of the chain returns the bits shifted in. Latches nothing."""
        count = 2 * self._wiring.BLOCKS
        if not count:
            return True
        probe = bytes([0xA5, 0x3C] * self._wiring.BLOCKS)
        back = bytearray(count)
        self._chain.write_readinto(probe, back)
        self._chain.write_readinto(probe, back)
        whole = back == probe
        self._send()
        return whole

    def power(self, block: int) -> int:
        """Switch a block on; return the voltage afterwards in mV."""
        self._bits[block] = self._off | 1 << self._wiring.BIT_POWER
        self._send()
        self._wait(_RISE_US)
        self._bits[block] |= self._all
        self._send()
        self._wait(_BOOT_US)
        return self.millivolts()

    def power_pad(self) -> None:
        """Deselect the pad, which always has power and would answer together with the others."""
        self._pad.value(1)
        self._wait(_BOOT_US)

    def speed(self, hertz: int) -> None:
        """Set the clock of the readers' bus in Hz."""
        machine = self._machine
        self.hertz = hertz
        self._bus = machine.SPI(
            0, baudrate=hertz, sck=self._out("sck", 0), mosi=self._out("mosi", 0),
            miso=machine.Pin(self._pins["miso"], machine.Pin.IN),
        )  # fmt: skip

    def _select(self, reader: int, on: bool) -> None:
        if reader < 0:
            self._pad.value(0 if on else 1)
            return
        bit = 1 << self._wiring.BIT_SELECT + reader % 9
        block = reader // 9
        if on:
            self._bits[block] &= ~(bit | self._off)
        else:
            self._bits[block] |= bit | self._off
        self._send()

    def _ask(self, reader: int, data: bytes, count: int) -> bytes:
        """Send `data` to a reader; return `count` bytes of its answer."""
        self._select(reader, True)
        self._bus.write(_turn(data))
        back = bytearray(count)
        if count:
            self._bus.readinto(back)
        self._select(reader, False)
        return bytes(_turn(back))

    def _frame(self, reader: int, count: int, limit_ms: int) -> bytes:
        """Return the next `count` bytes of a reader, b"" if they do not arrive in time."""
        for _ in range(2 * limit_ms):
            said = self._ask(reader, b"\x02", 1)[0]
            if said & 1 and said != 0xFF:  # 0xff: no reader
                return self._ask(reader, b"\x03", count)
            self._wait(500)
        return b""

    def call(self, reader: int, *command: int) -> bytes | str:
        """Return the answer of a reader to a command as bytes, or as text "silent" or
        "garbled"."""
        if self._bus is None:
            self.speed(self.hertz)
        body = bytes((0xD4,) + command)
        head = _PREFIX + bytes((len(body), -len(body) & 0xFF))
        self._ask(reader, b"\x01" + head + body + bytes((-sum(body) & 0xFF, 0)), 0)
        ack = self._frame(reader, 6, _ACK_MS)
        if not ack:
            return "silent"
        if ack != b"\x00\x00\xff\x00\xff\x00":
            return "garbled"
        said = self._frame(reader, _LONGEST, _ASK_MS if command[0] == 0x4A else _SETUP_MS)
        if not said:
            return "silent"
        size = said[3]
        if said[:3] != _PREFIX or (size + said[4]) & 0xFF or not 2 <= size <= _LONGEST - 7:
            return "garbled"
        body = said[5 : 5 + size]
        if (sum(body) + said[5 + size]) & 0xFF or body[1] != command[0] + 1:
            return "garbled"
        return body[2:]

    def version(self, reader: int) -> bytes | str:
        """Return the four bytes of a reader's version, or a text. After power-on the first frame
        may be lost, so a silent one is asked twice."""
        said = self.call(reader, 0x02)
        if said == "silent":
            said = self.call(reader, 0x02)
        return said if isinstance(said, str) or len(said) == 4 else "garbled"

    def late(self, reader: int) -> int:
        """Return how many ms a reader takes for its ACK, 0 if none comes at all."""
        for _ in range(2):
            self._ask(reader, b"\x01" + _PREFIX + b"\x02\xfe\xd4\x02\x2a\x00", 0)
            for ms in range(1, _LATE_MS):
                said = self._ask(reader, b"\x02", 1)[0]
                if said & 1 and said != 0xFF:
                    self._wait(_LATE_MS * 1000)  # the answer; the next command drops it
                    return ms
                self._wait(1000)
        return 0

    def setup(self, reader: int) -> str:
        """Set a reader up as the table does; return "", or "silent" or "garbled"."""
        said = "silent"  # type: bytes | str
        for form in _SAM:
            if said == "silent":
                said = self.call(reader, 0x14, *form)
        self.call(reader, 0x12, 4)  # some clones do not know it
        for command in _SETUP:
            if not isinstance(said, str):
                said = self.call(reader, *command)
        return said if isinstance(said, str) else ""

    def uid(self, reader: int) -> bytes | str:
        """Return the UID of the tag at a reader, b"" for none, or a text."""
        wrong = self.setup(reader)
        if wrong:
            return wrong
        said = self.call(reader, 0x4A, 1, 0)
        self.call(reader, 0x32, 1, 0)  # field off
        if isinstance(said, str):
            return said
        return said[6 : 6 + said[5]] if said[0] else b""

    def errors(self, reader: int, hertz: int, times: int) -> int:
        """Return how many of `times` questions a reader answers wrongly at this bus clock."""
        self.speed(hertz)
        wrong = 0
        for _ in range(times):
            wrong += isinstance(self.version(reader), str)
        self.speed(self._wiring.SPI_HZ)
        return wrong

    def display(self, on: bool) -> bool:
        """Turn all dots of the display on or off; return whether a display answers."""
        machine = self._machine
        bus = machine.I2C(
            0, scl=machine.Pin(self._pins["display_scl"]),
            sda=machine.Pin(self._pins["display_sda"]), freq=400000,
        )  # fmt: skip
        try:
            bus.writeto(0x3C, bytes((0x00, 0x8D, 0x14, 0xAF, 0xA5 if on else 0xA4)))
        except OSError:
            return False
        return True

    def _hand(self, name: str) -> "Any":
        machine = self._machine
        return machine.Pin(self._pins[name], machine.Pin.IN, machine.Pin.PULL_UP)

    def pressed(self, name: str) -> bool:
        """Return whether a button is pressed."""
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
        """Wait until the knob is turned, and on until it stands still for two seconds; return by
        how many quarters of its cycle, clockwise positive; 0 if nobody turns it."""
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
        pwm = self._machine.PWM(self._machine.Pin(self._pins["buzzer"]))
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

    def end(self) -> None:
        """Switch everything off."""
        self.lights(0, 0, 0, -1, "RGBW")  # long enough for pixels of any kind
        self.display(False)
        self._pad.value(0)
        self._bits = [self._off] * self._wiring.BLOCKS
        self._send()
