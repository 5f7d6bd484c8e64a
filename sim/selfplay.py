"""Games between players, without a table."""

from games.base import CHANCE, OVER, Game
from games.bots import decide
from games.rng import stream

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable
    from typing import Any


def play_out(
    game: Game, players: "list[Any]", seed: int, apply: "Callable[..., Any] | None" = None
) -> Game:
    """Play `game` to its end; `players` makes one player per seat (see games/bots.py).

    `apply(by, action)`, if given, applies each action instead. Chance and each player have their
    own random streams, all derived from `seed`, so a player that searches longer does not change
    the dice. Seats that act at the same time act in random order.
    """
    chance = stream(seed, CHANCE)
    apply = apply or game.apply
    streams = [stream(seed, seat) for seat in range(game.seats)]
    while game.current() != OVER:
        by = chance.choice(game.current())
        if by == CHANCE:
            apply(by, game.sample(chance))
        else:
            apply(by, decide(players[by], game, by, streams[by]))
    return game
