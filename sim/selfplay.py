"""Games between players, without a table."""

from games.base import CHANCE, OVER, Game
from games.rng import stream

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Iterator
    from typing import Any


def play_out(
    game: Game, players: "list[Any]", seed: int, apply: "Callable[..., Any] | None" = None
) -> Game:
    """Play `game` to its end; `players` makes one player per seat (see games/bots.py).

    `apply(by, action)`, if given, applies each action instead. Chance and each player have their
    own random streams, all derived from `seed`, so a player that searches longer does not change
    the dice. Seats that act at the same time act in random order.
    """
    for _ in playing(game, players, seed, apply):
        pass
    return game


def playing(
    game: Game, players: "list[Any]", seed: int, apply: "Callable[..., Any] | None" = None
) -> "Iterator[None]":
    """Play as `play_out` does; yield while a player thinks, and after each action."""
    chance = stream(seed, CHANCE)
    apply = apply or game.apply
    streams = [stream(seed, seat) for seat in range(game.seats)]
    while game.current() != OVER:
        by = chance.choice(game.current())
        if by == CHANCE:
            apply(by, game.sample(chance))
        else:
            for action in players[by](game, by, streams[by]):
                if action is not None:
                    apply(by, action)
                    break
                yield None
        yield None
