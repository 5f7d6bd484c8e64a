"""Run the table: sense -> interpret -> rules -> paint -> persist, in short steps that never
block."""

import gc

from micropython import const

from games.base import (
    ALMOST,
    CHANCE,
    CHOSEN,
    CURSOR,
    FLOW,
    LEGAL,
    MISSING,
    TURN,
    WRONG,
    IllegalAction,
)
from games.late import late, let_go
from games.players import player
from games.texts import Texts, languages
from table.errors import Errors
from table.host import Host
from table.interpret import (
    ACTION,
    CHOOSE,
    FOLLOW,
    MISTAKE,
    PARTIAL,
    QUIET,
    Verdict,
    by_hand,
    expected,
    judge,
    refusal,
    token_name,
    unshown,
)
from table.layout import NOWHERE, Layout
from table.legal import Legal
from table.link import send as send_line
from table.paint import Painter
from table.panel import AskAction, for_seat
from table.sense import DOUBLE, FAULT, FOREIGN, UNKNOWN
from table.session import Session
from table.speech import lines, now
from table.theme import FAULTY

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Iterator

    from table.board import Board
    from table.chooser import Chooser
    from table.clock import Clock
    from table.console import Console
    from table.hint import Hint
    from table.journal import Journal
    from table.panel import Ask

