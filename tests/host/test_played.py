"""Games as people play them, with hands and knob, on the simulator's own clock."""

import pytest

from games.base import CHANCE, OVER
from games.bots import decide, greedy
from games.rng import Rng
from sim.chip import benchmark
from sim.chip.desk import Desk
from sim.chip.table import Host, Played


def play(name, profile, most):
    """Play greedy players' actions; return (Played, how each was done)."""
    pico = Desk(profile)
    Host(pico).hello()
    pico.run(1500)
    played = Played(pico, name, options=benchmark.OPTIONS.get((name, profile)))
    played.tidy()
    rng = Rng(1)
    ways = []
    while played.game.current() != OVER and len(ways) < most:
        by = played.game.current()[0]
        chance = by == CHANCE
        action = played.game.sample(rng) if chance else decide(greedy, played.game, by, rng)
        ways.append(played.play(by, action))
        played.tidy()
        pico.run(150)
    return played, ways


def test_a_whole_game_by_hand_and_its_record():
    played, ways = play("mars", "grid6", 100)
    assert played.game.current() == OVER and set(ways) == {"hand"}
    played.check_record()


@pytest.mark.parametrize("name, profile", benchmark.WHOLE)
def test_nothing_needs_the_host(name, profile):
    played, ways = play(name, profile, 14)
    assert len(ways) == 14 and played.by_host == 0


def test_a_tile_is_picked_up_before_it_is_carried():
    """Otherwise the time that the table takes to miss the tile would count as the time from a
    piece to its light."""
    played, _ = play("market", "grid9", 10)
    while played.game.current() == (CHANCE,) or not played.game.order:
        by = played.game.current()[0]
        action = played.game.sample(Rng(1)) if by == CHANCE else played.game.legal(by)[0]
        played.play(by, action)
        played.tidy()
    by = played.game.current()[0]
    moves = played.moves(by, played.game.legal(by)[0])
    (cell, tile), (slot, none) = moves
    assert tile and none == 0 and played.at(slot) == tile and not played.at(cell)
    assert played.pick_up(moves) and not played.at(slot) and not played.at(cell)
    assert not played.pick_up(moves) and not played.pick_up([(cell, tile)])
