"""A played example of a game: real actions on the table, a sentence and a light each.

Loaded when somebody asks for one. The file is `example.txt` of the game's package: a block of
lines for each step, with an empty line in between. A line begins with a word:

    game SEATS OPTIONS   in the first block: how many play, and JSON
    en, de TEXT          the sentence, in each language
    at SPOT ...          what it speaks of; these spots are lit
    do SEAT ACTION       an action that follows, in the JSON of records; -1 is chance
    play SEAT ACTION     the reader does this; further such lines are as good
    why LANGUAGE TEXT    what is said after a wrong try

A step with `play` waits for no button: its sentence takes the place of the line that says whose
turn it is, and the next step follows the action.

The game of an example is never a real one: it goes on no shelf, and leaving the example begins the
game that follows it. `game.example`, beside the journal, has the name of the example that is shown
and the game that follows: after a power cut the example goes on.
"""

import json

from games import names, part
from games.base import IllegalAction
from games.texts import LANGUAGE
from table.files import remove
from table.interpret import QUIET
from table.panel import Ask
from table.session import HUMAN

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Iterator
    from typing import Any

    from games.chance import Secret
    from games.texts import Texts
    from games.types import Action, Entry, Json, Options
    from table.app import App
    from table.panel import AskAction

FILE = "example.txt"
_BLOCK = 2048  # bytes: the longest step


def known() -> list[str]:
    """Return the names of the games that have an example."""
    found = []
    for name in names():
        try:
            with part(name, FILE):
                found.append(name)
        except (OSError, ValueError):  # no example, or none that can be read
            pass
    return found


def read(name: str, at: int) -> "tuple[list[Any], int]":
    """Return the step at an offset as ([[word, rest], ...], the offset of the next step); ([], at)
    after the last step."""
    with part(name, FILE) as file:
        file.seek(at)
        block = file.read(_BLOCK)
    end = block.find(b"\n\n")
    end = len(block) if end < 0 else end + 2
    lines = block[:end].decode().strip().split("\n")
    return [line.split(" ", 1) for line in lines if line], at + end


def head(name: str) -> "tuple[int, Json]":
    """Return (seats, options) of the game of an example."""
    seats, options = read(name, 0)[0][0][1].split(" ", 1)
    return int(seats), json.loads(options)


class _Said(Ask):
    """The question that says a sentence of a step: in the language of the display, even if that
    changes meanwhile."""

    text: "Callable[[Any], str]"

    def title(self, texts: "Texts") -> str:
        return self.text(self._title)


