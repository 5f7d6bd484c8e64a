"""The readers' coils over the block's copper, and the effect of a socket under each reader.

A sheet of copper mirrors a coil: the image, as far below the sheet as the coil is above it,
carries the opposite current and reduces the inductance, which shifts the module's resonance.
Lengths in mm.
"""

import functools
import math
from collections.abc import Iterator
from typing import NamedTuple

from hardware import wire_lengths
from hardware.assembly import block_boxes, board_top, on_board, value
from hardware.boards import Board, boards
from hardware.electronics import circuits
from hardware.source import Design, Toml

_SHARE = 0.8    # of critical coupling, where two tuned circuits become one (k = 1 / Q)
_WIRE = 1.0     # mm, of two conductors of a string together
_SOCKET = 8.5   # of a row of sockets of 2.54
_PLASTIC = 2.5  # of the header that plugs into it

Wire = tuple[tuple[float, float], tuple[float, float]]


class Way(NamedTuple):
    name: str
    apart: float
    moved: float
    parts: int
    beneath: int
    wide: int


def _arithmetic_geometric(a: float, b: float) -> tuple[float, float]:
    """Return (mean, sum of 2^n c_n^2) of the arithmetic-geometric mean, for elliptic integrals."""
    total, weight = 0.0, 1.0
    while abs(a - b) > 1e-12:
        c = (a - b) / 2
        a, b = (a + b) / 2, math.sqrt(a * b)
        weight *= 2
        total += weight * c * c / 2
    return a, total


def mutual(radius: float, distance: float) -> float:
    """Return the mutual inductance of two equal loops on one axis, in units of mu0 times the
    radius (Maxwell, A Treatise on Electricity and Magnetism, 701)."""
    k2 = 4 * radius ** 2 / (4 * radius ** 2 + distance ** 2)
    mean, total = _arithmetic_geometric(1.0, math.sqrt(1 - k2))
    first = math.pi / 2 / mean
    second = first * (1 - k2 / 2 - total)
    k = math.sqrt(k2)
    return (2 / k - k) * first - 2 / k * second


def moved(width: float, depth: float, band: float, height: float) -> float:
    """Return the share by which the resonance of a coil of `width` x `depth`, its turns a `band`
    wide, moves over a sheet of copper `height` below it."""
    radius = math.sqrt(width * depth / math.pi)
    own = math.log(8 * radius / (0.2235 * band)) - 2  # a flat band, by its mean distance
    return 1 / math.sqrt(1 - mutual(radius, 2 * height) / own) - 1


def sides(width: float, depth: float, x: float, y: float) -> tuple[Wire, ...]:
    """Return the four straight wires of a rectangle round (x, y), in the sense of its current."""
    w, d = width / 2, depth / 2
    corners = ((x - w, y - d), (x + w, y - d), (x + w, y + d), (x - w, y + d))
    return tuple((corners[i], corners[(i + 1) % 4]) for i in range(4))


@functools.cache
def neumann(one: tuple[Wire, ...], other: tuple[Wire, ...], height: float) -> float:
    """Return the mutual inductance of two closed loops of straight wires, one a distance above the
    other, in units of mu0 mm (Neumann's integral, in steps of 1 mm)."""
    total = 0.0
    for (ax, ay), (bx, by) in one:
        for (cx, cy), (dx, dy) in other:
            along = (bx - ax) * (dx - cx) + (by - ay) * (dy - cy)
            if not along:
                continue
            n, m = (max(8, round(math.dist(*ends)))
                    for ends in (((ax, ay), (bx, by)), ((cx, cy), (dx, dy))))
            for i in range(n):
                s = (i + 0.5) / n
                px, py = ax + s * (bx - ax), ay + s * (by - ay)
                for j in range(m):
                    u = (j + 0.5) / m
                    total += along / (n * m) / math.sqrt(
                        (px - cx - u * (dx - cx)) ** 2 + (py - cy - u * (dy - cy)) ** 2
                        + height ** 2)
    return total / (4 * math.pi)


def _own(width: float, depth: float, band: float) -> float:
    """Return a coil's own inductance, in units of mu0 mm, computed as in `moved`."""
    radius = math.sqrt(width * depth / math.pi)
    return radius * (math.log(8 * radius / (0.2235 * band)) - 2)


def neighbours(coil: dict[str, float], pitch: float) -> float:
    """Return the coupling (k) of two neighbouring cells' coils."""
    w, d = (coil[key] - coil["band"] for key in ("width", "depth"))  # its turns' mean
    found = max(abs(neumann(sides(w, d, 0, 0), sides(w, d, *at), 0))
                for at in ((pitch, 0), (0, pitch)))
    return found / _own(w, d, coil["band"])