_SPECIAL = (UNKNOWN, FOREIGN, DOUBLE, FAULT)
_FOR_HANDS = (LEGAL, WRONG, MISSING)  # meanings that ask a player to act at a place
# Index of a part in `_parts`. These three try actions out; a failure may leave one half done.
_INPUT = const(1)
_PLAY = const(2)
_SPEAK = const(4)
_MOST_SEATS = const(4)
# The wait after a failure before the failed work is retried, or another failure noted.
_REST_MS = const(1000)
_SCORED_MS = const(4000)  # how long the score animation runs
_hint = late("table.hint", "Hint")  # loaded late: 1 KB, used only when a player asks
_table_menu = late("table.menus", "table_menu")
_A_SLICE_MS = 15  # longest search for the next lights in one tick


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
        self.session = Session(journal, find, self._let_go)
        self.host = Host(self, send)
        self.texts = Texts()
        self._seat_names: list[str] = None  # in the current language; None until first needed
        self.line = ""  # for people: who is to do what now
        self.problem = ""  # for people: what is wrong on the table; "" if nothing is
        self.message = ""  # the last message on the display
        self._wrong: str | tuple = ""  # the problem as a message of the game's catalogue
        self._unsaid = True  # the display has yet to show the newest state
        self.hint: "Hint" = None  # the hint a seat asked for
        self._count = -2  # number of actions when the turn began
        self._events: list | tuple = ()  # events of the last action, not yet announced
        self._scored = []  # spots that the last action scored, while they are animated
        self._scored_until = 0  # ms
        self.verdict: Verdict = None
        self.marks = []  # what the lights show now, as (place, meaning, value)
        self.shown = []  # the lines on the display, before wrapping
        self.ask: "Ask | AskAction" = None  # the open question on the display
        self._asked: list | tuple = ()  # the (by, action) entries that the question is about
        self.layout: "Layout" = None  # which place each spot of the game has
        self.legal: "Legal" = None  # what people may do now
        self.stale = True  # lights and display must be worked out again
        self.at_rest = False  # True when there is nothing to do until a person or the host acts
        self._clock = clock
        self._seen_session = -1
        self._seen_sense = -1
        self._noted = -1  # the sense version whose new pieces have been lit
        self._pad_played = -1  # sense.pad_tags of the last piece played from the pad
        self._wanted = bytearray(0)  # the token that should lie at each place
        self._right = bytearray(0)  # the token that was last correct at each place
        self._lying = bytearray(0)  # the tokens when new pieces were last lit
        self._spots = []  # places where people may put a piece
        self._overlay = []  # the game's own marks
        self.finding: "Iterator" = None  # the running search for `_spots` and `_overlay`
        self._send = send
        self.entropy = entropy
        self._errors = Errors(journal.path)
        self.settings = journal.path + "/settings.json" if journal.path else "settings.json"
        self._failure: tuple = None  # the last one noted: (message, session version)
        self._note_at = 0  # ms; no failure is noted before this
        self._rest = 0  # ms; failed work is not retried before this
        # The parts of a tick. A failure in one does not stop the others.
        self._parts = (
            board.sense.step, self._input, self._play, self._light, self._speak,
            board.display.step, board.buzzer.step, self._tell,
        )  # fmt: skip

    def start(self) -> None:
        """Greet the host, then resume the game in the journal, if there is one."""
        self._guarded(self._greet)
        self._guarded(self._resume)

    def _resume(self) -> None:
        try:
            found = self.session.resume()
        except MemoryError:
            self._give_back()
            found = self.session.resume()
        self.message = self.texts.say(found) if found else ""

    def _greet(self) -> None:
        greeting = self.host.hello()
        greeting["event"] = "hello"
        send_line(self._send, greeting)

    def hear(self, console: "Console") -> None:
        """Answer the host's requests; never raises."""
        try:
            self.host.feed(console.read())
        except Exception as error:
            self._failed(error)

    def tick(self) -> None:
        """Do a little of everything that is due; never raises."""
        done = 0
        while done < len(self._parts):
            try:
                while done < len(self._parts):
                    done += 1
                    self._parts[done - 1]()
            except Exception as error:
                self._failed(error, done - 1)

    def _play(self) -> None:
        if self._noted != self.board.sense.version and self._has_noted():
            return  # the light that says "seen" comes first
        if self._rest or self.session.torn:
            if self._clock.ms() < self._rest:
                return
            self._rest = 0
            self.session.repair()
            self.stale = True
        if self._changed():
            self.at_rest = False
            self._look()
        elif self.finding is not None:
            self._find_lights()
        elif not self.at_rest:
            self._go_on()
        if self._seen_session != self.session.version:
            self.stale = self._changed()  # begin the turn before the knob is read again

    def _go_on(self) -> None:
        """Do what needs no person: a hint, upkeep, a computer player. With none left, rest."""
        if self.hint is not None and self.hint.action is None:
            self._think_of_hint()
        elif not self.session.tidy():
            quiet = self.verdict is not None and self.verdict.state == QUIET
            self.at_rest = not quiet or not self.session.think()

    def _think_of_hint(self) -> None:
        self.hint.step(self.texts)
        if self.hint.action is not None:
            self.ask = self.hint.ask()
            self.stale = True

    def ask_hint(self, by: int) -> None:
        """Start the search for a hint for a seat that is to act; raises ValueError."""
        if by == CHANCE or by not in self.session.hands():
            raise ValueError("a hint is for a person who is to act")
        self.hint = _hint(self.session.game, by, self.entropy())
        self.at_rest = False

    # ---- when something fails ------------------------------------------------------------------

    def _guarded(self, part: "Callable") -> None:
        try:
            part()
        except Exception as error:
            self._failed(error)

    def _failed(self, error: Exception, part: int = _PLAY) -> None:
        """Report a failure in a part of a tick and restore the game if that part may have changed
        it."""
        may_be_torn = part == _INPUT or part == _PLAY or part == _SPEAK
        if may_be_torn and part != _SPEAK:
            self._rest = self._clock.ms() + _REST_MS
            self._seen_session = -1  # begins the turn again
            self.finding = None
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
        self.legal = self.finding = None
        self._overlay = []
        let_go(always=True)
        self._seen_session = -1  # begins the turn again

    def _let_go(self) -> None:
        """Drop everything that belongs to the game, which is about to go."""
        self.ask = self.layout = self.verdict = None
        self.marks = []
        self._give_back()
        gc.collect()

    # ---- sense and interpret -----------------------------------------------------------------

    def _has_noted(self) -> bool:
        """Light each place where a new piece lies, before working out what it means, which takes
        longer. Returns whether there was one."""
        sense = self.board.sense
        if self._noted == sense.version or self.layout is None or not sense.ready:
            return False
        self._noted = sense.version
        seen = sense.seen
        came = []
        for place in self.layout.readers:
            token = seen[place]
            if token != self._lying[place]:
                self._lying[place] = token
                if token and token != FAULT and token != self._wanted[place]:
                    came.append((place, CHOSEN, 0))
        if came:
            self.stale = True
            self.marks = self.marks + came
            self.painter.show(self.marks)
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
        let_go()
        session = self.session
        game = session.game
        self.hint = None
        if game is None:
            return
        self._note_scores()
        before = self._wanted
        if self.layout is None or self.layout.game is not game:
            if self.layout is not None:
                self.message = ""  # it was about another game
            self.layout = Layout(self.profile, game)
            self.board.sense.set_in_play = game.SET
            self._right = bytearray(self.layout.places)
            self._lying = bytearray(self.board.sense.seen)
            self._spots = []
            self._overlay = []
        wanted = self._wanted = expected(game, self.layout, self.layout.readers)
        if session.unsettled:
            session.unsettled = False
            self._right[:] = self.board.sense.seen  # pieces that already lie there are no action
        self.legal = Legal(game, session.hands())
        self._spots = [place for place in self._spots if wanted[place] == before[place]]
        self._overlay = [
            mark
            for mark in self._overlay
            if mark[1] != ALMOST or wanted[mark[0]] == before[mark[0]]
        ]
        self.finding = self._find()

    def _note_scores(self) -> None:
        """Prepare to show and announce what the last action scored."""
        game = self.session.game
        count = len(game.log)
        gone_on = count == self._count + 1
        self._count = count
        self._scored = []
        if not gone_on:
            return
        last = game.log[-1]
        self._events = game.public_record(last[0], last[1:], game.events)[1]
        for event in self._events:
            self._scored += game.scored(event)
        self.message = ""
        self._scored_until = self._clock.ms() + _SCORED_MS

    def _find(self) -> "Iterator[None]":
        """Find the legal places and the game's marks, in steps of a few ms."""
        lit = bytearray(self.layout.places)
        for spot in self.legal.targets():
            if self.layout.place_of[spot] != NOWHERE:
                lit[self.layout.place_of[spot]] = 1
            yield
        self._spots = [place for place in range(len(lit)) if lit[place]]
        overlay = []
        for spot, meaning, value in self.session.game.overlay():
            if meaning != ALMOST or not self.session.over():
                self._mark(overlay, spot, meaning, value)
        self._overlay = overlay

    def _find_lights(self) -> None:
        """Continue the search for one slice of time; request a redraw once it is done."""
        start = self._clock.ms()
        for _ in self.finding:
            if self._clock.ms() - start >= _A_SLICE_MS:
                return
        self.finding = None
        self.stale = True

    def _look(self) -> None:
        """Judge the table; take the action it shows, or update the question and the lights."""
        self.stale = False
        if self.session.game is None or not self.board.sense.ready:
            self._show([])
            return
        self.verdict = self._judge()
        if self.verdict.state == ACTION:
            self._act(self.verdict.actions[0][0], self.verdict.actions[0][1])
            return
        if self._draw():
            return
        for_pad = self._pad_entries()
        self._question(for_pad)
        state = self.verdict.state
        problem = self.verdict.text if state == MISTAKE or state == FOLLOW else (
            self._pad_problem(for_pad)
        )
        problem = problem or self._silent()
        if problem and problem != self._wrong and state != FOLLOW:
            self.board.buzzer.beep(2)
        self._wrong = problem
        self._show(self._marks())

    def _silent(self) -> str | tuple:
        """Return a message about a reader that does not answer; "" if all do."""
        block = self.board.sense.faulty_block()
        if block:
            return ("short circuit", block)
        seen = self.board.sense.seen
        for place in self.layout.readers:
            if seen[place] == FAULT:
                name = self.layout.name(place)
                return ("silent", name)
        return ""

    def _judge(self) -> Verdict:
        """Return the Verdict. After the end of the game pieces may lie anywhere."""
        session = self.session
        if session.over():
            return Verdict(QUIET)
        seen = self.board.sense.seen
        wanted = self._wanted
        for place, token in unshown(self.layout, seen, wanted):
            self.board.sense.take_for(place, token)
        for place in self.layout.readers:
            if seen[place] == wanted[place]:
                self._right[place] = seen[place]
        return judge(session.game, self.layout, seen, wanted, self._right, self.legal)

    def _draw(self) -> bool:
        """Take a piece drawn from a bag or heap and put on the pad or the board: its tag tells the
        outcome of chance. Returns whether there was one.

        A draw cannot be taken back, so it waits while another reader still reports the same tag.
        """
        session = self.session
        sense = self.board.sense
        if session.seed is not None or session.over():
            return False
        place = self.verdict.stray
        if place != NOWHERE:
            token = 0 if sense.is_elsewhere(place) else sense.seen[place]
            draws = session.game.drawn_actions(token, self.layout.spot_of[place])
        elif self.verdict.state == QUIET and not self._is_pad_played():
            draws = session.game.drawn_actions(sense.pad, -1)
        else:
            return False
        if not draws or draws[0][0] not in session.hands():
            return False
        for by, action in draws:
            self._take(by, action)
        if place == NOWHERE and CHANCE in session.hands():
            self._pad_played = sense.pad_tags  # the next draw needs another piece on the pad
        return True

    def _act(self, by: int, action: tuple) -> None:
        token = self.board.sense.pad
        played = self._pad_played
        for _, piece in self.session.game.gesture(by, action):
            if token and self.session.game.token(piece) == token:
                played = self.board.sense.pad_tags
        self._take(by, action)
        self._pad_played = played

    def _take(self, by: int, action: tuple) -> None:
        """Take an action. The pieces laid for it count as correct from then on, even if the game
        removes them at once."""
        self.stale = True
        game = self.session.game
        seen = self.board.sense.seen
        hand = by_hand(game, self.layout, by, action, self._wanted, seen)
        try:
            self.session.act(by, action)
            self.message = ""
            for place, token in hand:
                if seen[place] == token:
                    self._right[place] = token
            self.board.sense.played()
        except IllegalAction as error:
            self.message = self.texts.say(error.why, error.game)

    def _question(self, for_pad: list[tuple[int, tuple[int, ...]]]) -> None:
        """Ask which action is meant if the table shows several, or where the piece on the pad
        goes: `for_pad` holds its (by, action) entries."""
        if self.verdict.state == CHOOSE:
            wanted = self.verdict.actions
        elif self.verdict.state == QUIET:
            wanted = for_pad
        else:
            wanted = []
        asked = isinstance(self.ask, AskAction) and self.ask.chooser.by_spot
        if wanted:
            if not asked or self._asked != wanted:
                self._asked = wanted
                game = self.session.game
                self.ask = AskAction(game, lambda: wanted, self._act, True)
        elif asked:
            self.ask = None

    def _pad_entries(self) -> list[tuple[int, tuple[int, ...]]]:
        """Return the legal (by, action) entries for the piece on the pad."""
        token = self.board.sense.pad
        if not token or token in _SPECIAL or self._is_pad_played():
            return []
        return list(self.legal.placing(token))

    def why_not(self, token: int, place: int) -> str:
        """Return as text why no person may now put a piece with this token at a place; "" if one
        may."""
        game = self.session.game
        spot = self.layout.spot_of[place]
        if spot != NOWHERE:
            for _ in Legal(game, self.session.hands()).placing(token, spot):
                return ""
        why = refusal(game, spot, token) or ("pad no place", token_name(game, token))
        return self.texts.say(why, game.NAME)

    def _is_pad_played(self) -> bool:
        return self._pad_played == self.board.sense.pad_tags

    def _pad_problem(self, for_pad: list) -> str | tuple:
        token = self.board.sense.pad
        if not token or self._is_pad_played() or self.session.over():
            return ""
        if token in _SPECIAL:
            return self.board.sense.why_pad()
        if for_pad:
            return ""
        return ("pad no place", token_name(self.session.game, token))

    # ---- paint ---------------------------------------------------------------------------------

    def _marks(self) -> list[tuple[int, int, int]]:
        marks = list(self.verdict.marks)
        seen = self.board.sense.seen
        for place in self.layout.readers:
            if seen[place] == FAULT:
                marks.append((place, FAULTY, 0))
        marks += self._overlay
        for step in range(len(self._scored)):
            self._mark(marks, self._scored[step], FLOW, step)
        if self.hint is not None and self.hint.glows:
            for spot, _ in self.session.game.gesture(self.hint.by, self.hint.action):
                self._mark(marks, spot, CURSOR, 0)
        if isinstance(self.ask, AskAction):
            chooser = self.ask.chooser
            spots = chooser.open_spots()
            if spots is None:
                marks += [(place, LEGAL, 0) for place in self._spots]
            else:
                for spot in spots:
                    self._mark(marks, spot, LEGAL, 0)
            for spot in chooser.spots():
                self._mark(marks, spot, CURSOR, 0)
            self._mark_turn(marks, chooser)
        elif self.verdict.state != PARTIAL:
            for place in self._spots:
                marks.append((place, LEGAL, 0))
        return marks

    def _mark(self, marks: list, spot: int, meaning: int, value: int) -> None:
        place = self.layout.place_of[spot]
        if place != NOWHERE:
            marks.append((place, meaning, value))

    def _mark_turn(self, marks: list[tuple[int, int, int]], chooser: "Chooser") -> None:
        """Show the direction of the piece under the cursor once it is decided."""
        entry = chooser.settled()
        if entry:
            for spot, piece in self.session.game.gesture(entry[0], entry[1]):
                facing = self.session.game.facing(piece) if piece else -1
                if facing >= 0:
                    self._mark(marks, spot, TURN, facing)

    def _show(self, marks: list[tuple[int, int, int]]) -> None:
        self.marks = marks
        self.painter.show(marks)
        self.board.sense.hot([place for place, meaning, _ in marks if meaning in _FOR_HANDS])
        self._unsaid = True

    def _light(self) -> None:
        now = self._clock.ms()
        if self._scored and now >= self._scored_until:
            self._scored = []
            self.stale = True
        if self.painter.due(now) and not self.board.pixels.is_busy():
            self.painter.frame(now)
            self.board.pixels.write(self.painter.buffer)

    # ---- panel ---------------------------------------------------------------------------------

    def _input(self) -> None:
        knob = self.board.knob
        steps = knob.turned()
        if steps:
            self._turn(steps)
        press = knob.pressed()
        if press == "push":
            self._push()
        elif press == "hold":
            self.ask = _table_menu(self)
            self.stale = True
        elif press == "back":
            self._back()

    def _turn(self, steps: int) -> None:
        if self.ask is None:
            self.ask = self._menu()
        else:
            self.ask.turn(steps)
        self.stale = True

    def _push(self) -> None:
        if self.ask is None:
            self.ask = self._menu()
        else:
            asked = self.ask
            after = asked.push()
            if self.ask is asked:
                self.ask = after
        self.stale = True

    def _back(self) -> None:
        """Leave the question; without a question, take back an action."""
        if self.ask is not None:
            self.ask = self.ask.back()
        else:
            try:
                self.session.take_back()
                self.message = self.texts.say("taken back")
            except IllegalAction as error:
                self.message = self.texts.say(error.why, error.game)
        self.stale = True

    def _menu(self) -> "Ask | AskAction | None":
        """Return the menu of the seat to act, or the table's menu between games; None before the
        turn has begun."""
        if self.legal is None and self.session.game is not None:
            return None
        for by, action in self.legal.offered() if self.legal else ():
            break
        else:
            return _table_menu(self)
        game = self.session.game
        ask = AskAction(game, Legal(game, (by,)).offered, self._act)
        if len(game.current()) == 1 and game.public_record(by, action, [])[0] == game.text(action):
            return ask
        return for_seat(by, ask)  # others act at the same time, or must not see this

    def new_game(self, name: str, seats: int, options: dict, players: list[str]) -> None:
        """Begin the game chosen in the menu."""
        try:
            self.session.new(name, seats, options, players, self.entropy())
        except ValueError as error:
            self.message = str(error)

    # ---- words ---------------------------------------------------------------------------------

    def _speak(self) -> None:
        """Put what is new on the display, after the lights have shown it."""
        if not self._unsaid or self.stale or self.finding is not None:
            return
        if self.painter.due(self._clock.ms()):
            return
        self._unsaid = False
        game = self.session.game
        name = game.NAME if game else ""
        self.problem = self.texts.say(self._wrong, name) if self._wrong else ""
        if self._events and game:
            said = [self.texts.event(event, name) for event in self._events]
            self.message = ", ".join([text for text in said if text]) or self.message
            self._events = ()
        self.line = self.texts.say(now(self), name)
        self.shown = lines(self)
        self.board.display.show(self.shown)

    def seat_names(self) -> list[str]:
        """Return the list of the seats' names."""
        if self._seat_names is None:
            names = self.texts.say(("seats", list(range(_MOST_SEATS)))).split(", ")
            if len(names) != _MOST_SEATS:  # a catalogue lacks them
                names = ["seat %d" % seat for seat in range(_MOST_SEATS)]
            self._seat_names = names
        return self._seat_names

    # ---- host ----------------------------------------------------------------------------------

    def _tell(self) -> None:
        """Send events to the host, after the work that people wait for."""
        if self._rest or not self.stale and self.finding is None:
            self.host.tell()

    def use_language(self, name: str) -> None:
        """Change the language of all texts; raises ValueError."""
        if name not in languages():
            known = ", ".join(languages())
            raise ValueError("there is no language %s; there are: %s" % (name, known))
        self.texts = Texts(name)
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

    def state(self, seat: int, listed: "Callable" = list) -> dict:
        """Return as a dict what `seat` may know of game and table; -1 is everybody. `listed` is
        passed on to `Game.view`."""
        session = self.session
        return {
            "view": session.game.view(seat, listed) if session.game else None,
            "players": session.players,
            "given_up": session.given_up,
            "line": self.line,
            "problem": self.problem,
            "parts": session.parts() if session.game else None,
            "display": self.shown,
        }


def _what(error: Exception) -> str | tuple:
    """Return the message for a failure."""
    if isinstance(error, MemoryError):
        return "failed memory"
    if isinstance(error, OSError):
        return ("failed flash", str(error))
    return ("failed", type(error).__name__, str(error))
