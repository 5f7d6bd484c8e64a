"""Records: games as JSON Lines (rules: records); `games/replay.py` checks them.

The lines are assembled by hand, so that a record has the same bytes on every interpreter, whatever
the order of its dicts.
"""

import json

from games import make, source
from games.base import OVER
from games.chance import Secret

if False:  # only mypy reads this: the names of types
    from collections.abc import Iterator

    from games.base import Game
    from games.types import Action, Words

VERSION = 1
GIVEN_UP = "given up"


def is_seed(value: object) -> bool:
    """Is this a possible source of chance for a game: a Secret, a whole number from 0 on, or None
    after physical play?"""
    if value is None or isinstance(value, Secret):
        return True
    return isinstance(value, int) and value is not True and value is not False and value >= 0


def commitment(game: "Game", seed: "int | Secret | None") -> str:
    """Return the commitment to the secret of a game, "" if it has none or leaves nothing to
    chance."""
    return seed.commit if isinstance(seed, Secret) and game.has_secrets() else ""


def header_line(game: "Game", seed: "int | Secret | None") -> str:
    """Return the first line of a record; `seed` is None after physical play."""
    names = [name for name, _ in game.OPTIONS]
    names += sorted([name for name in game.options if name not in names])  # changed numbers
    options = ["%s: %s" % (json.dumps(name), json.dumps(game.options[name])) for name in names]
    commit = commitment(game, seed)
    rest = json.dumps(seed if isinstance(seed, int) else None)
    if commit:
        rest += ', "commit": "%s"' % commit
    if source(game.NAME):
        rest += ', "source": "%s"' % source(game.NAME)
    return '{"leyboard": %d, "game": "%s", "seats": %d, "options": {%s}, "seed": %s}' % (
        VERSION,
        game.NAME,
        game.seats,
        ", ".join(options),
        rest,
    )


def action_line(game: "Game") -> str:
    """Return the line of a game's last action."""
    entry = game.log[-1]
    return '{"n": %d, "by": %d, "do": %s, "ev": %s, "scores": %s}' % (
        len(game.log),
        entry[0],
        json.dumps(game.text(entry[1:])),
        json.dumps(game.events),
        json.dumps(game.scores()),
    )


def action_of(game: "Game", words: "Words") -> "Action":
    """Return the action for these words, which may be anything; raises ValueError."""
    try:
        return game.parse(words)
    except (AttributeError, IndexError, KeyError, OverflowError, TypeError):
        raise ValueError("these words are not an action of %s" % game.TITLE)


def end_line(
    game: "Game", given_up: bool = False, seed: "int | Secret | None" = None
) -> str:
    """Return the last line of a game that is over or was given up; it reveals a secret `seed`."""
    winners, reason = ([], GIVEN_UP) if given_up else game.result()
    secret = ""
    if isinstance(seed, Secret) and commitment(game, seed):
        secret = ', "secret": "%s"' % seed.reveal()
    return '{"end": true, "scores": %s, "winners": %s, "reason": %s%s}' % (
        json.dumps(game.scores()),
        json.dumps(winners),
        json.dumps(reason),
        secret,
    )


def lines(game: "Game", seed: "int | Secret | None") -> "Iterator[str]":
    """Yield the lines of a whole game; a second game replays the actions for it."""
    again = make(game.NAME, game.seats, game.options)
    yield header_line(again, seed)
    for entry in game.log:
        again.apply(entry[0], entry[1:])
        yield action_line(again)
    if again.current() == OVER:
        yield end_line(again, False, seed)
