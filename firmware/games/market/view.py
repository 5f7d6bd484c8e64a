"""The content of a seat's view, and how a game came out. Loaded when needed."""

from games.base import Game
from games.market.common import BIDDING
from games.tiles import COLOURS

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable

    from games.market.game import Market
    from games.types import Json


def private_view(g: "Market", seat: int) -> "Json":
    """Return the seat's own bid."""
    return {"bid": g.bids[seat] if g.bids[seat] >= 0 else None}


def view(g: "Market", seat: int, listed: "Callable[..., object]" = list) -> "Json":
    """Add hands as [money, faerie, wheat], bids (null: none yet, "made": hidden until all are
    made), the order of play, the holder of the marker, and complete sections as [seat, colour,
    diamonds, cubes, cells]."""
    shown = Game.view(g, seat, listed)
    hidden = g.phase == BIDDING
    shown["hands"] = [list(hand) for hand in g.hands()]
    shown["bids"] = [None if bid < 0 else "made" if hidden else bid for bid in g.bids]
    shown["order"] = list(g.order)
    shown["marker"] = g.marker
    shown["sections"] = [
        [
            owner,
            COLOURS[g.colour_of(region)],
            g.diamonds[region],
            g.load[region],
            g.cell_names(region),
        ]
        for _, region, owner in g.done
    ]
    return shown


def result(g: "Market") -> tuple[list[int], str]:
    """As `Game.result`."""
    points = g.scores()
    ranks = [
        (points[seat], g.bonus[seat], g.cubes[2 * seat], g.cubes[2 * seat + 1], g.money[seat])
        for seat in range(g.seats)
    ]
    best = max(ranks)
    return [seat for seat in range(g.seats) if ranks[seat] == best], g.ending()


def score_breakdown(g: "Market", seat: int) -> "tuple[tuple[str, int], ...]":
    """As `Game.score_breakdown`."""
    land = sum([g.load[region] for _, region, owner in g.done if owner == seat])
    return (
        ("part money", g.money[seat]),
        ("part hand", g.cubes[2 * seat] + g.cubes[2 * seat + 1]),
        ("part land", land),
        ("part bonus", g.bonus[seat]),
    )
