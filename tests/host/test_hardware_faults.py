"""Faults in what is bought, in the chain's timing, in the guard and in the radio, planted one by
one: each is refused, with the line of its source and a cure."""

import dataclasses
import shutil

import pytest

from hardware import bills, boards, chain_timing, coils, partdata, pins, protection, rules, screws
from hardware.electronics import circuits
from hardware.source import DESIGN, ROOT, Design, SourceError


@pytest.fixture
def plant(tmp_path):
    """`plant(file, old, new, after="")` changes a copy of the sources; gives the line."""
    folder = tmp_path / "design"
    shutil.copytree(DESIGN, folder)

    def change(name, old, new, after=""):
        path = folder / name
        text = path.read_text()
        at = text.index(old, text.index(after))
        path.write_text(text[:at] + new + text[at + len(old):])
        return f"{name}:{text[:at].count(chr(10)) + 1}"
    change.folder = folder
    return change


def refused(folder, rule, where, words):
    with pytest.raises(SourceError) as caught:
        rule(Design(folder))
    error = caught.value
    assert error.where == where and words in error.what and error.cure
    return error


BOUGHT = [
    ("magnet,", "NdFeB N35 8x2", "NdFeB N35 6x2", "6 x 2 mm"),
    ("magnet,", "magnet 8 x 2 mm", "magnet 8 x 1 mm", "8 x 1 mm"),
    ("magnet,", "any 8 x 2 mm of N35", "any 10 x 2 mm of N35", "10 x 2 mm"),
    ("magnet,", "NdFeB N35 8x2", "NdFeB N30 8x2", "N30"),
    ("magnet,", "NdFeB N35 8x2", "a strong one", "'a strong one'"),
    ("pico,", ",5.00,", ",500,", "no price for a module"),
    ("r33,", ",0.03,", ",3.00,", "no price for a resistor"),
    ("wire_power,", ",0.70,", ",70,", "no price"),
    ("pico,", "2026-11-21", "2031-01-01", "a day to come"),
    ("knob,", "2026-11-21", "2019-11-21", "long ago"),
    ("knob,", "2026-11-21", "2026-02-30", "no day"),
    ("knob,", "estimate", "hearsay", "'hearsay'"),
    ("triac,", "BT139-600E", "BT139-600", "BT139-600 may need"),
    ("triac,", "BT138-600E", "BT138-600", "BT138-600 may need"),
    ("triac,", "BT139-600E", "BT151-500R", "nobody says"),
    ("c100n,", "P5.00mm", "P2.50mm", "5 mm apart"),
    ("c100n,", "K104K15X7RF5TH5", "K104K15X7RF5TL2", "2.5 mm apart"),
    ("c470u,", "P3.50mm", "P5.00mm", "3.5 mm apart"),
    ("c1000u,", "EEU-FR1A102B", "EEU-XX", "nobody says"),
]


@pytest.mark.parametrize("part, old, new, words", BOUGHT, ids=[f"{b[0]}{b[2]}" for b in BOUGHT])
def test_what_is_bought(plant, part, old, new, words):
    where = plant("parts.csv", old, new, f"\n{part}")
    refused(plant.folder, partdata.check, where, words)


@pytest.mark.parametrize("table, old, new, words", [
    ("[top]", "groove = ", "groove = 1.5 # ", "two wires"),
    ("[top]", "groove = ", "groove = 2.5 # ", "two wires")])
def test_what_does_not_fit(plant, table, old, new, words):
    where = plant("mechanics.toml", old, new, table)
    refused(plant.folder, partdata.check, where, words)


def test_a_hole_of_the_display_too_wide(plant):
    where = plant("mechanics.toml", "\nm2 = ", "\nm2 = 3.5 # ", "[screw]")
    name, line = where.split(":")
    refused(plant.folder, screws.check, f"{name}:{int(line) + 1}", "cuts no thread")


# The chain.

def test_gates_and_delays_by_hand():
    """Two gates of 18.5 ns for the clock, 18.5 to shift, two gates for the data; 3 ns between
    gates that take the clock early and late, 8.5 for its driver."""
    design = Design()
    spare, _ = chain_timing.margins(design, circuits.block(design.boards), 16, "hc595")
    hop = 0.3 * 5.5
    assert spare["setup"] == pytest.approx(200 - (92.5 + hop) - 3.5 + 18.5 - 3)
    assert spare["hold"] == pytest.approx(0.5 * 92.5 - 37 - hop - 1.5 - 3)
    assert spare["return"] == pytest.approx(200 - 8.5 - 92.5 - 2 * 16 * hop - 5)


