"""A judge for the market: expectimax over two of its own actions, by the full rules.

After each of its actions the others answer with what brings them most at once, chance fills the
market, nobody bids, and all act once more, each for what it has at once. It knows nothing but the
points as they would be if the game ended now. Chance and hidden bids are sampled until its time is
up; the actions that look best so far are sampled most (UCB1). How strong it is: docs/players.md.
"""

import math
import time

from games.base import CHANCE, OVER, lead
from games.market.common import BID

EXPLORE = 4.0  # points
WIN = 12.0  # points
ROOTS = 20  # of its own actions: those that are tried
REPLIES = 16  # actions among which others choose
BIDS = 3  # the largest bid, and what others may bid
SHAPE = 0.05  # of a point, for a triangle of the largest territory, if all else is equal


def largest(game):
    """Return the triangles of each seat's largest territory."""
    most = [0] * game.seats
    cells, parts = game.grid.cells, game.parts
    for home, size in zip(game.home[:parts], game.size[:parts], strict=True):
        if size > most[home // cells]:  # a part that was renamed keeps a smaller size
            most[home // cells] = size
    return most


def leads(game):
    """Return by seat its lead in points if the game ended now."""
    points = [float(one) for one in game.scores()]
    if game.current() == OVER:
        for seat in game.result()[0]:
            points[seat] += WIN
    else:
        sizes = largest(game)
        holders = [seat for seat in range(game.seats) if sizes[seat] == max(sizes) > 0]
        for seat in range(game.seats):
            points[seat] += SHAPE * sizes[seat]
            points[seat] += game.largest_bonus() / len(holders) if seat in holders else 0
    return [lead(points, seat) for seat in range(game.seats)]


def sorted_actions(game, seat, actions, rng):
    """Return actions, those first after which a seat leads by most at once, ties by lot."""
    before, found = game.snapshot(), []
    rng.shuffle(actions)
    for action in actions:
        game.play(seat, action)
        found.append((leads(game)[seat], action))
        game.restore(before)
    found.sort(key=lambda one: one[0], reverse=True)
    return [action for _, action in found]


def reply(game, seat, rng):
    """Let a seat take the action after which it leads by most at once, of some."""
    actions = game.legal(seat)
    rng.shuffle(actions)
    game.play(seat, sorted_actions(game, seat, actions[:REPLIES], rng)[0])


def to_its_next_action(game, seat, rng):
    """Play until the seat has acted once more, or the game is over."""
    acted = False
    while game.current() != OVER and not acted:
        by = game.current()[0]
        if by == CHANCE:
            game.play(by, game.sample(rng))
        elif game.legal(by)[0][0] == BID:
            game.play(by, (BID, 0))
        else:
            acted = by == seat
            reply(game, by, rng)


def guess_bids(game, seat, rng):
    """Let the others, who bid at the same time, bid a little or nothing."""
    for other in game.current():
        if other != seat and game.legal(other)[0][0] == BID:
            game.play(other, (BID, min(game.money[other], rng.below(BIDS + 1))))


def choose(game, seat, seconds, rng):
    """Return the action that did best within so many seconds of processor time."""
    end = time.process_time() + seconds
    actions = game.legal(seat)
    if actions[0][0] == BID:
        actions = actions[:BIDS + 1]
    else:
        actions = sorted_actions(game, seat, actions, rng)[:ROOTS]
    tries, sums = [0] * len(actions), [0.0] * len(actions)
    before = game.snapshot()
    count = 0
    while len(actions) > 1 and (count < len(actions) or time.process_time() < end):
        i = count
        if count >= len(actions):
            wide = EXPLORE * math.sqrt(math.log(count))
            i = max(range(len(actions)),
                    key=lambda i: sums[i] / tries[i] + wide / math.sqrt(tries[i]))
        game.determinize(seat, rng)
        if actions[i][0] == BID:
            guess_bids(game, seat, rng)
        game.play(seat, actions[i])
        to_its_next_action(game, seat, rng)
        tries[i] += 1
        sums[i] += leads(game)[seat]
        game.restore(before)
        count += 1
    return actions[max(range(len(actions)), key=lambda i: sums[i] / max(1, tries[i]))]
