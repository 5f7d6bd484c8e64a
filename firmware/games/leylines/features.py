"""The points that the rest of a game of Ley Lines may bring, by the paths that energy may still
take; a board's build leaves this out."""

from micropython import const

from games.grid import NONE
from games.leylines.guess import distance
from games.leylines.pieces import CAIRNS, FIRST_CAIRN, VALUES

if False:  # only mypy reads this: the names of types
    from games.leylines.game import LeyLines

# By the empty cells that a path from a cairn to a tor still lacks: how likely that tor gets it,
# beside the others and beside none.
_LIKELY = b"\x46\x46\x46\x28\x24\x10\x0e\x06\x05\x02\x02\x01"
_NONE = const(40)
_UNIT = const(64)  # a point, while parts of points are added
_POINT = const(8)  # a point of the forecast, as in `evaluate`
_LIMITS = const(8)  # a way in `_lacking`: this times its empty cells, plus what its limit lost


def forecast(g: "LeyLines", seat: int) -> int:
    """Return the lead to expect."""
    expected = [_UNIT * points for points in g.points]
    lacking = [_lacking(g, tor) for tor in g.tors if tor != NONE]
    if len(lacking) == g.seats:
        for i, cell in enumerate(g.coins):
            if cell < len(g.cells):
                likely = [_LIKELY[min(one[cell], len(_LIKELY) - 1)] for one in lacking]
                total = _NONE + sum(likely)
                for to in range(g.seats):
                    spaces = distance(g, cell, g.tors[to]) - 1
                    points = i % CAIRNS + spaces * (2 if i // CAIRNS == to else 1)
                    expected[to] += _UNIT * points * likely[to] // total
    mine = expected.pop(seat)
    return (mine - max(expected)) * _POINT // _UNIT


def _lacking(g: "LeyLines", tor: int) -> bytearray:
    """Return a byte a cell, for cairns: the empty cells on the path to the tor that has the fewest
    of them; 255 without a path. Values may not rise on the way from the tor to the cairn, so a
    half limits the halves behind it; empty cells do not."""
    cells = g.cells
    near = g.grid.near
    found = bytearray(b"\xff" * len(cells))
    best = bytearray(b"\xff" * len(cells))
    best[tor] = 0
    stack = [tor]
    while stack:
        later: "list[int]" = []
        while stack:
            cell = stack.pop()
            way = best[cell]
            for other in near[4 * cell : 4 * cell + 4]:
                if other == NONE:
                    continue
                piece = cells[other]
                if not piece:
                    if way + _LIMITS < best[other]:
                        best[other] = way + _LIMITS
                        later.append(other)
                elif piece >= FIRST_CAIRN:
                    found[other] = min(found[other], way // _LIMITS)
                else:
                    lost = VALUES - 1 - (piece - 1) // VALUES
                    longer = way - way % _LIMITS + lost
                    if lost >= way % _LIMITS and longer < best[other]:
                        best[other] = longer
                        stack.append(other)
        stack = later
    return found
