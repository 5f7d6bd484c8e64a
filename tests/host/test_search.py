"""The player that thinks ahead: by the rules, for every game, and stronger than none."""

import pytest

from games import make, names
from games.base import CHANCE, OVER, Game
from games.bots import decide
from games.leylines.game import LeyLines
from games.rng import Rng
from sim import search
from sim.intervals import wilson
from sim.rollouts import Rollouts
from sim.search import player
from sim.selfplay import play_out
from sim.values import UNIT, Values
from sim.workers import WorkerError, WorkerPool
from tests.portable.twins import sealed_bids


def somewhere(name, actions):
    """Return a game after some random actions, or the last before its end, where a seat has a
    choice."""
    game = make(name)
    rng = Rng(4)
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


@pytest.mark.parametrize("name", names())
def test_it_pauses_after_each_guess_and_in_a_long_one(name):
    """MicroPython in a browser's tab collects its garbage only then."""
    game = somewhere(name, 20)
    before = game.digest()
    playing = Rollouts(game, game.current()[0], Rng(0), 5)
    pauses = 0
    for _ in playing.values(game.legal(playing.seat)[0], [0, 1]):
        assert game.digest() == before
        pauses += 1
    assert pauses > 2 if name == "landover" else pauses == 2


class Counted(Rollouts):
    """Play-outs that count their decisions."""

    decisions = 0

    def _play(self, seat, action):
        self.decisions += seat != CHANCE
        super()._play(seat, action)


def test_play_outs_are_short_where_a_game_makes_forecasts(monkeypatch):
    counts = []
    for forecast in (LeyLines.forecast, Game.forecast):
        monkeypatch.setattr(LeyLines, "forecast", forecast)
        game = somewhere("leylines", 44)
        playing = Counted(game, game.current()[0], Rng(0), 5)
        list(playing.values(game.legal(playing.seat)[0], [0]))
        counts.append(playing.decisions)
    assert counts == [4, 12]


def test_the_set_up_of_a_game_of_dice_gets_more_rounds(monkeypatch):
    """In that of Landover, each seat places a building and a route twice."""
    rounds = []

    class Counted(search.Search):
        def has_no_lead(self):
            return False

        def best(self):
            rounds.append(self.rounds)
            return super().best()

    monkeypatch.setattr(search, "Search", Counted)
    for name, expected in (("landover", 8 * [30] + [5, 5]), ("market", 10 * [5])):
        game = make(name)
        chance = Rng(3)
        del rounds[:]
        while len(rounds) < 10:
            by = chance.choice(game.current())
            if by == CHANCE:
                game.apply(by, game.sample(chance))
            else:
                game.apply(by, decide(player("search:5"), game, by, Rng(1)))
        assert rounds == expected, name


def test_it_beats_random_at_mars():
    won = 0
    for seed in range(6):
        players = [player("search:12"), player("random")]
        game = play_out(make("mars"), players[:: -1 if seed % 2 else 1], seed)
        won += game.result()[0] == [seed % 2]
    assert wilson(won, 6)[0] > 0.5


class Learnt(Values):
    """Values of a game without features: a bid is worth the more, the higher it is."""

    def of(self, game, seat):
        return game.bids[seat] * UNIT


def test_a_game_with_secrets_is_guessed_and_valued_by_what_was_learnt(monkeypatch):
    monkeypatch.setattr(search, "values_of", lambda game: Learnt([], 1))
    game, twin = sealed_bids()
    before = game.digest()
    actions = [decide(player("search:20"), one, 0, Rng(2)) for one in (game, twin)]
    assert actions[0] == actions[1] and game.digest() == before
    assert actions[0][1] > 5, "by the game's own estimates it bids next to nothing"


def test_a_pool_of_any_size_finds_the_same():
    """Trees grow from guess to guess, so it matters which guesses share one."""
    game = somewhere("mars", 27)
    seat = game.current()[0]
    action = game.legal(seat)[0]
    before = game.digest()
    found = []
    for workers in (1, 3):
        with WorkerPool(workers) as pool:
            pool.begin(game, seat, 5)
            found.append([pool.values(action, range(n, n + 8)) for n in range(0, 48, 8)])
            found.append(decide(player("search:16", pool), game, seat, Rng(9)))
    assert found[:2] == found[2:] and found[1] in game.legal(seat)
    assert game.digest() == before


def test_a_pool_that_loses_a_process_says_so():
    game = somewhere("mars", 31)
    with WorkerPool(2) as pool:
        pool.members[1][0].kill()
        with pytest.raises(WorkerError, match="a search process has died"):
            decide(player("search:40", pool), game, game.current()[0], Rng(9))


def test_it_can_be_bound_by_time():
    game = somewhere("mars", 10)
    seat = game.current()[0]
    assert decide(player("search:0.05s"), game, seat, Rng(1)) in game.legal(seat)


def test_invalid_names_of_players():
    for name in ("search:", "search:x", "search:0", "search:-1s", "searcher", "search:nans",
                 "search:1000001", "search:3601s", "search:infs"):
        if name == "search:":
            player(name)
            continue
        with pytest.raises(ValueError):
            player(name)
