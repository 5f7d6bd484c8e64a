"""The points that the rest of a game of Ley Lines may bring, by the paths that energy may still
take; a board's build leaves this out."""

from micropython import const

from games.base import lead
from games.grid import NONE
from games.leylines.guess import distance
from games.leylines.pieces import CAIRNS, FIRST_CAIRN, SEGMENT, VALUES

if False:  # only mypy reads this: the names of types
    from games.leylines.game import LeyLines

# How likely a tor gets a cairn, beside other tors and none, is a product: by the empty cells that
# the path still lacks, by the turns before its seat acts, and by their distance. For none it is a
# hundredth, by the segments in all hands. Fitted by multinomial logistic regression to 180 games
# of `search:24` and of players who took the best forecast, one choice in five by lot.
_LACKING = b"\x22\xb6\xee\x4b\x3a\x20\x13\x14"
_TURNS = b"\x06\x05\x04\x04"
_FAR = b"\x3f\x3f\x3f\x30\x1e\x12\x0a\x04\x02\x01"
_NONE = (29500, 4540, 2210, 1450, 941, 756, 636, 501, 412, 340, 284, 234, 201, 164, 138, 114, 97,
         83, 69, 60, 49)
_UNIT = const(64)  # a point, while parts of points are added
_POINT = const(8)  # a point of the forecast, as in `evaluate`
_LIMITS = const(8)  # a way in `_lacking`: this times its empty cells, plus what its limit lost


def forecast(g: "LeyLines", seat: int) -> int:
    """Return the lead to expect, as far as tors stand."""
    expected = [_UNIT * points for points in g.points]
    tors = [(to, _lacking(g, tor)) for to, tor in enumerate(g.tors) if tor != NONE]
    left = sum(g.held) if g.phase() == SEGMENT else len(_NONE)  # before the deal, all
    none = 100 * _NONE[min(left, len(_NONE) - 1)]
    for i, cell in enumerate(g.coins):
        if cell < len(g.cells):
            far = [distance(g, cell, g.tors[to]) for to, _ in tors]
            likely = [_likely(g, to, away, lacking[cell])
                      for (to, lacking), away in zip(tors, far)]
            total = none + sum(likely)
            for (to, _), away, one in zip(tors, far, likely):
                points = i % CAIRNS + (away - 1) * (2 if i // CAIRNS == to else 1)
                expected[to] += _UNIT * points * one // total
    return lead(expected, seat) * _POINT // _UNIT


def _likely(g: "LeyLines", to: int, far: int, lacking: int) -> int:
    """Return how likely it is that a cairn scores for a seat's tor, so far away and with so many
    empty cells on the path, beside other ends."""
    return (_LACKING[min(lacking, len(_LACKING) - 1)] * _TURNS[(to - g.turn) % g.seats]
            * _FAR[min(far, len(_FAR) - 1)])


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
