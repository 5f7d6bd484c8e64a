"""Pieces that are slid to their place instead of carried. A piece that is slid shows in each cell
that it crosses, at 50 mm/s for a second, and nobody can tell a cell that it crosses from the one
where it stops. So the action of a piece is taken at once where it is legal, and stays open for a
while: if the piece moves on, the action is undone, and the next one waits until the piece has
rested. As long as an action is open, chance and computer players wait. An action that cannot be
taken back waits until the piece has rested.
"""

from micropython import const

from games.base import CHOSEN
from table.interpret import BETWEEN, MISTAKE, QUIET
from table.sense import UNKNOWN

if False:  # only mypy reads this: the names of types
    from collections.abc import Sequence
    from typing import Any

    from games.types import Action
    from table.interpret import Verdict
    from table.sense import Sense
    from table.session import Session

_OPEN_MS = const(2000)  # a piece that leaves its place so soon is still on its way
_HOLD_MS = const(1500)  # at 50 mm/s the next cell sees a piece after 1 s, diagonally after 1.4
_REST_MS = const(1200)
_TELL_MS = const(500)  # a piece on its way is between two cells for 300 and less


class _Open:
    """An action that may still be taken back: those before it are `count`, and people changed
    `hand`, a list of (place, token), for it."""

    def __init__(self, count: int, hand: "Sequence[tuple[int, int]]", now: int):
        self.count = count
        self.hand = hand
        self.taken = now  # ms
        self.left = now  # ms: when its piece left its place, if it has
        self.has_left = False

    def age(self, now: int) -> int:
        """Return the ms since it was taken, or since its piece left."""
        return now - (self.left if self.has_left else self.taken)


class Slides:
    """Watches the pieces that were just laid on the readers of `sense`. `wake` is the time (ms) at
    which the table has to be judged again, 0 if no action waits. Where pieces `are_carried`, as
    through the window, nothing waits for one that is where it goes."""

    def __init__(self, sense: "Sense", session: "Session"):
        self._sense = sense
        self._session = session
        self._open: "list[_Open]" = []
        self._version = -1  # of the session, when a piece last changed it
        self._slid = -_OPEN_MS  # ms: when a piece was last known to be on its way
        self._shown: "tuple[Any, ...] | None" = None  # what the table shows
        self._since = 0  # ms: since when
        self.wake = 0
        self.are_carried = False

    def observe(self, verdict: "Verdict", now: int) -> None:
        """Note what the table shows now. A piece on its way is between two cells for a moment: the
        table tells people so only after it has rested there."""
        shown = (verdict.state, verdict.places, verdict.actions)
        if shown != self._shown:
            self._shown = shown
            self._since = now
        if verdict.state != QUIET and self._is_sliding(now):
            self._slid = now
        self.wake = 0
        if verdict.state in (BETWEEN, MISTAKE):
            self._wait(_REST_MS, now)
        if verdict.state == BETWEEN and not self._wait(_TELL_MS, now):
            verdict.marks = [(place, CHOSEN, 0) for place, _, _ in verdict.marks]
            verdict.text = ""

    def _wait(self, ms: int, now: int) -> bool:
        """Wake up once the table has shown the same for so long; returns whether it has."""
        if now - self._since >= ms:
            return True
        self.wake = self._since + ms
        return False

    def has_rested(self, now: int) -> bool:
        """Have all pieces reached their final places, as far as time can tell?"""
        return now - self._since >= _REST_MS

    def _is_sliding(self, now: int) -> bool:
        return now - self._slid < _OPEN_MS

    def may_act(
        self, by: int, action: "Action", places: "Sequence[int]", now: int
    ) -> bool:
        """May the action that pieces on `places` show be taken? If not, it waits."""
        waits = self._is_sliding(now)
        if not waits and not self.are_carried:
            waits = self._session.game.is_irreversible(by, action)
        for place in places:
            waits = waits or self._sense.is_elsewhere(place)
        return not waits or self._wait(_REST_MS, now)

    def note_action(self, count: int, hand: "Sequence[tuple[int, int]]", now: int) -> None:
        """Note the action after `count` others, for which people changed `hand`."""
        session = self._session
        self._slid = now - _OPEN_MS
        if session.version != self._version + 1:
            self._open = []
        self._version = session.version
        if session.is_over() or session.game.has_revealed(*_last(session)):
            self._open = []
        else:
            self._open.append(_Open(count, hand, now))

    def may_move_on(self, now: int) -> bool:
        """May the piece of an action just taken still be on its way?"""
        self._forget(now)
        return not self.are_carried and any([one.age(now) < _HOLD_MS for one in self._open])

    def _forget(self, now: int) -> None:
        """Forget actions that are too old, or that an action not made by hand has followed."""
        if self._session.version != self._version:
            self._open = []
        while self._open and self._open[0].age(now) >= _OPEN_MS:
            self._open.pop(0)

    def undo_moved(self, wanted: bytearray, now: int) -> list[int]:
        """Take back an action whose piece has moved on to another place, and all after it; return
        the places that were changed for them, [] if none was. `wanted` is the token that the game
        has at each place. Raises OSError."""
        self._forget(now)
        for at in range(len(self._open)):
            one = self._open[at]
            for place, token in one.hand:
                if self._was_emptied(at, place):
                    continue
                if token and self._has_gone(one, place, token, wanted, now):
                    self._session.undo_to(one.count)
                    undone, self._open = self._open[at:], self._open[:at]
                    self._version = self._session.version
                    self._slid = now
                    return [place for one in undone for place, _ in one.hand]
        return []

    def _was_emptied(self, at: int, place: int) -> bool:
        """Has an action lifted what open action `at` had laid, after another piece was laid? Then
        the piece is not on its way, since it was captured."""
        for later in self._open[at + 2 :]:
            if (place, 0) in later.hand:
                return True
        return False

    def _has_gone(
        self, one: _Open, place: int, token: int, wanted: bytearray, now: int
    ) -> bool:
        """Has a piece gone from its place to another?"""
        sense = self._sense
        seen = sense.seen
        if seen[place] == token:
            one.has_left = False
            if sense.facings and sense.facings.has_turned(place):
                return True
            if not sense.is_elsewhere(place):
                return False
            other = sense.shared(place)
            if other >= 0:
                return not wanted[other]
        elif seen[place] >= UNKNOWN:
            return False
        elif not one.has_left:
            one.has_left = True
            one.left = now
            if sense.switches:
                sense.note_left(place, token)
        for other in range(len(seen)):
            if seen[other] == token and wanted[other] != token:
                return True
        return False


def _last(session: "Session") -> "tuple[Any, ...]":
    """Return the seat, the action and the events of a session's last action."""
    game = session.game
    last = game.log[-1]
    return last[0], last[1:], game.events
