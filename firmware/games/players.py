"""The computer players, by name."""

if False:  # only mypy reads this: the names of types
    from games.types import Player

_NAMES = ("random", "greedy")


def names() -> list[str]:
    """Return the names of the players."""
    return list(_NAMES)


def player(name: str) -> "Player":
    """Return the player of that name (see games/bots.py); raises ValueError if there is none."""
    if name not in _NAMES:
        raise ValueError("there is no player %s; there are: %s" % (name, ", ".join(_NAMES)))
    from games.bots import greedy, random  # 0.5 KB that people alone do not need

    return greedy if name == "greedy" else random
