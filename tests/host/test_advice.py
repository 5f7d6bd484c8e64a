"""The hints of a desk: they look ahead as the best computer does, and tell by how much."""

import pytest

from games import make
from games.bots import decide
from games.rng import Rng
from sim.advice import advise
from sim.lookahead import Lookahead
from sim.search import Search, player
from sim.values import UNIT, values_of


def played(name, count):
    game = make(name)
    rng = Rng(3)
    for _ in range(count):
        [by] = game.current()
        game.apply(by, rng.choice(game.legal(by)))
    return game


def advised(game, found, late_after):
    """Return the advice for the seat to act, which is late after so many looks at the clock."""
    looks = iter(range(10**6))
    steps = advise(game, game.current()[0], Rng(1), lambda: next(looks) >= late_after, found)
    return [action for action in steps if action is not None][0]


@pytest.mark.parametrize("name", ["mars", "land"])
def test_a_hint_is_what_the_best_computer_plays_in_that_time(name):
    game = played(name, 12)
    before = game.digest()
    assert advised(game, None, 40) == decide(player("search:40"), game, game.turn, Rng(1))
    assert game.digest() == before


def test_it_tells_by_how_many_tenths_of_a_point_it_is_better():
    game = played("mars", 20)
    found = []
    action = advised(game, found, 200)
    rival, lead, worth, rounds = found
    assert rival != action and rival in game.legal(game.turn)
    assert abs(lead) < 10 * 30 and abs(worth) < 10 * 60 and rounds == 10


def test_the_lead_at_a_decided_end_is_exact():
    game = played("mars", 34)  # two pieces are left, so every line of play is known
    seat = game.turn
    found = []
    action = advised(game, found, 10**6)
    if found:
        game.apply(seat, action)
        while game.current():
            game.apply(game.turn, decide(player("search:50"), game, game.turn, Rng(1)))
        assert found[2] == 10 * (game.points[seat] - game.points[1 - seat])


def test_a_large_lead_is_told_as_large_as_it_is():
    """As a chance to win it is near 1, which a lead of six points comes near to as well."""
    values = values_of(make("land"))
    tree = Lookahead(played("land", 12), values)
    [first, *others] = tree.root.moves
    for move in others:
        move.most = 0.0
    first.leads = 25 * UNIT
    action, lead, worth, rounds = tree.compared()
    assert worth == 10 * 25 and rounds == 10


def test_without_learnt_values_it_plays_out_as_the_best_computer_does():
    game = played("leylines", 42)
    [by] = game.current()
    search = Search(game, by, Rng(1))
    list(search.begin())
    for _ in range(6):
        list(search.round())
    found = []
    assert advised(game, found, 6) == search.best() and found == search.compared()


class Table(Search):
    """A search whose play-outs are given: of the first action that is tried, then of others."""

    def __init__(self, game, results):
        super().__init__(game, 0, Rng(1))
        self.results = results

    def values(self, action, numbers):
        yield None
        return [self.results[action][number] for number in numbers]


def test_it_tells_what_play_outs_came_to_and_by_how_much_they_led():
    game = make("leylines", options={"map": "albion"})
    one, two, three = game.candidates(0)[:3]
    game.candidates = lambda seat: [one, two, three]
    search = Table(game, {one: [8] * 99, two: [24] * 99, three: [0] * 99})
    list(search.begin())
    assert search.compared() == []
    while search.rounds < 40:
        list(search.round())
    rival, lead, worth, rounds = search.compared()
    assert search.best() == two and rounds == 10
    assert (rival, lead, worth) == (one, 10 * 16, 10 * 24)


@pytest.mark.parametrize("name", ["mars", "leylines"])
def test_the_only_action_needs_no_thought(name):
    game = make(name)
    game.candidates = lambda seat: [game.legal(seat)[0]]
    found = []
    assert advised(game, found, 5) == game.legal(0)[0] and not found
