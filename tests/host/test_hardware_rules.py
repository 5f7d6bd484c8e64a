"""The physics of the plans: worked examples of each computation, and a planted fault for each
rule, whose message must name the source's line and the cure."""

import dataclasses
import shutil

import pytest

from hardware import boards, coils, copper, drop, guard, joints, magnets, rules, stack
from hardware.electronics import circuits, layouts
from hardware.harness import plans
from hardware.mechanics import cross
from hardware.source import DESIGN, Design, SourceError


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
    """The first plans: 8 mm beside a disc of 6 x 2 mm, where an A3144 needs up to 35 mT."""
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
    a, b = stack.Box("a", 0, 0, 2, 2, 0, 2), stack.Box("b", 1, 1, 3, 3, 1, 3)
    assert stack.touching([a, b, stack.Box("c", 0, 0, 2, 2, 2, 3)]) == [("a", "b"), ("b", "c")]


def test_planted_frame_too_low(planted):
    design, where = planted("mechanics.toml", "posts = 39", "posts = 32", "[frame]")
    error = complaint(stack.check, design)
    assert error.where == where and "meets wires of module" in error.what
    assert "Raise posts" in error.cure


def test_planted_box_too_low(planted):
    design, where = planted("mechanics.toml", "height = 46", "height = 30", "[box]")
    assert complaint(stack.check, design).where == where


def test_planted_carrier_higher_than_the_walls(planted):
    design, where = planted("mechanics.toml", "height = 47", "height = 45", "[frame]")
    error = complaint(stack.check, design)
    assert error.where == where and "0.6 mm above the frame's walls" in error.what


def test_the_layers_of_a_block_lie_on_one_another(design):
    """Floor, board, carrier, top, sheet, tile; and the tag hangs 9.7 mm over its reader."""
    heights = [(z1, z2) for _, z1, z2, _ in cross.layers(design)]
    ends = [z for pair in heights for z in pair]
    assert ends == sorted(ends)
    assert heights[5][0] - heights[2][1] == pytest.approx(9.7)


def test_planted_part_on_a_part(design, monkeypatch):
    place = layouts.PLANS["block"]["place"]
    monkeypatch.setitem(place, "C2", (*place["U3"][:2], 0))
    assert "meets" in complaint(stack.check, design).what


def test_planted_mouths_that_run_into_one_another(planted):
    design, where = planted("mechanics.toml", "mouth = 6", "mouth = 10", "[top]")
    error = complaint(stack.check, design)
    assert error.where == where and "7 mm apart" in error.what


def test_planted_holes_beside_the_display(planted):
    design, where = planted("mechanics.toml", "hole_x = 30.4", "hole_x = 36", "[display]")
    assert complaint(stack.check, design).where == where


# Lights.

def test_the_drop_along_a_string_by_hand(design):
    """36 lights on 1.8 m of 0.2 mm2 fed at both ends, 850 + 36 mA: 0.315 ohm / 8 * 0.886 A."""
    board = boards.boards(design.boards)["grid3"]
    string, whole, slack = drop._board(design, board, rules.drop.power.Power(design.power))
    assert string == pytest.approx(0.0349, abs=1e-4)
    assert whole == pytest.approx(0.0349 + 0.886 * (2 * 0.0175 * 0.8 / 0.75 + 0.0975), abs=1e-4)
    assert slack == pytest.approx(15.2, abs=0.1)


def test_planted_feeds_too_far_apart(planted):
    design, where = planted("boards.toml", "feed = 2", "feed = 15", "[boards.hex37]")
    error = complaint(drop.check, design)
    assert error.where == where and "265 lights" in error.what and "more often" in error.cure


@pytest.mark.parametrize("name, string, words", [
    ("hall9", "seed50", "cut and feed"), ("grid3", "seed100", "shorter pitch"),
    ("grid3", "strip60", "longer pitch")])
def test_planted_string_of_the_wrong_pitch(planted, name, string, words):
    if name == "hall9":  # 50 mm apart on 49
        design, where = planted("power.toml", "pitch = 100", "pitch = 49", "[strings.seed100]")
        assert words in complaint(drop.check, design).cure
        return
    design, where = planted("boards.toml", 'string = "seed50"', f'string = "{string}"',
                            f"[boards.{name}]")
    error = complaint(drop.check, design)
    assert error.where == where and words in error.cure


