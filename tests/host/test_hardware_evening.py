"""The pad on a breadboard: its page, picture and bill are those of its profile."""

import re

import pytest
from PIL import Image

from games import make
from hardware import boards, breadboard, pins
from hardware.electronics.circuits import PICO_PIN
from hardware.source import ROOT, Design
from host_tools import cli
from table.wiring import evening
from tests import evening_pictures

PAGE = (ROOT / "hardware" / "docs" / "evening.md").read_text()


def test_each_wire_of_the_page_is_a_pin_of_the_profile():
    design = Design()
    rows = re.findall(r"(?m)^\| ([\w ]+) \| ([^|]+) \| (?:GP(\d+)|[^|]* rail|shifter[^|]*) \| "
                      r"(\d+|-) \| ", PAGE)
    joined = {int(gp) for _, _, gp, _ in rows if gp}
    assert all(int(leg) == PICO_PIN[int(gp)] for _, _, gp, leg in rows if gp)
    wanted = {evening.PINS[name] for name in (
        "sck", "miso", "mosi", "pad_select", "display_sda", "display_scl", "knob_a", "knob_b",
        "knob_push", "take_back", "pixels", "supply")}
    assert joined == wanted and len(rows) == len(breadboard.wires(design))
    by = {(w.part, w.pin): w for w in breadboard.wires(design)}
    assert by["reader", "MISO"].to == f"GP{evening.PINS['miso']}"
    assert by["reader", "MISO"].at == PICO_PIN[evening.PINS["miso"]]


def test_colours_of_the_supplies():
    for wire in breadboard.wires(Design()):
        expected = {"5 V rail": "red", "3.3 V rail": "orange", "ground rail": "black"}.get(wire.to)
        assert wire.colour in (expected, "-") or expected is None, wire


def test_every_ground_goes_to_a_rail_that_the_pico_grounds():
    plan = breadboard.wires(Design())
    assert [w.to for w in plan if w.pin.startswith("GND") and w.to != "ground rail"] == []
    fed = {(w.pin, w.to) for w in plan if w.part == "Pico"}
    assert fed == {("VBUS", "5 V rail"), ("3V3(OUT)", "3.3 V rail"), ("GND", "ground rail")}


PICTURE = (ROOT / "hardware" / "harness" / "evening.svg").read_text()


def ends(picture):
    """Both ends of each wire and resistor of a picture, and where holes and pins are."""
    wires = [re.findall(r"-?\d+,-?\d+", path)
             for path in re.findall(r'<path d="(M[^"]+)"', picture)]
    dots = re.findall(r'<circle cx="(\d+)" cy="(\d+)" r="[24]"', picture)
    return [(found[0], found[-1]) for found in wires], {f"{x},{y}" for x, y in dots}


def test_the_picture_has_each_wire_once():
    drawn = [w for w in breadboard.wires(Design()) if "10k" not in w.part]
    assert len(ends(PICTURE)[0]) == len(drawn) + 2  # and two resistors


def test_no_end_hangs_free_and_none_shares_a_hole():
    wires, holes = ends(PICTURE)
    used = [end for wire in wires for end in wire]
    assert [end for end in used if end not in holes] == []
    assert len(set(used)) == len(used)


def test_planted_end_that_hangs_free():
    wires, holes = ends('<circle cx="1" cy="2" r="2"/><path d="M1,2C3,4 5,6 7,8"/>')
    assert wires == [("1,2", "7,8")] and holes == {"1,2"}


COMMANDS = re.findall(r"leyboard ([a-z][^`]*)`", PAGE)


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_of_the_page_is_one(command):
    words = command.split()
    chosen = cli.parser(words[0]).parse_args(words)
    assert getattr(chosen, "profile", None) in (None, evening.NAME)


def test_the_page_has_the_commands_of_an_evening():
    assert {command.split()[0] for command in COMMANDS} >= {"flash", "doctor", "tags", "play"}


def test_an_unknown_command_is_refused():
    with pytest.raises(SystemExit):
        cli.parser("tags").parse_args(["tags", "write", "--gane", "mars"])


def test_the_bill_has_a_sticker_for_each_kind():
    kinds = len(list(make("mars", 2).tokens()))
    assert kinds == 7 <= Design().bills.data["evening"]["tag25"]


def test_it_costs_less_than_40_dollars():
    cents = sum(line.cents for line in breadboard.bill(Design()))
    assert f"**{cents / 100:.2f}**" in PAGE and 2000 < cents < 4000


def test_the_profile_is_that_of_a_pad_of_36_lights_without_a_switch():
    design = Design()
    board = boards.breadboards(design.boards)["evening"]
    assert evening.PIXELS == len(board.pixels) == 36 and evening.BLOCKS == 0 and evening.PAD
    assert {name: pin["gp"] for name, pin in pins.table(design.pins).items()
                            if name != "pad_power"} == evening.PINS
    assert 0 < evening.LIGHT_MA <= 400


def test_the_page_shows_what_display_and_strip_show_after_each_step():
    """Otherwise: python -m tests.evening_pictures."""
    made = evening_pictures.pictures()
    steps = PAGE.split("## After each step")[1].split("## ")[0]
    shown = re.findall(r"\(\.\./harness/evening/(\w+)\.png\)", steps)
    assert shown == list(made)
    for name, picture in made.items():
        with Image.open(evening_pictures.FOLDER / f"{name}.png") as kept:
            assert kept.convert("RGB").tobytes() == picture.convert("RGB").tobytes(), name


def test_each_step_says_what_to_do_if_it_fails():
    steps = PAGE.split("## After each step")[1].split("If anything is wrong")[0]
    rows = [line.strip("|").split(" | ") for line in steps.splitlines() if line.startswith("| ")]
    assert len(rows) == 7
    assert all(len(row) == 3 and "![" in row[1] and len(row[2]) > 20 for row in rows[2:])
