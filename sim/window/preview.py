"""The effect of a piece at the place over which a person holds it."""

from games.base import CHANCE
from table.hint import foresee
from table.legal import Legal

if False:  # only mypy reads this: the names of types
    from games.base import Game
    from games.texts import Texts
    from games.types import Action

_MOST = 8  # actions to try, such as the facings of a tile


def preview(game: "Game", seats: list[int], token: int, spots: list[int], texts: "Texts") -> str:
    """Return the effects of the best action that puts a piece with this token on the first of
    these spots, and its other half, if it has one, on the second: points, closed things, and
    chances for others, as far as everybody knows. Of the turns of a tile the best one counts. ""
    if it does none of that, or needs more pieces."""
    best: tuple[tuple[int, ...], str] = ((), "")
    for by, action in list(Legal(game, seats).placing(token, spots[0]))[:_MOST]:
        if {spot for spot, piece in game.gesture(by, action) if piece} == set(spots):
            said = _told(game, by, action, texts)
            if said[0] > best[0] or best == ((), ""):
                best = said
    return best[1]


def _told(
    game: "Game", by: int, action: "Action", texts: "Texts"
) -> "tuple[tuple[int, ...], str]":
    """Return (the leads of an action, its effects), without anything that it would reveal, such as
    the value of a cairn."""
    before = game.snapshot()
    shows = game.has_revealed(by, action, game.play(by, action))
    game.restore(before)
    if not shows:
        return foresee(game, by, action, texts)
    return (), "; ".join([texts.render(one, game.NAME) for one in game.merits(CHANCE, action)])
