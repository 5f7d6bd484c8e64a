"""The rules of the games; imports nothing outside this folder.

Only the game on the table is loaded.
"""

import sys

from games.lazy import collect, import_all, preload, unload

if False:  # only mypy reads this: the names of types
    from collections.abc import Iterator
    from typing import Any

    from games.base import Game
    from games.types import Options

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
    package = "games." + name
    if package not in sys.modules:
        collect()
        try:
            import_all(_modules(name))
        except BaseException:
            unload(package)  # half of a game would be taken for all of it
            raise
    for last in _modules(name):
        pass
    return __import__(last, None, None, ("GAME",)).GAME


def _modules(name: str) -> "Iterator[str]":
    """Yield the modules of a game in the order of loading, the one with its class last."""
    for shared in _SHARED.get(name, ()):
        yield "games." + shared
    package = "games." + name
    yield package
    # Imported once more: another thread may still be in the middle of it.
    for part in getattr(__import__(package, None, None, ("PARTS",)), "PARTS", ()):
        yield package + "." + part


def summary(name: str) -> "tuple[Any, ...]":
    """Return (title, (fewest, most seats), options, component set) of a game; raises ValueError.

    If the game was not loaded, it is dropped again: a board has room for one.
    """
    loaded = "games." + name in sys.modules
    found = game_class(name)
    facts = (found.TITLE, found.SEATS, found.OPTIONS, found.SET)
    if not loaded:
        unload("games." + name)
    return facts


def make(name: str, seats: int | None = None, options: "Options | None" = None) -> "Game":
    """Start a game; raises ValueError if name, seats or options are not possible."""
    found = game_class(name)
    first: "tuple[str, ...]" = found.FIRST
    for module in first:
        preload(module)
    return found(seats, options)
