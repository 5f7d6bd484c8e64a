"""Helping hands move pieces on the virtual table as the game asks people to.

They place a computer's piece where the lights show that it is missing, and clear up after a
capture or an undo. They leave a piece that a person put down wrongly, since the game did not ask
for it.

If a person puts a piece on a place without a reader, hands first show it to the pad. Then they lay
it down where a hall switch senses it, or turn the knob until the display names the place, and
push.
"""


from sim.window.box import PAD, TRAY
from table.interpret import expected

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable
    from typing import Any

    from games.base import Game
    from sim.window.box import Box
    from table.layout import Layout


_FIRST_MS = 650  # from an action to the first move, so that people see the request
_NEXT_MS = 420
_FELT_MS = 1000  # from the last move until the table has sensed it
_READ_MS = 30  # between two readings of the display
_PATIENCE_MS = 1500  # for the display to ask where


class PieceMover:
    """Makes moves with `move(piece, place)`; a smaller `pace` is faster."""

    def __init__(self, move: "Callable[..., Any]", pace: float = 1.0):
        self._move = move
        self._first = int(pace * _FIRST_MS)
        self._rest = int(pace * _NEXT_MS)
        self._wanted = bytearray()  # the token that the game last wanted at each place
        self._places: set[str] = set()  # places whose token has changed, until they are right
        self._fresh = False  # whether the game has moved on since the last request
        self._due = 0  # ms of the next move
        self._felt = 0  # ms; until then the table may still ask for moves already made

    def note_game(self, now: int, game: "Game", layout: "Layout") -> None:
        """Record the places that the game changed at `now`, in ms.

        The hands ignore changes that people make elsewhere meanwhile.
        """
        wanted = expected(game, layout, range(layout.places))
        if not self._places:  # otherwise fast computers would delay the next move again and again
            self._due = now + self._first
        for place, name in enumerate(layout.names()):
            if wanted[place] != self._wanted[place]:
                self._places.add(name)
        self._wanted = wanted
        self._fresh = True

    def follow(self, places: list[str]) -> None:
        """Make the pieces at these places follow the game once, as the table asks. (If the game
        removes a piece as soon as it lies, the wanted pieces stay the same.)"""
        if self._fresh and places:
            self._fresh = False
            self._places.update(places)

    def note_left(self, now: int, place: str) -> None:
        """Record that a piece left a place without a reader at `now`, in ms."""
        self._places.add(place)
        self._due = now + self._first

    def is_busy(self, now: int) -> bool:
        """Are moves left, or has the table not sensed the last one yet?"""
        return bool(self._places) or now < self._felt

    def step(self, now: int, layout: "Layout", box: "Box") -> "Any":
        """Make the next move if it is due."""
        if not self._places or now < self._due:
            return
        left = self._next(layout, box)
        self._due = now + self._rest // max(left, 1)  # faster if there is more to do
        self._felt = now + _FELT_MS
        if not left:
            self._places.clear()

    def move_all(self, game: "Game", layout: "Layout", box: "Box") -> None:
        """Put all pieces where the game has them at once."""
        self._wanted = expected(game, layout, range(layout.places))
        self._places = set(layout.names())
        while self._next(layout, box):
            pass
        self._places.clear()

    def _next(self, layout: "Layout", box: "Box") -> int:
        """Make a move; return how many places needed one."""
        wrong = []
        bare = []
        for name, token in zip(layout.names(), self._wanted):
            if name in self._places:
                lying = box.at(name)
                if lying and lying[0].token == token:
                    lying = lying[1:]
                elif token and not lying:
                    bare.append((name, token))
                wrong += lying[:1]
        if wrong:
            self._move(wrong[0], TRAY)
            return len(wrong) + len(bare)
        for name, token in bare:
            for piece in box.at(PAD) + box.at(TRAY)[::-1]:
                if piece.token == token:
                    self._move(piece, name)
                    return len(bare)
        return 0


class Laying:
    """Lays a piece from the pad at its place once the pad has read it.

    `seen()` says whether the pad has read it, `lay()` lays the piece. `step(now)` is as in
    Showing.
    """

    def __init__(self, now: int, seen: "Callable[[], bool]", lay: "Callable[[], object]"):
        self._seen = seen
        self._lay = lay
        self._due = now + _READ_MS
        self._give_up = now + _PATIENCE_MS

    def step(self, now: int) -> bool:
        """Look at the pad; returns whether there is more to do."""
        if now < self._due or not self._seen():
            return now < self._give_up
        self._lay()
        return False


class Showing:
    """Plays a piece on the pad to a place with the knob, one step at a time.

    `label` is the display's name for the place; `turn(steps)` and `push()` work the knob,
    `lines()` reads the display. `step(now)` returns False once it has finished or given up.
    """

    def __init__(self, label: str, now: int, turn: "Any", push: "Any", lines: "Any"):
        self._wanted = "> " + label
        self._turn = turn
        self._push = push
        self._lines = lines
        self._due = now
        self._give_up = now + _PATIENCE_MS
        self._seen: list[str] = []  # what the display has offered so far
        self._pushed = False

    def step(self, now: int) -> bool:
        """Read the display and turn or push; returns whether there is more to do."""
        if now < self._due:
            return True
        self._due = now + _READ_MS
        offered = [line for line in self._lines() if line.startswith("> ")]
        if self._pushed:  # the piece stays on the pad until the table has noticed the push
            return offered[:1] == [self._wanted] and now < self._give_up
        if not offered:
            return now < self._give_up
        if offered[0] == self._wanted:
            self._push()
            self._pushed = True
            self._give_up = now + _PATIENCE_MS
            return True
        if self._seen and offered[0] == self._seen[-1]:
            return now < self._give_up  # the display has not followed yet: one step at a time
        if offered[0] in self._seen:
            return False  # all answers seen: the place is not offered
        self._seen.append(offered[0])
        self._give_up = now + _PATIENCE_MS
        self._turn(1)
        return True
