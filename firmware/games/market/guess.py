"""The value of a position, a guess of hidden things, and what a bid is about, for computer players
and hints."""

from micropython import const

from games.base import lead
from games.closing import threat
from games.market.common import BID, BIDDING, ENDED, SLOTS, YELLOW
from games.tiles import KINDS

if False:  # only mypy reads this: the names of types
    from games.market.game import Market
    from games.rng import Rng
    from games.types import Action, Message

# In sixteenths of a point; an evolution strategy (CMA-ES) found them, see docs/players.md.
_POINT = const(16)
_OPEN = (9, 15)  # by colour: a diamond of an open region, before the division by its openness
_CUBE = (2, 11)  # by colour: a cube that has room
_SPOT = const(4)  # more, for the first cube of a region
_IDLE = const(2)  # less, for each room without a cube
_SOWN = const(9)  # a wheat cube on the land
_CELL = const(43)  # each cell to fill: who fills a board ends the game when it suits
_WON = const(136)
_SURE = const(2)  # triangles: this lead is sure of the bonus if the next tile ends the game


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
    if not best:
        return [("why no tile", others)]
    return [("why tile", best_slot, KINDS[g.slots[best_slot - 1]], best, others)]


def evaluate(g: "Market", seat: int) -> int:
    """Weigh the prospects of the boards; hidden bids of others do not count."""
    worth, largest = _boards(g)
    for i in range(g.turn, len(g.order)):  # acting earlier means choosing among more
        worth[g.order[i]] += 8 * (g.seats - i)
    most = max(max(largest), 1)
    for i in range(g.seats):
        worth[i] += 4 * (4 * g.largest_bonus() * largest[i] // most)
    return _lead(g, seat, worth)


def estimate(g: "Market", seat: int) -> int:
    """Weigh the race for the last cell and for the bonus, too. The fewer cells are left on the
    fullest board, the surer a lead in triangles is of the bonus."""
    worth = [_POINT * points for points in g.scores()]
    if g.phase == ENDED:
        for winner in g.result()[0]:
            worth[winner] += _WON
        return _lead(g, seat, worth)
    largest = _add_prospects(g, worth)
    size = g.grid.cells
    left = [g.cells[start : start + size].count(b"\0") for start in range(0, len(g.cells), size)]
    sure = _SURE + min(left)
    for i in range(g.seats):
        ahead = max(-sure, min(sure, lead(largest, i)))
        worth[i] += 10 * g.largest_bonus() * ahead // sure - _CELL * left[i]
    return _lead(g, seat, worth)


def _lead(g: "Market", seat: int, worth: list[int]) -> int:
    """Return the lead over the best other seat, from the worth of each; changes `worth`."""
    if g.phase == BIDDING and g.bids[seat] >= 0:
        worth[seat] -= _POINT * g.bids[seat]
    return lead(worth, seat)


def _add_prospects(g: "Market", worth: list[int]) -> list[int]:
    """Add what each seat may expect of its regions and cubes; return the triangles of each seat's
    largest region."""
    spots = [0] * (2 * g.seats)  # by 2 x seat + colour: regions with room for a cube
    rooms = [0] * (2 * g.seats)
    regions, largest = _regions(g)
    for region in regions:
        seat = g.home[region] // g.grid.cells
        diamonds = g.diamonds[region]
        faces = g.open[region]
        if not diamonds:
            worth[seat] -= 1 if faces else 0
            continue
        colour = g.colour_of(region)
        if faces:
            worth[seat] += (_OPEN[colour] * diamonds - 4) // (2 * faces + 3)
            continue
        room = diamonds - g.load[region]
        if room:
            spots[2 * seat + colour] += 1
            rooms[2 * seat + colour] += room
        if colour == YELLOW:
            worth[seat] += _SOWN * (diamonds - room)
    for kind in range(len(rooms)):
        used = min(rooms[kind], g.cubes[kind])
        worth[kind // 2] += (_CUBE[kind % 2] + _IDLE) * used - _IDLE * rooms[kind]
        worth[kind // 2] += _SPOT * min(spots[kind], g.cubes[kind])
    return largest


def _boards(g: "Market") -> "tuple[list[int], list[int]]":
    """Return (worth, triangles of the largest region) of each seat's board, as a player sees it
    who does not think ahead: a region counts its diamonds, weighed by its nearness to completion,
    then the money for cubes that it has room for, and more for each wheat cube on it."""
    worth = [_POINT * points for points in g.scores()]
    regions, largest = _regions(g)
    for region in regions:
        seat = g.home[region] // g.grid.cells
        diamonds = g.diamonds[region]
        faces = g.open[region]
        if faces:
            worth[seat] += 4 * ((diamonds + 1) // (faces + 1))
        elif diamonds:
            load = g.load[region]
            colour = g.colour_of(region)
            worth[seat] += 8 * min(diamonds - load, g.cubes[2 * seat + colour])
            if colour == YELLOW:
                worth[seat] += 24 * load
    return worth, largest


def _regions(g: "Market") -> "tuple[list[int], list[int]]":
    """Return (all regions, the triangles of each seat's largest one)."""
    found = []
    largest = [0] * g.seats
    cells = g.grid.cells
    regions, homes, sizes = g.region, g.home, g.size  # this takes half the time of a search
    for region in range(g.parts):
        if regions[region] == region:
            seat = homes[region] // cells
            found.append(region)
            if largest[seat] < sizes[region]:
                largest[seat] = sizes[region]
    return found, largest
