"""The physics of the plans: worked examples of each computation, and a planted fault for each
rule, whose message must name the source's line and the cure."""

import dataclasses
import re
import shutil

import pytest

from hardware import (
    assembly,
    boards,
    breadboard,
    coils,
    connector_rating,
    guide,
    magnets,
    protection,
    rules,
    screws,
    trace_rating,
    visible_lights,
    voltage_drop,
    wire_lengths,
)
from hardware.electronics import circuits, layouts
from hardware.harness import plans
from hardware.mechanics import cross_section
from hardware.source import DESIGN, Design, SourceError

pytestmark = pytest.mark.deep


@pytest.fixture(scope="module")
def design():
    return Design()


@pytest.fixture
def planted(tmp_path):
    """Puts a fault into a copy of a source: `plant(file, old, new, after)` gives the Design of the
    copy and the fault's file:line."""
    folder = tmp_path / "design"
    shutil.copytree(DESIGN, folder)

    def plant(name, old, new, after=""):
        path = folder / name
        text = path.read_text()
        at = text.index(old, text.index(after))
        path.write_text(text[:at] + new + text[at + len(old):])
        return Design(folder), f"{name}:{text[:at].count(chr(10)) + 1}"
    return plant


def complaint(check, design):
    with pytest.raises(SourceError) as caught:
        check(design)
    return caught.value


def changed(monkeypatch, name, ref, pins):
    """Plants other nets at the pins of `ref` in the circuit that `name` makes."""
    whole = getattr(circuits, name)

    def other(source):
        made = whole(source)
        part = made.components[ref]
        made.components[ref] = circuits.Component(part.ref, part.part, part.pins | pins)
        return made
    monkeypatch.setattr(circuits, name, other)


def test_the_plans_break_no_rule(design):
    found = rules.found(design)
    assert len(found) >= 15 and all(row.computed and row.limit for row in found)


# Magnets.

def test_the_field_of_a_disc_magnet():
    """On the axis there is a closed form: Br/2 (z2/sqrt(z2^2+R^2) - z1/sqrt(z1^2+R^2))."""
    z1, z2, r = 5.5, 7.5, 3
    exact = 1170 / 2 * (z2 / (z2 * z2 + r * r) ** 0.5 - z1 / (z1 * z1 + r * r) ** 0.5)
    assert magnets.axial(1170, 6, 2, z1, 0) == pytest.approx(exact, rel=0.002)
    # far away it is a dipole, which beside the magnet points the other way
    moment = 1170 * 3.14159 * 9 * 2 / (4 * 3.14159)  # mT mm3
    assert magnets.axial(1170, 6, 2, 5.5, 100) == pytest.approx(-moment / 1e6, rel=0.05)


def test_a_switch_beside_the_magnet_senses_almost_nothing():
    """8 mm beside a disc of 6 x 2 mm; an A3144 needs up to 35 mT."""
    assert abs(magnets.axial(1170, 6, 2, 7, 8)) < 2.2


@pytest.mark.parametrize("old, new", [
    ("closes = 6.8", "closes = 35"), ("aside = 5", "aside = 8"), ("sheet = 3.3", "sheet = 6")])
def test_planted_geometry_that_does_not_close_the_switch(planted, old, new):
    design, _ = planted("mechanics.toml", old, new, "[hall]")
    error = complaint(magnets.check, design)
    assert error.where.startswith("mechanics.toml:") and "mT at the switch" in error.what
    assert "magnet" in error.cure


def test_planted_magnet_that_closes_the_neighbour(planted):
    design, where = planted("mechanics.toml", "round = 8", "round = 20", "[magnet]")
    error = complaint(magnets.check, design)
    assert error.where == where and "neighbour" in error.what


# Assembly.

def test_boxes_that_touch():
    a, b = assembly.Box("a", 0, 0, 2, 2, 0, 2), assembly.Box("b", 1, 1, 3, 3, 1, 3)
    above = assembly.Box("c", 0, 0, 2, 2, 2, 3)
    assert assembly.touching([a, b, above]) == [("a", "b"), ("b", "c")]


def test_planted_frame_too_low(planted):
    design, where = planted("mechanics.toml", "posts = 39", "posts = 32", "[frame]")
    error = complaint(assembly.check, design)
    assert error.where == where and "meets wires of module" in error.what
    assert "Raise posts" in error.cure


def test_planted_box_too_low(planted):
    design, where = planted("mechanics.toml", "height = 46", "height = 30", "[box]")
    assert complaint(assembly.check, design).where == where


