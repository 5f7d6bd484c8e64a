"""The committed meshes, in plain Python: closed, printable, with pockets for their tags."""

import json
import re
import struct
import tomllib
import xml.etree.ElementTree as ElementTree

import pytest

from hardware import bills, boards
from hardware.mechanics import meshes
from hardware.source import DESIGN, ROOT, Design

pytestmark = pytest.mark.deep

HERE = ROOT / "hardware" / "mechanics"
PRINTS = json.loads((HERE / "prints.json").read_text())
MEASURES = tomllib.loads((DESIGN / "mechanics.toml").read_text())
PRINTER = MEASURES["fit"]["printer"]
POCKETS = {"tile": 25, "domino": 25, "pyramid_small": 25, "pyramid_medium": 25,
           "pyramid_large": 25, "cap": 25, "cairn": 25, "tor": 25, "village": 12, "city": 12,
           "road": 12, "boat": 12, "wall": 12, "catapult": 12, "merchant": 12}


@pytest.mark.parametrize("name", sorted(PRINTS))
def test_a_part_can_be_printed(name):
    faces = meshes.triangles(HERE / "stl" / f"{name}.stl")
    assert meshes.faults(faces, PRINTER) == []
    solid = meshes.volume(faces) * 1.24e-3  # grams of PLA, were it filled
    assert 0.3 * solid < PRINTS[name]["grams"] < 1.3 * solid + 1


@pytest.mark.parametrize("name", sorted(POCKETS))
def test_a_piece_has_a_pocket_for_its_tag(name):
    assert POCKETS[name] in (MEASURES["tag"]["round"], MEASURES["tag"]["small"])
    faces = meshes.triangles(HERE / "stl" / f"{name}.stl")
    at = 25 if name == "domino" else 0
    assert meshes.has_pocket(faces, at, 0, POCKETS[name] / 2, MEASURES["tag"]["thick"])


def test_every_part_has_its_files():
    for path in (HERE / "drawings").iterdir():
        ElementTree.parse(path)
        assert path.stem in PRINTS or path.stem == "block"
    assert {p.stem for p in (HERE / "stl").iterdir()} == set(PRINTS)
    assert {p.stem for p in (HERE / "laser").glob("*.svg")} == {
        p.stem for p in (HERE / "laser").glob("*.dxf")}


def test_what_the_boards_print_is_there():
    for board in boards.boards(Design().boards).values():
        assert set(bills.printed(board)) <= set(PRINTS)


# Planted faults.

@pytest.fixture
def joiner():
    return meshes.triangles(HERE / "stl" / "joiner.stl")


def test_planted_hole(joiner):
    assert any("open" in fault for fault in meshes.faults(joiner[1:], PRINTER))


def test_planted_face_turned_round(joiner):
    a, b, c = joiner[0]
    assert meshes.faults([(a, c, b), *joiner[1:]], PRINTER)


def test_planted_inside_out(joiner):
    assert "its volume is not positive" in meshes.faults([(a, c, b) for a, b, c in joiner],
                                                         PRINTER)


def test_planted_size_and_place(joiner):
    large = [tuple(tuple(v * 30 for v in p) for p in face) for face in joiner]
    assert any("longer" in fault for fault in meshes.faults(large, PRINTER))
    lifted = [tuple((x, y, z + 1) for x, y, z in face) for face in joiner]
    assert any("bed" in fault for fault in meshes.faults(lifted, PRINTER))


def test_planted_piece_without_pocket(joiner):
    assert not meshes.has_pocket(joiner, 0, 0, 12.5, 0.6)


def test_planted_broken_file(tmp_path):
    path = tmp_path / "x.stl"
    path.write_bytes(b"\0" * 80 + struct.pack("<I", 2) + b"\0" * 50)
    with pytest.raises(ValueError, match="not a whole"):
        meshes.triangles(path)


def test_laser_files_say_that_they_are_in_millimetres():
    for path in (HERE / "laser").glob("*.dxf"):
        lines = path.read_text().splitlines()
        assert lines[lines.index("$INSUNITS") + 1 :][:2] == ["70", "4"], path.name
        assert lines.index("$INSUNITS") < lines.index("ENTITIES")
    for path in (HERE / "laser").glob("*.svg"):
        assert re.search(r'width="[\d.]+mm" height="[\d.]+mm"', path.read_text()), path.name


def test_a_laser_cut_sheet_has_its_size():
    lines = (HERE / "laser" / "diffuser.dxf").read_text().split()
    numbers = [float(value) for code, value in zip(lines, lines[1:], strict=False)
               if code in ("10", "11") and "." in value]
    assert len(numbers) == 8 and max(numbers) - min(numbers) == pytest.approx(149.6)


def test_the_mouths_of_the_lights_are_cut_as_circles():
    text = (HERE / "laser" / "top_plate.dxf").read_text()
    radii = re.findall(r"CIRCLE\n(?:.*\n){7}([\d.]+)\n", text)
    assert [float(radius) for radius in radii] == 36 * [MEASURES["top"]["well"] / 2]
