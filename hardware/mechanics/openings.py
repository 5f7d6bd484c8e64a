"""Checks, at points of their meshes, that the printed parts are open or solid where they must be:
plugs, shafts, window, magnets and modules, from layouts, measures and data sheets."""

import itertools
import math
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from hardware.electronics import layouts
from hardware.mechanics import meshes
from hardware.source import ROOT, Design, SourceError

FOLDER = ROOT / "hardware" / "mechanics" / "stl"
_PLAY = 0.2     # mm that a module needs on each side
_WALL = 1.0     # mm into a wall, and beside an opening
_USB = (10, 6)  # mm of a plug's body
_MAGNETS = {"tile": (0,), "domino": (-25, 25), "cap": (0,), "cairn": (0,), "tor": (0,),
            "pyramid_small": (0,), "pyramid_medium": (0,), "pyramid_large": (0,)}
Point = tuple[float, float, float]


class Spot(NamedTuple):
    """A point of a printed part that is `solid`, or open for `what`."""

    part: str
    what: str
    solid: bool
    at: Point


def _round(x: float, y: float, radius: float) -> list[tuple[float, float]]:
    return [(x + radius * math.cos(math.tau * n / 12), y + radius * math.sin(math.tau * n / 12))
            for n in range(12)]


def _corners(x: float, y: float, wide: float, deep: float) -> list[tuple[float, float]]:
    return [(x + i * wide / 2, y + j * deep / 2) for i in (-1, 1) for j in (-1, 1)]


def _spots(part: str, what: str, solid: bool, points: Iterable[tuple[float, float]],
           *heights: float) -> Iterator[Spot]:
    for x, y in points:
        for z in heights:
            yield Spot(part, what, solid, (x, y, z))


def _lid(design: Design) -> Iterator[Spot]:
    """The lid lies face down, its x turned over."""
    m, figures = design.mechanics.data, design.datasheets.data["figures"]
    middle = m["box"]["lid"] / 2
    for part in ("knob", "button"):
        x, y = -m["box"][f"{part}_x"], m["box"][f"{part}_y"]
        radius = figures[design.parts[part]["mpn"]]["thread"] / 2
        yield from _spots("box_lid", f"the thread of the {part}", False, _round(x, y, radius),
                          middle)
        yield from _spots("box_lid", f"the nut of the {part}", True, _round(x, y, radius + 1.5),
                          middle)
    shown = figures[design.parts["display"]["mpn"]]
    x, y = -m["box"]["display_x"], m["box"]["display_y"]
    wide, deep = shown["lit"]
    yield from _spots("box_lid", "the display's lit glass", False,
                      _corners(x, y + shown["up"], wide, deep), middle)
    yield from _spots("box_lid", "the display's glass", True,
                      _corners(x, y + shown["up"], wide + 6, deep + 6), middle)
    holes = _corners(x, y, m["display"]["hole_x"], m["display"]["hole_y"])
    yield from _spots("box_lid", "a screw of the display", False, holes, m["box"]["lid"])


def _box(design: Design) -> Iterator[Spot]:
    """The box stands as the board lies in it: layouts count from the upper left corner."""
    m, place = design.mechanics.data, layouts.PLANS["main"]["place"]
    width, depth = layouts.SIZE
    wall = depth / 2 + 5 - _WALL
    top = m["box"]["floor"] + m["board"]["post"] + m["board"]["thick"]
    pico = place["U1"][0] + 8.89 - width / 2  # the middle between its rows of pins
    yield from _spots("box_base", "the USB plug of the Pico", False,
                      [(pico + x, wall) for x in (-_USB[0] / 2, 0, _USB[0] / 2)],
                      top + 3, top + 3 + _USB[1])
    yield from _spots("box_base", "the wall beside the USB plug", True,
                      [(pico + x, wall) for x in (-_USB[0], _USB[0])], top + 3)
    inlet = place["J1"][0] + 2.54 - width / 2
    yield from _spots("box_base", "the wires of the supply", False,
                      [(inlet + x, -wall) for x in (-4, 4)], top + 3)
    ribbon = depth / 2 - place["J2"][1] - 8.89
    yield from _spots("box_base", "the ribbon", False,
                      [(width / 2 + 10 - _WALL, ribbon + y) for y in (-8, 0, 8)], top + 4)
    posts = _corners(0, 0, width - 2 * layouts.HOLES, depth - 2 * layouts.HOLES)
    high = top - m["board"]["thick"]
    for x, y in posts:
        yield from _spots("box_base", "a post under the board", True, _round(x, y, 3), high - 0.3)
    yield from _spots("box_base", "a screw of the board", False, posts, high - 0.3)


