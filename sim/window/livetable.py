"""The virtual table in real time: the firmware over virtual chips, and the verbs of pages.

Pages get facts by kind (`hello`, `settings`, `board`, `tags`, `state`, `frame`, `screen`, `log`,
`review`, and `events` for new events), each when it changes. All facts are public. A page acts by
verbs; a refused verb changes nothing.
"""

import json

from games import RAISED, make, source
from sim.computer import monotonic, random_bytes
from sim.virtual.table import VirtualTable
from sim.window import facts, gallery, geometry, kept_settings, known, turned_tiles
from sim.window.board_choice import Boards
from sim.window.box import HAND, PAD, TRAY, Box
from sim.window.buttons import Buttons
from sim.window.drag import DragState
from sim.window.errors import RefusedError
from sim.window.idea import Told
from sim.window.kept_settings import PACES
from sim.window.mover import PieceMover
from sim.window.offers import Offers
from sim.window.redo import RedoStack
from sim.window.review import Review
from sim.window.thinking import Thinker
from sim.window.verbs import VERBS
from table.interpret import FOLLOW
from table.layout import Layout
from table.seating import note_play
from table.session import HUMAN
from table.theme import names as themes

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Iterator
    from types import ModuleType
    from typing import Any

    from games.base import Game
    from games.rng import Rng
    from games.types import Action, Json, Player
    from sim.window.box import Piece
    from table.app import App


_MISSED_MS = 500  # from a removal until the table has noticed it, and some more
_BEHIND_MS = 250  # time beyond this is dropped
_FIRST = "mars"  # the game for newcomers
PROFILE = "grid6"  # and its board


