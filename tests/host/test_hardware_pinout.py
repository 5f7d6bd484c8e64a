"""Every pin against every net: faults that somebody could solder, and all are refused."""

import dataclasses

import pytest

from hardware import pinout, pins
from hardware.electronics import circuits
from hardware.source import Design, SourceError


@pytest.fixture(scope="module")
def design():
    return Design()


def spoiled(design, board, changes):
    """Check a design in which (part, pin) of a board has another net."""
    real = circuits.block, circuits.main_board, circuits.hall_block

    def change(circuit):
        for (ref, pin), net in changes.items():
            part = circuit.components[ref]
            assert pin in part.pins and part.pins[pin] != net
            circuit.components[ref] = dataclasses.replace(part, pins={**part.pins, pin: net})
        return circuit

    with pytest.MonkeyPatch.context() as patch:
        name = {"block": "block", "main": "main_board", "hall": "hall_block"}[board]
        make = dict(zip(("block", "main_board", "hall_block"), real, strict=True))[name]
        patch.setattr(circuits, name, lambda source: change(make(source)))
        return pinout.check(design)


def swap(design, board, ref, one, other):
    """The changes that exchange two pins of a part."""
    made = {"block": circuits.block, "hall": circuits.hall_block}.get(board)
    circuit = made(design.boards) if made else circuits.main_board(pins.table(design.pins))
    nets = circuit.components[ref].pins
    return {(ref, one): nets[other], (ref, other): nets[one]}


def test_the_design_has_no_fault(design):
    rows = pinout.check(design)
    assert len(rows) == 4 and int(rows[1][1]) > 100


SWAPS = {
    "MISO and MOSI of a reader": ("block", "J14", 2, 3),
    "clock and select of a reader": ("block", "J11", 1, 4),
    "5 V and ground of a reader": ("block", "J15", 5, 6),
    "MISO and MOSI of the pad": ("main", "J6", 2, 3),
    "the triac's A1 and A2": ("block", "Q1", 1, 2),
    "the triac's A2 and gate": ("main", "Q2", 2, 3),
    "the reference's anode and cathode": ("block", "U6", 2, 3),
    "the reference's input and cathode": ("main", "U3", 1, 3),
    "the reference's input and anode": ("block", "U6", 1, 2),
    "the guard's diode": ("block", "D2", 1, 2),
    "the guard's diode on the main board": ("main", "D2", 1, 2),
    "the diode to VSYS": ("main", "D1", 1, 2),
    "the light of the readers' power": ("block", "D1", 1, 2),
    "the readers' capacitor": ("block", "C2", 1, 2),
    "the lights' capacitor": ("main", "C1", 1, 2),
    "a hall block's capacitor": ("hall", "C3", 1, 2),
    "the display's supply": ("main", "J3", 1, 2),
    "the display's clock and data": ("main", "J3", 3, 4),
    "the knob's A and B": ("main", "J4", 1, 2),
    "the knob's supply and ground": ("main", "J4", 4, 5),
    "the knob's push and supply": ("main", "J4", 3, 4),
    "the transistor's emitter and collector": ("main", "Q1", 1, 3),
    "the transistor's base and collector": ("main", "Q1", 2, 3),
    "data and return of the lights": ("block", "J4", 2, 3),
    "plus and ground of the lights": ("main", "J8", 1, 4),
    "the latch's clocks": ("block", "U1", 11, 12),
    "a latch's data and output enable": ("block", "U2", 13, 14),
    "a latch's two serial ends": ("block", "U1", 9, 14),
    "a latch's supply and ground": ("block", "U1", 16, 8),
    "gate and its input": ("block", "U3", 2, 3),
    "two gates' inputs": ("block", "U3", 2, 5),
    "a gate's enable and input": ("block", "U3", 9, 10),
    "the level shifter's input and output": ("main", "U2", 2, 3),
    "an inverter turned round": ("block", "U5", 3, 4),
    "the power switch's in and out": ("block", "U4", 1, 5),
    "the power switch's fault and enable": ("block", "U4", 3, 4),
    "a hall chip's clock and load": ("hall", "U1", 1, 2),
    "a hall chip's data and output": ("hall", "U2", 9, 10),
    "a hall lead's supply and signal": ("hall", "J11", 1, 3),
    "ribbon: clock and latch": ("block", "J1", 9, 11),
    "ribbon: data and return": ("hall", "J1", 13, 15),
    "ribbon: 3.3 V and ground": ("main", "J2", 10, 12),
    "Pico: clock and data of the chain": ("main", "U1", 14, 15),
    "Pico: pad select and MISO": ("main", "U1", 21, 22),
    "Pico: 3.3 V and VSYS": ("main", "U1", 36, 39),
}


@pytest.mark.parametrize("name", SWAPS)
def test_swapped_pins(name, design):
    board, ref, one, other = SWAPS[name]
    with pytest.raises(SourceError) as found:
        spoiled(design, board, swap(design, board, ref, one, other))
    assert found.value.where.startswith("circuits.py:") and found.value.cure, name


WRONG = {
    "the power switch is always on": ("block", {("U4", 4): "+3V3"}),
    "the power switch is always off": ("block", {("U4", 4): "GND"}),
    "the knob on 5 V": ("main", {("J4", 4): "+5V_LOGIC"}),
    "the display on 5 V": ("main", {("J3", 2): "+5V_LOGIC"}),
    "the level shifter on 3.3 V": ("main", {("U2", 14): "+3V3"}),
    "a latch on 5 V": ("block", {("U1", 16): "+5V_FUSED"}),
    "the gates on 5 V": ("block", {("U3", 14): "+5V_FUSED"}),
    "readers on 3.3 V": ("block", {("J11", 5): "+3V3"}),
    "lights before the level shifter": ("main", {("J8", 2): "PIXELS_3V3"}),
    "output enable never pulled": ("block", {("U1", 13): "GND"}),
    "a latch's reset left open": ("block", {("U1", 10): None}),
    "a gate's input left open": ("main", {("U2", 5): None}),
    "a spare inverter's input left open": ("block", {("U5", 13): None}),
    "an output on ground": ("block", {("U5", 10): "GND"}),
    "a reader without a select": ("block", {("J12", 4): "LOST"}),
    "a reader's clock from before the gate": ("block", {("J13", 1): "SCK_GATE2"}),
    "two latch outputs on one select": ("block", {("U1", 1): "CS0"}),
    "an inverter too few": ("block", {("U1", 11): "CLOCK_N"}),
    "pull-ups of the selects to 5 V": ("block", {("RN1", 1): "+5V_CELLS"}),
    "MISO pulled to 5 V": ("main", {("R8", 1): "+5V_LOGIC"}),
    "hall pull-ups to 5 V": ("hall", {("RN1", 1): "+5V"}),
    "the display's pull-up to 5 V": ("main", {("R16", 1): "+5V_LOGIC"}),
    "the guard's divider without its lower half": ("block", {("R15", 2): "LOST"}),
    "a chip without a capacitor": ("block", {("C7", 1): "+5V_FUSED"}),
    "the level shifter without a capacitor": ("main", {("C4", 1): "+3V3"}),
    "the button on 3.3 V": ("main", {("J5", 2): "+3V3"}),
    "the transistor's base without its resistor's other end": ("main", {("R12", 1): "LOST"}),
    "a hall lead on 3.3 V pulled nowhere": ("hall", {("J11", 3): "LOST"}),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_nets(name, design):
    board, changes = WRONG[name]
    with pytest.raises(SourceError) as found:
        spoiled(design, board, changes)
    assert found.value.where.startswith("circuits.py:") and found.value.cure, name
