"""Lets one player play many games against another, and says how sure the result is.

    python -m sim.tournament                                           # every game
    python -m sim.tournament --game mars --a search:1s --b greedy --games 50

Player a sits at each seat in turn, player b at all the others. A shared victory counts as a part
of one. Of equal players a wins one game in as many as there are seats.
"""

import argparse
import json
import math
import sys

import host_tools  # isort: skip  # noqa: F401  puts the firmware on the path

from games import make, names
from sim.search import player
from sim.selfplay import play_out

_Z = 1.959964  # of the normal distribution: 95 % lie within


def wilson(wins, games):
    """Return (low, high) of the share of games that a player wins, with 95 % confidence.

    Wilson's interval; `wins` may hold parts of games, which makes it a little too wide.
    """
    share = wins / games
    spread = _Z * _Z / games
    middle = (share + spread / 2) / (1 + spread)
    half = _Z / (1 + spread) * math.sqrt(share * (1 - share) / games + spread / games / 4)
    return max(0.0, middle - half), min(1.0, middle + half)


def match(name, seats, options, a, b, seed):
    """Play one game; return which part of the victory is player a's."""
    game = make(name, seats, options)
    seat = seed % game.seats
    players = [player(a if other == seat else b) for other in range(game.seats)]
    play_out(game, players, seed)
    winners = game.result()[0]
    return 1 / len(winners) if seat in winners else 0.0


def tournament(name, seats, options, a, b, games, seed):
    """Yield (wins of a, games) after each game."""
    wins = 0.0
    for played in range(games):
        wins += match(name, seats, options, a, b, seed + played)
        yield wins, played + 1


def line(name, seats, options, a, b, games, seed):
    """Play a tournament, with a count on the error stream, and return its result in words."""
    for score in tournament(name, seats, options, a, b, games, seed):
        print("\r%s: %d of %d " % (name, score[1], games), end="", flush=True, file=sys.stderr)
    print("\r", end="", flush=True, file=sys.stderr)
    wins, games = score
    low, high = wilson(wins, games)
    seats = make(name, seats, options).seats
    return "%s, %d seats: %s won %.1f of %d against %s: %.1f %% (95 %%: %.1f to %.1f); " \
        "equal players: %.1f %%" % (name, seats, a, wins, games, b, 100 * wins / games, 100 * low,
                                    100 * high, 100 / seats)  # fmt: skip


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="sim.tournament", description=__doc__.split("\n")[0])
    parser.add_argument("--game", default="all", choices=[*names(), "all"])
    parser.add_argument("--seats", type=int)
    parser.add_argument("--options", type=json.loads, default={}, help="as in a record's header")
    parser.add_argument("--a", default="search", help="random, greedy, search, search:500 ...")
    parser.add_argument("--b", default="greedy")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    for name in names() if chosen.game == "all" else [chosen.game]:
        print(line(name, chosen.seats, chosen.options, chosen.a, chosen.b, chosen.games,
                   chosen.seed), flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
