"""Openings that a study forces or forbids: the first decision of a game with more than one action.

An opening is written as the report names it: the words of the action, such as "small c3".
"""

from collections import namedtuple
from typing import TYPE_CHECKING, Any

from games.base import CHANCE
from sim.levels import looks
from sim.study.errors import StudyError
from sim.values import values_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from games.base import Game
    from games.rng import Rng
    from games.types import Action, Words

Openings = namedtuple("Openings", "forced forbidden")
Openings.__doc__ = """Lists of openings: games begin with one of the `forced`, if there are any,
and with none of the `forbidden`."""
FREE = Openings([], [])


def named(words: "Words") -> str:
    """Return the words of an action as a report names openings."""
    return " ".join(map(str, words))


def check(openings: Openings, game: "Game") -> None:
    """Raise StudyError if an opening is no action of the game, or not one to begin with."""
    for name in openings.forced + openings.forbidden:
        words = [int(word) if word.isdecimal() else word for word in name.split()]
        try:
            action = game.parse(words)
        except ValueError as error:
            raise StudyError("%s cannot begin with %r: %s" % (game.NAME, name, error)) from None
        by = game.current()[0]
        if by != CHANCE and action not in game.legal(by):
            some = named(game.text(game.legal(by)[0]))
            raise StudyError("%s cannot begin with %r, but with %r" % (game.NAME, name, some))


def begin(openings: Openings, players: list[Any]) -> list[Any]:
    """Return the players of one game, who take the first decision as the openings say.

    A forced opening that chance made impossible is not played. Who chose a forbidden one takes
    what looks best of the rest.
    """
    if openings == FREE:
        return players
    waiting = [True]
    return [_beginner(openings, player, waiting) for player in players]


def _beginner(openings: Openings, player: Any, waiting: list[bool]) -> "Callable[..., Any]":
    def play(game: "Game", seat: int, rng: "Rng") -> "Iterator[Action | None]":
        legal = game.legal(seat) if waiting[0] else []
        if len(legal) < 2:
            yield from player(game, seat, rng)
            return
        waiting[0] = False
        forced = [one for one in legal if named(game.text(one)) in openings.forced]
        if forced:
            yield rng.choice(forced)
            return
        for action in player(game, seat, rng):
            if action is not None and named(game.text(action)) in openings.forbidden:
                action = _best_other(openings, game, seat, rng)
            yield action

    return play


def _best_other(openings: Openings, game: "Game", seat: int, rng: "Rng") -> "Action":
    rest = [one for one in game.legal(seat) if named(game.text(one)) not in openings.forbidden]
    if not rest:
        raise StudyError("every opening of %s is forbidden" % game.NAME)
    return max(looks(game, seat, rest, rng, values_of(game)), key=lambda look: look[1])[0]
