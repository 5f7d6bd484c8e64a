"""The single sources of hardware/, what is made from them, and mistakes that must be named."""

import importlib
import shutil
import struct

import pytest

from hardware import boards, generate, pins, power
from hardware.source import DESIGN, Design, SourceError, Toml

PROFILES = tuple(Design().boards.data["boards"])


@pytest.fixture(scope="module")
def design():
    return Design()


@pytest.fixture(scope="module")
def layouts(design):
    return boards.boards(design.boards)


@pytest.fixture
def planted(tmp_path):
    """A copy of the sources in which `plant(file, old, new)` puts a fault; gives its line."""
    folder = tmp_path / "design"
    shutil.copytree(DESIGN, folder)

    def plant(name, old, new, after=""):
        path = folder / name
        text = path.read_text()
        start = text.index(after)
        assert old in text[start:]
        at = text.index(old, start)
        path.write_text(text[:at] + new + text[at + len(old):])
        return f"{name}:{text[:at].count(chr(10)) + 1}"
    plant.folder = folder
    return plant


def profile(name):
    return importlib.import_module(f"table.wiring.{name}")


def test_profiles_are_fresh(design):
    files = generate.wiring(design)
    assert {path.stem for path in files} == set(PROFILES)
    assert generate.stale(files) == [], "run: python -m hardware wiring"


def test_a_stale_profile_is_seen(design):
    files = generate.wiring(design)
    path = next(iter(files))
    assert generate.stale({path: files[path].replace("PAD = True", "PAD = False")}) == [path]


@pytest.mark.parametrize("name", PROFILES)
def test_a_profile_is_whole(name, layouts):
    p = profile(name)
    spots = p.SPOTS.split()
    assert name == p.NAME and len(set(spots)) == len(spots)
    assert len(p.READERS) == len(spots)
    readers = [r for r in p.READERS if r != 255]
    assert sorted(readers) == list(range(p.BLOCKS * 9))
    lights = [x for (x,) in struct.iter_unpack("<H", p.LIGHTS)]
    assert len(lights) == len(spots) * p.PER_SPOT
    assert sorted(lights) == list(range(p.PIXELS))
    if p.WIDTH:
        assert spots == [f"{chr(97 + x)}{y + 1}"
                         for y in range(len(spots) // p.WIDTH) for x in range(p.WIDTH)]
    assert p.PINS["sck"] == 18 and p.PINS["supply"] == 26
    assert p.LIGHT_MA > 0
    assert bool(p.BLOCKS) == layouts[name].cells_read


def test_hall_bits():
    p = profile("hall9")
    assert p.BLOCKS == 0 and len(p.HALL) == 81 and len(set(p.HALL)) == 81
    assert max(p.HALL) < p.HALL_BITS == 144
    spots = p.SPOTS.split()
    # the second block stands east of the first; the row of blocks above runs back
    assert p.HALL[spots.index("c3")] == 8 and p.HALL[spots.index("d1")] == 16
    assert p.HALL[spots.index("g4")] == 3 * 16 and p.HALL[spots.index("i4")] == 3 * 16 + 2


def test_blocks_run_in_a_serpentine():
    p = profile("grid6")
    by = dict(zip(p.SPOTS.split(), p.READERS, strict=True))
    assert [by[s] for s in ("a1", "c3", "d1", "f6", "d4", "a4", "c6")] == [0, 8, 9, 26, 18, 27, 35]


def test_landover_names_of_spots():
    spots = profile("hex37").SPOTS.split()
    assert spots[:37] == [str(i) for i in range(37)]
    corners = [s for s in spots if "." in s]
    edges = [s for s in spots if "/" in s]
    assert (len(corners), len(edges)) == (96, 132)
    assert "11.SE" in corners and "18.N" not in corners  # (rules: landover 25)
    assert "18/E" in edges and "19/W" not in edges
    assert {"5.SE", "6/NE", "13/NE", "20/NE", "26/SE"} - set(spots) == {"6/NE", "13/NE", "20/NE"}


@pytest.mark.parametrize("name", PROFILES)
def test_a_chain_of_pixels_is_whole(layouts, name):
    board = layouts[name]
    assert len(set(board.pixels)) == len(board.pixels) == sum(board.pieces)
    if board.chain == "blocks":
        assert set(board.pieces) == {board.per_spot * 9}


def test_corner_lights_stand_in_their_corners(layouts):
    board = layouts["grid9"]
    for i, lights in enumerate(board.lights):
        x, y = i % 9 * 50 + 25, i // 9 * 50 + 25
        sides = [(board.pixels[p][0] > x, board.pixels[p][1] > y) for p in lights]
        assert sides == [(True, True), (True, False), (False, False), (False, True)]


def test_the_multiplexer_table():
    """Spot checks against table 2 of the RP2040 datasheet (GPIO functions)."""
    assert {"SPI0 SCK", "I2C1 SDA", "UART0 CTS"} <= pins.functions(18)
    assert {"SPI1 RX", "UART0 TX", "I2C0 SDA"} <= pins.functions(12)
    assert {"UART1 TX", "SPI1 RX"} <= pins.functions(8)
    assert "ADC0" in pins.functions(26) and "ADC0" not in pins.functions(22)


# Planted faults: each message names the line of the source and the cure.

def complaint(folder, ask):
    with pytest.raises(SourceError) as caught:
        ask(Design(folder))
    return caught.value


def test_an_impossible_function(planted):
    where = planted("pins.toml", "gp = 18", "gp = 21", "[pins.sck]")
    error = complaint(planted.folder, lambda d: pins.table(d.pins))
    assert error.where == where and "SPI0 SCK" in error.what and "18" in error.cure


def test_a_pin_used_twice(planted):
    where = planted("pins.toml", "gp = 15", "gp = 14", "[pins.take_back]")
    error = complaint(planted.folder, lambda d: pins.table(d.pins))
    assert error.where == where and "hall_load already" in error.what and "27" in error.cure


def test_a_pin_that_the_pico_hides(planted):
    where = planted("pins.toml", "gp = 20", "gp = 23", "[pins.buzzer]")
    assert complaint(planted.folder, lambda d: pins.table(d.pins)).where == where


def test_a_board_too_big_for_the_chain(planted):
    where = planted("boards.toml", "width = 9", "width = 24", "[boards.grid9]")
    planted("boards.toml", "height = 9", "height = 24", "[boards.grid9]")
    error = complaint(planted.folder, lambda d: boards.boards(d.boards))
    assert error.where == where and "64 blocks" in error.what


def test_a_board_of_broken_blocks(planted):
    where = planted("boards.toml", "height = 6", "height = 7", "[boards.grid6]")
    error = complaint(planted.folder, lambda d: boards.boards(d.boards))
    assert error.where == where and "multiple of 3" in error.cure


def test_a_part_without_a_price(planted):
    where = planted("parts.csv", ",5.00,", ",,", "pico,")
    error = complaint(planted.folder, lambda d: d)
    assert error.where == where and "no price_usd" in error.what


def test_a_part_twice(planted):
    path = planted.folder / "parts.csv"
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines, lines[1]]) + "\n")
    assert complaint(planted.folder, lambda d: d).where == f"parts.csv:{len(lines) + 1}"


