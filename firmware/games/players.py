"""The computer players, by name."""

_NAMES = ("random", "greedy")


def names():
    """Return the names of the players."""
    return list(_NAMES)


def player(name):
    """Return the player of that name (see games/bots.py); raises ValueError if there is none."""
    if name not in _NAMES:
        raise ValueError("there is no player %s; there are: %s" % (name, ", ".join(_NAMES)))
    from games.bots import greedy, random  # where people play alone, they take 0.9 KB

    return greedy if name == "greedy" else random
