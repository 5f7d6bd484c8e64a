"""Prints how many steps of random play a second environments take on one core: `python -m
tests.bench_env [GAME]`, mars by default. `make fast` compiles the rules beforehand. Libraries of
`make env` that are missing are left out.
"""

import os
import sys
import time
from functools import lru_cache

os.environ.pop("LEYBOARD_PLAIN", None)  # tests use Python's rules; here the compiled ones count
from sim.paths import IS_COMPILED  # isort: skip  it puts the firmware on the path
from games import make
from games.base import CHANCE
from games.rng import Rng
from host_tools.terminal import echo
from sim.env.position import Position

SECONDS = 3.0


def adapter(name, rng):
    """Play a game by the adapter alone; return its steps."""
    position = Position(make(name))
    steps = 0
    while (seat := position.seat()) is not None:
        if seat == CHANCE:
            position.draw(rng)
        else:
            position.apply(rng.choice(position.legal()))
            steps += 1
    return steps


@lru_cache
def made(name):
    """Return an environment of PettingZoo: a training run has one for all its games."""
    from sim.env import zoo

    return zoo.env(name)


def pettingzoo(name, rng):
    """Play a game of PettingZoo, with its observations; return its steps."""
    env = made(name)
    env.reset(seed=rng.below(1 << 20))
    steps = 0
    for _ in env.agent_iter():
        observation, _, termination, _, _ = env.last()
        legal = observation["action_mask"].nonzero()[0]
        env.step(None if termination else rng.choice(legal))
        steps += not termination
    return steps


def openspiel(name, rng):
    """Play a game of OpenSpiel; return its steps."""
    import pyspiel

    from sim.env import spiel

    state = pyspiel.load_game(spiel.PREFIX + name).new_initial_state()
    steps = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.choice(state.chance_outcomes())[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            steps += 1
    return steps


def main(words):
    name = words[0] if words else "mars"
    echo("%s, rules %s" % (name, "compiled" if IS_COMPILED else "by Python"))
    for play in (adapter, pettingzoo, openspiel):
        rng = Rng(1)
        try:
            play(name, rng)
        except ModuleNotFoundError as error:
            echo("%-12s left out: %s is missing" % (play.__name__, error.name))
            continue
        start, steps = time.process_time(), 0
        while time.process_time() - start < SECONDS:
            steps += play(name, rng)
        echo("%-12s %6d steps a second" % (play.__name__, steps / (time.process_time() - start)))


if __name__ == "__main__":
    main(sys.argv[1:])
