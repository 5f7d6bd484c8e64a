"""Each wire of the breadboard left out, exchanged with another one of its part, or on the leg
beside its own: what the doctor says of it, and what the table does."""

import itertools

import pytest

from hardware import breadboard, colours, pins
from hardware.electronics.circuits import PICO_PIN
from hardware.source import Design
from host_tools.core import AtOnce, carry_out, walk, walkpanel, wires
from host_tools.probes import Probes
from sim.virtual.table import VirtualTable
from sim.virtual.world import World
from table import settings

EVENING = settings.profile("evening")
BY_LEG = {leg: gp for gp, leg in PICO_PIN.items()}
SUPPLIES = ("VCC", "GND", "+")
PARTS = {
    "reader": {"SCK": "sck", "MISO": "miso", "MOSI": "mosi", "SS": "pad_select"},
    "display": {"SDA": "display_sda", "SCL": "display_scl"},
    "knob": {"CLK": "knob_a", "DT": "knob_b", "SW": "knob_push"},
    "button": {"1": "take_back"},
}
FED = {"reader": ("VCC", "GND"), "display": ("VCC", "GND"), "knob": ("+", "GND"),
       "button": ("2",)}


def cases():
    """Yield (words, part, {wire: GP or None}, the wires that are wrong, does a supply lack?)."""
    for part, signals in PARTS.items():
        own = {pin: EVENING.PINS[name] for pin, name in signals.items()}
        for pin in (*signals, *FED[part]):
            moved = {signals[pin]: None} if pin in signals else {}
            yield f"{part} {pin} left out", part, moved, (pin,), pin in FED[part]
        for one, other in itertools.combinations((*signals, *FED[part]), 2):
            if part == "button":
                continue  # it has no plus: either way round is right
            moved = {signals[a]: own.get(b) for a, b in ((one, other), (other, one))
                     if a in signals}
            yield (f"{part} {one} and {other} exchanged", part, moved, (one, other),
                   bool({one, other} & set(FED[part])))
        for pin, name in signals.items():
            for leg in (PICO_PIN[own[pin]] - 1, PICO_PIN[own[pin]] + 1):
                gp = BY_LEG.get(leg)
                if gp not in own.values():  # two wires in one row of holes are another mistake
                    yield f"{part} {pin} on leg {leg}", part, {name: gp}, (pin,), False


CASES = list(cases())


class Hands:
    """Somebody who does what the doctor asks, at a world whose wires are wrong."""

    def __init__(self, world, dead):
        self._world, self._dead, self._steps = world, dead, iter(())

    def hear(self, line):
        steps = []
        if "turn the knob" in line:
            for _ in range(8):
                steps += [("knob_a", 0), ("knob_b", 0), ("knob_a", 1), ("knob_b", 1)]
        elif "push the knob" in line:
            steps = [("knob_push", 0), ("knob_push", 1)]
        elif "press take back" in line:
            steps = [("take_back", 0), ("take_back", 1)]
        self._steps = iter([step for step in steps for _ in range(12)])

    def wait(self, us):
        self._world.clock.advance(us)
        name, level = next(self._steps, ("", 1))
        part = "button" if name == "take_back" else "knob"
        gp = self._world.wires.get(name)
        if gp is not None and part != self._dead:
            self._world.machine.line(gp).drive(level)


def examined(part, moved, lacks):
    """Return what the doctor's walk says of a breadboard with such wires."""
    world = World(EVENING)
    world.clock.advance(1000000)
    world.rewire(moved)
    if lacks and part == "reader":
        world.pad.fault = "missing"
    if lacks and part == "display":
        world.machine.i2c_devices.clear()
    hands, said = Hands(world, part if lacks else ""), []
    parts = Probes(world.machine, EVENING, hands.wait, lambda pin, data: None, world.clock)

    def say(line):
        said.append(str(line))
        hands.hear(str(line))

    tour = walk.Walk(EVENING, AtOnce(parts), asks=True)
    carry_out(tour.all(), {"say": say, "ask": lambda question: "Lay one tag" not in str(question)})
    return "\n".join(said)