def test_a_supply_too_small(planted):
    where = planted("power.toml", "ma = 4000", "ma = 2000", "[supplies.brick_4a]")

    def budgets(design):
        grid9 = boards.boards(design.boards)["grid9"]
        power.Power(design.power).budget(grid9)
    error = complaint(planted.folder, budgets)
    assert error.where == where and "too small for grid9" in error.what
    assert "bigger supply" in error.cure


def test_a_fuse_too_small(planted):
    where = planted("power.toml", "ma = 800", "ma = 300", "[fuses.main]")

    def budgets(design):
        power.Power(design.power).budget(boards.boards(design.boards)["pad"])
    error = complaint(planted.folder, budgets)
    assert error.where == where and "bigger fuse" in error.cure


def test_a_missing_or_mistyped_value(planted):
    where = planted("boards.toml", 'width = 6', 'width = "six"', "[boards.grid6]")
    assert complaint(planted.folder, lambda d: boards.boards(d.boards)).where == where
    path = planted.folder / "boards.toml"
    path.write_text(path.read_text().replace('width = "six"\n', ""))
    error = complaint(planted.folder, lambda d: boards.boards(d.boards))
    assert "has no width" in error.what


def test_a_source_that_is_no_toml(tmp_path):
    path = tmp_path / "pins.toml"
    path.write_text("[bus]\nhz = \n")
    with pytest.raises(SourceError, match=r"pins.toml:2"):
        Toml(path)


FOUR = """
[boards.four]
title = "4 x 4"
shape = "square"
width = 4
height = 4
readers = "%s"
lights = %d
hall = false
chain = "%s"
string = "strip60"
feed = 3
supply = "brick_2a"
supplies = 1
light_ma = 0
"""


def newcomer(folder, readers, lights, chain):
    """Add a board of 4 x 4 to the sources."""
    with (folder / "boards.toml").open("a") as file:
        file.write(FOUR % (readers, lights, chain))


def test_a_board_of_four_by_four_with_the_pad(planted):
    newcomer(planted.folder, "pad", 1, "rows")
    design = Design(planted.folder)
    board = boards.boards(design.boards)["four"]
    assert len(board.spots) == len(board.pixels) == 16 and not board.blocks
    budget = power.Power(design.power).budget(board)
    assert budget.dark < budget.play < budget.fault


@pytest.mark.parametrize(("readers", "lights", "chain"), [
    ("cells", 4, "blocks"), ("pad", 1, "blocks"), ("pad", 4, "rows")])
def test_a_board_that_cannot_be_says_what_can(planted, readers, lights, chain):
    newcomer(planted.folder, readers, lights, chain)
    error = complaint(planted.folder, lambda d: boards.boards(d.boards))
    assert 'readers = "pad", hall = false, lights = 1, chain = "rows"' in str(error)


# The budget.

def test_budgets_keep_the_rule(design, layouts):
    account = power.Power(design.power)
    for board in layouts.values():
        budget = account.budget(board)
        assert budget.zone <= budget.zone_ma * budget.share // 100
        assert budget.boot <= budget.supply_ma * budget.share // 100
        assert budget.fuse_play <= budget.fuse_ma * budget.share // 100
        assert budget.dark < budget.play < budget.fault
        assert 0 < budget.light_ma < budget.supply_ma


def test_budget_of_the_starter_board_by_hand(design, layouts):
    budget = power.Power(design.power).budget(layouts["grid3"])
    # main 60 + display 25 + buzzer 30, pad's field 150, block 5, eight readers awake 36, one
    # with its field 150, 36 pixels dark: 744 of the 1600 that may be used
    assert budget.dark == 115 + 150 + 5 + 9 * 36 + 36
    assert budget.light_ma == 850 and budget.play == 744 + 850
