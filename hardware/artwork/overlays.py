"""Drawings of the boards, to lie under the opal sheet, in mm with y to the south.

`OVERLAYS` is {name: (title, columns, rows, pitch, maker)}; a maker gives the shapes of the whole
board. A sheet shows one block of 3 x 3 cells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.artwork.draw import (
    GREEN_DEEP,
    INK,
    PAPER,
    STONE,
    WHEAT_DEEP,
    Words,
    circle,
    line,
    moved,
    rectangle,
    star,
)
from hardware.artwork.pieces import tile

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hardware.artwork.draw import Shape

PITCH = 50
# Maps of Ley Lines in tiles of 2 x 2 spaces, north first (rules: leylines D1).
ALBION = (".##.", "###.", ".##.", ".###", "####", "####")
ISLES = ("...##.", "#####.", "##.##.", "##.###", "..####", "..####")
_COMPACT_OUT = ("a1", "b1", "h1", "i1", "a9", "b9", "h9", "i9", "e5")


def _name(x: int, y: int) -> str:
    return f"{chr(97 + x)}{y + 1}"


def _cell(x: int, y: int, rows: int, pitch: float, fill: str, edge: str,
          names: bool = True) -> list[Shape]:
    """Return a cell with its name in the south-west corner; y counts from the south."""
    west, north = x * pitch, (rows - 1 - y) * pitch
    made: list[Shape]
    made = [rectangle(west, north, pitch, pitch, fill, edge, pitch * 0.012)]
    if names:
        made.append(Words(west + pitch * 0.13, north + pitch * 0.92, pitch * 0.09, _name(x, y),
                          STONE))
    return made


def meadow(columns: int, rows: int, pitch: float, middle: bool = True) -> list[Shape]:
    """Return the board of Ley of the Land: bare ground, the start in the middle."""
    made = []
    for y in range(rows):
        for x in range(columns):
            fill = PAPER if (x + y) % 2 else "#efe5cf"
            made += _cell(x, y, rows, pitch, fill, "#cfc3a8")
            cx, cy = (x + 0.5) * pitch, (rows - 0.5 - y) * pitch
            made.append(star(cx, cy, pitch * 0.07, pitch * 0.03, 4, "#d8cbb0"))
    if middle:
        west, north = columns // 2 * pitch, rows // 2 * pitch
        ghost = moved(tile("gygy"), west + pitch * 0.06, north + pitch * 0.06, pitch * 0.0088)
        made += ghost
    return [*made, rectangle(0, 0, columns * pitch, rows * pitch, None, GREEN_DEEP, pitch * 0.03)]


def mars(columns: int, rows: int, pitch: float) -> list[Shape]:
    """Return the board of Ley Lines of Mars: every diagonal drawn."""
    made = []
    for y in range(rows):
        for x in range(columns):
            made += _cell(x, y, rows, pitch, "#d99a76" if (x + y) % 2 else "#cd8660", "#8a4a33")
    for k in range(-(rows - 1), columns):
        low = max(k, 0), max(-k, 0)
        high = min(columns, rows + k), min(rows, columns - k)
        made.append(line([(low[0] * pitch, (rows - low[1]) * pitch),
                          (high[0] * pitch, (rows - high[1]) * pitch)], "#f0c9ac", pitch * 0.012))
        made.append(line([(low[0] * pitch, low[1] * pitch), (high[0] * pitch, high[1] * pitch)],
                         "#f0c9ac", pitch * 0.012))
    for y in range(rows):
        for x in range(columns):
            cx, cy = (x + 0.5) * pitch, (y + 0.5) * pitch
            made += [circle(cx, cy, pitch * 0.2, "#b86f4c", "#8a4a33", pitch * 0.012),
                     circle(cx - pitch * 0.03, cy - pitch * 0.03, pitch * 0.14, "#c47c58")]
    return [*made, rectangle(0, 0, columns * pitch, rows * pitch, None, "#5d332b", pitch * 0.03)]


def _islands(land: set[tuple[int, int]], columns: int, rows: int, pitch: float) -> list[Shape]:
    made = []
    for y in range(rows):
        for x in range(columns):
            ground = (x, y) in land
            if ground:
                fill = "#cfdcae" if (x + y) % 2 else "#c3d3a0"
                made += _cell(x, y, rows, pitch, fill, "#8ba06b")
            else:
                made += _cell(x, y, rows, pitch, "#8fbbd3", "#7dabc4", names=False)
                cx, cy = (x + 0.5) * pitch, (rows - 0.5 - y) * pitch
                made.append(line([(cx - 8, cy), (cx - 4, cy - 3), (cx, cy), (cx + 4, cy - 3),
                                  (cx + 8, cy)], "#c9e0ec", pitch * 0.02))
    for x, y in sorted(land):  # the coast
        west, north = x * pitch, (rows - 1 - y) * pitch
        sides = (((x - 1, y), (0, 0), (0, 1)), ((x + 1, y), (1, 0), (1, 1)),
                 ((x, y + 1), (0, 0), (1, 0)), ((x, y - 1), (0, 1), (1, 1)))
        for beside, a, b in sides:
            if beside not in land:
                made.append(line([(west + a[0] * pitch, north + a[1] * pitch),
                                  (west + b[0] * pitch, north + b[1] * pitch)], WHEAT_DEEP,
                                 pitch * 0.05))
    return [*made, rectangle(0, 0, columns * pitch, rows * pitch, None, INK, pitch * 0.02)]


def tiles_land(rows_of_tiles: Sequence[str]) -> set[tuple[int, int]]:
    """Return the spaces of a map of 2 x 2 tiles."""
    return {(2 * c + i, 2 * (len(rows_of_tiles) - 1 - r) + j)
            for r, line_ in enumerate(rows_of_tiles) for c, mark in enumerate(line_)
            for i in (0, 1) for j in (0, 1) if mark == "#"}


def compact_land() -> set[tuple[int, int]]:
    return {(x, y) for x in range(9) for y in range(9) if _name(x, y) not in _COMPACT_OUT}


OVERLAYS: dict[str, tuple[str, int, int, float, Callable[..., list[Shape]]]] = {
    "land-9x9": ("Ley of the Land", 9, 9, PITCH, meadow),
    "mars-6x6": ("Ley Lines of Mars", 6, 6, PITCH, mars),
    "leylines-compact-9x9": ("Ley Lines, compact", 9, 9, PITCH,
                             lambda c, r, p: _islands(compact_land(), c, r, p)),
    "leylines-albion-12x12": ("Ley Lines, Albion", 12, 12, PITCH,
                              lambda c, r, p: _islands(tiles_land(ALBION), c, r, p)),
    "leylines-isles-12x12": ("Ley Lines, Albion and Eire", 12, 12, PITCH,
                             lambda c, r, p: _islands(tiles_land(ISLES), c, r, p)),
    "plain-3x3": ("Plain block", 3, 3, PITCH, lambda c, r, p: meadow(c, r, p, middle=False)),
    "pad-map": ("Map of the pad board", 12, 12, 200 / 12,
                lambda c, r, p: meadow(c, r, p, middle=False)),
    "market-5x5": ("Market, a player's board", 5, 5, 36, meadow),
}
