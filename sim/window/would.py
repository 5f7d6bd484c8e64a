"""What a piece would do at the place over which a person holds it."""

from table.hint import Hint
from table.legal import Legal

if False:  # only mypy reads this: the names of types
    from typing import Any

    from games.base import Game
    from games.texts import Texts

_MOST = 8  # actions to try, such as the facings of a tile
_GUESSES = (1, 2, 3)  # seeds: an effect that depends on hidden information differs among them


def would(game: "Game", seats: list[int], token: int, spot: int, texts: "Texts") -> str:
    """Return what the best action does that puts a piece with this token on a spot, such as the
    best turn of a tile: what it scores, closes, and leaves to the others; "" if it does none of
    that, needs another piece too, or depends on hidden information."""
    best: tuple[tuple[int, ...], str] = ((), "")
    guesses = _GUESSES if game.has_secrets() else _GUESSES[:1]
    for by, action in list(Legal(game, seats).placing(token, spot))[:_MOST]:
        if len([piece for _, piece in game.gesture(by, action) if piece]) == 1:
            said = [_said(game, by, action, seed, texts) for seed in guesses]
            if said.count(said[0]) == len(said) and said[0][0] > best[0]:
                best = said[0]
    return best[1]


def _said(
    game: "Game", by: int, action: "tuple[Any, ...]", seed: int, texts: "Texts"
) -> "tuple[tuple[int, ...], str]":
    """Return (`Hint.leads` of an action, what it does)."""
    hint = Hint(game, by, seed)
    hint.action = action
    found = hint.find_reasons(texts)
    return hint.leads, "; ".join([texts.render(one, game.NAME) for one in found])
