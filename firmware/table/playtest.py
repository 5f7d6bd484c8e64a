"""Note how people play the game on the table, if the table's owner asked for it.

The line of an action in the journal then also has "t", the ms since the line before, and "how" the
action came. Lines of their own, {"playtest": ...}, have ["settings", what the owner asked for],
["refused", words, key] and ["answer", question, seat, mark]; `table/session_record.py` puts them
into the record. Loaded only when something is to be noted (3 KB).
"""

import json

from micropython import const

from games.base import IllegalAction
from games.jsonline import parse
from table.journal import NOTE
from table.panel import Ask
from table.seating import note_play
from table.session import HUMAN

if False:  # only mypy reads this: the names of types
    from typing import Any

    from games.types import Message, Words
    from table.session import Session

MOST = 5  # the best mark of an answer; 1 is the worst, 0 stands for no answer
_QUESTIONS = const(2)
_REFUSED = const(8)  # lines between two actions: a hand that trembles must not fill the flash
_LONGEST = const(200)  # characters of a refused action's line


def use(session: "Session", what: str) -> None:
    """Note from now on how people play, or stop that if `what` is "". Each sentence of `what` that
    ends with a question mark is asked after the game. Raises OSError."""
    session.to_note = what
    if session.game is not None and session.journal.playtest != what:
        _append(session, ["settings", what])
        session.journal.playtest = what
    note_play(session)
    session.version += 1


class Playtest:
    """Notes how people play the game of a session."""

    def __init__(self, session: "Session"):
        self._session = session
        asked = session.journal.playtest.split("?")[:-1]
        self.questions = [one.strip() + "?" for one in asked[:_QUESTIONS]]
        self._last = session.now()
        self._refused = 0
        self._answered: "dict[tuple[str, int], int] | None" = None  # read from the journal first

    def line(self, line: str, how: str) -> str:
        """Return the line of an action with the time that it took and how it came."""
        now = self._session.now()
        took = now - self._last
        self._last = now
        self._refused = 0
        return timed(line[:-1], took, how)

    def refuse(self, words: "Words | None", why: "Message") -> None:
        """Note that an action was refused, or that pieces mean none (`words` is None)."""
        if self._refused >= _REFUSED or self._session.is_over():
            return
        self._refused += 1
        if words and len(json.dumps(words)) > _LONGEST:
            words = None
        try:
            _append(self._session, ["refused", words, _key(why)])
        except OSError:
            pass  # the table says so at the next action

    def answer(self, seat: int, question: int, mark: int) -> None:
        """Keep a seat's answer to a question; raises ValueError, IllegalAction or OSError."""
        if question >= len(self.questions):
            raise ValueError("there is no question %d" % question)
        if not self._session.is_over():
            raise IllegalAction("playtest later")
        text = self.questions[question]
        self._answers()[text, seat] = mark
        _append(self._session, ["answer", text, seat, mark])
        self._session.version += 1
        self._session.pending_events.append({"event": "answer", "by": seat})

    def state(self) -> "list[list[Any]]":
        """Return [question, seats of people that have not answered it yet] for each question."""
        return [[text, [seat for seat in self._people() if (text, seat) not in self._answers()]]
                for text in self.questions]

    def ask(self) -> "Ask | None":
        """Return the next question for the display; None if nobody at the table has one left."""
        session = self._session
        game = session.game
        for seat in self._people():
            if seat in session.elsewhere:
                continue
            for number, text in enumerate(self.questions):
                if (text, seat) in self._answers():
                    continue

                def then(index: int, seat: int = seat, number: int = number) -> "Ask | None":
                    if session.game is not game:
                        return None
                    self.answer(seat, number, (index + 1) % (MOST + 1))
                    return self.ask()

                marks = [("said", str(mark)) for mark in range(1, MOST + 1)]
                title = ("line", [seat], ("said", text))
                return Ask(title, marks + ["no answer"], then, MOST, game.NAME)
        return None

    def _people(self) -> list[int]:
        """Return the seats to ask: those of people, once the game is over."""
        session = self._session
        if not session.is_over() or session.example is not None:
            return []
        return [seat for seat in range(session.game.seats) if session.players[seat] == HUMAN]

    def _answers(self) -> "dict[tuple[str, int], int]":
        """Return the marks by (question, seat)."""
        if self._answered is None:
            self._answered = {}
            for _, line in self._session.journal.actions(notes=True):
                if line.startswith(NOTE):
                    note = parse(line)["playtest"]
                    if note[0] == "answer":
                        self._answered[note[1], note[2]] = note[3]
        return self._answered


def timed(start: str, ms: int, how: str, more: str = "") -> str:
    """Return the line of an action that begins with `start`, with the ms since the line before,
    how it came, and more fields."""
    means = ', "how": %s' % json.dumps(how) if how else ""
    return '%s, "t": %d%s%s}' % (start, ms, means, more)


def _append(session: "Session", note: "list[Any]") -> None:
    session.store('{"playtest": %s}' % json.dumps(note))


def _key(why: "Message") -> str:
    """Return the innermost key of a message: the rule that it tells of."""
    key = why if isinstance(why, str) else why[0]
    if not isinstance(why, str):
        for part in why[1:]:
            if isinstance(part, tuple) and part and isinstance(part[0], str):
                key = _key(part)
    return key