class _Example:
    """The example of the game on the table. `then` has the seats, options, players and names of
    the game that follows. Raises OSError."""

    def __init__(self, app: "App", name: str, then: "tuple[Any, ...]"):
        self._app = app
        self._name = name
        self.then = then
        self._next = read(name, 0)[1]
        self.is_over = False  # then everybody may act in its game, which nobody misses
        self._count = 0  # the actions of the steps so far
        self.tries = 0  # wrong ones, in the step that is shown
        self.spots: list[int] = []  # the places that the step speaks of
        self._step: "list[Any]" = []
        # for each step so far: (its offset, the number of actions before it)
        self._told: "list[tuple[int, int]]" = []
        self._read_on()

    def _read_on(self) -> None:
        self._told.append((self._next, self._count))
        self._step, self._next = read(self._name, self._next)
        self.tries = 0
        game = self._app.session.game
        self.spots = [game.spot(name) for at in self._values("at") for name in at.split(" ")]
        self._app.refresh()

    def follow(self) -> None:
        """Go on to the first step that the game has not reached, or that it has left."""
        log = self._app.session.game.log
        while self._step and self._count < len(log):
            done = [(seat,) + action for seat, action in self._actions("do")]
            if self._values("play"):
                done = [log[self._count]]
                if not self._is_wanted(done[0]):
                    return
            if list(log.since(self._count))[: len(done)] != done:
                return
            self._count += len(done)
            self._read_on()
        self.is_over = self._count < len(log)

    def prompt(self) -> "tuple[str, str]":
        """Return a message that says what the reader must do; nothing while there is a sentence to
        read."""
        if self._values("play"):
            return "said", self._text("why " if self.tries else "")
        return "example of", self._name

    def go_on(self) -> bool:
        """Once the table is at rest, show the next sentence, or judge the reader's action; return
        whether there was something to do."""
        app = self._app
        session = app.session
        verdict = app.pieces.verdict
        if session.given_up:
            self._stop()
        if self.is_over:
            return False
        count = len(session.game.log)
        if count < self._count:
            self._go_back(count)
            return True
        if verdict is None or verdict.state != QUIET:
            return False
        if count > self._count:
            self._judge()
        elif app.ask is not None or self._values("play"):
            return False
        else:
            app.open(self._question())
        return True

    def _go_back(self, count: int) -> None:
        """Return to the step whose actions somebody has undone."""
        while self._told[-1][1] > count:
            self._told.pop()
        self._next, self._count = self._told.pop()
        self._read_on()
        self._app.open(None)

    def _question(self) -> Ask:
        if not self._step:
            answers = ["example play", "menu close"]
            return Ask("example over", answers, self._end, 0, self._name)
        question = _Said("", ["only go", "example leave"], self._push, 0, self._name)
        question.text = self._text
        return question

    def _push(self, index: int) -> None:
        if index:
            self.leave()
            return
        session = self._app.session
        for seat, action in self._actions("do"):
            session.act(seat, action)
        self._count = len(session.game.log)
        self._read_on()

    def refuse_at_once(self, ask: "AskAction") -> bool:
        """If a question about pieces offers nothing that the step asks for, take one of its
        actions, which will be refused; return whether it was so."""
        pieces = self._app.pieces
        wanted = list(self._actions("play"))
        if not wanted or pieces.verdict.marks:  # a longer action may have begun
            return False
        for entry in ask.chooser.open():
            if entry in wanted:
                return False
        pieces.act(*entry)
        return True

    def _judge(self) -> None:
        """Go on if the reader's action is right; otherwise take it back and say why. If it cannot
        be taken back, the example is over."""
        app, session = self._app, self._app.session
        if self._is_wanted(session.game.log[self._count]):
            self._count += 1
            self._read_on()
            return
        try:
            session.undo_to(self._count)
        except IllegalAction as error:
            self._stop()
            app.show_message(error.why, error.game)
            return
        session.needs_resync = True
        self.tries += 1
        app.refresh()

    def _is_wanted(self, entry: "Entry") -> bool:
        """Is this (seat, ...) an action that the example asks the reader to take?"""
        return entry in [(seat,) + action for seat, action in self._actions("play")]

    def wanted(self, by: int) -> "Action | None":
        """Return the action that the example asks the reader to take for a seat, if there is one.
        """
        for seat, action in self._actions("play"):
            if seat == by:
                return action
        return None

    def _end(self, index: int) -> None:
        if index:
            self._stop()
        else:
            self.leave()

    def _stop(self) -> None:
        """Ask for nothing any more."""
        self.is_over, self.tries = True, 0
        self._step, self.spots = [], []
        self._app.refresh()

    def leave(self) -> None:
        """Begin the game that follows, with a new secret."""
        self.begin_game(self._app.entropy.secret())

    def begin_game(self, seed: "int | Secret | None") -> "tuple[int | None, list[int]]":
        """Begin the game that follows; raises and returns as `session.new` does."""
        seats, options, players, people = self.then
        self._app.refresh()
        return self._app.session.new(self._name, seats, options, players, seed, people)

    def _actions(self, word: str) -> "Iterator[tuple[int, Action]]":
        """Yield (seat, action) of each line of the step with this word, play or do."""
        game = self._app.session.game
        for value in self._values(word):
            seat, words = value.split(" ", 1)
            yield int(seat), game.parse(json.loads(words))

    def _values(self, word: str) -> list[str]:
        return [line[1] for line in self._step if line[0] == word]

    def _text(self, kind: str) -> str:
        """Return a sentence of the step in the language of the display; in English if there is
        none."""
        for language in (self._app.display_text.texts.language, LANGUAGE):
            start = kind + language + " "
            for line in self._step:
                said = " ".join(line)
                if said.startswith(start):
                    return said[len(start) :]
        return ""


def ask(app: "App") -> Ask:
    """Ask which game's example to play."""
    games = known()

    def then(index: int) -> None:
        begin(app, games[index])

    return Ask("menu example", [("titled", name) for name in games], then)


def begin(
    app: "App",
    name: str,
    seats: int | None = None,
    options: "Options | None" = None,
    players: "list[str] | tuple[str, ...]" = (),
    people: "list[str] | tuple[str, ...]" = (),
) -> None:
    """Begin the example of a game; raises ValueError if there is none, or OSError. The other
    values, as for `session.new`, are those of the game that follows it."""
    if name not in known():
        raise ValueError("there is no example of %s" % name)
    then = (seats, options, players, people)
    count, setting = head(name)
    app.display_text.tell_moved(
        app.session.new(name, count, setting, [HUMAN] * count, app.entropy.secret(), (), True)
    )
    app.session.example = _Example(app, name, then)
    try:
        with open(app.session.journal.example_file, "w") as file:
            file.write(json.dumps([name, then]))
    except OSError:
        pass  # a full flash: then a power cut ends the example, and leaves its game


def take_up(app: "App") -> None:
    """Go on with an example after a power cut, if the journal has its game."""
    file_name = app.session.journal.example_file
    game = app.session.game
    try:
        with open(file_name) as file:
            name, then = json.loads(file.read())
        if game is not None and name == game.NAME and name in known():
            example = _Example(app, name, tuple(then))
            if head(name)[0] == game.seats:
                example.follow()
                app.session.example = example
                return
    except (OSError, ValueError, TypeError):
        pass  # it says nothing
    remove(file_name)

