"""The rules of the games; imports nothing outside this folder.

Only the game on the table is loaded.
"""

import sys

from games.late import fetch, forget, settle

if False:  # only mypy reads this: the names of types
    from collections.abc import Iterator

    from games.base import Game

# Each is a file or folder here.
NAMES = ("land", "landover", "leylines", "market", "mars")
# What games share, loaded before them: Land in one step would take 0.1 s.
_SHARED = {"land": ("grid", "tiles"), "market": ("grid", "tiles")}


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
    if _last(name) not in sys.modules:
        settle()
        fetch(_modules(name))
    return sys.modules[_last(name)].GAME


def _modules(name: str) -> "Iterator[str]":
    """Yield the modules of a game in the order of loading, the one with its class last."""
    for shared in _SHARED.get(name, ()):
        yield "games." + shared
    package = "games." + name
    yield package
    for part in getattr(sys.modules[package], "PARTS", ()):
        yield package + "." + part


def _last(name: str) -> str:
    """Return the module that names the class of a game; its package before that is loaded."""
    package = "games." + name
    parts = getattr(sys.modules.get(package), "PARTS", ())
    return package + "." + parts[-1] if parts else package


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
