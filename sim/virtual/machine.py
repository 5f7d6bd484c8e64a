"""The names of MicroPython's `machine` that the firmware uses, over virtual lines.

A `Machine` replaces the module; any other name fails. Chips are attached to lines:
`machine.line(n)` is the wire at GPn; `machine.spi_devices` and `i2c_devices` are the devices on a
bus, by its clock pin.
"""

from games.rng import Rng
from sim.virtual.costs import CALL
from sim.virtual.frames import FrameBus

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable
    from typing import Any

    from sim.virtual.clock import VirtualClock


class Line:
    """A wire: `level` as driven by the chip or the world; listeners are called on changes."""

    def __init__(self) -> None:
        self.level = 1
        self.is_output = False  # does the chip drive it?
        self.listeners: "list[Callable[..., object]]" = []
        self.interrupt: "tuple[Any, ...] | None" = None  # (edges, handler, pin)
        # The function of another driver of the line, if any: returns its level, None while it does
        # not drive.
        self.source: "Callable[[], int | None] | None" = None

    def drive(self, level: int) -> None:
        """Set the level, from the pin or from the world."""
        if level == self.level:
            return
        self.level = level
        for listener in self.listeners:
            listener(level)
        if self.interrupt:
            edges, handler, pin = self.interrupt
            if edges & (2 if level else 1):
                handler(pin)


class StarvedError(BaseException):
    """The watchdog was not fed in time: a board would reset. Must not be caught."""


class Machine:
    """One RP2040; transfers on its buses advance `clock`."""

    def __init__(self, clock: "VirtualClock"):
        self.clock = clock
        self.spi_devices: "dict[int, Any]" = {}
        self.i2c_devices: "dict[int, Any]" = {}
        # A device with wires to any pins: its `lines` name the pins, None for a missing wire.
        self.loose: "Any" = None
        self.i2c_lines: "dict[str, int | None]" = {}  # "sda" and "scl"; {}: wherever they are
        self.tones: "list[tuple[int, int]]" = []  # (ms, hertz), 0 for silence
        self.analog: "dict[int, int]" = {}  # millivolts, by pin
        # The same of pins whose voltage changes, as functions.
        self.sensors: "dict[int, Callable[[], int]]" = {}
        self.mem32 = _Registers()
        self._lines: "dict[int, Line]" = {}
        machine = self

        class Pin(_Pin):
            _machine = machine

        class SPI(_SPI):
            _machine = machine

        class SoftSPI(_SoftSPI):
            _machine = machine

        class I2C(_I2C):
            _machine = machine

        class SoftI2C(_SoftI2C):
            _machine = machine

        class PWM(_PWM):
            _machine = machine

        class ADC(_ADC):
            _machine = machine

        class WDT(_WDT):
            _machine = machine

        self.WDT = WDT
        self.Pin = Pin
        self.SPI = SPI
        self.SoftSPI = SoftSPI
        self.I2C = I2C
        self.SoftI2C = SoftI2C
        self.PWM = PWM
        self.ADC = ADC

    def line(self, number: int) -> Line:
        """Return the Line of a pin."""
        if not 0 <= number <= 28:
            raise ValueError("the Pico has no GP%d" % number)
        if number not in self._lines:
            self._lines[number] = Line()
        return self._lines[number]


class _Pin:
    _machine: "Machine"

    IN = 0
    OUT = 1
    PULL_UP = 1
    PULL_DOWN = 2
    IRQ_FALLING = 1
    IRQ_RISING = 2

    def __init__(
        self, number: int, mode: int = 0, pull: int | None = None, value: int | None = None
    ):
        self.number = number
        line = self._line = self._machine.line(number)
        self._pull = pull
        if mode == self.OUT:
            line.is_output = True
            if value is not None:
                line.drive(value)
        elif line.is_output:
            line.is_output = False
            line.drive(1)  # all that is selected or pressed by a low level has a pull-up

    def value(self, level: int | None = None) -> int | None:
        if level is None:
            if self._line.source is None:
                return self._line.level
            driven = self._line.source()
            return driven if driven is not None else int(self._pull != self.PULL_DOWN)
        self._line.drive(1 if level else 0)
        return None

    __call__ = value

    def irq(self, handler: "Callable[..., Any]", trigger: int, hard: bool = False) -> None:
        self._line.interrupt = (trigger, handler, self)


_QUEUE = 8  # bytes that the queue of an SPI takes


