"""The frame of a lit map: strips of lights side by side, walls between them, and the printed map
on top. Plain Python, since each map has its own size. Lengths in mm, from the frame's middle.
"""

import functools
import struct
from typing import NamedTuple

Corner = tuple[float, float, float]
Face = tuple[Corner, Corner, Corner]

_RIM, _REST, _HIGH = 7, 3, 12  # outside of the lights, and of the map; height
_WALL = 1.2
_OPENING = 50                  # of the floor, to save material: one in each 100 mm


class Box(NamedTuple):
    """A box that is added to the solid before it, or taken out of it."""

    is_added: bool
    low: Corner
    high: Corner

    @classmethod
    def at(cls, is_added: bool, x: float, y: float, z: float,
           size: tuple[float, float, float]) -> "Box":
        """Return a box by the middle of its lower side."""
        w, d, h = size
        return cls(is_added, (x - w / 2, y - d / 2, z), (x + w / 2, y + d / 2, z + h))


def boxes(columns: int, rows: int, apart: float) -> list[Box]:
    """Return the Boxes of a frame of `rows` strips with `columns` lights each, in order."""
    w, d = columns * apart, rows * apart
    made = [Box.at(True, 0, 0, 0, (w + 2 * _RIM, d + 2 * _RIM, _HIGH)),
            Box.at(False, 0, 0, 9, (w + 2 * _REST, d + 2 * _REST, 9)),
            Box.at(False, 0, 0, 2, (w, d, _HIGH))]
    made += [Box.at(True, 0, (i - rows / 2) * apart, 0, (w, _WALL, 9)) for i in range(1, rows)]
    made += [Box.at(True, (i - columns / 2) * apart, 0, 4.6, (_WALL, d, 4.4))
             for i in range(1, columns)]  # the strips pass below
    across, up = int(w // (2 * _OPENING)), int(d // (2 * _OPENING))
    made += [Box.at(False, (2 * i - across + 1) * _OPENING, (2 * j - up + 1) * _OPENING, 0,
                    (_OPENING, _OPENING, 2)) for i in range(across) for j in range(up)]
    return [*made, Box.at(False, w / 2 + 4, -d / 2 + 8, 2, (20, 12, 5))]  # the wires leave


def cuts(count: int, apart: float, printer: float) -> list[float]:
    """Return the cuts of a side of `count` lights, with both ends; no piece is longer than a
    printer's bed."""
    half = count * apart / 2 + _RIM
    pieces = 1
    while True:
        inner = [(round(i * count / pieces) - count / 2) * apart for i in range(1, pieces)]
        found = [-half, *inner, half]
        if max(b - a for a, b in zip(found, found[1:], strict=False)) <= printer:
            return found
        pieces += 1


def meshes(columns: int, rows: int, apart: float, printer: float) -> list[list[Face]]:
    """Return the closed mesh of each piece of a frame, from the south-west, each on the bed."""
    made = boxes(columns, rows, apart)
    xs, ys = cuts(columns, apart, printer), cuts(rows, apart, printer)
    return [_mesh(made, (x1, y1), (x2, y2)) for y1, y2 in zip(ys, ys[1:], strict=False)
            for x1, x2 in zip(xs, xs[1:], strict=False)]


def _mesh(made: list[Box], low: tuple[float, float], high: tuple[float, float]) -> list[Face]:
    """Return the closed mesh of the part of a solid between two corners of its plan: the faces
    of all cells between the boxes' sides at which material ends."""
    found: list[Face] = []
    (xs, ys, zs), solid = _cells(made, low, high)
    for i, j, k in sorted(solid):
        cell = ((xs[i], xs[i + 1]), (ys[j], ys[j + 1]), (zs[k], zs[k + 1]))
        for axis in range(3):
            for side in (0, 1):
                beside = [i, j, k]
                beside[axis] += 2 * side - 1
                if tuple(beside) not in solid:
                    found += _side(cell, axis, side)
    return found


def _cells(made: list[Box], low: tuple[float, float],
           high: tuple[float, float]) -> tuple[list[list[float]], set[tuple[int, int, int]]]:
    """Return the boxes' sides between two corners of the plan, along x, y and z, and the cells
    between them that hold material, by number."""
    lines: list[list[float]] = []
    for axis in range(3):
        ends = {round(v, 4) for box in made for v in (box.low[axis], box.high[axis])}
        if axis < 2:
            ends |= {low[axis], high[axis]}
            ends = {v for v in ends if low[axis] <= v <= high[axis]}
        lines.append(sorted(v for v in ends if axis < 2 or v <= _HIGH))
    solid: set[tuple[int, int, int]] = set()
    for box in made:
        across, up, high_ = (_between(line, box, axis) for axis, line in enumerate(lines))
        cells = {(i, j, k) for i in across for j in up for k in high_}
        solid = solid | cells if box.is_added else solid - cells
    return lines, solid


@functools.cache
def volume(columns: int, rows: int, apart: float) -> float:
    """Return the volume that a frame would have if it were solid, in cubic millimetres."""
    w, d = columns * apart / 2 + _RIM, rows * apart / 2 + _RIM
    (xs, ys, zs), solid = _cells(boxes(columns, rows, apart), (-w, -d), (w, d))
    return sum((xs[i + 1] - xs[i]) * (ys[j + 1] - ys[j]) * (zs[k + 1] - zs[k])
               for i, j, k in solid)


def _between(lines: list[float], box: Box, axis: int) -> range:
    """Return the numbers of the gaps between `lines` that lie in a box."""
    inside = [n for n, (a, b) in enumerate(zip(lines, lines[1:], strict=False))
              if box.low[axis] < (a + b) / 2 < box.high[axis]]
    return range(inside[0], inside[-1] + 1) if inside else range(0)


def _side(cell: tuple[tuple[float, float], ...], axis: int, side: int) -> list[Face]:
    """Return two triangles of a cell's side, anticlockwise from outside."""
    one, other = (axis + 1) % 3, (axis + 2) % 3
    corners = []
    for a, b in ((0, 0), (1, 0), (1, 1), (0, 1)):
        at = [0.0, 0.0, 0.0]
        at[axis], at[one], at[other] = cell[axis][side], cell[one][a], cell[other][b]
        corners.append((at[0], at[1], at[2]))
    if not side:
        corners.reverse()
    return [(corners[0], corners[1], corners[2]), (corners[0], corners[2], corners[3])]


def stl(faces: list[Face]) -> bytes:
    """Return a mesh as a binary STL file."""
    out = [bytes(80), struct.pack("<I", len(faces))]
    out += [struct.pack("<12fH", 0, 0, 0, *a, *b, *c, 0) for a, b, c in faces]
    return b"".join(out)
