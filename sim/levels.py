"""Five levels of one player, from a child's to the best.

The best one searches. The others act at once: the fourth takes what looks best of everything, by
the game's plan or what positions are worth; those below do so with noise, the more of it the lower
they are, so that they rather err where it matters less.
"""

import math

from games import part
from sim.values import values_of

if False:  # only mypy reads this: the names of types
    from collections.abc import Iterator

    from games.base import Game
    from games.rng import Rng
    from games.types import Action, Player
    from sim.values import Values

NAMES = ("level1", "level2", "level3", "level4", "level5")
BEST = "search:2s"  # the player of the last one
PART = "levels.txt"  # of a game's package
_NOISES = (100, 50, 27)  # of a game without it
_DRAWS = 1 << 20


def by_level(number: int) -> "Player":
    """Return the player of a level from 1 to 4 (see games/bots.py)."""

    def play(game: "Game", seat: int, rng: "Rng") -> "Iterator[Action | None]":
        noise = (noises_of(game.NAME) + (0,))[number - 1]
        planned = game.strong_action(seat, rng)
        if planned is not None and not noise:
            yield planned
            return
        seen = []
        for look in looks(game, seat, list(game.candidates(seat)), rng, values_of(game)):
            seen.append(look)
            yield None
        yield _choose(seen, planned, noise, rng)

    return play


def noises_of(name: str) -> "tuple[int, ...]":
    """Return the noise of the first three levels in a game, in hundredths of what a typical action
    loses: its package says with which the steps are about equal. Raises ValueError."""
    try:
        with part(name, PART) as file:
            words = file.read().decode().split()
    except OSError:
        return _NOISES
    noises = tuple([int(word) for word in words if word.isdigit()])
    if not len(words) == len(noises) == 3 or not noises[0] > noises[1] > noises[2] > 0:
        raise ValueError(" ".join(words))
    return noises


def _choose(
    seen: "list[tuple[Action, int]]", planned: "Action | None", noise: int, rng: "Rng"
) -> "Action":
    """Return the planned action or, without a plan, the one worth most, but with noise (Gumbel's)
    as a part of the difference between the best worth and the mean one."""
    best = max([worth for _, worth in seen])
    scale = noise * (best - sum([worth for _, worth in seen]) / len(seen)) / 100
    values = []
    for i, (action, worth) in enumerate(seen):
        luck = -math.log(-math.log((rng.below(_DRAWS) + 1) / (_DRAWS + 2)))
        values.append((scale * luck + (best + 1 if action == planned else worth), -i))
    return seen[-max(values)[1]][0]


def looks(
    game: "Game", seat: int, actions: "list[Action]", rng: "Rng", values: "Values | None"
) -> "Iterator[tuple[Action, int]]":
    """Yield (action, worth) for actions of a seat, with one guess of the things that it does
    not know, by learnt values, or else as the game estimates."""
    before = game.snapshot()
    game.determinize(seat, rng)
    guess = game.snapshot()
    game.restore(before)
    for action in actions:
        game.restore(guess)
        game.play(seat, action)
        worth = values.of(game, seat) if values else game.estimate(seat)
        game.restore(before)
        yield action, worth
