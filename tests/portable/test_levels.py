"""The five levels: each errs less than the one below, and none decides by what it cannot know."""

from games import make, names
from games.base import OVER
from games.bots import decide
from games.rng import Rng, stream
from sim.levels import NAMES, looks, noises_of
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
    for number in range(1, len(NAMES) - 1):
        assert wins(NAMES[number], NAMES[number - 1], 10) >= 6, NAMES[number]


def test_a_level_errs_rather_where_it_matters_less():
    """The first level takes an action that is worse than the mean, but more seldom than by lot."""
    game = make("mars")
    rng = Rng(5)
    worths = dict(looks(game, 0, list(game.candidates(0)), rng, values_of(game)))
    mean = sum(worths.values()) / len(worths)
    bad = sum([worth < mean for worth in worths.values()]) / len(worths)
    taken = sum([worths[decide(player(NAMES[0]), game, 0, rng)] < mean for _ in range(40)])
    assert 0 < taken < 20 * bad


def test_the_fourth_level_follows_a_plan_and_others_stray_from_it():
    game = make("mars")
    planned = game.legal(0)[-1]
    game.strong_action = lambda seat, rng: planned
    taken = [decide(player(NAMES[level]), game, 0, Rng(seed))
             for level in (3, 0) for seed in range(8)]
    assert taken[:8] == [planned] * 8 != taken[8:]


def test_a_game_says_how_much_its_levels_err():
    assert len(names()) == len(set([noises_of(name) for name in names()]))


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
