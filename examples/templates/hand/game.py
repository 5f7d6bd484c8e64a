"""Bids: both choose a number from their hand, hidden; the higher one wins the prize.

Secrets must not show: `public_record` leaves it out, `private_view` tells a seat its own,
`determinize` replaces what a seat cannot know by a guess, and `gesture` is empty, since the lights
of a choice would tell who wins. Try this: more prizes, or let the lower number win. Pieces and
tokens: 1 is a marker of seat 0, 2 of seat 1. Actions: (1, n) chooses a number.
"""

from games.base import OVER
from games.grid import Grid, GridGame

PRIZES = 6  # the prize in cell 0 counts a point, the next one two, and so on


class Bids(GridGame):
    """Bids; `hands` tells by seat which numbers are left, `chosen` is the hidden choice of the
    seat that began, 0 for none, `cells` holds the markers of those who won the prizes."""

    NAME = "bids"
    TITLE = "Bids"
    SET = 204
    STATE = ("hands", "chosen", "turn", "round", "cells")

    def reset(self):
        self.grid = Grid(PRIZES, 1)
        self.hands = bytearray([1] * (2 * PRIZES))
        self.chosen = 0
        self.turn = 0
        self.round = 0
        self.cells = bytearray(PRIZES)

    def current(self):
        return OVER if self.round == PRIZES else (self.turn,)

    def prompt(self):
        return self.current(), ("choose a number for prize {0}", self.round + 1)

    def left(self, by):
        """Return the numbers in a hand: everybody knows them, since what was used was shown."""
        return [n for n in range(1, PRIZES + 1) if self.hands[by * PRIZES + n - 1]]

    def legal(self, by):
        if (by,) != self.current():
            return []
        return [(1, number) for number in self.left(by)]

    def reason(self, by, action):
        return None if action in self.legal(by) else "that number is used up"

    def play(self, by, action):
        number = action[1]
        if not self.chosen:
            self.chosen = number
            self.turn = 1 - by
            return []
        first = 1 - by
        bids = {first: self.chosen, by: number}
        for seat in (0, 1):
            self.hands[seat * PRIZES + bids[seat] - 1] = 0
        if bids[0] != bids[1]:
            self.cells[self.round] = (1 if bids[0] > bids[1] else 2)
        self.chosen = 0
        self.round += 1
        self.turn = self.round % 2
        return [["shown", bids[0], bids[1]]]

    def gesture(self, by, action):
        return ()

    def public_record(self, by, action, events):
        return (self.text(action) if events else ["choose", None]), events

    def has_revealed(self, by, action, events):
        return bool(events)

    def private_view(self, seat):
        mine = self.chosen and seat != self.turn
        return {"hand": self.left(seat), "chosen": self.chosen if mine else None}

    def determinize(self, seat, rng):
        if self.chosen and seat == self.turn:
            self.chosen = rng.choice(self.left(1 - seat))

    def scores(self):
        return [sum([n + 1 for n in range(PRIZES) if self.cells[n] == seat + 1])
                for seat in (0, 1)]

    def result(self):
        most = max(self.scores())
        return [seat for seat in (0, 1) if self.scores()[seat] == most], "most points"

    def tokens(self):
        return ((1, "red marker", 0, PRIZES), (2, "blue marker", 1, PRIZES))

    def text(self, action):
        return ["choose", action[1]]

    def parse(self, words):
        for number in range(1, PRIZES + 1):
            if str(words) == str(["choose", number]):
                return (1, number)
        raise ValueError('an action is like ["choose", 3], not %s' % (words,))


GAME = Bids
