"""The circuit of the facing sensors: faults of its wires and parts, each of which is refused."""

import re

import pytest

from hardware import board_rules, pinout, pins, purchases
from hardware.electronics import facings
from hardware.source import ROOT, Design, SourceError
from tests.host.faulty_circuit import spoil


@pytest.fixture(scope="module")
def design():
    return Design()


def plant(monkeypatch, **faults):
    """Let facings.sensors give a circuit with faults, as in `spoil`."""
    made = spoil(facings.sensors(), **faults)
    monkeypatch.setattr(facings, "sensors", lambda: made)


WAYS = facings.WAY_PINS
FAULTS = {
    "all sensors of the east shifted by a cell":
        ({"nets": {("U1", WAYS[k + 1]): f"EAST{(k + 1) % 9}" for k in range(9)}}, "U1.8 .*EAST1"),
    "the sensors of two cells exchanged":
        ({"nets": {("U2", WAYS[4]): "NORTH5", ("U2", WAYS[6]): "NORTH3"}}, "sensor of its cell"),
    "a sensor on way 0": ({"nets": {("U1", WAYS[0]): "EAST0"}}, "U1.9 .*expects nothing"),
    "two bits of the address exchanged":
        ({"nets": {("U1", 10): "FACING_S1", ("U1", 11): "FACING_S0"}}, "S0. lies on FACING_S1"),
    "east and north exchanged at the Pico":
        ({"nets": {("U1", 1): "FACING_NORTH", ("U2", 1): "FACING_EAST"}}, "COM. lies on"),
    "a switch that is never on": ({"nets": {("U1", 15): "+3V3"}}, "shuts the gate"),
    "a switch on 5 V": ({"nets": {("U2", 24): "+5V_FUSED"}}, "takes .* for high"),
    "an address bit that is open": ({"nets": {("U1", 13): None}}, "U1?51.13 .*is open"),
    "a sensor's ground on a wire of its own":
        ({"nets": {("HE3", 2): "LOST"}}, "is ground and lies on B1_LOST"),
    "a sensor on 3.3 V through nothing": ({"nets": {("HN2", 1): "LOST"}}, "is a supply"),
    "a sensor's signal and supply exchanged":
        ({"nets": {("HE0", 1): "EAST0", ("HE0", 3): "+3V3_SENSORS"}}, "HE150.1"),
    "a sensor on the logic's 3.3 V": ({"nets": {("HE0", 1): "+3V3"}}, "HE0.1 .*3V3_SENSORS"),
    "a sensor that is always fed": ({"nets": {("HN7", 2): "GND"}}, "HN7.2 .*SENSORS_GND"),
    "the regulator turned":
        ({"nets": {("U3", 2): "+3V3_SENSORS", ("U3", 3): "+5V_FUSED"}}, "VI. is a supply"),
    "collector and emitter exchanged":
        ({"nets": {("Q1", 1): "GND", ("Q1", 3): "SENSORS_GND"}}, "is ground|emitter"),
    "the base straight on ground": ({"nets": {("Q1", 2): "GND"}}, "no output reaches|hears no"),
    "no resistor at FACING_FEED": ({"gone": ["R2"]}, "hold FACING_FEED at nothing"),
    "no resistor at FACING_EAST": ({"gone": ["R3"]}, "hold FACING_EAST at nothing"),
    "a large resistor at the base":
        ({"parts": {"R1": "r10k"}}, "their regulator and transistor bear"),
    "100 nF behind the regulator": ({"parts": {"C2": "c100n"}}, "c1u is not on .3V3_SENSORS|uF"),
    "a switch without its capacitor": ({"gone": ["C4"]}, "no capacitor of 100 nF"),
}


@pytest.mark.parametrize("name", sorted(FAULTS))
def test_planted(monkeypatch, design, name):
    changes, words = FAULTS[name]
    plant(monkeypatch, **changes)
    with pytest.raises(SourceError, match=words) as caught:
        pinout.check(design)
        board_rules.check(design)
    assert caught.value.cure
    assert re.match(r"facings\.py:\d+|facings\.py|pinout\.toml:\d+", caught.value.where)


def test_latches_that_the_block_uses_itself_are_refused(design, monkeypatch):
    monkeypatch.setitem(design.boards.data["block"]["bit"], "facing", 10)
    with pytest.raises(SourceError, match="uses these latches itself"):
        board_rules.check(design)


def test_a_transistor_that_is_too_weak_is_refused(design, monkeypatch):
    monkeypatch.setitem(design.datasheets.data["figures"]["BC337-40BU"], "gain", 30)
    with pytest.raises(SourceError, match="180 mA, their regulator and transistor bear 39"):
        board_rules.check(design)


@pytest.mark.parametrize(("part", "mpn", "words"), [
    ("linear_hall", "DRV5033FAQLPG", "output of DRV5033FAQLPG is None"),
    ("ldo33", "MCP1700-5002E/TO", "gives of MCP1700-5002E/TO is 5.0"),
    ("npn_strong", "BC327-40BU", "kind of BC327-40BU is PNP"),
    ("npn_strong", "2N3904BU", "of 2N3904BU is None"),
    ("switch16", "CD74HC4051 breakout", "ways of CD74HC4051 breakout is 8"),
])
def test_a_part_that_does_not_do_is_not_bought(monkeypatch, part, mpn, words):
    design = Design()
    monkeypatch.setitem(design.parts.rows[part], "mpn", mpn)
    with pytest.raises(SourceError, match=words):
        purchases.check(design)


def test_the_whole_table_joins_the_latches_that_the_firmware_sets(design):
    named = pins.table(design.pins, True)
    whole = facings.with_facings(design, named, 2)
    first = design.boards.data["block"]["bit"]["facing"]
    for block in (1, 2):
        for n in range(4):
            chip, number = facings.latches(design.boards)[facings.BITS[n]]
            bit = 8 * (int(chip[1:]) - 1) + pinout.circuits.LATCH_OUT.index(number)
            net = whole.components[f"U{100 * block + int(chip[1:])}"].pins[number]
            assert bit == first + n and net == f"B{block}_FACING_S{n}"
            assert (f"U{100 * block + 51}", str(facings.ADDRESS[n])) in whole.nets()[net]
    assert whole.components["U1"].pins[32] == "FACING_EAST"


def test_wires_of_a_lead_end_where_the_block_has_them(design, monkeypatch):
    monkeypatch.setitem(facings.ENDS, "+3V3", ("J1", 11))
    with pytest.raises(SourceError, match="has no .3V3 where its wire is soldered"):
        board_rules.check(design)


def test_the_page_has_each_wire_with_a_colour_of_its_own(design):
    page = (ROOT / "hardware" / "docs" / "facings.md").read_text(encoding="utf-8")
    rows = {row[0]: row for row in facings.wires(design, pins.table(design.pins, True))}
    for net in facings.sensors().nets():
        if not re.fullmatch(r"(EAST|NORTH)\d", net):
            assert f"| {net} | {rows[net][1]} | {rows[net][2]} |" in page, net
    lead = [rows[net][1] for net in facings.LEAD]
    assert len(set(lead)) == len(lead) and "-" not in lead
