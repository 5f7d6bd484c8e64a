"""Helping hands: they do on the virtual table what the game asks of people there.

A bot's piece is placed where the table lights it missing; what a capture or a take-back leaves
behind is put away. What a person put down wrongly stays: the game did not ask for that.
"""

from sim.window.box import PAD, TRAY
from table.layout import NOWHERE

_FIRST_MS = 650  # from an action to the first move, so that people see what is asked
_NEXT_MS = 420


class Hands:
    """`move(piece, place)` is called for each move of a piece; a smaller `pace` makes haste."""

    def __init__(self, move, pace=1.0):
        self._move = move
        self._first = int(pace * _FIRST_MS)
        self._rest = int(pace * _NEXT_MS)
        self._due = None  # the time of the next move, None for nothing to do

    def ask(self, now):
        """The game went on at `now`, in ms: look what there is to do."""
        self._due = now + self._first

    def step(self, now, game, layout, box):
        """Make the next move if it is time."""
        if self._due is None or now < self._due:
            return
        self._due = now + self._rest if self._next(game, layout, box) else None

    def all(self, game, layout, box):
        """Make all moves at once."""
        while self._next(game, layout, box):
            pass
        self._due = None

    def _next(self, game, layout, box):
        """Make a move; return whether there was one."""
        bare = []  # (place, token) where a piece is missing
        for place, name in enumerate(layout.names):
            spot = layout.spot_of[place]
            token = game.token(game.piece_at(spot)) if spot != NOWHERE else 0
            lying = box.at(name)
            for piece in lying[1 if lying and lying[0].token == token else 0 :]:
                self._move(piece, TRAY)
                return True
            if token and not lying:
                bare.append((name, token))
        for name, token in bare:
            for piece in box.at(PAD) + box.at(TRAY)[::-1]:
                if piece.token == token:
                    self._move(piece, name)
                    return True
        return False
