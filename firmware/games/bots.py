"""Computer players, for the board and the simulator.

A player is a generator: it yields None while it thinks, so that the table stays responsive, and at
the end its action. It uses only the game protocol, and leaves the game unchanged at every yield.
"""

if False:  # only mypy reads this: the names of types
    from collections.abc import Iterator
    from typing import Any

    from games.base import Game
    from games.rng import Rng
    from games.types import Action, Player


def random(game: "Game", seat: int, rng: "Rng") -> "Iterator[Action]":
    """Yield any of the game's candidates, all equally likely."""
    yield rng.choice(game.candidates(seat))


def greedy(game: "Game", seat: int, rng: "Rng") -> "Iterator[Action | None]":
    """Yield the game's `heuristic_action`, or the action after which `game.evaluate` is highest;
    break ties by lot.

    It guesses hidden things once, so its choice does not depend on the truth.
    """
    planned = game.heuristic_action(seat, rng)
    if planned is not None:
        yield planned
        return
    best = None
    ties: "list[Any]" = []
    before = game.snapshot()
    game.determinize(seat, rng)
    guess: "list[Any] | None" = game.snapshot()
    game.restore(before)
    if guess == before:
        guess = None  # no guess is needed: nothing is hidden
    for action in game.candidates(seat):
        if guess:
            game.restore(guess)
        game.play(seat, action)
        value = game.evaluate(seat)
        game.restore(before)
        if best is None or value > best:
            best = value
            ties = []
        if value == best:
            ties.append(action)
        yield None
    yield rng.choice(ties)


def decide(
    make: "Player", game: "Game", seat: int, rng: "Rng"
) -> "Action":
    """Run a player to the end and return its action."""
    for action in make(game, seat, rng):
        if action is not None:
            return action
    raise ValueError("the player gave no action")
