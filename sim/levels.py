"""Five levels of one player, from a child's to the best.

The best one searches. The others act at once: the fourth takes what looks best of everything, by
the game's plan or what positions are worth; those below see only a few of the actions, drawn anew
at each decision, and take the best of these.
"""

from sim.values import values_of

if False:  # only mypy reads this: the names of types
    from collections.abc import Iterator
    from typing import Any

    from games.base import Game
    from games.rng import Rng
    from games.types import Action
    from sim.values import Values

NAMES = ("level1", "level2", "level3", "level4", "level5")
BEST = "search:2s"  # the player of the last one
SEEN = (2, 4, 12)  # actions that the first levels see


def by_level(number: int) -> "Any":
    """Return the player of a level from 1 to 4 (see games/bots.py)."""

    def play(game: "Game", seat: int, rng: "Rng") -> "Iterator[Action | None]":
        actions = list(game.candidates(seat))
        if number > len(SEEN):
            planned = game.strong_action(seat, rng)
            if planned is not None:
                yield planned
                return
        else:
            rng.shuffle(actions)
            del actions[SEEN[number - 1] :]
        best = None
        for action, worth in looks(game, seat, actions, rng, values_of(game)):
            if best is None or worth > best[0]:
                best = (worth, action)
            yield None
        assert best
        yield best[1]

    return play


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
