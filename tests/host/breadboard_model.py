"""Currents on the evening's breadboard when its wires are wrong: a model of nets and supplies,
from the wires of the plans, that a virtual world is set to."""

from hardware import breadboard
from hardware.electronics.circuits import PICO_PIN
from hardware.source import Design
from host_tools.core.wires import WIRES

BY_LEG = {leg: gp for gp, leg in PICO_PIN.items()}
SIGNALS = {"reader": ("sck", "miso", "mosi", "pad_select"),
           "display": ("display_sda", "display_scl"),
           "knob": ("knob_a", "knob_b", "knob_push"), "button": ("take_back",)}
_LEFT = ("display", "knob", "button")  # their wires end at the rails on the left
_VOLTS = {40: 5.0, 39: 4.7, 36: 3.3, 35: 3.3, **dict.fromkeys((3, 8, 13, 18, 23, 28, 33, 38), 0.0)}
_ENABLE = 37  # a load on it switches the Pico's 3.3 V off
_BESIDE = {"5 V": "ground right", "ground right": "5 V", "3.3 V": "ground left",
           "ground left": "3.3 V"}


class Wire:
    """A wire from `part` `pin` to `end`: ("leg", number), ("rail", name) or ("shifter", leg).
    `of` is its number in the plans' table."""

    def __init__(self, of, part, pin, start, end):
        self.of, self.part, self.pin, self.start, self.end = of, part, pin, start, end

    def __str__(self):
        number = " %d" % self.side_and_leg[1] if (self.part, self.pin) == ("Pico", "GND") else ""
        return f"{self.part} {self.pin}{number}"

    @property
    def side_and_leg(self):
        """The side of the ground rail that a wire of the Pico feeds, and the leg it belongs to."""
        return ("left", 3) if self.of == 3 else ("right", 38)


def planned():
    """The wires as they should be."""
    made, resistors = [], 0
    for number, (part, pin, to, _, at) in enumerate(breadboard.wires(Design())):
        part = part.split()[0]
        side = "left" if part in _LEFT or part == "Pico" and at == 3 else "right"
        rail = ("rail", to.replace(" rail", "") + (f" {side}" if "ground" in to else ""))
        if part in ("resistor", "second"):
            resistors += 1
            pin = f"end {resistors}"
        start = ("leg", at) if part == "Pico" else (part, pin)
        end = (rail if "rail" in to else ("leg", at) if at else
               ("shifter", "Y1 (leg 3)"))
        if part == "strip" and pin == "DIN":
            end = ("shifter", "Y1 (leg 3)")
        made.append(Wire(number, part, pin, start, end))
    return made


def mistakes():
    """Yield (words, the wires then, the numbers of those that are wrong): each wire left out,
    exchanged with each other one, or one hole beside its own."""
    wires = planned()
    for wire in wires:
        yield f"{wire} left out", [one for one in wires if one is not wire], (wire,)
        for start, end in _beside(wire):
            moved = Wire(wire.of, wire.part, wire.pin, start, end)
            there = end if start == wire.start else start
            yield (f"{wire} at {there[0]} {there[1]}",
                   [moved if one is wire else one for one in wires], (wire,))
    for n, one in enumerate(wires):
        for other in wires[n + 1:]:
            if one.end != other.end:
                swapped = {one.of: other.end, other.of: one.end}
                yield (f"{one} and {other} exchanged",
                       [Wire(w.of, w.part, w.pin, w.start, swapped.get(w.of, w.end))
                        for w in wires], (one, other))


def _beside(wire):
    kind, at = wire.end
    if wire.part == "Pico":
        for leg in (wire.start[1] - 1, wire.start[1] + 1):
            if 1 <= leg <= 40:
                yield ("leg", leg), wire.end
    if kind == "leg":
        for leg in (at - 1, at + 1):
            if (leg - 1) // 20 == (at - 1) // 20:
                yield wire.start, ("leg", leg)
    elif kind == "rail":
        yield wire.start, ("rail", _BESIDE[at])
    else:
        for leg in ("A1 (leg 2)", "OE2 (leg 4)"):
            yield wire.start, ("shifter", leg)


