"""The rules of the games; imports nothing outside this folder.

Only the game on the table is loaded.
"""

import sys

from games.late import fetch, forget, settle

if False:  # only mypy reads this: the names of types
    from games.base import Game

# Each is a file or folder here.
NAMES = ("land", "landover", "leylines", "market", "mars")


def folder() -> str:
    """Return the path of the folder that holds this one, with its slash; "" if that is the
    current one."""
    return __file__.replace("\\", "/").rsplit("/", 1)[0][: -len("games")]


def names() -> list[str]:
    """Return the names of all games, ascending."""
    return list(NAMES)


def game_class(name: str) -> "type[Game]":
    """Return the class of a game; raises ValueError if there is no such game."""
    if name not in NAMES:
        raise ValueError("there is no game %s; there are: %s" % (name, ", ".join(NAMES)))
    if "games." + name not in sys.modules:
        settle()
        fetch("games." + name)
    return __import__("games." + name, None, None, ("GAME",)).GAME


def summary(name: str) -> tuple:
    """Return (title, (fewest, most seats), options, component set) of a game; raises ValueError.

    If the game was not loaded, it is dropped again: a board has room for one.
    """
    loaded = "games." + name in sys.modules
    found = game_class(name)
    facts = (found.TITLE, found.SEATS, found.OPTIONS, found.SET)
    if not loaded:
        forget("games." + name)
    return facts


def make(name: str, seats: int | None = None, options: dict | None = None) -> "Game":
    """Start a game; raises ValueError if name, seats or options are not possible."""
    return game_class(name)(seats, options)
