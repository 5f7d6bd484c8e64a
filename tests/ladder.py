"""Plays a player against others at equal processor time, and prints how often it won.

    python -m tests.ladder mars [--player search:300] [--against judge,greedy] [--games 20]
        [--seed 500000] [--seats 2] [--options '{}'] [--open "cap c2"]
    python -m tests.ladder mars,land --steps random,level1,level2,level3,level4 --games 100

The second lets each player of `--steps` play the one before, and prints a row of Elo points for
each game.

Others are a player's name (random, greedy, level1, search:ROUNDS), `judge`, which has as much
processor time for a decision as the player took for its own in that game so far, `judge:0.1`, with
a tenth of that, or `rollouts:300`, which searches by play-outs alone. The player sits at one seat,
at each in turn, the other at all others. `--open` gives games their first action, as in studies.
Intervals are of 95 %. No weight was chosen by the seeds from 500000 on. `--player search:2s`
counts seconds of a clock, not of the processor. The compiled rules and search play with
`LEYBOARD_PLAIN= python -m tests.ladder`, after `make fast`.
"""

import host_tools  # isort: skip  # noqa: F401  puts the firmware on the path

import argparse
import json
import math
import sys
import time

from games import make
from games.base import CHANCE, OVER
from games.bots import decide
from games.rng import stream
from sim.intervals import wilson
from sim.paths import IS_COMPILED
from sim.search import by_rollouts, player
from sim.study.openings import Openings, begin
from tests.judges import flat, landover, leylines, market, mars

JUDGES = {"landover": landover, "leylines": leylines, "market": market, "mars": mars}
FIRST_S = 0.2  # of a judge that has to begin


class Clock:
    """A seat's processor time, in seconds."""

    def __init__(self):
        self.spent = 0.0
        self.decisions = 0

    def mean(self):
        return self.spent / self.decisions if self.decisions else FIRST_S


def opponent(name, game, clock):
    """Return a player by name; a judge thinks as long as `clock` says."""
    kind, _, part = name.partition(":")
    if kind == "rollouts":
        return by_rollouts(int(part))
    if kind != "judge":
        return player(name)
    judge = JUDGES.get(game.NAME, flat)
    share = float(part or 1)

    def play(game, seat, rng):
        yield judge.choose(game, seat, share * clock.mean(), rng)

    return play


def play_game(game, seed, name, against, seat, forced=()):
    """Play a game; return (share of the victory of `name` at `seat`, its clock, the others')."""
    mine, theirs = Clock(), Clock()
    players = [opponent(against, game, mine) for _ in range(game.seats)]
    players[seat] = opponent(name, game, theirs)
    players = begin(Openings(list(forced), []), players)
    chance = stream(seed, CHANCE)
    streams = [stream(seed, one) for one in range(game.seats)]
    is_forced = bool(forced)
    while game.current() != OVER:
        by = chance.choice(game.current())
        if by == CHANCE:
            game.apply(by, game.sample(chance))
            continue
        start = time.process_time()
        action = decide(players[by], game, by, streams[by])
        if is_forced and len(game.legal(by)) > 1:
            is_forced = False  # that was the opening, which took no thought
        else:
            clock = mine if by == seat else theirs
            clock.spent += time.process_time() - start
            clock.decisions += 1
        game.apply(by, action)
    winners = game.result()[0]
    return (1 / len(winners) if seat in winners else 0.0), mine, theirs


def play_games(arguments, name, against):
    """Play all games of one player against another; return (won, its clock, the other's)."""
    won, mine, theirs = 0.0, Clock(), Clock()
    options = json.loads(arguments.options)
    for number in range(arguments.games):
        game = make(arguments.game, arguments.seats, options)
        seed = arguments.seed + number // game.seats
        seat = number % game.seats
        share, one, two = play_game(game, seed, name, against, seat, arguments.open)
        won += share
        print("%g of %d, %g of it in seat %d" % (won, number + 1, share, seat), file=sys.stderr,
              flush=True)
        for total, clock in ((mine, one), (theirs, two)):
            total.spent += clock.spent
            total.decisions += clock.decisions
    return won, mine, theirs


def match(arguments, against):
    """Play all games against one other and print the line."""
    won, mine, theirs = play_games(arguments, arguments.player, against)
    low, high = wilson(won, arguments.games)
    print("%s %s against %s: won %g of %d, %.0f %% (%.0f to %.0f); %.2f and %.2f s a decision" % (
        arguments.game, arguments.player, against, won, arguments.games,
        100 * won / arguments.games, 100 * low, 100 * high, mine.mean(), theirs.mean()),
        flush=True)


def elo(share, seats):
    """Return the points above others of whom one wins that share of games at one of so many
    seats: 400 multiply its odds by ten."""
    share = min(max(share, 0.001), 0.999)
    return 400 * math.log10((seats - 1) * share / (1 - share))


def steps(arguments):
    """Let each player play the one before, and print the row of a table."""
    names = arguments.steps.split(",")
    seats = make(arguments.game, arguments.seats, json.loads(arguments.options)).seats
    row = [arguments.game]
    for worse, better in zip(names, names[1:], strict=False):
        won = play_games(arguments, better, worse)[0]
        shares = (won / arguments.games, *wilson(won, arguments.games))
        row.append("%.0f (%.0f to %.0f), %g of %d" % (
            *(elo(share, seats) for share in shares), round(won, 1), arguments.games))
    print("| %s |" % " | ".join(row), flush=True)


def main():
    parser = argparse.ArgumentParser(description="play a ladder at equal processor time")
    parser.add_argument("names", metavar="game")
    parser.add_argument("--player", default="search:300")
    parser.add_argument("--against", default="judge,greedy")
    parser.add_argument("--steps")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=500000)
    parser.add_argument("--seats", type=int)
    parser.add_argument("--options", default="{}")
    parser.add_argument("--open", action="append", metavar="WORDS", default=[])
    arguments = parser.parse_args()
    print("rules and search are %s" % ("compiled" if IS_COMPILED else "Python's"))
    for name in arguments.names.split(","):
        arguments.game = name
        if arguments.steps:
            steps(arguments)
            continue
        for against in arguments.against.split(","):
            match(arguments, against)


if __name__ == "__main__":
    main()
