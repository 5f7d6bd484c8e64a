"""How good a position is, and a guess of what is hidden: for computer players."""

from micropython import const

from games.base import Game
from games.grid import NONE
from games.leylines.pieces import CAIRNS, FIRST_CAIRN, HELD, SCORED, STOCK

if False:  # only mypy reads this: the names of types
    from games.leylines.game import LeyLines
    from games.rng import Rng

_LEAD = const(8)  # weight of a point in `evaluate`
_FAR = const(8)  # from this many steps on, a cairn is of no use to a tor


def determinize(g: "LeyLines", seat: int, rng: "Rng") -> None:
    """Deal the hidden cairns and segments anew, as the seat sees them."""
    for other in range(g.seats):
        if other != seat:
            _imagine_cairns(g, other, rng)
    hidden = []
    for i in range(len(g.owner)):
        if g.owner[i] >= STOCK and g.owner[i] != HELD + seat:
            hidden.append(i)
    places = [g.owner[i] for i in hidden]
    rng.shuffle(places)
    for i in range(len(hidden)):
        g.owner[hidden[i]] = places[i]


def _imagine_cairns(g: "LeyLines", seat: int, rng: "Rng") -> None:
    """Shuffle the values of a seat's cairns that have not scored yet."""
    first = CAIRNS * seat
    hidden = [i for i in range(first, first + CAIRNS) if g.coins[i] != SCORED]
    places = [g.coins[i] for i in hidden]
    rng.shuffle(places)
    for i in range(len(hidden)):
        g.coins[hidden[i]] = places[i]
        if places[i] < g.grid.cells:
            g.cells[places[i]] = FIRST_CAIRN + hidden[i]


def evaluate(g: "LeyLines", seat: int) -> int:
    """Return the lead, plus how near the cairns are to the seat's tor; its own cairns count
    twice."""
    near = 0
    tor = g.tors[seat]
    if tor != NONE:
        for i in range(len(g.coins)):
            if g.coins[i] < g.grid.cells:
                weight = 2 if i // CAIRNS == seat else 1
                near += weight * max(0, _FAR - _distance(g, g.coins[i], tor))
    return _LEAD * Game.evaluate(g, seat) + near


def _distance(g: "LeyLines", cell: int, other: int) -> int:
    """Return the steps between two cells, ignoring gaps in the map."""
    row, column = divmod(cell, g.grid.width)
    other_row, other_column = divmod(other, g.grid.width)
    return abs(row - other_row) + abs(column - other_column)
