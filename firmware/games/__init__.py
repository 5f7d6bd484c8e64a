"""The rules of the games; imports nothing outside this folder.

Every file or folder here is a game, except those in _SHARED. Only the game that is played is
loaded.
"""

import os
import sys

from games.late import forget

_SHARED = (
    "__init__", "base", "bots", "grid", "hexmap", "hexnames", "jsonline", "late", "log",
    "players", "record", "replay", "rng", "texts", "tiles",
)  # fmt: skip


def folder():
    """Return the folder that this one lies in, with its slash; "" for the one we are in."""
    return __file__.replace("\\", "/").rsplit("/", 1)[0][: -len("games")]


def names():
    """Return the names of all games, ascending."""
    found = set([entry.split(".")[0] for entry in os.listdir(folder() + "games")])
    return sorted([name for name in found if name not in _SHARED and not name.startswith("_")])


def game_class(name):
    """Return the class of a game; raises ValueError if there is none of that name."""
    known = names()
    if name not in known:
        raise ValueError("there is no game %s; there are: %s" % (name, ", ".join(known)))
    return __import__("games." + name, None, None, ("GAME",)).GAME


def summary(name):
    """Return (title, (fewest, most seats), options, component set) of a game; raises ValueError.

    A game that was not loaded is dropped again: on the board there is room for one.
    """
    loaded = "games." + name in sys.modules
    found = game_class(name)
    facts = (found.TITLE, found.SEATS, found.OPTIONS, found.SET)
    if not loaded:
        forget("games." + name)
    return facts


def make(name, seats=None, options=None):
    """Start a game; raises ValueError if name, seats or options are not possible."""
    return game_class(name)(seats, options)
