"""The reasons for refusing an action."""

from games.leylines import pieces
from games.leylines.energy import is_path
from games.leylines.pieces import (
    ASIDE,
    CAIRN,
    CAIRNS,
    DEAL,
    IN_HAND,
    PASS,
    SEGMENT,
    STOCK,
    TOR,
    VALUES,
)
from games.leylines.spaces import (
    apart,
    are_joined,
    cairn_cells,
    close_tor,
    is_beside_cairn,
    placement,
    tor_cells,
)

if False:  # only mypy reads this: the names of types
    from games.leylines.game import LeyLines
    from games.types import Action, Message

_LENGTHS = bytes((0, 3, 2, 2, 4, 2, 1))  # of an action, by kind
_DUE = bytes((0, CAIRN, CAIRN, TOR, DEAL, SEGMENT, SEGMENT))  # the phase of each kind
_WRONG = ("", "cairns first", "", "tors first", "deal first", "all stand")  # by phase


def reason(g: "LeyLines", by: int, action: "Action") -> "Message | None":
    """As `Game.reason`."""
    if not action or not 0 < action[0] < len(_LENGTHS) or len(action) != _LENGTHS[action[0]]:
        return "no such action"
    kind = action[0]
    phase = g.phase()
    if phase != _DUE[kind]:
        return _WRONG[phase]
    if kind == CAIRN or kind == ASIDE:
        return _why_not_cairn(g, by, action)
    if kind == TOR:
        return _why_not_tor(g, action[1])
    if kind == DEAL:
        return _why_not_deal(g, action[1], action[2], action[3])
    return None if kind == PASS else why_not_segment(g, by, action[1])


def _why_not_space(g: "LeyLines", cell: int) -> "Message | None":
    if not 0 <= cell < g.grid.cells or not g.grid.there[cell]:
        return "no space"
    return ("taken", g.grid.name(cell)) if g.cells[cell] else None


def _why_not_cairn(
    g: "LeyLines", by: int, action: "Action"
) -> "Message | None":
    value = action[1]
    if not 0 <= value < CAIRNS or g.coins[CAIRNS * by + value] != IN_HAND:
        return "no such cairn"
    if action[0] == ASIDE:
        for cell in cairn_cells(g):
            return ("still room", g.grid.name(cell))
        return None
    why = _why_not_space(g, action[2])
    if not why and is_beside_cairn(g, action[2]):
        why = ("beside cairn", g.grid.name(action[2]))
    return why


def _why_not_tor(g: "LeyLines", cell: int) -> "Message | None":
    why = _why_not_space(g, cell)
    if why or cell in tor_cells(g):
        return why
    close = close_tor(g, cell)
    if close is None:
        return ("beside cairn", g.grid.name(cell))
    return ("close tor", g.grid.name(cell), close, apart(g))


def _why_not_deal(g: "LeyLines", seat: int, low: int, high: int) -> "Message | None":
    if seat != g.next():
        return ("next deal", g.next())
    if not 0 <= low <= high < g.values():
        return "no domino"
    if g.owner[VALUES * low + high] != STOCK:
        return ("dealt", pieces.segment_name(low, high))
    return None


def why_not_segment(g: "LeyLines", by: int, number: int) -> "Message | None":
    """Return the message that says why a seat may not place this segment, or None."""
    cell, beside, one, two = placement(g, number)
    why = _why_not_space(g, cell) or _why_not_space(g, beside)
    if why:
        return why
    if not are_joined(g, cell, beside):
        return "apart"
    low, high = min(one, two), max(one, two)
    if not g.held[by]:
        return "none left"
    if (low, high) not in g.playable(by):
        if g.options["hands"] == "dealt":
            return ("not yours", pieces.segment_name(low, high))
        return ("gone", pieces.segment_name(low, high))
    up, down = g.energy.reach()
    here = up[cell], down[cell]
    there = up[beside], down[beside]
    if not is_path(one, here, two, there):
        return _no_path(g, one, cell)
    return None if is_path(two, there, one, here) else _no_path(g, two, beside)


def _no_path(g: "LeyLines", value: int, cell: int) -> "Message | None":
    return ("no path", value, g.grid.name(cell))
