"""The worst nets found for the longest route, each of 15 roads and 15 boats of seat 0: read from
tests/data/dense_nets.txt, and timed.

They were grown piece by piece as in play, on all three maps and with villages of both seats, and
changed at random as long as that took the search more steps: five each for nets that are measured
anew and that one piece has made longer, and two of those that were worst for a search that tries
ways. A line holds the length; roads; boats; own villages; those of seat 1.
"""

import time

from games.hexnames import any_corner, any_edge
from games.landover import routes
from tests.portable.landover_table import table

_TIMES = 5
_RUNS = 8  # together some ticks of a millisecond


def nets():
    """Yield (game, length of seat 0's longest route) of each net."""
    with open(__file__.replace("\\", "/").rsplit("/", 2)[0] + "/data/dense_nets.txt") as file:
        lines = file.read().split("\n")
    for line in lines:
        if line:
            length, roads, boats, own, others = line.split(";")
            game = table()
            for names, piece in ((roads, 1), (boats, 5)):
                for name in names.split():
                    game.edges[any_edge(name)] = piece
            for names, piece in ((own, 1), (others, 2)):
                for name in names.split():
                    game.corners[any_corner(name)] = piece
            yield game, int(length)


def least(run, *args):
    """Return the us that run(*args) takes, without what other programs took meanwhile."""
    times = []
    for _ in range(_TIMES):
        start = time.ticks_us()
        for _ in range(_RUNS):
            run(*args)
        times.append(time.ticks_diff(time.ticks_us(), start) // _RUNS)
    return min(times)


def main(args):
    """Print the us that the worst takes: one piece longer, measured anew, and its edges found."""
    more = anew = edges = 0
    for game, length in nets():
        game.lengths[0] = length
        more = max(more, least(routes.length, game, 0, length - 1))
        anew = max(anew, least(routes.length, game, 0))
        edges = max(edges, least(routes.trail, game, 0))
    print(more, anew, edges)
