"""A hint for a seat: the action of a careful player, with its reasons; and the effects of any
action.

Loaded when somebody asks for one.
"""

from micropython import const

from games.base import CHANCE, OVER, IllegalAction, lead
from games.careful import careful
from games.pauses import pause
from games.rng import Rng
from table.panel import Ask, for_seat

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable
    from typing import Any

    from games.base import Game
    from games.texts import Texts
    from games.types import Action, Message
    from table.app import App

_LATE_MS = const(10000)  # a person waits no longer for a hint
_SEED = const(7)  # any: who asks again hears the same
_GUESSES = (1, 2, 3)  # seeds: an effect that depends on hidden information differs among them
# By whether an action is better than the next best one; then for a seat that comes out level with
# the others, ahead of them, or (-1) behind.
_COMPARED = (
    ("why as good", "why as good ahead", "why as good behind"),
    ("why better", "why better ahead", "why better behind"),
)


def seek(app: "App", by: int, texts: "Texts") -> "Hint":
    """Start the search for a hint for a seat that may act, and return the hint, whose reasons will
    be in the language of `texts`; raises ValueError or IllegalAction."""
    if by == CHANCE or by not in app.session.seats_by_hand():
        raise ValueError("a hint is for a person who is to act")
    end = app.clock.ms() + _LATE_MS
    hint = start(app, by, _SEED, lambda: app.clock.ms() > end)
    hint.texts = texts
    app.think(hint)
    return hint


def start(
    app: "App", by: int, seed: int, is_late: "Callable[[], bool]",
    player: "Callable[..., Any]" = careful
) -> "Hint":
    """Return a Hint for a seat of the game on the table, before any thinking; in a played example
    it will be the action that the example asks for. Raises IllegalAction if the seat waits for
    others: whoever has made an offer could only cancel it."""
    if by not in app.session.game.prompt()[0]:
        raise IllegalAction(("hint waits", by))
    hint = Hint(app.session.game, by, seed, is_late, player)
    example = app.session.example
    wanted = example.wanted(by) if example is not None else None
    if wanted is not None:
        hint.steps = iter([wanted])
    return hint