def test_planted_feed_too_long(planted):
    design, _ = planted("power.toml", "feed_m = 0.8", "feed_m = 20")
    error = complaint(drop.check, design)
    assert "are lost" in error.what and "at most 0.6 allowed" in error.what


# Copper.

def test_a_narrow_track_glows():
    """5 A through 0.4 mm of 35 um copper: 242 degrees of rise."""
    assert copper.rise(5, 1 / 0.4) == pytest.approx(242, abs=1)


def test_planted_narrow_ground(design, monkeypatch, tmp_path):
    paths = copper.json.loads(copper.FILE.read_text())
    paths["block: return of the lights"] = [31.7, 2.5]  # one track of 0.4 mm
    monkeypatch.setattr(copper, "FILE", tmp_path / "copper.json")
    copper.FILE.write_text(copper.json.dumps(paths))
    error = complaint(copper.check, design)
    assert "return of the lights" in error.what and "planes in layouts.py" in error.cure
    del paths["block: return of the lights"]
    copper.FILE.write_text(copper.json.dumps(paths))
    assert "make hardware" in complaint(copper.check, design).cure


@pytest.mark.parametrize(("dense", "key"), [
    (1.5, "degrees at the current of play, at most 10"),
    (1.0, "degrees before the fuse trips, at most 40")])
def test_planted_copper_that_gets_warm(design, monkeypatch, tmp_path, dense, key):
    paths = copper.json.loads(copper.FILE.read_text())
    paths["main: fuse to the lights"] = [1, dense]  # short and thin
    monkeypatch.setattr(copper, "FILE", tmp_path / "copper.json")
    copper.FILE.write_text(copper.json.dumps(paths))
    assert key in complaint(copper.check, design).what


# Protection and quiet wires.

def test_planted_loads_that_bear_less(planted):
    design, _ = planted("power.toml", "bears = 6.0", "bears = 5.5", "[guard]")
    error = complaint(guard.check, design)
    assert error.where.startswith("circuits.py:") and "fires at 5.62" in error.what


@pytest.mark.parametrize("board, ref, part, what", [
    ("block", "R14", "r10k", "the guard of the block board fires at 4.89"),
    ("main_board", "R20", "r13k", "the guard of the main board fires at 4.89"),
    ("main_board", "R10", "r1k", "SUPPLY_SENSE is 0.45 V"),
    ("main_board", "R9", "r1k", "SUPPLY_SENSE is 4.55 V"),
    ("block", "R11", "r2k", "CELLS_HIGH is 2.50 V"),
    ("block", "R12", "r10k", "CELLS_HIGH is 4.55 V"),
    ("main_board", "R22", "r1k", "PAD_HIGH is 2.50 V"),
])  # fmt: skip
def test_planted_divider_of_other_resistors(board, ref, part, what, design, monkeypatch):
    real = getattr(circuits, board)

    def other(source):
        circuit = real(source)
        circuit.components[ref] = dataclasses.replace(circuit.components[ref], part=part)
        return circuit

    monkeypatch.setattr(circuits, board, other)
    error = complaint(guard.check, design)
    assert error.where.startswith("circuits.py:") and what in error.what


@pytest.mark.parametrize("line, other, what", [
    ("r13k,Resistor 13 kilohm 1 %,13k", "r13k,Resistor 13 kilohm 1 %,15k", "fires at 6.11"),
    ("r2k,Resistor 2 kilohm,2k", "r2k,Resistor 2 kilohm,2M", "Write ohms as"),
    ("r1k,Resistor 1 kilohm,1k", "r1k,Resistor 1 kilohm,1.5k", "CELLS_HIGH is 2.86 V"),
])
def test_planted_value_in_the_list_of_parts(line, other, what, planted):
    design, _ = planted("parts.csv", line, other, "id,")
    error = complaint(guard.check, design)
    assert what in error.what + error.cure


def test_planted_slow_fuse(planted):
    design, where = planted("power.toml", "seconds = 15", "seconds = 60", "[guard]")
    assert complaint(guard.check, design).where == where


def test_planted_fuse_for_too_few_volts(planted):
    design, where = planted("power.toml", "volts = 16", "volts = 6", "[fuses.lights]")
    error = complaint(guard.check, design)
    assert error.where == where and "it bears 6 V" in error.what


def test_planted_board_without_a_guard(design, monkeypatch):
    changed(monkeypatch, "main_board", "Q2", {1: "+5V_LOGIC"})
    assert "main board" in complaint(guard.check, design).what


