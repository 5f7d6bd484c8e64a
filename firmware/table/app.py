"""Run the table in short steps that never block.

A tag's way to a light is a chain of calls: `App.poll` asks the readers (table/sense), `App.judge`
finds the meaning (Pieces.judge, table/interpret.py) and takes the action (Pieces.act ->
Session.act -> Game.apply -> Journal.append), `App.begin_turn` and `Lights.go_on` find the next
lights, `App.show` hands them to the Painter, and `Painter.send` sends the frame to the strip.
"""

from micropython import const

from games import RAISED
from games.base import LEGAL, MISSING, WRONG
from games.players import player
from table.controls import Controls
from table.display_text import DisplayText
from table.entropy import Entropy
from table.failures import FailureHandler
from table.files import size_of
from table.host import Host
from table.interpret import QUIET
from table.lights import Lights
from table.paint import Painter
from table.pieces import Pieces
from table.session import Session
from table.slides import Slides

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable
    from typing import Any

    from games.types import Message, Player
    from table.board import Board
    from table.clock import Clock
    from table.console import Console
    from table.hint import Hint
    from table.journal import Journal
    from table.panel import Ask, AskAction

# The phases of the answer to a change on the table or in the game, in their order.
_SEEN = const(0)  # a new tag is lit; its record is being read
_JUDGING = const(1)  # there is something new to judge
_SEARCHING = const(2)  # judged; the next lights are being found, those that may be right stay on
_SHOWN = const(3)  # the painter has all lights since this tick
_SENDING = const(4)  # the strip gets them
_SENT = const(5)  # the strip has them; garbage may be collected now
_TELLING = const(6)  # the host gets the events
_SPEAKING = const(7)  # the display gets its lines, a text in each tick
_WORKING = const(8)  # nobody waits: a hint, upkeep, a computer player
_RESTING = const(9)  # nothing to do until a person or the host acts

# The parts of a tick, in their order. A failure in one does not stop the others.
PARTS = ("poll", "controls", "play", "light", "speak", "display", "buzzer", "events")

_FOR_HANDS = (LEGAL, WRONG, MISSING)  # meanings that ask a player to act at a place
_AT_ONCE_MS = const(28)  # an action that took longer is confirmed in a tick of its own
_PAUSE_POLL_MS = const(15)  # between two polls during long work; one takes 1.5 to 5 ms
_HURRY_MS = const(60)  # the readers wait no longer than this for the search for lights
_LATE_MS = const(25)  # a tick at rest takes 22 at most
_SLICE_MS = const(33)  # longest search for the next lights in one tick; Land's takes 20 to 33


