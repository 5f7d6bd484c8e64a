"""Helping hands: they do on the virtual table what the game asks of people there.

A bot's piece is placed where the table lights it missing; what a capture or a take-back leaves
behind is put away. What a person put down wrongly stays: the game did not ask for that.

Where a person puts a piece on a place without a reader, hands show it to the pad, turn the knob
until the display names that place, and push.
"""

from sim.window.box import PAD, TRAY
from table.layout import NOWHERE

_FIRST_MS = 650  # from an action to the first move, so that people see what is asked
_NEXT_MS = 420
_READ_MS = 30  # from one look at the display to the next
_PATIENCE_MS = 1500  # for the display to ask where


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


class Showing:
    """Plays a piece that lies on the pad to a place, with the knob, a step at a time.

    `turn(steps)` and `push()` work the knob, `lines()` reads the display. `step(now)` returns
    False when it is over, done or given up.
    """

    def __init__(self, place, now, turn, push, lines):
        self._wanted = "> " + place
        self._turn = turn
        self._push = push
        self._lines = lines
        self._due = now
        self._give_up = now + _PATIENCE_MS
        self._seen = []  # what the display offered so far

    def step(self, now):
        """Read the display and turn or push; returns whether there is more to do."""
        if now < self._due:
            return True
        self._due = now + _READ_MS
        offered = [line for line in self._lines() if line.startswith("> ")]
        if not offered:
            return now < self._give_up
        if offered[0] == self._wanted:
            self._push()
            return False
        if self._seen and offered[0] == self._seen[0] and len(set(self._seen)) > 1:
            return False  # once around: the place is not offered
        self._seen.append(offered[0])
        self._turn(1)
        return True
