"""Games as environments of PettingZoo, one agent after the other (AEC).

    from sim.env import zoo

    env = zoo.env("mars")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        done = termination or truncation
        action = None if done else env.action_space(agent).sample(observation["action_mask"])
        env.step(action)
"""

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from games import make
from games.base import CHANCE, IllegalAction
from games.rng import stream
from sim.env.position import Position

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.types import Json


def env(game: str, seats: int | None = None, **options: "Any") -> "AECEnv[str, Any, Any]":
    """Return the environment of a game; who takes an illegal action loses, and the game ends.
    Raises ValueError if the game, its seats or options are not possible."""
    return OrderEnforcingWrapper(Environment(game, seats, **options))


class Environment(AECEnv[str, Any, Any]):
    """A game; chance acts by itself, from the seed of `reset`. Agents observe
    {"observation": a tensor, "action_mask": 1 for each legal action}; see sim/env/position.py.
    Rewards are 0 until the end, then add up to 0."""

    def __init__(self, game: str, seats: int | None = None, **options: "Any"):
        super().__init__()
        self._begun = self.position = position = Position(make(game, seats, options))
        self.metadata = {"name": "leyboard_" + game, "render_modes": ["ansi"],
                         "is_parallelizable": False}
        self.render_mode = "ansi"
        self.possible_agents = ["seat_%d" % seat for seat in range(position.game.seats)]
        actions = position.numbers.size
        self._actions: Discrete[Any] = Discrete(actions)
        self._observations = Dict({
            "observation": Box(-np.inf, np.inf, (position.size,), np.float32),
            "action_mask": Box(0, 1, (actions,), np.int8),
        })
        self._count = 0  # games begun without a seed

    def observation_space(self, agent: str) -> Dict:
        return self._observations

    def action_space(self, agent: str) -> "Discrete[Any]":
        return self._actions

    def reset(self, seed: int | None = None, options: "Json | None" = None) -> None:
        """Begin a game; equal seeds give equal draws, and without one each game has others."""
        if seed is None:
            self._count += 1
            seed = self._count
        self.position = self._begun.copy()
        self._chance = stream(seed, CHANCE)
        self.position.draw(self._chance)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: Json = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        seat = self.position.seat()
        self.agent_selection = self.possible_agents[0 if seat is None else seat]

    def step(self, action: int | None) -> None:
        """Take the action with a number for the agent to act, which loses the game if the action
        is illegal; raises ValueError if there is none with that number."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("%s is to act: None is for agents whose game is over" % agent)
        try:
            self.position.apply(int(action))
        except IllegalAction:
            EnvLogger.warn_on_illegal_move()
            self._end([-1.0 if one == agent else 0.0 for one in self.agents])
            return
        self.position.draw(self._chance)
        if self.position.seat() is None:
            self._end(self.position.utilities())
        self._select()

    def _end(self, rewards: list[float]) -> None:
        """End the game with a reward for each agent."""
        self.rewards = dict(zip(self.agents, rewards, strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def observe(self, agent: str) -> "Json":
        seat = self.possible_agents.index(agent)
        mask = np.zeros(self.position.numbers.size, np.int8)
        if self.position.seat() == seat:
            mask[self.position.legal()] = 1
        return {"observation": self.position.tensor(seat), "action_mask": mask}

    def render(self) -> str:
        """Return the board as text: what everybody sees."""
        view = self.position.view(-1)
        return "%s %s %s" % (view["game"], view["scores"], view["board"])

    def record(self) -> "Iterator[str]":
        """Yield the lines of the game's record, for `leyboard replay`."""
        return self.position.record()