def test_planted_carrier_higher_than_the_walls(planted):
    design, where = planted("mechanics.toml", "height = 47", "height = 45", "[frame]")
    error = complaint(assembly.check, design)
    assert error.where == where and "0.6 mm above the frame's walls" in error.what


def test_the_layers_of_a_block_lie_on_one_another(design):
    """Floor, board, carrier, top, sheet, tile; and the tag hangs 13.1 mm over its reader's coil,
    which lies on the module's own board, not at the pocket's rim."""
    heights = [(z1, z2) for _, z1, z2, _ in cross_section.layers(design)]
    ends = [z for pair in heights for z in pair]
    assert ends == sorted(ends)
    assert assembly.coil(design.mechanics) == pytest.approx(42.2)
    assert assembly.tag(design.mechanics) == heights[5][0] == pytest.approx(55.3)


def test_the_bench_asks_for_more_than_the_block_does(design):
    """The reading height of step 2 counts from the coil, as the block's does, and leaves 2 mm."""
    page = (guide.DOCS / "2-one-cell.md").read_text()
    asked, = re.findall(r"(\d+) mm or more from coil to tag", page)
    apart = assembly.tag(design.mechanics) - assembly.coil(design.mechanics)
    assert int(asked) >= apart + 2
    piled, = re.findall(r"a pile of (\d+) mm", page)
    assert abs(int(piled) - apart) < 0.5
    assert f"with the tag at {apart:.1f} mm over the coil" in page


@pytest.mark.parametrize(("old", "new", "what"), [
    ("at = 25", "at = 48", "meets"), ("width = 4 ", "width = 9 ", "pocket"),
    ("high = 7 ", "high = 9 ", "meets post")])
def test_planted_joiner_without_room(planted, old, new, what):
    design, _ = planted("mechanics.toml", old, new, "[joiner]")
    error = complaint(assembly.check, design)
    assert what in error.what and error.where.startswith("mechanics.toml:") and error.cure


def test_planted_light_at_the_rim(planted):
    design, where = planted("mechanics.toml", "mouth = 5.2", "mouth = 6.0", "[top]")
    error = complaint(assembly.check, design)
    assert error.where == where and "0.40 mm of wall" in error.what


# Screws.

def test_sizes_of_screws_in_words():
    assert screws.sizes("Screw M3 x 8, M3x8, ISO 7045 M2.5x10") == [
        ("M3", 8), ("M3", 8), ("M2.5", 10)]


@pytest.mark.parametrize(("name", "old", "new", "after", "what"), [
    ("parts.csv", '"Screw M3 x 8, pan head",M3x8,,,ISO 7045 M3x8',
     '"Screw M3 x 10, pan head",M3x10,,,ISO 7045 M3x10', "screw_m3", "8.4 mm into a hole of 7.0"),
    ("parts.csv", "ISO 4762 M3x8", "M3x10", "screw_m3", "8.4 mm into a hole"),
    ("parts.csv", '"Screw M3 x 8, pan head",M3x8,,,ISO 7045 M3x8',
     '"Screw M3 x 5, pan head",M3x5,,,ISO 7045 M3x5', "screw_m3", "bites 3.4 mm"),
    ("parts.csv", "Screw M3 x 8", "Screw M3 x 6", "screw_m3", "no one size"),
    ("parts.csv", '"Screw M2 x 5, pan head",M2x5,,,ISO 7045 M2x5',
     '"Screw M2 x 6, pan head",M2x6,,,ISO 7045 M2x6', "screw_m2", "4.4 mm into a hole of 3.9"),
    ("mechanics.toml", "m2 = 1.7", "m2 = 2.2", "[screw]", "M2 cuts no thread"),
    ("mechanics.toml", "m3 = 2.5", "m3 = 2.7", "[screw]", "M3 cuts no thread"),
    ("mechanics.toml", "m3 = 2.5", "m3 = 2.2", "[screw]", "M3 cuts no thread"),
    ("mechanics.toml", "m3_free = 3.4", "m3_free = 3.0", "[screw]", "clearance hole of 3 mm"),
    ("mechanics.toml", "post = 5", "post = 3", "[board]", "into a hole of 5.0"),
    ("mechanics.toml", "skin = 0.8", "skin = 1.4", "[box]", "into a hole of 6.0"),
    ("mechanics.toml", "lid = 2.4", "lid = 4", "[pad]", "bites 4.0 mm"),
    ("bills.toml", "screw_m3 = 12", "screw_m3 = 8", "[board]", "12 places"),
    ("bills.toml", "screw_m3 = 4", "screw_m3 = 2", "[hall_block]", "4 places"),
])
def test_planted_screw_that_does_not_fit(planted, name, old, new, after, what):
    design, _ = planted(name, old, new, after)
    error = complaint(screws.check, design)
    assert what in error.what and error.cure
    assert error.where.startswith(("parts.csv:", "mechanics.toml:", "bills.toml:"))


