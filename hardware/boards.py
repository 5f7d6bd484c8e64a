"""The boards of boards.toml as places: spots, readers, pixels and the order of their chain.

A board's x runs east and its y north, in mm, from its south-west corner (from the middle of a
hex board). Pixels are numbered along the chain that a maker wires.
"""

import math
from typing import Any

from hardware.source import Toml
from sim.window import numbering

NONE16 = 0xFFFF
INSET = 3.6                         # of a corner light from its cell's sides
HEX_CORNERS = ("N", "NE", "SE", "S", "SW", "NW")
HEX_EDGES = ("NE", "E", "SE", "SW", "W", "NW")
_FRAME = 3                          # hexes from the middle one to the rim of Landover's maps
_PAD_ONLY = 'readers = "pad", hall = false, lights = 1, chain = "rows"'


Cell = tuple[int, int]
Key = tuple[float, float]           # where a place lies, rounded
Named = tuple[str, float, float]    # a place and where it lies, mm


class Board:
    """One board: `name`, its `row` of boards.toml, `spots` in order, `readers` and `lights`.

    `readers` has a reader number or None for each spot. `lights` has a tuple of pixel numbers for
    each spot, `per_spot` each. `pixels` has a position (x, y) for each pixel. `blocks` is the
    number of blocks of 3 x 3 cells (with readers or with hall switches), `hexes` that of hexes.
    `facings`: have its cells sensors that feel how a tile is turned? `pieces` has the lights
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
        self.blocks = self.hexes = 0
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
        blocks = self.cells_read or self.hall
        offered = (1, 4) if blocks else tuple(numbering.STRIPS)
        if self.per_spot not in offered:
            raise self.source.error(at, "lights", f"{self.per_spot} lights a spot",
                                    f"A square spot has {' or '.join(map(str, offered))}")
        if not 1 <= self.width <= 26:
            raise self.source.error(at, "width", f"a width of {self.width}",
                                    "Columns have letters: 1 to 26")
        if self.chain != ("blocks" if blocks else "rows"):
            raise self.source.error(at, "chain", f"pixels in {self.chain}",
                                    f"They follow the blocks, if any; if none: {_PAD_ONLY}")
        if self.chain == "rows" and self.per_spot != 1 and "spacing" not in row:
            raise self.source.error(at, "lights", f"{self.per_spot} lights a spot in rows, "
                                    f"{self.pitch} mm from spot to spot", "Say a spacing of "
                                    f"{numbering.STRIPS[self.per_spot]} times the string's pitch, "
                                    f"or take: {_PAD_ONLY}")
        cells = self.width * self.height
        self.spots = numbering.spots(self.width, self.height)
        self.readers: list[int | None] = [None] * cells
        self.hall_bits: list[int | None] = [None] * cells
        if blocks:
            self._blocks()
        order = numbering.in_blocks if self.chain == "blocks" else numbering.in_rows
        chain = order(self.width, self.height, self.per_spot)
        self.lights: list[tuple[int, ...]] = numbering.of_cells(chain, self.width)
        if len(chain) > numbering.MOST_PIXELS:
            raise self.source.error(
                at, "lights", f"{len(chain)} lights on the strips", f"A strip has at most "
                f"{numbering.MOST_PIXELS}, so take fewer cells, or fewer lights in each")
        self.pixels = [self._middle_of(*light) for light in chain]
        piece = self.per_spot * self.side ** 2
        if self.chain == "rows":
            piece = self.width * numbering.STRIPS[self.per_spot]
        self.pieces = [piece] * (len(self.pixels) // piece)

    def _blocks(self) -> None:
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
        if self.cells_read:
            self.readers = [*numbering.of_blocks(self.width, self.height, side * side)]
        if self.hall:
            self.hall_bits = [*numbering.of_blocks(self.width, self.height, bits)]

    def block_places(self) -> list[Cell]:
        """Return (column, row) of each block, in the order of the chain."""
        return numbering.block_places(self.width, self.height) if self.blocks else []

    def _middle_of(self, x: int, y: int, place: str) -> tuple[float, float]:
        """Return where a light lies; one alone over a hall switch lies in the north-east."""
        if self.chain == "rows":
            east, north = numbering.on_strips(place, self.per_spot)
            return (x + east) * self.pitch, (y + north) * self.pitch
        corner = place or "NE" * self.hall
        inset = INSET if corner else self.pitch / 2
        far = self.pitch - inset
        return (x * self.pitch + (far if "E" in corner else inset),
                y * self.pitch + (far if "N" in corner else inset))

    def _hexes(self, radius: int) -> None:
        """Spots and pixels of a hex board, named as in the frame of 37 hexes (rules: landover 3
        25), of which it has those up to `radius` from the middle one."""
        if not 1 <= radius <= _FRAME:
            raise self.source.error(self.at, "radius", f"a radius of {radius} hexes",
                                    f"The frame of the names has {_FRAME}, so take 1 to {_FRAME}")
        size = self.pitch / math.sqrt(3)  # centre to corner
        frame = range(-_FRAME, _FRAME + 1)
        hexes = [(q, r) for r in frame for q in frame if abs(q + r) <= _FRAME]
        centres: dict[Key, Named] = {}
        corners: dict[Key, Named] = {}
        edges: dict[Key, Named] = {}
        there: set[Key] = set()
        for number, (q, r) in enumerate(hexes):
            x, y = self.pitch * (q + r / 2), -1.5 * size * r
            ring = [(x + size * math.sin(math.pi * i / 3), y + size * math.cos(math.pi * i / 3))
                    for i in range(6)]
            sides = [((a + u) / 2, (b + v) / 2)
                     for (a, b), (u, v) in zip(ring, ring[1:] + ring[:1], strict=True)]
            named = [(centres, str(number), (x, y)),
                     *((corners, f"{number}.{word}", at)
                       for word, at in zip(HEX_CORNERS, ring, strict=True)),
                     *((edges, f"{number}/{word}", at)
                       for word, at in zip(HEX_EDGES, sides, strict=True))]
            for kind, name, at in named:
                key = round(at[0], 3), round(at[1], 3)
                kind.setdefault(key, (name, *at))  # of several names the lowest
                if max(abs(q), abs(r), abs(q + r)) <= radius:
                    there.add(key)
        places = [place for kind in (centres, corners, edges) for key, place in kind.items()
                  if key in there]
        self.spots = [place[0] for place in places]
        self.hexes = sum(name.isdigit() for name in self.spots)
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
