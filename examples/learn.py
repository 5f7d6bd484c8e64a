"""Learns to play Ley Lines of Mars a little, in ten seconds, by REINFORCE: all that it learns is
how much it likes each action. It is written from docs/environments.md."""

import numpy as np

from sim.env import zoo

GAMES, RATE = 400, 6.0
env = zoo.env("mars")
env.reset()
likes = np.zeros(env.action_space("seat_0").n)
lots = np.random.default_rng(1)


def chances(likes, mask):
    """Return how likely each legal action is to be taken."""
    weights = np.exp(likes) * mask
    return weights / weights.sum()


def play(seed, learners):
    """Play a game, others by lot; return {agent: utility} and [(agent, chances, action), ...]."""
    env.reset(seed=seed)
    taken, won = [], {}
    for agent in env.agent_iter():
        observation, won[agent], termination, truncation, _ = env.last()
        action = None
        if not termination and not truncation:
            odds = chances(likes if agent in learners else 0 * likes, observation["action_mask"])
            action = lots.choice(len(odds), p=odds)
            taken.append((agent, odds, action))
        env.step(action)
    return won, taken


for seed in range(GAMES):
    won, taken = play(seed, env.possible_agents)
    for agent, odds, action in taken:
        step = RATE * won[agent] / len(taken)
        likes -= step * odds
        likes[action] += step

won = [play(GAMES + n, ["seat_%d" % (n % 2)])[0]["seat_%d" % (n % 2)] for n in range(200)]
print("won %d of 200 games against random play" % (sum(1 + one for one in won) / 2))
