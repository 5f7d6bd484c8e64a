"""The yardsticks: flat Monte Carlo takes what wins and knows no more than its seat; the ladder
gives judges the time that the player took, and counts."""

from argparse import Namespace

import pytest

from games import make
from games.base import OVER
from games.rng import Rng
from tests import ladder
from tests.judges import flat


def last_action(seed):
    """Return a game of Mars with one action left, after random ones."""
    game = make("mars")
    rng = Rng(seed)
    while sum(game.left) > 1:
        game.apply(game.turn, rng.choice(game.legal(game.turn)))
    return game


def wins(game, action):
    before = game.snapshot()
    by = game.turn
    game.play(by, action)
    won = game.result()[0] == [by]
    game.restore(before)
    return won


def test_flat_monte_carlo_takes_the_action_that_wins():
    tried = 0
    for seed in range(60):
        game = last_action(seed)
        outcomes = {wins(game, action) for action in game.legal(game.turn)}
        if outcomes == {True, False}:
            before = game.digest()
            assert wins(game, flat.choose(game, game.turn, 0, Rng(1)))
            assert game.digest() == before
            tried += 1
    assert tried > 3


def test_a_win_counts_one_and_a_lead_less():
    game = last_action(1)
    assert 0 < flat.value(game, 0) < 1
    game.apply(game.turn, game.legal(game.turn)[0])
    assert game.current() == OVER and flat.value(game, game.result()[0][0]) in (1, 0.5)


def test_a_judge_has_its_share_of_the_time_that_the_player_took(monkeypatch):
    given = []

    def choose(game, seat, seconds, rng):
        given.append(seconds)
        return rng.choice(game.legal(seat))

    monkeypatch.setattr(flat, "choose", choose)
    clock = ladder.Clock()
    game = make("land")
    play = ladder.opponent("judge:0.5", game, clock)
    next(iter(play(game, 0, Rng(1))))
    clock.spent, clock.decisions = 6.0, 2
    next(iter(play(game, 0, Rng(1))))
    assert given == [ladder.FIRST_S / 2, 1.5]


@pytest.mark.parametrize(("name", "seats"), [("mars", None), ("leylines", 3)])
def test_the_ladder_tells_what_was_won_with_its_interval(name, seats, capsys):
    words = Namespace(game=name, player="level2", games=2, seed=9, seats=seats, options="{}",
                      open=[])
    ladder.match(words, "random")
    line = capsys.readouterr().out
    assert line.startswith("%s level2 against random: won " % name)
    assert " of 2, " in line and line.rstrip().endswith("s a decision")


def test_elo_points_are_of_one_against_all_others():
    assert ladder.elo(0.5, 2) == round(ladder.elo(1 / 3, 3)) == 0
    assert round(ladder.elo(10 / 11, 2)) == 400 and round(ladder.elo(1, 2)) == 1200


def test_steps_are_a_row_of_the_table(capsys):
    words = Namespace(game="mars", steps="random,level1,level4", games=4, seed=9, seats=None,
                      options="{}", open=[])
    ladder.steps(words)
    row = capsys.readouterr().out.strip("|\n ").split(" | ")
    assert row[0] == "mars" and len(row) == 3
    assert row[2].startswith("1200 (") and row[2].endswith(", 4 of 4")


def test_the_ladder_forces_an_opening_that_takes_no_time():
    game = make("mars")
    _, mine, theirs = ladder.play_game(game, 4, "level1", "level1", 0, ["cap c2"])
    assert game.text(game.log[0][1:]) == ["cap", "c2"]
    assert (mine.decisions, theirs.decisions) == (17, 17)


def test_the_same_seed_is_the_same_game():
    games = [make("mars") for _ in range(2)]
    shares = [ladder.play_game(game, 4, "level3", "level1", 0)[0] for game in games]
    assert shares[0] == shares[1] and games[0].digest() == games[1].digest()
