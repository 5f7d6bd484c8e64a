"""The texts of the display: what to do now, what is wrong, the points, and the open question."""

from micropython import const

from games.base import CHANCE, OVER
from games.texts import Texts, languages
from table.interpret import BETWEEN, FOLLOW, MISTAKE, PARTIAL
from table.panel import AskAction

if False:  # only mypy reads this: the names of types
    from collections.abc import Iterator, Sequence
    from typing import Any

    from games.types import Message
    from table.app import App
    from table.session import Session

_TWO = const(2)  # with up to this many seats the points share one line
_MOST_SEATS = const(4)
_GROUP = const(4)  # digits of a commitment, twice: enough to compare by eye
_NOTHING: "Iterator[None]" = iter(())


class DisplayText:
    """The text of an App's display, in the language of `texts`.

    `line` says who must do what now, `problem` says what is wrong on the table ("" if nothing is).
    `message` is the last message. `warning` names, until somebody acts, the parts of the game that
    were lost as it came onto the table. `shown` has the lines before wrapping. A text of many
    words takes 10 to 40 ms, so `step` renders one at a time.
    """

    def __init__(self, app: "App"):
        self._app = app
        self.texts = Texts()
        self._other: "Texts | None" = None  # kept with its patterns: each found anew takes 5 ms
        self.line = ""
        self.problem = ""
        self.message = ""
        self.warning = ""
        self.shown: "list[Any]" = []
        # the problem as a message of the game's catalogue
        self.wrong: "Message" = ""
        self._must_sound = False  # is the sound for the problem still to come?
        self._events: "list[Any] | tuple[Any, ...]" = ()  # of the last action, not yet announced
        self._seat_names: list[str] | None = None  # in the current language, once needed
        self._keeps_message = False  # does the message stay when the next game begins?
        self._begun = 0  # the number of games begun when the turn began
        self._count = -2  # the number of actions when the turn began
        self._steps: "Iterator[None]" = _NOTHING

    def use_language(self, name: str) -> None:
        """Change the language of all texts; raises ValueError."""
        self.texts = self.texts_in(name)
        self._seat_names = None
        self.message = ""
        self._app.speak_again()

    def texts_in(self, language: str) -> Texts:
        """Return texts in a language, those of the display for its own or ""; raises ValueError.
        """
        if language in ("", self.texts.language):
            return self.texts
        if language not in languages():
            known = ", ".join(languages())
            raise ValueError("there is no language %s; there are: %s" % (language, known))
        texts = self._other
        if texts is None or texts.language != language:
            texts = self._other = Texts(language)
        texts.call(self._app.session.names)
        texts.has_knob = self.texts.has_knob
        return texts

    def sentences(self, texts: Texts) -> "tuple[str, str]":
        """Return (what to do now, what is wrong) as these texts of `texts_in` say it."""
        if texts is self.texts:
            return self.line, self.problem
        game = self._app.session.game
        name = game.NAME if game else ""
        problem = texts.render(self.wrong, name) if self.wrong else ""
        return texts.render(to_do(self._app), name), problem

    def _name_people(self) -> None:
        self.texts.call(self._app.session.names)
        self._seat_names = None

    def set_message(self, message: "Message", game: str = "") -> str:
        """Show a message of a game's catalogue from now on, none if it is ""; return its text."""
        self.message = self.texts.render(message, game) if message else ""
        return self.message

    def tell_moved(self, moved: "tuple[int | None, Sequence[int]]", found: "Message" = "") -> None:
        """Say that a game went on the shelf. `moved` is (its number or None, the numbers of the
        games that had to go for it); `found` is a message about the game that was taken up."""
        if not found and moved[0] is None:
            return
        self.message = self.warning = ""
        if found:
            self._add_message(found)
            from table.game_resuming import warnings

            lost = warnings(found)
            if lost:
                self.warning = self.texts.render(("said", lost))
        if moved[1]:
            self._add_message(("shelf dropped", len(moved[1])))
        elif moved[0]:
            self._add_message("shelf kept")
        self._keeps_message = self._begun != self._app.session.begun

    def _add_message(self, message: "Message") -> None:
        """Show a message after the one that is there."""
        before = self.message + ". " if self.message else ""
        self.message = before + self.texts.render(message)

    def note_problem(self, problem: "Message", has_rested: bool) -> None:
        """Have the display say what is wrong, and beep once for it; if the piece may be on its
        way, only once it `has_rested`."""
        state = self._app.pieces.verdict.state
        if problem != self.wrong:
            self._must_sound = bool(problem) and state != FOLLOW
            if state == MISTAKE and problem:
                self._app.host.note_refused(problem)
        self.wrong = problem
        if self._must_sound and (has_rested or state not in (MISTAKE, BETWEEN)):
            self._must_sound = False
            self._app.board.buzzer.beep(2)

    def begin_turn(self) -> bool:
        """Prepare to announce the events of the last action; return whether the game has gone on
        by one action since the last turn."""
        session = self._app.session
        if session.names != self.texts.people:
            self._name_people()
        if session.game is None:
            self.wrong = ""  # it was about the game that has left
            return False
        count = len(session.game.log)
        has_gone_on = count == self._count + 1
        self._count = count
        self._events = ()
        if self._begun != session.begun:
            self._begun = session.begun
            if not self._keeps_message:  # it was about another game
                self.set_message(chance_by(session) if session.commit else "")
            self._keeps_message = False
        if has_gone_on:
            self._events = session.public_events
            self.message = self.warning = ""
        if session.dropped:
            self._add_message(("shelf dropped", session.dropped))
            session.dropped = 0
        return has_gone_on

    def begin(self) -> None:
        """Begin to render the lines of the display."""
        self._steps = self.find()

    def stop(self) -> None:
        """Stop rendering. On MicroPython the steps keep their game in memory even when done."""
        self._steps = _NOTHING

    def step(self) -> bool:
        """Render the next text; return False once the display has all."""
        for _ in self._steps:
            return True
        return False

    def find(self) -> "Iterator[None]":
        """Render the lines of the display, one text a step."""
        texts = self.texts
        game = self._app.session.game
        name = game.NAME if game else ""
        problem = texts.render(self.wrong, name) if self.wrong else ""
        yield
        if self._events and game:
            said = []
            for event in self._events:
                said.append(texts.event(event, name))
                yield
            self.message = ", ".join([text for text in said if text]) or self.message
            self._events = ()
        if self._app.session.why:
            self._add_message(("said", self._app.session.why))
            self._app.session.why = ""
        texts.has_knob = len(self._app.session.present()) > 0
        line = texts.render(to_do(self._app), name)
        yield
        self.problem = problem
        self.line = line
        self.shown = self._lines()
        yield
        self._app.board.display.show(self.shown)

    def _lines(self) -> list[str]:
        """Return the lines of the display: points, then the problem or what to do, then the
        question."""
        app = self._app
        game = app.session.game
        ask = app.ask
        if game is None:
            shown = ["Leyboard", app.board.profile.TITLE, ""]
        else:
            shown = _points(self.seat_names(), game.scores())
        example = app.session.example
        # the message is about the time before
        is_past = self.problem or ask or (example and not example.is_over)
        message = "" if is_past else self.message
        warning = self.warning
        if not app.session.journal.kept:
            warning = warning or self.texts.render("unkept")
        if warning not in message:
            shown.append(warning)
        if self.problem:
            shown.append(self.problem)
        if ask is not None:
            if not isinstance(ask, AskAction):
                if app.session.playtest and app.session.is_over():
                    shown.append(self.line)  # who has won, above a question about the game
                shown.append(ask.title(self.texts))
            elif not self.problem:
                shown.append(self.line)
            return shown + ["> " + ask.label(self.texts)]
        if not app.board.sense.has_supply:
            return shown + [self.texts.render("no supply")]
        if game is not None and not app.board.sense.ready:
            return shown + [self.texts.render("looking")]
        if not self.problem:
            shown.append(self.line)
        if message:
            shown.append(message)
        return shown

    def seat_names(self) -> list[str]:
        """Return the list of the seats' names."""
        if self._seat_names is None:
            people = self.texts.people
            self.texts.call([])
            names = self.texts.render(("seats", list(range(_MOST_SEATS)))).split(", ")
            self.texts.call(people)
            if len(names) != _MOST_SEATS:  # a catalogue lacks them
                names = ["seat %d" % seat for seat in range(_MOST_SEATS)]
            for seat in range(len(people)):
                names[seat] = people[seat] or names[seat]
            self._seat_names = names
        return self._seat_names


