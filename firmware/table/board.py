"""Build the drivers of a board from its profile."""

from table.drivers.buzzer import Buzzer
from table.drivers.chain import Chain
from table.drivers.knob import AUTO, Knob
from table.drivers.oled import Oled
from table.drivers.pixels import Pixels
from table.drivers.pn532 import Bus
from table.sense import Sense
from table.sense.supply import Supply

if False:  # only mypy reads this: the names of types
    from types import ModuleType
    from typing import Any

    from games.types import Json
    from table.clock import Clock

_CHAIN_HERTZ = 5_000_000  # what 16 blocks of 74AHC bear: hardware/chain_timing.py
_DISPLAY_HERTZ = 400_000


class Board:
    """Builds everything from the modules `machine` and `rp2`, real or virtual. `parts` names the
    kinds of the knob ("knob") and of the pixels ("lights"), as settings do."""

    def __init__(
        self, profile: "ModuleType", machine: "Any", rp2: "Any", clock: "Clock",
        parts: "Json | None" = None,
    ):
        self.profile = profile
        parts = parts or {}
        order = parts.get("lights", AUTO)
        self.order = profile.ORDER if order == AUTO else order  # of a pixel's colours
        pins = profile.PINS
        pin = machine.Pin

        def out(name: str, level: int) -> "Any":
            return pin(pins[name], pin.OUT, value=level)

        def button(name: str) -> "Any":
            return pin(pins[name], pin.IN, pin.PULL_UP)

        # First make sure that no signal drives a chip without supply: outputs off, then a chain
        # that switches everything off, and every select low until its reader's supply is up.
        enable = out("chain_oe", 1)
        pad_select = out("pad_select", 0)
        shift = machine.SPI(
            1, baudrate=_CHAIN_HERTZ, sck=out("chain_clock", 0), mosi=out("chain_data", 0),
            miso=pin(pins["chain_return"], pin.IN),
        )
        self.chain = Chain(shift, out("chain_latch", 0), enable, profile)
        readers = machine.SPI(
            0, baudrate=profile.SPI_HZ, sck=out("sck", 0), mosi=out("mosi", 0),
            miso=pin(pins["miso"], pin.IN),
        )
        switches = None
        if profile.HALL_BITS:
            from table.drivers.halls import Halls  # loaded when needed: 2 KB of heap
            from table.switches import Switches

            halls = Halls(shift, out("hall_load", 1), profile.HALL_BITS)
            switches = Switches(halls, profile, clock)
        # Virtual readers take whole frames, since single bytes took two thirds of the simulator's
        # time.
        bus = getattr(readers, "bus", Bus)(readers, self.chain, pad_select)
        self.bus = bus
        self.facing_sensors = None
        if "facing_east" in pins:
            from table.drivers.facings import FacingSensors  # loaded when needed, as above

            both = [machine.ADC(pin(pins["facing_" + side])) for side in ("east", "north")]
            self.facing_sensors = FacingSensors(self.chain, clock, both, profile)
        self.volts = machine.ADC(pin(pins["supply"]))  # after the divider of the 5 V
        pad_power = out("pad_power", 1) if "pad_power" in pins else None
        supply = Supply(bus, self.volts, clock, pad_power)
        self.sense = Sense(bus, supply, profile, clock, switches)
        self.pixels = Pixels(rp2, out("pixels", 0), clock, "W" in self.order)
        self.display = display_of(profile, machine, clock)
        self.knob = Knob(
            button("knob_a"), button("knob_b"), button("knob_push"), button("take_back"), clock,
            parts.get("knob", AUTO),
        )
        self.buzzer = Buzzer(machine.PWM(out("buzzer", 0)), clock)


def display_of(profile: "ModuleType", machine: "Any", clock: "Clock") -> "Oled":
    """Return the display of a board."""
    scl, sda = [machine.Pin(profile.PINS[name]) for name in ("display_scl", "display_sda")]
    return Oled(machine.I2C(0, scl=scl, sda=sda, freq=_DISPLAY_HERTZ), clock)
