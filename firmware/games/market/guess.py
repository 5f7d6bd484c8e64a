"""How good a position is, and a guess of what is hidden: for computer players."""

from games.market.common import BIDDING, BONUS, YELLOW

if False:  # only mypy reads this: the names of types
    from games.market.game import Market
    from games.rng import Rng


def determinize(g: "Market", seat: int, rng: "Rng") -> None:
    """Guess the bids of the other seats."""
    if g.phase == BIDDING:
        for other in range(g.seats):
            if other != seat and g.bids[other] >= 0:
                g.bids[other] = 0  # small bids are likely: going first is worth little
                while g.bids[other] < g.money[other] and rng.below(2):
                    g.bids[other] += 1


def evaluate(g: "Market", seat: int) -> int:
    """Weigh what the boards promise, in quarters of a point; hidden bids of others do not
    count."""
    worth = _worth(g)
    if g.phase == BIDDING and g.bids[seat] >= 0:
        worth[seat] -= 4 * g.bids[seat]
    return worth[seat] - max([worth[i] for i in range(g.seats) if i != seat])


def _worth(g: "Market") -> list[int]:
    """Return the worth of each seat's board in quarters of a point. A region counts what it
    will bring: its diamonds, weighed by how near completion it is; then the money for cubes
    that it has room for, or for the wheat on it."""
    worth = [4 * points for points in g.scores()]
    for i in range(g.turn, len(g.order)):  # acting earlier means choosing among more
        worth[g.order[i]] += 2 * (g.seats - i)
    largest = [0] * g.seats
    for region in range(g.parts):
        if g.region[region] != region:
            continue
        seat = g.home[region] // g.grid.cells
        if largest[seat] < g.size[region]:
            largest[seat] = g.size[region]
        diamonds = g.diamonds[region]
        if g.open[region]:
            worth[seat] += (diamonds + 1) // (g.open[region] + 1)
            continue
        load = g.load[region]
        colour = g.colour_of(region)
        worth[seat] += 2 * min(diamonds - load, g.cubes[2 * seat + colour])
        if colour == YELLOW:
            worth[seat] += 6 * load
    most = max(max(largest), 1)
    for seat in range(g.seats):
        worth[seat] += 4 * BONUS * largest[seat] // most
    return worth
