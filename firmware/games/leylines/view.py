"""The content of a seat's view. Loaded when needed, for hosts and for the menu."""

from games.base import Game
from games.leylines.pieces import CAIRNS, HELD, IN_HAND, PUT_ASIDE, SCORED

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable

    from games.leylines.game import LeyLines
    from games.types import Json


def private_view(g: "LeyLines", seat: int) -> "Json":
    """Return the seat's cairns and segments."""
    cairns = []
    for value in range(CAIRNS):
        coin = g.coins[CAIRNS * seat + value]
        if coin == IN_HAND:
            cairns.append([value, "in hand"])
        elif coin == PUT_ASIDE:
            cairns.append([value, "aside"])
        elif coin != SCORED:
            cairns.append([value, g.grid.name(coin)])
    segments = ["%d%d" % segment for segment in g.segments(HELD + seat)]
    return {"cairns": cairns, "segments": segments}


def view(g: "LeyLines", seat: int, listed: "Callable[..., object]" = list) -> "Json":
    """Add the numbers of segments and of cairns put aside, and the cairns that scored."""
    shown = Game.view(g, seat, listed)
    shown["segments"] = list(g.held)
    shown["aside"] = [0] * g.seats
    shown["scored"] = []
    for i in range(len(g.coins)):
        if g.coins[i] == PUT_ASIDE:
            shown["aside"][i // CAIRNS] += 1
        elif g.coins[i] == SCORED:
            shown["scored"].append(list(divmod(i, CAIRNS)))
    return shown
