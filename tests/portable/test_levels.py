"""The five levels: each sees more than the one below, and none decides by what it cannot know."""

from games import make
from games.base import OVER
from games.bots import decide
from games.rng import Rng, stream
from sim.levels import NAMES, SEEN, looks
from sim.search import player
from sim.values import values_of
from tests.portable.twins import sealed_bids


def wins(stronger, weaker, games):
    """Return how many games of Mars one level wins against another."""
    won = 0
    for number in range(games):
        game = make("mars")
        seat = number % 2
        streams = [stream(number, one) for one in range(2)]
        while game.current() != OVER:
            by = game.turn
            level = stronger if by == seat else weaker
            game.apply(by, decide(player(level), game, by, streams[by]))
        won += game.result()[0] == [seat]
    return won


def test_each_level_that_acts_at_once_beats_the_one_below():
    for number in range(1, len(SEEN) + 1):
        assert wins(NAMES[number], NAMES[number - 1], 6) >= 4, NAMES[number]


def test_all_levels_have_a_player():
    game = make("mars")
    for name in NAMES[:-1]:
        assert decide(player(name), game, 0, Rng(1)) in game.legal(0)
    assert player(NAMES[-1])


def test_a_level_decides_the_same_whatever_it_cannot_know():
    game, twin = sealed_bids()
    for name in NAMES[:-1]:
        assert decide(player(name), game, 0, Rng(7)) == decide(player(name), twin, 0, Rng(7))


def test_an_action_is_worth_the_same_whatever_the_seat_cannot_know():
    worths = [list(looks(game, 0, list(game.candidates(0)), Rng(7), values_of(game)))
              for game in sealed_bids()]
    assert worths[0] == worths[1]
