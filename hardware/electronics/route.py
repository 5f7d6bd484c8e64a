"""A small two-layer grid router with rip-up, in plain Python.

Works on a square grid. A node is (x, y, layer) in grid steps. Pads and the board's edge are hard
obstacles; tracks of other nets are soft ones: a path may cross them at a price, and the nets it
crosses are then removed and routed again. Lengths in mm.
"""

from __future__ import annotations

import heapq
import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    Spot = tuple[float, float]
    Node = tuple[int, int, int]

STEP = 0.635
CLEARANCE = 0.2
MARGIN = 0.11      # since a slanting track cuts corners between grid nodes
VIA, DRILL = 0.8, 0.4
_VIA_COST = 12
_CROSS = 25        # price of crossing a foreign track, times how often that was tried
_MOVES = [(dx, dy, math.hypot(dx, dy)) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


class UnroutableError(Exception):
    """The router found no way for a net; the message names it."""


class Pad:
    """A pad: `net`, centre, half sizes (w, h) and the layers (0 front, 1 back) it is on. A `plane`
    is an area that copper of its net will fill: a track may end anywhere on it, and no track of
    another net may cross it."""

    def __init__(self, net: str, x: float, y: float, w: float, h: float, layers: tuple[int, ...],
                 plane: bool = False) -> None:
        self.net, self.x, self.y, self.w, self.h, self.layers = net, x, y, w, h, layers
        self.plane = plane

    def is_on(self, plane: Pad) -> bool:
        """Is this pad, or plane, on `plane` of the same net, so that it needs no track to it?"""
        over = self.w + plane.w if self.plane else plane.w
        high = self.h + plane.h if self.plane else plane.h
        return bool(set(self.layers) & set(plane.layers)) and \
            abs(self.x - plane.x) < over and abs(self.y - plane.y) < high

    def gap(self, x: float, y: float) -> float:
        """Return the distance of a point from the pad's copper, 0 inside."""
        return math.hypot(max(abs(x - self.x) - self.w, 0), max(abs(y - self.y) - self.h, 0))


class Router:
    """Routes `nets` {name: width} over `pads` on a board of `width` x `height`."""

    def __init__(self, width: float, height: float, pads: list[Pad],
                 nets: dict[str, float]) -> None:
        self.nx, self.ny = int(width / STEP) + 1, int(height / STEP) + 1
        self.pads, self.nets = pads, nets
        self.hard: dict[float, dict[Node, set[str | None]]]
        self.soft: dict[float, dict[Node, dict[str, int]]]
        self.hard = {w: {} for w in (*set(nets.values()), VIA)}  # node -> nets, None: for all
        self.soft = {w: {} for w in self.hard}                   # node -> {net: count}
        self.tried: dict[str, int] = {}
        self.paths: dict[str, list[list[Node]]] = {}
        for pad in pads:
            for w in self.hard:
                self._stamp_pad(pad, w)
        self._edge(width, height)

    def _near(self, x: float, y: float, reach: float) -> Iterator[tuple[int, int]]:
        for i in range(max(math.ceil((x - reach) / STEP), 0),
                       min(int((x + reach) / STEP), self.nx - 1) + 1):
            for j in range(max(math.ceil((y - reach) / STEP), 0),
                           min(int((y + reach) / STEP), self.ny - 1) + 1):
                yield i, j

    def _stamp_pad(self, pad: Pad, w: float) -> None:
        reach = CLEARANCE + w / 2 + MARGIN
        layers = (0, 1) if w == VIA else pad.layers
        for i, j in self._near(pad.x, pad.y, max(pad.w, pad.h) + reach):
            if pad.gap(i * STEP, j * STEP) < reach - 1e-6:
                for layer in layers:
                    self.hard[w].setdefault((i, j, layer), set()).add(pad.net)

    def _edge(self, width: float, height: float) -> None:
        for w, hard in self.hard.items():
            keep = 0.5 + w / 2
            for i in range(self.nx):
                for j in range(self.ny):
                    x, y = i * STEP, j * STEP
                    if min(x, y, width - x, height - y) < keep:
                        for layer in (0, 1):
                            hard.setdefault((i, j, layer), set()).add(None)

    def _stamp_path(self, net: str, path: list[Node], sign: int) -> None:
        """Add (or take away) a path's copper to the soft obstacles of all widths."""
        half = self.nets[net] / 2
        spots: list[tuple[float, float, float, tuple[int, ...]]]
        spots = [(x, y, half, (layer,)) for x, y, layer in path]
        for (ax, ay, a), (bx, by, b) in zip(path, path[1:], strict=False):
            if a != b:
                spots.append((ax, ay, VIA / 2, (0, 1)))
            elif ax != bx and ay != by:  # the middle of a slanting step lies between the nodes
                spots.append(((ax + bx) / 2, (ay + by) / 2, half, (a,)))
        for w, soft in self.soft.items():
            for x, y, size, layers in spots:
                reach = size + CLEARANCE + w / 2 + MARGIN - 1e-6
                over = (0, 1) if w == VIA else layers
                for i, j in self._near(x * STEP, y * STEP, reach):
                    if math.hypot(i - x, j - y) * STEP < reach:
                        for layer in over:
                            count = soft.setdefault((i, j, layer), {})
                            count[net] = count.get(net, 0) + sign
                            if not count[net]:
                                del count[net]

    def _free(self, w: float, node: Node, net: str) -> bool:
        return not (self.hard[w].get(node, set()) - {net})

    def _is_slant_free(self, w: float, a: Node, b: Node, net: str) -> bool:
        """Does a slanting step stay clear of the corners of pads beside it?"""
        return a[2] != b[2] or a[0] == b[0] or a[1] == b[1] or (
            self._free(w, (a[0], b[1], a[2]), net) and self._free(w, (b[0], a[1], a[2]), net))

    def _price(self, net: str, a: Node, b: Node) -> int:
        return sum(_CROSS * (1 + self.tried.get(n, 0)) for n in self._foreign(net, a, b))

    def _foreign(self, net: str, a: Node, b: Node) -> set[str]:
        """Return the other nets that a step from node a to node b would touch: at b, beside a
        slant, or, where it changes the layer, around the via."""
        w = self.nets[net]
        if a[2] != b[2]:
            w, nodes = VIA, [a]
        else:
            nodes = [b]
            if a[0] != b[0] and a[1] != b[1]:
                nodes += [(a[0], b[1], a[2]), (b[0], a[1], a[2])]
        found: set[str] = set()
        for node in nodes:
            found.update(self.soft[w].get(node, ()))
        found.discard(net)
        return found

    def access(self, pad: Pad) -> list[Node]:
        """Return the nodes on the pad where a track of its net may end."""
        w = self.nets[pad.net]
        nodes = [(i, j, layer) for i, j in self._near(pad.x, pad.y, max(pad.w, pad.h))
                 for layer in pad.layers
                 if pad.gap(i * STEP, j * STEP) == 0 and self._free(w, (i, j, layer), pad.net)]
        near = sorted(nodes, key=lambda n: math.hypot(n[0] * STEP - pad.x, n[1] * STEP - pad.y))
        return near if pad.plane else near[:2 * len(pad.layers)]

    def _groups(self, net: str) -> list[set[Node]]:
        """Return the sets of nodes where a track of `net` may end: one set for each pad, or for
        all pads that a plane joins."""
        groups: list[tuple[list[Pad], set[Node]]] = []
        for pad in self.pads:
            if pad.net != net:
                continue
            nodes = set(self.access(pad))
            joined = [group for group in groups if any(
                (other.plane and pad.is_on(other)) or (pad.plane and other.is_on(pad))
                for other in group[0])]
            for group in joined:
                groups.remove(group)
            groups.append(([pad, *(p for group in joined for p in group[0])],
                           nodes.union(*(group[1] for group in joined))))
        if len(groups) > 1 and not all(nodes for _, nodes in groups):
            raise UnroutableError(f"{net}: a pad that no track can reach")
        return [nodes for _, nodes in groups]

    def _search(self, net: str, sources: set[Node], targets: set[Node]) -> list[Node] | None:
        w = self.nets[net]
        goal = [(x, y) for x, y, _ in targets]
        cx = sum(x for x, _ in goal) / len(goal)
        cy = sum(y for _, y in goal) / len(goal)
        slack = max(max(abs(x - cx), abs(y - cy)) for x, y in goal)

        def guess(node: Node) -> float:
            return max(abs(node[0] - cx), abs(node[1] - cy)) - slack
        best: dict[Node, float]
        came: dict[Node, Node | None]
        heap: list[tuple[float, float, Node, Node | None]]
        heap = [(guess(n), 0, n, None) for n in sources]
        heapq.heapify(heap)
        best, came = {n: 0 for n in sources}, {}
        while heap:
            _, cost, node, before = heapq.heappop(heap)
            if node in came:
                continue
            came[node] = before
            if node in targets:
                path = [node]
                while came[path[-1]] is not None:
                    path.append(came[path[-1]])  # type: ignore[arg-type]
                return path[::-1]
            x, y, layer = node
            steps = [((x + dx, y + dy, layer),
                      length * (1.4 if (dx if layer else dy) and not (dy if layer else dx) else 1))
                     for dx, dy, length in _MOVES]
            if self._free(VIA, (x, y, 0), net) and self._free(VIA, (x, y, 1), net):
                steps.append(((x, y, 1 - layer), _VIA_COST))
            for after, length in steps:
                if after in came or not (0 <= after[0] < self.nx and 0 <= after[1] < self.ny):
                    continue
                if not self._free(w, after, net) or not self._is_slant_free(w, node, after, net):
                    continue
                total = cost + length + self._price(net, node, after)
                if total < best.get(after, 1e9):
                    best[after] = total
                    heapq.heappush(heap, (total + guess(after), total, after, node))
        return None

    def _route(self, net: str) -> set[str]:
        """Join all pads of `net`; returns the nets that this crosses."""
        groups = self._groups(net)
        joined, crossed = groups.pop(0), set()
        self.paths[net] = []
        w = self.nets[net]
        while groups:
            targets = set().union(*groups)
            path = self._search(net, joined, targets)
            if path is None:
                raise UnroutableError(f"{net}: no way left")
            crossed |= set(self.soft[w].get(path[0], ())) - {net}
            for a, b in zip(path, path[1:], strict=False):
                crossed |= self._foreign(net, a, b)
            self._stamp_path(net, path, 1)
            self.paths[net].append(path)
            joined |= set(path)
            reached = [group for group in groups if path[-1] in group]
            for group in reached:
                joined |= group
                groups.remove(group)
        return crossed

    def _rip(self, net: str) -> None:
        for path in self.paths.pop(net):
            self._stamp_path(net, path, -1)
        self.tried[net] = self.tried.get(net, 0) + 1

    def run(self, order: Iterable[str], patience: int = 600) -> dict[str, list[list[Node]]]:
        """Route the nets in `order`, with rip-up. Returns {net: [path]}."""
        waiting = list(order)
        for _ in range(patience):
            if not waiting:
                return self.paths
            net = waiting.pop(0)
            for other in sorted(self._route(net)):
                self._rip(other)
                waiting.append(other)
        raise UnroutableError(f"{', '.join(waiting)}: given up after {patience} tries")


def simplified(path: list[Node]) -> tuple[list[tuple[Spot, Spot, int]], list[Spot]]:
    """Return a path's corners only: straight runs joined. Pairs of ((x, y), (x, y), layer) and
    vias."""
    runs, vias, i = [], [], 0
    while i < len(path) - 1:
        a, b = path[i], path[i + 1]
        if a[2] != b[2]:
            vias.append((a[0] * STEP, a[1] * STEP))
            i += 1
            continue
        step = (b[0] - a[0], b[1] - a[1])
        j = i + 1
        while j < len(path) - 1 and path[j + 1][2] == a[2] and \
                (path[j + 1][0] - path[j][0], path[j + 1][1] - path[j][1]) == step:
            j += 1
        runs.append(((a[0] * STEP, a[1] * STEP), (path[j][0] * STEP, path[j][1] * STEP), a[2]))
        i = j
    return runs, vias
