"""The player of hints on a desk and in a tab: it looks ahead as the best computer does, by what
was learnt or by play-outs, for as long as a person likes to wait."""

from sim.values import values_of

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Iterator
    from typing import Any

    from games.base import Game
    from games.rng import Rng
    from games.types import Action

_ROUNDS = 400
_BRIEF = 120  # rounds of play-outs after which nothing leads the action that seems best at once


def advise(
    game: "Game", seat: int, rng: "Rng", is_late: "Callable[[], bool]" = bool,
    found: "list[Any] | None" = None,
) -> "Iterator[Action | None]":
    """As `careful` (games/careful.py)."""
    from sim.lookahead import Lookahead, can_look_ahead  # not before a table is lit
    from sim.search import Search

    values = values_of(game)
    actions = game.candidates(seat)
    if len(actions) == 1:
        yield actions[0]
    elif values and can_look_ahead(game):
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
        while search.rounds < (_BRIEF if search.has_no_lead() else _ROUNDS) and not is_late():
            yield from search.round()
            yield None
        if found is not None:
            found += search.compared()
        yield search.best()
