"""Resistance and heating of the boards' supply paths, computed from their copper. Runs in
.venv-hardware; writes electronics/out/copper.json, which trace_rating.py compares with the limits.

Each net's copper (filled zones, tracks, pads, vias) becomes a grid of squares on both sides. A
resistor joins each square to each neighbour; the current enters at one pad and leaves at the
others.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy
from scipy.sparse import coo_matrix
from scipy.sparse.linalg import spsolve

from hardware import trace_rating
from hardware.electronics.layouts import SIZE
from hardware.electronics.sexpr import find, parse

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from typing import Any

    PadName = tuple[str, str]  # part and pin
    Array = numpy.ndarray[Any, Any]

STEP = 0.25                    # mm
SHEET = 0.0175 / 0.035 / 1000  # ohm a square of 35 um
BARREL = 0.0175 * 1.6 / (3.14 * 0.4 * 0.02) / 1000  # ohm of a via: 20 um of plating, 0.4 mm
_AWAY = 1.5    # mm from the ends of a path, where pads make it narrow


def _xy(item: Sequence[str]) -> tuple[float, float]:
    return float(item[1]), float(item[2])


class Copper:
    """The copper of a board, net by net."""

    def __init__(self, path: Path) -> None:
        self.tree = parse(path.read_text(encoding="utf-8"))
        edge = find(self.tree, "gr_rect")[0]
        self.left, self.top = _xy(find(edge, "start")[0])
        self.nx, self.ny = (round(side / STEP) for side in SIZE)
        self.pads: dict[PadName, tuple[str, float, float, float, bool]] = {}
        for footprint in find(self.tree, "footprint"):
            ref = next(p[2].strip('"') for p in find(footprint, "property")
                       if p[1] == '"Reference"')
            at = find(footprint, "at")[0]
            turn = numpy.radians(float(at[3])) if len(at) > 3 else 0
            for pad in find(footprint, "pad"):
                net = find(pad, "net")
                if net:
                    px, py = _xy(find(pad, "at")[0])
                    x = float(at[1]) + px * numpy.cos(turn) + py * numpy.sin(turn)
                    y = float(at[2]) - px * numpy.sin(turn) + py * numpy.cos(turn)
                    self.pads[ref, pad[1].strip('"')] = (
                        net[0][2].strip('"'), x - self.left, y - self.top,
                        min(_xy(find(pad, "size")[0])) / 2, pad[2] != "smd")

    def grid(self, net: str) -> tuple[Array, list[tuple[int, int]]]:
        """Return (copper of both sides as an array of booleans, nodes joined through the
        board)."""
        self.fill = numpy.zeros((2, self.nx, self.ny), bool)
        x, y = numpy.meshgrid((numpy.arange(self.nx) + 0.5) * STEP,
                              (numpy.arange(self.ny) + 0.5) * STEP, indexing="ij")
        through = []
        for zone in find(self.tree, "zone"):
            if find(zone, "net_name") and find(zone, "net_name")[0][1].strip('"') == net:
                for area in find(zone, "filled_polygon"):
                    points = [(px - self.left, py - self.top) for px, py in
                              map(_xy, find(find(area, "pts")[0], "xy"))]
                    side = int(find(area, "layer")[0][1] != '"F.Cu"')
                    self.fill[side] |= _inside(points, x, y)
        number = {n[2].strip('"'): n[1] for n in find(self.tree, "net")}[net]
        for track in find(self.tree, "segment"):
            if find(track, "net")[0][1] == number:
                (ax, ay), (bx, by) = (_xy(find(track, end)[0]) for end in ("start", "end"))
                half = float(find(track, "width")[0][1]) / 2
                near = _distance(x + self.left, y + self.top, ax, ay, bx, by) <= half
                self.fill[int(find(track, "layer")[0][1] != '"F.Cu"')] |= near
        for via in find(self.tree, "via"):
            if find(via, "net")[0][1] == number:
                vx, vy = _xy(find(via, "at")[0])
                through.append((vx - self.left, vy - self.top, 0.4))
        for (_, _), (name, px, py, half, both) in self.pads.items():
            if name == net:
                spot = (x - px) ** 2 + (y - py) ** 2 <= half ** 2
                self.fill[0] |= spot
                if both:
                    self.fill[1] |= spot
                    through.append((px, py, half))
        for px, py, half in through:
            spot = (x - px) ** 2 + (y - py) ** 2 <= half ** 2
            self.fill |= spot
        return self.fill, [(int(px / STEP), int(py / STEP)) for px, py, _ in through]

    def path(self, net: str, source: PadName, drains: Sequence[PadName]) -> tuple[float, float]:
        """Return (ohm from pad `source` to the pads `drains` that share the current, amperes a mm
        of width at the densest spot for one ampere)."""
        fill, through = self.grid(net)
        index = -numpy.ones(fill.shape, int)
        index[fill] = numpy.arange(fill.sum())
        rows: list[int]
        cols: list[int]
        values: list[float]
        rows, cols, values = [], [], []

        def join(a: int, b: int, ohm: float) -> None:
            rows.extend((a, b)), cols.extend((b, a)), values.extend((1 / ohm,) * 2)  # type: ignore[func-returns-value]
        for axis in (1, 2):
            one, two = (numpy.take(index, range(index.shape[axis] - 1), axis),
                        numpy.take(index, range(1, index.shape[axis]), axis))
            both = (one >= 0) & (two >= 0)
            rows.extend([*one[both], *two[both]])
            cols.extend([*two[both], *one[both]])
            values.extend([1 / SHEET] * (2 * both.sum()))
        for i, j in through:
            a, b = index[0, i, j], index[1, i, j]
            if a >= 0 and b >= 0:
                join(a, b, BARREL)
        count = int(fill.sum())
        links = coo_matrix((values, (rows, cols)), (count, count)).tocsr()
        ends = [self._nodes(index, *self.pads[pad][1:4], self.pads[pad][4])
                for pad in (source, *drains)]
        flow = numpy.zeros(count)
        flow[ends[0]] += 1 / len(ends[0])
        for nodes in ends[1:]:
            flow[nodes] -= 1 / len(nodes) / len(drains)
        here = _reached(links, ends[0][0])
        if not all(here[nodes[0]] for nodes in ends):
            raise ValueError(f"{net}: {source} does not reach {drains}")
        own = numpy.flatnonzero(here)
        part = links[own][:, own]
        matrix = (coo_matrix((numpy.asarray(part.sum(axis=1)).ravel(),
                              (range(len(own)),) * 2)) - part).tolil()
        ground = int(numpy.searchsorted(own, ends[-1][0]))
        matrix[ground, ground] += 1 / SHEET
        volts = numpy.zeros(count)
        volts[own] = spsolve(matrix.tocsc(), flow[own])
        ohm = volts[ends[0]].mean() - numpy.mean([volts[n].mean() for n in ends[1:]])
        return float(ohm), float(self._densest(fill, index, volts, (source, *drains)))

    def _nodes(self, index: Array, x: float, y: float, half: float, both: bool) -> list[int]:
        reach = range(-int(half / STEP), int(half / STEP) + 1)
        found = {index[layer, int(x / STEP) + i, int(y / STEP) + j] for i in reach for j in reach
                 for layer in ((0, 1) if both else (0,)) if i * i + j * j <= (half / STEP) ** 2}
        return sorted(found - {-1})

    def _densest(self, fill: Array, index: Array, volts: Array, ends: Sequence[PadName]) -> float:
        """Return the highest current per mm of width, away from the pads where the path begins and
        ends."""
        worst = 0.0
        x, y = numpy.meshgrid((numpy.arange(self.nx) + 0.5) * STEP,
                              (numpy.arange(self.ny) + 0.5) * STEP, indexing="ij")
        away = numpy.ones((self.nx, self.ny), bool)
        for pad in ends:
            _, px, py, half, _ = self.pads[pad]
            away &= (x - px) ** 2 + (y - py) ** 2 > (half + _AWAY) ** 2
        field = numpy.where(fill, volts[index], numpy.nan)
        for layer in (0, 1):
            across = numpy.diff(field[layer], axis=0)[:, :-1] / SHEET / STEP
            along = numpy.diff(field[layer], axis=1)[:-1] / SHEET / STEP
            dense = numpy.nan_to_num(numpy.hypot(numpy.nan_to_num(across),
                                                 numpy.nan_to_num(along)))
            worst = max(worst, (dense * away[:-1, :-1]).max())
        return worst


def _inside(points: list[tuple[float, float]], x: Array, y: Array) -> Array:
    """Return the grid's points that lie in a polygon (even-odd)."""
    made = numpy.zeros(x.shape, bool)
    ys = y[0]
    px, py = numpy.array(points).T
    qx, qy = numpy.roll(px, -1), numpy.roll(py, -1)
    xs = x[:, 0]
    for j, at in enumerate(ys):
        cross = (py > at) != (qy > at)
        if cross.any():
            cuts = numpy.sort(px[cross] + (at - py[cross]) * (qx[cross] - px[cross])
                              / (qy[cross] - py[cross]))
            made[:, j] = numpy.searchsorted(cuts, xs) % 2 == 1
    return made


