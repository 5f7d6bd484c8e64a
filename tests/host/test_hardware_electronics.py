"""Facts of the circuits, the bills made from them, and the freshness of what the tools made."""

import ast
import dataclasses
import re
import shutil

import pytest

from hardware import bills, boards, fingerprints, generate, own_boards, pins
from hardware.electronics import circuits, drawings, positions, schematic
from hardware.electronics.interactive_bill import one_bill
from hardware.source import DESIGN, ROOT, Design, SourceError

pytestmark = pytest.mark.deep


@pytest.fixture(scope="module")
def design():
    return Design()


@pytest.fixture(scope="module")
def block(design):
    return circuits.block(design.boards)


@pytest.fixture(scope="module")
def main(design):
    return circuits.main_board(pins.table(design.pins))


def faults(circuit):
    """Return the faults of a table of blocks, as a list of sentences."""
    nets, found = circuit.nets(), []
    parts = {ref: c.part for ref, c in circuit.components.items()}
    for name, nodes in nets.items():
        kinds = sorted(parts[ref] for ref, _ in nodes)
        if len(nodes) < 2:
            found.append(f"{name} ends nowhere")
        if re.search(r"_CS\d$", name) and kinds != ["hc595", "pn532", "rn10k"]:
            found.append(f"{name} is not one latch, one reader, one pull-up: {kinds}")
    last = max(int(ref[1:]) // 100 for ref in parts if ref[0] == "U" and len(ref) > 2)
    data = "CHAIN_DATA"
    for n in range(1, last + 1):
        for chip in (1, 2):
            pins_of = circuit.components[f"U{n}0{chip}"].pins
            if pins_of[14] != data:
                found.append(f"U{n}0{chip} shifts in {pins_of[14]}, not {data}")
            data = pins_of[circuits.LATCH_ON]
        late = circuit.components[f"U{n}05"].pins  # its last two gates make the data late
        if (late[11], late[10]) != (data, late[13]):
            found.append(f"U{n}05 takes {late[11]}, not {data}")
        out = circuit.components[f"R{n}10"].pins  # the resistor at the end of a block's chain
        if late[12] != out[1]:
            found.append(f"R{n}10 takes {out[1]}, not {late[12]}")
        data = out[2]
    if data != "CHAIN_RETURN":
        found.append(f"the chain ends in {data}")
    return found


@pytest.mark.parametrize("blocks", [1, 4, 9, 16])
def test_selects_and_chain_of_a_table(design, blocks):
    table = circuits.table(pins.table(design.pins), design.boards, blocks)
    assert faults(table) == []
    selects = [n for n in table.nets() if re.search(r"_CS\d$", n)]
    assert len(selects) == 9 * blocks
    assert table.parts()["pn532"] == 9 * blocks + 1


def change(circuit, ref, pin, net):
    component = circuit.components[ref]
    circuit.components[ref] = dataclasses.replace(component, pins={**component.pins, pin: net})


def test_planted_serial_output_taken_from_the_wrong_pin(design):
    table = circuits.table(pins.table(design.pins), design.boards, 4)
    change(table, "U201", 7, "B2_CHAIN_MID")  # QH instead of QH'
    change(table, "U201", 9, "B2_CS7")
    assert any("U202 shifts in B2_CHAIN_MID" in f for f in faults(table))


def test_planted_select_on_two_readers(design):
    table = circuits.table(pins.table(design.pins), design.boards, 1)
    change(table, "J112", 4, "B1_CS0")
    assert len(faults(table)) == 2  # CS0 has two readers, CS1 none


def test_bits_of_a_block_are_those_of_the_profiles(block):
    from table.wiring import grid3
    latch = [block.components[f"U{1 + b // 8}"].pins[circuits.LATCH_OUT[b % 8]]
             for b in range(grid3.BLOCK_BITS)]
    assert latch[grid3.BIT_SELECT:9] == [f"CS{k}" for k in range(9)]
    assert latch[grid3.BIT_BUS_OFF] == "BUS_EN_N" and latch[grid3.BIT_POWER] == "PWR_EN"


def test_a_block_is_silent_at_power_up(block, main):
    """Latches float while CHAIN_OE_N is high: resistors must hold every line at rest."""
    def pulled(circuit, net, to):
        return any(set(c.pins.values()) == {net, to} for c in circuit.components.values()
                   if c.part == "r10k")
    assert pulled(main, "CHAIN_OE_N", "+3V3")
    assert pulled(block, "BUS_EN_N", "+3V3") and pulled(block, "PWR_EN", "GND")


def test_selects_are_high_only_while_their_readers_have_power(block, main):
    network = block.components["RN1"].pins
    assert network[1] == "CELLS_HIGH" and set(network.values()) >= {f"CS{k}" for k in range(9)}
    halves = {c.part: set(c.pins.values()) for c in block.components.values()
              if c.part in ("r1k", "r2k") and "CELLS_HIGH" in c.pins.values()}
    assert halves == {"r1k": {"+5V_CELLS", "CELLS_HIGH"}, "r2k": {"CELLS_HIGH", "GND"}}
    assert block.components["U4"].pins[3] == "CELLS_HIGH"  # the switch's fault output
    assert set(main.components["R7"].pins.values()) == {"PAD_HIGH", "PAD_SELECT"}
    assert set(main.components["R21"].pins.values()) == {"PAD_HIGH", main.components["J6"].pins[5]}


def test_clock_and_latch_are_made_steep_in_each_block(block, design):
    for circuit, wires in ((block, {"CLOCK", "LATCH"}),
                           (circuits.hall_block(design.boards), {"CLOCK", "LOAD_N"})):
        for wire in wires:
            kinds = {circuit.components[ref].part for ref, _ in circuit.nets()[wire]}
            assert len(kinds) == 2 and "hc14" in kinds
        shared = {circuit.components[ref].part for ref, _ in circuit.nets()["CHAIN_CLOCK"]}
        assert shared == {"hc14", "ribbon_header"}


def test_the_bus_is_parted_from_a_block_without_power(block):
    gates = block.components["U3"].pins
    for enable, into, out in ((1, "SCK", "SCK_GATE"), (4, "MOSI", "MOSI_GATE")):
        assert gates[enable] == "PWR_EN" and gates[enable + 1] == into
        assert gates[enable + 2] == out
    assert (gates[10], gates[9], gates[8]) == ("BUS_EN", "MISO_CELLS", "MISO_GATE")
    assert (gates[13], gates[12], gates[11]) == ("BUS_EN_N", "GND", "BUS_EN")


def test_only_the_gate_and_the_pad_drive_miso(design):
    table = circuits.table(pins.table(design.pins), design.boards, 9)
    drivers = {ref for ref, _ in table.nets()["MISO"]}
    assert {ref for ref in drivers if ref.startswith("J") and table.components[ref].part
            == "pn532"} == {"J6"}
    assert sum(table.components[ref].part == "r33" for ref in drivers) == 9


def test_a_ribbon_joins_equal_wires(block, main):
    ours, theirs = block.components["J1"].pins, main.components["J2"].pins
    assert ours == theirs == circuits.RIBBON
    onward = block.components["J2"].pins
    assert {n for n in onward if onward[n] != ours[n]} == {
        circuits.way("CHAIN_DATA"), circuits.way("PIXELS")}
    hall = circuits.hall_block(Design().boards).components["J1"].pins
    assert hall == circuits.RIBBON


def test_pico_pins_are_those_of_pins_toml(design, main):
    pico = main.components["U1"].pins
    for name, pin in pins.table(design.pins).items():
        assert pico[circuits.PICO_PIN[pin["gp"]]].startswith(pin["net"]), name


def test_firmware_asks_only_for_pins_that_there_are(design):
    names = set(pins.table(design.pins))
    asked = {}
    for path in (ROOT / "firmware").rglob("*.py"):
        for name in re.findall(r"""\bPINS\[["'](\w+)["']\]""", path.read_text()):
            asked.setdefault(name, path.name)
    assert {n: f for n, f in asked.items() if n not in names} == {}


# Schematics.

def wires(*lines):
    made = schematic.Wires()
    for net, *points in lines:
        made.add(net, points)
    return made


def test_wires_join_where_one_ends_on_another_and_not_where_they_cross():
    made = wires(("A", (0, 0), (4, 0)), ("A", (2, 0), (2, 3)), ("B", (1, -1), (1, 2)))
    joints = made.joints({(0, 0): "A", (2, 3): "A"})
    assert joints == [(2, 0)]
    assert {(0, 0, 2, 0), (2, 0, 4, 0)} < set(made.parted(joints))  # KiCad wants them parted


def test_a_wire_that_passes_a_pin_of_its_net_is_joined_to_it():
    assert wires(("A", (0, 0), (4, 0))).joints({(0, 0): "A", (2, 0): "A"}) == [(2, 0)]


@pytest.mark.parametrize("lines, pins", [
    ([("A", (0, 0), (4, 0)), ("B", (2, 0), (2, 3))], {}),
    ([("A", (0, 0), (4, 0)), ("B", (3, 0), (9, 0))], {}),
    ([("A", (0, 0), (4, 0))], {(2, 0): "B"})])
def test_planted_wires_that_touch(lines, pins):
    with pytest.raises(ValueError, match="touch|crosses"):
        wires(*lines).joints(pins)


def test_planted_slanting_wire():
    with pytest.raises(ValueError, match="slanting"):
        wires(("A", (0, 0), (1, 2)))


def test_every_part_is_drawn_once(block, main, design):
    for circuit in (block, main, circuits.hall_block(design.boards)):
        placed = {name.partition("/")[0] for name in drawings.DRAWINGS[circuit.name]["place"]}
        assert placed == set(circuit.components)


def test_three_interactive_bills_become_one_page():
    page = "<title>x</title> f(decompressFromBase64(\"%s\")) end"
    pages = {"block": page % ("b" * 1000), "main": page % ("m" * 1000)}
    whole = one_bill(pages)
    assert whole.count("<title>") == 1 and "b" * 1000 in whole and "m" * 1000 in whole
    assert 'location.hash.slice(1) || "block"' in whole
    with pytest.raises(ValueError, match="differ in more"):
        one_bill(pages | {"hall": pages["main"].replace("end", "other end")})


# Bills.

def test_bills_and_tables_are_fresh(design):
    assert generate.stale(generate.everything(design)) == [], "run: python -m hardware make"


def test_a_bill_by_hand(design):
    board = boards.boards(design.boards)["grid3"]
    count = bills.Bills(design).count(board)
    assert count["pn532"] == 10 + 2  # two to spare
    assert count["hc595"] == count["socket_16"] == 2 and count["socket_14"] == 3
    assert count["ribbon_plug"] == 3 and count["brick_5v_2a"] == 1 and count["pixel_string"] == 36
    lines = {line.part: line for line in bills.Bills(design).lines(board)}
    assert lines["pixel_string"].cents == 1000  # a whole string of fifty
    assert lines["pcb_block"].cents == 1400     # boards are sold in fives
    assert lines["pn532"].cents == 5400


def test_strings_are_counted_by_the_pieces_that_are_cut(design):
    """Fourteen of fifty lights are left beside each piece of 36, and five pieces of nine go into
    one string."""
    assert bills.strings([36] * 4, 50) == 4 and bills.strings([9] * 9, 50) == 2
    assert bills.strings([30, 25, 25, 20], 50) == 2
    with pytest.raises(ValueError, match="51 lights"):
        bills.strings([51], 50)
    bill, known = bills.Bills(design), boards.boards(design.boards)
    cents = {name: line.cents for name in ("grid6", "grid9", "isles12")
             for line in bill.lines(known[name]) if line.part == "pixel_string"}
    assert cents == {"grid6": 4000, "grid9": 9000, "isles12": 16000}


def test_every_rung_costs_more_than_the_one_below(design):
    bill, found = bills.Bills(design), boards.boards(design.boards)
    totals = [bill.total(found[name]) for name in ("pad", "hall9", "grid6", "grid9", "isles12")]
    assert totals == sorted(totals) and bill.total(found["grid3"]) < bill.total(found["grid6"])


def test_parts_of_circuits_have_symbol_and_footprint(design, block, main):
    for circuit in (block, main, circuits.hall_block(design.boards)):
        for part in circuit.parts():
            assert design.parts[part]["symbol"] and design.parts[part]["footprint"], part


def test_no_part_is_listed_for_nothing(design):
    bill = bills.Bills(design)
    used = {"tag_paper", "filament"}
    for board in boards.boards(design.boards).values():
        used |= set(bill.count(board))
    own = own_boards.Wish("mine", 3, 3, "readers", 4, (own_boards.Pieces("land", 1, 6),), True)
    made = own_boards.with_boards(design, own_boards.calculated(design, own))
    used |= set(bills.Bills(made).count(own_boards.board_of(made)))
    assert set(design.parts.rows) - used == set()


def test_planted_bill_without_its_part(tmp_path):
    shutil.copytree(DESIGN, tmp_path / "design")
    path = tmp_path / "design" / "bills.toml"
    text = path.read_text().replace("knob = 1", "knobb = 1")
    path.write_text(text)
    line = text[:text.index("knobb")].count("\n") + 1
    with pytest.raises(SourceError, match=rf"bills.toml:{line}: no part 'knobb'"):
        bills.Bills(Design(tmp_path / "design"))


def test_planted_part_missing_from_the_list(tmp_path):
    shutil.copytree(DESIGN, tmp_path / "design")
    path = tmp_path / "design" / "parts.csv"
    path.write_text("".join(line for line in path.read_text().splitlines(True)
                            if not line.startswith("hc595,")))
    broken = Design(tmp_path / "design")
    board = boards.boards(broken.boards)["grid3"]
    with pytest.raises(SourceError, match="no part 'hc595'"):
        bills.Bills(broken).lines(board)


# Files that the tools made.

def test_products_of_the_tools_are_fresh(design):
    assert fingerprints.stale(design) == [], "run: make hardware"


def test_words_and_types_make_no_product_stale():
    said = """
from __future__ import annotations
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from collections.abc import Callable

def f(x: int, *more: str) -> list[str]:
    "What it is for."
    found: list[str]
    found = []  # nothing yet
    last: int = x
    return more[last:]
"""
    plain = "def f(x, *more):\n    found = []\n    last = x\n    return more[last:]\n"
    assert essence(said) == essence(plain)
    for old, new in (("last:]", ":last]"), ("= x", "= 2"), ("found = []", "found = ()"),
                     ("*more", "**more"), ("def f", "def g")):
        assert essence(plain.replace(old, new)) != essence(plain), new


def essence(text):
    return fingerprints.essence(ast.parse(text))


def test_a_changed_circuit_makes_the_products_stale(design, monkeypatch):
    whole = circuits.block

    def other(source):
        made = whole(source)
        change(made, "R5", 2, "GND")
        return made
    monkeypatch.setattr(circuits, "block", other)
    assert "electronics" in fingerprints.stale(design)


# Positions for assembly.

CHIP = """(footprint "DIP" (at 100 50 %d) (property "Reference" "U1" (at 0 0))
  (pad "1" thru_hole rect (at 0 0 %d)) (pad "8" thru_hole oval (at 0 17.78))
  (pad "9" thru_hole oval (at 7.62 17.78)) (pad "16" thru_hole oval (at 7.62 0)))"""


@pytest.mark.parametrize(("turn", "x", "y"), [
    (0, 103.81, -58.89), (90, 108.89, -46.19), (180, 96.19, -41.11)])
def test_a_part_is_placed_by_its_middle_not_by_pin_1(tmp_path, turn, x, y):
    """KiCad turns anticlockwise, with y down; the list has y up."""
    board = tmp_path / "x.kicad_pcb"
    board.write_text(f'(kicad_pcb {CHIP % (turn, turn)} (footprint "hole" (at 1 1)))')
    assert positions.middles(board)["U1"] == pytest.approx((x, y))
    assert len(positions.middles(board)) == 1
