"""The step of a soak that moves games between the table and its shelf."""

from games.base import IllegalAction
from table import shelf
from table.shelf import is_worth, summary

if False:  # only mypy reads this: the names of types
    from typing import Any

    from sim.virtual.soak import Soak
    from table.session import Session

_MANY = 6  # games on the shelf: above this, one is removed


def move_game(session: "Session", soak: "Soak") -> "tuple[Any, ...] | None":
    """Put the game aside, take one up, begin another one, or remove one, now and then on a flash
    that fails. Return (game, actions) of another game that this lost, None if it lost none."""
    rng = soak.rng
    before = _played(session)
    numbers = [one["number"] for one in shelf.summaries(session)]
    gone = None
    if not rng.below(3):
        soak.break_flash()
    try:
        if len(numbers) > _MANY:
            found = summary(session.journal, rng.choice(numbers))
            gone = (found["game"], found["actions"])
            shelf.take_off(session, found["number"])
        elif numbers and rng.below(2):
            shelf.take_up(session, rng.choice(numbers))
        elif rng.below(2):
            shelf.put_aside(session, rng.below(1000))
        elif rng.below(2):
            session.rematch(rng.below(1000), True)
        else:
            session.new(rng.choice(soak.games), None, None, (), rng.below(1000), (), True)
    except (IllegalAction, OSError):
        pass  # nobody has acted yet, or the flash is broken
    soak.let_repair()
    after = _played(session)
    for game in before:
        same = [one for one in after if one[0] == game[0] and one[1] >= game[1]]
        if same:  # a computer may have gone on with it
            after.remove(min(same))
        elif game != gone:
            return game
    return None


def _played(session: "Session") -> "list[tuple[Any, ...]]":
    """Return (game, actions) of the games on the shelf, and of the one on the table if that is
    worth keeping."""
    found = [(one["game"], one["actions"]) for one in shelf.summaries(session)]
    if is_worth(session):
        found.append((session.game.NAME, len(session.game.log)))
    return found