class LiveTable:
    """One table with its world. `tell(kind, value)` is called with each changed fact.

    `folder` is for the journal; `clock()` returns the real time in seconds; `pace` is that of the
    helping hands. `fit(table)` replaces parts of each new board; `thinker` searches for its
    computer players; `slice_s` limits the computation in one step, so that the server can serve
    pages in between. `pictures` says what the page can draw (`pictures.py`); `hello`, if given, is
    the ready-made fact of that kind.
    """

    def __init__(
        self,
        folder: str,
        profile: str,
        tell: "Callable[..., object]",
        clock: "Callable[..., Any]" = monotonic,
        pace: float = 1.0,
        fit: "Callable[..., object] | None" = None,
        pictures: "Json | None" = None,
        hello: "Json | None" = None,
        thinker: "Thinker | None" = None,
        slice_s: float = 0.012,
    ):
        self.set_outs = 0  # counts the games set out: a new number means another game or board
        self.facts = facts.Facts(self, tell)
        self.thinker = thinker or Thinker()
        self.pictures = pictures or {"drawn": [], "printed": []}
        # called with this table in each step: real parts at this computer
        self.attached: list[Callable[..., object]] = []
        # called with each line that the firmware sends to its host
        self.listeners: list[Callable[..., object]] = []
        self.mover = PieceMover(lambda *to: turned_tiles.move_as_wanted(self, *to), pace)
        self.helping = True
        self.theme = themes()[0]
        self.bots = "calm"
        self.record: list[str] = []  # lines of a record that the firmware has sent
        self.game: Game | None = None  # the game of box and layout
        self.box: Box | None = None
        self.layout: Layout  # while there is a game
        self.drag: DragState
        self.redo: RedoStack | None = None  # the undone actions
        self.offers = Offers(self)
        self.review = Review(self)
        self.told = Told()  # by hints
        self.fitting = True  # has the board all places of the game?
        self.histories: dict[object, Any] = {}  # by page: its HistoryView
        self.boards = Boards(self.facts)
        self._folder = folder
        self._wall = clock
        self._pace = pace
        self._fit = fit
        self._slice_s = slice_s
        self._since = 0.0
        self._version = 0
        taken = gallery.restore(folder)
        self.power_on(geometry.profile(profile))
        kept_settings.recall_playtest(self)
        if hello is None:
            hello = facts.hello(self, list(PACES))
        else:
            for name in taken:
                hello = facts.with_game(hello, self, name)
        self.facts.put("hello", hello)
        self.boards.find(profile)

    def take(self, name: str) -> None:
        """Take a game of the gallery; raises PackageError, or OSError if it cannot be kept."""
        gallery.add(name)
        self.thinker.close()  # the next one will have the game, too
        self.facts.put("hello", facts.with_game(self.facts["hello"], self, name))
        gallery.keep(name, self._folder)

    def begin(
        self, game: str | None = None, people: tuple[str, ...] = (),
        players: "dict[int, str] | None" = None
    ) -> None:
        """Resume the journal's game, or begin one of `game`, for people of these names by seat and
        these `players` of other seats; raises RefusedError."""
        session = self.app.session
        playing = session.game
        seated = _by_seat(players or {})
        is_seated = session.players[: len(seated)] == seated
        if playing is None or game not in (None, playing.NAME) or not is_seated:
            name = game or (playing.NAME if playing else _FIRST)
            seats = {"seats": len(people)} if len(people) > 1 else {}
            self.ask(seats | {
                "do": "new", "game": name, "secret": True, "players": seated,
                "aside": not is_seated,
            })
            self._tell_notes()
        if people:
            self.ask({"do": "names", "names": list(people)})

    def fit(self) -> None:
        """Switch to the smallest board that has the game's places, and if possible those of the
        game that follows an example."""
        game, example = self.app.session.game, self.app.session.example
        fit = geometry.fitting(self.boards.all(), game)
        if example:
            after = geometry.fitting(self.boards.all(), make(game.NAME, *example.then[:2]))
            fit = [one for one in fit if one in after] or fit
        smallest = fit[0]
        if smallest != self.profile.NAME:
            notes = self.app.notes
            self.power_on(self.boards.find(smallest))
            self.app.notes = notes + self.app.notes
            self._tell_notes()

    def check_seen(self, request: "Json") -> None:
        """Raise RefusedError if the page would replace a game that it has not seen: `set_out`, if
        given, is the number of the game that it saw."""
        if request.get("set_out", self.set_outs) != self.set_outs:
            raise RefusedError("another game")

    def step(self) -> None:
        """Run the table until its time has caught up with real time."""
        try:
            self._step()
        except RAISED as error:
            self._handle(error)

    def _handle(self, error: BaseException) -> None:
        """If a game from another author's package failed, go on without it; raise any other error.
        """
        game = self.app.session.game
        if game is None or not source(game.NAME):
            raise error
        self.app.failures.leave(error)

    def _step(self) -> None:
        now = self._wall()
        behind = min((now - self._since) * 1000, _BEHIND_MS)
        self._since = now - behind % 1 / 1000
        end = self.ms() + int(behind)
        while self.ms() < end and self._wall() < now + self._slice_s:
            self._tick()
        for part in self.attached:
            part(self)
        self.review.step()
        self.facts.renew()

    def do(self, page: object, request: "Json") -> "Json":
        """Execute a request of a page, {"do": verb, ...}; return the answer, {"ok": bool, ...}."""
        verb = request.get("do")
        todo = VERBS.get(verb) if isinstance(verb, str) else None
        try:
            if todo is None:
                raise RefusedError("no verb", verb, list(VERBS))
            answer = todo(self, page, request) or {}
        except RefusedError as error:
            texts = self.app.display_text.texts
            why = error.said(texts.language, texts.people)
            return {"ok": False, "why": why} | (
                {"reasons": error.reasons} if error.reasons else {}
            )
        except RAISED as error:
            self._handle(error)
            return {"ok": False, "why": "%s: %s" % (type(error).__name__, error)}
        self._follow()  # before pages see it: they may take a piece at once
        self.facts.renew()
        return answer | {"ok": True}

    def leave(self, page: object) -> None:
        """A page has closed: its pieces return to where they lay."""
        self.histories.pop(page, None)
        self.drag.leave(page)
        self.facts.renew()

    def is_at_rest(self, watched: bool) -> bool:
        """Does nothing change until somebody acts? Moving lights count if somebody watches, until
        the game is over."""
        session = self.app.session
        over = session.is_over()
        acts = self.buttons.is_any_down() or self.drag.showing or self.mover.is_busy(self.ms())
        busy = acts or self.attached or self.review.is_busy()
        moves = watched and not over  # after the end of a game, its lights may stand still
        return bool((over or session.seats_by_hand()) and not busy and self.facts.is_quiet(moves))

    # ---- the table and its world --------------------------------------------------------------

    @property
    def app(self) -> "App":
        return self.table.app

    def ms(self) -> int:
        """Return the table's time."""
        return self.table.clock.ms()

    def power_on(self, profile: "ModuleType") -> None:
        """Set up a board of a profile, with the journal's game on it."""
        self.profile = profile
        self.table = VirtualTable(profile, self._folder, self._find, _entropy)
        if self._fit:
            self._fit(self.table)
        self.table.send = self._hear
        self.app.slides.are_carried = True
        self.app.session.now = lambda: int(self._wall() * 1000)  # the table's time may stand still
        note_play(self.app.session)
        self.app.painter.use(self.theme)
        kept_settings.recall(self)
        self._tell_notes()
        self._since = self._wall()
        self._awaits = False  # has the firmware not yet told of the game that was set out?
        self.buttons = Buttons(self.table)
        self.facts.restart()
        self.facts.put("board", geometry.board(profile))
        turned_tiles.calibrate(self)
        self._set_out()

    def _tell_notes(self) -> None:
        """Show the table's notes about its power-on, in the present language. Show them even if
        the table could not resume the old game and a new one begins."""
        if self.app.notes:
            self.app.display_text.tell_moved((None, ()), ("said", self.app.notes))

    def ask(self, request: "Json") -> "Json":
        """Return the firmware's answer to a request of the host protocol; if it sent a record,
        `record` has the lines. Raises RefusedError."""
        self.record = []
        answer = self.app.host.handle(request) or {"ok": True}
        if not answer["ok"]:
            if answer["error"] == "storage":
                raise RefusedError("not stored")
            refused = RefusedError("said", answer["why"])
            refused.reasons = [answer["key"]] if "key" in answer else []
            raise refused
        return answer

    def serve(self, request: "Json") -> "Json":
        """Return the firmware's answer to a request of the host protocol from a program that is
        not a page; pages see the changes."""
        answer = self.app.host.handle(request)
        self._follow()
        self.facts.renew()
        return answer

    def move(self, piece: "Piece", place: str | int) -> None:
        """Move a piece to another place."""
        piece.at = place
        if place in (TRAY, HAND):
            self.table.world.lift(piece.tag)
            return
        turn = None if piece.turn is None else 90 * piece.turn
        self.table.world.put(piece.tag, place, turn)

    def has_sensor(self, place: str | int) -> bool:
        """Does the table sense pieces at a place?"""
        spots = self.facts["board"]["spots"]
        return any(spot["name"] == place and spot["reads"] for spot in spots)

    def place_name(self, place: int) -> str:
        """Return the name of a place of the board, as the game on the table has it."""
        return self.layout.name(place)

    def _set_out(self) -> None:
        """Lay the game's pieces on the table where the game has them."""
        for tag, _, _ in self.table.pieces:
            self.table.world.lift(tag)
        self._let_miss()
        self.table.fill_box()
        self.drag = DragState(self)
        self._version = self.app.session.version
        self.box = self.redo = None
        self.fitting = True
        self.histories.clear()
        self.offers.forget()
        self.set_outs += 1
        game = self.game = self.app.session.game
        if game is not None:
            self.box = Box(game, self.table.pieces)
            self.layout = Layout(self.profile, game)
            self.fitting = self.profile.NAME in geometry.fitting(self.boards.all(), game)
            self.redo = RedoStack(self.app.session)
            self.mover.move_all(game, self.layout, self.box)
        self.facts.put("log", known.log(self.app.session))
        self._awaits = any(event["event"] == "new" for event in self.app.session.pending_events)

    def _let_miss(self) -> None:
        """Let the table miss all pieces. Otherwise a piece would count as left over from the last
        game if an equal one lay at its place a moment ago."""
        end = self.ms() + _MISSED_MS
        while any(self.app.board.sense.seen) and self.ms() < end:
            self.table.run(1)

    # ---- events -------------------------------------------------------------------------------

    def _tick(self) -> None:
        self.buttons.step()
        self.table.run(1)
        self.drag.step()
        self._follow()
        if self.helping and self.game is not None and self.box is not None:
            self.mover.follow(self._to_follow())
            asks = self.app.ask is not None and bool(self.box.at(PAD))  # about the piece there
            if self.drag.showing is None and not asks:
                self.mover.step(self.ms(), self.layout, self.box)

    def _follow(self) -> None:
        """Set out a new game, whether a page or the knob began or loaded it; follow its actions.
        """
        game = self.app.session.game
        if game is not self.game:
            self._set_out()
        elif game is not None and self.app.session.version != self._version:
            self._version = self.app.session.version
            self.mover.note_game(self.ms(), game, self.layout)
            if self.redo:
                self.redo.follow()
                if self.app.session.example is not None:  # its own steps go forward
                    self.redo.undone = []
            self.offers.follow()

    def _to_follow(self) -> list[str]:
        """Return the names of the places where the pieces must follow the game now."""
        verdict = self.app.pieces.verdict
        if verdict is None or verdict.state != FOLLOW:
            return []
        return [self.layout.name(place) for place, _, _ in verdict.marks]

    def is_helping(self) -> bool:
        """Are the helping hands about to do the table's request?"""
        return bool(self._to_follow()) and self.helping and self.mover.is_busy(self.ms())

    def wrong_places(self) -> list[int]:
        """Return the places of pieces that must go before an action can be undone."""
        return self.app.pieces.wrong_places() if self.game is not None else []

    def clear_up(self) -> bool:
        """Let the helping hands remove pieces that do not belong on the table; return whether
        there were any."""
        if not self.helping:
            return False
        strays = self.wrong_places()
        for place in strays:
            self.mover.note_left(self.ms(), self.layout.name(place))
        return bool(strays)

    def _find(self, name: str) -> "Player":
        """Return the player of that name, slowed down for people."""
        player = self.thinker.player(name)

        def paced(game: "Game", seat: int, rng: "Rng") -> "Iterator[Action | None]":
            due = self.ms() + int(self._pace * PACES[self.bots])
            for action in player(game, seat, rng):
                while action is not None and self.ms() < due:
                    yield None
                yield action

        return paced

    def _hear(self, line: str) -> None:
        """Take a line that the firmware sends to its host."""
        for listen in self.listeners:
            listen(line)
        message = json.loads(line)
        event = message.get("event")
        game = self.app.session.game
        if event == "record":
            self.record.append(message["line"])
        elif event == "new":
            self._awaits = False
        elif self._awaits:
            pass  # of the previous game
        elif event == "undo" and "log" in self.facts:
            self.histories.clear()
            self.facts.put("log", self.facts["log"][: 1 + message["n"]])
        elif event in ("action", "over") and "log" in self.facts:
            if event == "action" and message["n"] <= len(game.log):
                entry = game.log[message["n"] - 1]
                message["do"] = known.as_laid(game, entry[0], entry[1:], message["do"])
            self.facts.add_event(message)


def _by_seat(players: dict[int, str]) -> list[str]:
    """Return the players of the first seats; a person plays each seat that is not named."""
    return [players.get(seat, HUMAN) for seat in range(max(players, default=-1) + 1)]


def _entropy() -> int:
    return int.from_bytes(random_bytes(32), "little")
