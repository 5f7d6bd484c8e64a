"""The value of a position, a guess of hidden things, and the benefits of a domino, for computer
players and hints."""

from micropython import const

from games.base import Game
from games.grid import NONE
from games.leylines.pieces import CAIRNS, FIRST_CAIRN, HELD, SCORED, SEGMENT, STOCK

if False:  # only mypy reads this: the names of types
    from games.leylines.game import LeyLines
    from games.rng import Rng
    from games.types import Action, Message

_LEAD = const(8)  # weight of a point in `evaluate`
_FAR = const(8)  # from this many steps on, a cairn is of no use to a tor


def determinize(g: "LeyLines", seat: int, rng: "Rng") -> None:
    """Deal the cairns and segments that are hidden from the seat anew. It sorts them before it
    deals, so the guess depends only on the seat's knowledge and on `rng`, not on the truth."""
    for other in range(g.seats):
        if other != seat:
            _imagine_cairns(g, other, rng)
    hidden = []
    for i in range(len(g.owner)):
        if g.owner[i] >= STOCK and g.owner[i] != HELD + seat:
            hidden.append(i)
    places = sorted([g.owner[i] for i in hidden])
    rng.shuffle(places)
    for i in range(len(hidden)):
        g.owner[hidden[i]] = places[i]


def _imagine_cairns(g: "LeyLines", seat: int, rng: "Rng") -> None:
    """Shuffle the values of a seat's cairns that have not scored yet."""
    first = CAIRNS * seat
    hidden = [i for i in range(first, first + CAIRNS) if g.coins[i] != SCORED]
    places = sorted([g.coins[i] for i in hidden])
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
                near += weight * max(0, _FAR - distance(g, g.coins[i], tor))
    return _LEAD * Game.evaluate(g, seat) + near


def merits(g: "LeyLines", by: int, action: "Action") -> "list[Message]":
    """Return the flow from cairns whose value `by` does not know, or, with CHANCE, from all
    cairns: everything but the value is public."""
    if action[0] != SEGMENT:
        return []
    cells = bytes(g.cells)
    before = g.snapshot()
    try:
        events = g.play(g.turn, action)
    finally:
        g.restore(before)
    found: "list[Message]" = []
    for event in events:
        if event[0] == "flow":
            _, owner, points, value, path = event
            if (cells[g.grid.cell(path[0])] - FIRST_CAIRN) // CAIRNS != by:
                found.append(("why flows", owner, points - value))
    return found


def distance(g: "LeyLines", cell: int, other: int) -> int:
    """Return the steps between two cells, ignoring gaps in the map."""
    row, column = divmod(cell, g.grid.width)
    other_row, other_column = divmod(other, g.grid.width)
    return abs(row - other_row) + abs(column - other_column)
