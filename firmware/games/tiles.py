"""Two-coloured tiles and the regions that they form, for Ley of the Land and its market.

A tile's diagonals cut it into four triangles, north, east, south and west (sides 0 to 3), each
green or yellow. A piece is a tile as it lies, 1 to 16: one plus four bits, north the highest, a
set bit for yellow; so pieces ascend in the order of their words, from `gggg` to `yyyy`. Its token
is its kind, 1 to 6, whichever way it is turned. Triangle 4 * cell + side is the one at that side
of that cell.

Triangles of one colour that touch within a tile are a *part*; parts are numbered in the order they
are laid. Parts joined across borders are a *region*, known by the number of one of its parts. When
two regions meet, laying a tile renames the parts of the smaller one, and nothing else.
"""

from micropython import const

from games.base import ALMOST, COMPLETE, Game
from games.grid import NONE

if False:  # only mypy reads this: the names of types
    from collections.abc import Iterator
    from typing import Any

    from games.grid import Grid
    from games.types import Action, Box, Mark, Message

KINDS = ("", "gggg", "gggy", "ggyy", "gygy", "gyyy", "yyyy")  # by token
COUNTS = (0, 2, 20, 20, 17, 20, 2)  # in the box, 81 together
TILES = const(81)
COLOURS = ("g", "y")
SIDES = ("N", "E", "S", "W")

_PIECES = const(17)  # 0 for none, and 16 turned tiles
_PARTS = const(192)  # of all 81 tiles
_RING = const(1)  # trait of a region: it has a triangle of a one-coloured tile
_EDGE = const(2)  # trait: it has a triangle at the board's edge
_YELLOW = const(4)  # trait: its colour is yellow
_CROSSES = const(4)  # the token of `gygy`
_BITS = b"\0\1\1\2\1\2\2\3\1\2\2\3\2\3\3\4"  # the number of bits set, for 0 to 15
_ROW = const(9)  # cells to look at in a part of the overlay: 3 ms
_FIRST = const(1)  # in `want`, with no side bound: a first tile may lie here


def _spin(tile: int) -> int:
    """Return a piece turned clockwise by a quarter."""
    bits = tile - 1
    return (bits >> 1 | (bits & 1) << 3) + 1


def _kinds() -> bytes:
    """Return the token of each piece, as bytes by piece."""
    kinds = bytearray(_PIECES)
    kind = 0
    for tile in range(1, _PIECES):
        if not kinds[tile]:
            kind += 1
            while not kinds[tile]:
                kinds[tile] = kind
                tile = _spin(tile)
    return bytes(kinds)


KIND_OF = _kinds()
TURNS = tuple([
    tuple([tile for tile in range(1, _PIECES) if KIND_OF[tile] == kind]) for kind in range(7)
])
# By mask of bound sides: the pieces that are green at all of them, ascending.
_FREE = tuple([
    bytes([tile for tile in range(1, _PIECES) if not tile - 1 & bound]) for bound in range(16)
])
CROSS = TURNS[_CROSSES][0]  # as `gygy`


def colour(tile: int, side: int) -> int:
    """Return the colour of a triangle: 0 green, 1 yellow."""
    return (tile - 1) >> (3 - side) & 1


def word(tile: int) -> str:
    """Return the word for a piece, such as `ggyy`."""
    return "".join([COLOURS[colour(tile, side)] for side in range(4)])


def tile_of(text: object) -> "int":
    """Return the piece for a word; raises ValueError."""
    if not isinstance(text, str) or len(text) != 4:
        raise ValueError("a tile is four letters g or y, north, east, south, west; not %s" % text)
    bits = 0
    for letter in text:
        if letter not in COLOURS:
            raise ValueError("a tile has the colours g and y, not %s" % letter)
        bits = bits << 1 | COLOURS.index(letter)
    return bits + 1


def kind_of(text: str) -> "int":
    """Return the token for a kind's word; raises ValueError."""
    if not isinstance(text, str) or not text or text not in KINDS:
        raise ValueError("there is no kind %s; there are: %s" % (text, ", ".join(KINDS[1:])))
    return KINDS.index(text)


