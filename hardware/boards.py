"""The boards of boards.toml as places: spots, readers, pixels and the order of their chain.

A board's x runs east and its y north, in mm, from its south-west corner (from the middle of a
hex board). Pixels are numbered along the chain that a maker wires.
"""

import math
from typing import Any

from hardware.source import Toml

NONE16 = 0xFFFF
CORNERS = ("NE", "SE", "SW", "NW")  # the order of a spot's four lights
INSET = 3.6                         # of a corner light from its cell's sides
HEX_CORNERS = ("N", "NE", "SE", "S", "SW", "NW")
HEX_EDGES = ("NE", "E", "SE", "SW", "W", "NW")
_PAD_ONLY = 'readers = "pad", hall = false, lights = 1, chain = "rows"'
# The way round a cell's four lights, clockwise.
_ROUND = ("SW", "NW", "NE", "SE")
_ACROSS = {"N": "S", "S": "N", "E": "W", "W": "E"}


Cell = tuple[int, int]


class Board:
    """One board: `name`, its `row` of boards.toml, `spots` in order, `readers` and `lights`.

    `readers` has a reader number or None for each spot. `lights` has a tuple of pixel numbers for
    each spot, `per_spot` each. `pixels` has a position (x, y) for each pixel. `blocks` is the
    number of blocks of 3 x 3 cells (with readers or with hall switches). `facings`: have its cells
    sensors that feel how a tile is turned? `pieces` has the lights
    of each piece of `string` along the chain, with a feed of 5 V after every `feed` pieces.
    `takes` is {part: quantity} beyond the parts that every board of its kind takes, `wires` is
    {key: mm} of wires that it needs longer than in [wires] of bills.toml.
    """

    def __init__(self, name: str, source: Toml, table: str = "boards") -> None:
        at = self.at = f"{table}.{name}"
        self.breadboard = table == "breadboards"
        row = source.data[table][name]
        self.name, self.source = name, source
        self.title = source.need(at, "title", str)
        self.shape = source.need(at, "shape", str)
        self.width = source.need(at, "width", int)
        self.height = source.need(at, "height", int)
        self.per_spot = source.need(at, "lights", int)
        self.hall = source.need(at, "hall", bool)
        self.cells_read = source.need(at, "readers", str) == "cells"
        self.supply = source.need(at, "supply", str)
        self.supplies = source.need(at, "supplies", int)
        self.light_ma = source.need(at, "light_ma", int)
        self.chain = source.need(at, "chain", str)
        self.string = source.need(at, "string", str)
        self.feed = source.need(at, "feed", int)
        self.takes: dict[str, float] = row.get("takes", {})
        self.wires: dict[str, float] = row.get("wires", {})
        self.facings = row.get("facings", False)
        if self.facings and not self.cells_read:
            raise source.error(at, "facings", "facing sensors without readers",
                               "The latches of a reader block choose a sensor, so take "
                               'readers = "cells"')
        self.ends = row.get("ends", 2)
        if self.ends not in (1, 2):
            raise source.error(at, "ends", f"{self.ends} ends of a string", "It has 1 or 2")
        self.side = source.need("block", "cells", int)
        self.pitch = row.get("spacing", source.need("block", "pitch", int))
        self.blocks = 0
        if self.shape == "hex":
            self._hexes(source.need(at, "radius", int))
        else:
            self._squares(row)

    @property
    def bits(self) -> int:
        """Bits of the whole chain of blocks."""
        return self.blocks * self.source.need("block", "bits", int)

    def _squares(self, row: dict[str, Any]) -> None:
        at = self.at
        if self.per_spot not in (1, 4):
            raise self.source.error(at, "lights", f"{self.per_spot} lights a spot",
                                    "A square spot has 1 or 4")
        if not 1 <= self.width <= 26:
            raise self.source.error(at, "width", f"a width of {self.width}",
                                    "Columns have letters: 1 to 26")
        if self.chain != ("blocks" if self.cells_read or self.hall else "rows"):
            raise self.source.error(at, "chain", f"pixels in {self.chain}",
                                    f"They follow the blocks, if any; if none: {_PAD_ONLY}")
        if self.chain == "rows" and self.per_spot != 1 and "spacing" not in row:
            raise self.source.error(at, "lights", f"{self.per_spot} lights a spot in rows, "
                                    f"{self.pitch} mm from spot to spot", "Say a spacing of twice "
                                    f"the string's pitch, or take: {_PAD_ONLY}")
        cells = [(x, y) for y in range(self.height) for x in range(self.width)]
        self.spots = [f"{chr(97 + x)}{y + 1}" for x, y in cells]
        self.readers: list[int | None] = [None] * len(cells)
        self.hall_bits: list[int | None] = [None] * len(cells)
        if self.cells_read or self.hall:
            self._blocks(cells)
        self.lights: list[tuple[int, ...]] = [()] * len(cells)
        self.pixels: list[tuple[float, float]] = []
        if self.chain == "blocks":
            self._lay(cells, self._block_order())
            piece = self.per_spot * self.side ** 2
        else:
            self._rows(cells)
            piece = self.width * math.isqrt(self.per_spot)
        self.pieces = [piece] * (len(self.pixels) // piece)

    def _blocks(self, cells: list[Cell]) -> None:
        side, at = self.side, self.at
        for key, size in (("width", self.width), ("height", self.height)):
            if size % side:
                raise self.source.error(at, key, f"{size} cells do not make whole blocks",
                                        f"Readers and hall switches come in blocks of {side} x "
                                        f"{side}, so take a multiple of {side}; for any other "
                                        f"size: {_PAD_ONLY}")
        self.blocks = (self.width // side) * (self.height // side)
        most = self.source.need("block", "max_blocks", int)
        if self.blocks > most:
            raise self.source.error(at, "width",
                                    f"{self.blocks} blocks are too many for the chain",
                                    f"At most {most} blocks of {side} x {side} cells")
        bits = self.source.need("block", "bits", int)
        if self.hall and self.blocks * bits > 255:
            raise self.source.error(at, "hall", f"{self.blocks * bits} hall bits",
                                    "A profile numbers them in one byte: at most 15 blocks")
        for i, (x, y) in enumerate(cells):
            block = self.block_at(x // side, y // side)
            k = y % side * side + x % side
            if self.cells_read:
                self.readers[i] = block * side * side + k
            if self.hall:
                self.hall_bits[i] = block * bits + k

    def block_at(self, column: int, row: int) -> int:
        """Return the number of the block in `column` and `row`: a serpentine from the
        south-west."""
        across = self.width // self.side
        return row * across + (column if row % 2 == 0 else across - 1 - column)

    def block_places(self) -> list[Cell]:
        """Return (column, row) of each block, in the order of the chain."""
        places = [(c, r) for r in range(self.height // self.side)
                  for c in range(self.width // self.side)]
        return sorted(places, key=lambda place: self.block_at(*place)) if self.blocks else []

    def _block_order(self) -> list[tuple[int, int, tuple[str, ...]]]:
        """Return (x, y, walk) of the cells along the chain of pixels, block by block."""
        side, order = self.side, []
        for column, row in self.block_places():
            corner = "SW"
            for y in range(side):
                for step in range(side):
                    x = step if y % 2 == 0 else side - 1 - step
                    leave = "N" if step == side - 1 else "EW"[y % 2]
                    walk = _walk(corner, leave)
                    order.append((column * side + x, row * side + y, walk))
                    corner = "".join(_ACROSS[letter] for letter in walk[-1])
        return order

    def _rows(self, cells: list[Cell]) -> None:
        """Number the pixels of strips side by side, one or two to a row of cells, every second
        one westwards, and fill `lights` and `pixels`."""
        along = math.isqrt(self.per_spot)
        apart, wide = self.pitch / along, self.width * along
        for j in range(self.height * along):
            self.pixels += [((i + 0.5) * apart, (j + 0.5) * apart)
                            for i in (range(wide) if j % 2 == 0 else reversed(range(wide)))]
        far = along - 1
        for at, (x, y) in enumerate(cells):
            found = []
            for corner in CORNERS[:self.per_spot]:
                i, j = x * along + ("E" in corner) * far, y * along + ("N" in corner) * far
                found.append(j * wide + (i if j % 2 == 0 else wide - 1 - i))
            self.lights[at] = tuple(found)

    def _lay(self, cells: list[Cell], order: list[tuple[int, int, tuple[str, ...]]]) -> None:
        """Number the pixels along `order` and fill `lights` and `pixels`."""
        index = {cell: i for i, cell in enumerate(cells)}
        far = self.pitch - INSET
        for x, y, walk in order:
            west, south = x * self.pitch, y * self.pitch
            first = len(self.pixels)
            if self.per_spot == 1:
                at = self.pitch - INSET if self.hall else self.pitch / 2
                self.pixels.append((west + at, south + at))
                self.lights[index[x, y]] = (first,)
                continue
            for corner in walk:
                self.pixels.append((west + (far if "E" in corner else INSET),
                                    south + (far if "N" in corner else INSET)))
            self.lights[index[x, y]] = tuple(first + walk.index(c) for c in CORNERS)

    def _hexes(self, radius: int) -> None:
        """Spots and pixels of a hex board (rules: landover 3 25)."""
        size = self.pitch / math.sqrt(3)  # centre to corner
        hexes = [(q, r) for r in range(-radius, radius + 1) for q in range(-radius, radius + 1)
                 if abs(q + r) <= radius]
        corners: dict[tuple[float, float], tuple[str, float, float]] = {}
        edges: dict[tuple[float, float], tuple[str, float, float]] = {}
        centres = []
        for number, (q, r) in enumerate(hexes):
            cx, cy = self.pitch * (q + r / 2), -1.5 * size * r
            centres.append((str(number), cx, cy))
            ring = [(cx + size * math.sin(math.pi * i / 3), cy + size * math.cos(math.pi * i / 3))
                    for i in range(6)]
            for i, (x, y) in enumerate(ring):
                corners.setdefault((round(x, 3), round(y, 3)),
                                   (f"{number}.{HEX_CORNERS[i]}", x, y))
            for i in range(6):
                x, y = ((a + b) / 2 for a, b in zip(ring[i], ring[(i + 1) % 6], strict=True))
                edges.setdefault((round(x, 3), round(y, 3)), (f"{number}/{HEX_EDGES[i]}", x, y))
        places = centres + list(corners.values()) + list(edges.values())
        self.spots = [place[0] for place in places]
        self.places = {name: (x, y) for name, x, y in places}
        self.readers = [None] * len(places)
        self.hall_bits = [None] * len(places)
        self._zigzag(size)

    def _zigzag(self, size: float) -> None:
        """The chain: zigzag lines of corners and slanting edges, and rows of hexes, in turn."""
        rows: dict[int, list[tuple[float, str]]] = {}
        for name, (x, y) in self.places.items():
            level = y / size
            row = round(level / 1.5) * 2  # a row of hexes, upright edges included
            if "." in name or abs(level - row / 2 * 1.5) > 0.1:
                row = 2 * math.floor(level / 1.5) + 1  # a zigzag line
            rows.setdefault(row, []).append((x, name))
        order = []
        self.pieces = [len(rows[row]) for row in sorted(rows, reverse=True)]
        for turn, row in enumerate(sorted(rows, reverse=True)):
            order += [name for _, name in sorted(rows[row], reverse=turn % 2 == 1)]
        number = {name: i for i, name in enumerate(order)}
        self.lights = [(number[name],) for name in self.spots]
        self.pixels = [self.places[name] for name in order]


def _walk(corner: str, leave: str) -> tuple[str, ...]:
    """Return the four lights of a cell from `corner` on, one way round, so that the last lies on
    the side `leave`. The chain goes on from there over the gap to the next cell and at once across
    that cell: so every hop is as long as a cell is wide, and none as short as a gap."""
    at = _ROUND.index(corner)
    for turn in (1, -1):
        walk = tuple(_ROUND[(at + turn * i) % 4] for i in range(4))
        if leave in walk[-1]:
            break
    return walk


def breadboards(source: Toml) -> dict[str, Board]:
    """Return {name: Board} of the breadboard builds, which have no circuit boards."""
    return {name: Board(name, source, "breadboards")
            for name in source.data.get("breadboards", {})}


def boards(source: Toml) -> dict[str, Board]:
    """Return {name: Board} of boards.toml, in its order, checked."""
    found = {name: Board(name, source) for name in source.data.get("boards", {})}
    if not found:
        raise source.error("boards", None, "no boards", "Add a table [boards.NAME]")
    return found
