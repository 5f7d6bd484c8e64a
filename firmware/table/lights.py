"""The marks for the lights to show: (place, meaning, value) each, as in the games.

`table/paint.py` turns them into pixels.
"""

from micropython import const

from games.base import ALMOST, CURSOR, FACING, FLOW, LEGAL
from table.interpret import PARTIAL, showing
from table.layout import NOWHERE
from table.panel import AskAction
from table.sense import FAULT
from table.theme import FAULTY

if False:  # only mypy reads this: the names of types
    from collections.abc import Iterator
    from typing import Any

    from games.types import Action, Events, Mark
    from table.board import Board
    from table.chooser import Chooser
    from table.clock import Clock
    from table.hint import Hint
    from table.panel import Ask
    from table.pieces import Pieces
    from table.session import Session

_SCORED_MS = const(4000)  # how long the score animation runs
_NOTHING: "Iterator[None]" = iter(())


class Lights:
    """Finds the marks of a turn.

    The search takes long, so `go_on` does it in slices. Lights of the last turn that may still be
    right stay on until it is done.
    """

    def __init__(self, board: "Board", session: "Session", pieces: "Pieces"):
        self._board = board
        self._session = session
        self._pieces = pieces
        self._spots: "list[Any]" = []  # places where people may put a piece
        self._overlay: "list[Any]" = []  # the game's own marks
        # spots that the last action scored, while they are animated
        self._scored: "list[Any]" = []
        self._scored_until = 0  # ms: the end of that, 0 if there are none
        self._search: "Iterator[Any] | None" = None  # the search for `_spots` and `_overlay`
        # The last question about a piece on the pad, the steps that go on with it, and the ALMOST
        # places where that piece finishes nothing.
        self._looked: "Chooser | None" = None
        self._ahead = _NOTHING
        self._vain: list[int] = []

    def score(self, events: "Events | tuple[()]", now: int) -> None:
        """Animate only the spots that these events of the last action scored."""
        self._scored = []
        for event in events:
            self._scored += self._session.game.scored(event)
        self._scored_until = now + _SCORED_MS if self._scored else 0

    def end_scored(self, now: int) -> bool:
        """Stop that animation if its time is over; return whether it was stopped."""
        if not self._scored_until or now < self._scored_until:
            return False
        self._scored_until = 0
        self._scored = []
        return True

    def begin(self, before: bytearray | None) -> None:
        """Begin the search in a new turn; `before` as from `Pieces.begin`."""
        wanted = self._pieces.wanted
        if before is None:
            self._spots = []
            self._overlay = []
            before = wanted
        self._spots = [place for place in self._spots if wanted[place] == before[place]]
        self._overlay = [
            mark
            for mark in self._overlay
            if mark[1] != ALMOST or wanted[mark[0]] == before[mark[0]]
        ]
        self._search = self.find()

    def is_searching(self) -> bool:
        """Does the search go on?"""
        return self._search is not None

    def stop(self) -> None:
        """Give up the search."""
        self._search = None

    def forget(self) -> None:
        """Free the results that the next turn finds again."""
        self._search = self._looked = None
        self._ahead = _NOTHING
        self._overlay = []

    def find(self) -> "Iterator[None]":
        """Find the legal places and the game's marks, in steps of a few ms."""
        layout = self._pieces.layout
        lit = bytearray(layout.places)
        for spot in self._pieces.legal.targets():
            if layout.place_of[spot] != NOWHERE:
                lit[layout.place_of[spot]] = 1
            yield
        self._spots = [place for place in range(len(lit)) if lit[place]]
        yield  # Land's parts take 26 ms in all after 36 actions
        overlay: "list[Any]" = []
        for part in self._session.game.overlay_parts():
            for spot, meaning, value in part:
                if meaning != ALMOST or not self._session.is_over():
                    self._mark(overlay, spot, meaning, value)
            yield
        self._overlay = overlay

    def look_ahead(self, ask: "Ask | AskAction | None") -> bool | None:
        """If a question asks where the piece on the pad goes, try one more action that would put
        it on an ALMOST place. Return False while there are more to try, True after the last, None
        if there is nothing to do."""
        chooser = ask.chooser if isinstance(ask, AskAction) else None
        if chooser is None or not chooser.by_spot or chooser.level:
            return None
        if chooser is not self._looked:
            if self._session.game.has_secrets():
                return None  # the lights would tell
            self._looked = chooser
            self._vain = []
            self._ahead = self._find_vain(chooser)
        for _ in self._ahead:
            return False
        done = self._ahead is not _NOTHING
        self._ahead = _NOTHING
        return done or None

    def _find_vain(self, chooser: "Chooser") -> "Iterator[None]":
        game = self._session.game
        spot_of = self._pieces.layout.spot_of
        vain = []
        for place in [mark[0] for mark in self._overlay if mark[1] == ALMOST]:
            spot = spot_of[place]
            index = chooser.answers.index(spot) if spot in chooser.answers else -1
            for by, action in chooser.open_entries(index) if index >= 0 else ():
                before = game.snapshot()
                events = game.play(by, action)
                scored = [at for event in events for at in game.scored(event)]
                game.restore(before)
                yield
                if scored:
                    break
            else:
                vain.append(place)
        self._vain = vain

    def go_on(self, clock: "Clock", ms: int) -> bool:
        """Continue the search for at most this time; returns whether it is done."""
        if self._search is None:
            return True
        start = clock.ms()
        for _ in self._search:
            if clock.ms() - start >= ms:
                return False
        self._search = None
        return True

    def marks(
        self, hint: "Hint | None", ask: "Ask | AskAction | None"
    ) -> list[tuple[int, int, int]]:
        """Return the marks for the pieces on the table, the hint and the open question."""
        game = self._session.game
        verdict = self._pieces.verdict
        chooser = ask.chooser if isinstance(ask, AskAction) else None
        spots = chooser.open_spots() if chooser else None
        example = self._session.example
        pointed = chooser.spots() if chooser else example.spots if example else ()
        # No pause from here on: a tag that arrives in one would lose its light.
        marks = list(verdict.marks) + self._pieces.arrival_marks()
        for place in showing(FAULT, self._board.sense.seen, self._pieces.layout):
            marks.append((place, FAULTY, 0))
        if chooser is not None and chooser is self._looked:
            marks += [one for one in self._overlay if one[1] != ALMOST or one[0] not in self._vain]
        else:
            marks += self._overlay
        for step in range(len(self._scored)):
            self._mark(marks, self._scored[step], FLOW, step)
        if hint is not None and hint.glows:
            for spot, _ in game.gesture(hint.by, hint.action):
                self._mark(marks, spot, CURSOR, 0)
            self._mark_facing(marks, hint.by, hint.action)
        for spot in pointed:
            self._mark(marks, spot, CURSOR, 0)
        if spots is not None:
            for spot in spots:
                self._mark(marks, spot, LEGAL, 0)
        elif chooser or verdict.state != PARTIAL:
            for place in self._spots:
                marks.append((place, LEGAL, 0))
        entry = chooser.settled() if chooser else None
        if entry:
            self._mark_facing(marks, entry[0], entry[1])
        return marks

    def _mark_facing(self, marks: "list[Mark]", by: int, action: "Action") -> None:
        """Mark the facing of the pieces that an action lays."""
        game = self._session.game
        for spot, piece in game.gesture(by, action):
            facing = game.facing(piece) if piece else -1
            if facing >= 0:
                self._mark(marks, spot, FACING, facing)

    def _mark(self, marks: "list[Mark]", spot: int, meaning: int, value: int) -> None:
        place = self._pieces.layout.place_of[spot]
        if place != NOWHERE:
            marks.append((place, meaning, value))
