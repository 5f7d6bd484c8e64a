"""The legal actions, and the meanings of a piece that somebody puts down."""

from games.base import CHANCE
from games.market import reasons
from games.market.common import (
    ACQUIRE,
    ACTING,
    BID,
    BIDDING,
    FROLICK,
    INVEST,
    PASS,
    REAP,
    SLOTS,
    SOW,
    STOCK,
    YELLOW,
)
from games.pauses import pause
from games.tiles import KIND_OF, TURNS, TileGame, only, turns_of

if False:  # only mypy reads this: the names of types
    from collections.abc import Iterable

    from games.market.game import Market
    from games.types import Action

_ROW = 5  # cells to look at between two pauses


def legal(g: "Market", by: int) -> "list[Action]":
    if by not in g.current():
        return []
    if by == CHANCE:
        slot = g.empty_slot()
        return [(STOCK, slot, kind) for kind in range(1, 7) if g.stock[kind]]
    if g.phase == BIDDING:
        return [(BID, amount) for amount in range(g.money[by] + 1)]
    start = g.start(by)
    fitting = g.places(ACQUIRE, g.offered(), start, start + g.grid.cells)
    actions = []
    for slot in range(SLOTS):
        actions += _purchases(g, slot, fitting, start)
    return actions + works(g, by)


def public(g: "Market", by: int) -> "Iterable[Action]":
    """Find purchases row by row, with pauses: all at once would take 75 ms on a board."""
    if g.phase != ACTING or by not in g.current():
        for action in g.legal(by):
            yield action
        return
    start = g.start(by)
    end = start + g.grid.cells
    offered = g.offered()
    fitting = []
    for first in range(start, end, _ROW):
        fitting += g.places(ACQUIRE, offered, first, min(first + _ROW, end))
        pause()
    for slot in range(SLOTS):
        for action in _purchases(g, slot, fitting, start):
            yield action
        pause()
    for action in works(g, by):
        yield action


def works(g: "Market", by: int) -> "list[Action]":
    """Return the actions other than purchases."""
    actions: "list[Action]" = []
    for work in (FROLICK, SOW):
        if reasons.why_not_work(g, by, work) is None:
            actions.append((work,))
    if not g.used & 1 << REAP:
        for triangle, region, _ in sorted(g.sections(by, YELLOW)):
            if g.load[region]:
                triangle -= 4 * g.start(by)
                actions.append((REAP, triangle // 4, triangle % 4))
    if not g.used & 1 << INVEST:
        actions.append((INVEST,))
    actions.append((PASS,))
    return actions


def _purchases(
    g: "Market", slot: int, fitting: "list[Action]", start: int
) -> "list[Action]":
    """Return those purchases of `places` that buy from a slot for the board that begins at cell
    `start`."""
    kind = g.slots[slot]
    return [
        (ACQUIRE, slot + 1, cell - start, tile)
        for _, cell, tile in fitting
        if KIND_OF[tile] == kind
    ]


def targets(g: "Market", by: int) -> "Iterable[int]":
    if by not in g.current() or g.phase == BIDDING:
        return
    if by == CHANCE:
        yield g.empty_slot() - 1
        return
    start = g.start(by)
    end = start + g.grid.cells
    held = bytearray(7)
    for slot in range(SLOTS):
        kind = g.slots[slot]
        if kind and g.has_place(TURNS[kind], start, end):
            held[kind] = 1
            yield slot
    held[0] = 0
    for cell in g.open_cells(turns_of(held), start, end):
        yield SLOTS + cell


def placing(g: "Market", by: int, token: int, spot: int = -1) -> "Iterable[Action]":
    if g.phase != ACTING or by not in g.current():
        for action in TileGame.placing(g, by, token, spot):
            yield action
        return
    start = g.start(by)
    first, end = start, start + g.grid.cells
    if token and spot >= 0:
        if not first <= spot - SLOTS < end:
            return
        first = spot - SLOTS
        end = first + 1
    for slot in range(SLOTS):  # only a purchase moves tiles: off the market, onto a cell
        kind = g.slots[slot]
        if kind and (kind == token if token else slot == spot):
            for _, cell, tile in g.places(ACQUIRE, only(kind), first, end):
                yield (ACQUIRE, slot + 1, cell - start, tile)


def intended_action(g: "Market", by: int, spot: int, token: int) -> "Action | None":
    cell = spot - SLOTS - g.start(by)
    if g.phase != ACTING or not 0 <= cell < g.grid.cells:
        return None
    for slot in range(SLOTS):
        if token and g.slots[slot] == token:
            return (ACQUIRE, slot + 1, cell, g.best_turn(g.start(by) + cell, token))
    return None
