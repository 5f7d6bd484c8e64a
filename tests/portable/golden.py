"""Perft counts and playthroughs kept as files and compared on both interpreters.

`tests/data/perft/NAME.json` counts the action sequences from some positions of a game.
`tests/data/golden/NAME.txt` is one random game, readable. A test module of such a game defines
`playthrough()`, which returns or yields lines. After an intended change of the rules, rewrite
both:

    PYTHONPATH=.:firmware:sim/shim python -m tests.portable.golden land market
"""

import json

from games import make
from games.base import CHANCE, OVER
from games.rng import Rng
from tests.portable import effort

_FEW = 1000  # the most sequences that MicroPython counts
_LONGEST = 2000  # actions of a playthrough
_DATA = __file__.replace("\\", "/").rsplit("portable/", 1)[0] + "data/"
if _DATA.startswith("tests/"):  # MicroPython; tests change the working folder
    _DATA = "/" + _DATA


def advance(game, rng, actions):
    """Take `actions` random actions, or fewer if the game ends."""
    for _ in range(actions):
        seats = game.current()
        if seats == OVER:
            break
        by = rng.choice(seats)
        game.apply(by, game.sample(rng) if by == CHANCE else rng.choice(game.legal(by)))
    return game


def perft(game, depth):
    """Return the number of sequences of exactly `depth` actions."""
    if depth == 0:
        return 1
    total = 0
    before = game.snapshot()
    for by in game.current():
        actions = game.legal(by)
        if depth == 1:
            total += len(actions)
            continue
        for action in actions:
            game.play(by, action)
            total += perft(game, depth - 1)
            game.restore(before)
    return total


def perft_table(name):
    """Return the stored entries: seats, options, the seed and number of random actions that lead
    to the position, and the counts for depths from 1."""
    with open(_DATA + "perft/%s.json" % name) as file:
        entries = json.load(file)
    for entry in entries:
        if not effort.ALL:
            entry["counts"] = [count for count in entry["counts"] if count <= _FEW]
    return entries


def perft_counts(name, entry):
    """Return the counts of an entry as computed by the engine."""
    game = make(name, entry["seats"], entry["options"])
    advance(game, Rng(entry["seed"]), entry["after"])
    return [perft(game, depth) for depth in range(1, len(entry["counts"]) + 1)]


def text(name):
    """Return the stored playthrough of a game as a list of lines."""
    with open(_DATA + "golden/%s.txt" % name) as file:
        return [line.rstrip("\n") for line in file]


def told(game, rng, sketch, every):
    """Play `game` at random and return it as lines. `sketch(game)` draws the board after each
    `every` actions and at the end."""
    options = ["%s: %s" % (name, game.options[name]) for name, _ in game.OPTIONS]
    shown = ["%s, %d seats, %s" % (game.TITLE, game.seats, ", ".join(options))]
    while game.current() != OVER:
        assert len(game.log) < _LONGEST
        if len(game.log) % every == 0:
            shown += sketch(game)
        advance(game, rng, 1)
        entry = game.log[-1]
        who = "chance" if entry[0] == CHANCE else "seat %d" % entry[0]
        words = " ".join([str(word) for word in game.text(entry[1:])])
        shown.append("%4d  %s: %s" % (len(game.log), who, words))
        for event in game.events:
            shown.append("        -> %s" % json.dumps(event))
    winners, reason = game.result()
    shown += sketch(game)
    shown.append("%s: %s, won by %s" % (reason, game.scores(), winners))
    return shown


def main(names):
    for name in names:
        module = __import__("tests.portable.test_" + name, None, None, ("x",))
        with open(_DATA + "golden/%s.txt" % name, "w") as file:
            for line in module.playthrough():
                file.write(line + "\n")
        lines = []
        for entry in perft_table(name):
            entry["counts"] = perft_counts(name, entry)
            values = ['"%s": %s' % (key, json.dumps(entry[key])) for key in _KEYS]
            lines.append("{%s}" % ", ".join(values))
        with open(_DATA + "perft/%s.json" % name, "w") as file:
            file.write("[\n%s\n]\n" % ",\n".join(lines))


_KEYS = ("seats", "options", "seed", "after", "counts")

if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
