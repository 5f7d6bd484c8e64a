"""Reads and times the worst nets found for the longest route (tests/data/dense_nets.txt).

Each has 15 roads and 15 boats of seat 0. They were grown edge by edge as in play, on all three
maps with villages of both seats, and mutated while that cost the search more steps. Five are the
worst for measuring anew, five for one added edge, two for a search that tries all ways. A
line holds the length; roads; boats; own villages; those of seat 1.
"""

import time

from games.hexnames import any_corner, any_edge
from games.landover.map import routes
from tests.portable.landover_table import table

_TIMES = 5
_RUNS = 8  # enough to span several ticks of a clock in ms


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
    """Return the us that run(*args) takes: the least of several runs, to leave out other
    programs."""
    times = []
    for _ in range(_TIMES):
        start = time.ticks_us()
        for _ in range(_RUNS):
            run(*args)
        times.append(time.ticks_diff(time.ticks_us(), start) // _RUNS)
    return min(times)


def main(args):
    """Print the us of the worst net: with one edge added, measured anew, and its edges found."""
    more = anew = edges = 0
    for game, length in nets():
        game.lengths[0] = length
        more = max(more, least(routes.length, game, 0, length - 1))
        anew = max(anew, least(routes.length, game, 0))
        edges = max(edges, least(routes.trail, game, 0))
    print(more, anew, edges)
