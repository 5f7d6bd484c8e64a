"""Each wire of the breadboard left out, exchanged with each other one, or in the hole beside its
own: what the doctor says of it, and what the table does."""

import pytest

from hardware import breadboard, colours, pins
from hardware.electronics.circuits import PICO_PIN
from hardware.source import ROOT, Design
from host_tools.core import AtOnce, carry_out, dark_lights, walk, walkpanel, wires
from host_tools.probes import Probes
from sim.virtual.table import VirtualTable
from sim.virtual.world import World
from table import settings
from tests.host.breadboard_model import Board, mistakes, planned

EVENING = settings.profile("evening")
MISTAKES = {words: (Board(then), wrong) for words, then, wrong in mistakes()}
STARTED = {words: case for words, case in MISTAKES.items() if case[0].starts()}
FAULTS = {words: case for words, case in STARTED.items() if not case[0].works(EVENING)}
METERED = [question for question, _ in (*dark_lights.SUPPLY, *dark_lights.DATA)] + [
    dark_lights.AT_INPUT]
STEPS = {"reader": "reader pad", "button": "take_back", "shifter": "lights", "strip": "lights",
         "resistor": "supply", "second": "supply"}


class Hands:
    """Somebody who does what the doctor asks, at a world whose wires are wrong; the parts `dead`
    close no contact."""

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
        gp = self._world.wires.get(name)
        if gp is not None and ("button" if name == "take_back" else "knob") not in self._dead:
            self._world.machine.line(gp).drive(level)


def world_of(board):
    """A virtual world in which flows what the model says."""
    world = World(EVENING)
    world.clock.advance(1000000)
    if board.moved(EVENING):
        world.rewire(board.moved(EVENING))
    if not board.is_fed("reader", "VCC", 4.5):
        world.pad.fault = "missing"
    if not board.is_fed("display", "VCC", 3.0):
        world.machine.i2c_devices.clear()
    world.machine.analog[EVENING.PINS["supply"]] = round(1000 * board.half())
    return world


def examined(board, meter=True):
    """Return what the doctor's walk says to somebody with a voltmeter, or without one."""
    world = world_of(board)
    hands, said = Hands(world, board.dead_hands()), []
    parts = Probes(world.machine, EVENING, hands.wait, lambda pin, data: None, world.clock)

    def say(line):
        said.append(str(line))
        hands.hear(str(line))

    def ask(question):
        question = str(question)
        if "lights" in question or "first light" in question:
            return board.has_lights()
        if "voltmeter" in question:
            return meter
        if any(question == str(one) for one in METERED):
            return board.measured(question)
        return "Lay one tag" not in question

    tour = walk.Walk(EVENING, AtOnce(parts), asks=True)
    carry_out(tour.all(), {"say": say, "ask": ask})
    return "\n".join(said)


def wire_colour(pin):
    return {"DIN": "green", "5V": "red", "GND": "black"}[pin]


def name_of(wire):
    """Words of the doctor's cause that only this wire has, among those of its part."""
    part, pin = wire.part, wire.pin
    if part == "Pico":
        return {"VBUS": ("to VBUS, leg 40", "to legs 36 and 40"),
                "3V3(OUT)": ("3.3 V rail to leg 36", "to legs 36 and 40")}.get(
            pin, ("%s ground rail to leg %d" % wire.side_and_leg,))
    if part == "shifter":
        return {"OE1": ("leg 1 ",), "GND": ("leg 7 ",), "A1 ": ("(leg 2)",),
                "VCC": ("leg 14 ",)}.get(pin[:3], ())
    if part == "strip":
        return (f"strip's {wire_colour(pin)} wire",)
    if part in ("resistor", "second"):
        return ("first resistor",) if part == "resistor" else ("second resistor",)
    if pin == "GND" or (part, pin) == ("button", "2"):
        return ("black one",)
    exchanged = ("GP6 and GP7 are exchanged",) if pin in ("CLK", "DT") else ()
    return (f"({pin})", *exchanged)


def is_named(said, wrong):
    """Does the doctor name a wire that is wrong, in the cause of a step of its part?"""
    lines = said.split("\n")
    causes = [(line, cause) for line, cause in zip(lines, lines[1:], strict=False)
              if "WRONG" in line]
    return any(words in cause and (wire.part == "Pico" or line.startswith(
        STEPS.get(wire.part, wire.part))) for wire in wrong for words in name_of(wire)
        for line, cause in causes)


@pytest.fixture
def short(monkeypatch):
    monkeypatch.setattr(walkpanel, "HAND_S", 1)


def test_a_sound_breadboard(short):
    said = examined(Board(planned()))
    assert "WRONG" not in said
    assert not {"brick", "fuse", "block", "buzzer", "ribbon"} & set(said.replace(",", "").split())