def _modules(design: Design) -> Iterator[Spot]:
    """Each reader lies on its rim, with play round it and its soldered pins over an opening."""
    m = design.mechanics.data["module"]
    pitch = design.boards.need("block", "pitch", (int, float))
    cells = [(pitch * i, pitch * j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
    for part, middles, rim in (("deck", cells, 0.8), ("pad_base", [(0.0, 0.0)], 5.0)):
        for x, y in middles:
            yield from _spots(part, "a reader with its play", False, _corners(
                x, y, m["width"] + 2 * _PLAY, m["depth"] + 2 * _PLAY), rim + 1.2)
            yield from _spots(part, "the rim under a reader", True, _corners(
                x, y, m["width"] - 2 * _WALL, m["depth"] - 2 * _WALL), rim)
            yield from _spots(part, "the leads of a reader", False, [(x, y)], rim)


def _facings(design: Design) -> Iterator[Spot]:
    """The seats of facing sensors, and the pockets of their magnets."""
    m = design.mechanics.data
    r, high, thin = m["facing"]["radius"], m["top"]["height"], m["hall"]["skin"]
    pitch = design.boards.need("block", "pitch", (int, float))
    for i, j in itertools.product((-1, 0, 1), repeat=2):
        for dx, dy in ((r, 0), (0, r)):
            at = (pitch * i + dx, pitch * j + dy)
            yield from _spots("top", "a facing sensor", False, [at], 0.5, high - thin - 0.1)
            yield from _spots("top", "the skin over a facing sensor", True, [at],
                              high - thin / 2)
    for x in (-r, r):
        yield from _spots("tile_facing", "a magnet for facing sensors", False,
                          _round(x, 0, m["facing"]["round"] / 2), m["tag"]["thick"] + 0.1)
        yield from _spots("tile_facing", "the floor under a magnet", True, [(x, 0)],
                          m["tag"]["thick"] / 2)


def _pieces(design: Design) -> Iterator[Spot]:
    m = design.mechanics.data
    depth = m["tag"]["thick"] + m["magnet"]["thick"]
    for part, middles in _MAGNETS.items():
        for x in middles:
            yield from _spots(part, "the magnet", False, _round(x, 0, m["magnet"]["round"] / 2),
                              m["tag"]["thick"] + 0.1, depth)
            yield from _spots(part, "the floor over the magnet", True, [(x, 0)], depth + 0.5)


def wrong(faces: list[Any], spots: Iterable[Spot]) -> list[Spot]:
    """Return the spots of a part at which its mesh is wrong."""
    return [spot for spot in spots if meshes.is_solid(faces, *spot.at) != spot.solid]


def spots(design: Design) -> dict[str, list[Spot]]:
    """Return {part: its Spots}."""
    found: dict[str, list[Spot]] = {}
    for rule in (_lid, _box, _modules, _facings, _pieces):
        for spot in rule(design):
            found.setdefault(spot.part, []).append(spot)
    return found


def _measures(design: Design) -> None:
    """Raise SourceError if the measures give a part no play or no window."""
    m = design.mechanics
    if m.need("fit", "slide", (int, float)) < _PLAY:
        raise m.error("fit", "slide", f"parts that go into others have less play than {_PLAY} mm",
                      "Give them more")
    lit = design.datasheets.data["figures"][design.parts["display"]["mpn"]]["lit"]
    for key, least in zip(("window_width", "window_depth"), lit, strict=True):
        if m.need("display", key, (int, float)) < least:
            raise m.error("display", key, f"the display's lights take {least:g} mm",
                          "Widen the window")


def check(design: Design, folder: Path = FOLDER) -> list[tuple[str, ...]]:
    """Return a row for rules.py."""
    _measures(design)
    wanted = spots(design)
    for part, there in wanted.items():
        for spot in wrong(meshes.triangles(folder / f"{part}.stl"), there):
            x, y, z = spot.at
            found = "nothing stands at" if spot.solid else "there is no room for"
            raise SourceError(f"{part}.stl", f"{found} {spot.what}: {x:.1f}, {y:.1f}, {z:.1f} mm",
                              "Mend the part in parts.py, then make hardware")
    count = sum(map(len, wanted.values()))
    return [("prints: points that are open or carry as they must", f"{count}", "all", "-",
             "your module, knob and display")]
