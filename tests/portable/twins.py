"""Twins: two games that are equal in all that a seat is told, and differ in what it cannot know.

A twin is played from the same log with hidden parts of it changed: values of cairns and dealt
segments, sealed bids, cards that were drawn or stolen face down.
"""

from games import make
from games.base import CHANCE, IllegalAction
from games.landover.common import A_TAKE, C_DRAW, C_STEAL, D_ALCHEMIST, DECKS
from games.leylines.pieces import ASIDE, CAIRN, DEAL
from games.market.common import BID
from games.rng import Rng

_TRIES = 12


def twin(game, seat, rng):
    """Return a twin of a game for a seat, None if none is found."""
    for _ in range(_TRIES):
        log = _CHANGES[game.NAME]([list(entry) for entry in game.log], game, seat, rng)
        if log is not None:
            other = _played(log, game, seat)
            if other is not None and other.digest() != game.digest():
                return other
    return None


def sealed_bids():
    """Return two games of the market in which seat 0 is to bid; seat 1 has bid 2, and 9."""
    game = make("market")
    while game.current() != (0, 1):
        game.apply(CHANCE, game.sample(Rng(1)))
    game.apply(1, (BID, 2))
    other = make("market")
    other.restore(game.snapshot())
    other.bids[1] = 9
    return game, other


def told(game, seat):
    """Return what a seat is told of the last action and of the position after it."""
    by, action = game.log[-1][0], game.log[-1][1:]
    done = action if by == seat else game.public_record(by, action, game.events)
    return done, game.view(seat), game.prompt()


def _played(log, game, seat):
    """Return the game of a log if it is legal and the seat is told the same all the way."""
    one = make(game.NAME, game.seats, game.options)
    other = make(game.NAME, game.seats, game.options)
    for entry, changed in zip(game.log, log):
        one.apply(entry[0], entry[1:])
        try:
            other.apply(changed[0], tuple(changed[1:]))
        except IllegalAction:
            return None
        if one.current() != other.current() or told(one, seat) != told(other, seat):
            return None
    return other


def _leylines(log, game, seat, rng):
    """Exchange the values of two cairns of another seat, and two segments dealt to others."""
    whose = (seat + 1 + rng.below(game.seats - 1)) % game.seats
    cairns = [e for e in log if e[0] == whose and e[1] in (CAIRN, ASIDE)]
    if len(cairns) < 2:
        return None
    one, two = rng.choice(cairns), rng.choice(cairns)
    one[2], two[2] = two[2], one[2]
    dealt = [e for e in log if e[:2] == [CHANCE, DEAL] and e[2] != seat]
    if dealt:
        one, two = rng.choice(dealt), rng.choice(dealt)
        one[3:], two[3:] = two[3:], one[3:]
    return log


def _market(log, game, seat, rng):
    """Change the bids of others that are still sealed."""
    sealed = [n for n in range(len(log)) if log[n][1] == BID][-game.seats :]
    for n in sealed:
        by = log[n][0]
        if by != seat and game.bids[by] >= 0:
            log[n][2] = rng.below(game.money[by] + 1)
    return log


def _landover(log, game, seat, rng):
    """Change a card that another seat has drawn, or taken from a third one."""
    hidden = [e for e in log if _is_hidden(e, seat)]
    if not hidden:
        return None
    entry = rng.choice(hidden)
    if entry[1] == C_DRAW:
        deck = [k for k in range(3) if DECKS[k] <= entry[3] < DECKS[k + 1]][0]
        entry[3] = DECKS[deck] + rng.below(DECKS[deck + 1] - DECKS[deck])
        return None if entry[3] == D_ALCHEMIST else log  # who holds one is asked before a roll
    entry[-1] = rng.below(8)
    return log


def _is_hidden(entry, seat):
    """Has an action moved a card between others so that `seat` has not seen it?"""
    if entry[:2] == [CHANCE, C_DRAW]:
        return entry[2] != seat and entry[3] != D_ALCHEMIST
    if entry[:2] == [CHANCE, C_STEAL]:
        return seat not in entry[2:4]
    return entry[1] == A_TAKE and entry[0] != seat


_CHANGES = {"leylines": _leylines, "market": _market, "landover": _landover}
