"""The player that thinks ahead: by the rules, for every game, and stronger than none."""

import pytest

from games import make, names
from games.base import CHANCE, OVER
from games.bots import decide
from games.rng import Rng
from sim.search import player
from sim.tournament import tournament, wilson


def somewhere(name, actions, seed=4):
    """Return a game after some random actions, or the last before its end, where a seat has a
    choice."""
    game = make(name)
    rng = Rng(seed)
    while game.current() != OVER and (len(game.log) < actions or game.current()[0] == CHANCE):
        by = rng.choice(game.current())
        game.apply(by, game.sample(rng) if by == CHANCE else rng.choice(game.legal(by)))
    while game.current() == OVER or game.current()[0] == CHANCE:
        game.undo()
    return game


@pytest.mark.parametrize("name", names())
def test_it_decides_by_the_rules_and_leaves_the_game_alone(name):
    game = somewhere(name, 20)
    seat = game.current()[0]
    before = game.digest()
    for _ in range(2):
        action = decide(player("search:12"), game, seat, Rng(9))
        assert action in game.legal(seat) and game.digest() == before
        assert action == decide(player("search:12"), game, seat, Rng(9))


def test_it_beats_random_at_mars():
    [*_, (wins, games)] = tournament("mars", 2, {}, "search:12", "random", 6, 1)
    assert wilson(wins, games)[0] > 0.5


def test_it_can_be_bound_by_time():
    game = somewhere("mars", 10)
    seat = game.current()[0]
    assert decide(player("search:0.05s"), game, seat, Rng(1)) in game.legal(seat)


def test_names_that_are_none():
    for name in ("search:", "search:x", "search:0", "search:-1s", "searcher"):
        if name == "search:":
            player(name)
            continue
        with pytest.raises(ValueError):
            player(name)
