"""Openings that a study forces or forbids: the first decision of a game with more than one action.

An opening is written as the report names it: the words of the action, such as "small c3", or the
first of them, such as "small", for all that begin so.
"""

from collections import namedtuple
from typing import TYPE_CHECKING

from games import make
from games.base import CHANCE
from games.rng import Rng
from sim.levels import looks
from sim.study.errors import StudyError
from sim.values import values_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.base import Game
    from games.types import Action, Player, Words

Openings = namedtuple("Openings", "forced forbidden")
Openings.__doc__ = """Lists of openings: games begin with one of the `forced`, if there are any,
and with none of the `forbidden`."""
FREE = Openings([], [])


def named(words: "Words") -> str:
    """Return the words of an action as a report names openings."""
    return " ".join(map(str, words))


def check(openings: Openings, game: "Game") -> None:
    """Raise StudyError if an opening is not one to begin a game of these settings with."""
    game = make(game.NAME, game.seats, game.options)
    by_chance = game.current()[0] == CHANCE
    legal = _first_actions(game)
    for name in openings.forced + openings.forbidden:
        if any(_is_among(action, [name]) for action in legal):
            continue
        if not (by_chance and _may_come(game, name.split(), legal)):
            raise StudyError("%s cannot begin with %r, but with %r"
                             % (game.NAME, name, named(legal[0])))


def _first_actions(game: "Game") -> "list[Words]":
    """Play to the first decision with more than one action; return these."""
    rng = Rng(1)
    while True:
        by = game.current()[0]
        legal = [] if by == CHANCE else game.legal(by)
        if len(legal) > 1:
            return [game.text(action) for action in legal]
        game.apply(by, legal[0] if legal else game.sample(rng))


def _may_come(game: "Game", said: list[str], legal: "list[Words]") -> bool:
    """Are the words an action that other chances may make possible?"""
    try:
        game.parse([int(word) if word.isdecimal() else word for word in said])
    except ValueError:
        return False
    return said[0] in [words[0] for words in legal]


def _is_among(words: "Words", openings: list[str]) -> bool:
    """Is an action one of the openings?"""
    name = named(words) + " "
    return any(name.startswith(opening + " ") for opening in openings)


def begin(openings: Openings, players: "list[Player]") -> "list[Player]":
    """Return the players of one game, who take the first decision as the openings say.

    A forced opening that chance made impossible is not played. A player who chose a
    forbidden one takes what looks best of the rest.
    """
    if openings == FREE:
        return players
    waiting = [True]
    return [_beginner(openings, player, waiting) for player in players]


def _beginner(openings: Openings, player: "Player", waiting: list[bool]) -> "Player":
    def play(game: "Game", seat: int, rng: Rng) -> "Iterator[Action | None]":
        legal = game.legal(seat) if waiting[0] else []
        if len(legal) < 2:
            yield from player(game, seat, rng)
            return
        waiting[0] = False
        forced = [one for one in legal if _is_among(game.text(one), openings.forced)]
        if forced:
            yield rng.choice(forced)
            return
        for action in player(game, seat, rng):
            if action is not None and _is_among(game.text(action), openings.forbidden):
                action = _best_other(openings, game, seat, rng)
            yield action

    return play


def _best_other(openings: Openings, game: "Game", seat: int, rng: Rng) -> "Action":
    rest = [one for one in game.legal(seat)
            if not _is_among(game.text(one), openings.forbidden)]
    if not rest:
        raise StudyError("every opening of %s is forbidden" % game.NAME)
    return max(looks(game, seat, rest, rng, values_of(game)), key=lambda look: look[1])[0]
