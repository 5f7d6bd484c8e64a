"""The questions on the small display, which the knob answers, for everything that has no place on
the board.

A question has `title` and `label` (the answer under the cursor), both texts in the language of a
Texts, and `rotate`, `push` and `back`. `push` returns the next question, or None if there is none.
`back` returns the question before, or None if there is none. `game` is the game's name, or "" for
the table's own questions; a game's question ends when the game moves on.
"""

from table.chooser import Chooser

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from games.base import Game
    from games.texts import Texts
    from games.types import Action, Message


class Ask:
    """A list of answers, which like the title are messages of the catalogue of `game`.
    `then(index)` returns the next question or None; `before` is the question before this one."""

    def __init__(
        self,
        title: "Message",
        answers: "Sequence[Message]",
        then: "Callable[..., Any]",
        index: int = 0,
        game: str = "",
        before: "Ask | AskAction | None" = None,
    ):
        self._title = title
        self.game = game
        self.answers = answers
        self.index = index
        self._then = then
        self._before = before

    def title(self, texts: "Texts") -> str:
        return texts.render(self._title, self.game)

    def rotate(self, steps: int) -> None:
        self.index = (self.index + steps) % len(self.answers)

    def label(self, texts: "Texts") -> str:
        return texts.render(self.answers[self.index], self.game)

    def push(self) -> "Ask | AskAction | None":
        return self._then(self.index)

    def back(self) -> "Ask | AskAction | None":
        return self._before


def for_seat(by: int, ask: "Ask | AskAction") -> Ask:
    """Return a question that asks everybody but this seat to look away, before `ask`."""
    return Ask(("line", [by], ("only you",)), ["only go"], lambda index: ask, 0, ask.game)


def for_steps(
    game: "Game", by: int, begun: "Action", act: "Callable[..., object]",
    before: "Ask | AskAction"
) -> Ask | None:
    """Return the question that completes an unfinished action; once it is complete, call `act(by,
    action)`. Returns None if it is complete already (see Game.steps)."""
    steps = game.steps(by, begun)
    if steps is None:
        return None
    question, found = steps

    def then(index: int) -> "Ask | None":
        longer = found[index][1]
        after = for_steps(game, by, longer, act, ask)
        if after is None:
            act(by, longer)
        return after

    ask = Ask(("line", [by], question), [said for said, _ in found], then, 0, game.NAME, before)
    return ask


class AskAction:
    """Asks which of several actions to take, then calls `act(by, action)`. `entries` as for
    Chooser."""

    def __init__(
        self, game: "Game", entries: "Callable[[], Iterable[tuple[int, Action]]]",
        act: "Callable[..., object]",
        by_spot: bool = False
    ):
        self.chooser = Chooser(game, entries, by_spot)
        self.game = game.NAME
        self._act = act

    def rotate(self, steps: int) -> None:
        self.chooser.rotate(steps)

    def title(self, texts: "Texts") -> str:
        """Return the question; "" for the first one of a menu."""
        question = self.chooser.question()
        return texts.render(question, self.game) if question else ""

    def label(self, texts: "Texts") -> str:
        return self.chooser.label(texts)

    def push(self) -> "Ask | AskAction | None":
        settled = self.chooser.push()
        if settled is None:
            return self
        by, action = settled
        after = for_steps(self.chooser.game, by, action, self._act, self)
        if after is None:
            self._act(by, action)
        return after

    def back(self) -> "AskAction | None":
        return self if self.chooser.back() else None
