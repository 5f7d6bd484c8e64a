"""The pad on a breadboard: its page, picture and bill are those of its profile."""

import re

from hardware import boards, breadboard, pins
from hardware.electronics.circuits import PICO_PIN
from hardware.source import ROOT, Design
from table.wiring import evening

PAGE = (ROOT / "hardware" / "docs" / "evening.md").read_text()


def test_each_wire_of_the_page_is_a_pin_of_the_profile():
    design = Design()
    rows = re.findall(r"(?m)^\| ([\w ]+) \| ([^|]+) \| (?:GP(\d+)|VBUS|3V3|GND|shifter[^|]*) \| ",
                      PAGE)
    joined = {int(gp) for *_, gp in rows if gp}
    wanted = {evening.PINS[name] for name in (
        "sck", "miso", "mosi", "pad_select", "display_sda", "display_scl", "knob_a", "knob_b",
        "knob_push", "take_back", "pixels", "supply")}
    assert joined == wanted and len(rows) == len(breadboard.wires(design))
    by = {(w.part, w.pin): w for w in breadboard.wires(design)}
    assert by["reader", "MISO"].to == f"GP{evening.PINS['miso']}"
    assert by["reader", "MISO"].at == PICO_PIN[evening.PINS["miso"]]


def test_colours_of_the_supplies():
    for wire in breadboard.wires(Design()):
        expected = {"VBUS": "red", "3V3": "orange", "GND": "black"}.get(wire.to)
        assert wire.colour in (expected, "-") or expected is None, wire


def test_the_picture_has_each_wire_once():
    text = (ROOT / "hardware" / "harness" / "evening.svg").read_text()
    drawn = [w for w in breadboard.wires(Design()) if w.part in breadboard._BODIES]
    assert text.count("<path d=\"M") == len(drawn) + 2  # and two resistors


def test_it_costs_less_than_40_dollars():
    cents = sum(line.cents for line in breadboard.bill(Design()))
    assert f"**{cents / 100:.2f}**" in PAGE and 2000 < cents < 4000


def test_the_profile_is_that_of_a_pad_of_36_lights_without_a_switch():
    design = Design()
    board = boards.breadboards(design.boards)["evening"]
    assert evening.PIXELS == len(board.pixels) == 36 and evening.BLOCKS == 0 and evening.PAD
    assert {name: pin["gp"] for name, pin in pins.table(design.pins).items()
                            if name != "pad_power"} == evening.PINS
    assert 0 < evening.LIGHT_MA <= 400
