"""Searching players of the window: in a process, and never late."""

import os

import pytest

from games import make, players
from games.base import CHANCE
from games.rng import Rng
from sim.window.process import Process
from sim.window.thinking import Thinker
from tests.portable.window_table import Table


@pytest.fixture
def thinker():
    made = Thinker(Process)
    yield made
    made.close()


def waits(player, game, seat):
    """Return (action, how often it was asked before that)."""
    for steps, action in enumerate(player(game, seat, Rng(1))):
        if action is not None:
            return action, steps
        os.sched_yield()  # lets the process have the core
    raise AssertionError("no action")


@pytest.mark.parametrize("name", ["mars", "land", "market", "leylines", "landover"])
def test_it_searches_every_game_and_leaves_it_as_it_was(name, thinker):
    game = make(name)
    rng = Rng(3)
    while game.current()[0] == CHANCE:
        game.apply(CHANCE, game.sample(rng))
    seat = game.current()[0]
    before = game.snapshot()
    action, steps = waits(thinker.player("search:4", 60), game, seat)
    assert game.snapshot() == before and game.reason(seat, action) is None
    assert steps, "the table went on in between"
    assert thinker.helper.is_alive(), "it is there for the next turn"


def test_the_same_seed_finds_the_same_action_as_a_search_at_the_table(thinker):
    game = make("mars")
    there = waits(thinker.player("search:30", 60), game, 0)[0]
    assert there == waits(thinker.player("search:30", 60), game, 0)[0]


def test_the_greedy_player_decides_for_a_search_that_takes_too_long(thinker):
    game = make("mars")
    endless = thinker.player("search:1000000", 0.0)
    assert game.reason(0, waits(endless, game, 0)[0]) is None
    assert thinker.helper is None, "nothing goes on thinking"
    assert game.reason(0, waits(thinker.player("search:4", 60), game, 0)[0]) is None


class Dead:
    """A worker of a browser that has died: nothing raises."""

    def send(self, request):
        pass

    def receive(self):
        return None

    def is_alive(self):
        return False

    def close(self):
        pass


def test_nobody_waits_for_a_helper_that_has_died():
    thinker = Thinker(Dead)
    assert next(thinker.review("a request"), "ended") == "ended"
    game = make("mars")
    action, steps = waits(thinker.player("search:1000000", 60), game, 0)
    assert game.reason(0, action) is None
    assert steps - waits(players.player("greedy"), game, 0)[1] <= 1, "greedy decided at once"


def test_a_search_whose_game_was_taken_back_does_not_answer_for_the_next(thinker):
    mars, land = make("mars"), make("land")
    left = thinker.player("search:4", 60)(mars, 0, Rng(1))
    next(left)
    left.close()
    rng = Rng(1)
    while land.current()[0] == CHANCE:
        land.apply(CHANCE, land.sample(rng))
    seat = land.current()[0]
    assert land.reason(seat, waits(thinker.player("search:4", 60), land, seat)[0]) is None


@pytest.mark.parametrize("steps", [0, 3])
def test_a_killed_process_costs_one_search(steps, thinker):
    game = make("mars")
    player = thinker.player("search:1000000", 60)
    thought = player(game, 0, Rng(1))
    for _ in range(steps):
        next(thought)
    thinker.helper.process.kill()
    thinker.helper.process.join()
    if steps:
        assert game.reason(0, [action for action in thought if action][0]) is None
    assert game.reason(0, waits(thinker.player("search:4", 60), game, 0)[0]) is None


def test_an_unknown_player(thinker):
    for name in ("search:0", "search:soon", "chess"):
        with pytest.raises(ValueError):
            thinker.player(name)
    assert thinker.helper is None


def test_a_strong_opponent_plays_at_the_table(tmp_path):
    table = Table(tmp_path, players=["human", "search:5"])
    try:
        table.put("large 0", "c3")
        table.until(lambda: len(table.live.app.session.game.log) == 2, seconds=3600)
    finally:
        table.live.thinker.close()
