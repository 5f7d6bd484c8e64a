"""Prints digests of random games, to compare compiled rules with plain ones.

    python -m tests.fast_digests GAMES [OPTION_SEED ...]

With a seed, the options are drawn, too. A line holds a game, its options, the number of actions
of the games and a checksum over all positions, events and hints of a greedy player.
"""

import host_tools  # isort: skip  # noqa: F401  puts the firmware on the path

import json
import sys
import zlib

from games import game_class, make, names
from games.base import CHANCE, OVER
from games.bots import decide, greedy
from games.record import lines
from games.rng import Rng
from games.texts import Texts, languages
from sim.paths import IS_COMPILED
from sim.search import player
from sim.selfplay import play_out
from tests.portable.test_texts import catalogue, catalogues

MOST = 1500  # actions of a random game
EVERY = 23  # actions between two looks at all that players ask


def drawn(name, seed):
    """Return (seats, options) of a game, drawn from a seed; those of a start without one."""
    if seed is None:
        return None, {}
    rng = Rng(seed)
    kind = game_class(name)
    while True:
        seats = kind.SEATS[0] + rng.below(kind.SEATS[1] - kind.SEATS[0] + 1)
        options = {option: rng.choice(list(values)) for option, values in kind.OPTIONS
                   if not rng.below(3)}
        try:
            make(name, seats, options)
        except ValueError:
            continue  # they contradict each other
        return seats, options


def sums(name, seats, options, seed):
    """Return (actions, checksum) of a random game."""
    game = make(name, seats, options)
    rng = Rng(seed)
    crc = 0
    while game.current() != OVER and len(game.log) < MOST:
        by = rng.choice(game.current())
        events = game.apply(by, game.sample(rng) if by == CHANCE else rng.choice(game.legal(by)))
        said = [events, game.digest(), game.scores()]
        if not len(game.log) % EVERY:
            said += [list(game.overlay()), game.view(0), str(game.prompt())]
            said += [decide(greedy, game, seat, rng) for seat in game.current() if seat >= 0]
        crc = zlib.crc32(json.dumps(said).encode(), crc)
    crc = zlib.crc32("".join(lines(game, seed)).encode(), crc)
    return len(game.log), crc


def digests(count, seeds):
    """Yield the lines for so many games of each."""
    for seed in seeds or [None]:
        for name in names():
            seats, options = drawn(name, seed)
            actions, crc = 0, 0
            for number in range(count):
                more, one = sums(name, seats, options, number)
                actions += more
                crc = zlib.crc32(b"%d" % one, crc)
            yield "%s %s %s %d %d" % (name, seats, json.dumps(options), actions, crc)
    for name in names():
        game = make(name)
        play_out(game, [player("search:2")] + [player("greedy")] * (game.seats - 1), 1)
        yield "%s search %d" % (name, game.digest())


def sentences():
    """Return a checksum of all sentences of the table and its games, without their words: a report
    on playtests says refusals so."""
    crc = 0
    for language in languages():
        texts = Texts(language)
        for name in catalogues():
            for key, _ in catalogue(language, name):
                crc = zlib.crc32(texts.render(key, name).encode(), crc)
    return crc


def main():
    print("compiled" if IS_COMPILED else "plain")
    for line in digests(int(sys.argv[1]), [int(seed) for seed in sys.argv[2:]]):
        print(line)
    print("sentences", sentences())


if __name__ == "__main__":
    main()