def test_planted_weak_pull_up(design, monkeypatch):
    for part, value in (("r10k", "100k"), ("r13k", "130k")):
        monkeypatch.setitem(design.parts.rows[part], "value", value)
    error = complaint(guard.check, design)
    assert error.where.startswith("pins.toml:") and "10 kilohm" in error.cure


def test_planted_pull_up_that_feeds_a_dead_reader(design, monkeypatch):
    changed(monkeypatch, "block", "RN1", {1: "+3V3"})
    error = complaint(guard.check, design)
    assert error.where.startswith("boards.toml:") and "CELLS_HIGH" in error.cure


def test_planted_fast_wires_side_by_side(design, monkeypatch):
    ribbon = circuits.RIBBON | {10: "CHAIN_OE_N", 14: "GND", 8: "CHAIN_LATCH", 11: "GND"}
    monkeypatch.setattr(circuits, "RIBBON", ribbon)
    assert "CHAIN_LATCH" in complaint(guard.check, design).what


def test_planted_display_without_pull_ups(design, monkeypatch):
    changed(monkeypatch, "main_board", "R17", {1: "GND"})
    assert "SCL" in complaint(guard.check, design).what


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
    design, where = planted("boards.toml", "lead = 200", "lead = 150")
    error = complaint(coils.check, design)
    assert error.where == where and "cell 2 needs" in error.what


# Joints.

def test_planted_wire_too_thick(planted):
    design, where = planted("bills.toml", "mm2 = 0.75", "mm2 = 2.5", "[joints.block_supply]")
    error = complaint(joints.check, design)
    assert error.where == where and "takes 0.14 to 1.5" in error.what


def test_planted_connector_too_weak(planted):
    design, where = planted("bills.toml", "ma = 8000", "ma = 3000", "[joints.block_lights]")
    error = complaint(joints.check, design)
    assert error.where == where and "5100 mA" in error.what


def test_planted_brick_that_gives_more_than_its_plug_bears(planted):
    design, _ = planted("power.toml", "ma = 4000", "ma = 6000", "[supplies.brick_4a]")
    error = complaint(joints.check, design)
    assert error.where.startswith("bills.toml:") and "6000 mA may flow through jack" in error.what


def test_planted_strip_with_too_few_ways(planted):
    design, where = planted("boards.toml", "supplies = 4", "supplies = 2", "[boards.isles12]")
    error = complaint(joints.check, design)
    assert error.where == where and "20 wires meet at a strip of 12 ways" in error.what


def test_the_hall_blocks_are_fed_through_strips(design):
    """A screw terminal takes one wire of theirs, not nine."""
    board = boards.boards(design.boards)["hall9"]
    joined = plans.lights(board)["connections"]
    assert not [line for line in joined if {"J9", "J3"} <= {*line[0], *line[2]}]
    assert [end for line in joined for end in line[2].items() if "J3" in end] == [
        ("J3", [1]), ("J3", [2])]


def test_several_bricks_join_their_grounds_and_nothing_else(design):
    """Each to the next: without the common ground a brick would lift its blocks' wires."""
    for board in boards.boards(design.boards).values():
        plan = plans.power(board, 4000)
        joins = [line for line in plan["connections"] if len({*line[0], *line[2]} & {
            "Strip %d" % n for n in range(1, 9)}) == 2]
        assert len(joins) == board.supplies - 1
        assert all(list(end.values())[0] == [2] for line in joins for end in (line[0], line[2]))


def test_a_check_tells_the_first_broken_rule(planted):
    from hardware import __main__ as command
    design, where = planted("mechanics.toml", "aside = 5", "aside = 9", "[hall]")
    with pytest.raises(SourceError, match=where.split(":")[0]):
        command.check(design)


def test_an_unknown_fuse_is_no_silent_pass(planted):
    design, _ = planted("power.toml", "ohm = 0.0975", "ohms = 0.0975", "[fuses.block]")
    assert "has no ohm" in complaint(drop.check, design).what


def test_the_copper_is_that_of_the_plans(design):
    """Each path begins and ends at pins of its net."""
    made = {"block": circuits.block(design.boards), "hall": circuits.hall_block(design.boards),
            "main": circuits.main_board(guard.pins.table(design.pins))}
    for board, paths in copper.PATHS.items():
        for net, source, drains in paths.values():
            for ref, pin in (source, *drains):
                assert made[board].components[ref].pins[int(pin)] == net, (ref, pin)
