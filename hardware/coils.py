"""The readers' coils over the block's copper, and what a socket under each reader would ask for.

A sheet of copper mirrors a coil: the image, as far below the sheet as the coil is above it,
carries the opposite current and takes inductance away, so that the module's resonance moves.
Lengths in mm.
"""

import math
from collections import namedtuple

from hardware.electronics import circuits
from hardware.stack import block_boxes, board_top, on_board, value

_SOCKET = 8.5   # of a row of sockets of 2.54
_PLASTIC = 2.5  # of the header that plugs into it

Way = namedtuple("Way", "name apart moved parts beneath wide")


def _arithmetic_geometric(a, b):
    """(mean, sum of 2^n c_n^2) of the arithmetic-geometric mean, for elliptic integrals."""
    total, weight = 0.0, 1.0
    while abs(a - b) > 1e-12:
        c = (a - b) / 2
        a, b = (a + b) / 2, math.sqrt(a * b)
        weight *= 2
        total += weight * c * c / 2
    return a, total


def mutual(radius, distance):
    """Mutual inductance of two equal loops on one axis, in units of mu0 times the radius
    (Maxwell, A Treatise on Electricity and Magnetism, 701)."""
    k2 = 4 * radius ** 2 / (4 * radius ** 2 + distance ** 2)
    mean, total = _arithmetic_geometric(1.0, math.sqrt(1 - k2))
    first = math.pi / 2 / mean
    second = first * (1 - k2 / 2 - total)
    k = math.sqrt(k2)
    return (2 / k - k) * first - 2 / k * second


def moved(width, depth, band, height):
    """The share by which the resonance of a coil of `width` x `depth`, its turns a `band` wide,
    moves over a sheet of copper `height` below it."""
    radius = math.sqrt(width * depth / math.pi)
    own = math.log(8 * radius / (0.2235 * band)) - 2  # a flat band, by its mean distance
    return 1 / math.sqrt(1 - mutual(radius, 2 * height) / own) - 1


def _apart(m):
    """mm between the block's board and a reader on its lead."""
    return value(m, "frame", "posts") - board_top(m, "frame")


def ways(design):
    """How a reader may stand over its block's board: a Way each for a socket, for a stacking
    header between, and for the leads of the plans. `apart`: mm between the boards; `moved`: share
    of the resonance; `parts` of the board that are higher than that, `beneath` a module, and too
    `wide` for the gap between two."""
    m, coil = design.mechanics, design.boards.data["coil"]
    pitch = design.boards.need("block", "pitch", int)
    wide, deep = (value(m, "module", key) / 2 for key in ("width", "depth"))
    gap = pitch - 2 * min(wide, deep)
    for name, apart in (("plugged into a socket", _SOCKET + _PLASTIC),
                        ("with a stacking header between", 2 * _SOCKET + _PLASTIC),
                        ("on a lead, as in the plans", _apart(m))):
        parts = [box for box in on_board(circuits.block(design.boards), 0)
                 if "pn532" not in box.name and box.z2 > apart]
        beneath = [box for box in parts if any(
            box.x1 < x + wide and box.x2 > x - wide and box.y1 < y + deep and box.y2 > y - deep
            for x in (-pitch, 0, pitch) for y in (-pitch, 0, pitch))]
        yield Way(name, apart, moved(coil["width"], coil["depth"], coil["band"], apart),
                  len(parts), len(beneath),
                  sum(min(box.x2 - box.x1, box.y2 - box.y1) > gap for box in parts))


def check(design):
    """Rows for rules.py."""
    m, source = design.mechanics, design.boards
    coil = {key: source.need("coil", key, (int, float))
            for key in ("width", "depth", "band", "quality")}
    height = _apart(m)
    found = moved(coil["width"], coil["depth"], coil["band"], height)
    most = 1 / (4 * coil["quality"])
    if found > most:
        raise m.error("frame", "posts", f"{height:.1f} mm over the block's copper a coil's "
                      f"resonance moves by {100 * found:.1f} %",
                      f"Raise posts: {100 * most:.1f} % is half of what the coil bears")
    lead = source.need("coil", "lead", (int, float))
    longest, name = max(_leads(design))
    if longest > lead:
        raise source.error("coil", "lead", f"the lead of {name} needs {longest:.0f} mm",
                           f"Take leads of {math.ceil(longest / 50) * 50} mm, and name them in "
                           "bills.toml")
    return [("block: a coil's resonance moved by the board's copper", f"{100 * found:.2f} %",
             f"{100 * most:.2f} %, half of half the bandwidth at Q {coil['quality']:g}",
             f"{100 * (most - found):.2f} %", "the module's own quality"),
            ("block: the longest of nine leads, by right angles, bends included",
             f"{longest:.0f} mm", f"{lead:g} mm", f"{lead - longest:.0f} mm", "-")]


def _leads(design):
    """(mm, name) of the way of each reader's lead from its plug to its module."""
    m, pitch = design.mechanics, design.boards.need("block", "pitch", int)
    boxes = {box.name.split()[0]: box for box in block_boxes(design) if "pn532" in box.name}
    under, bend = value(m, "frame", "posts"), value(m, "module", "bend")
    for cell in range(9):
        plug = boxes[f"J{11 + cell}"]
        x, y = (cell % 3 - 1) * pitch, (cell // 3 - 1) * pitch
        y += 4 - value(m, "module", "depth") / 2
        across = abs(x - (plug.x1 + plug.x2) / 2) + abs(y - (plug.y1 + plug.y2) / 2)
        yield across + abs(under - plug.z2) + 2 * bend, f"cell {cell}"
