"""Finds the best actions that players missed in a finished game.

First the helper glances at all decisions of people, or of all seats if no person played: how much
worse than the best action did each look at once? Then it looks closely at decisions, the most
doubtful ones of each seat first, until the time is up; people may let it go on. There the hint's
player thinks again, as for the hint, with the knowledge that the seat had then. If it chooses
another action, the helper plays on from both with the same guesses of the hidden things. The mean
difference of the evaluations is the loss, unless it is small or chance explains it. If a hint had
proposed the player's action, as happens when time is short, the review says so. The helper also
thinks for players (`thinking.py`).
"""

import math

from games import make
from games.base import OVER
from games.rng import Rng
from games.texts import Texts
from sim.advice import advise
from sim.computer import monotonic
from sim.levels import looks
from sim.values import values_of
from sim.window.errors import RefusedError
from sim.window.idea import idea
from table.hint import Hint
from table.session import HUMAN

if False:  # only mypy reads this: the names of types
    from collections.abc import Iterator
    from typing import Any

    from games.types import Action
    from sim.window.livetable import LiveTable

_GLANCE_S = 10  # for a glance at all decisions
_CLOSE_S = 60  # for close looks
_BEST = 3  # actions of a seat to tell of
_PASSES = 8  # a glance takes every eighth decision first: a slow computer sees all of the game
_TRIED = 24  # actions that a glance tries at a decision
_HINTS = 1000  # proposed actions to remember
_HINT_S = 4
_PLAY_S = 3
_ROUNDS = 64  # guesses to play on from
_SURE = 1.5  # standard errors, as `games/careful.py` asks for
_LEAST = 25  # hundredths of a point: the least loss to report


class Review:
    """The review of the game on the table `live`; its fact is {"set_out", "language", "on",
    "looked", "left", "found"}: whether it goes on, at how many decisions it has looked closely and
    how many are left, and the best actions that were missed, the largest lead first: the number
    "n" of what was done, whether it was "hinted", and the fields of `review`. `lead` is in
    hundredths of a point."""

    def __init__(self, live: "LiveTable"):
        self._live = live
        self._on = False
        self._looked = 0
        self._left: "list[int] | None" = None  # None until the glance is done
        self._end = 0.0  # when the time for close looks is up
        self._found: "list[dict[str, Any]]" = []
        self._thought: "Iterator[str | None] | None" = None
        self._of: "tuple[Any, ...]" = ()  # the position and the language of the review
        self._hinted: "set[tuple[int, Action]]" = set()  # (hash of the actions before, action)
        self._noted: "Hint | None" = None

    def start(self) -> None:
        """Review the game, or go on with that; raises RefusedError if the game is not over."""
        game = self._live.app.session.game
        if game is None or game.current() != OVER:
            raise RefusedError("no review")
        if self._of != self._now():
            self._forget()
            self._of = self._now()
        self._on = self._left != []
        self._end = monotonic() + _CLOSE_S
        self._put()

    def stop(self) -> None:
        """Stop looking for now; the findings stay."""
        self._rest()
        self._put()

    def is_busy(self) -> bool:
        return self._on

    def note(self, hint: Hint) -> None:
        """Remember the action that a hint has proposed in the position on the table."""
        self._noted = hint
        if len(self._hinted) == _HINTS:
            self._hinted.clear()
        self._hinted.add((_hash(list(self._live.app.session.game.log)), hint.action))

    def step(self) -> None:
        """Continue a review, if a page has asked for one; note hints of the table itself."""
        hint = self._live.app.hint  # by knob, or for a phone
        if hint is not None and hint.action is not None and hint is not self._noted:
            self.note(hint)
        if self._of and self._of != self._now():
            self._forget()
        if not self._on:
            return
        if self._thought is None:
            self._thought = self._live.thinker.review(self._request())
        for said in self._thought:
            if said is not None:
                self._thought = None
                self._hear(eval(said))
            return
        self.stop()  # there is no helper

    def _hear(self, told: "Any") -> None:
        """Take an answer of the helper."""
        if self._left is None:
            self._left = told
            self._end = monotonic() + _CLOSE_S
        else:
            number = self._left.pop(0)
            self._looked += 1
            if told["lead"]:
                entries = list(self._live.app.session.game.log)[:number]
                hinted = (_hash(entries[:-1]), entries[-1][1:]) in self._hinted
                self._keep({"n": number, "hinted": hinted} | told)
        if not self._left or monotonic() > self._end:
            self._rest()
        self._put()

    def _keep(self, one: "dict[str, Any]") -> None:
        """Add a better action to those of its seat, if it is among the best."""
        own = [other for other in self._found if other["by"] == one["by"]] + [one]
        others = [other for other in self._found if other["by"] != one["by"]]
        own.sort(key=_by_lead)
        self._found = sorted(own[:_BEST] + others, key=_by_lead)

    def _rest(self) -> None:
        """End the helper, since nobody else needs it after a game."""
        self._on = False
        self._thought = None
        self._live.thinker.close()

    def _forget(self) -> None:
        if self._on:
            self._rest()
        self._of = ()
        self._looked = 0
        self._left = None
        self._found = []
        self._put()

    def _now(self) -> "tuple[Any, ...]":
        live = self._live
        return live.set_outs, live.app.session.version, live.app.display_text.texts.language

    def _request(self) -> str:
        """Return the next request to the helper."""
        session = self._live.app.session
        game = session.game
        about = (game.NAME, game.seats, game.options)
        if self._left is None:
            people = [n for n, player in enumerate(session.players) if player == HUMAN]
            seats = people or list(range(game.seats))
            return repr(("doubts",) + about + (list(game.log), seats))
        entries = list(game.log)[: self._left[0]]
        return repr(("review",) + about + (entries, self._of[2], session.names))

    def _put(self) -> None:
        self._live.facts.put("review", {
            "set_out": self._live.set_outs, "language": self._of[2] if self._of else "",
            "on": self._on, "looked": self._looked, "left": len(self._left or ()),
            "found": self._found,
        })