def turns_of(held: bytearray | list[int]) -> list[int]:
    """Return the pieces, ascending, of all kinds that `held` has; it counts by token."""
    return [tile for tile in range(1, _PIECES) if held[KIND_OF[tile]]]


def only(kind: int) -> bytearray:
    """Return counts by token with a single one, of this kind."""
    held = bytearray(7)
    held[kind] = 1
    return held


def part_of_tile(tile: int, side: int) -> int:
    """Return which part of its tile a triangle is, 0 to 3."""
    if KIND_OF[tile] == _CROSSES:
        return side
    return colour(tile, side) ^ colour(tile, 0)


class TileGame(Game):
    """The common part of both tile games: equal boards in a row, tiles and regions."""

    SET = 2  # ley tiles
    HALF_TURNED = (_CROSSES,)
    # `laid` counts tiles. By cell: `cells` is the piece; `want` is 0 where no tile may lie, else
    # the bound sides in the high four bits and their colours in the low four. By triangle:
    # `part_of`. By part: its cell `home`, its `region`, and `mate`, the next part in a ring
    # through the region. By region: `size` in triangles, `open`: triangles that face an empty
    # cell, `diamonds` and `traits`. `done` lists complete regions with diamonds in the order of
    # completion, as (smallest triangle, region, owner).
    TILE_STATE = (
        "laid", "parts", "cells", "want", "part_of", "home", "region", "mate",
        "size", "open", "diamonds", "traits", "done",
    )

    def clear(self, grid: "Grid", boards: int, first: int, edge_closes: bool) -> None:
        """Set up empty boards; the first tile of each must go to the cell `first`."""
        self.grid = grid
        self.edge_closes = edge_closes
        cells = boards * grid.cells
        self.near = bytearray(4 * cells)  # as in Grid; no way leads from one board to another
        for i in range(4 * cells):
            other = grid.near[i % (4 * grid.cells)]
            board = i // (4 * grid.cells)
            self.near[i] = NONE if other == NONE else other + board * grid.cells
        self.laid = 0
        self.parts = 0
        self.cells = bytearray(cells)
        self.want = bytearray(cells)
        for board in range(boards):
            self.want[board * grid.cells + first] = _FIRST
        self.part_of = bytearray(4 * cells)
        most = min(_PARTS, 4 * cells)
        self.home = bytearray(most)
        self.region = bytearray(most)
        self.mate = bytearray(most)
        self.size = bytearray(most)
        self.open = bytearray(most)
        self.diamonds = bytearray(most)
        self.traits = bytearray(most)
        self.done: "list[Any]" = []

    def tokens(self) -> "Box":
        return tuple([(kind, KINDS[kind], -1, COUNTS[kind]) for kind in range(1, 7)])

    def token(self, piece: int) -> int:
        return KIND_OF[piece]

    def face(self, piece: int) -> str:
        return word(piece)

    def facing(self, piece: int) -> int:
        """The mark lies between the first two triangles of the kind's word."""
        turned = TURNS[KIND_OF[piece]][0]
        if len(TURNS[KIND_OF[piece]]) == 1:
            return -1
        corner = 0
        while turned != piece:
            turned = _spin(turned)
            corner += 1
        return corner

    def cell_name(self, cell: int) -> str:
        """Return the name of a cell on the table."""
        return self.grid.name(cell)

    # ---- placing -------------------------------------------------------------------------------

    def can_lie(self, cell: int, tile: int) -> bool:
        """May this tile, turned this way, lie on this cell?"""
        want = self.want[cell]
        return want != 0 and not (tile - 1 ^ want) & want >> 4

    def places(self, what: int, kinds: bytearray, start: int, end: int) -> "list[Action]":
        """Return (what, cell, tile), ascending, for every tile that fits a cell from `start` up to
        `end` (excluded); `kinds` is not 0 for the tokens available."""
        there = [kinds[kind] for kind in KIND_OF]
        found: "list[Action]" = []
        for cell, want in enumerate(self.want[start:end], start):
            if want:
                bound = want >> 4
                yellow = want & bound
                for tile in _FREE[bound]:
                    tile += yellow
                    if there[tile]:
                        found.append((what, cell, tile))
        return found

    def open_cells(self, tiles: list[int], start: int, end: int) -> "Iterator[int]":
        """Yield the cells from `start` up to `end` (excluded) where one of these tiles fits."""
        for cell in range(start, end):
            want = self.want[cell]
            bound = want >> 4
            if want:
                for tile in tiles:
                    if not (tile - 1 ^ want) & bound:
                        yield cell
                        break

    def has_place(self, tiles: list[int] | tuple[int, ...], start: int, end: int) -> bool:
        """Does one of these tiles fit a cell from `start` up to `end` (excluded)?"""
        for cell in range(start, end):
            for tile in tiles:
                if self.can_lie(cell, tile):
                    return True
        return False

    def misfit(self, cell: int, tile: int) -> "Message | None":
        """Return the message that says why a tile may not lie on a cell, or None."""
        if self.cells[cell]:
            return ("taken", self.cell_name(cell))
        want = self.want[cell]
        if not want:
            return ("alone", self.cell_name(cell))
        for side in range(4):
            if want >> 4 & 8 >> side and (tile - 1 ^ want) & 8 >> side:
                return ("touches yellow" if want & 8 >> side else "touches green", SIDES[side])
        return None

    def best_turn(self, cell: int, kind: int) -> int:
        """Return the piece of this kind that fits a cell best, for the message about a misfit."""
        want = self.want[cell]
        bad = [(_BITS[(tile - 1 ^ want) & want >> 4], tile) for tile in TURNS[kind]]
        return min(bad)[1]

    def lay(self, cell: int, tile: int, owners: tuple[int, int]) -> "list[tuple[int, int, int]]":
        """Lay a tile that fits; return the regions that this completes, as in `done`, ascending.

        `owners` are the seats that will own green and yellow regions.
        """
        self.cells[cell] = tile
        self.want[cell] = 0
        self.laid += 1
        first = self.parts
        for side in range(4):
            part = first + part_of_tile(tile, side)
            self.part_of[4 * cell + side] = part
            if part >= self.parts:
                self._begin(part, cell, tile, side)
        for side in range(4):
            self._connect(cell, tile, side)
        complete: "list[Any]" = []
        for part in range(first, self.parts):
            region = self.region[part]
            if self._is_complete(region) and region not in [entry[1] for entry in complete]:
                triangle = self.smallest(region)
                complete.append((triangle, region, owners[self.colour_of(region)]))
        complete.sort()
        self.done.extend(complete)
        return complete

    def _begin(self, part: int, cell: int, tile: int, side: int) -> None:
        self.parts = part + 1
        self.home[part] = cell
        self.region[part] = part
        self.mate[part] = part
        self.size[part] = 0
        self.open[part] = 0
        self.diamonds[part] = 0
        ring = _RING if len(TURNS[KIND_OF[tile]]) == 1 else 0
        self.traits[part] = ring | (_YELLOW if colour(tile, side) else 0)

    def _connect(self, cell: int, tile: int, side: int) -> None:
        """Add a new triangle to its region, and join it to the one it faces."""
        region = self.region[self.part_of[4 * cell + side]]
        self.size[region] += 1
        other = self.near[4 * cell + side]
        if other == NONE:
            self.traits[region] |= _EDGE
        elif self.cells[other]:
            facing = self.region[self.part_of[4 * other + (side ^ 2)]]
            self.open[facing] -= 1
            region = self._join(region, facing)
            self.diamonds[region] += 1
        else:
            self.open[region] += 1
            opposite = 8 >> (side ^ 2)
            self.want[other] |= opposite << 4
            if colour(tile, side):
                self.want[other] |= opposite
            else:
                self.want[other] &= 255 ^ opposite

    def _join(self, one: int, two: int) -> int:
        """Join two regions, at the cost of the smaller one; return the number of the result."""
        if one == two:
            return one
        if self.size[one] < self.size[two]:
            one, two = two, one
        part = two
        while True:
            self.region[part] = one
            part = self.mate[part]
            if part == two:
                break
        self.mate[one], self.mate[two] = self.mate[two], self.mate[one]
        self.size[one] += self.size[two]
        self.open[one] += self.open[two]
        self.diamonds[one] += self.diamonds[two]
        self.traits[one] |= self.traits[two]
        return one

    def worth(self, region: int) -> int:
        """Return the points, or cubes, that closing a region brings."""
        return self.diamonds[region]

    # ---- regions -------------------------------------------------------------------------------

    def is_doomed(self, region: int) -> int:
        """Does the region lie at an edge that does not close, so that it can never be complete?"""
        return self.traits[region] & _EDGE and not self.edge_closes

    def _is_complete(self, region: int) -> int:
        return not self.open[region] and self.diamonds[region] and not self.is_doomed(region)

    def has_ring(self, region: int) -> bool:
        """Does it contain a triangle of a Fairie Ring or Crop Circle?"""
        return self.traits[region] & _RING != 0

    def colour_of(self, region: int) -> int:
        """Return the colour of a region, 0 green or 1 yellow."""
        return 1 if self.traits[region] & _YELLOW else 0

    def cells_of(self, region: int) -> list[int]:
        """Return the list of a region's cells, ascending."""
        found = []
        part = region
        while True:
            found.append(self.home[part])
            part = self.mate[part]
            if part == region:
                break
        return sorted(set(found))

    def smallest(self, region: int) -> int:
        """Return a region's smallest triangle."""
        triangle = 4 * self.cells_of(region)[0]
        while self.region[self.part_of[triangle]] != region:
            triangle += 1
        return triangle

    def _faces(self, cell: int) -> "tuple[int, list[int]]":
        """Return (the sides of an empty cell at which nothing can be completed, links), as masks
        of four bits; a link is the set of sides that face the same region."""
        met = [-1, -1, -1, -1]
        for side in range(4):
            other = self.near[4 * cell + side]
            if other != NONE and self.cells[other]:
                met[side] = self.region[self.part_of[4 * other + (side ^ 2)]]
        sides = _BITS[self.want[cell] >> 4]
        for region in met:
            if region >= 0 and self.open[region] <= sides and not self.is_doomed(region):
                break
        else:  # half of the cells: each region has more open sides than it has here
            return 15, []
        hopeless = 0
        links = []
        for side in range(4):
            region = met[side]
            if region < 0:
                if self.near[4 * cell + side] != NONE or not self.edge_closes:
                    hopeless |= 8 >> side
                continue
            link = 0
            for i in range(4):
                if met[i] == region:
                    link |= 8 >> i
            if _BITS[link] > 1:
                links.append(link)
            if self.open[region] != _BITS[link] or self.is_doomed(region):
                hopeless |= link
        return hopeless, links

    def _is_closing(self, tile: int, bound: int, faces: "tuple[int, list[int]]") -> bool:
        """Would a fitting tile complete a region? The cell has tiles at the sides `bound` and
        these `_faces`."""
        hopeless, links = faces
        bits = tile - 1
        groups = links if KIND_OF[tile] == _CROSSES else links + [bits, bits ^ 15]
        spread = True
        while spread:  # sides linked to a hopeless side are hopeless too
            spread = False
            for group in groups:
                if group & hopeless and group & ~hopeless:
                    hopeless |= group
                    spread = True
        return bound & ~hopeless != 0

    def almost(self, tiles: list[int] | tuple[int, ...], start: int, end: int) -> list[int]:
        """Return the cells from `start` up to `end` (excluded), ascending, where one of these
        tiles would complete a region."""
        found = []
        for cell in range(start, end):
            bound = self.want[cell] >> 4
            if bound:
                faces = self._faces(cell)
                if bound & ~faces[0]:
                    for tile in tiles:
                        if self.can_lie(cell, tile) and self._is_closing(tile, bound, faces):
                            found.append(cell)
                            break
        return found

    def lights(self, tiles: list[int] | tuple[int, ...], start: int) -> "Iterator[list[Mark]]":
        """Yield the overlay of the regions, in lists; the spots of cells begin at `start`."""
        for _, region, owner in self.done:
            yield [(start + cell, COMPLETE, owner) for cell in self.cells_of(region)]
        end = len(self.cells)
        for first in range(0, end, _ROW):
            cells = self.almost(tiles, first, min(first + _ROW, end))
            yield [(start + cell, ALMOST, 0) for cell in cells]
