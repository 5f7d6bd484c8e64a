"""Random games of the market against a plain model of its rules."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from games import make
from games.base import CHANCE, OVER
from games.rng import Rng
from games.tiles import KINDS, word
from tests.host.test_land_properties import check_regions
from tests.host.tile_models import SET, MarketModel, kind

SEATS = st.integers(2, 4)
SIDES = st.sampled_from([3, 5])
SEEDS = st.integers(0, 2**27)


def choose(game, rng, thrift, choosy):
    """Choose an action; `thrift` and `choosy`, in a hundred, are how often a bid is low and how
    often something else than a purchase is preferred."""
    by = rng.choice(game.current())
    if by == CHANCE:
        return by, game.sample(rng)
    actions = game.legal(by)
    kinds = sorted({action[0] for action in actions})
    if game.text(actions[0])[0] == "bid" and rng.below(100) < thrift:
        actions = actions[:2]
    elif rng.below(100) < choosy:
        kind = rng.choice(kinds)
        actions = [action for action in actions if action[0] == kind]
    return by, rng.choice(actions)


def words_of(game, action):
    return tuple(game.text(action))


@settings(max_examples=60)
@given(SEATS, SIDES, SEEDS, st.integers(0, 100), st.integers(0, 100))
def test_games_are_those_of_the_model(seats, side, seed, thrift, choosy):
    game = make("market", seats, {"board": side})
    model, rng = MarketModel(seats, side), Rng(seed)
    while game.current() != OVER:
        assert game.current() == model.current()
        by, action = choose(game, rng, thrift, choosy)
        words = words_of(game, action)
        assert game.apply(by, action) == model.take(by, words), words
        assert game.scores() == model.scores()
        assert game.view(-1)["hands"] == model.hands()
    assert model.current() == () and game.result() == model.result()


@settings(max_examples=60)
@given(SEATS, SIDES, SEEDS, st.integers(0, 100), st.integers(0, 250))
def test_positions_are_those_of_the_model(seats, side, seed, choosy, length):
    game = make("market", seats, {"board": side})
    model, rng = MarketModel(seats, side), Rng(seed)
    while game.current() != OVER and len(game.log) < length:
        by, action = choose(game, rng, 60, choosy)
        game.apply(by, action)
        model.take(by, words_of(game, action))
    for by in (-1, *range(seats)):
        assert {words_of(game, action) for action in game.legal(by)} == model.legal(by)
    for seat in range(seats):
        check_regions(game, model.boards[seat], seat * side * side)
    check_tiles(game)
    check_cubes(game)


def check_tiles(game):
    """No tile is lost: boards, slots and stock make up the box."""
    lying = Counter(kind(word(tile)) for tile in game.cells if tile)
    lying.update(KINDS[token] for token in game.slots if token)
    lying.update(dict(zip(KINDS[1:], game.stock[1:], strict=True)))
    assert lying == Counter(SET)


def check_cubes(game):
    """Each section holds what its diamonds allow, faerie cubes come from diamonds alone, and
    money is paid out as the events say."""
    earned = Counter()
    for seat, colour, diamonds, cubes, _ in game.view(-1)["sections"]:
        assert 0 <= cubes <= diamonds
        earned[seat, colour] += diamonds
        earned[seat, colour, "lying"] += cubes
    for seat, (money, faerie, wheat) in enumerate(game.view(-1)["hands"]):
        assert money >= 0
        assert faerie + earned[seat, "g", "lying"] == earned[seat, "g"]
        reaped = sum(1 for entry in game.log if entry[0] == seat and entry[1] == 5)
        assert wheat + earned[seat, "y", "lying"] + reaped == earned[seat, "y"]
