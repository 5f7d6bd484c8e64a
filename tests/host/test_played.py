"""Games as people play them, with hands and knob, on the simulator's own clock."""

import pytest

from games.base import CHANCE, OVER
from games.bots import decide, greedy
from games.rng import Rng
from sim.chip import judge
from sim.chip.desk import Desk
from sim.chip.table import Host, Played


def play(name, profile, most):
    """Play greedy players' actions; return (Played, how each was done)."""
    pico = Desk(profile)
    Host(pico).hello()
    pico.run(1500)
    played = Played(pico, name, options=judge.OPTIONS.get(name))
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


@pytest.mark.parametrize("name, profile", judge.WHOLE)
def test_nothing_needs_the_host(name, profile):
    played, ways = play(name, profile, 14)
    assert len(ways) == 14 and played.by_host == 0
