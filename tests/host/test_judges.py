"""The judges of the market, Ley Lines and Landover: each takes the one right action of positions
that the rules alone decide, leaves the game as it was, and knows no more than its seat."""

import math

import pytest

from games import make
from games.base import CHANCE, OVER
from games.landover import state
from games.landover.common import (
    A_BANK,
    A_CITY,
    CITY_COST,
    D_RESOURCE,
    ORE,
    P_MAIN,
    WOOD,
    WOOL,
)
from games.leylines.pieces import SEGMENT
from games.rng import Rng
from tests.judges import flat, landover, leylines, market
from tests.portable.twins import sealed_bids, twin


def played(name, seed, actions, seats=None):
    """Return a game after so many random actions of seats."""
    game, rng = make(name, seats), Rng(seed)
    while actions and game.current() != OVER:
        by = rng.choice(game.current())
        game.apply(by, game.sample(rng) if by == CHANCE else rng.choice(game.legal(by)))
        actions -= by != CHANCE
    while game.current() == (CHANCE,):
        game.apply(CHANCE, game.sample(rng))
    return game


def outcomes(game, seat):
    """Return {action: the lead at the end} of a seat whose action ends the game."""
    found, before = {}, game.snapshot()
    for action in game.legal(seat):
        game.play(seat, action)
        while game.current() != OVER:
            game.play(game.current()[0], game.legal(game.current()[0])[-1])
        found[action] = 2 * (seat in game.result()[0]), game.scores()[seat]
        game.restore(before)
    return found


def last_of_the_round(seed):
    """Return a market whose last round ends with the next action, and the seat to act."""
    game, rng = played("market", seed, 40), Rng(seed)
    while game.current() != OVER and game.turn + 1 < game.seats:
        by = game.current()[0]
        game.apply(by, game.sample(rng) if by == CHANCE else rng.choice(game.legal(by)))
    game.stock[:] = bytes(len(game.stock))
    return game, game.current()[0]


def test_the_judge_of_the_market_takes_the_action_that_wins():
    tried = 0
    for seed in range(40):
        game, seat = last_of_the_round(seed)
        if seat < 0:
            continue
        found, before = outcomes(game, seat), game.digest()
        if {won for won, _ in found.values()} == {0, 2}:
            assert found[market.choose(game, seat, 0, Rng(1))][0]
            assert game.digest() == before
            tried += 1
    assert tried > 3


@pytest.mark.parametrize("judge", [market, flat])
def test_a_judge_of_the_market_does_not_know_a_secret_bid(judge):
    game, other = sealed_bids()
    assert judge.choose(game, 0, 0, Rng(3)) == judge.choose(other, 0, 0, Rng(3))


def few_dominoes(seed, most):
    """Return Ley Lines with so many dominoes left, after random ones; None if it ended before."""
    game, rng = make("leylines", 3), Rng(seed)
    while game.phase() != SEGMENT or sum(game.held) > most:
        by = game.current()[0]
        if by == CHANCE:
            game.apply(by, game.sample(rng))
        else:
            actions = game.legal(by)
            game.apply(by, rng.choice(actions[:-1] or actions))
        if game.current() == OVER:
            return None
    return game


def best_in_all_guesses(game, seat):
    """Return the actions that end best whatever the seat cannot know, if others do not."""
    rng, before, best = Rng(7), game.snapshot(), set(game.legal(seat))
    some = False
    for _ in range(8):
        game.determinize(seat, rng)
        found = outcomes(game, seat)
        most = max(found.values())
        best &= {action for action, end in found.items() if end == most}
        some = some or len(set(found.values())) > 1
        game.restore(before)
    return best if some else set()


def test_the_judge_of_ley_lines_takes_the_domino_that_is_best_whatever_is_hidden():
    tried = seed = 0
    while tried < 3:
        game, seed = few_dominoes(seed, 1), seed + 1
        best = best_in_all_guesses(game, game.turn) if game and game.held[game.turn] else ()
        if best:
            before = game.digest()
            assert leylines.choose(game, game.turn, 60, Rng(1)) in best
            assert game.digest() == before
            tried += 1


def worst_case(game, me):
    """Return the value for `me` if the others play against it, by plain minimax."""
    if game.current() == OVER:
        return leylines.value(game, me)
    by, before, found = game.turn, game.snapshot(), []
    for action in game.legal(by):
        game.play(by, action)
        found.append(worst_case(game, me))
        game.restore(before)
    return max(found) if by == me else min(found)


def test_the_judge_of_ley_lines_plays_the_end_exactly():
    tried = seed = 0
    while tried < 3:
        game, seed = few_dominoes(seed, 2), seed + 1
        if game:
            me = game.turn
            search = leylines.Search(game, me, math.inf, Rng(1))
            assert search.best(0, -2000, 2000, True) == worst_case(game, me)
            tried += 1


def at_the_bank():
    """Return a game in which a seat wins by a city, once the bank has given it the third ore."""
    game, rng = make("landover"), Rng(4)
    while game.phase != P_MAIN or game.todo:
        by = game.current()[0]
        game.apply(by, game.sample(rng) if by == CHANCE else rng.choice(game.legal(by)))
    hand = list(CITY_COST)
    hand[ORE] -= 1
    hand[WOOD] = 4
    state.set_hand(game, game.turn, hand)
    game.points[game.turn] = game.options["target"] - 1
    return game


def test_the_judge_of_landover_builds_what_wins_and_trades_for_it_before():
    game = at_the_bank()
    seat, before = game.turn, game.digest()
    action = landover.choose(game, seat, 9, Rng(1))
    assert action == (A_BANK, WOOD, 4) and game.digest() == before
    game.play(seat, action)
    assert landover.choose(game, seat, 9, Rng(1))[0] == A_CITY


def seen(judge, game, seat, monkeypatch):
    """Return what a judge chooses, and the worths of all positions that it looked at for it."""
    value, worths = judge.value, []

    def noted(*words):
        worths.append(value(*words))
        return worths[-1]

    with monkeypatch.context() as patch:
        patch.setattr(judge, "value", noted)
        patch.setattr(leylines, "MOST", 1)
        return judge.choose(game, seat, 60, Rng(2)), worths


def test_the_judge_of_ley_lines_knows_no_more_than_its_seat(monkeypatch):
    tried = seed = 0
    while tried < 3:
        game, seed = played("leylines", seed, 30, 3), seed + 1
        seat = game.current()[0]
        other = twin(game, seat, Rng(seed)) if seat >= 0 else None
        if other is not None:
            one, two = (seen(leylines, each, seat, monkeypatch) for each in (game, other))
            assert one == two and one[1]
            tried += 1


def test_the_judge_of_landover_knows_no_hand_that_a_monopoly_would_take(monkeypatch):
    game = at_the_bank()
    seat = game.turn
    state.add_dev(game, seat, D_RESOURCE, 1)
    game.held[seat] += 1
    found = []
    for hidden in (ORE, WOOL):
        hand = [0] * 8
        hand[hidden] = 2
        state.set_hand(game, 1 - seat, hand)
        game.sure[8 * (1 - seat):8 * (1 - seat) + 8] = [0] * 8
        game.main = None
        found.append(seen(landover, game, seat, monkeypatch))
    assert found[0] == found[1]
