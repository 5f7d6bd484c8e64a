"""Players that must do without an option, such as "greedy without sow", or without all options of
a word, such as "reap": how much worse they do tells what the option is worth (restricted play:
Jaffe, Miller, Andersen, Liu, Karlin, Popović 2012)."""

from typing import TYPE_CHECKING

from games import make
from games.base import CHANCE, OVER
from games.rng import Rng
from sim import engine
from sim.levels import looks
from sim.study.errors import StudyError
from sim.study.words import Words
from sim.values import values_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.base import Game
    from games.types import Action, Player

_WITHOUT = " without "
_MOST = 2000  # actions of a game that looks for an option


def player(name: str) -> "Player":
    """Return the player of that name, which may end in an option that it never takes; raises
    ValueError."""
    if engine.is_engine(name) or _WITHOUT not in name:
        return engine.player(name)
    free, _, option = name.rpartition(_WITHOUT)
    return _restricted(player(free), option)


def _restricted(free: "Player", option: str) -> "Player":
    """Return a player that takes what looks best of the rest where it would take the option, and
    the option only where nothing else is legal."""
    known: list[Words] = []

    def play(game: "Game", seat: int, rng: Rng) -> "Iterator[Action | None]":
        if not known or known[0].game is not game:
            known[:] = [Words(game)]
        for action in free(game, seat, rng):
            if action is not None and option in _names(known[0].option(action)):
                rest = [one for one in game.candidates(seat)
                        if option not in _names(known[0].option(one))]
                if rest:
                    seen = looks(game, seat, rest, rng, values_of(game))
                    action = max(seen, key=lambda look: look[1])[0]
            yield action

    return play


def _names(option: str) -> tuple[str, str]:
    """Return an option and its word."""
    return option, option.split(" ")[0]


def check(names: tuple[str, ...], game: "Game") -> None:
    """Raise StudyError if a player has to do without an option that a game of random players does
    not have."""
    missing = {option for name in names if not engine.is_engine(name)
               for option in name.split(_WITHOUT)[1:]}
    if not missing:
        return
    there = _options(make(game.NAME, game.seats, game.options))
    if missing - there:
        raise StudyError("%s has no option %r; it has: %s" % (
            game.NAME, min(missing - there), ", ".join(sorted(there))))


def _options(game: "Game") -> set[str]:
    """Return the options of a game that random players played."""
    rng = Rng(1)
    words = Words(game)
    found: set[str] = set()
    for _ in range(_MOST):
        if game.current() == OVER:
            break
        by = rng.choice(game.current())
        legal = [] if by == CHANCE else game.legal(by)
        found |= {name for action in legal for name in _names(words.option(action))}
        game.apply(by, rng.choice(legal) if legal else game.sample(rng))
    return found
