"""Finds a short game that shows the same fault as a long one."""

from games import RAISED, make

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable

    from games.base import Game
    from games.types import Entry

    Entries = list[Entry]

_POSITIONS = 300  # to look at from the start, the nearest first
_TRIES = 200  # games with a part left out


def shortest(game: "Game", shows: "Callable[[Game], bool]") -> "Entries":
    """Return the actions, (by, kind, ...) each, of a short game of the same seats and options
    whose last position `shows` it: the shortest, if few positions lie in between, else that of
    `game` without what can be left out."""
    log: Entries = list(game.log)
    found = _nearest(game, shows, len(log))
    return _without(game, shows, log) if found is None else found


def _nearest(game: "Game", shows: "Callable[[Game], bool]", depth: int) -> "Entries | None":
    """Return the shortest game, if it is among the first positions in order of their length."""
    ways: list[Entries] = [[]]
    for way in ways:  # grows while the loop goes through it
        one = _played(game, way)
        if one is None:
            continue
        if shows(one):
            return way
        if len(way) < depth and len(ways) < _POSITIONS:
            ways += [way + [entry] for entry in _next(one)]
        if len(way) >= depth:
            break
    return None


def _next(game: "Game") -> "Entries":
    try:
        return [(by,) + action for by in game.current() for action in game.legal(by)]
    except RAISED:
        return []


def _without(game: "Game", shows: "Callable[[Game], bool]", log: "Entries") -> "Entries":
    """Leave out parts of a game, halves first, then smaller ones, as long as it still shows the
    fault."""
    size = len(log) // 2
    tries = 0
    while size and tries < _TRIES:
        at = 0
        while at < len(log) and tries < _TRIES:
            tries += 1
            fewer = log[:at] + log[at + size :]
            one = _played(game, fewer)
            if one is not None and shows(one):
                log = fewer
            else:
                at += size
        size //= 2
    return log


def _played(game: "Game", log: "Entries") -> "Game | None":
    """Return a game of these actions; None if the rules refuse one."""
    try:
        again = make(game.NAME, game.seats, game.options)
        for entry in log:
            again.apply(entry[0], entry[1:])
        return again
    except RAISED:
        return None
