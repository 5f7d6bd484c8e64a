"""Sevens: a card game also called Fan Tan or Parliament; who lays the last card of a hand wins.

Cards of four suits, a row of the table each; a card has its place by suit and value. Pieces and
tokens: 1 + 9 * suit + value - 3. Actions: (1, card) is dealt by chance, to each seat in turn, (2,
card) lays a card of the hand, (3,) passes; a card is its token less 1.
"""

from games.base import CHANCE, OVER
from games.grid import Grid, GridGame

_DEAL, _LAY, _PASS = 1, 2, 3
_WORDS = ("", "deal", "lay", "pass")
SUITS = ("sun", "moon", "star", "leaf")
_VALUES = 9  # in a suit of the largest pack
_LOWEST = 3
_SEVEN = 4  # the index of the middle of a suit
_STOCK, _LAID = 8, 9  # where a card is, if no seat holds it
_NO_CARD = 10
_TRIES = 8


class Sevens(GridGame):
    """Sevens; by card, `owner` has the seat that holds it, and `lacks` bits of the seats that are
    known not to."""

    NAME = "sevens"
    TITLE = "Sevens"
    SEATS = (3, 4)
    SET = 133
    ACTIONS = "2 36, 3"
    OPTIONS = (("values", (9, 7, 5)),)
    STATE = ("owner", "lacks", "dealt", "turn")

    def check_options(self):
        if 4 * self.options["values"] % self.seats:
            raise ValueError("%d values in four suits cannot be dealt evenly to %d: take 9"
                             % (self.options["values"], self.seats))

    def reset(self):
        self.values = self.options["values"]
        self.grid = Grid(self.values, 4)
        self.low = _SEVEN - self.values // 2
        self.owner = bytearray([_NO_CARD] * (4 * _VALUES))
        for spot in range(self.grid.cells):
            self.owner[self._card(spot)] = _STOCK
        self.lacks = bytearray(4 * _VALUES)
        self.dealt = 0
        self.turn = -1  # chance deals

    def _card(self, spot):
        suit, value = divmod(spot, self.values)
        return suit * _VALUES + self.low + value

    def current(self):
        if self.turn < 0:
            return (CHANCE,)
        return (self.turn,) if min(self._sizes()) else OVER

    def _sizes(self):
        """Return the number of cards of each hand."""
        sizes = [0] * self.seats
        for holder in self.owner:
            if holder < self.seats:
                sizes[holder] += 1
        return sizes

    def _open(self):
        """Return the cards that may come next, whoever has them."""
        if self.owner[_SEVEN] != _LAID:
            return [_SEVEN]
        found = []
        for suit in range(0, 4 * _VALUES, _VALUES):
            for way in (-1, 1):
                at = _SEVEN
                while 0 <= at < _VALUES and self.owner[suit + at] == _LAID:
                    at += way
                is_card = 0 <= at < _VALUES and self.owner[suit + at] < _STOCK
                if is_card and suit + at not in found:
                    found.append(suit + at)
        return sorted(found)

    def prompt(self):
        if self.turn < 0:
            return self.current(), ("now deal", self.dealt % self.seats)
        return self.current(), "now" if self.owner[_SEVEN] == _LAID else "now first"

    def legal(self, by):
        if (by,) != self.current():
            return []
        if by == CHANCE:
            return [(_DEAL, card) for card in range(4 * _VALUES) if self.owner[card] == _STOCK]
        own = [(_LAY, card) for card in self._open() if self.owner[card] == by]
        return own or [(_PASS,)]

    def public(self, by):
        if by == CHANCE or (by,) != self.current():
            return self.legal(by)
        every = [(_LAY, card) for card in self._open()]
        return every + [(_PASS,)] if self.owner[_SEVEN] == _LAID else every

    def reason(self, by, action):
        if action in self.legal(by):
            return None
        if action == (_PASS,):
            return "can lay"
        if len(action) != 2 or action[0] != _LAY or not 0 <= action[1] < 4 * _VALUES:
            return "no such action"
        if self.owner[action[1]] != by:
            return "not held"
        return "not next" if self.owner[_SEVEN] == _LAID else "seven first"

    def play(self, by, action):
        if action[0] == _DEAL:
            self.owner[action[1]] = self.dealt % self.seats
            self.dealt += 1
            if self.dealt == self.grid.cells:
                self.turn = self.owner[_SEVEN]
            return []
        if action[0] == _PASS:
            for card in self._open():
                self.lacks[card] |= 1 << by
        else:
            self.owner[action[1]] = _LAID
        self.turn = (by + 1) % self.seats if self._sizes()[by] else by
        return []

    def public_record(self, by, action, events):
        return ["deal", None] if action[0] == _DEAL else self.text(action), events

    def scores(self):
        """Return the cards that each seat has laid."""
        if self.turn < 0:
            return [0] * self.seats
        each = self.grid.cells // self.seats
        return [each - left for left in self._sizes()]

    def result(self):
        return [self.turn], "hand empty"

    def private_view(self, seat):
        return {"cards": [[SUITS[card // _VALUES], _LOWEST + card % _VALUES]
                          for card in range(4 * _VALUES) if self.owner[card] == seat]}

    def _name(self, card):
        suit, value = divmod(card, _VALUES)
        return "%s %d" % (SUITS[suit], _LOWEST + value)

    def view(self, seat, listed=list):
        shown = super().view(seat, listed)
        shown["hands"] = self._sizes()
        return shown

    def determinize(self, seat, rng):
        """Deal the hidden cards anew, so that nobody gets a card that they are known to lack."""
        hidden = [card for card in range(4 * _VALUES)
                  if self.owner[card] < self.seats and self.owner[card] != seat]
        if self.turn < 0:
            hidden = []  # while cards are dealt, nobody decides
        elif self.owner[_SEVEN] != _LAID and self.turn != seat:
            hidden.remove(_SEVEN)  # who begins has shown it
        hands = sorted([self.owner[card] for card in hidden])
        for _ in range(_TRIES):
            rng.shuffle(hands)
            for i in range(len(hidden)):
                self.owner[hidden[i]] = hands[i]
            if not [card for card in hidden if self.lacks[card] >> self.owner[card] & 1]:
                break

    def evaluate(self, seat):
        """Compare hands: a card counts the more, the longer it has to wait for others."""
        worth = [0] * self.seats
        for suit in range(0, 4 * _VALUES, _VALUES):
            for way in (-1, 1):
                waits = [0] * self.seats  # cards of others on the way to this one
                at = _SEVEN
                while 0 <= at < _VALUES and self.owner[suit + at] != _NO_CARD:
                    holder = self.owner[suit + at]
                    for other in range(self.seats) if holder < self.seats else ():
                        waits[other] += other != holder
                    if holder < self.seats:
                        worth[holder] -= 10 + 3 * waits[holder]
                    at += way
        return worth[seat] - max([worth[other] for other in range(self.seats) if other != seat])

    def intended_action(self, by, spot, token):
        return (_LAY, token - 1) if token else None

    def piece_at(self, spot):
        card = self._card(spot)
        return card + 1 if self.owner[card] == _LAID else 0

    def tokens(self):
        cards = [self._card(spot) for spot in range(self.grid.cells)]
        return tuple([(card + 1, self._name(card), -1, 1) for card in cards])

    def named(self, token):
        suit, _, value = self._name(token - 1).partition(" ")
        return "card", suit, int(value)

    def text(self, action):
        return [_WORDS[action[0]]] + [self._name(card) for card in action[1:]]

    def words(self, by, action):
        return [_WORDS[action[0]]] + [self.named(card + 1) for card in action[1:]]

    def parse(self, words):
        if words == ["pass"]:
            return (_PASS,)
        if isinstance(words, list) and len(words) == 2 and words[0] in ("deal", "lay"):
            for card in range(4 * _VALUES):
                if self.owner[card] != _NO_CARD and words[1] == self._name(card):
                    return (_WORDS.index(words[0]), card)
        raise ValueError('an action of sevens is like ["lay", "sun 7"], ["deal", "moon 8"] or '
                         '["pass"], not %s' % words)


GAME = Sevens
