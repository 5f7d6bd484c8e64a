"""What a piece would do at the place over which a person holds it."""

from table.hint import foresee
from table.legal import Legal

if False:  # only mypy reads this: the names of types
    from games.base import Game
    from games.texts import Texts

_MOST = 8  # actions to try, such as the facings of a tile


def would(game: "Game", seats: list[int], token: int, spot: int, texts: "Texts") -> str:
    """Return what the best action does that puts a piece with this token on a spot, such as the
    best turn of a tile: what it scores, closes, and leaves to the others; "" if it does none of
    that, needs another piece too, or depends on hidden information."""
    best: tuple[tuple[int, ...], str] = ((), "")
    for by, action in list(Legal(game, seats).placing(token, spot))[:_MOST]:
        if len([piece for _, piece in game.gesture(by, action) if piece]) == 1:
            said = foresee(game, by, action, texts)
            if said[0] > best[0]:
                best = said
    return best[1]