class _SPI:
    """Hardware SPI: always highest bit first, as on the RP2040.

    `start` and `finish` are those of the firmware's Wire (table/drivers/wire.py), with whole
    transactions: bytes on their way take their time while the processor does other work.
    """

    _machine: "Machine"
    bus = FrameBus  # what the firmware takes for its Bus

    def __init__(
        self,
        number: int,
        baudrate: int,
        polarity: int = 0,
        phase: int = 0,
        sck: _Pin | None = None,
        mosi: _Pin | None = None,
        miso: _Pin | None = None,
    ):
        if polarity or phase:
            raise ValueError("the chips here know SPI mode 0 only")
        self.clock = self._machine.clock
        pins = [pin.number if pin else -1 for pin in (sck, mosi, miso)]
        self.device = self._machine.spi_devices.get(pins[0]) or self._machine.loose
        lines = getattr(self.device, "lines", None) or {}
        joined = [lines.get(name, pin) == pin for name, pin in zip(("sck", "mosi", "miso"), pins)]
        self._is_clocked, self._is_heard, self._is_seen = joined
        self._byte_ns = 8 * 1000000000 // baudrate
        self.byte_us = self.bytes_us(1)
        self._on_way = b""  # what was started and not finished
        self._until = 0  # us: when the last byte in the queue has come

    def bytes_us(self, size: int) -> int:
        """Return the us for a number of bytes."""
        return (self._byte_ns * size + 999) // 1000

    def start(self, data: bytes, size: int) -> None:
        if self._on_way:
            raise ValueError("there are bytes that nobody has taken")
        self._on_way = bytes(data[:size])
        self._until = self.clock.now + (size if size < _QUEUE else _QUEUE) * self.byte_us

    def finish(self, data: bytes, size: int, came: bytearray, at: int) -> None:
        if data[:size] != self._on_way:
            raise ValueError("another transaction has been started")
        clock = self.clock
        if clock.now < self._until:
            clock.now = self._until
        if size > _QUEUE:
            clock.now += (size - _QUEUE) * self.byte_us
        came[at : at + size] = self._pass(self._on_way, self.byte_us)
        self._on_way = b""

    def _pass(self, data: bytes, *byte_us: int) -> bytes:
        """Return the bytes that come back, over the connected wires."""
        if self._is_clocked and self._is_heard and self._is_seen:
            back: bytes = self.device.exchange(data, *byte_us)
            return back
        if self._is_clocked:
            back = self.device.exchange(data if self._is_heard else bytes(len(data)), *byte_us)
            if self._is_seen:
                return back
        return b"\xff" * len(data)

    def write(self, data: bytearray | bytes) -> None:
        self._shift(data)

    def readinto(self, buffer: bytearray | memoryview, byte: int = 0) -> None:
        buffer[:] = self._shift(bytes([byte]) * len(buffer))

    def write_readinto(self, data: bytearray | bytes, buffer: bytearray | memoryview) -> None:
        buffer[:] = self._shift(data)

    def _shift(self, data: bytearray | bytes) -> bytes:
        if self._on_way:
            raise ValueError("there are bytes that nobody has taken")
        self.clock.now += CALL + self.bytes_us(len(data))
        return self._pass(bytes(data))


class _SoftSPI(_SPI):
    """The same as _SPI, over any pins, bit by bit."""

    def __init__(self, baudrate: int, sck: _Pin, mosi: _Pin, miso: _Pin):
        super().__init__(-1, baudrate, sck=sck, mosi=mosi, miso=miso)


class _I2C:
    _machine: "Machine"

    def __init__(self, number: int, scl: _Pin, sda: _Pin, freq: int):
        self._clock = self._machine.clock
        lines = self._machine.i2c_lines
        is_joined = (lines.get("sda", sda.number) == sda.number
                     and lines.get("scl", scl.number) == scl.number)
        self._devices = self._machine.i2c_devices if is_joined else {}
        self._byte_ns = 9 * 1000000000 // freq

    def writeto(self, address: int, data: bytearray | bytes) -> int:
        if address not in self._devices:
            raise OSError(5)
        self._clock.advance(self._byte_ns * (len(data) + 1) // 1000)
        self._devices[address].write(bytes(data))
        return len(data)


class _SoftI2C(_I2C):
    """The same over any pins."""

    def __init__(self, scl: _Pin, sda: _Pin, freq: int):
        super().__init__(-1, scl, sda, freq)


class _PWM:
    _machine: "Machine"

    def __init__(self, pin: _Pin):
        self._hertz = 0

    def freq(self, hertz: int) -> None:
        self._hertz = hertz

    def duty_u16(self, duty: int) -> None:
        self._machine.tones.append((self._machine.clock.ms(), self._hertz if duty else 0))


class _ADC:
    _machine: "Machine"

    def __init__(self, pin: _Pin):
        self._number = pin.number

    def read_u16(self) -> int:
        sensor = self._machine.sensors.get(self._number)
        mv = sensor() if sensor else self._machine.analog.get(self._number, 0)
        return mv * 65535 // 3300


_RANDOM_BIT = 0x4006001C
_WATCHDOG = 0x40058000  # its registers: the first has the enable bit
_SCRATCH = 0x4005800C  # eight words that survive a reset
_ON = 1 << 30


class _Registers:
    """The registers that the firmware accesses directly: those of the watchdog, and the random bit
    of the ring oscillator."""

    def __init__(self) -> None:
        self._words = {_WATCHDOG: 0}
        self._rng = Rng(1)
        for n in range(8):
            self._words[_SCRATCH + 4 * n] = 0

    def __getitem__(self, address: int) -> int:
        return self._rng.below(2) if address == _RANDOM_BIT else self._words[address]

    def __setitem__(self, address: int, value: int) -> None:
        if address - 0x3000 in self._words:  # the alias that clears bits in the same registers
            self._words[address - 0x3000] &= ~value
        elif address in self._words:
            self._words[address] = value
        else:
            raise ValueError("no register at %x" % address)


class _WDT:
    """A watchdog that runs from its creation; feeding it too late raises StarvedError."""

    _machine: "Machine"

    def __init__(self, timeout: int):
        if not 1 <= timeout <= 8388:
            raise ValueError("timeout exceeds 8388")
        self._timeout = timeout
        self._fed = self._machine.clock.ms()
        self._machine.mem32[_WATCHDOG] = _ON

    def feed(self) -> None:
        now = self._machine.clock.ms()
        if self._machine.mem32[_WATCHDOG] & _ON and now - self._fed > self._timeout:
            raise StarvedError("not fed for %d ms" % (now - self._fed))
        self._fed = now