# Lights under pieces.

def test_the_share_of_a_mouth_that_a_tile_leaves_open():
    half = [(-100, -100, 0, 100)]
    assert visible_lights.visible(0, 0, 2, half) == pytest.approx(0.5)
    tile = [(-23, -23, 23, 23)]
    assert visible_lights.visible(0, 15, 3, tile) == 0  # the first plans of `hall9`
    assert visible_lights.visible(21.5, 21.5, 3, tile) == pytest.approx(0.37, abs=0.01)
    assert visible_lights.visible(0, 0, 2, [(9, 9, 1)]) == 1


@pytest.mark.parametrize(("old", "new", "after", "piece"), [
    ("side = 44", "side = 46", "[tile]", "domino"),
    ("disc = 34", "disc = 70", "[pieces]", "cairn"),
    ("pyramid = [28, 34, 40]", "pyramid = [28, 34, 48]", "[pieces]", "pyramid")])
def test_planted_piece_that_hides_its_lights(planted, old, new, after, piece):
    design, _ = planted("mechanics.toml", old, new, after)
    error = complaint(visible_lights.check, design)
    assert piece in error.what and "open" in error.what and "gap" in error.cure


@pytest.mark.parametrize(("old", "after", "piece"), [
    ("corner = 9", "[tile]", "a domino"), ("corner = 9", "[pieces]", "a large pyramid")])
def test_planted_piece_with_square_corners(planted, old, after, piece):
    """A tile of 44 mm that is laid 2 mm to the north-east hides that light altogether."""
    design, _ = planted("mechanics.toml", old, "corner = 0", after)
    error = complaint(visible_lights.check, design)
    assert piece in error.what and "leaves 0 %" in error.what and "corner" in error.cure


def test_a_light_beside_a_tile_that_is_laid_as_hands_lay(design):
    """Square, and off to the north-east; with its corner cut off the light shines past it."""
    square, cut = ((-22, -22, 22, 22),), visible_lights.feet(design.mechanics, 50)["a tile"]
    assert visible_lights.visible(21.4 - 1, 21.4 - 1, 2.6, square) == pytest.approx(0.27, abs=0.02)
    assert visible_lights.visible(21.4 - 2, 21.4 - 2, 2.6, square) == 0
    assert visible_lights.visible(21.4 - 3, 21.4 - 3, 2.6, cut) > 0.75


def test_planted_light_under_the_piece(design, monkeypatch):
    monkeypatch.setattr(boards, "INSET", 10)  # the north-east light of `hall9`, 15 mm off
    error = complaint(visible_lights.check, design)
    assert "leaves 0 % of a light of hall9" in error.what


# The top on its frame.

@pytest.mark.parametrize(("old", "new", "what"), [
    ("tab_thick = 0.9", "tab_thick = 1.4", "over a module"),
    ("tab_high = 1.5", "tab_high = 2.0", "skin over the channel")])
def test_planted_tab_that_has_no_room(planted, old, new, what):
    design, _ = planted("mechanics.toml", old, new, "[frame]")
    assert what in complaint(assembly.check, design).what


def test_planted_groove_that_the_tab_fills(planted):
    design, _ = planted("mechanics.toml", "tab_thick = 0.9", "tab_thick = 2.1", "[frame]")
    design.mechanics.data["module"] |= {"width": 40, "depth": 40}
    assert "of its channel" in complaint(assembly.check, design).what


# Wires.

def test_what_is_free_of_a_lead(design):
    """Of 30 cm a housing hides 14 mm, and 17 are cut off with the other end's contact."""
    assert wire_lengths.free(design, 300, 1) == 300 - 14 - 17
    assert wire_lengths.free(design, 200, 1) < 183  # straight to the farthest module, no bend


def test_every_wire_has_a_way(design):
    found = wire_lengths.every(design)
    assert all(way.needs <= way.has for way, _ in found)
    slots = {way.name.split()[4]: slot for way, slot in found if slot}
    assert slots == {"first": (-25, -25), "last": (25, 25)}


