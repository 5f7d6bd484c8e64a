"""The player whose choices are the hints: how strong it is, and what it does if time is short."""

from games import make, names
from games.base import CHANCE, OVER
from games.bots import decide, greedy
from games.careful import careful
from games.rng import Rng
from tests.portable import effort, golden


def somewhere(name):
    """Return a game after some random actions, where a seat has a choice."""
    game = make(name)
    rng = Rng(4)
    golden.advance(game, rng, 30)
    while game.current()[0] == CHANCE or len(game.legal(game.current()[0])) < 2:
        golden.advance(game, rng, 1)
    return game


def test_late_it_takes_what_it_has_and_leaves_the_game_alone():
    for name in names():
        game = somewhere(name)
        seat = game.current()[0]
        before = game.digest()
        left = [4]  # times that it may ask before it is late

        def is_late(left=left):
            left[0] -= 1
            return left[0] < 0

        found = [action for action in careful(game, seat, Rng(2), is_late) if action is not None]
        assert len(found) == 1 and found[0] in game.legal(seat)
        assert game.digest() == before


def test_without_time_it_takes_the_strong_plan():
    game = make("landover")
    while game.current()[0] == CHANCE:  # it lays out the numbers; a first village is next
        golden.advance(game, Rng(4), 1)
    seat = game.current()[0]
    plan = game.strong_action(seat, Rng(2))
    assert plan != game.heuristic_action(seat, Rng(2))
    assert list(careful(game, seat, Rng(2), lambda: True))[-1] == plan


@effort.deep
def test_it_beats_the_greedy_player_at_the_small_market():
    won = 0
    for seed in range(6):
        game = make("market", 2, {"board": 3})
        rng = Rng(seed)
        while game.current() != OVER:
            by = rng.choice(game.current())
            if by == CHANCE:
                game.apply(by, game.sample(rng))
            else:
                player = careful if by == seed % 2 else greedy
                game.apply(by, decide(player, game, by, rng))
        won += game.result()[0] == [seed % 2]
    assert won >= 5
