"""Learnt values: what games tell of a position, and the file of whole numbers, on both
interpreters."""

from games import make, names
from games.base import CHANCE, OVER
from games.rng import Rng
from sim.lookahead import Lookahead
from sim.values import UNIT, Values, from_bytes, lead_of, to_bytes, values_of


def positions(name, step):
    """Yield a game of random actions, every so many actions, and at its end."""
    game = make(name)
    rng = Rng(3)
    while game.current() != OVER:
        if len(game.log) % step == 0:
            yield game
        by = game.current()[0]
        game.apply(by, game.sample(rng) if by == CHANCE else rng.choice(game.legal(by)))
    yield game


def test_features_are_numbers_below_their_count():
    for name in names():
        if make(name).FEATURES:
            for game in positions(name, 7):
                before = game.digest()
                for seat in range(game.seats):
                    for feature in game.features(seat):
                        assert 0 <= feature < game.FEATURES
                assert game.digest() == before


def test_land_has_features_for_the_options_that_were_learnt():
    for option, value in (("supply", "bag"), ("ownership", "completer")):
        assert make("land", None, {option: value}).features(0) == []
    assert make("land", None, {"edge": "closed"}).features(0)


def test_a_game_with_features_has_learnt_values():
    for name in names():
        game = make(name)
        values = values_of(game)
        assert (values is not None) == (game.FEATURES > 0)
        if values:
            assert len(values.weights) == game.FEATURES and values.surprise > 0


def test_an_outlook_is_what_playing_each_action_shows():
    for name in names():
        game = make(name)
        rng = Rng(4)
        values = Values([rng.below(2001) - 1000 for _ in range(game.FEATURES)], 1)
        for game in positions(name, 5) if values.weights else ():
            if game.current() == OVER or game.current()[0] == CHANCE:
                continue
            seat = game.current()[0]
            leads = game.outlook(seat, values.weights, UNIT)
            actions = game.candidates(seat)
            before = game.snapshot()
            for at in range(0, len(actions) if leads is not None else 0, 3):
                game.play(seat, actions[at])
                assert values.of(game, seat) == leads[at]
                game.restore(before)


def test_the_file_holds_whole_numbers():
    values = Values([0, 1, -1, 32767, -32768], 99)
    kept = from_bytes(to_bytes(values))
    assert kept.weights == values.weights and kept.surprise == 99
    assert to_bytes(values)[:4] == b"\x63\x00\x00\x00"


def test_the_lead_of_a_seat_is_over_the_best_other_or_over_nobody():
    game = make("leylines", 3)
    for scores, leads in (([5, 2, 4], [1, -3, -1]), ([5], [5])):
        game.scores = lambda scores=scores: scores
        assert [lead_of(game, seat) for seat in range(len(scores))] == [UNIT * n for n in leads]


def test_a_value_is_the_lead_and_what_is_to_come():
    game = make("mars")
    for cell, size in ((0, 1), (7, 3)):
        game.apply(game.turn, (size, cell))
    game.points[1] = 5
    values = Values([1] * game.FEATURES, 1)
    assert values.of(game, 0) == len(game.features(0)) - 5 * UNIT
    assert values.of(game, 1) == len(game.features(1)) + 5 * UNIT


def test_mars_knows_lines_by_the_empty_cells_and_the_pips_of_both():
    game = make("mars")
    for size, cell in ((1, 0), (4, 14), (2, 35), (4, 21)):  # a1, c3, f6, d4
        game.apply(game.turn, (size, cell))
    to_act = game.features(0)
    line = 384 + 64 * 0 + 8 * 1 + 0  # seat 0 acts; b2 is empty, a1 has one pip of its own
    assert to_act.count(line) == 1
    other = game.features(1)
    assert other.count(64 * 0 + 8 * 0 + 1) == 1  # the same line, for the seat that waits


def test_both_seats_see_the_same_in_each_other_s_place():
    for game in positions("mars", 5):
        if game.current() == OVER:
            continue
        seat = game.turn
        mirror = make("mars")
        mirror.restore(game.snapshot())
        mirror.cells[:] = bytearray([
            0 if not piece else 7 if piece == 7 else (piece + 2) % 6 + 1 for piece in game.cells
        ])
        mirror.left[1:7] = game.left[4:7] + game.left[1:4]
        mirror.turn = 1 - seat
        assert sorted(mirror.features(1 - seat)) == sorted(game.features(seat))


def test_the_end_is_decided_on_both_interpreters():
    game = make("mars")
    rng = Rng(6)
    while sum(game.left) > 3:
        game.apply(game.turn, rng.choice(game.legal(game.turn)))
    before = game.digest()
    tree = Lookahead(game, values_of(game))
    rounds = 0
    while not tree.is_decided():
        tree.round()
        rounds += 1
    assert tree.best() in game.legal(game.turn) and game.digest() == before
    assert 0 < rounds < 500
