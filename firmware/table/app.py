"""Run the table: sense -> interpret -> rules -> paint -> persist, in short steps that never
block."""

import gc

from micropython import const

from games.base import CHOSEN, LEGAL, MISSING, WRONG, IllegalAction
from games.lazy import unload_unused
from games.players import player
from games.texts import Texts, languages
from table.controls import Controls
from table.errors import Errors
from table.hands import Hands
from table.host import Host
from table.interpret import ACTION, BETWEEN, FOLLOW, MISTAKE, QUIET, Verdict, token_name
from table.layout import NOWHERE
from table.lights import Lights
from table.link import send as send_line
from table.paint import Painter
from table.pieces import Pieces
from table.session import Session
from table.speech import lines, now

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Iterator

    from table.board import Board
    from table.clock import Clock
    from table.console import Console
    from table.hint import Hint
    from table.journal import Journal
    from table.panel import Ask, AskAction

_FOR_HANDS = (LEGAL, WRONG, MISSING)  # meanings that ask a player to act at a place
# Index of a part in `_parts`. The last three try actions out; a failure may leave one half done.
_LOOK = const(0)
_INPUT = const(1)
_PLAY = const(2)
_SPEAK = const(4)
_MOST_SEATS = const(4)
# The wait after a failure before the failed work is retried, or another failure noted.
_REST_MS = const(1000)
_SCORED_MS = const(4000)  # how long the score animation runs
_AT_ONCE_MS = const(28)  # an action that took longer is confirmed in a tick of its own
_LOOK_MS = const(15)  # between two looks during long work; one takes 1.5 to 5 ms
_HURRY_MS = const(60)  # the readers wait no longer for lights to be found
_LATE_MS = const(25)  # a tick at rest takes 22 at most
_LONG_MS = const(20)  # words that took so long are enough for a tick
_SLICE_MS = const(33)  # longest search for the next lights in one tick; Land's takes 20 to 33


