"""Faults of the boards and of the breadboard, planted one by one: each is refused by name."""

import dataclasses

import pytest

from hardware import board_rules, breadboard, pinout
from hardware.electronics import circuits, layouts
from hardware.source import Design, SourceError
from tests.host.faulty_circuit import spoil

pytestmark = pytest.mark.deep

BLOCK, MAIN, HALL = "block", "main_board", "hall_block"


def changed(monkeypatch, board, pins=(), gone=(), parts=()):
    """Make circuits.BOARD with faults, as in `spoil`; `pins` are its nets."""
    whole = getattr(circuits, board)
    monkeypatch.setattr(circuits, board, lambda source: spoil(whole(source), pins, gone, parts))


def refused(words):
    with pytest.raises(SourceError, match=words) as caught:
        pinout.check(Design())
        board_rules.check(Design())
    assert caught.value.cure


def shifted(names):
    """Nets of the nine headers' fourth or third pin, one cell on."""
    pin, net = names
    return {(f"J{11 + k}", pin): f"{net}{(k + 1) % 9}" for k in range(9)}


FAULTS = {
    "all selects shifted by a cell": (BLOCK, {"pins": shifted((4, "CS"))}, "firmware has it as"),
    "two selects exchanged": (BLOCK, {"pins": {("J11", 4): "CS1", ("J12", 4): "CS0"}}, "as bit"),
    "all hall switches shifted": (HALL, {"pins": shifted((3, "HALL"))}, "firmware has it as bit"),
    "power and bus bits exchanged": (BLOCK, {"pins": {("U2", 1): "PWR_EN", ("U2", 2): "BUS_EN_N"}},
                                     "as bit"),
    "BUS_EN without its pull-up": (BLOCK, {"gone": ["R5"]}, "only pulls low"),
    "BUS_EN pulled low": (BLOCK, {"pins": {("R5", 1): "GND"}}, "BUS_EN"),
    "BUS_EN_N without its pull-up": (BLOCK, {"gone": ["R6"]}, "hold BUS_EN_N at nothing"),
    "PWR_EN without its pull-down": (BLOCK, {"gone": ["R7"]}, "hold PWR_EN at nothing"),
    "readers' MISO without its pull-up": (BLOCK, {"gone": ["R4"]}, "hold MISO_CELLS at nothing"),
    "CHAIN_RETURN without its pull-down": (MAIN, {"gone": ["R6"]}, "hold CHAIN_RETURN at nothing"),
    "CHAIN_OE_N without its pull-up": (MAIN, {"gone": ["R4"]}, "hold CHAIN_OE_N at nothing"),
    "HALL_LOAD_N pulled low": (MAIN, {"pins": {("R5", 1): "GND"}}, "hold HALL_LOAD_N at"),
    "clock without its pull-down": (MAIN, {"gone": ["R24"]}, "hold CHAIN_CLOCK at nothing"),
    "the pad's power without its pull-up": (MAIN, {"gone": ["R23"]}, "hold PAD_POWER at nothing"),
    "sense divider from 3.3 V": (MAIN, {"pins": {("R9", 1): "+3V3"}}, "SUPPLY_SENSE"),
    "a gate shut for ever": (MAIN, {"pins": {("U2", 1): "+5V_LOGIC"}}, "shuts the gate"),
    "the 1 A fuse bypassed": (MAIN, {"pins": {("D1", 2): "+5V_FUSED"}}, "schottky A"),
    "both ends of the 1 A fuse on one rail": (MAIN, {"pins": {("F2", 2): "+5V_FUSED"}},
                                              "polyfuse_1a is not on"),
    "the 3 A fuse bypassed": (BLOCK, {"pins": {("J4", 1): "+5V"}}, "lights 5V hangs on .5V of"),
    "the power switch before the fuse": (BLOCK, {"pins": {("U4", 5): "+5V"}}, "no capacitor"),
    "a reader before its switch": (BLOCK, {"pins": {("J12", 5): "+5V_FUSED"}}, "pn532 VCC hangs"),
    "the pad's reader before its switch": (MAIN, {"pins": {("J6", 5): "+5V_LOGIC"}}, "pn532 VCC"),
    "lights behind the readers' switch": (BLOCK, {"pins": {("J4", 1): "+5V_CELLS"}}, "lights 5V"),
    "readers without their large capacitor": (BLOCK, {"gone": ["C2"]}, "c470u is not on"),
    "lights without their large capacitor": (BLOCK, {"gone": ["C1"]}, "c1000u is not on"),
    "hall block without its large capacitor": (HALL, {"gone": ["C3"]}, "c470u is not on"),
    "the guard's triac before the fuse": (BLOCK, {"pins": {("Q1", 1): "+5V"}}, "triac A1"),
    "the guard's diode gone": (BLOCK, {"gone": ["D2"]}, "diode_3a K is not on"),
    "buzzer before the 1 A fuse": (MAIN, {"pins": {("BZ1", 1): "+5V_FUSED"}}, "buzzer"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_board(monkeypatch, name):
    board, change, words = FAULTS[name]
    changed(monkeypatch, board, **change)
    refused(words)


@pytest.mark.parametrize("part, words", [("r1k", "bill's has not"), ("r33", "bill's has not")])
def test_a_loop_plug_that_is_not_the_bills(monkeypatch, part, words):
    whole = circuits.table

    def other(*arguments):
        made = whole(*arguments)
        ref = next(ref for ref in made.components if ref.endswith("99") and ref[0] == "R")
        made.components[ref] = dataclasses.replace(made.components[ref], part=part)
        return made
    monkeypatch.setattr(circuits, "table", other)
    refused(words)


@pytest.mark.parametrize("ohm", ["1k", "33", "15"])
def test_a_loop_plug_that_sends_the_clock_back(ohm):
    design = Design()
    design.parts["r150"]["value"] = ohm
    with pytest.raises(SourceError, match="edge back"):
        board_rules.check(design)


EVENING = {
    "display on 5 V": ("display", "VCC", "5 V", "display"),
    "knob on 5 V": ("knob", "+", "5 V", "bears 3.6 V|hangs on"),
    "reader on 3.3 V": ("pn532", "VCC", "3.3 V", "is a supply of 3.6 to 5.5"),
    "enable on 5 V": ("ahct125", "OE1", "5 V", "shuts the gate"),
    "shifter on 3.3 V": ("ahct125", "VCC", "3.3 V", "is a supply of 4.5"),
    "strip on 3.3 V": ("lights", "5V", "3.3 V", "is a supply of 4.5"),
    "display's ground on 3.3 V": ("display", "GND", "3.3 V", "is ground"),
    "MISO and MOSI exchanged": ("pn532", "MISO", ("mosi",), "MOSI|listens"),
    "SDA on the clock": ("display", "SDA", ("display_scl",), "SCL|listens"),
    "knob's push on the button's pin": ("knob", "SW", ("take_back",), "knob|not for"),
    "select on the clock": ("pn532", "SS", ("sck",), "SCK"),
    "lights past the shifter's input": ("ahct125", "A1", "GND", "only pulls low"),
}


@pytest.mark.parametrize("name", EVENING)
def test_a_wire_of_the_evening(monkeypatch, name):
    part, pin, to, words = EVENING[name]
    monkeypatch.setitem(breadboard.PLAN[part], pin, to)
    refused(words)


MOVED = {
    "strip on the shifter's leg 6": ("strip", "DIN", {"to": "shifter Y2 (leg 6)"}, "only pulls"),
    "divider from 3.3 V": ("resistor 10k", "one end", {"to": "3.3 V rail"}, "SUPPLY_SENSE"),
    "reader's MISO on a leg beside": ("reader", "MISO", {"at": 22}, "leg 22"),
    "5 V from VSYS": ("Pico", "VBUS", {"at": 39}, "pico VBUS is not on"),
    "3.3 V from the reference": ("Pico", "3V3(OUT)", {"at": 35}, "pico 3V3 is not on"),
    "ground from a signal": ("Pico", "GND", {"at": 34}, "GP28"),
}


@pytest.mark.parametrize("name", MOVED)
def test_a_wire_of_the_evening_on_another_leg(monkeypatch, name):
    part, pin, change, words = MOVED[name]
    plan = breadboard.wires(Design())
    wire = next(wire for wire in plan if (wire.part, wire.pin) == (part, pin))
    fields = dict(zip(("part", "pin", "to", "colour", "at"), wire, strict=True))
    plan[plan.index(wire)] = breadboard.Wire(**fields | change)
    monkeypatch.setattr(breadboard, "wires", lambda _design: plan)
    refused(words)


def test_mounting_holes_moved_in(monkeypatch):
    monkeypatch.setattr(layouts, "HOLES", 7.62)
    refused("holes of the layouts are")


@pytest.mark.parametrize("board", ["block", "hall"])
def test_cells_numbered_backwards(monkeypatch, board):
    plan = layouts.PLANS[board]
    words = [(f"CELL {8 - int(text[5])}", *at) if text.startswith("CELL") else (text, *at)
             for text, *at in plan["words"]]
    monkeypatch.setitem(plan, "words", words)
    refused("does not stand at J1")
