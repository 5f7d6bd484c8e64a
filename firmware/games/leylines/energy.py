"""The paths of energy: those that make a segment legal, and the flow that scores (rules: leylines
Play)."""

from games.grid import NONE
from games.leylines.pieces import FALLING, FIRST_CAIRN, FIRST_TOR, RISING, VALUES

if False:  # only mypy reads this: the names of types
    from typing import Any


def is_path(value: int, around: tuple[int, int], other: int, beyond: tuple[int, int]) -> bool:
    """Does a path lead from a half with this value to a tor or a cairn?

    `around` is the reach of its cell, `other` the value of the segment's other half, `beyond` the
    reach of that half's cell. A path back through its own cell is never needed: it could start
    there.
    """
    up, down = around
    if value < up or value + down >= VALUES:
        return True
    up, down = beyond
    return value <= other < up or (value >= other and other + down >= VALUES)


def fitting(orders: list[int], here: tuple[int, int], there: tuple[int, int]) -> list[int]:
    """Return the orders (VALUES * a value + the value beside it) in which both halves lead
    somewhere: the results of `is_path` for all of them at once, since this question is the most
    frequent."""
    up, down = here
    far_up, far_down = there
    low = VALUES - down
    far_low = VALUES - far_down
    found = []
    for order in orders:
        one = order // VALUES
        two = order % VALUES
        if one < up or one >= low:
            if two < far_up or two >= far_low or two <= one < up or low <= one <= two:
                found.append(order)
        elif (two < far_up or two >= far_low) and (one <= two < far_up or far_low <= two <= one):
            found.append(order)
    return found


