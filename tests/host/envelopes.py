"""Envelopes, a game to attack environments with: for 1 to 8 seats. A die comes first, then all
seats bid at once, and no bid is seen before the last; who alone bids most wins what it says.
"""

from games.base import CHANCE, OVER
from games.grid import Grid, GridGame

_WORDS = ("", "roll", "bid")
_ROUNDS = 3


class Envelopes(GridGame):
    """Envelopes; `bids` are -1 for seats that have yet to bid."""

    NAME = "envelopes"
    TITLE = "Envelopes"
    SET = 201
    SEATS = (1, 8)
    ACTIONS = "1 6, 2 4"
    STATE = ("prize", "rounds", "bids", "won")

    def reset(self):
        self.grid = Grid(1, 1)
        self.cells = bytearray(1)
        self.prize = -1
        self.rounds = 0
        self.bids = [-1] * self.seats
        self.won = [0] * self.seats

    def current(self):
        if self.rounds == _ROUNDS:
            return OVER
        if self.prize < 0:
            return (CHANCE,)
        return tuple([seat for seat in range(self.seats) if self.bids[seat] < 0])

    def prompt(self):
        return self.current(), "bid"

    def legal(self, by):
        if by not in self.current():
            return []
        return [(1, n) for n in range(6)] if by == CHANCE else [(2, n) for n in range(4)]

    def reason(self, by, action):
        return None if action in self.legal(by) else "bid 0 to 3"

    def weight(self, action):
        return action[1] + 1

    def play(self, by, action):
        kind, number = action
        if kind == 1:
            self.prize = number
            return [["prize", number]]
        self.bids[by] = number
        if -1 in self.bids:
            return []
        best = max(self.bids)
        events = [["bids", list(self.bids)]]
        if self.bids.count(best) == 1:
            self.won[self.bids.index(best)] += self.prize
        self.rounds += 1
        self.prize = -1
        self.bids = [-1] * self.seats
        return events

    def scores(self):
        return list(self.won)

    def result(self):
        best = max(self.won)
        return [seat for seat in range(self.seats) if self.won[seat] == best], "three rounds"

    def private_view(self, seat):
        return {"bid": self.bids[seat]}

    def public_record(self, by, action, events):
        return (["bid", None] if action[0] == 2 else self.text(action)), events

    def tokens(self):
        return ((1, "card", -1, 1),)

    def text(self, action):
        return [_WORDS[action[0]], action[1]]

    def parse(self, words):
        if not (isinstance(words, list) and len(words) == 2 and words[0] in _WORDS[1:]
                and isinstance(words[1], int)):
            raise ValueError('an action of envelopes is like ["bid", 2], not %s' % words)
        return (_WORDS.index(words[0]), words[1])


GAME = Envelopes
