"""Faults in what is bought, in the chain's timing, in the guard and in the radio, planted one by
one: each is refused, with the line of its source and a cure."""

import dataclasses
import shutil

import pytest

from hardware import (
    bills,
    boards,
    chain_timing,
    coils,
    partdata,
    pins,
    protection,
    purchases,
    rules,
    screws,
)
from hardware.electronics import circuits
from hardware.source import DESIGN, ROOT, Design, SourceError

pytestmark = pytest.mark.deep


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
    ("magnet6,", "NdFeB N35 6x2", "NdFeB N35 5x2", "5 x 2 mm"),
    ("magnet6,", "any 6 x 2 mm of N35", "any 6 x 2 mm of N30", "N30"),
    ("magnet6,", ",5.00,", ",500,", "no price for a tag"),
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


SHOP = [
    ("brick_5v_2a,", "GST12E05-P1J", "GST12E12-P1J", "volts of GST12E12-P1J is 12"),
    ("brick_5v_4a,", "GST25E05-P1J", "GST12E05-P1J", "ma of GST12E05-P1J is 2000"),
    ("brick_5v_4a,", "5 V 4 A", "12 V 4 A", "says 12 for volts"),
    ("jack,", "DC jack female to screw", "any jack", "nobody says"),
    ("pixel_strip,", "WS2812B 60/m IP30", "WS2815 60/m IP30", "volts of WS2815 60/m IP30 is 12"),
    ("pixel_string,", "seed string 5 cm", "seed string 10 cm", "pitch of WS2812B seed string 10"),
    ("pixel_string,", "5 V, wires of 0.2 mm2", "12 V, wires of 0.2 mm2", "says 12 for volts"),
    ("tps2065,", "TPS2065CDBVR", "TPS2061CDBVR", "on of TPS2061CDBVR is low"),
    ("tps2065,", "AP2171W", "AP2161W", "substitute AP2161W is on at another level"),
    ("brick_5v_2a,", "certified 5 V 2 A brick", "certified 12 V 2 A brick", "says 12 for volts"),
    ("polyfuse_3a,", "MF-RG300,any", "MF-RG500,any", "nobody says"),
    ("polyfuse_3a,", "MF-RG300,any", "MF-RHT100,any", "ma of MF-RHT100 is 800"),
    ("polyfuse_1a,", "MF-RHT100,any", "MF-RG300,any", "ma of MF-RG300 is 2400"),
    ("wire_power,", "H05V-K 0.75", "H05V-K 0.25", "mm2 of H05V-K 0.25 is 0.25"),
    ("wire_power,", "Wire 0.75 mm2", "Wire 0.25 mm2", "says 0.25 for mm2"),
    ("wire_lights,", "H05V-K 0.5", "H05V-K 0.75", "mm2 of H05V-K 0.75 is 0.75"),
    ("header_1x8,", "61300811121", "61300611121", "pins of 61300611121 is 6"),
    ("header_1x8,", "Pin header 1 x 8", "Pin header 1 x 6", "says 6 for pins"),
    ("header_1x4,", "61300411121", "61300511121", "pins of 61300511121 is 5"),
    ("terminal_4,", "1715747", "1715721", "of 1715721 is"),
    ("terminal_strip,", "12 ways", "10 ways", "says 10 for ways"),
    ("ribbon_m,", "3365/16", "3365/14", "pins of 3365/14 is 14"),
    ("ribbon_m,", "Ribbon cable, 16 ways", "Ribbon cable, 14 ways", "says 14 for pins"),
    ("ribbon_plug,", "61201623021", "61201423021", "nobody says"),
    ("socket_16,", "1-2199298-4", "1-2199298-3", "pins of 1-2199298-3 is 14"),
    ("display,", "I2C 4 pins", "SPI 7 pins", "of SH1106 1.3in SPI 7 pins is"),
    ("housing_1x8,", "Dupont housing 1 x 8", "61900811621", "contact of 61900811621 is KK 254"),
    ("housing_1x4,", "Dupont housing 1 x 4", "Dupont housing 1 x 5", "pins of Dupont housing"),
    ("lead8,", "jumper wire female-female 30 cm", "jumper wire male-male 30 cm", "nobody says"),
    ("hall,", "DRV5033FAQLPG", "DRV5033FAQDBZ", "nobody says"),
]


@pytest.mark.parametrize("part, old, new, words", SHOP, ids=[f"{s[0]}{s[2]}" for s in SHOP])
def test_what_a_shop_sends_instead(plant, part, old, new, words):
    refused(plant.folder, purchases.check, plant("parts.csv", old, new, f"\n{part}"), words)


def test_a_buzzer_of_another_pitch(plant):
    plant("parts.csv", "PS1240P02BT,any", "PS1720P02,any", "\nbuzzer,")
    with pytest.raises(SourceError, match="how far apart the legs of PS1720P02"):
        partdata.check(Design(plant.folder))
    plant("datasheets.toml", '"PS1240P02BT" = 5.0', '"PS1720P02" = 10.0', "[legs.buzzer]")
    with pytest.raises(SourceError, match="10 mm apart"):
        partdata.check(Design(plant.folder))


@pytest.mark.parametrize("file, old, new, after, words", [
    ("power.toml", "ma = 4000", "ma = 5000", "[supplies.brick_4a]", "GST25E05-P1J is 4000"),
    ("power.toml", "ma = 2400", "ma = 4000", "[fuses.block]", "ma of MF-RG300 is 2400"),
    ("power.toml", "volts = 6", "volts = 30", "[fuses.main]", "volts of MF-RHT100 is 6"),
    ("power.toml", "pitch = 50", "pitch = 45", "[strings.seed50]", "seed string 5 cm is 50"),
    ("power.toml", "feed_mm2 = 0.75", "feed_mm2 = 1.5", "", "mm2 of H05V-K 0.75 is 0.75"),
    ("bills.toml", "ways = 12", "ways = 16", "[joints.strip]", "ways of any strip for 24 A|is 12"),
    ("bills.toml", "takes = [0.14, 1.5]", "takes = [0.14, 2.5]", "", "takes of 1715721 is"),
    ("bills.toml", '["housing_1x4",', '["housing_1x5",', "[plugs]", "pins of"),
    ("bills.toml", "housing_1x8 = 1", "housing_1x8 = 2", "[with.pn532]", "leads for"),
    ("pinout.toml", "PWR_EN = [0.0]", "PWR_EN = [3.3]", "[idle.block]", "on of TPS2065CDBVR is"),
])
def test_a_need_that_what_is_bought_does_not_meet(plant, file, old, new, after, words):
    plant(file, old, new, after)
    with pytest.raises(SourceError, match=words) as caught:
        purchases.check(Design(plant.folder))
    assert caught.value.cure


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