@pytest.mark.parametrize(("name", "old", "new", "after", "what"), [
    ("bills.toml", "lights_first = 250", "lights_first = 180", "[wires]", "first light"),
    ("bills.toml", "switch = 300", "switch = 220", "[wires]", "switch of cell"),
    ("bills.toml", "button = 300", "button = 200", "[wires]", "button"),
    ("bills.toml", "pad_beside = 120", "pad_beside = 300", "[wires]", "pad beside"),
    ("mechanics.toml", "slot_y = 5", "slot_y = 8", "[deck]", "module's pocket"),
    ("mechanics.toml", "slot_x = 14", "slot_x = 2", "[deck]", "go through a slot for 0"),
    ("mechanics.toml", "leg = 2 ", "leg = 46 ", "[joiner]", "stands in a slot's way"),
    ("parts.csv", "8 jumper wires 30 cm", "8 jumper wires 20 cm", "lead8", "shorter than"),
    ("bills.toml", "wire_lights = 0.6", "wire_lights = 0.5", "[block]", "550 mm"),
    ("bills.toml", "ribbon = 300", "ribbon = 250", "[wires]", "ribbon from block to block"),
    ("bills.toml", "supply = 600", "supply = 400", "[wires]", "farthest block"),
    ("boards.toml", "supplies = 4", "supplies = 1", "[boards.isles12]", "farthest block"),
    ("boards.toml", "lead = 300", "lead = 230", "[coil]", "the carrier upright"),
    ("bills.toml", "ground = 800", "ground = 300", "[wires]", "strip to the strip"),
    ("bills.toml", "wire_power = 1.0", "wire_power = 0.5", "[supply]", "0.75 mm2"),
    ("bills.toml", "wire_power = 0.3", "wire_power = 0.1", "[plain.pad]", "0.75 mm2"),
    ("bills.toml", "ribbon_m = 0.3", "ribbon_m = 0.2", "[ribbon_hop]", "300 mm of ribbon_m"),
])
def test_planted_wire_without_a_way(planted, name, old, new, after, what):
    design, _ = planted(name, old, new, after)
    error = complaint(wire_lengths.check, design)
    assert what in error.what and error.cure


def test_planted_part_on_a_part(design, monkeypatch):
    place = layouts.PLANS["block"]["place"]
    monkeypatch.setitem(place, "C2", (*place["U3"][:2], 0))
    assert "meets" in complaint(assembly.check, design).what


def test_planted_mouths_that_run_into_one_another(planted):
    design, where = planted("mechanics.toml", "mouth = 5.2", "mouth = 7", "[top]")
    error = complaint(assembly.check, design)
    assert error.where == where and "7.2 mm apart" in error.what


def test_planted_holes_beside_the_display(planted):
    design, where = planted("mechanics.toml", "hole_x = 30.4", "hole_x = 36", "[display]")
    assert complaint(assembly.check, design).where == where


# Lights.

def test_the_drop_along_a_string_by_hand(design):
    """36 lights on 1.8 m of 0.2 mm2 fed at one end, 850 + 36 mA: 0.315 ohm / 2 * 0.886 A."""
    board = boards.boards(design.boards)["grid3"]
    budgets = voltage_drop.power.Power(design.power)
    string, whole, slack = voltage_drop.board_drop(design, board, budgets)
    assert string == pytest.approx(0.1395, abs=1e-4)
    assert whole == pytest.approx(0.1395 + 0.886 * (2 * 0.0175 * 0.8 / 0.75 + 0.0975), abs=1e-4)
    assert slack == pytest.approx(7.2, abs=0.1)  # of the shortest hop


def test_planted_feeds_too_far_apart(planted):
    design, where = planted("boards.toml", "feed = 2", "feed = 15", "[boards.hex37]")
    error = complaint(voltage_drop.check, design)
    assert error.where == where and "265 lights" in error.what and "more often" in error.cure


@pytest.mark.parametrize("name, string, words", [
    ("hall9", "seed50", "cut and feed"), ("grid3", "seed100", "shorter pitch"),
    ("grid3", "strip60", "longer pitch")])
def test_planted_string_of_the_wrong_pitch(planted, name, string, words):
    old = "seed100" if name == "hall9" else "seed50"
    design, where = planted("boards.toml", f'string = "{old}"', f'string = "{string}"',
                            f"[boards.{name}]")
    error = complaint(voltage_drop.check, design)
    assert error.where == where and words in error.cure


def test_no_hop_of_a_block_is_as_short_as_the_gap_between_two_cells(design):
    for name in ("grid3", "grid9"):
        run = voltage_drop.hops(boards.boards(design.boards)[name])
        assert len(run) % 35 == 0 and min(run) > 42


