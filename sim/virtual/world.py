"""The surface of a virtual table: tags on it, hands that move them, and faults.

Positions are in mm: a cell is 50 wide with its reader in the middle; the pad is beside the board.
A reader reaches tags up to _REACH away: so a tag between two cells lies in two fields (facts:
coil-reach). Two fields closer than _QUIET garble UIDs (facts: field-distance). A hall switch
senses the magnet in the middle of a piece up to _FEELS away, which is an assumption. Both are
attributes of a World, and tests may change them.
"""

from sim.virtual.bus import CELLS, Chain, HallChain, ReaderBus
from sim.virtual.clock import VirtualClock
from sim.virtual.encoder import Encoder
from sim.virtual.machine import Line, Machine
from sim.virtual.misses import Misses
from sim.virtual.ntag import Tag
from sim.virtual.oled import Oled
from sim.virtual.pn532 import Pn532
from sim.virtual.rp2 import Rp2
from sim.virtual.slide import Slide
from sim.virtual.ws2812 import Strip
from table import tags

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Iterator, Sequence
    from types import ModuleType
    from typing import Any

    from games.types import Json
    from sim.virtual.card import Card
    from sim.virtual.slide import Stop

PITCH = 50
_REACH = 27
_QUIET = 120
_FEELS = 10
_PAD = (-500, 0)
_BESIDE = 60  # from the middle of a cell at the edge to a place that no field reaches
_NO_READER = 255
_BUTTONS = {"push": "knob_push", "back": "take_back"}
_DISPLAY = 0x3C
_HALF_MV = 2500  # after the divider of the 5 V
_FAR = 1 << 28
_WIDE = 20  # places in a row if the board has no rows of squares


