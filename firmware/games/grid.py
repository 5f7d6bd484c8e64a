"""Square grids: names and neighbours of cells; games whose spots are such cells.

A cell is a number, row by row from the south-west: `a1` is 0, `b1` is 1. Its name is a column
letter and a row number (rules: conventions). Cells that a map leaves out keep their number.
"""

from games.base import Game

if False:  # only mypy reads this: the names of types
    from collections.abc import Sequence

NONE = 255  # no neighbour there
NORTH, EAST, SOUTH, WEST = 0, 1, 2, 3


class Grid:
    """A grid of width x height cells, at most 255, so squares up to 15 x 15; raises ValueError for
    more. `near` holds 4 bytes a cell, N E S W."""

    def __init__(self, width: int, height: int, missing: "Sequence[int]" = ()):
        self.width = width
        self.height = height
        self.cells = width * height
        if self.cells > NONE:
            raise ValueError("a grid has at most 255 cells, as 15 x 15 has; make it smaller")
        self.there = bytearray(b"\x01" * self.cells)
        for cell in missing:
            self.there[cell] = 0
        self.near = bytearray([NONE] * (4 * self.cells))
        for cell in range(self.cells):
            if (cell + 1) % width:
                self._link(cell, EAST, cell + 1, WEST)
            if cell + width < self.cells:
                self._link(cell, NORTH, cell + width, SOUTH)

    def _link(self, one: int, side: int, other: int, opposite: int) -> None:
        if self.there[one] and self.there[other]:
            self.near[4 * one + side] = other
            self.near[4 * other + opposite] = one

    def name(self, cell: int) -> str:
        """Return the name of a cell, "c3"; "" if the map leaves it out."""
        if not self.there[cell]:
            return ""
        row, column = divmod(cell, self.width)
        return "%c%d" % (97 + column, row + 1)  # each string made takes 0.2 ms

    def cell(self, name: object) -> int:
        """Return the cell with that name; raises ValueError if the map has none."""
        if isinstance(name, str) and 2 <= len(name) <= 3:
            column = ord(name[0]) - 97
            number = name[1:]
            if number.isdigit() and number[0] != "0":
                row = int(number) - 1
                if 0 <= column < self.width and 0 <= row < self.height:
                    cell = row * self.width + column
                    if self.there[cell]:
                        return cell
        raise ValueError("there is no cell %s" % name)


class GridGame(Game):
    """A game whose spots are the cells of its `grid`. Its `reset` makes both values."""

    grid: "Grid"  # the cells of the board
    cells: bytearray  # the piece on each, 0 for none

    def spots(self) -> int:
        return self.grid.cells

    def spot_name(self, spot: int) -> str:
        return self.grid.name(spot)

    def spot(self, name: str) -> int:
        return self.grid.cell(name)

    def piece_at(self, spot: int) -> int:
        return self.cells[spot]
