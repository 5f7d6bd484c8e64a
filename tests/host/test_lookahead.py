"""Looking ahead with learnt values: exact at the end, by the rules, the same each time."""


import pytest

from games import make
from games.base import OVER
from games.bots import decide
from games.rng import Rng
from sim.lookahead import Lookahead, can_look_ahead
from sim.search import player
from sim.values import UNIT, Values, values_of
from tests.judges import mars as judge


def near_the_end(seed, left):
    """Return a game of Mars with so many actions left, after random ones."""
    game = make("mars")
    rng = Rng(seed)
    while sum(game.left) > left:
        game.apply(game.turn, rng.choice(game.legal(game.turn)))
    return game


def exact(game):
    """Return the final lead of the seat to act, if both play as well as can be."""
    position = judge.Position(list(game.cells), list(game.left),
                              game.points[0] - game.points[1], game.turn)
    return judge.solve(position, -999, 999, 1e9, {})[0]


@pytest.mark.parametrize("seed", range(8))
def test_what_is_sure_is_what_playing_on_to_the_end_brings(seed):
    game = near_the_end(seed, 4)
    lead = exact(game)
    tree = Lookahead(game, values_of(game))
    while not tree.is_decided():
        tree.round()
    value = tree.root.least()
    assert (value > 0.75, value < 0.25) == (lead > 0, lead < 0)


@pytest.mark.parametrize("seed", range(8))
def test_of_sure_wins_it_takes_the_highest_and_of_losses_the_least(seed):
    """By any number of points a win is a win; but people look at the points as well."""
    game = near_the_end(seed, 3)
    lead, seat = exact(game), game.turn
    game.apply(seat, decide(player("search:400"), game, seat, Rng(1)))
    if game.current() == OVER:
        after = game.points[seat] - game.points[1 - seat]
    else:
        after = exact(game) if game.turn == seat else -exact(game)
    assert after == lead


def test_a_sure_win_is_played_though_the_values_know_nothing():
    empty = Values([0] * make("mars").FEATURES, 64)
    won = 0
    for seed in range(12):
        game = near_the_end(seed, 4)
        if exact(game) <= 0:
            continue
        tree = Lookahead(game, empty)
        while not tree.is_decided():
            tree.round()
        seat = game.turn
        game.apply(seat, tree.best())
        after = 0 if game.current() == OVER else exact(game)
        lead = game.points[seat] - game.points[1 - seat]
        assert (lead if game.current() == OVER else after if game.turn == seat else -after) > 0
        won += 1
    assert won > 2


def test_it_decides_the_same_with_the_same_seed_and_leaves_the_game_alone():
    game = near_the_end(1, 20)
    before = game.digest()
    actions = {decide(player("search:20"), game, game.turn, Rng(5)) for _ in range(2)}
    assert len(actions) == 1 and actions <= set(game.legal(game.turn))
    assert game.digest() == before


def test_between_actions_that_are_about_as_good_the_lot_decides():
    """Two such players do not play the same game again and again; a quarter turn is as good."""
    game = make("mars")
    assert len({decide(player("search:20"), game, 0, Rng(seed)) for seed in range(8)}) > 1


def test_mars_tells_its_outlook_without_playing():
    game = near_the_end(3, 30)
    values = values_of(game)
    leads = game.outlook(game.turn, values.weights, UNIT)
    assert len(leads) == len(game.legal(game.turn))


def test_it_looks_ahead_only_where_nothing_is_hidden():
    assert can_look_ahead(make("mars"))
    assert not any(can_look_ahead(make(name)) for name in ("landover", "leylines", "market"))


def test_the_judge_of_mars_has_the_same_rules():
    for seed in range(20):
        game = make("mars")
        rng = Rng(seed)
        position = judge.Position(list(game.cells), list(game.left), 0, 0)
        while game.current() != OVER:
            size, cell = rng.choice(game.legal(game.turn))
            piece = judge.CAP if size == 4 else 3 * game.turn + size
            position.place(piece, cell)
            game.apply(game.turn, (size, cell))
            assert position.lead == game.points[0] - game.points[1]
            assert position.turn == (-1 if game.current() == OVER else game.turn)


def test_the_judge_of_mars_finds_the_best_end():
    game = near_the_end(2, 5)
    action = judge.choose(game, game.turn, 5, Rng(1))
    lead, seat = exact(game), game.turn
    game.apply(seat, action)
    assert (exact(game) if game.turn == seat else -exact(game)) == lead


def test_it_looks_at_one_of_all_first_placements_that_mirror_each_other():
    game = make("mars")
    moves = Lookahead(game, values_of(game)).root.moves
    seen = []
    for move in moves:
        word, name = game.text(move.action)
        column, row = "abcdef".index(name[0]), int(name[1:]) - 1
        ways = ((x, y) for x in (column, 5 - column) for y in (row, 5 - row))
        seen.append((word, min(way for x, y in ways for way in ((x, y), (y, x)))))
    assert len(seen) == len(set(seen)) == 24  # 6 cells that differ, with one of 4 pieces
