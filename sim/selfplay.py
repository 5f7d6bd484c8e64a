"""Games among players on the desk, without a table."""

from collections.abc import Callable

from games.base import CHANCE, OVER, Game
from games.bots import decide
from games.rng import Rng

_STREAMS = 16  # of random numbers for a game: chance, and one a seat


def play_out(game: Game, players: list, seed: int, apply: Callable | None = None) -> Game:
    """Play `game` to its end; `players` makes one player a seat (see games/bots.py).

    Who wants to see each action takes it by `apply(by, action)`, instead of the game's own.
    Chance and each player draw from streams of their own, all from `seed`, so a player that thinks
    more does not change the dice. Seats that act at the same time act in a random order.
    """
    chance = Rng(seed * _STREAMS)
    apply = apply or game.apply
    streams = [Rng(seed * _STREAMS + 1 + seat) for seat in range(game.seats)]
    while game.current() != OVER:
        by = chance.choice(game.current())
        if by == CHANCE:
            apply(by, game.sample(chance))
        else:
            apply(by, decide(players[by], game, by, streams[by]))
    return game
