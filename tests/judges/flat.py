"""A judge for any game: flat Monte Carlo with the full rules.

It knows nothing of how to play: each action is followed by random ones, to the end of the game or
for a number of them, in a new guess of what its seat cannot know. Which action is tried next is a
bandit's choice (UCB1: Auer, Cesa-Bianchi, Fischer 2002). It beats random players clearly and
greedy ones in some games: a floor that a strong player must not fall through.
"""

import math
import time

from games.base import CHANCE, OVER, lead

MOST = 150  # random actions after the one that is tried
EXPLORE = 0.7


def value(game, seat):
    """Return 1 for a win, 0 for a loss, else by the lead in points how likely it looks."""
    if game.current() == OVER:
        winners = game.result()[0]
        return 1 / len(winners) if seat in winners else 0.0
    scores = game.scores()
    return 1 / (1 + math.exp(-lead(scores, seat) / 3))


def play_out(game, rng):
    for _ in range(MOST):
        seats = game.current()
        if seats == OVER:
            return
        by = seats[0] if len(seats) == 1 else rng.choice(seats)
        game.play(by, game.sample(rng) if by == CHANCE else rng.choice(game.legal(by)))


def choose(game, seat, seconds, rng):
    """Return the action that did best within so many seconds of processor time."""
    end = time.process_time() + seconds
    actions = game.legal(seat)
    tries, sums = [0] * len(actions), [0.0] * len(actions)
    before = game.snapshot()
    count = 0
    while len(actions) > 1 and (time.process_time() < end or count < len(actions)):
        if count < len(actions):
            i = count
        else:
            wide = EXPLORE * math.sqrt(math.log(count))
            i = max(range(len(actions)),
                    key=lambda i: sums[i] / tries[i] + wide / math.sqrt(tries[i]))
        game.determinize(seat, rng)
        game.play(seat, actions[i])
        play_out(game, rng)
        tries[i] += 1
        sums[i] += value(game, seat)
        game.restore(before)
        count += 1
    return actions[max(range(len(actions)), key=lambda i: (tries[i], sums[i]))]