def _by_lead(one: "dict[str, Any]") -> int:
    lead: int = one["lead"]
    return -lead


def _hash(entries: "list[Any]") -> int:
    return hash(tuple([tuple(entry) for entry in entries]))


def doubts(
    name: str, seats: int, options: "dict[str, Any]", entries: "list[Any]", whose: list[int],
    seconds: float = _GLANCE_S,
) -> "Iterator[str | None]":
    """Glance at the decisions of the seats `whose` in the actions `entries` of a finished game;
    yields None in between, then the repr of the numbers of the actions, from 1, to look at
    closely: the most doubtful one of each seat first."""
    end = monotonic() + seconds
    found: "list[tuple[int, int, int]]" = []  # (minus what was missed, number, seat)
    for number in range(_PASSES):
        game = make(name, seats, options)
        for n, entry in enumerate(entries):
            by = entry[0]
            if n % _PASSES == number and by in whose and monotonic() <= end:
                missed = _missed(game, by, entry[1:])
                if missed >= 0:
                    found.append((-missed, n + 1, by))
            game.advance(by, entry[1:])
            yield None
    found.sort()
    ranked = [[n for _, n, by in found if by == seat] for seat in whose]
    yield repr([own[at] for at in range(len(found)) for own in ranked if at < len(own)])


def _missed(game: "Any", by: int, taken: "Any") -> int:
    """Return how much better some other action looks at once, -1 if there is none."""
    actions = game.legal(by)
    if len(actions) < 2:
        return -1
    rng = Rng(len(game.log))
    if len(actions) > _TRIED:
        rng.shuffle(actions)
    tried = looks(game, by, [taken] + actions[:_TRIED], rng, values_of(game))
    worths = [worth for _, worth in tried]
    best: int = max(worths) - worths[0]
    return best


def review(
    name: str, seats: int, options: "dict[str, Any]", entries: "list[Any]", language: str,
    people: list[str], hint_s: float = _HINT_S, play_s: float = _PLAY_S,
) -> "Iterator[str | None]":
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
    hint = Hint(game, by, len(game.log), lambda: monotonic() >= end, advise)
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
    """Return the chances that an action left to the other seats, "" if it gave them no more."""
    hint = Hint(game, by, 1)
    hint.action = taken
    found = [one for one in hint.find_reasons(texts) if one[0] == "why it opens"]
    return "; ".join([texts.render(one, game.NAME) for one in found])


def _lead(
    game: "Any", seat: int, action: "Any", other: "Any", seconds: float
) -> "Iterator[int | None]":
    """Yield None while it plays on, then by how many hundredths of a point `action` is better than
    `other`, 0 if that is uncertain."""
    from sim.rollouts import Rollouts
    from sim.running import RunningStats

    rollouts = Rollouts(game, seat, Rng(1), 1, values_of(game))
    leads = RunningStats()
    end = monotonic() + seconds
    while leads.count < _ROUNDS and (leads.count < 2 or monotonic() < end):
        numbers = [leads.count]
        [value] = yield from rollouts.values(action, numbers)
        [standard] = yield from rollouts.values(other, numbers)
        leads.add(value - standard)
        yield None
    points = int(round(100 * leads.mean / rollouts.point))
    sure = leads.mean > _SURE * leads.usual() / math.sqrt(leads.count)
    yield points if sure and points >= _LEAST else 0