class Energy:
    """Follows energy on the board `cells`, a piece a cell, which the game changes; `near` as in a
    Grid.

    Results are kept until the board changes.
    """

    def __init__(self, cells: bytearray, near: bytearray):
        self._cells = cells
        self._near = near
        self._seen = bytearray(len(cells))  # the board for which `_up` and `_down` hold
        self._up = bytearray(len(cells))  # the strongest step towards a tor beside each cell
        self._down = bytearray(len(cells))  # the same towards a cairn
        self._waits: "bool | None" = None  # would energy flow on that board? None: unknown
        self._passed = bytearray(len(cells))

    # ---- legal paths ---------------------------------------------------------------------------

    def reach(self) -> tuple[bytearray, bytearray]:
        """Return (up, down), a byte a cell. For an empty cell: the strongest step towards a tor
        and towards a cairn among its neighbours; 0 for none."""
        up = self._up
        down = self._down
        if self._seen != self._cells:
            self._seen[:] = self._cells
            self._waits = None
            tors: "list[Any]" = []
            cairns: "list[Any]" = []
            cell = 0
            for piece in self._cells:
                up[cell] = down[cell] = 0
                if piece >= FIRST_CAIRN:
                    (cairns if piece < FIRST_TOR else tors).append(cell)
                cell += 1
            self._spread(RISING, tors, up)
            self._spread(FALLING, cairns, down)
        return up, down

    def may_flow(self, cell: int, beside: int, one: int, two: int) -> bool:
        """May energy flow once halves of these values lie on two empty cells? It may if they join
        a path from a cairn and one to a tor. After a removal has cleared a way, energy waits
        there, and flows after any segment."""
        up, down = self.reach()
        if self._waits is None:
            self._waits = len(self.flows()) > 0
        if self._waits:
            return True
        rises = one < up[cell] or one <= two < up[beside]
        far_rises = two < up[beside] or two <= one < up[cell]
        return (rises and one + down[cell] >= VALUES) or (
            far_rises and two + down[beside] >= VALUES)

    def _spread(self, strength: bytes, stack: list[int], reach: bytearray) -> None:
        """Walk from the cells `stack` through segments while the strength does not rise.

        Writes into `reach`: for a half on such a path its strength; for an empty cell the greatest
        strength of a neighbour that is on such a path or begins one.
        """
        cells = self._cells
        near = self._near
        for cell in stack:
            reach[cell] = strength[cells[cell]]
        while stack:
            cell = stack.pop()
            own = reach[cell]
            for other in near[4 * cell : 4 * cell + 4]:
                if other == NONE:
                    continue
                piece = cells[other]
                if not piece:
                    if reach[other] < own:
                        reach[other] = own
                elif not reach[other] and 0 < strength[piece] <= own:
                    reach[other] = strength[piece]
                    stack.append(other)

    # ---- flow ----------------------------------------------------------------------------------

    def flows(self) -> list[bytes]:
        """Return the paths of all cairns whose energy reaches a tor, ordered by cairn, each as
        bytes of cells from the cairn to the tor.

        Values never fall along a path. So the way on from a half that energy enters from below
        does not depend on how it came there, and is computed once, from the largest values down.
        Only among equal neighbours must all ways be tried, and a value has only eight halves.
        """
        cells = self._cells
        cairns = [cell for cell in range(len(cells)) if FIRST_CAIRN <= cells[cell] < FIRST_TOR]
        reached = self._reached(cairns)
        levels: "list[list[Any]]" = [[] for _ in range(VALUES + 2)]
        for cell in reached:
            levels[RISING[cells[cell]]].append(cell)
        if not levels[VALUES + 1]:
            return []  # the usual case: no tor is reached
        ways = {}
        for cell in levels[VALUES + 1]:
            ways[cell] = bytes((cell,))
        for strength in range(VALUES, 0, -1):
            self._level(strength, levels[strength], reached, ways)
        found = []
        for cell in cairns:
            way = self._way(cell, ways)
            if way:
                found.append(way)
        return found

    def _reached(self, cairns: list[int]) -> dict[int, bool]:
        """Return {cell: from below} of the cells that the cairns' energy may reach: True if it can
        enter from a smaller value, False if only from equal ones."""
        reached: "dict[Any, Any]" = {}
        stack = list(cairns)
        while stack:
            cell = stack.pop()
            top = self._top(cell)
            rises = top > RISING[self._cells[cell]]
            for i in range(4 * cell, 4 * cell + 4):
                other = self._near[i]
                if top and other != NONE and RISING[self._cells[other]] == top:
                    if other not in reached:
                        stack.append(other)
                    reached[other] = rises or reached.get(other, False)
        return reached

    def _level(
        self, strength: int, level: list[int], reached: dict[int, bool], ways: dict[int, bytes]
    ) -> None:
        """Add the ways of the halves of one value; those of larger values are known."""
        flat = []
        for cell in level:
            if self._top(cell) > strength:
                ways[cell] = self._way(cell, ways)
            elif reached[cell]:
                flat.append(cell)
        ways.update(zip(flat, [self._way(cell, ways) for cell in flat]))

    def _top(self, cell: int) -> int:
        """Return the greatest strength among a cell and its neighbours."""
        top = RISING[self._cells[cell]]
        for i in range(4 * cell, 4 * cell + 4):
            other = self._near[i]
            if other != NONE and RISING[self._cells[other]] > top:
                top = RISING[self._cells[other]]
        return top

    def _way(self, cell: int, ways: dict[int, bytes]) -> bytes:
        """Return the way of energy from `cell`, that cell included; empty if it is lost.

        If energy can only go on to equal values whose way is not known yet, all unpassed ones are
        tried. Among several ways the longest counts, then the first (rules: leylines D9).
        """
        top = self._top(cell)
        best = b""
        if not top:
            return best  # a cairn with nothing beside it
        self._passed[cell] = 1
        for i in range(4 * cell, 4 * cell + 4):
            other = self._near[i]
            if other == NONE or self._passed[other] or RISING[self._cells[other]] != top:
                continue
            way = ways[other] if other in ways else self._way(other, ways)
            if len(way) > len(best) or (len(way) == len(best) and way < best):
                best = way
        self._passed[cell] = 0
        return bytes((cell,)) + best if best else b""
