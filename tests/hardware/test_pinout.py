"""The table of pins, compared with KiCad's own symbols: somebody else's reading of the data
sheets."""

import re

import pytest

from hardware import pins
from hardware.electronics import circuits, facings
from hardware.electronics.netlists import SYMBOLS
from hardware.electronics.sexpr import find, parse
from hardware.source import Design

DESIGN = Design()
# KiCad's kinds of pins, by ours; what is passive for KiCad has no kind of its own there.
KINDS = {"power": {"power_in"}, "ground": {"power_in"}, "source": {"power_out"},
         "input": {"input"}, "control": {"input"}, "output": {"output"},
         "tri_state": {"tri_state"}, "open_collector": {"open_collector"},
         "gate": {"input"}, "base": {"input"}, "gpio": {"bidirectional"}}
PICO = "MCU_Module:RaspberryPi_Pico"


def symbol(name):
    """{number: (name, kind)} of a symbol of KiCad's libraries."""
    library, name = name.split(":")
    tree = parse((SYMBOLS / f"{library}.kicad_sym").read_text())
    known = {s[1].strip('"'): s for s in find(tree, "symbol")}
    while find(known[name], "extends"):
        name = find(known[name], "extends")[0][1].strip('"')
    return {find(pin, "number")[0][1].strip('"'): (find(pin, "name")[0][1].strip('"'), pin[1])
            for unit in find(known[name], "symbol") for pin in find(unit, "pin")}


def used():
    """{part: name of its symbol} of all parts of the circuits that KiCad has."""
    table = pins.table(DESIGN.pins)
    found = {}
    for circuit in (circuits.block(DESIGN.boards), circuits.main_board(table),
                    circuits.hall_block(DESIGN.boards), facings.sensors()):
        for component in circuit.components.values():
            name = DESIGN.parts[component.part]["symbol"]
            found[component.part] = PICO if component.part == "pico" else name
    return {part: name for part, name in found.items() if not name.startswith("hw:")}


@pytest.mark.parametrize("part", sorted(used()))
def test_numbers_names_and_kinds_are_kicads(part):
    kicad = symbol(used()[part])
    said = DESIGN.pinout.data.get(part, {})
    ours = {number: text.rsplit(" ", 1) for number, text in said.items() if number.isdigit()}
    if not ours:  # two equal ends, or a connector: any number may be any wire
        assert {kind for _, kind in kicad.values()} == {"passive"}, part
        return
    assert set(ours) == set(kicad) - ({"41", "42", "43"} if part == "pico" else set())
    for number, (name, kind) in ours.items():
        theirs, its_kind = kicad[number]
        if theirs not in ("~", ""):
            assert _plain(name) == _plain(theirs), (part, number)
        if part != "pico" or kind == "gpio":  # KiCad calls two of its grounds outputs
            assert its_kind in KINDS.get(kind, {"passive"}), (part, number)


def _plain(name):
    """A name without what else its pin can be: GPIO26_ADC0 as GP26."""
    return re.sub(r"_ADC\d$", "", name.upper()).replace("GPIO", "GP")
