"""The assembled block in section, as SVG: its layers, their heights, and the gaps between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware import assembly
from hardware.artwork.draw import (
    INK,
    PAPER,
    STONE,
    STONE_LIGHT,
    WHEAT,
    Words,
    line,
    rectangle,
    svg,
)
from hardware.boards import INSET

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.artwork.draw import Path, Shape
    from hardware.source import Design

    Layer = tuple[str, float, float, str]

_MARGIN, _LABELS = 8, 118  # mm left, and on the right for the words
_ROOM = 3  # over the tile
_PRINTED, _BOARD, _SHEET = "#d9d2c3", "#4d8a5f", "#e9f1f6"


def layers(design: Design) -> list[Layer]:
    """Return [(words, z1, z2, colour)] of the layers of the whole block, from below, in mm."""
    m = design.mechanics
    size = {key: assembly.value(m, *key) for key in (
        ("frame", "floor"), ("frame", "posts"), ("frame", "height"), ("top", "height"),
        ("hall", "sheet"), ("tile", "thick"))}
    posts, top = size["frame", "posts"], size["frame", "height"]
    board = assembly.board_top(m, "frame")
    opal = top + size["top", "height"]
    tile = opal + size["hall", "sheet"]
    return [
        ("floor of the frame", 0, size["frame", "floor"], _PRINTED),
        ("circuit board on its posts", board - 1.6, board, _BOARD),
        ("carrier with the readers", posts, assembly.carrier_top(m), _PRINTED),
        ("top: wells and mouths of the lights", top, opal, _PRINTED),
        ("overlay and opal sheet", opal, tile, _SHEET),
        ("tile, its tag below", tile, tile + size["tile", "thick"], WHEAT),
    ]


def view(design: Design) -> str:
    """Return the SVG of a cut through the middle row of cells, seen from the south."""
    m, pitch = design.mechanics, design.boards.need("block", "pitch", int)
    side, wall = 3 * pitch, assembly.value(m, "frame", "wall")
    rows = layers(design)
    high = rows[-1][2] + _ROOM

    def box(x1: float, z1: float, x2: float, z2: float, fill: str, stroke: str = INK) -> Path:
        return rectangle(_MARGIN + side / 2 + x1, high - z2, x2 - x1, z2 - z1, fill, stroke, 0.25)

    half = side / 2
    made: list[Shape]
    made = [box(x, 0, x + wall, assembly.value(m, "frame", "height"), _PRINTED)
            for x in (-half, half - wall)]
    made += [box(-half, z1, half, z2, colour) for _, z1, z2, colour in rows[:1] + rows[3:5]]
    inside, tile = half - wall - assembly.value(m, "fit", "slide"), rows[5]
    made.append(box(-inside, rows[2][1], inside, rows[2][2], rows[2][3]))
    wide = assembly.value(m, "board", "width") / 2
    made.append(box(-wide, rows[1][1], wide, rows[1][2], rows[1][3]))
    parts = sorted(assembly.block_boxes(design), key=lambda b: -b.y2)  # the farthest first
    for part in parts:
        if part.y2 > 0 and not part.name.startswith("module"):
            cut = part.y1 < 0
            made.append(box(part.x1, part.z1, part.x2, part.z2, STONE_LIGHT if cut else PAPER,
                            INK if cut else STONE_LIGHT))
    module = assembly.value(m, "module", "width") / 2
    window, light = assembly.value(m, "top", "window") / 2, assembly.value(m, "top", "well") / 2
    top, piece = rows[3], assembly.value(m, "tile", "side") / 2
    for k in (-1, 0, 1):
        x = k * pitch
        coil = assembly.coil(m)
        made.append(box(x - module, coil - assembly.value(m, "module", "board"), x + module, coil,
                        "#b5483a"))
        made.append(box(x - window, top[1], x + window, top[2], "#ffffff"))
        corner = pitch / 2 - INSET
        made += [box(x + s * corner - light, top[1], x + s * corner + light, top[2], "#fff3b0")
                 for s in (-1, 1)]
    made += _wires(design, box, rows, high)
    tag = assembly.value(m, "tag", "round") / 2
    made.append(box(-piece, tile[1], piece, tile[2], tile[3]))
    made.append(box(-tag, tile[1], tag, tile[1] + assembly.value(m, "tag", "thick"), STONE))
    made += _words(rows, side, high, assembly.tag(m) - assembly.coil(m))
    return svg(made, 2 * _MARGIN + side + _LABELS, high + _MARGIN,
               "A block of nine readers in section")


def _wires(design: Design, box: Callable[..., Path], rows: list[Layer],
           high: float) -> list[Shape]:
    """Return the slots of the carrier behind the cut, and the wires of the lights in them."""
    m, pitch = design.mechanics, design.boards.need("block", "pitch", int)
    wide, posts, top = assembly.value(m, "deck", "slot_x") / 2, rows[2][1], rows[3][1]
    middle = _MARGIN + 1.5 * pitch
    made: list[Shape] = []
    for x, way in ((-pitch / 2, -1), (pitch / 2, 1)):
        made.append(box(x - wide, posts, x + wide, rows[2][2], "#ffffff", STONE_LIGHT))
        wires = ((0, "#c8372d"), (1, "#3d8f5a"), (2, INK)) if way < 0 else ((1, STONE),)
        for i, colour in wires:  # from the last light only the data come back
            across = middle + x + 2.4 * (i - 1)
            turn = top + 0.6 + 0.7 * (i if way < 0 else 2 - i)
            made.append(line([(across, high - rows[1][2] - 4), (across, high - turn),
                              (middle + way * (pitch * 1.5 - INSET), high - turn)],
                             colour, 0.7))
    return made


def _words(rows: list[Layer], side: float, high: float, reach: float) -> list[Shape]:
    """Return a line from each layer to its words and its heights."""
    made: list[Shape] = []
    right = _MARGIN + side
    step = high / len(rows)
    for i, (words, z1, z2, _) in enumerate(rows):
        y = high - (i + 0.5) * step
        made.append(line([(right + 1, high - (z1 + z2) / 2), (right + 9, y)], STONE, 0.25))
        made.append(Words(right + 9 + 56, y, 4.2, f"{words}: {z1:g} to {z2:g} mm"))
    made.append(Words(_MARGIN + side / 2, high + 4, 4.2, "wires of the lights: through slots of "
                      f"the carrier; from coil to tag: {reach:.1f} mm"))
    return made