class App:
    """Runs one board.

    `journal` stores the running game. `send` writes text for the host, piece by piece. `entropy()`
    returns a whole number to seed chance. `find` returns a computer player by name (see Session).
    """

    def __init__(
        self,
        board: "Board",
        clock: "Clock",
        journal: "Journal",
        send: "Callable",
        entropy: "Callable",
        find: "Callable" = player,
    ):
        self.board = board
        self.profile = board.profile
        self.painter = Painter(board.profile)
        self.session = Session(journal, find, self._unload_unused)
        self.pieces = Pieces(board, self.session, self.say)
        self.hands = Hands(board.sense, self.session)
        self.lights = Lights(board, self.session, self.pieces)
        self.controls = Controls(self)
        self.host = Host(self, send)
        self.texts = Texts()
        self._seat_names: list[str] = None  # in the current language; None until first needed
        self.line = ""  # for people: who is to do what now
        self.problem = ""  # for people: what is wrong on the table; "" if nothing is
        self.message = ""  # the last message on the display
        self._is_carried = False  # does it stay when the next game begins?
        self.notes: "list[tuple]" = []  # what people are to know about this start, as messages
        self._wrong: str | tuple = ""  # the problem as a message of the game's catalogue
        self._must_sound = False  # is the sound for the problem still to come?
        self._unsaid = True  # the display has yet to show the newest state
        self._looked = 0  # ms: the last look at readers and buttons
        self._lit_at = 0  # ms: when this tick came to its lights
        self._lit_until = 0  # ms: when the strip has all lights but those that only move
        self._has_shown = False  # has this tick shown other lights?
        self._has_stood = False  # do they stand since this tick?
        self._was_sending = False  # was a frame on its way when this tick began?
        self._saying: "Iterator[None]" = None  # the running search for its texts
        self.hint: "Hint" = None  # the hint a seat asked for
        self._begun = 0  # number of games begun until then
        self._count = -2  # number of actions when the turn began
        self._events: list | tuple = ()  # events of the last action, not yet announced
        self._scored_until = 0  # ms; when the scored spots stop glowing, 0 if none do
        self.verdict: Verdict = None
        self.marks = []  # what the lights show now, as (place, meaning, value)
        self.shown = []  # the lines on the display, before wrapping
        self.ask: "Ask | AskAction" = None  # the open question on the display
        self.stale = True  # lights and display must be worked out again
        self.at_rest = False  # True when there is nothing to do until a person or the host acts
        self._clock = clock
        self._seen_session = -1
        self._seen_sense = -1
        self._send = send
        self.entropy = entropy
        self._errors = Errors(journal.path)
        self.settings = journal.path + "/settings.json" if journal.path else "settings.json"
        self._failure: tuple = None  # the last one noted: (message, session version)
        self._note_at = 0  # ms; no failure is noted before this
        self._rest = 0  # ms; failed work is not retried before this
        self.starved = 0  # how often in a row the game could not go on for want of memory
        # The parts of a tick. A failure in one does not stop the others.
        self._parts: "tuple[Callable, ...]" = (
            self._hear, self.controls.step, self._play, self._light, self._speak,
            board.display.step, board.buzzer.step, self._tell,
        )  # fmt: skip

    def start(self) -> None:
        """Greet the host, then resume the game in the journal, if there is one."""
        self._guarded(self._greet)
        self._guarded(self._resume)
        if self._failure:
            self.notes.append(("said", self._failure[0]))

    def _resume(self) -> None:
        try:
            found = self.session.resume()
        except MemoryError:
            self._give_back()
            found = self.session.resume()
        parts = (found[1] if found[0] == "said" else [found]) if found else []
        self.notes += [part for part in parts if part[0] != "resumed"]
        said = found or (self.notes[0] if self.notes else "")
        self.message = self.texts.say(said) if said else ""

    def _greet(self) -> None:
        greeting = self.host.hello()
        greeting["event"] = "hello"
        send_line(self._send, greeting)

    def hear(self, console: "Console") -> None:
        """Answer the host's requests; never raises."""
        self.glance()  # the tick before may have been long
        try:
            self.host.feed(console.read())
        except Exception as error:
            self._failed(error, _INPUT)

    def tick(self) -> None:
        """Do a little of everything that is due; never raises."""
        self._has_shown = self._has_stood = False
        self._was_sending = self.board.pixels.is_busy()
        done = 0
        while done < len(self._parts):
            try:
                while done < len(self._parts):
                    done += 1
                    self._parts[done - 1]()
            except Exception as error:
                self._failed(error, done - 1)

    def glance(self, at_once: bool = False) -> None:
        """During long work: look at the readers and buttons unless the last look was just now and
        the next need not be `at_once`, light what has come, and move the lights, but take no
        action. Never raises."""
        self.session.journal.keepalive()
        now = self._clock.ms()
        try:
            if at_once or now - self._looked >= _LOOK_MS:
                self._looked = now
                self.board.sense.step()
                self.board.knob.look()
                self._has_noted(False)  # the rules may be in the middle of making an answer
            self._paint(self._clock.ms())
        except Exception as error:
            self._failed(error, _LOOK)

    def _hear(self) -> None:
        """Poll the readers and light what has come, unless the search for the next lights is still
        running: it takes one or two ticks more.

        A table at rest waits for answers that are due in a moment, unless the last tick was long:
        the knob comes next.
        """
        now = self._clock.ms()
        since = now - self._looked
        if self.lights.finding is not None and since < _HURRY_MS:
            return
        self._looked = now
        may_wait = self.at_rest and since < _LATE_MS and not self.painter.has_news()
        self.board.sense.step(may_wait)
        if self.board.sense.coming:
            self._has_noted()

    def _play(self) -> None:
        if self._has_noted() or self.painter.has_news():
            return  # the light that says "seen" comes first; the strip may be busy for 12 ms
        start = self._clock.ms()
        if self._rest or self.session.torn:
            if self._clock.ms() < self._rest:
                return
            self._rest = 0
            self.session.repair()
            self.stale = True
        if self._changed():
            self.at_rest = False
            self._look()
        elif self.lights.finding is not None:
            if self.lights.go_on(self._clock, _SLICE_MS):
                self._relight()
        elif not self.at_rest:
            self._go_on()
        while self._seen_session != self.session.version:
            self.stale = self._changed()  # begin the turn before the knob is read again
            left = start + _AT_ONCE_MS - self._clock.ms()
            if left > 0:  # confirmed in this tick, with the next lights if they are found in time
                try:
                    if self.lights.finding is not None:
                        self.lights.go_on(self._clock, left)
                finally:
                    self._look()

    def _go_on(self) -> None:
        """Do what needs no person: a hint, upkeep, a computer player. With none left, rest."""
        if self.hint is not None and self.hint.action is None:
            self._think_of_hint()
        elif self._was_sending or self.board.pixels.is_busy():
            pass  # upkeep takes up to 125 ms: not in a tick that a light is part of
        elif not self.session.tidy():
            now = self._clock.ms()
            quiet = self.verdict is not None and self.verdict.state == QUIET
            if self.hands.wake:  # wait for a hand
                self.stale = now >= self.hands.wake
            elif not quiet or not self.session.is_next() or not self.hands.may_move_on(now):
                self.at_rest = not quiet or not self.session.think()

    def _think_of_hint(self) -> None:
        self.hint.step(self.texts)
        if self.hint.action is not None:
            self.ask = self.hint.ask()
            self.stale = True

    # ---- when something fails ------------------------------------------------------------------

    def _guarded(self, part: "Callable") -> None:
        try:
            part()
        except Exception as error:
            self._failed(error)

    def _failed(self, error: Exception, part: int = _PLAY) -> None:
        """Report a failure in a part of a tick and restore the game if that part may have changed
        it."""
        begins_again = part == _INPUT or part == _PLAY
        may_be_torn = begins_again or part == _SPEAK
        if part == _PLAY and isinstance(error, MemoryError):
            self.starved += 1
        if begins_again:
            self._rest = self._clock.ms() + _REST_MS
            self._seen_session = -1  # begins the turn again
            self.lights.finding = None
            self.stale = False
        try:
            # A question hides the message, and may be the cause. But people need the table's own
            # ones where the game cannot be read again.
            if may_be_torn and (
                part != _PLAY or not self.session.torn or self.ask and self.ask.game
            ):
                self.ask = None
            if isinstance(error, MemoryError):
                self._give_back()
                gc.collect()
            self._say_failed(error)
            self._unsaid = part != _SPEAK
        except Exception:
            pass  # not enough memory even to report it
        try:
            if may_be_torn:
                self.session.restore()
        except Exception:
            pass  # the game stays torn; `_play` repairs it after a rest

    def _say_failed(self, error: Exception) -> None:
        self.message = self.texts.say(_what(error))
        failure = (self.message, self.session.version)
        now = self._clock.ms()
        if self._failure != failure and now >= self._note_at:
            self._failure = failure
            self._note_at = now + _REST_MS  # what fails in every tick must not wear the flash out
            self._errors.note(self.message, error)
            self.session.news.append({"event": "failed", "text": self.message})

    def _give_back(self) -> None:
        """Free everything that can be made again."""
        self.session.give_back()
        self.host.load = None  # a second game, perhaps of a host that went away
        self.pieces.legal = None
        self.lights.forget()
        unload_unused(always=True)
        self._seen_session = -1  # begins the turn again

    def _unload_unused(self) -> None:
        """Drop everything that belongs to the game, which is about to go."""
        self.ask = self.pieces.layout = self.verdict = None
        self.marks = []
        self._give_back()
        gc.collect()

    # ---- sense and interpret -----------------------------------------------------------------

    def _has_noted(self, rules: bool = True) -> bool:
        """Light each place that has a new piece or lacks one, before working out what it means,
        which takes longer. Returns whether there was one. `rules` as in `Pieces.came`."""
        sense = self.board.sense
        if not sense.coming and self.pieces.noted == sense.version:
            return False
        came = self.pieces.came(rules)
        if came:
            self.marks = self.marks + came
            self.painter.show(self.marks)
            self._paint(self._clock.ms())
        return len(came) > 0

    def _changed(self) -> bool:
        sense = self.board.sense
        if self._seen_session != self.session.version:
            version = self.session.version
            self._begin_turn()
            self._seen_session = version
            return True
        if self._seen_sense != sense.version:
            self._seen_sense = sense.version
            return True
        return self.stale

    def _begin_turn(self) -> None:
        """Drop questions about the old position and look up the legal actions of the new one.

        The lights that may still be right stay on until the new ones are known.
        """
        if self.ask is not None and self.ask.game:
            self.ask = None
        unload_unused()
        self.hint = None
        if self.session.names != self.texts.people:
            self.texts.call(self.session.names)
            self._seat_names = None
        if self.session.game is None:
            return
        self._note_scores()
        if self.session.dropped:
            self.say(("shelf dropped", self.session.dropped))
            self.session.dropped = 0
        self.lights.begin(self.pieces.begin())

    def _note_scores(self) -> None:
        """Prepare to show and announce what the last action scored."""
        game = self.session.game
        count = len(game.log)
        gone_on = count == self._count + 1
        self._count = count
        self.lights.scored = []
        self._scored_until = 0
        self._events = ()
        if self._begun != self.session.begun:
            self._begun = self.session.begun
            if not self._is_carried:
                self.message = ""  # it was about another game, and so is what is being said
            self._is_carried = False
            self._saying = None
            self._unsaid = True
        if not gone_on:
            return
        self.starved = 0
        self._events = self.session.public_events
        for event in self._events:
            self.lights.scored += game.scored(event)
        self.message = ""
        if self.lights.scored:
            self._scored_until = self._clock.ms() + _SCORED_MS

    def _look(self) -> None:
        """Judge the table; take the action it shows, or update the question and the lights."""
        self.stale = False
        if self.session.game is None or not self.board.sense.ready:
            self._show([])
            return
        now = self._clock.ms()
        hands = self.hands
        moved = hands.go_back(self.pieces.wanted, now)
        if moved:
            self.pieces.follow(moved)
            return
        verdict = self.verdict = self.pieces.judge()
        hands.look(verdict, now)
        if verdict.state == ACTION:
            by, action = verdict.actions[0]
            if hands.may_take(by, action, verdict.places, now):
                count = len(self.session.game.log)
                hand = self.pieces.act(by, action, verdict.gesture)
                if hand:
                    hands.took(count, hand, now)
                return
            seen = self.board.sense.seen
            verdict.marks = [(place, CHOSEN, 0) for place in verdict.places if seen[place]]
        has_rested = hands.has_rested(now)
        if (verdict.stray == NOWHERE or has_rested) and self.pieces.draw(verdict):
            return
        for_pad = self.pieces.on_pad()
        self.ask = self.controls.which(for_pad)
        problem = self.pieces.problem(verdict, for_pad)
        if problem != self._wrong:
            self._must_sound = bool(problem) and verdict.state != FOLLOW
        self._wrong = problem
        if self._must_sound and (has_rested or verdict.state not in (MISTAKE, BETWEEN)):
            self._must_sound = False
            self.board.buzzer.beep(2)
        self._show(self.lights.marks(verdict, self.hint, self.ask))

    # ---- paint ---------------------------------------------------------------------------------

    def _relight(self) -> None:
        """Show what the search has found. The table was judged when it began, and a change since
        then would have been looked at first."""
        if self.verdict is None or not self.board.sense.ready:
            self.stale = True
        else:
            self._show(self.lights.marks(self.verdict, self.hint, self.ask))

    def _show(self, marks: list[tuple[int, int, int]]) -> None:
        self._has_shown = True
        self.marks = marks
        self.painter.show(marks)
        self.board.sense.hot([place for place, meaning, _ in marks if meaning in _FOR_HANDS])
        self._unsaid = True

    def is_lit(self) -> bool:
        """Was this the tick between the last lights and the words?"""
        return self._has_stood

    def _is_lighting(self) -> bool:
        """Has this tick shown something, or is there more to find? Words for people and hosts
        wait: they would keep the readers waiting for 10 to 40 ms more."""
        return self.stale or self._has_shown or self.lights.finding is not None

    def _light(self) -> None:
        now = self._lit_at = self._clock.ms()
        if self._scored_until and now >= self._scored_until:
            self._scored_until = 0
            self.lights.scored = []
            self.stale = True
        self._paint(now)

    def _paint(self, now: int) -> None:
        """Send the next frame if it is due."""
        if not self.painter.is_due(now) or self.board.pixels.is_busy():
            return
        news = self.painter.has_news()
        self.painter.frame(now)
        self.board.pixels.write(self.painter.buffer, len(self.painter.buffer))
        if news:
            self._lit_until = self.board.pixels.free

    # ---- what others ask for -------------------------------------------------------------------

    def think(self, hint: "Hint") -> None:
        """Let the search for a hint go on when nothing else is to do."""
        self.hint = hint
        self.at_rest = False

    def open(self, ask: "Ask | AskAction | None") -> None:
        """Show a question, or the next state of the one that is open; None closes it."""
        self.ask = ask
        self.stale = True

    def take_back(self) -> None:
        """Take back what a person did last, as `Session.take_back` does; but first everything that
        does not belong on the table has to go. Raises IllegalAction or OSError."""
        for place in self.pieces.wrong_places(self.verdict):
            layout = self.pieces.layout
            said = token_name(layout, self.board.sense.seen[place])
            raise IllegalAction(("away first", layout.name(place), said), layout.game.NAME)
        self.session.take_back()

    def say(self, message: str | tuple, game: str = "") -> None:
        """Show a message of a game's catalogue; "" drops the last one."""
        self.message = self.texts.say(message, game) if message else ""
        self.stale = True

    def new_game(
        self, name: str, seats: int, options: dict, players: list[str], give_up: bool = False
    ) -> None:
        """Begin the game chosen in the menu. The one on the table goes on the shelf, given up
        before if that was chosen."""
        if give_up and not self.session.is_over():
            self.session.give_up()
        try:
            self.moved(self.session.new(
                name, seats, options, players, self.entropy(), (), True
            ))  # fmt: skip
        except ValueError as error:
            self.message = str(error)

    def moved(self, moved: tuple, found: str | tuple = "") -> None:
        """Tell that a game went on the shelf; `moved` is (its number or None, the numbers of those
        that had to go for it), `found` a message about the one that was taken up."""
        if found:
            self.say(found)
        if moved[1]:
            self.say(("shelf dropped", len(moved[1])))
        elif moved[0]:
            self.say("shelf kept")
        self._is_carried = bool(found) or moved[0] is not None

    def use_language(self, name: str) -> None:
        """Change the language of all texts; raises ValueError."""
        if name not in languages():
            known = ", ".join(languages())
            raise ValueError("there is no language %s; there are: %s" % (name, known))
        self.texts = Texts(name)
        self.texts.call(self.session.names)
        self._seat_names = None
        self.message = ""
        self._unsaid = True

    def use_theme(self, name: str) -> None:
        """Change the theme of the lights; raises ValueError."""
        self.painter.use(name)
        self.stale = True

    def free(self) -> int:
        """Return the free memory in bytes; 0 if the interpreter cannot tell."""
        return gc.mem_free() if hasattr(gc, "mem_free") else 0

    # ---- words ---------------------------------------------------------------------------------

    def _speak(self) -> None:
        """Put what is new on the display, after the lights have shown it: a text in each tick,
        since one takes 10 to 40 ms. Where a person waits, words begin once the strip has all
        lights but those that only move, and a tick after that."""
        now = self._clock.ms()
        if self._is_lighting() or self.painter.is_due(now):
            return
        if self._unsaid:
            awaited = self.session.is_over() or self.session.is_awaited()
            if awaited and now < self._lit_until:
                return
            self._unsaid = False
            self._saying = self._find_texts()
            self._has_stood = awaited
        if self._saying is not None and not self._has_stood:
            for _ in self._saying:
                return
            self._saying = None

    def _find_texts(self) -> "Iterator[None]":
        """Look up what the display says now, in steps of a text."""
        game = self.session.game
        name = game.NAME if game else ""
        problem = self.texts.say(self._wrong, name) if self._wrong else ""
        yield
        if self._events and game:
            said = []
            for event in self._events:
                said.append(self.texts.event(event, name))
                yield
            self.message = ", ".join([text for text in said if text]) or self.message
            self._events = ()
        line = self.texts.say(now(self), name)
        yield
        self.problem = problem
        self.line = line
        self.shown = lines(self)
        yield
        self.board.display.show(self.shown)

    def is_displayed(self) -> bool:
        """Does the display show the newest state?"""
        return not self.stale and not self._unsaid and self._saying is None

    def seat_names(self) -> list[str]:
        """Return the list of the seats' names."""
        if self._seat_names is None:
            people = self.texts.people
            self.texts.call([])
            names = self.texts.say(("seats", list(range(_MOST_SEATS)))).split(", ")
            self.texts.call(people)
            if len(names) != _MOST_SEATS:  # a catalogue lacks them
                names = ["seat %d" % seat for seat in range(_MOST_SEATS)]
            for seat in range(len(people)):
                names[seat] = people[seat] or names[seat]
            self._seat_names = names
        return self._seat_names

    # ---- host ----------------------------------------------------------------------------------

    def _tell(self) -> None:
        """Send events to the host, after the work that people wait for: one takes 12 to 17 ms.
        After words that took long they wait for the next tick."""
        spoken = self._clock.ms() - self._lit_at >= _LONG_MS
        if self._rest or not (spoken or self._has_stood or self._is_lighting()):
            self.host.tell()


def _what(error: Exception) -> str | tuple:
    """Return the message for a failure."""
    if isinstance(error, MemoryError):
        return "failed memory"
    if isinstance(error, OSError):
        return ("failed flash", str(error))
    return ("failed", type(error).__name__, str(error))
