"""The questions of the small display: what has no place on the board is asked here, with the knob.

A question has a `title` and a `label`, the answer under the cursor, both as text by the catalogues
of a Texts, and `turn`, `push` and `back`. Push returns the next question, or None when all is
settled; back returns False where there is no way back. Its `game`, the name of one, goes on: then
the question is over; "" is the table's own.
"""

from table.chooser import Chooser

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable

    from games.base import Game
    from games.texts import Texts


class Ask:
    """A list of answers, messages of the catalogue of `game` like the title; `then(index)` returns
    the next question or None."""

    def __init__(
        self, title: str | tuple, answers: list, then: "Callable", index: int = 0, game: str = ""
    ):
        self._title = title
        self.game = game
        self.answers = answers
        self.index = index
        self._then = then

    def title(self, texts: "Texts") -> str:
        return texts.say(self._title, self.game)

    def turn(self, steps: int) -> None:
        self.index = (self.index + steps) % len(self.answers)

    def label(self, texts: "Texts") -> str:
        return texts.say(self.answers[self.index], self.game)

    def push(self) -> "Ask | AskAction | None":
        return self._then(self.index)

    def back(self) -> bool:
        return False


def for_seat(by: int, ask: "Ask | AskAction") -> Ask:
    """Return the question that comes before one which only a seat may see."""
    return Ask(("line", [by], ("only you",)), ["only go"], lambda index: ask, 0, ask.game)


class AskAction:
    """Which of several actions; `act(by, action)` is called when it is settled. `entries` as for
    Chooser."""

    def __init__(self, game: "Game", entries: "Callable", act: "Callable", by_spot: bool = False):
        self.chooser = Chooser(game, entries, by_spot)
        self.game = game.NAME
        self._act = act

    def turn(self, steps: int) -> None:
        self.chooser.turn(steps)

    def title(self, texts: "Texts") -> str:
        """Return the question; "" for the first one of a menu."""
        question = self.chooser.question()
        return texts.say(question, self.game) if question else ""

    def label(self, texts: "Texts") -> str:
        return self.chooser.label(texts)

    def push(self) -> "AskAction | None":
        settled = self.chooser.push()
        if settled is None:
            return self
        self._act(settled[0], settled[1])
        return None

    def back(self) -> bool:
        return self.chooser.back()
