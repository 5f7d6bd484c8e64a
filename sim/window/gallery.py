"""The games of `examples/games`: a table takes one when somebody chooses it, and keeps it.

In a browser's tab the files of a game come only then (`sim/tab/table.js`). `more.games` in the
table's folder names those taken so far, so that their games can be resumed.
"""

import os

from games import names, path_of
from sim.computer import folder_of

FOLDER = folder_of(__file__)[: -len("sim/window/")] + "examples/games/"
LIST = "more.games"


def known() -> list[str]:
    """Return the names of these games, ascending; [] where they are not installed."""
    try:
        found = sorted(os.listdir(FOLDER))
    except OSError:
        return []
    return [name[: -len(".py")] if name.endswith(".py") else name for name in found
            if name.endswith(".py") or "." not in name and name[0] != "_"]


def every() -> list[str]:
    """Return the names of all games, of the table or of the gallery, ascending."""
    return sorted(set(names() + known()))


def home(name: str) -> str:
    """Return the beginning of the paths of the parts of any of these games."""
    if name in names():
        return path_of(name, "")
    return FOLDER + name + ("/" if name in os.listdir(FOLDER) else ".")


def add(name: str) -> None:
    """Take the package of a game; raises PackageError."""
    from games.packages import add as add_package  # not needed by tables without such games

    start = home(name)
    add_package(start[:-1] if start.endswith("/") else start + "py")


def keep(name: str, folder: str) -> None:
    """Note that the table of this folder has taken a game; raises OSError."""
    with open(folder + "/" + LIST, "a") as file:
        file.write(name + "\n")


def restore(folder: str) -> list[str]:
    """Take the games that the table of this folder had taken, as far as they are still here;
    return their names."""
    from games.packages import PackageError

    try:
        with open(folder + "/" + LIST) as file:
            taken = file.read().split()
    except OSError:
        return []
    for name in taken:
        if name not in names() and name in known():
            try:
                add(name)
            except PackageError:
                pass  # its games wait, as those of any game that is not here
    return [name for name in taken if name in names()]