def test_planted_hops_as_short_as_a_gap(design, monkeypatch):
    """Hops of 7 mm from cell to cell leave 43 mm of string to spare, though the mean is 15."""
    monkeypatch.setattr(voltage_drop, "hops", lambda board: [43, 43, 43, 7] * 9)
    board = boards.boards(design.boards)["grid3"]
    budgets = voltage_drop.power.Power(design.power)
    error = complaint(lambda d: voltage_drop.board_drop(d, board, budgets), design)
    assert "43 mm of string to spare" in error.what and "bridge it with wire" in error.cure


def test_planted_hairpin_too_short(planted):
    design, _ = planted("mechanics.toml", "hairpin = 28", "hairpin = 20", "[hall]")
    assert "takes 40 mm" in complaint(voltage_drop.check, design).what


def test_planted_feed_too_long(planted):
    design, _ = planted("power.toml", "feed_m = 0.8", "feed_m = 20")
    error = complaint(voltage_drop.check, design)
    assert "are lost" in error.what and "at most 0.6 allowed" in error.what


# Copper.

def test_a_narrow_track_glows():
    """5 A through 0.4 mm of 35 um copper: 242 degrees of rise."""
    assert trace_rating.rise(5, 1 / 0.4) == pytest.approx(242, abs=1)


def test_planted_narrow_ground(design, monkeypatch, tmp_path):
    paths = trace_rating.json.loads(trace_rating.FILE.read_text())
    paths["block: return of the lights"] = [31.7, 2.5]  # one track of 0.4 mm
    monkeypatch.setattr(trace_rating, "FILE", tmp_path / "copper.json")
    trace_rating.FILE.write_text(trace_rating.json.dumps(paths))
    error = complaint(trace_rating.check, design)
    assert "return of the lights" in error.what and "planes in layouts.py" in error.cure
    del paths["block: return of the lights"]
    trace_rating.FILE.write_text(trace_rating.json.dumps(paths))
    assert "make hardware" in complaint(trace_rating.check, design).cure


@pytest.mark.parametrize(("dense", "key"), [
    (1.5, "degrees at the current of play, at most 10"),
    (1.0, "degrees before the fuse trips, at most 40")])
def test_planted_copper_that_gets_warm(design, monkeypatch, tmp_path, dense, key):
    paths = trace_rating.json.loads(trace_rating.FILE.read_text())
    paths["main: fuse to the lights"] = [1, dense]  # short and thin
    monkeypatch.setattr(trace_rating, "FILE", tmp_path / "copper.json")
    trace_rating.FILE.write_text(trace_rating.json.dumps(paths))
    assert key in complaint(trace_rating.check, design).what


# Protection and quiet wires.

def test_planted_loads_that_bear_less(planted):
    design, _ = planted("power.toml", "bears = 6.0", "bears = 5.5", "[guard]")
    error = complaint(protection.check, design)
    assert error.where.startswith("circuits.py:") and "fires at 5.62" in error.what


@pytest.mark.parametrize("board, ref, part, what", [
    ("block", "R14", "r10k", "the guard of the block board fires at 4.89"),
    ("main_board", "R20", "r13k", "the guard of the main board fires at 4.89"),
    ("main_board", "R10", "r1k", "SUPPLY_SENSE is 0.45 V"),
    ("main_board", "R9", "r1k", "SUPPLY_SENSE is 4.55 V"),
    ("block", "R11", "r2k", "CELLS_HIGH is 2.50 V"),
    ("block", "R12", "r10k", "CELLS_HIGH is 4.55 V"),
    ("main_board", "R22", "r1k", "PAD_HIGH is 2.50 V"),
])
def test_planted_divider_of_other_resistors(board, ref, part, what, design, monkeypatch):
    real = getattr(circuits, board)

    def other(source):
        circuit = real(source)
        circuit.components[ref] = dataclasses.replace(circuit.components[ref], part=part)
        return circuit

    monkeypatch.setattr(circuits, board, other)
    error = complaint(protection.check, design)
    assert error.where.startswith("circuits.py:") and what in error.what


@pytest.mark.parametrize("line, other, what", [
    ("r13k,Resistor 13 kilohm 1 %,13k", "r13k,Resistor 13 kilohm 1 %,15k", "fires at 6.11"),
    ("r2k,Resistor 2 kilohm,2k", "r2k,Resistor 2 kilohm,2M", "Write ohms as"),
    ("r1k,Resistor 1 kilohm,1k", "r1k,Resistor 1 kilohm,1.5k", "CELLS_HIGH is 2.86 V"),
])
def test_planted_value_in_the_list_of_parts(line, other, what, planted):
    design, _ = planted("parts.csv", line, other, "id,")
    error = complaint(protection.check, design)
    assert what in error.what + error.cure