def answers(cases):
    """Return the words of the mistakes whose wire the doctor does not name; it finds nothing wrong
    where all works all the same."""
    missed = []
    for words, (board, wrong) in cases.items():
        said = examined(board)
        if words not in FAULTS:
            assert "WRONG" not in said, words
        elif not is_named(said, wrong):
            missed.append(words)
    return missed


def test_the_doctor_names_the_wire_in_nine_cases_of_ten(short):
    some = dict(list(STARTED.items())[::9])
    missed = answers(some)
    assert len(some) > 60 and len(missed) <= len(some) // 10, missed


@pytest.mark.deep
def test_the_doctor_names_the_wire_in_the_whole_matrix(short):
    missed = answers(STARTED)
    counted = (f"of {len(MISTAKES)} mistakes {len(MISTAKES) - len(STARTED)} keep the Pico from "
               f"starting, {len(STARTED) - len(FAULTS)} do no harm, and in "
               f"{len(FAULTS) - len(missed)} of the other {len(FAULTS)} the doctor names a wrong "
               "wire")
    print("\n" + counted + ", but for: " + "; ".join(missed))
    page = (ROOT / "hardware" / "docs" / "evening.md").read_text(encoding="utf-8")
    assert counted in " ".join(page.split()) and len(missed) <= len(FAULTS) // 10


def test_a_pico_that_does_not_start_has_a_supply_on_another(short):
    dead = [wrong for words, (board, wrong) in MISTAKES.items() if not board.starts()]
    feeds = {"VCC", "GND", "5V", "+", "VBUS", "3V3(OUT)", "VCC (leg 14)", "GND (leg 7)"}
    assert len(dead) < len(MISTAKES) // 10
    assert all(any(wire.pin in feeds or wire.end[0] == "rail" for wire in wrong)
               for wrong in dead)


@pytest.mark.parametrize(("words", "cause"), [
    ("reader MISO and reader MOSI exchanged",
     "MISO) is at GP19, leg 25, and belongs to GP16, leg 21"),
    ("reader SCK and reader MOSI exchanged",
     "SCK) is at GP19, leg 25, and belongs to GP18, leg 24"),
    ("reader SCK left out", "the yellow wire (SCK) to GP18, leg 24; or the blue wire (MOSI)"),
    ("reader SCK and display SDA exchanged", "SCK) is at GP4, leg 6, and belongs to GP18, leg 24"),
    ("display SCL and display SDA exchanged",
     "SDA) is at GP5, leg 7, and belongs to GP4, leg 6"),
    ("knob SW at leg 12", "the white wire (SW) is at GP9, leg 12, and belongs to GP8, leg 11"),
    ("knob CLK and knob DT exchanged", "its wires to GP6 and GP7 are exchanged"),
    ("button 1 left out", "the violet wire (1) to GP15, leg 20, or the black one"),
    ("Pico 3V3(OUT) left out", "the orange wire of the 3.3 V rail to leg 36"),
    ("Pico GND 3 at leg 2", "too, the black wire of the left ground rail to leg 3"),
    ("Pico GND 38 at leg 39", "or the black wire of the right ground rail to leg 38"),
    ("Pico VBUS and Pico 3V3(OUT) exchanged", "both rails to legs 36 and 40 are exchanged"),
    ("strip GND left out", "likely: the strip's black wire to the ground rail"),
    ("strip 5V left out", "likely: the strip's red wire to the 5 V rail"),
    ("strip DIN left out", "likely: the strip's green wire to leg 3 of the shifter"),
    ("shifter OE1 (leg 1) left out", "likely: the black wire of the shifter's leg 1"),
    ("shifter A1 (leg 2) left out", "likely: the shifter's green wire (leg 2) to GP22, leg 29"),
    ("shifter GND (leg 7) left out", "likely: the black wire of the shifter's leg 7"),
    ("shifter VCC (leg 14) left out", "likely: the red wire of the shifter's leg 14"),
])
def test_a_wire_that_is_wrong_is_told_by_colour_and_leg(short, words, cause):
    said = examined(FAULTS[words][0])
    assert cause in said and not {"fuse", "block", "brick"} & set(said.split())


def test_dark_lights_without_a_voltmeter(short):
    said = examined(FAULTS["strip GND left out"][0], meter=False)
    assert "its green wire to leg 3 of the shifter, or its red or black one" in said


@pytest.mark.parametrize("words", [
    words for words, (board, wrong) in FAULTS.items()
    if all(wire.part == "reader" for wire in wrong) and board.is_fed("reader", "VCC", 4.5)])
def test_a_reader_with_a_wrong_wire_is_no_reader_for_the_table(words, tmp_path):
    table = VirtualTable(EVENING, str(tmp_path))
    table.world.rewire(FAULTS[words][0].moved(EVENING))
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