def is_named(said, part, wrong):
    """Does the doctor name a wire that is wrong: by its pin, or a supply's by its colour?"""
    causes = " ".join(line for line in said.split("\n") if "likely" in line)
    return any(f"({pin})" in causes or (pin in ("+", "2", "GND") and "black one" in causes)
               for pin in wrong)


@pytest.fixture
def short(monkeypatch):
    monkeypatch.setattr(walkpanel, "HAND_S", 1)


def test_a_sound_breadboard(short):
    said = examined("", {}, False)
    assert "WRONG" not in said
    assert not {"brick", "fuse", "block", "buzzer", "ribbon"} & set(said.replace(",", "").split())


def test_the_doctor_names_the_wire_in_nine_cases_of_ten(short):
    missed = [words for words, part, moved, wrong, lacks in CASES
              if not is_named(examined(part, moved, lacks), part, wrong)]
    assert len(CASES) >= 55 and len(missed) <= len(CASES) // 10, missed


@pytest.mark.parametrize(("words", "cause"), [
    ("reader MISO and MOSI exchanged", "MISO) is at GP19, leg 25, and belongs to GP16, leg 21"),
    ("reader SCK and MOSI exchanged", "SCK) is at GP19, leg 25, and belongs to GP18, leg 24"),
    ("reader SCK left out", "the yellow wire (SCK) to GP18, leg 24; or the blue wire (MOSI)"),
    ("display SDA and SCL exchanged", "SDA) is at GP5, leg 7, and belongs to GP4, leg 6"),
    ("knob SW on leg 12", "the white wire (SW) is at GP9, leg 12, and belongs to GP8, leg 11"),
    ("knob CLK and DT exchanged", "its wires to GP6 and GP7 are exchanged"),
    ("button 1 left out", "the violet wire (1) to GP15, leg 20, or the black one"),
])
def test_a_wire_that_is_wrong_is_told_by_colour_and_leg(short, words, cause):
    _, part, moved, _, lacks = next(case for case in CASES if case[0] == words)
    said = examined(part, moved, lacks)
    assert cause in said and not {"fuse", "block", "brick"} & set(said.split())


@pytest.mark.parametrize("case", [
    case for case in CASES if case[1] == "reader" and not case[4]], ids=lambda case: case[0])
def test_a_reader_with_a_wrong_wire_is_no_reader_for_the_table(case, tmp_path):
    table = VirtualTable(EVENING, str(tmp_path))
    table.world.rewire(case[2])
    table.start()
    table.run(2000)
    reader, = table.app.host.handle({"do": "readers"})["readers"]
    assert reader[0] == "pad" and reader[-1] in ("silent", "starting", "garbled")


def test_legs_and_colours_are_those_of_the_plans():
    assert {gp: wires.leg(gp) for gp in PICO_PIN} == PICO_PIN
    known = pins.table(Design().pins)
    for name, (printed, colour) in wires.WIRES.items():
        assert colours.of(known[name]["net"]) == colour
        assert any(wire.pin == printed and wire.at == wires.leg(EVENING.PINS[name])
                   and wire.colour == colour for wire in breadboard.wires(Design())), name


@pytest.mark.parametrize(("mv", "cause"), [
    (0, "from the 5 V rail to GP26, leg 31"), (3300, "begins at the 3.3 V rail"),
    (6600, "the second resistor of 10k")])
def test_resistors_that_do_not_halve_the_5_v(mv, cause):
    world = World(EVENING)
    world.machine.analog[EVENING.PINS["supply"]] = mv // 2
    parts = Probes(world.machine, EVENING, world.clock.advance, lambda pin, data: None,
                   world.clock)
    tour = walk.Walk(EVENING, AtOnce(parts))
    carry_out(tour.all(), {"say": lambda line: None})
    said = "\n".join(map(str, tour.lines))
    assert cause in said and "reader pad ok" in said
