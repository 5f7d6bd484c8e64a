"""Finds better actions in a finished game.

A page names actions. For each of them the hint's player thinks again, with the knowledge that the
seat had then. If it chooses another action, both are played on from the same guesses of what was
hidden. The mean difference of the evaluations is the loss, unless it is small or chance explains
it. All this runs in the helper that also thinks for players (`thinking.py`).
"""

import math

from games import make
from games.rng import Rng
from games.texts import Texts
from sim.computer import monotonic
from sim.window.errors import Refused
from sim.window.idea import idea
from table.hint import Hint

if False:  # only mypy reads this: the names of types
    from collections.abc import Iterator
    from typing import Any

    from sim.window.livetable import LiveTable

MOST = 8  # actions that a page may ask about at once
_HINT_S = 4
_PLAY_S = 3
_ROUNDS = 64  # guesses to play on from
_SURE = 1.5  # standard errors, as for the hints (`games/careful.py`)
_LEAST = 25  # hundredths of a point: the least loss to report


class Review:
    """The review of the game on the table `live`; its fact is {"set_out", "language", "left",
    "found"}: how many actions are left, and for each finished one its number "n" and the fields of
    `review`. `lead` is in hundredths of a point."""

    def __init__(self, live: "LiveTable"):
        self._live = live
        self._left: list[int] = []
        self._found: "list[dict[str, Any]]" = []
        self._thought: "Iterator[str | None] | None" = None
        self._of: "tuple[Any, ...]" = ()  # the position and the language of the review

    def ask(self, numbers: "Any") -> None:
        """Review the actions with these numbers, from 1 on; raises Refused."""
        session = self._live.app.session
        count = len(session.game.log) if session.game is not None and session.is_over() else 0
        if not isinstance(numbers, list) or len(numbers) > MOST:
            raise Refused("no review", MOST)
        for number in numbers:
            if type(number) is not int or not 1 <= number <= count or _by(session, number) < 0:
                raise Refused("no review", MOST)
        self.forget()
        self._of = self._now()
        self._left = list(numbers)
        self._put()

    def is_busy(self) -> bool:
        return bool(self._left)

    def forget(self) -> None:
        """Stop, and forget the results."""
        self._left = []
        self._found = []
        self._thought = None
        self._put()

    def step(self) -> None:
        """Continue a review, if a page has asked for one."""
        if self._of and self._of != self._now():
            self._of = ()
            self.forget()
        if not self._left:
            return
        if self._thought is None:
            self._thought = self._live.thinker.review(self._request(self._left[0]))
        for said in self._thought:
            if said is None:
                return
            self._found.append({"n": self._left[0]} | eval(said))
            break
        self._thought = None
        del self._left[0]
        self._put()

    def _now(self) -> "tuple[Any, ...]":
        live = self._live
        return live.set_outs, live.app.session.version, live.app.display_text.texts.language

    def _request(self, number: int) -> str:
        session = self._live.app.session
        game = session.game
        entries = [game.log[n] for n in range(number)]
        return repr(("review", game.NAME, game.seats, game.options, entries, self._of[2],
                     session.names))  # fmt: skip

    def _put(self) -> None:
        self._live.facts.put("review", {
            "set_out": self._live.set_outs, "language": self._of[2] if self._of else "",
            "left": len(self._left), "found": list(self._found),
        })  # fmt: skip


def _by(session: "Any", number: int) -> int:
    seat: int = session.game.log[number - 1][0]
    return seat


def review(
    name: str, seats: int, options: "dict[str, Any]", entries: "list[Any]", language: str,
    people: list[str], hint_s: float = _HINT_S, play_s: float = _PLAY_S,
) -> "Iterator[str | None]":  # fmt: skip
    """Review the last of the actions `entries` of a game; yields None in between, then the repr of
    {"by", "lead"} and, for a better action, the fields of `idea` and `left`: what the action left
    to the others."""
    game = make(name, seats, options)
    for entry in entries[:-1]:
        game.advance(entry[0], entry[1:])
    by, taken = entries[-1][0], entries[-1][1:]
    texts = Texts(language)
    texts.call(people)
    end = monotonic() + hint_s
    hint = Hint(game, by, len(entries), lambda: monotonic() > end)
    while hint.action is None:
        hint.step(texts)
        yield None
    lead = 0
    if hint.action != taken:
        for compared in _lead(game, by, hint.action, taken, play_s):
            if compared is None:
                yield None
            else:
                lead = compared
    found: "dict[str, Any]" = {"by": by, "lead": lead}
    if lead:
        found = found | idea(game, hint, texts) | {"left": _opened(game, by, taken, texts)}
    yield repr(found)


def _opened(game: "Any", by: int, taken: "Any", texts: Texts) -> str:
    """Return what an action left to the other seats, "" if it left them nothing more."""
    hint = Hint(game, by, 1)
    hint.action = taken
    found = [one for one in hint.find_reasons(texts) if one[0] == "why it opens"]
    return "; ".join([texts.render(one, game.NAME) for one in found])


def _lead(
    game: "Any", seat: int, action: "Any", other: "Any", seconds: float
) -> "Iterator[int | None]":
    """Yield None while it plays on, then by how many hundredths of a point `action` is better than
    `other`, 0 if that is uncertain."""
    from sim.search import Rollouts, RunningStats

    rollouts = Rollouts(game, seat, Rng(1), 1)
    leads = RunningStats()
    end = monotonic() + seconds
    while leads.count < _ROUNDS and (leads.count < 2 or monotonic() < end):
        numbers = [leads.count]
        [value] = rollouts.values(action, numbers)
        [standard] = rollouts.values(other, numbers)
        leads.add(value - standard)
        yield None
    points = int(round(100 * leads.mean / game.POINT))
    sure = leads.mean > _SURE * leads.usual() / math.sqrt(leads.count)
    yield points if sure and points >= _LEAST else 0
