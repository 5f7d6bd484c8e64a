"""Faults of the printed parts and of the harness drawings, planted one by one, in memory."""

import copy

import pytest

from hardware import boards, pins, purchases
from hardware.electronics import circuits
from hardware.harness import labels, plans
from hardware.mechanics import meshes, openings
from hardware.source import Design, SourceError

pytestmark = pytest.mark.deep

DESIGN = Design()


def bent(part, change):
    """The mesh of a part with other corners: `change(x, y, z)` gives a point."""
    return [tuple(change(*corner) for corner in face)
            for face in meshes.triangles(openings.FOLDER / f"{part}.stl")]


def near(at, radius, change):
    """A change of the points that lie near an upright axis alone."""
    def moved(x, y, z):
        there = max(abs(x - at[0]), abs(y - at[1])) < radius
        return change(x, y, z) if there else (x, y, z)
    return moved


def narrowed(at, radius, factor):
    return near(at, radius, lambda x, y, z: (at[0] + factor * (x - at[0]),
                                             at[1] + factor * (y - at[1]), z))


WINDOW = (28, 18)  # the display's, on the lid as it is printed
FAULTS = {
    "USB opening mirrored": ("box_base", lambda x, y, z: (-x, y, z), "USB plug"),
    "USB opening too low": ("box_base", near((-22, 52), 8, lambda x, y, z: (x, y, z - 6)), "USB"),
    "knob's hole of 5.2 for M7": ("box_lid", narrowed((-36, 14), 5, 0.72), "thread of the knob"),
    "knob's hole too wide": ("box_lid", narrowed((-36, 14), 5, 1.7), "nut of the knob"),
    "button's hole of 10": ("box_lid", narrowed((-36, -24), 8, 0.8), "thread of the button"),
    "display's window 8 mm off": (
        "box_lid", near(WINDOW, 16, lambda x, y, z: (
            x + 8 * (abs(abs(x - 28) - 15.5) < 0.1), y, z)), "display's"),
    "display's window too small": ("box_lid", narrowed(WINDOW, 15.6, 0.8), "display's"),
    "no play round the readers": (
        "deck", narrowed((0, 0), 24, 43.2 / 43.8), "a reader with its play"),
    "carrier's openings wider than modules": (
        "deck", near((0, 0), 21, lambda x, y, z: (x * 1.5, y * 2, z)), "rim under a reader"),
    "a magnet's hole too small": ("tile", narrowed((0, 0), 5, 0.85), "the magnet"),
    "a magnet's hole too flat": (
        "tile", near((0, 0), 5, lambda x, y, z: (x, y, min(z, 1.6))), "the magnet"),
    "a pocket for a facing magnet too small": (
        "tile_facing", narrowed((16.5, 0), 4, 0.8), "a magnet for facing sensors"),
    "a facing sensor's seat filled": (
        "top", near((16.5, 0), 2.5, lambda x, y, z: (16.5, y, z)), "a facing sensor"),
    "a domino's second magnet": ("domino", narrowed((25, 0), 5, 0.85), "the magnet"),
    "the box's posts 2.54 mm in": (
        "box_base", lambda x, y, z: (x - 2.54 * (abs(x - 58.42) < 4.1), y, z), "the board"),
    "supply's opening on the other side": (
        "box_base", near((-48, -52), 12, lambda x, y, z: (x + 14, y, z)), "wires of the supply"),
    "pad's pocket too small": ("pad_base", narrowed((0, 0), 23, 0.98), "a reader with its play"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_print(name):
    part, change, words = FAULTS[name]
    found = openings.wrong(bent(part, change), openings.spots(DESIGN)[part])
    assert any(words in spot.what for spot in found), found


def test_a_print_as_it_is():
    for part, spots in openings.spots(DESIGN).items():
        assert openings.wrong(bent(part, lambda *point: point), spots) == []


def test_a_window_that_the_display_does_not_have():
    design = Design()
    design.mechanics.data["display"]["window_up"] = 10
    with pytest.raises(SourceError, match="window_up of mechanics.toml needs 10"):
        purchases.check(design)


def swapped(name, connector, one, other):
    def change(drawn):
        names = drawn[name]["connectors"][connector]["pinlabels"]
        names[one], names[other] = names[other], names[one]
    return change


def crossed(name, wire):
    """Exchange the first two wires of a connection at its far end."""
    def change(drawn):
        joins = drawn[name]["connections"][wire]
        (connector, ways), = joins[-1].items()
        numbers = labels.numbers(ways)
        joins[-1][connector] = [numbers[1], numbers[0], *numbers[2:]]
    return change


LABELS = {
    "reader's MISO and MOSI": (swapped("cell", "PN532", 1, 2), "PN532 has the pins"),
    "pad's MISO and MOSI": (swapped("panel", "reader of the pad", 1, 2), "reader of the pad has"),
    "display's SCL and SDA": (swapped("panel", "display", 2, 3), "display has the pins"),
    "knob's CLK and DT": (swapped("panel", "knob", 0, 1), "knob has the pins"),
    "ribbon's clock and latch": (swapped("ribbon", "J1", 8, 10), "J1 has the ways"),
    "lights' 5 V and data": (swapped("lights-grid3", "First", 0, 1), "a wire joins"),
    "plus and ground of a brick": (crossed("power-grid3", 0), "a wire joins"),
    "plus and data of the first light": (crossed("lights-pad", 0), "a wire joins"),
}


@pytest.mark.parametrize("name", LABELS)
def test_a_drawing(monkeypatch, name):
    change, words = LABELS[name]
    drawn = copy.deepcopy(plans.every(DESIGN, boards, circuits, pins))
    change(drawn)
    monkeypatch.setattr(plans, "every", lambda *_: drawn)
    with pytest.raises(SourceError, match=words):
        labels.check(DESIGN)


@pytest.mark.parametrize("table, key, value", [
    ("fit", "slide", 0), ("display", "window_width", 25), ("display", "window_depth", 12)])
def test_measures_without_play_or_window(table, key, value):
    design = Design()
    design.mechanics.data[table][key] = value
    with pytest.raises(SourceError, match="less play|lights take"):
        openings.check(design)