class World:
    """The chips of `profile`, connected as it says, and the tags on them; `machine` and `rp2` are
    for the firmware."""

    def __init__(self, profile: "ModuleType"):
        self.profile = profile
        # The pins at the ends of the wires of the pad's reader, the display, the knob and the
        # button, by the names of the profile's pins; None: a loose wire.
        self.wires: "dict[str, int | None]" = dict(profile.PINS)
        self.clock = VirtualClock()
        self.machine = Machine(self.clock)
        self.rp2 = Rp2(self.clock)
        self.names = profile.SPOTS.split(" ")
        # tag or card -> ((x, y), its number in the order in which they were laid)
        self.at: "dict[Any, Any]" = {}
        self._laid = 0
        self.reach = _REACH
        self.feels = _FEELS
        self.slides: "list[Any]" = []  # (tag, Slide) of pieces that are being slid
        # id of a chip -> tags in reach, nearest first
        self._near: "dict[int, list[Tag | Card]]" = {}
        self.chips = [Pn532(self.clock, self) for _ in range(CELLS * profile.BLOCKS)]
        self.pad = Pn532(self.clock, self)
        self.misses = Misses()
        for chip in self.chips + [self.pad]:
            chip.misses = self.misses
        self._spot_of = {}
        for place in range(len(self.names)):
            if profile.READERS[place] != _NO_READER:
                self._spot_of[id(self.chips[profile.READERS[place]])] = self._middle(place)
        self._spot_of[id(self.pad)] = _PAD
        self._has_supply = True
        self._wire()
        self.supply(True)

    def _wire(self) -> None:
        pins = self.profile.PINS
        machine = self.machine
        bus = self.bus = ReaderBus(self.profile, self.chips, self.pad, self.clock)
        chain = Chain(self.profile, bus.latched)
        machine.spi_devices[pins["sck"]] = bus
        machine.spi_devices[pins["chain_clock"]] = chain
        if "facing_east" in pins:
            self._fit_facing_sensors(chain)
        machine.line(pins["chain_latch"]).listeners.append(chain.latch)
        machine.line(pins["chain_oe"]).listeners.append(chain.output_enable)
        if self.profile.HALL_BITS:
            self.halls = machine.spi_devices[pins["chain_clock"]] = HallChain(self.hall_levels)
            machine.line(pins["hall_load"]).listeners.append(self.halls.load)
        if "pad_power" in pins:
            machine.line(pins["pad_power"]).listeners.append(bus.pad_power)
        self.strip = Strip(self.profile.PIXELS, self.profile.ORDER)
        self.rp2.strips[pins["pixels"]] = self.strip
        self.fit_display(Oled)
        self.fit_knob()
        machine.loose = bus
        self._select_line = machine.line(pins["pad_select"])
        self._join()

    def _fit_facing_sensors(self, chain: Chain) -> None:
        """Put the sensors of turned tiles under the cells, and their switches behind the chain."""
        from sim.virtual.facings import REST_MV, FacingSensors  # few boards have them

        middles = {}
        for place, reader in enumerate(self.profile.READERS):
            if reader != _NO_READER:
                middles[reader] = self._middle(place)
        sensors = self.facings = FacingSensors(self.profile, self.clock, middles, self._around)
        chain.listeners.append(sensors.latched)
        for name, read in (("facing_east", sensors.east), ("facing_north", sensors.north)):
            self.machine.sensors[self.profile.PINS[name]] = read
            self.machine.analog[self.profile.PINS[name]] = REST_MV  # all that an emulated Pico has

    def _around(
        self, x: float, y: float, mm: int
    ) -> "Iterator[tuple[Tag | Card, float, float]]":
        """Yield the tags whose middles are less than `mm` from a point on both axes, with the
        point's place from there."""
        self._go_on()
        for tag in self.at:
            spot = self.at[tag][0]
            if abs(x - spot[0]) < mm and abs(y - spot[1]) < mm:
                yield tag, x - spot[0], y - spot[1]

    def rewire(self, wires: "dict[str, int | None]") -> None:
        """Move wires of a breadboard to other pins, before the next start."""
        self.machine.spi_devices.pop(self.profile.PINS["sck"], None)
        self.wires.update(wires)
        self.bus.by_bytes = True
        self._join()
        self.fit_knob()

    def _join(self) -> None:
        """Join the reader and the display to the pins where their wires end."""
        bus = self.bus
        bus.lines = {name: self.wires[name] for name in ("sck", "mosi", "miso")}
        self.machine.i2c_lines = {
            name: self.wires["display_" + name] for name in ("sda", "scl")
        }
        if bus.pad_select in self._select_line.listeners:
            self._select_line.listeners.remove(bus.pad_select)
        self._select_line = self._end("pad_select")
        self._select_line.listeners.append(bus.pad_select)
        self.machine.line(self.profile.PINS["miso"]).source = lambda: None
        self._end("miso").source = self._answer_level

    def _end(self, name: str) -> Line:
        """Return the line at the end of a wire; a separate one for a loose wire."""
        gp = self.wires[name]
        return Line() if gp is None else self.machine.line(gp)

    def _answer_level(self) -> int | None:
        """Return the level that the pad's reader drives onto its answer wire."""
        is_on = self.pad.powered and not self.pad.fault
        return 0 if is_on and self.bus.is_pad_selected() else None

    def _middle(self, place: int) -> tuple[int, int]:
        width = self.profile.WIDTH or _WIDE
        return (PITCH * (place % width), PITCH * (place // width))

    def supply(self, on: bool) -> None:
        """Plug in the 5 V, or unplug them: the Pico then runs on USB alone."""
        self._has_supply = on
        self.machine.analog[self.profile.PINS["supply"]] = _HALF_MV if on else 0
        self.bus.supply(on)

    def cut_power(self) -> None:
        """Cut the power for a second; tags stay in place."""
        pins = self.profile.PINS
        self.bus.power_cut()
        self.strip.frame = bytes(len(self.strip.frame))
        self.machine.line(pins["chain_oe"]).drive(1)  # pulled up, like the other one
        self.machine.line(pins["pad_select"]).level = 1
        if "pad_power" in pins:
            self.machine.line(pins["pad_power"]).level = 1
        self.clock.advance(1000000)
        self.supply(self._has_supply)

    # ---- the field, for the chips ---------------------------------------------------------------

    def tags(self, chip: Pn532) -> "list[Tag | Card]":
        """Return the tags in reach of a chip, nearest first."""
        if self.slides:
            self._go_on()
        key = id(chip)
        near = self._near.get(key)
        if near is None:
            here = self._spot_of.get(key)
            found = []
            for tag in self.at:
                spot, number = self.at[tag]
                apart = _apart(here, spot) if here else _FAR
                if apart <= self.reach * self.reach:
                    found.append((apart, number, tag))
            near = self._near[key] = [entry[2] for entry in sorted(found)]
        return near

    def is_disturbed(self, chip: Pn532) -> bool:
        """Is another field so near that UIDs are garbled?"""
        here = self._spot_of.get(id(chip))
        for other in self.chips:
            if other is not chip and other.field_on:
                there = self._spot_of.get(id(other))
                if here and there and _apart(here, there) < _QUIET * _QUIET:
                    return True
        return False

    def hall_levels(self) -> bytearray:
        """Return the levels of the hall switches, in the order they are shifted out; low means a
        magnet."""
        size = self.profile.HALL_BITS // 8
        levels = bytearray(b"\xff" * size)
        self._go_on()
        for tag in self.at:
            spot = self.at[tag][0]
            for place in range(len(self.names)):
                if tag.has_magnet and _apart(self._middle(place), spot) <= self.feels * self.feels:
                    bit = self.profile.HALL[place]
                    levels[size - 1 - bit // 8] &= ~(1 << bit % 8)
        return levels

    # ---- hands ----------------------------------------------------------------------------------

    def make(self, uid: bytes, record: bytes | None = None) -> Tag:
        """Make and return a new tag, blank or with a record of table/tags.py."""
        tag = Tag(uid)
        if record:
            at = 4 * tags.FIRST_PAGE
            tag.memory[at : at + len(record)] = record
        return tag

    def put(self, tag: "Tag | Card", name: "Any", turn: int | None = None) -> None:
        """Put a tag on the middle of a place, between two such as "c3/d3", or on "pad"; `turn` is
        that of a tile with magnets, in degrees clockwise."""
        tag.turn = turn
        self.lay(tag, _PAD if name == "pad" else self.spot(name))

    def lay(self, tag: "Tag | Card", spot: tuple[int, int]) -> None:
        """Put a tag anywhere: (x, y) in millimetres from the middle of the first place."""
        self._let_go(tag)
        if tag not in self.at:
            self._laid += 1
        self.at[tag] = (spot, self.at[tag][1] if tag in self.at else self._laid)
        self._near = {}

    def lift(self, tag: "Tag | Card") -> None:
        """Take a tag away."""
        self._let_go(tag)
        self.at.pop(tag, None)
        self._near = {}

    def slide(self, tag: "Tag | Card", stops: "Sequence[Stop]", speed: int) -> int:
        """Begin to slide a tag over `stops` at `speed` mm/s, see Slide; return the ms it takes."""
        slide = Slide(stops, speed, self.clock.now)
        self.lay(tag, slide.at(self.clock.now))
        self.slides.append((tag, slide))
        return (slide.end - self.clock.now + 999) // 1000

    def _go_on(self) -> None:
        """Move sliding tags to their present positions."""
        for tag, slide in self.slides[:]:
            self.lay(tag, slide.at(self.clock.now))
            if self.clock.now < slide.end:
                self.slides.append((tag, slide))

    def _let_go(self, tag: "Tag | Card") -> None:
        self.slides = [entry for entry in self.slides if entry[0] is not tag]

    def spot(self, name: str) -> tuple[int, int]:
        """Return the (x, y) in mm of a place; "c3/d3" lies between two."""
        parts = [name] if name in self.names else name.split("/")  # a hex's edge has one, too
        spots = [self._middle(self._index(part)) for part in parts]
        return (sum([x for x, _ in spots]) // len(spots), sum([y for _, y in spots]) // len(spots))

    def edge(self, name: str) -> tuple[int, int]:
        """Return the (x, y) off the board that is nearest to a place."""
        width = self.profile.WIDTH or _WIDE
        x, y = self.spot(name)
        right, down = PITCH * (width - 1), PITCH * ((len(self.names) - 1) // width)
        least = min(x, y, right - x, down - y)
        if least == x:
            return (-_BESIDE, y)
        if least == right - x:
            return (right + _BESIDE, y)
        return (x, -_BESIDE) if least == y else (x, down + _BESIDE)

    def place_of(self, tag: "Tag | Card") -> int | None:
        """Return the number of the place whose middle a tag lies on; None elsewhere."""
        self._go_on()
        if tag not in self.at:
            return None
        x, y = self.at[tag][0]
        width = self.profile.WIDTH or _WIDE
        place = y // PITCH * width + x // PITCH
        return place if x >= 0 and self._middle(place) == (x, y) else None

    def turn_knob(self, clicks: int, rest: "Callable[..., object] | None" = None) -> None:
        """Turn the knob by a number of clicks; clockwise is positive. `rest(ms)` lets time pass
        between two clicks of a knob that is not plain (sim/virtual/encoder.py)."""
        self.knob.turn(clicks, rest)

    def fit_knob(self, **traits: "Any") -> None:
        """Fit another knob of sim/virtual/encoder.py, before the next start."""
        lines = [self._end(name) for name in ("knob_a", "knob_b")]
        self.knob = Encoder(lines[0], lines[1], self.clock, **traits)

    def fit_strip(self, order: str) -> None:
        """Connect a strip that takes its colours in another order, such as "RGB" or "GRBW",
        before the next start."""
        log = self.strip.log
        self.strip = Strip(self.profile.PIXELS, order)
        self.strip.log = log
        self.rp2.strips[self.profile.PINS["pixels"]] = self.strip

    def fit_display(self, make: "Callable[..., Any]") -> None:
        """Connect another display, a class of sim/virtual/oled.py, before the next start."""
        self.display = self.machine.i2c_devices[_DISPLAY] = make()

    def press(self, button: str, down: bool) -> None:
        """Press ("push" or "back") or release a button."""
        self._end(_BUTTONS[button]).drive(0 if down else 1)

    def fault(self, name: str, fault: str) -> None:
        """Give the reader at a place (or "pad") a fault of sim/virtual/pn532.py, "" for none;
        "reset" makes it forget its configuration once."""
        chip = self.chip(name)
        if fault == "reset":
            chip.reset()
        elif fault in ("", "silent", "garbled", "missing"):
            chip.fault = fault
        else:
            raise ValueError("there is no fault %s" % fault)

    def be(self, name: str, traits: "Json") -> None:
        """Give the reader at a place, on the "pad", or "all" of them, other traits (see
        `Pn532.be`)."""
        chips = self.chips + [self.pad] if name == "all" else [self.chip(name)]
        for chip in chips:
            chip.be(traits)

    def short(self, block: int, on: bool = True) -> None:
        """Short-circuit the supply of a block, counted from 0, or repair it."""
        if on:
            self.bus.shorted.add(block)
        else:
            self.bus.shorted.discard(block)
        self.bus.supply(self._has_supply)

    def chip(self, name: str) -> Pn532:
        """Return the Pn532 at a place, or the one of the "pad"."""
        if name == "pad":
            return self.pad
        reader = self.profile.READERS[self._index(name)]
        if reader == _NO_READER:
            raise ValueError("%s has no reader" % name)
        chip: Pn532 = self.chips[reader]
        return chip

    def reader(self, number: int) -> Pn532:
        """Return the Pn532 with a number in the chain."""
        return self.chips[number]

    def swap(self, one: str, other: str) -> None:
        """Exchange the chips of two places."""
        a, b = id(self.chip(one)), id(self.chip(other))
        spots = self._spot_of
        spots[a], spots[b] = spots[b], spots[a]
        self._near = {}

    def _index(self, name: str) -> int:
        if name not in self.names:
            raise ValueError("the board has no place %s" % name)
        place: int = self.names.index(name)
        return place

    def polls(self) -> list[int]:
        """Return how often each reader under a place has been asked for tags."""
        return [chip.polls for chip in self.chips if id(chip) in self._spot_of]

    # ---- eyes -----------------------------------------------------------------------------------

    def lights(self, name: str) -> list[tuple[int, int, int]]:
        """Return the (red, green, blue) of each pixel of a place."""
        per = self.profile.PER_SPOT
        order = self.strip.order
        colours = []
        for i in range(per):
            at = 2 * (self._index(name) * per + i)
            pixel = self.profile.LIGHTS[at] | self.profile.LIGHTS[at + 1] << 8
            if pixel != 0xFFFF:
                raw = self.strip.frame[len(order) * pixel : len(order) * (pixel + 1)]
                red, green, blue = [raw[order.index(colour)] for colour in "RGB"]
                colours.append((red, green, blue))
        return colours


def _apart(one: tuple[int, int], two: tuple[int, int]) -> int:
    """Return the square of the distance."""
    return (one[0] - two[0]) * (one[0] - two[0]) + (one[1] - two[1]) * (one[1] - two[1])