def test_planted_slow_fuse(planted):
    design, where = planted("power.toml", "seconds = 15", "seconds = 60", "[guard]")
    assert complaint(protection.check, design).where == where


def test_planted_fuse_for_too_few_volts(planted):
    design, where = planted("power.toml", "volts = 16", "volts = 6", "[fuses.lights]")
    error = complaint(protection.check, design)
    assert error.where == where and "it bears 6 V" in error.what


def test_planted_board_without_a_guard(design, monkeypatch):
    changed(monkeypatch, "main_board", "Q2", {1: "+5V_LOGIC"})
    assert "main board" in complaint(protection.check, design).what


def test_planted_weak_pull_up(design, monkeypatch):
    for part, value in (("r10k", "100k"), ("r13k", "130k")):
        monkeypatch.setitem(design.parts.rows[part], "value", value)
    error = complaint(protection.check, design)
    assert error.where.startswith("pins.toml:") and "10 kilohm" in error.cure


def test_planted_pull_up_that_feeds_a_dead_reader(design, monkeypatch):
    changed(monkeypatch, "block", "RN1", {1: "+3V3"})
    error = complaint(protection.check, design)
    assert error.where.startswith("boards.toml:") and "CELLS_HIGH" in error.cure


def test_planted_fast_wires_side_by_side(design, monkeypatch):
    ribbon = circuits.RIBBON | {10: "CHAIN_OE_N", 14: "GND", 8: "CHAIN_LATCH", 11: "GND"}
    monkeypatch.setattr(circuits, "RIBBON", ribbon)
    assert "CHAIN_LATCH" in complaint(protection.check, design).what


def test_planted_display_without_pull_ups(design, monkeypatch):
    changed(monkeypatch, "main_board", "R17", {1: "GND"})
    assert "SCL" in complaint(protection.check, design).what


# Coils.

def test_the_mutual_inductance_of_two_loops():
    """As far apart as their radius: K(k2 = 0.8) = 2.25721, E = 1.17849 (tables)."""
    k = 0.8 ** 0.5
    assert coils.mutual(20, 20) == pytest.approx((2 / k - k) * 2.25721 - 2 / k * 1.17849, abs=1e-4)
    # far away they are dipoles: pi/2 (radius / distance)^3
    assert coils.mutual(1, 50) == pytest.approx(3.14159 / 2 / 50 ** 3, rel=0.01)


def test_a_socket_under_a_reader_would_move_its_resonance_too_far(design):
    plugged, stacked, lead = coils.ways(design)
    assert plugged.moved > 1 / 60 > lead.moved and stacked.moved > 1 / 60
    assert plugged.beneath > 0 and lead.parts == 0


def test_planted_posts_that_leave_the_coils_near_the_copper(planted):
    design, where = planted("mechanics.toml", "posts = 39", "posts = 33")
    error = complaint(coils.check, design)
    assert error.where == where and "resonance" in error.what and "Raise posts" in error.cure


def test_planted_lead_too_short(planted):
    design, where = planted("boards.toml", "lead = 300", "lead = 210")
    error = complaint(coils.check, design)
    assert error.where == where and "cell 2 needs" in error.what


# Joints.

def test_planted_wire_too_thick(planted):
    design, where = planted("bills.toml", "mm2 = 0.75", "mm2 = 2.5", "[joints.block_supply]")
    error = complaint(connector_rating.check, design)
    assert error.where == where and "takes 0.14 to 1.5" in error.what


def test_planted_connector_too_weak(planted):
    design, where = planted("bills.toml", "ma = 8000", "ma = 3000", "[joints.block_lights]")
    error = complaint(connector_rating.check, design)
    assert error.where == where and "5100 mA" in error.what


def test_planted_brick_that_gives_more_than_its_plug_bears(planted):
    design, _ = planted("power.toml", "ma = 4000", "ma = 6000", "[supplies.brick_4a]")
    error = complaint(connector_rating.check, design)
    assert error.where.startswith("bills.toml:") and "6000 mA may flow through jack" in error.what


def test_planted_strip_with_too_few_ways(planted):
    design, where = planted("boards.toml", "supplies = 4", "supplies = 2", "[boards.isles12]")
    error = complaint(connector_rating.check, design)
    assert error.where == where and "20 wires meet at a strip of 12 ways" in error.what


