"""The features of a position of Mars, for learnt values; a board's build leaves this out.

Features are the lines that lack cells, by the number of those and the pips of both seats on them,
and how many there are of each piece left; all of them by whether the seat is to act.
"""

from micropython import const

from games.mars import DIAGONALS, PIPS

if False:  # only mypy reads this: the names of types
    from games.mars import Mars

_CELLS = const(36)
_CAP = const(7)
_LINES = const(384)  # features of lines for one turn: 6 numbers of empty cells, pips of both seats
_CLASSES = b"\0\1\2\3\4\5\5\6\6\7\7\7\7\7\7\7\7\7\7\7\7"  # of pips on a line, as features tell
_STOCK = const(6)  # 0 to 5 pieces of a kind


def features(g: "Mars", seat: int) -> list[int]:
    """Return the features for a seat."""
    acts = 1 if g.turn == seat else 0
    found = []
    for line in _lines(g.cells):
        empty, own, other = _count(g.cells, line, seat)
        if empty:
            found.append(_LINES * acts + _kind(empty, own, other))
    for piece in range(1, _CAP + 1):
        found.append(_stock(piece, seat, acts) + g.left[piece])
    return found


def outlook(g: "Mars", by: int, weights: list[int], unit: int) -> "list[int] | None":
    """Return the values after each of the `legal` actions, without playing them, since an action
    changes two diagonals only; None if the other seat might not act next."""
    rival = 1 - by
    if not sum(g.left[3 * rival + 1 : 3 * rival + 4]):
        return None
    base = unit * (g.points[by] - g.points[rival])
    for piece in range(1, _CAP + 1):
        base += weights[_stock(piece, by, 0) + g.left[piece]]
    changes = [[0] * _CELLS for _ in range(4)]  # by size, 4 for a cap, and by cell
    for line in _lines(g.cells):
        empty, own, other = _count(g.cells, line, by)
        if not empty:
            continue
        now = weights[_kind(empty, own, other)]
        base += now
        laid = [unit * (own + size) if empty == 1 else
                weights[_kind(empty - 1, own + size, other)] for size in (1, 2, 3)]
        for i, cell in enumerate(line):
            if not g.cells[cell]:
                for size in range(3):
                    changes[size][cell] += laid[size] - now
                changes[3][cell] -= now
                for part in (line[:i], line[i + 1 :]):
                    if len(part) > 1:
                        lacks, pips, theirs = _count(g.cells, part, by)
                        if lacks:
                            changes[3][cell] += weights[_kind(lacks, pips, theirs)]
    found = []
    for size, change in enumerate(changes, 1):
        piece = _CAP if size == 4 else 3 * by + size
        count = g.left[piece]
        if count:
            stock = _stock(piece, by, 0) + count
            after = base + weights[stock - 1] - weights[stock]
            found += [after + change[cell] for cell in range(_CELLS) if not g.cells[cell]]
    return found


def _lines(cells: bytearray) -> "list[list[int]]":
    """Return the cells of each line of two or more between caps and edges."""
    found = []
    line: list[int] = []
    for cell in DIAGONALS:
        if cell == _CELLS or cells[cell] == _CAP:
            if len(line) > 1:
                found.append(line)
            line = []
        else:
            line.append(cell)
    return found


def _count(cells: bytearray, line: list[int], seat: int) -> tuple[int, int, int]:
    """Return (empty cells, pips of the seat, pips of the other one) on a line."""
    mine, theirs = PIPS[seat], PIPS[1 - seat]
    empty = own = other = 0
    for cell in line:
        piece = cells[cell]
        if piece:
            own += mine[piece]
            other += theirs[piece]
        else:
            empty += 1
    return empty, own, other


def _kind(empty: int, own: int, other: int) -> int:
    """Return the feature of a line, for the seat that waits."""
    return 64 * (empty - 1) + 8 * _CLASSES[own] + _CLASSES[other]


def _stock(piece: int, seat: int, acts: int) -> int:
    """Return the feature of a seat for no pieces left of this kind."""
    kind = (piece + 2) % 6 + 1 if seat and piece < _CAP else piece
    return 2 * _LINES + _STOCK * (7 * acts + kind - 1)
