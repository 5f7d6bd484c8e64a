"""Random games of Ley of the Land against a plain model of its rules."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from games import make
from games.base import ALMOST, CHANCE, COMPLETE, OVER
from games.rng import Rng
from games.tiles import KINDS, word
from tests.host.tile_models import SET, LandModel, kind, name

OPTIONS = st.fixed_dictionaries({
    "supply": st.sampled_from(["split", "bag"]),
    "ownership": st.sampled_from(["colour", "completer"]),
    "edge": st.sampled_from(["open", "closed"]),
})
SEEDS = st.integers(0, 2**27)
EAGER = st.integers(0, 100)  # how often, in a hundred, a legal placement is preferred


def choose(game, rng, eager):
    by = game.current()[0]
    if by == CHANCE:
        return by, game.sample(rng)
    actions = game.legal(by)
    placing = [action for action in actions if len(action) == 3]
    return by, rng.choice(placing if placing and rng.below(100) < eager else actions)


@settings(max_examples=100)
@given(OPTIONS, SEEDS, EAGER)
def test_events_and_scores_are_those_of_the_model(options, seed, eager):
    game, model, rng = make("land", 2, options), LandModel(options), Rng(seed)
    while game.current() != OVER:
        assert not model.is_over()
        by, action = choose(game, rng, eager)
        words = game.text(action)
        assert game.apply(by, action) == model.take(by, words), words
        assert game.scores() == model.scores
    assert model.is_over() and game.result() == model.result()


@settings(max_examples=100)
@given(OPTIONS, SEEDS, st.integers(0, 250))
def test_positions_are_those_of_the_model(options, seed, length):
    game, model, rng = make("land", 2, options), LandModel(options), Rng(seed)
    while game.current() != OVER and len(game.log) < length:
        by, action = choose(game, rng, 90)
        game.apply(by, action)
        model.take(by, game.text(action))
    check_regions(game, model.board)
    check_lights(game, model)
    check_tiles(game, model)
    for by in game.current():
        assert {tuple(game.text(action)) for action in game.legal(by)} == model.legal()


def check_regions(game, board, first=0):
    """Compare what the engine keeps of each region with regions found anew."""
    side = board.side
    numbers = set()
    for region in board.regions():
        triangles = [4 * (first + row * side + column) + "NESW".index(where)
                     for (column, row), where in region.triangles]
        found = {game.region[game.part_of[triangle]] for triangle in triangles}
        assert len(found) == 1 and not found & numbers
        number = found.pop()
        numbers.add(number)
        assert game.size[number] == len(triangles)
        assert game.open[number] == region.gaps
        assert game.diamonds[number] == region.diamonds
        assert game.has_ring(number) == region.ring
        assert "gy"[game.colour_of(number)] == region.colour
        assert game.smallest(number) == min(triangles)
        assert game.cells_of(number) == sorted({triangle // 4 for triangle in triangles})
        assert (number in [entry[1] for entry in game.done]) == board.is_complete(region)


def check_lights(game, model):
    board = model.board
    shown = [(game.spot_name(spot), meaning) for spot, meaning, _ in game.overlay()]
    lit = sorted(cell for region in board.complete() for cell in region.cells)
    assert sorted(cell for cell, meaning in shown if meaning == COMPLETE) == lit
    left = model.hands[0] + model.hands[1] + model.bag + Counter([model.drawn])
    kinds = [] if model.is_over() else [kind for kind in SET if left[kind]]
    cells = {name((column, row)): (column, row) for column in range(9) for row in range(9)}
    assert {cell for cell, meaning in shown if meaning == ALMOST} == {
        cell for word, cell in board.places(kinds) if board.would_close(cells[cell], word)
    }


def check_tiles(game, model):
    """No tile is lost: board, hands, bag and the drawn tile make up the box."""
    lying = Counter(kind(word(tile)) for tile in game.cells if tile)
    held = Counter()
    for counts in game.view(-1)["supply"]:
        held.update(dict(zip(KINDS[1:], counts, strict=True)))
    assert lying + held == Counter(SET)
    assert game.laid == lying.total() == len(model.board.tiles)
