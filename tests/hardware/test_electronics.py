"""Planted faults: each check of the electronics is shown to bite."""

import dataclasses
import re
import shutil

import pytest

from hardware import pins, trace_rating
from hardware.electronics import circuits, make, netlists, schematic, trace_resistance
from hardware.electronics.netlists import skidl
from hardware.source import Design


@pytest.fixture(scope="module")
def design():
    return Design()


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    make.settings()
    make.BUILD.mkdir(parents=True, exist_ok=True)
    skidl.lib_search_paths[skidl.KICAD9] = [str(make.WORK), str(netlists.SYMBOLS)]
    skidl.erc_logger.error.reset()
    skidl.erc_logger.warning.reset()


def change(circuit, ref, pin, net):
    component = circuit.components[ref]
    circuit.components[ref] = dataclasses.replace(component, pins={**component.pins, pin: net})


@pytest.fixture(scope="module", autouse=True)
def made():
    if not (make.WORK / "main.kicad_pcb").is_file():
        pytest.skip("hardware.electronics.make has not run here")


def complaints(circuit, design):
    return sum(netlists.check(netlists.build(circuit, design.parts)))


def test_the_block_has_no_complaint(design):
    assert complaints(circuits.block(design.boards), design) == 0


def test_a_floating_input_is_found(design):
    block = circuits.block(design.boards)
    change(block, "U1", 12, "LOST")  # the latch clock of a chip that nobody drives
    assert complaints(block, design) > 0


def test_two_outputs_on_a_wire_are_found(design):
    block = circuits.block(design.boards)
    change(block, "U2", 9, "CHAIN_MID")
    assert complaints(block, design) > 0


def test_a_pin_that_the_symbol_lacks_is_found(design):
    block = circuits.block(design.boards)
    change(block, "U1", 17, "GND")
    with pytest.raises(ValueError, match="U1: pins"):
        netlists.build(block, design.parts)


def project(folder, circuit, design):
    for name in ("hw.kicad_sym", "sym-lib-table"):
        shutil.copy(make.WORK / name, folder / name)
    (folder / "block.kicad_pro").write_text("{}")
    path = folder / "block.kicad_sch"
    path.write_text(schematic.write(circuit, design.parts))
    return path


def test_a_schematic_that_differs_from_the_circuit_is_found(design, tmp_path):
    block = circuits.block(design.boards)
    sheet = project(tmp_path, block, design)
    sheet.write_text(sheet.read_text().replace('(global_label "CS1"', '(global_label "CS0"'))
    net = tmp_path / "block.net"
    make.run("kicad-cli", "sch", "export", "netlist", "-o", net, sheet)
    with pytest.raises(make.ToolError, match="CS0, CS1"):
        make.same_netlist(block, net)


def test_a_wire_drawn_to_a_pin_of_another_net_is_found(design):
    other = circuits.block(design.boards)
    change(other, "J12", 4, "CS0")
    with pytest.raises(ValueError, match="J12.4 is not of CS1"):
        schematic.write(other, design.parts)


def test_a_schematic_with_an_open_pin_is_found(design, tmp_path):
    sheet = project(tmp_path, circuits.block(design.boards), design)
    text = sheet.read_text()
    at = text.index("(no_connect")
    sheet.write_text(text[:at] + text[text.index("\n", text.index("uuid", at)):])
    with pytest.raises(make.ToolError):
        make.run("kicad-cli", "sch", "erc", "--severity-all", "--exit-code-violations",
                 "-o", tmp_path / "erc.txt", sheet)


@pytest.fixture
def board(tmp_path):
    for path in make.WORK.iterdir():
        shutil.copy(path, tmp_path / path.name)
    return tmp_path / "main.kicad_pcb"


def test_the_board_as_made_passes(board):
    make.check_board(board)


def test_a_board_with_a_signal_without_tracks_is_found(board):
    text = board.read_text()
    segments = re.findall(r"\n\t\(segment\n.*?\n\t\)", text, re.DOTALL)
    signal = next(net for net in re.findall(r'\(net (?:\d+ )?"([^"]*CHAIN[^"]*)"\)', text))
    number = re.search(r'\(net (\d+) "%s"\)' % re.escape(signal), text)
    mine = ('(net "%s")' % signal, "(net %s)" % number[1] if number else "()")
    gone = [one for one in segments if any(word in one for word in mine)]
    assert gone
    for one in gone:
        text = text.replace(one, "")
    board.write_text(text)
    with pytest.raises(make.ToolError):
        make.check_board(board)


def test_a_board_with_a_part_moved_is_found(board):
    text = board.read_text()
    start = text.index('(property "Reference" "C5"')
    at = text.rindex("(at ", 0, start)
    board.write_text(text[:at] + "(at 60.96 30.48)" + text[text.index(")", at) + 1:])
    with pytest.raises(make.ToolError):
        make.check_board(board)


def test_a_ground_of_one_narrow_track_is_found(tmp_path, design):
    """The return of the lights with the ground's filled copper taken out of the board."""
    path = tmp_path / "main.kicad_pcb"
    text = (make.WORK / "main.kicad_pcb").read_text()
    net, source, drains = trace_rating.PATHS["main"]["return of the lights"]
    path.write_text(text)
    whole, _ = trace_resistance.Copper(path).path(net, source, drains)
    assert 0.0003 < whole < 0.004
    sheet = trace_resistance.Copper(path)
    sheet.tree = [item for item in sheet.tree if item[0] != "zone"]
    try:
        narrow, dense = sheet.path(net, source, drains)
    except ValueError:  # the planes alone join these two
        return
    assert narrow > 5 * whole and trace_rating.rise(5, dense) > 100


def test_no_track_has_no_length():
    for name in make.BOARDS:
        tree = trace_resistance.parse((make.WORK / f"{name}.kicad_pcb").read_text())
        for track in trace_resistance.find(tree, "segment"):
            ends = [trace_resistance.find(track, end)[0][1:] for end in ("start", "end")]
            assert ends[0] != ends[1]


def test_a_fabricator_gets_drills_apart_and_tables():
    import zipfile
    for name in make.BOARDS:
        with zipfile.ZipFile(make.fab(name)) as fab:
            names = set(fab.namelist())
            assert {f"{name}-PTH.drl", f"{name}-NPTH.drl"} <= names
            assert fab.read(f"{name}-positions.csv").decode().startswith(
                "Designator,Mid X,Mid Y,Layer,Rotation\n")
            rows = fab.read(f"{name}-bom.csv").decode().splitlines()
            assert rows[0] == "Comment,Designator,Footprint,Part number" and len(rows) > 8


def test_the_main_board_is_that_of_pins_toml(design):
    circuit = circuits.main_board(pins.table(design.pins))
    text = (make.WORK / "main.kicad_pcb").read_text()
    for net in circuit.nets():
        assert f'"{net}"' in text