def looped(coil: dict[str, float], board: Board, height: float, thick: float) -> float:
    """Return the share by which a block's string of lights moves its worst coil's resonance, if
    the string is fed at both ends: its 5 V and its ground each close a loop, `height` over the
    coils, of wire `thick` mm."""
    lights = board.pixels[:board.pieces[0]]
    ways = tuple(zip(lights, lights[1:] + lights[:1], strict=True))  # back below, along the edge
    length = sum(math.dist(*way) for way in ways)
    # Straight wire with its return far away; the two conductors lie side by side: one loop.
    own = length / (2 * math.pi) * (math.log(2 * length / thick) - 1.5)
    w, d = (coil[key] - coil["band"] for key in ("width", "depth"))
    worst = 0.0
    for column in range(board.side):
        for row in range(board.side):
            at = ((column + 0.5) * board.pitch, (row + 0.5) * board.pitch)
            shared = neumann(sides(w, d, *at), ways, height)
            k2 = shared ** 2 / (own * _own(w, d, coil["band"]))
            worst = max(worst, k2 / 2)
    return worst


def _apart(m: Toml) -> float:
    """Return the mm between the block's board and a reader on its lead."""
    return value(m, "frame", "posts") - board_top(m, "frame")


def ways(design: Design) -> Iterator[Way]:
    """Return the ways to mount a reader over its block's board: a Way each for a socket, for a
    stacking header between, and for the leads of the plans. `apart`: mm between the boards;
    `moved`: share of the resonance; `parts` of the board that are higher than that, `beneath` a
    module, and too `wide` for the gap between two."""
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


def check(design: Design) -> list[tuple[str, ...]]:
    """Return rows for rules.py."""
    m, source = design.mechanics, design.boards
    coil = {key: source.need("coil", key, (int, float))
            for key in ("width", "depth", "band", "quality")}
    height = _apart(m)
    found = moved(coil["width"], coil["depth"], coil["band"], height)
    most = 1 / (4 * coil["quality"])
    radio = _radio(design, coil, found, most)
    if found > most:
        raise m.error("frame", "posts", f"{height:.1f} mm over the block's copper a coil's "
                      f"resonance moves by {100 * found:.1f} %",
                      f"Raise posts: {100 * most:.1f} % is half of what the coil bears")
    lead = wire_lengths.free(design, source.need("coil", "lead", (int, float)), 1)
    longest, name = max(_leads(design))
    if longest > lead:
        raise source.error("coil", "lead", f"the lead of {name} needs {longest:.0f} mm",
                           f"Take leads of {math.ceil(longest / 50) * 50} mm, and name them in "
                           "bills.toml")
    return [("block: a coil's resonance moved by the board's copper", f"{100 * found:.2f} %",
             f"{100 * most:.2f} %, half of half the bandwidth at Q {coil['quality']:g}",
             f"{100 * (most - found):.2f} %", "the module's own quality"), *radio,
            ("block: the longest of nine leads, by right angles, bends included",
             f"{longest:.0f} mm", f"{lead:g} mm", f"{lead - longest:.0f} mm", "-")]


def _radio(design: Design, coil: dict[str, float], copper: float,
           most: float) -> list[tuple[str, ...]]:
    """Return rows on the effects of the coils on one another, and of the lights on the coils."""
    m, source = design.mechanics, design.boards
    pitch = source.need("block", "pitch", int)
    k, critical = neighbours(coil, pitch), _SHARE / coil["quality"]
    if k > critical:
        raise source.error("block", "pitch", f"coils {pitch} mm apart couple by {k:.4f}, and from "
                           f"{critical:.4f} on a reader's field lives in its neighbour's coil",
                           "Raise pitch, or take smaller coils ([coil])")
    over = value(m, "module", "pocket") + value(m, "top", "height") / 2  # strings over coils
    found = boards(source).values()
    worst = 0.0
    for board in found:
        if not board.cells_read:
            continue
        loop = looped(coil, board, over, _WIRE)
        worst = max(worst, loop)
        if board.ends == 2 and copper + loop > most:
            raise source.error(f"boards.{board.name}", "ends", "the string's supply wires, fed at "
                               f"both ends, are a loop that moves a coil's resonance by "
                               f"{100 * loop:.2f} %, with the copper below "
                               f"{100 * (copper + loop):.2f} %; {100 * most:.2f} are borne",
                               "Feed it at one end: ends = 1")
    open_ = all(board.ends == 1 for board in found if board.cells_read)
    return [("block: how much neighbouring coils couple", f"{k:.4f}", f"{critical:.4f}",
             f"{critical - k:.4f}", "whether an idle reader passes its neighbour's field on"),
            ("block: a coil's resonance moved by the lights' supply wires",
             "0 %, their loop is open" if open_ else f"{100 * worst:.2f} %",
             f"{100 * (most - copper):.2f} %, beside the copper's; a closed loop: "
             f"{100 * worst:.2f} %", "-", "-")]


def _leads(design: Design) -> Iterator[tuple[float, str]]:
    """Return (mm, name) of the way of each reader's lead from its plug to its module."""
    m, pitch = design.mechanics, design.boards.need("block", "pitch", int)
    boxes = {box.name.split()[0]: box for box in block_boxes(design) if "pn532" in box.name}
    under, bend = value(m, "frame", "posts"), value(m, "module", "bend")
    for cell in range(9):
        plug = boxes[f"J{11 + cell}"]
        x = (cell % 3 - 1) * pitch
        y = (cell // 3 - 1) * pitch + 4 - value(m, "module", "depth") / 2
        across = abs(x - (plug.x1 + plug.x2) / 2) + abs(y - (plug.y1 + plug.y2) / 2)
        yield across + abs(under - plug.z2) + 2 * bend, f"cell {cell}"
