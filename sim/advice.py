"""The player of hints on a desk and in a tab: it looks ahead by what was learnt, as the best
computer does; in games without learnt values it is the board's (games/careful.py)."""

from games.careful import careful
from sim.values import values_of

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Iterator
    from typing import Any

    from games.base import Game
    from games.rng import Rng
    from games.types import Action

_ROUNDS = 400


def advise(
    game: "Game", seat: int, rng: "Rng", is_late: "Callable[[], bool]" = bool,
    found: "list[Any] | None" = None,
) -> "Iterator[Action | None]":
    """As `careful`. `found` stays empty in games with secrets."""
    values = values_of(game)
    if values is None:
        yield from careful(game, seat, rng, is_late, found)
        return
    from sim.lookahead import Lookahead, can_look_ahead  # not before a table is lit
    from sim.search import Search

    if can_look_ahead(game):
        tree = Lookahead(game, values)
        for _ in range(_ROUNDS):
            if tree.is_decided() or is_late():
                break
            tree.round()
            yield None
        if found is not None:
            found += tree.compared()
        yield tree.best()
    else:
        search = Search(game, seat, rng, None, values)
        yield from search.begin()
        while search.rounds < _ROUNDS and not is_late():
            yield from search.round()
            yield None
        yield search.best()