class App:
    """Runs one board.

    `journal` stores the running game. `send` writes text for the host, piece by piece. `entropy()`
    returns a number for the secrets of chance. `find` returns a computer player (see Session).
    """

    def __init__(
        self,
        board: "Board",
        clock: "Clock",
        journal: "Journal",
        send: "Callable[..., object]",
        entropy: "Callable[[], int]",
        find: "Callable[[str], Player]" = player,
    ):
        self.board = board
        self.clock = clock
        self.entropy = Entropy(entropy, clock)
        self.settings = journal.path + "/settings.json" if journal.path else "settings.json"
        self.painter = Painter(board.profile)
        self.session = Session(journal, find, self._release_game)
        self.session.now = clock.ms
        self.pieces = Pieces(board, self.session, self.show_message)
        self.slides = Slides(board.sense, self.session)
        self.lights = Lights(board, self.session, self.pieces)
        self.controls = Controls(self)
        self.host = Host(self, send)
        self.display_text = DisplayText(self)
        self.failures = FailureHandler(self)
        # what people are to know about this start, as messages
        self.notes: "list[tuple[Any, ...]]" = []
        self.marks: "list[Any]" = []  # what the lights show now, as (place, meaning, value)
        self.ask: "Ask | AskAction | None" = None  # the open question on the display
        self.hint: "Hint | None" = None  # the hint a seat asked for
        self.stops_for = ""  # why the table is to stop: "measure" its readers, or "restart"
        self._phase = _JUDGING
        self._seen_session = -1  # the versions that were last judged
        self._seen_sense = -1
        self._polled = 0  # ms: when the readers were last polled
        self.parts: "dict[str, Callable[..., Any]]" = {
            "poll": self.poll, "controls": self.controls.step, "play": self.play,
            "light": self.light, "speak": self.speak, "display": board.display.step,
            "buzzer": board.buzzer.step, "events": self.send_events,
        }

    def start(self) -> None:
        """Greet the host, then resume the game in the journal, if there is one."""
        self.failures.guard(self.host.greet)
        self.failures.guard(self._resume)
        if self.failures.last:
            self.notes.append(("said", self.failures.last[0]))

    def _resume(self) -> None:
        found = self.failures.retry(self.session.resume)
        from table.game_resuming import warnings

        self.notes += warnings(found)
        if size_of(self.session.journal.example_file):
            from table.example import take_up
            take_up(self)
        self.display_text.tell_moved((None, ()), found or (self.notes[0] if self.notes else ""))

    # ---- a tick --------------------------------------------------------------------------------

    def tick(self) -> None:
        """Do a little of everything that is due; never raises."""
        for part in PARTS:
            try:
                self.parts[part]()
            except RAISED as error:
                self.failures.handle(error, part)

    def read_console(self, console: "Console") -> None:
        """Answer the host's requests; never raises."""
        self.poll_in_pause()  # the tick before may have been long
        try:
            self.host.feed(console.read())
        except RAISED as error:
            self.failures.handle(error, "controls")

    def poll_in_pause(self, at_once: bool = False) -> None:
        """During long work: poll the readers and buttons, unless that was just now and `at_once`
        is false; light new pieces, move the lights, take no action. Never raises."""
        self.session.journal.keepalive()
        now = self.clock.ms()
        try:
            if at_once or now - self._polled >= _PAUSE_POLL_MS:
                self._polled = now
                self.board.sense.step()
                self.board.knob.poll()
                self.light_new(False)  # the rules may be in the middle of making an answer
            self.painter.send(self.board.pixels, self.clock.ms())
        except Exception as error:
            self.failures.handle(error, "poll")

    # ---- the phases ----------------------------------------------------------------------------

    def is_at_rest(self) -> bool:
        """Is there nothing to do until a person or the host acts?"""
        return self._phase == _RESTING

    def is_lighting(self) -> bool:
        """Are there lights to be found or shown?"""
        return self._phase < _SHOWN

    def is_lit(self) -> bool:
        """Has the strip got the last lights, while the display still lacks its lines?"""
        return self._phase == _SENT

    def is_displayed(self) -> bool:
        """Does the display show the newest state?"""
        return self._phase > _SPEAKING

    def refresh(self) -> None:
        """Judge the table again, and work out lights and display again."""
        self._phase = _JUDGING

    def speak_again(self) -> None:
        """Work out the display again."""
        if self._phase > _SENDING:
            self._phase = _SENDING

    def skip_text(self) -> None:
        """Leave the display as it is."""
        if self._phase >= _SHOWN:
            self._phase = _WORKING

    def begin_again(self) -> None:
        """Stop the work under way; the turn begins again when the table retries failed work."""
        self._seen_session = -1
        self.lights.stop()
        self.display_text.stop()
        self._phase = _SENDING

    # ---- sense and interpret -------------------------------------------------------------------

    def poll(self) -> None:
        """Poll the readers and light new pieces, unless the search for the next lights is still
        running; it ends within two ticks.

        A table at rest waits for responses that are due in a moment, unless the last tick was
        long: then the knob comes next.
        """
        now = self.clock.ms()
        since = now - self._polled
        if self.lights.is_searching() and since < _HURRY_MS:
            return
        self._polled = now
        may_wait = self.is_at_rest() and since < _LATE_MS and not self.painter.has_changes()
        self.board.sense.step(may_wait)
        if self.board.sense.arrivals:
            self.light_new()

    def light_new(self, rules: bool = True) -> bool:
        """Light each place with a new or missing piece, before the longer work of finding its
        meaning. Returns whether there was one. `rules` as in `Pieces.change_marks`."""
        sense = self.board.sense
        if not sense.arrivals and self.pieces.noted == sense.version:
            return False
        self.entropy.note()
        marks = self.pieces.change_marks(rules)
        if marks:
            self.marks = self.marks + marks
            self.painter.light(marks)
            self.painter.send(self.board.pixels, self.clock.ms())
            if self._phase > _SEARCHING:
                self._phase = _SEEN
        return len(marks) > 0

    def play(self) -> None:
        """Take the next step of the answer to a change. Without a change, do work that needs no
        person."""
        if self.light_new() or self.painter.has_changes():
            return  # the light that says "seen" comes first; the strip may be busy for 12 ms
        start = self.clock.ms()
        if self.failures.retry_at or self.session.inconsistent:
            if start < self.failures.retry_at:
                return
            self.failures.retry_at = 0
            self.display_text.tell_moved((None, ()), self.session.repair())
            self.refresh()
        self._note_changes()
        if self._phase == _JUDGING:
            self.judge()
        elif self._phase == _SEARCHING:
            self._search()
        elif self._phase == _WORKING:
            self._work()
        while self._seen_session != self.session.version:
            self._note_changes()  # begin the turn before the knob is read again
            left = start + _AT_ONCE_MS - self.clock.ms()
            if left > 0:  # confirmed in this tick, with the next lights if they are found in time
                try:
                    self.lights.go_on(self.clock, left)
                finally:
                    self.judge()

    def _note_changes(self) -> None:
        """Ask for a new judgement if the game or the pieces have changed."""
        sense = self.board.sense
        if self._seen_session != self.session.version:
            version = self.session.version
            self.begin_turn()
            self._seen_session = version
            self.refresh()
        elif self._seen_sense != sense.version:
            self._seen_sense = sense.version
            self.refresh()
        elif self._phase == _SEEN and not self.pieces.arrival_marks():
            self.refresh()  # the tag has gone before it was read

    def begin_turn(self) -> None:
        """Drop questions about the old position and look up the legal actions of the new one.

        Lights that may still be right stay on until the new ones are known.
        """
        self.controls.begin_turn()
        self.hint = None
        has_gone_on = self.display_text.begin_turn()
        if self.session.game is None:
            return
        if has_gone_on:
            self.failures.oom_count = self.failures.fault_count = 0
        self.lights.score(self.session.public_events if has_gone_on else (), self.clock.ms())
        self.lights.begin(self.pieces.begin())

    def judge(self) -> None:
        """Judge the table; take the action it shows, or update the question and the lights."""
        if self.session.game is None or not self.board.sense.ready:
            self.show([])
            return
        now = self.clock.ms()
        if self.pieces.play(self.slides, now):
            return
        for_pad = self.pieces.on_pad()
        self.ask = self.controls.which(for_pad)
        self.display_text.note_problem(self.pieces.problem(for_pad), self.slides.has_rested(now))
        self.show(self.lights.marks(self.hint, self.ask))

    # ---- paint ---------------------------------------------------------------------------------

    def _search(self) -> None:
        """Go on finding the next lights; show them once all are found. There is no change to
        judge: the search began after a judgement, and any later change is judged first.
        """
        if not self.lights.go_on(self.clock, _SLICE_MS):
            return
        if self.pieces.verdict is None or not self.board.sense.ready:
            self.refresh()
        else:
            self.show(self.lights.marks(self.hint, self.ask))

    def show(self, marks: list[tuple[int, int, int]]) -> None:
        """Show these marks, and ask the readers under them more often."""
        self.marks = marks
        self.painter.show(marks)
        self.board.sense.hot([place for place, meaning, _ in marks if meaning in _FOR_HANDS])
        self._phase = _SEARCHING if self.lights.is_searching() else _SHOWN

    def light(self) -> None:
        """Send the next frame if it is due."""
        now = self.clock.ms()
        if self.lights.end_scored(now):
            self.refresh()
        self.painter.send(self.board.pixels, now)
        self.board.pixels.renew()

    # ---- words and work ------------------------------------------------------------------------

    def speak(self) -> None:
        """Put news on the display, after the lights have shown them. While a person waits,
        rendering begins once all lights but the moving ones have been sent, one text a tick."""
        now = self.clock.ms()
        phase = self._phase
        if phase < _SHOWN or phase > _SPEAKING or self.painter.is_due(now):
            return
        is_awaited = self.session.is_over() or self.session.is_awaited()
        if phase == _SENDING and now < self.painter.sent_at and is_awaited:
            return
        if phase < _TELLING:
            self._phase = phase + 1 if is_awaited else _TELLING
            return
        if phase == _TELLING:
            self._phase = _SPEAKING
            self.display_text.begin()
        while self.display_text.step():
            if is_awaited:
                return
        if self._phase == _SPEAKING:
            self._phase = _WORKING

    def send_events(self) -> None:
        """Send events to the host when no light waits; an event takes 12 to 17 ms."""
        if self._phase == _TELLING or self._phase > _SPEAKING:
            self.host.send_events()

    def _work(self) -> None:
        """Do work that needs no person: a hint, an example, upkeep, chance or a computer player.
        With none left, rest."""
        example = self.session.example
        if self.hint is not None and self.hint.action is None:
            self.hint.go_on(self)
        elif self._look_ahead() or (example is not None and example.go_on()):
            pass
        elif not self.session.maintain():
            now = self.clock.ms()
            verdict = self.pieces.verdict
            quiet = verdict is not None and verdict.state == QUIET
            if self.slides.wake:  # wait for a hand
                if now >= self.slides.wake:
                    self.refresh()
            elif not quiet or not self.session.is_next() or not self.slides.may_move_on(now):
                is_free = example is None or example.is_over
                thinks = quiet and is_free and self.session.think()
                if not thinks and self._phase == _WORKING:
                    self._phase = _RESTING

    def _look_ahead(self) -> bool:
        """Find where the piece on the pad would finish something; return whether there was
        anything to do."""
        done = self.lights.look_ahead(self.ask)
        if done:
            self.show(self.lights.marks(self.hint, self.ask))
        return done is not None

    # ---- what others ask for -------------------------------------------------------------------

    def think(self, hint: "Hint") -> None:
        """Let the search for a hint go on when there is nothing else to do."""
        self.hint = hint
        if self._phase == _RESTING:
            self._phase = _WORKING

    def open(self, ask: "Ask | AskAction | None") -> None:
        """Show a question, or the next state of the one that is open; None closes it."""
        self.ask = ask
        self.refresh()

    def show_message(self, message: "Message", game: str = "") -> None:
        """Show a message of a game's catalogue; "" drops the last one."""
        self.display_text.set_message(message, game)
        self.refresh()

    def _release_game(self) -> None:
        """Drop everything that belongs to the game, before the game itself goes."""
        self.ask = None
        self.pieces.drop_game()
        self.marks = []
        self.failures.free_memory()