class Hint:
    """A hint for the seat `by`. `action` is None while the player thinks, step by step; then
    `message` names it, with the reasons `why`, texts and messages. Once `is_late()`, the player
    decides at once. `steps` yields None for each step of the thinking, then the action. In a game
    with hidden hands the hint never `glows`, since everybody sees the lights."""

    def __init__(
        self, game: "Game", by: int, seed: int, is_late: "Callable[[], bool]" = bool,
        player: "Callable[..., Any]" = careful
    ):
        self.by = by
        self.action: "Action" = None  # type: ignore[assignment]
        self.glows = False
        self.texts: "Texts" = None  # type: ignore[assignment]  # see `seek`
        self.message: "Message" = ()
        self.why: "list[Any]" = []
        # its lead over any other seat in points: at once, and with the next action; () if that
        # depends on hidden things
        self._leads: "tuple[int, ...]" = ()
        self._game = game
        self._compares: "list[Any]" = []  # see `careful`
        self.steps = player(game, by, Rng(seed), is_late, self._compares)

    def go_on(self, app: "App") -> None:
        """Think a little; once the player has found the action, show it to the person who asked.
        """
        self.step(self.texts)
        if self.action is not None and self.by not in app.session.elsewhere:
            app.show_message("")  # that it was looked for
            app.open(self.ask())

    def step(self, texts: "Texts") -> None:
        """Think a little."""
        for action in self.steps:
            if action is not None:
                self.action = action
                self.why = self.find_reasons(texts) + self._compared() or self._usual(texts)
                self.message = self._as_message(self.why)
                self.glows = not self._game.private_view(self.by)
            return

    def ask(self) -> Ask | None:
        """Return the question that shows the hint, a reason at a time; with hidden hands, to its
        seat alone."""
        name = self._game.NAME
        question = None
        for count in range(len(self.why), 1, -1):
            question = Ask(self.why[count - 1], ["only go"], _then(question), 0, name)
        question = Ask(self._as_message(self.why[:1]), ["only go"], _then(question), 0, name)
        return question if self.glows else for_seat(self.by, question)

    def _as_message(self, why: "list[Any]") -> "Message":
        """Return the hint as a message."""
        said = ("do",) + tuple(self._game.words(self.by, self.action))
        return ("hint why", said, why) if why else ("hint", said)

    def find_reasons(self, texts: "Texts") -> "list[Message]":
        """Return the points of the action, its uses, and its chances for others, as far as these
        hold whatever the hidden things are."""
        merits = self._game.merits(self.by, self.action)  # here: loading it needs a shallow stack
        found = self._guess(texts, merits, _GUESSES[0])
        leads = self._leads
        for seed in _GUESSES[1:] if self._game.has_secrets() else ():
            pause()
            also = self._guess(texts, merits, seed)
            found = [reason for reason in found if reason in also]
            if self._leads != leads:
                leads = ()
        self._leads = leads
        return found

    def _guess(self, texts: "Texts", merits: "list[Message]", seed: int) -> "list[Message]":
        """Return the reasons under one guess of the hidden things; among them are `merits`, which
        need no guess."""
        game, by = self._game, self.by
        before = game.snapshot()
        try:
            game.determinize(by, Rng(seed))
            pause()
            had = game.scores()
            threat = self._threat()[0]
            own = game.threat(by)
            events = game.play(by, self.action)
            told: "list[Any]" = [texts.event(event, game.NAME) for event in events]
            told = [text for text in told if text]
            has = game.scores()
            gains = [has[seat] - had[seat] for seat in range(game.seats)]
            if gains[by] > 0 and not told:
                told.append(("why at once", gains[by]))
            found = told + merits
            self._leads = (lead(gains, by), 0)
            if game.current() != OVER:
                found += self._next(threat, own)
        finally:
            game.restore(before)
        return found

    def _compared(self) -> "list[Message]":
        """Return how well the action came out when the player played on from it, and how much
        better than the next best one; [] if the player did not play on."""
        if not self._compares:
            return []
        rival, lead, worth, rounds = self._compares
        said = ("do",) + tuple(self._game.words(self.by, rival))
        tenth = self._game.POINT * rounds // 10 or 1
        far, better = abs(worth) // tenth, lead // tenth
        ahead = (worth > 0) - (worth < 0) if far else 0
        key = _COMPARED[better > 0][ahead]
        return [(key, said) + divmod(far, 10) + divmod(better, 10)]

    def _usual(self, texts: "Texts") -> "list[Message]":
        """Return the general use of this kind of action, [] if the catalogue names none."""
        name = self._game.NAME
        usual = ("why " + self._game.words(self.by, self.action)[0],)
        return [usual] if texts.render(usual, name) != usual[0] else []

    def _next(self, threat: int, own: int) -> "list[Any]":
        """Return how much more or less the others, and the seat itself, could score next; before
        the action the figures were `threat` and `own`."""
        found: "list[Any]" = []
        points, seat = self._threat()
        if 0 < points < threat:
            found.append(("why holds off", seat, points, threat))
        elif points == 0 < threat:
            found.append(("why leaves nothing", seat, threat))
        elif points > threat:
            found.append(("why it opens", seat, points))
        mine = self._game.threat(self.by)
        if mine > own:
            found.append(("why prepares", mine))
        self._leads = (self._leads[0], mine - points)
        return found

    def _threat(self) -> "tuple[int, int]":
        """Return (the most points that another seat could score next, the seat); (-1, -1) if the
        seat plays alone."""
        game = self._game
        others = [seat for seat in range(game.seats) if seat != self.by]
        return max([(game.threat(seat), seat) for seat in others] or [(-1, -1)])


def _then(question: "Ask | None") -> "Callable[..., Any]":
    return lambda index: question


def foresee(
    game: "Game", by: int, action: "Action", texts: "Texts"
) -> "tuple[tuple[int, ...], str]":
    """Return (the leads of a legal action, its effects: the points, what it closes, and its
    chances for others), as far as its seat can know."""
    hint = Hint(game, by, 1)
    hint.action = action
    reasons = hint.find_reasons(texts)
    return hint._leads, "; ".join([texts.render(reason, game.NAME) for reason in reasons])