def test_the_hall_blocks_are_fed_through_strips(design):
    """A screw terminal takes one wire of theirs, not nine."""
    board = boards.boards(design.boards)["hall9"]
    joined = plans.lights(board, design.bills)["connections"]
    assert not [line for line in joined if {"J9", "J3"} <= {*line[0], *line[2]}]
    ends = [end for line in joined for end in line[2].items() if "J3" in end]
    assert ends == [("J3", [1])] * 9 + [("J3", [2])] * 9


def _nets(plan, strip):
    """The sets of ways of a strip that its bridges join, each with its labels."""
    connector = plan["connectors"][strip]
    sets = [{way} for way in range(1, len(connector["pinlabels"]) + 1)]
    for a, b in connector["loops"]:
        one = next(s for s in sets if a in s)
        other = next(s for s in sets if b in s)
        if one is not other:
            sets.remove(other)
            one |= other
    return [(ways, {connector["pinlabels"][way - 1].split()[0] for way in ways})
            for ways in sets]


def test_bridges_join_plus_with_plus_and_ground_with_ground(design):
    """Neighbours alone are bridged, so the ways of a kind stand side by side."""
    for board in boards.boards(design.boards).values():
        for plan in (plans.power(board, 4000, design.bills), plans.lights(board, design.bills)):
            for strip in (name for name in plan["connectors"] if name.startswith("Strip")):
                nets = _nets(plan, strip)
                assert all(len(labels) == 1 for _, labels in nets), (board.name, strip)
                assert len(nets) == len({min(labels) for _, labels in nets})
                assert all(b == a + 1 for a, b in plan["connectors"][strip]["loops"])


def test_red_is_5_v_orange_3_v_and_black_ground(design):
    """In every drawing, at both ends of every wire; no other wire has one of these."""
    meant = {"RD": ("+5V", "5V", "VCC", "+"), "OG": ("+3V3", "VCC", "+"), "BK": ("GND", "2")}
    for name, plan in plans.every(design, boards, circuits, protection.pins).items():
        if name == "ribbon":  # its wires are as they are bought
            assert plan["cables"]["W1"]["colors"] == ["RD"] + 15 * ["GY"]
            continue
        for one, cable, other in plan["connections"]:
            (wire, ways), = cable.items()
            for end in (one, other):
                (connector, at), = end.items()
                for way, pin in zip(_numbers(ways), _numbers(at), strict=True):
                    label = plan["connectors"][connector]["pinlabels"][pin - 1].split(" ")[0]
                    label = re.sub("(?<=5V)_.*", "", label)
                    colour = plan["cables"][wire]["colors"][way - 1]
                    named = [known for known, labels in meant.items() if label in labels]
                    assert colour in (named or set(["YE", "GN", "BU", "WH", "VT"])), (name, label)


def test_a_net_has_one_colour_in_drawings_and_on_the_breadboard(design):
    """The reader's, the display's and the knob's wires are the same on both."""
    codes = {code: name for name, code in plans.CODES.items()}
    drawn = plans.every(design, boards, circuits, protection.pins)
    cell, panel = drawn["cell"]["cables"]["W1"]["colors"], drawn["panel"]["cables"]
    found = {"reader": dict(zip(circuits.READER, cell, strict=False)),
             "display": dict(zip(("GND", "VCC", "SCL", "SDA"), panel["W1"]["colors"],
                                 strict=True)),
             "knob": dict(zip(("CLK", "DT", "SW", "+", "GND"), panel["W2"]["colors"],
                              strict=True))}
    assert dict(zip(circuits.READER, panel["W4"]["colors"], strict=False)) == found["reader"]
    for wire in breadboard.wires(design):
        if wire.part in found:
            assert codes[found[wire.part][wire.pin]] == wire.colour, wire


def _numbers(ways):
    if isinstance(ways, str):
        first, last = map(int, ways.split("-"))
        return range(first, last + 1)
    return ways


def test_the_lit_map_is_fed_after_every_three_rows(design):
    board = boards.boards(design.boards)["pad"]
    plan = plans.lights(board, design.bills)
    assert [name for name in plan["connectors"] if name.startswith("Light")] == [
        "Light 36", "Light 72", "Light 108", "Light 144"]
    used = {(wire, way) for _, cable, _ in plan["connections"]
            for wire, ways in cable.items() for way in ways}
    assert used == {(wire, way + 1) for wire, cable in plan["cables"].items()
                    for way in range(cable["wirecount"])}


