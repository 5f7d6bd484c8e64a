"""What the parts of a game and its present position say beyond the public view: pages draw and say
it, and only the game's own rules know it."""

from collections.abc import Callable
from typing import Any

from games.base import Game
from games.landover import barbarians, production
from games.market.common import SLOTS, map_of, spot_name
from games.tiles import KINDS

_safe_size: Callable[[Any, int], int] = production.safe_size


def printed(game: Game | None) -> dict[str, Any]:
    """Return the facts of a game by name; none for a game without any."""
    tell = _TELL.get(game.NAME) if game is not None else None
    return tell(game) if tell is not None else {}


def _land(game: Any) -> dict[str, Any]:
    """The kinds of tiles, in the order of the supply."""
    return {"kinds": list(KINDS[1:])}


def _market(game: Any) -> dict[str, Any]:
    """The slots of the market, the south-western cell and the width of each land, by seat, and the
    width of the table."""
    board, table, _, corners = map_of(game.options["board"])
    slots = [spot_name(game, spot) for spot in range(SLOTS)]
    return {"slots": slots, "lands": list(corners[: game.seats]), "side": board.width,
            "table": table.width}  # fmt: skip


def _landover(game: Any) -> dict[str, Any]:
    """The points that win, how many cards each seat holds and may keep on a seven, how many steps
    the barbarians make, and how strong they and each seat would be now."""
    seats = range(game.seats)
    return {
        "target": game.options["target"],
        "cards": [sum(game.hands[8 * seat : 8 * seat + 8]) for seat in seats],
        "safe": [_safe_size(game, seat) for seat in seats],
        "steps": barbarians.STEPS,
        "cities": game.cities,
        "soldiers": list(game.power),
    }


_TELL = {"land": _land, "market": _market, "landover": _landover}