class Board:
    """The nets that some wires make, and which parts then work."""

    def __init__(self, wires):
        self._net = {}
        for wire in wires:
            ends = [self._net.setdefault(end, end) for end in (wire.start, wire.end)]
            self._net = {point: ends[0] if net == ends[1] else net
                         for point, net in self._net.items()}

    def points(self, point):
        net = self._net.get(point)
        return [point] if net is None else [p for p, other in self._net.items() if other == net]

    def volts(self, point):
        """The V of a point's net; None if no supply is on it, "short" if two are."""
        found = {_VOLTS[leg] for kind, leg in self.points(point) if kind == "leg"
                 and leg in _VOLTS}
        return None if not found else found.pop() if len(found) == 1 else "short"

    def starts(self):
        """Does the Pico start? Not with two supplies on one net, or a load on its enable."""
        return "short" not in map(self.volts, self._net) and not any(
            point == ("leg", _ENABLE) and len(self.points(point)) > 1 for point in self._net)

    def gp(self, part, name):
        """The GP at which a signal's wire ends; None if it is loose, or on a supply."""
        pin = (part, WIRES[name][0])
        found = [BY_LEG[leg] for kind, leg in self.points(pin) if kind == "leg" and leg in BY_LEG]
        return found[0] if found and self.volts(pin) is None else None

    def is_fed(self, part, plus, least):
        volts = self.volts((part, plus))
        return volts is not None and volts >= least and self.volts((part, "GND")) == 0

    def half(self):
        """The V at GP26, between the two resistors."""
        pin, pulls = ("leg", 31), []
        if self.volts(pin) is not None:
            return self.volts(pin)
        for part, ends in (("resistor", (1, 2)), ("second", (3, 4))):
            here, there = [(part, f"end {n}") for n in ends]
            for near, far in ((here, there), (there, here)):
                if pin in self.points(near) and self.volts(far) is not None:
                    pulls.append(self.volts(far))
        return sum(pulls) / len(pulls) if pulls else 0.0

    def has_lights(self):
        on = ("shifter", "OE1 (leg 1)")
        data = self.points(("shifter", "A1 (leg 2)"))
        return (self.is_fed("strip", "5V", 4.5) and self.volts(on) == 0
                and self.volts(("shifter", "VCC (leg 14)")) in (5.0, 4.7)
                and self.volts(("shifter", "GND (leg 7)")) == 0
                and ("leg", PICO_PIN[22]) in data and ("strip", "DIN") not in data
                and self.volts(("leg", PICO_PIN[22])) is None
                and ("shifter", "Y1 (leg 3)") in self.points(("strip", "DIN"))
                and self.volts(("strip", "DIN")) is None)

    def measured(self, question):
        """Does somebody with a voltmeter answer yes? The wire of the lights' data is high."""
        rail, strip = ("rail", "ground right"), ("strip", "5V")
        vcc, out = ("shifter", "VCC (leg 14)"), ("shifter", "Y1 (leg 3)")
        question = str(question)
        if "leg 2 of" in question:
            return self._has_data(("shifter", "A1 (leg 2)"))
        if "leg 3 of" in question:
            return self._drives()
        if "DIN and" in question:
            return self._drives() and self.points(out) == self.points(("strip", "DIN"))
        here, there = {
            "rail on the right": (("rail", "5 V"), rail), "5V and the": (strip, rail),
            "GND of the strip": (strip, ("strip", "GND")), "leg 14 of": (vcc, rail),
            "legs 14 and 7": (vcc, ("shifter", "GND (leg 7)")),
        }[next(words for words in ("5V and the", "leg 14 of", "GND of the strip",
                                   "legs 14 and 7", "rail on the right") if words in question)]
        return (self.volts(here) or 0) >= 4.5 and self.volts(there) == 0

    def _has_data(self, pin):
        return self.volts(pin) is None and ("leg", PICO_PIN[22]) in self.points(pin)

    def _drives(self):
        """Does the shifter drive its output as high as its input is?"""
        out = ("shifter", "Y1 (leg 3)")
        return (self.volts(("shifter", "OE1 (leg 1)")) == 0 and self.volts(out) is None
                and (self.volts(("shifter", "VCC (leg 14)")) or 0) >= 4.5
                and self.volts(("shifter", "GND (leg 7)")) == 0
                and self._has_data(("shifter", "A1 (leg 2)")))

    def dead_hands(self):
        """The parts of knob and button whose ground is missing."""
        return {part for part, pin in (("knob", "GND"), ("button", "2"))
                if self.volts((part, pin)) != 0}

    def moved(self, profile):
        """{name: GP or None} of the signals that are not where the profile has them."""
        return {name: gp for part, names in SIGNALS.items() for name in names
                if (gp := self.gp(part, name)) != profile.PINS[name]}

    def works(self, profile):
        return (not self.moved(profile) and self.is_fed("reader", "VCC", 4.5)
                and self.is_fed("display", "VCC", 3.0) and not self.dead_hands()
                and self.has_lights() and 2.2 <= self.half() <= 2.75)
