"""A spectator, and a player with a hand, try to compute the chance of a game from what is told.

Seven rolls of Landover, or the own seven dominoes of Ley Lines, once left one seed of 2**24.
"""

import json

import numpy as np
import pytest

from games.base import CHANCE
from games.rng import Rng, stream
from table.wiring import hex37, isles12
from tests.portable.fake_table import FakeTable

_A, _B, _MASK = 16266, 15855, 0x3FFF  # of games/rng.py
_ROLLS = 7
_BLOCK = 1 << 18
_all_or_some = pytest.mark.parametrize("bits", [20, pytest.param(24, marks=pytest.mark.deep)])


@pytest.fixture(autouse=True)
def _journals(monkeypatch, tmp_path):
    """A fake table keeps its journal where the tests run."""
    monkeypatch.chdir(tmp_path)


def seeds_of(bits):
    """Yield all seeds of so many bits, in blocks."""
    for at in range(0, 1 << bits, _BLOCK):
        yield np.arange(at, at + _BLOCK, dtype=np.int64)


def _mixed(left, right):
    for n in range(4):
        product = (right ^ n) * _A + _B
        left, right = right, left ^ (product ^ product >> 9 ^ product >> 17) & _MASK
    return left, right


class Guesses:
    """The streams of many seeds of 24 bits at once, for chance after `n` actions."""

    def __init__(self, seeds, n):
        left = np.full(seeds.shape, 0x1B5E, np.int64)
        right = np.full(seeds.shape, 0x2D31, np.int64)
        for digits in ([(seeds + 1) & _MASK, (seeds + 1) >> 14], [np.int64(n + 1)], [np.int64(0)]):
            for digit in digits:
                left, right = _mixed(left, right ^ digit)
            left, right = _mixed(left ^ 1, right)
        more = _mixed(left ^ 2, right)
        seed = (left << 14 | right) << 28 | more[0] << 14 | more[1]
        self.x, self.c = seed % 16301 + 1, seed // 16301 % 15000
        self.y, self.d = seed // 265722601 % 16273 + 1, (seed + 7) % 15000
        for _ in range(12):
            self.next()

    def next(self):
        t, u = _A * self.x + self.c, _B * self.y + self.d
        self.x, self.c, self.y, self.d = t & _MASK, t >> 14, u & _MASK, u >> 14
        return self.x << 14 | self.y

    def below(self, n):
        return self.next() % n  # values near 2**28, which are drawn again, are rare


def told(fake):
    """Return what the link has told of the actions so far, as (actions before it, by, words)."""
    events = [json.loads(line) for line in fake.sent if line.startswith("{")]
    return [(e["n"] - 1, e["by"], e["do"]) for e in events if e.get("event") == "action"]


def seeds_of_rolls(rolls, seeds):
    """Return those of the seeds that give the rolls, as (actions before it, white, red)."""
    for n, white, red in rolls:
        dice = Guesses(seeds, n)
        one, two = dice.below(6), dice.below(6)
        seeds = seeds[(one == white - 1) & (two == red - 1)]
    return seeds.tolist()


def seeds_of_hand(first, order, mine, seeds):
    """Return those of the seeds that deal these dominoes to seat 0 of four."""
    left = np.tile(np.arange(28, dtype=np.int8), (len(seeds), 1))
    for n in range(28 if len(seeds) else 0):
        at = Guesses(seeds, first + n).below(28 - n)
        rows = np.arange(len(seeds))
        if n % 4 == 0:
            fits = left[rows, at] == order.index(mine[n // 4])
            seeds, left, at = seeds[fits], left[fits], at[fits]
        columns = np.arange(27 - n)
        left = np.where(columns[None, :] >= at[:, None], left[:, 1:], left[:, :-1])
    return seeds.tolist()


def played(name, seats, profile, seed, until):
    """Return a table on which chance has acted, and people at random, until `until(fake)`."""
    fake = FakeTable(profile=profile)
    chance = {"secret": True} if seed is None else {"seed": seed}
    assert fake.app.host.handle({"do": "new", "game": name, "seats": seats} | chance)["ok"]
    session = fake.app.session
    rng = Rng(5)
    while not until(fake):
        if not session.think():
            by = session.seats_by_hand()[0]
            actions = session.game.legal(by)
            session.act(by, actions[-1] if len(actions) < 3 else rng.choice(actions))
        fake.app.host.send_events()
    return fake


def rolls_told(fake):
    return [(n, *do[1:]) for n, by, do in told(fake) if by == CHANCE and do[0] == "dice"]


def hand_told(fake):
    """Return (actions before the deal, all dominoes, those of seat 0 in the order of the deal)."""
    dealt = [n for n, by, do in told(fake) if do[0] == "deal"]
    log = list(fake.app.session.game.log)[dealt[0] :]
    mine = [fake.app.session.game.text(entry[1:])[2] for entry in log if entry[2] == 0]
    order = ["%d%d" % (low, high) for low in range(7) for high in range(low, 7)]
    return dealt[0], order, mine


def has_rolled(fake):
    return len(rolls_told(fake)) >= _ROLLS


def is_dealt(fake):
    return fake.app.session.game.draws == 28


def test_the_searches_find_a_seed():
    """They work: on a table with a seed that a script gave it, each finds it."""
    near = np.arange(9_000_000, 9_000_000 + (1 << 16), dtype=np.int64)
    seed = 9_012_345
    fake = played("landover", 2, hex37, seed, has_rolled)
    assert seeds_of_rolls(rolls_told(fake), near) == [seed]
    n, white, red = rolls_told(fake)[0]
    dice = stream(seed, n, CHANCE)
    assert (1 + dice.below(6), 1 + dice.below(6)) == (white, red)
    fake = played("leylines", 4, isles12, seed, is_dealt)
    assert seeds_of_hand(*hand_told(fake), near) == [seed]


@_all_or_some
def test_rolls_leave_no_seed(bits):
    fake = played("landover", 2, hex37, None, has_rolled)
    rolls = rolls_told(fake)
    found = [seed for seeds in seeds_of(bits) for seed in seeds_of_rolls(rolls, seeds)]
    assert len(found) <= 1, "by luck one of 2**24 may fit seven rolls, at most"


@_all_or_some
def test_a_hand_leaves_no_seed(bits):
    fake = played("leylines", 4, isles12, None, is_dealt)
    hand = hand_told(fake)
    assert not [seed for seeds in seeds_of(bits) for seed in seeds_of_hand(*hand, seeds)]