def test_the_clocks_first_step_by_hand():
    """4.6 V behind 33 ohm and three gates of 88, on a line of 100 ohm whose every hop of 16.5 pF
    bears 10 pF more."""
    wave = 100 / (1 + 10 / 16.5) ** 0.5
    assert chain_timing.first_step(Design()) == pytest.approx(4.6 * wave / (wave + 33 + 88 / 3))


@pytest.mark.parametrize("part, old, new, words", [
    ("hc595,", "SN74AHC595N", "SN74HC595N", "bit"), ("hc14,", "SN74AHC14N", "SN74HC14N", "bit"),
    ("hc165,", "SN74HC165N", "SN74LS165N", "nobody says")])
def test_slow_chips_in_the_chain(plant, part, old, new, words):
    plant("parts.csv", old, new, f"\n{part}")
    with pytest.raises(SourceError, match=words):
        chain_timing.check(Design(plant.folder))


def test_a_chain_whose_clock_is_too_fast(plant):
    plant("pins.toml", "chain_hz = 5_000_000", "chain_hz = 8_000_000")
    with pytest.raises(SourceError, match="by .* ns. Lead the data"):
        chain_timing.check(Design(plant.folder))


def test_the_firmware_has_the_speed_that_was_computed():
    from table import board
    text = (ROOT / "firmware" / "table" / "board.py").read_text()
    hertz = Design().pins.need("bus", "chain_hz", int)
    assert f"_CHAIN_HERTZ = {hertz:_}" in text and board.Board


def altered(monkeypatch, name, change):
    """circuits.NAME with a change of each circuit that it makes."""
    whole = getattr(circuits, name)

    def other(*arguments):
        made = whole(*arguments)
        change(made)
        return made
    monkeypatch.setattr(circuits, name, other)


def rewire(made, ref, pin, net):
    part = made.components[ref]
    made.components[ref] = dataclasses.replace(part, pins={**part.pins, pin: net})


@pytest.mark.parametrize("net", ["LOST", "+5V_LOGIC"])
def test_a_clock_that_one_gate_less_drives(monkeypatch, net):
    altered(monkeypatch, "main_board", lambda made: rewire(made, "U2", 11, net))
    with pytest.raises(SourceError, match="waits there for the echo"):
        chain_timing.check(Design())


def test_data_that_do_not_pass_the_gates(monkeypatch):
    altered(monkeypatch, "block", lambda made: rewire(made, "R10", 1, "CHAIN_OUT"))
    with pytest.raises(SourceError, match="a bit too early"):
        chain_timing.check(Design())


# The guard's reference.

@pytest.mark.parametrize("name", ["block", "main_board"])
def test_a_reference_without_its_capacitor(monkeypatch, name):
    altered(monkeypatch, name, lambda made: made.components.pop("C8"))
    with pytest.raises(SourceError, match=r"circuits.py:\d+: GUARD_REF of the \w+ board has no"):
        protection.check(Design())


@pytest.mark.parametrize("value", ["1u", "100n", "10p"])
def test_a_capacitor_too_large_or_too_small(plant, value):
    plant("parts.csv", ",10n,", f",{value},", "\nc10n,")
    with pytest.raises(SourceError, match="ms late"):
        protection.check(Design(plant.folder))


def test_a_guard_of_15k(plant):
    plant("parts.csv", ",13k,", ",15k,", "\nr13k,")
    with pytest.raises(SourceError, match="fires at"):
        protection.check(Design(plant.folder))


# Radio.

def test_mutual_inductance_of_squares_far_apart():
    """Two far loops in a plane: mu0 A1 A2 / (4 pi r^3), as of dipoles."""
    one, other = coils.sides(4, 4, 0, 0), coils.sides(4, 4, 60, 0)
    assert coils.neumann(one, other, 0) == pytest.approx(-16 * 16 / (4 * 3.14159 * 60 ** 3),
                                                         rel=0.02)


@pytest.mark.parametrize("pitch", [45, 46, 47])
def test_coils_too_near(plant, pitch):
    where = plant("boards.toml", "pitch = 50", f"pitch = {pitch}")
    refused(plant.folder, coils.check, where, "couple by")


@pytest.mark.parametrize("board", ["grid3", "isles12"])
def test_lights_that_close_a_loop_round_the_coils(plant, board):
    where = plant("boards.toml", "ends = 1", "ends = 2", f"[boards.{board}]")
    refused(plant.folder, coils.check, where, "are a loop")


def test_one_end_only_where_there_is_a_string():
    design = Design()
    ends = {name: board.ends for name, board in boards.boards(design.boards).items()}
    assert {name for name in ends if ends[name] == 1} == {"grid3", "grid6", "grid9", "isles12"}


def test_everything_holds_as_it_is():
    design = Design()
    assert rules.found(design)
    assert bills.Bills(design) and pins.table(design.pins)
