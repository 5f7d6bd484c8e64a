"""The games on a board, from its files; reads them as the table does after a restart."""

import re

from games.base import OVER
from host_tools.core import CommandError, Sentence, files
from table.journal import Journal
from table.session import Session

if False:  # only mypy reads this: the names of types
    from collections.abc import Iterable
    from typing import Any

    from host_tools.core import Work

# The table's files of a game. The one in game.old was damaged, or did not fit the firmware. A game
# on the shelf has a number.
FILES = {
    "now": ("/game.log", "/game.tail", "/game.point", "/game.log.new", "/game.tail.new",
            "/game.point.new"),
    "old": ("/game.old", "/game.old.new"),
}
_ON_SHELF = re.compile("^/game-([1-9][0-9]*)[.]log$")
_LONGEST = 9  # digits


def files_of(which: str) -> "tuple[str, ...]":
    """Return the names of the files of a game on a board: "now", "old" or a number."""
    return FILES.get(which) or ("/game-%s.log" % which, "/game-%s.point" % which)


def games_in(names: "Iterable[str]") -> "list[str]":
    """Return the names of the games among the files of a board, those of the shelf last."""
    found = [_ON_SHELF.match(name) for name in names]
    numbers = sorted([int(one.group(1)) for one in found if one])
    there = [which for which in ("now", "old") if FILES[which][0] in names]
    return there + [str(number) for number in numbers]


def is_game(text: str) -> bool:
    """Is this the name of a game on a board?"""
    named = _ON_SHELF.match("/game-%s.log" % text)
    return text in FILES or bool(named) and len(text) <= _LONGEST


def kept() -> "Work":
    """Return [(which, {path: bytes})] of all games on a board."""
    there = (yield from files.files()).digests
    found = []
    for which in games_in(there):
        found.append((which, (yield from keep(which))))
    return found


def keep(which: str) -> "Work":
    """Return {path: bytes} of the files of a game on a board."""
    found = {}
    for name in files_of(which):
        data = yield from files.read(name)
        if data:
            found[name] = data
    return found


def delete(which: str, folder: str) -> "Work":
    """Delete a game on a board, after a question; `folder` is empty, and scratch."""
    there = (yield from files.files()).digests
    mine = [name for name in files_of(which) if name in there]
    if not mine:
        raise CommandError("there is no game %s on this board", which)
    told = described(opened(which, (yield from keep(which)), folder))
    if not (yield "ask", Sentence("Delete %s, %s actions, %s?", told[0], told[2], told[3])):
        raise CommandError("nothing was deleted")
    for name in mine:
        yield from files.remove(name)


def opened(which: str, data: "dict[str, bytes]", folder: str) -> "Any":
    """Return a Session on the files of a game, put into an empty folder; None if it cannot play
    any of it. It reads the whole game anew, not from the newest state on. A game that is not on
    the table is one file: log and tail together."""
    for name, content in data.items():
        if not name.endswith(".point"):
            with open(folder + (name if which == "now" else "/game.log"), "wb") as file:
                file.write(content)
    session = Session(Journal(folder))
    session.resume()
    return session if session.game is not None else None


def record(which: str, session: "Any") -> "list[str]":
    """Return the lines of the record of a game; raises CommandError for one that is not over and
    has secrets."""
    if session is None:
        raise CommandError("this board has no intact game %s; see leyboard records list", which)
    if not session.is_open():
        raise CommandError("a record shows everything hidden: fetch it when the game is over "
                           "(until then, leyboard backup keeps it)")
    return list(session.record())


def described(session: "Any") -> "tuple[Any, ...]":
    """Return (game, seats, actions, state, names of the players) of a game, as text."""
    if session is None:
        return "?", "?", "?", Sentence("nothing of it can be played"), ""
    game = session.game
    if session.given_up:
        state = Sentence("given up")
    elif game.current() == OVER:
        state = Sentence("over: %s", " ".join([str(score) for score in game.scores()]))
    else:
        state = Sentence("under way")
    people = ", ".join([name for name in session.names if name])
    return game.NAME, str(game.seats), str(len(game.log)), state, people