def _distance(x: Array, y: Array, ax: float, ay: float, bx: float, by: float) -> Array:
    length = (bx - ax) ** 2 + (by - ay) ** 2
    t = numpy.clip(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length, 0, 1) if length else 0
    return numpy.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay))


def _reached(links: Any, start: int) -> Array:
    from scipy.sparse.csgraph import breadth_first_order
    found = numpy.zeros(links.shape[0], bool)
    found[breadth_first_order(links, start, return_predecessors=False)] = True
    return found


def measure(folder: Path) -> dict[str, list[float]]:
    """Return {path's name: [milliohm, A a mm for an ampere]} of every path of copper.PATHS."""
    made = {}
    for board, paths in trace_rating.PATHS.items():
        sheet = Copper(folder / f"{board}.kicad_pcb")
        for name, (net, source, drains) in paths.items():
            ohm, dense = sheet.path(net, source, drains)
            made[f"{board}: {name}"] = [round(ohm * 1000, 2), round(dense, 3)]
    return made


def keep(made: dict[str, list[float]]) -> None:
    """Write the result of `measure`, unless the file has the same to within a per cent."""
    old = json.loads(trace_rating.FILE.read_text()) if trace_rating.FILE.is_file() else {}
    if old.keys() == made.keys() and all(
            abs(a - b) <= 0.01 * b for name in made for a, b in zip(made[name], old[name],
                                                                    strict=True)):
        return
    trace_rating.FILE.write_text(json.dumps(made, indent=1) + "\n")
