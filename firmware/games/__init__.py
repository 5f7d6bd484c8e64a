"""The rules of the games; imports nothing outside this folder."""

if False:  # only mypy reads this: the names of types
    from typing import Any, BinaryIO

    from games.base import Game
    from games.types import Options

# All that a game may raise: one of others even exits. No tuple at each `except`: making it takes
# memory, of which there may be none.
RAISED = (Exception, SystemExit)


def folder() -> str:
    """Return the path of the parent folder, with its slash; "" if that is the current folder."""
    return __file__.replace("\\", "/").rsplit("/", 1)[0][: -len("games")]


def names() -> list[str]:
    """Return the names of all games, ascending."""
    return sorted(PACKAGES)


def path_of(name: str, ending: str) -> str:
    """Return the path of a part of a game's package, such as the texts "en.txt"."""
    return PACKAGES[name][0] + ending


def part(name: str, ending: str) -> "BinaryIO":
    """Open a part of a game's package, UTF-8 whose lines end with "\\n"; raises OSError, and
    ValueError if it is not UTF-8."""
    return PACKAGES[name][3](path_of(name, ending), "rb")


def source(name: str) -> str:
    """Return the digest of another author's package; "" for our own."""
    return PACKAGES[name][1]


def title(name: str) -> str:
    """Return the title of a game that others wrote; "" for our own, which the catalogues have."""
    return PACKAGES[name][2]


def game_class(name: str) -> "type[Game]":
    """Return the class of a game; raises ValueError if there is no such game."""
    if name not in PACKAGES:
        raise ValueError("there is no game %s; there are: %s" % (name, ", ".join(names())))
    module = __import__("games." + name, None, None, ("__name__",))
    if not hasattr(module, "GAME"):  # a folder
        module = __import__("games." + name + ".game", None, None, ("__name__",))
    return module.GAME


def summary(name: str) -> "tuple[Any, ...]":
    """Return (title, (fewest, most seats), options, set of its tags); raises ValueError."""
    found = game_class(name)
    return found.TITLE, found.SEATS, found.OPTIONS, found.SET


def make(name: str, seats: int | None = None, options: "Options | None" = None) -> "Game":
    """Start a game; raises ValueError if name, seats or options are not possible."""
    return game_class(name)(seats, options)


# By game: (the beginning of the paths of its parts; if others wrote it, the digest of its source
# and its title; the function that opens a part). A build writes a list of its own games here.
PACKAGES = __import__("games.packages", None, None, ("here",)).here()
