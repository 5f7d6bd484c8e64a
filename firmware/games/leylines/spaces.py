"""The places for pieces: neighbours, and the spaces for cairns, tors and segments (rules: leylines
Setup, Play)."""

from micropython import const

from games.grid import EAST, NONE, NORTH
from games.leylines.energy import fitting
from games.leylines.pieces import FIRST_CAIRN, FIRST_TOR, VALUES

if False:  # only mypy reads this: the names of types
    from collections.abc import Iterator

    from games.leylines.game import LeyLines

_ORDERS = const(49)  # ordered pairs of the values of two halves
_APART = const(3)


def around(g: "LeyLines", cell: int) -> list[int]:
    near = g.grid.near
    return [near[i] for i in range(4 * cell, 4 * cell + 4) if near[i] != NONE]


def is_empty(g: "LeyLines", cell: int) -> int:
    return g.grid.there[cell] and not g.cells[cell]


def are_joined(g: "LeyLines", cell: int, other: int) -> bool:
    """Are two cells neighbours?"""
    return other in around(g, cell)


def is_beside_cairn(g: "LeyLines", cell: int) -> bool:
    for other in around(g, cell):
        if FIRST_CAIRN <= g.cells[other] < FIRST_TOR:
            return True
    return False


def cairn_cells(g: "LeyLines") -> list[int]:
    """Return the cells where a cairn may lie, ascending."""
    there = g.grid.there
    near = g.grid.near
    barred = bytearray(NONE + 1)
    for cell, piece in enumerate(g.cells):
        if piece:
            barred[cell] = 1
            if FIRST_CAIRN <= piece < FIRST_TOR:
                for other in near[4 * cell : 4 * cell + 4]:
                    barred[other] = 1
    return [cell for cell in range(len(there)) if there[cell] and not barred[cell]]


def apart(g: "LeyLines") -> int:
    """Return the least distance of two tors, the larger of columns and rows."""
    return g.options.get("tors_apart", _APART)


def close_tor(g: "LeyLines", cell: int) -> int | None:
    """Return the seat whose tor is too close for another one on `cell`, or None."""
    row, column = divmod(cell, g.grid.width)
    for seat in range(g.seats):
        if g.tors[seat] != NONE:
            other_row, other_column = divmod(g.tors[seat], g.grid.width)
            if max(abs(row - other_row), abs(column - other_column)) < apart(g):
                return seat
    return None


def tor_cells(g: "LeyLines") -> list[int]:
    """Return the cells for a tor. If there are none, drop the rule about cairns, then the one
    about distance (rules: leylines D7)."""
    clear = [cell for cell in cairn_cells(g) if close_tor(g, cell) is None]
    if clear:
        return clear
    empty = [cell for cell in range(g.grid.cells) if is_empty(g, cell)]
    return [cell for cell in empty if close_tor(g, cell) is None] or empty


def rooms(
    g: "LeyLines", segments: "list[tuple[int, int]]"
) -> "Iterator[tuple[int, int, int, list[int]]]":
    """Yield (cell, cell beside it, number, orders) for each pair of cells where some of these
    segments have their paths. `orders` are their values both ways round, ascending; number +
    order is the number of the placement."""
    orders = []
    for low, high in segments:
        orders.append(VALUES * low + high)
        if low != high:
            orders.append(VALUES * high + low)
    orders.sort()
    found = {}  # orders by the reach of both cells
    up, down = g.energy.reach()
    near = g.grid.near
    cells = g.cells
    for cell in range(len(cells)):
        if cells[cell]:
            continue
        here = up[cell] << 4 | down[cell]
        for north in (0, 1):
            beside = near[4 * cell + (NORTH if north else EAST)]
            if beside == NONE or cells[beside]:
                continue
            key = here << 8 | up[beside] << 4 | down[beside]
            if key:
                if key not in found:
                    there = (up[beside], down[beside])
                    found[key] = fitting(orders, (up[cell], down[cell]), there)
                if found[key]:
                    yield cell, beside, _ORDERS * (2 * cell + north), found[key]


def number_of(g: "LeyLines", cell: int, beside: int, one: int, two: int) -> int:
    """Return the number of a placement: `one` on `cell`, `two` on `beside`, its east or north
    neighbour."""
    place = 2 * cell + (1 if beside == cell + g.grid.width else 0)
    return _ORDERS * place + VALUES * one + two


def placement(g: "LeyLines", number: int) -> tuple[int, int, int, int]:
    """Return (cell, beside, one, two) of a placement; the cells may be off the map."""
    place, order = divmod(number, _ORDERS)
    cell, north = divmod(place, 2)
    return (cell, cell + (g.grid.width if north else 1)) + divmod(order, VALUES)
