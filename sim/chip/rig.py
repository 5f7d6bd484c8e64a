"""The table around an emulated Pico: the virtual chips of `sim/virtual`, connected to its pins.

Runs on MicroPython for WebAssembly, in the process of the emulator (rig.mjs). Actions of the chip
come in as calls with the time, in us since the present `age` began; changes of a pin by the world
go out through `drive(pin, level)`.
"""

from sim.virtual.bus import Chain
from sim.virtual.world import World
from table import settings

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable
    from typing import Any

    from games.types import Json

_INPUTS = ("knob_a", "knob_b", "knob_push", "take_back")
_OUTPUTS = ("chain_oe", "chain_latch", "hall_load", "pad_select", "pad_power")


class Rig:
    """A world for one Pico."""

    def __init__(self, profile_name: str, drive: "Callable[..., object]"):
        self.profile = settings.profile(profile_name)
        self.world = World(self.profile)
        self._tags: dict[str, Any] = {}  # uid as hex -> Tag
        self._begun = 0  # us since the first power-on: when the present age began
        machine = self.world.machine
        pins = self.profile.PINS
        self._spi = {}
        for name in ("sck", "chain_clock"):
            if pins[name] in machine.spi_devices:
                self._spi[_bus(pins[name])] = machine.spi_devices[pins[name]]
        self.inputs = [pins[name] for name in _INPUTS]
        self.outputs = [pins[name] for name in _OUTPUTS if name in pins]
        for pin in self.inputs:
            machine.line(pin).listeners.append(_caller(drive, pin))

    def layout(self) -> "Json":
        """Return the pins and buses that the emulator must know, as a dict."""
        pins = self.profile.PINS
        return {
            # By the number of each SPI: 0, or the delay of its shift register in bytes. Such a
            # device gets its bytes only when a pin changes, which halves the time.
            "spi": {str(number): _delay(device) for number, device in self._spi.items()},
            "i2c": pins["display_scl"] // 2 % 2,
            "inputs": self.inputs,
            "outputs": self.outputs,
            "pixels": pins["pixels"],
            "bytes": len(self.world.strip.frame),
            "heartbeat": pins["take_back"],
            "analog": self.world.machine.analog,
        }

    def age(self, seconds: int) -> None:
        """Count the times of calls from so many seconds after the first power-on, from now on."""
        self._begun = 1_000_000 * seconds

    def _at(self, now: int) -> None:
        self.world.clock.now = self._begun + now

    # ---- the chip ------------------------------------------------------------------------------

    def spi(self, number: int, value: int, now: int) -> int:
        """Shift a byte; return the byte that comes back."""
        self._at(now)
        back: int = self._spi[number].exchange(bytes((value,)))[0]
        return back

    def shift(self, number: int, data: bytes) -> None:
        """Shift a list of bytes into a device for which `layout` gave a delay."""
        self._spi[number].exchange(bytes(data))

    def pin(self, number: int, level: int, now: int) -> None:
        """Take a pin's new level, set by the chip."""
        self._at(now)
        self.world.machine.line(number).drive(level)

    def has_i2c(self, address: int) -> bool:
        """Does a device answer to an I2C address?"""
        return address in self.world.machine.i2c_devices

    def i2c(self, address: int, data: bytes, now: int) -> None:
        """Take a transfer to a device, as a list of bytes."""
        self._at(now)
        self.world.machine.i2c_devices[address].write(bytes(data))

    def frame(self, data: bytes, low: "Any", high: "Any", start: int) -> None:
        """Take a frame for the strip, with the extreme waveforms of its bits
        (sim/virtual/ws2812)."""
        self.world.strip.receive(bytes(data), tuple(low), tuple(high), self._begun + start)

    # ---- hands ---------------------------------------------------------------------------------

    def hand(self, deed: str, values: list[Any], now: int) -> Any:
        """Do one of _DEEDS with its values; return its result."""
        self._at(now)
        return _DEEDS[deed](self, *values)

    def _make(self, uid: str, record: str) -> None:
        self._tags[uid] = self.world.make(bytes.fromhex(uid), bytes.fromhex(record))

    def _put(self, uid: str, name: str) -> None:
        self.world.put(self._tags[uid], name)

    def _lift(self, uid: str) -> None:
        self.world.lift(self._tags[uid])

    def _press(self, button: str, down: bool) -> None:
        self.world.press(button, down)

    def _line(self, name: str, level: int) -> None:
        self.world.machine.line(self.profile.PINS[name]).drive(level)

    def _fault(self, name: str, fault: str) -> None:
        self.world.fault(name, fault)

    def _lights(self, name: str) -> list[list[int]]:
        return [list(colour) for colour in self.world.lights(name)]

    def _dots(self) -> str:
        return bytes(self.world.display.memory).hex()

    def _polls(self) -> list[int]:
        return self.world.polls()

    def _cut_power(self) -> None:
        now = self.world.clock.now
        self.world.cut_power()
        self.world.clock.now = now


_DEEDS: "dict[str, Callable[..., Any]]" = {
    "make": Rig._make, "put": Rig._put, "lift": Rig._lift, "press": Rig._press,
    "line": Rig._line, "fault": Rig._fault, "lights": Rig._lights, "dots": Rig._dots,
    "polls": Rig._polls, "cut_power": Rig._cut_power,
}


def _delay(device: object) -> int:
    """Return the delay of a plain shift register in bytes, 0 for other devices."""
    return len(device.bytes) if isinstance(device, Chain) else 0


def _bus(pin: int) -> int:
    """Return the number of the SPI that a clock pin belongs to (RP2040 data sheet, 1.4.3)."""
    return pin >> 3 & 1


def _caller(drive: "Callable[..., object]", pin: int) -> "Callable[..., Any]":
    return lambda level: drive(pin, level)
