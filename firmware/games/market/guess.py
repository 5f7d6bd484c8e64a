"""The value of a position, a guess of hidden things, and what a bid is about, for computer players
and hints."""

from micropython import const

from games.closing import threat
from games.market.common import BID, BIDDING, ENDED, SLOTS, YELLOW

if False:  # only mypy reads this: the names of types
    from games.market.game import Market
    from games.rng import Rng
    from games.types import Action, Message

# All worths are in quarters of a point. These were chosen by playing them against each other.
_CELL = const(10)  # each cell to fill: who fills a board ends the game when it suits
_SOWN = const(3)  # each wheat cube on the land
_WON = const(40)
_SPAN = const(3)  # triangles: this lead is sure of the bonus if the next tile ends the game


def determinize(g: "Market", seat: int, rng: "Rng") -> None:
    """Guess the bids of the other seats."""
    if g.phase == BIDDING:
        for other in range(g.seats):
            if other != seat and g.bids[other] >= 0:
                g.bids[other] = 0  # small bids are likely: going first is worth little
                while g.bids[other] < g.money[other] and rng.below(2):
                    g.bids[other] += 1


def most_cubes(g: "Market", seat: int, held: bytearray) -> int:
    """Return the most cubes that a seat gets with one of the tiles that `held` counts by token."""
    start = g.start(seat)
    return threat(g, seat, held, start, g.start(seat + 1), (seat, seat))


def merits(g: "Market", by: int, action: "Action") -> "list[Message]":
    """Return, for a bid, the slot with the best tile for the seat, and what others can get."""
    if action[0] != BID:
        return []
    others = max([g.threat(seat) for seat in range(g.seats) if seat != by])
    best = best_slot = 0
    for slot in range(SLOTS):
        held = bytearray(7)
        held[g.slots[slot]] = 1
        held[0] = 0
        cubes = most_cubes(g, by, held)
        if cubes > best:
            best, best_slot = cubes, slot + 1
    return [("why tile", best_slot, best, others) if best else ("why no tile", others)]


def evaluate(g: "Market", seat: int) -> int:
    """Weigh the prospects of the boards; hidden bids of others do not count."""
    worth, largest = _boards(g, 6)
    for i in range(g.turn, len(g.order)):  # acting earlier means choosing among more
        worth[g.order[i]] += 2 * (g.seats - i)
    most = max(max(largest), 1)
    for i in range(g.seats):
        worth[i] += 4 * g.largest_bonus() * largest[i] // most
    return _lead(g, seat, worth)


def estimate(g: "Market", seat: int) -> int:
    """Weigh the race for the last cell and for the bonus, too. The fewer cells are left on the
    fullest board, the surer a lead in triangles is of the bonus."""
    if g.phase == ENDED:
        worth = [4 * points for points in g.scores()]
        for winner in g.result()[0]:
            worth[winner] += _WON
        return _lead(g, seat, worth)
    worth, largest = _boards(g, _SOWN)
    size = g.grid.cells
    left = [g.cells[start : start + size].count(b"\0") for start in range(0, len(g.cells), size)]
    span = _SPAN + min(left)
    for i in range(g.seats):
        lead = largest[i] - max([largest[other] for other in range(g.seats) if other != i])
        worth[i] += 2 * g.largest_bonus() * max(-span, min(span, lead)) // span - _CELL * left[i]
    return _lead(g, seat, worth)


def _lead(g: "Market", seat: int, worth: list[int]) -> int:
    """Return the lead over the best other seat, from the worth of each; changes `worth`."""
    if g.phase == BIDDING and g.bids[seat] >= 0:
        worth[seat] -= 4 * g.bids[seat]
    return worth[seat] - max([worth[i] for i in range(g.seats) if i != seat])


def _boards(g: "Market", sown: int) -> "tuple[list[int], list[int]]":
    """Return (worth, triangles of the largest region) of each seat's board. A region counts its
    expected gain: its diamonds, weighed by its nearness to completion, then the money for cubes
    that it has room for, and `sown` for each wheat cube on it."""
    worth = [4 * points for points in g.scores()]
    largest = [0] * g.seats
    cells = g.grid.cells
    regions, homes, sizes = g.region, g.home, g.size  # this takes half the time of a search
    for region in range(g.parts):
        if regions[region] != region:
            continue
        seat = homes[region] // cells
        if largest[seat] < sizes[region]:
            largest[seat] = sizes[region]
        diamonds = g.diamonds[region]
        faces = g.open[region]
        if faces:
            worth[seat] += (diamonds + 1) // (faces + 1)
            continue
        if not diamonds:
            continue
        load = g.load[region]
        colour = g.colour_of(region)
        worth[seat] += 2 * min(diamonds - load, g.cubes[2 * seat + colour])
        if colour == YELLOW:
            worth[seat] += sown * load
    return worth, largest