def to_do(app: "App") -> "Message":
    """Return a message for everybody that says who must do what now."""
    session = app.session
    game = session.game
    if game is None:
        return "idle"
    if session.given_up:
        return "given up"
    if game.current() == OVER:
        winners, reason = game.result()
        if not winners:
            return ("over nobody", reason)
        return ("over" if len(winners) == 1 else "over tie", winners, reason)
    example = session.example
    if example and not example.is_over and not isinstance(app.ask, AskAction):
        return example.prompt()
    seats, what = game.prompt()
    hands = session.seats_by_hand()
    if seats[0] == CHANCE:
        return what if CHANCE in hands else "now chance"
    waiting = [seat for seat in seats if seat in hands]
    if not waiting:
        return ("thinking", list(seats), session.players[seats[0]])
    if isinstance(app.ask, AskAction):
        what = app.ask.chooser.question() or what
        if what == ("where",) and app.pieces.verdict is not None and app.pieces.verdict.marks:
            what = "rest or"  # where readers are, or where none is
    elif app.pieces.verdict is not None and app.pieces.verdict.state == PARTIAL:
        what = app.pieces.verdict.text or what  # none while a tile's facing is looked for
    if isinstance(what, str):
        what = (what,)
    return ("line", waiting, what)


def chance_by(session: "Session") -> "tuple[str, str]":
    """Return the message with the first digits of the commitment to the secret of chance."""
    return "chance by", session.commit[:_GROUP] + " " + session.commit[_GROUP : 2 * _GROUP]


def _points(names: list[str], scores: list[int]) -> list[str]:
    each = ["%s %d" % (names[seat], scores[seat]) for seat in range(len(scores))]
    return ["  ".join(each[i : i + _TWO]) for i in range(0, len(each), _TWO)]
