"""Games of random actions, over seats and options."""

from games import game_class
from games.base import CHANCE, OVER

if False:  # only mypy reads this: the names of types
    from collections.abc import Iterator

    from games.base import Game
    from games.rng import Rng
    from games.types import Action, Json


def variants(name: str) -> "Iterator[tuple[int, Json]]":
    """Yield (seats, options): all seat counts with default options, then rows of options. Row i
    sets every option that has a value i to it, except those that the rules refuse together with
    the others."""
    game = game_class(name)
    fewest, most = game.SEATS
    for seats in range(fewest, most + 1):
        yield seats, {}
    columns = []
    for option, values in game.OPTIONS:
        columns.append((option, values if isinstance(values, tuple) else (values[0], values[-1])))
    for row in range(max([len(values) for _, values in columns] + [0])):
        seats = fewest + row % (most - fewest + 1)
        options: Json = {}
        for option, values in columns:
            if row < len(values):
                options[option] = values[row]
                try:
                    game(seats, options)
                except ValueError:
                    del options[option]
        yield seats, options


def step(game: "Game", rng: "Rng") -> "tuple[int, Action] | None":
    """Take one random action; return (by, action) or None at the end."""
    seats = game.current()
    if seats == OVER:
        return None
    by = rng.choice(seats)
    if by == CHANCE:
        action = game.sample(rng)
    else:  # choose a kind first: rare kinds come up, and games end
        actions = game.legal(by)
        kind = rng.choice(sorted(set([action[0] for action in actions])))
        action = rng.choice([action for action in actions if action[0] == kind])
    game.apply(by, action)
    return by, action