def test_several_bricks_join_their_grounds_and_nothing_else(design):
    """Each to the next: without the common ground a brick would lift its blocks' wires."""
    for board in boards.boards(design.boards).values():
        plan = plans.power(board, 4000, design.bills)
        joins = [line for line in plan["connections"] if len({*line[0], *line[2]} & {
            "Strip %d" % n for n in range(1, 9)}) == 2]
        assert len(joins) == board.supplies - 1
        for end in (end for line in joins for end in (line[0], line[2])):
            (strip, (way,)), = end.items()
            assert plan["connectors"][strip]["pinlabels"][way - 1] == "GND"


def test_a_check_tells_the_first_broken_rule(planted):
    from hardware import __main__ as command
    design, where = planted("mechanics.toml", "aside = 5", "aside = 9", "[hall]")
    with pytest.raises(SourceError, match=where.split(":")[0]):
        command.check(design)


def test_an_unknown_fuse_is_no_silent_pass(planted):
    design, _ = planted("power.toml", "ohm = 0.0975", "ohms = 0.0975", "[fuses.block]")
    assert "has no ohm" in complaint(voltage_drop.check, design).what


def test_the_copper_is_that_of_the_plans(design):
    """Each path begins and ends at pins of its net."""
    made = {"block": circuits.block(design.boards), "hall": circuits.hall_block(design.boards),
            "main": circuits.main_board(protection.pins.table(design.pins))}
    for board, paths in trace_rating.PATHS.items():
        for net, source, drains in paths.values():
            for ref, pin in (source, *drains):
                assert made[board].components[ref].pins[int(pin)] == net, (ref, pin)


# The guide and the bills.

def guide_with(tmp_path, step, old, new):
    """A copy of the guide in which a step says something else."""
    folder = tmp_path / "docs"
    shutil.copytree(guide.DOCS, folder)
    page = folder / f"{step}.md"
    text = page.read_text()
    assert old in text
    page.write_text(text.replace(old, new))
    return folder


@pytest.mark.parametrize(("old", "new", "after", "what"), [
    ("header_1x8 = 1\n", "", "[on_board.pn532]", "header_1x8, which is in no bill"),
    ("lead2 = 1", "", "[board]", "lead2, which is in no bill"),
    ("housing_1x8 = 1", "", "[with.pn532]", "housing_1x8, which is in no bill"),
    ("feet = 2", "knobs = 2", "[board]", "no part 'knobs'"),
    ('jack = "jack"\n', "", "[steps.6-wire]", "jack is in a bill and in no step"),
    ('jack = "jack"', 'jack = "barrel plug"', "[steps.6-wire]", "does not say 'barrel plug'"),
])
def test_planted_bill_that_is_not_the_guides(planted, old, new, after, what):
    design, _ = planted("bills.toml", old, new, after)
    error = complaint(guide.check, design)
    assert what in error.what and error.where.startswith("bills.toml:") and error.cure


def test_planted_bill_without_a_lead(planted):
    design, _ = planted("bills.toml", "lead2 = 1", "lead3 = 1", "[board]")
    assert "has no lead2" in complaint(wire_lengths.check, design).what


@pytest.mark.parametrize(("step", "old", "new", "what"), [
    ("5-solder", "**J11**", "**J31**", "J31, which no board has"),
    ("6-wire", "take-back button: a lead of two", "take-back button: two wires", "lead of two"),
    ("4-print", "rubber feet", "felt pads", "rubber feet")])
def test_planted_step_that_is_not_the_bills(design, tmp_path, step, old, new, what):
    folder = guide_with(tmp_path, step, old, new)
    error = complaint(lambda d: guide.check(d, folder), design)
    assert what in error.what


def test_planted_thing_that_nobody_sells(design, tmp_path, monkeypatch):
    """A step that speaks of a thing for which no part stands."""
    folder = guide_with(tmp_path, "4-print", "## Pieces", "Glue on the fuse holder.\n\n## Pieces")
    guide.check(design, folder)
    monkeypatch.setattr(guide, "THINGS", (*guide.THINGS, "fuse holder"))
    error = complaint(lambda d: guide.check(d, folder), design)
    assert "speaks of a fuse holder" in error.what


def test_the_fab_list_orders_headers_not_modules(design):
    bill = guide.bills.Bills(design)
    assert bill.fitted("pn532") == "header_1x8" and bill.fitted("hc595") == "hc595"
    assert "pn532" not in guide.soldered(design) and "header_1x8" in guide.soldered(design)
    count = bill.count(boards.boards(design.boards)["grid3"])
    assert count["header_1x8"] == 10 and count["housing_1x8"] == 10
    assert count["lead8"] == 10 and count["lead2"] == 1
