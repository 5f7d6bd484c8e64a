"""The reasons for refusing an action."""

from games.base import CHANCE
from games.market.common import (
    ACQUIRE,
    BID,
    BIDDING,
    FROLICK,
    GREEN,
    LENGTHS,
    PASS,
    REAP,
    SLOTS,
    SOW,
    STOCK,
    WORDS,
    YELLOW,
)
from games.tiles import KIND_OF, KINDS, SIDES

if False:  # only mypy reads this: the names of types
    from games.market.game import Market
    from games.types import Action, Message


def reason(g: "Market", by: int, action: "Action") -> "Message | None":
    """As `Game.reason`."""
    what = action[0] if action else 0
    if not BID <= what <= STOCK or len(action) != LENGTHS[what]:
        return "no such action"
    if (what == STOCK) != (by == CHANCE):
        return "no such action"
    if what == STOCK:
        return _why_not_stock(g, action[1], action[2])
    if (what == BID) != (g.phase == BIDDING):
        return "bid first" if g.phase == BIDDING else "bids made"
    if what == BID:
        if not 0 <= action[1] <= g.money[by]:
            return ("too much", g.money[by])
        return None
    if what == ACQUIRE:
        return _why_not_acquire(g, by, action[1], action[2], action[3])
    if what != PASS and g.used & 1 << what:
        return ("used", WORDS[what])
    if what == FROLICK or what == SOW:
        return why_not_work(g, by, what)
    if what == REAP:
        return _why_not_reap(g, by, action[1], action[2])
    return None


def _why_not_stock(g: "Market", slot: int, kind: int) -> "Message | None":
    if not 1 <= slot <= SLOTS or not 1 <= kind <= 6:
        return "no such action"
    if slot != g.empty_slot():
        return ("fill first", g.empty_slot())
    return None if g.stock[kind] else ("none left", KINDS[kind])


def _why_not_acquire(
    g: "Market", by: int, slot: int, cell: int, tile: int
) -> "Message | None":
    if not 1 <= slot <= SLOTS or not 0 <= cell < g.grid.cells or not 1 <= tile <= 16:
        return "no such action"
    kind = g.slots[slot - 1]
    if not kind:
        return ("slot empty", slot)
    if kind != KIND_OF[tile]:
        return ("slot holds", slot, KINDS[kind])
    centre = g.grid.cells // 2
    if not g.cells[g.start(by) + centre] and not g.want[g.start(by) + cell]:
        return ("first tile", g.cell_name(g.start(by) + centre))
    return g.misfit(g.start(by) + cell, tile)


def why_not_work(g: "Market", by: int, work: int) -> "Message | None":
    """Return a message that says why a seat may not frolick or sow, or None."""
    if g.used & 1 << work:
        return ("used", WORDS[work])
    colour = GREEN if work == FROLICK else YELLOW
    if not g.cubes[2 * by + colour]:
        return "no faerie" if colour == GREEN else "no wheat"
    if not g.roomy(by, colour):
        return "no green room" if colour == GREEN else "no yellow room"
    return None


def _why_not_reap(g: "Market", by: int, cell: int, side: int) -> "Message | None":
    if not 0 <= cell < g.grid.cells or not 0 <= side < 4:
        return "no such action"
    triangle = 4 * (g.start(by) + cell) + side
    for smallest, region, _ in g.sections(by, YELLOW):
        if smallest == triangle:
            return None if g.load[region] else "no wheat there"
    return ("no section", g.cell_name(g.start(by) + cell), SIDES[side])
