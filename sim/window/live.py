"""The virtual table in real time: the firmware over virtual chips, and what pages may do with it.

Pages are told facts by kind (`hello`, `settings`, `board`, `tags`, `state`, `frame`, `screen`,
`log`, and `news` for one more event), each when it changes. Facts hold what everybody at the table
may know. A page acts with verbs; a refused verb changes nothing.
"""

import json
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from games.base import LEGAL, IllegalAction
from sim import search
from sim.virtual.stage import Stage
from sim.window import geometry, known, questions
from sim.window.box import HAND, PAD, TRAY, Box
from sim.window.hands import Hands, Laying, Showing
from sim.window.past import Past, colours
from sim.window.taken import Taken
from table.hint import Hint
from table.interpret import FOLLOW
from table.layout import Layout
from table.link import encode
from table.requests import state as state_of
from table.session import HUMAN
from table.settings import SettingsError
from table.theme import names as themes

if TYPE_CHECKING:
    from games.base import Game
    from games.rng import Rng
    from sim.window.box import Piece
    from table.app import App

_SLICE_S = 0.012  # longest computation in one step, so that pages are served in between
_BEHIND_MS = 250  # time beyond this is dropped
# By press: the button, and how many ms it is down.
_PRESSES = {"push": ("push", 80), "hold": ("push", 1000), "back": ("back", 80)}
_MOST_STEPS = 24  # of the knob in one request
_QUIET_MS = 2000  # if nothing has changed for so long, nothing will until somebody acts
_PACES = {"quick": 0, "calm": 900, "slow": 2500}  # ms: the shortest time a bot takes for an action
_SEARCH = "search:1s"  # a searching player that takes as long as people like to wait
_FIRST = "mars"  # the game for newcomers
_ORDER = ("hello", "settings", "board", "state", "tags", "frame", "screen", "log")
_DRAWINGS = Path(__file__).parent / "page" / "games"


class Refused(Exception):
    """The table refuses a verb; the text says why."""


class Live:
    """One table with its world. `tell(kind, value)` is called with each changed fact.

    `folder` is for the journal; `clock()` returns the real time in seconds; `pace` is that of the
    helping hands.
    """

    def __init__(
        self,
        folder: Path,
        profile_name: str | ModuleType,
        tell: Callable,
        clock: Callable = time.monotonic,
        pace: float = 1.0,
    ):
        self.facts = {}
        self.attached = []  # called with this table in each step: real parts at this computer
        self._folder = str(folder)
        self._tell = tell
        self._wall = clock
        self._hands = Hands(self._move, pace)
        self._helping = True
        self._theme = themes()[0]
        self._record = []  # lines of a record that the firmware is sending
        self._game: Game = None  # the game that box and layout belong to
        self._box: Box = None
        self._layout: Layout = None
        self._showing: Showing | Laying = None  # a piece on its way over the pad
        self._told: tuple = None  # what `state` depended on when it was last told
        self._pace = pace
        self._bots = "calm"
        self._taken: Taken = None  # what was taken back
        self._pasts = {}  # by page: the Past it looks at
        self._since = 0.0
        self._version = 0
        self._power_on(profile_name)
        hello = self.app.host.hello()
        self._fact("hello", {
            "games": [self._about(name) for name in hello["games"]],
            "players": [*hello["players"], _SEARCH],
            "paces": list(_PACES),
            "themes": hello["themes"],
            "profiles": [[one.NAME, one.TITLE] for one in geometry.profiles()],
            "fits": geometry.fits(geometry.profiles()),
            "drawn": sorted(path.stem for path in _DRAWINGS.glob("*.js")),
        })  # fmt: skip

    def _about(self, name: str) -> dict:
        answer = self.app.host.handle({"do": "game", "game": name})
        facts = {key: answer[key] for key in ("title", "seats", "options", "set")}
        return facts | {"name": name}

    def begin(self, game: str | None = None) -> None:
        """Continue the journal's game, or begin one of `game`; raises Refused."""
        playing = self.app.session.game
        if playing is None or game not in (None, playing.NAME):
            self._new(None, {"game": game or _FIRST})

    def fit(self) -> None:
        """Switch to the smallest board that has the game's places."""
        smallest = self.facts["hello"]["fits"][self.app.session.game.NAME][0]
        if smallest != self.profile.NAME:
            self._power_on(smallest)

    def all(self) -> list[tuple]:
        """Return every fact as (kind, value), in the order in which a page needs them."""
        return [(kind, self.facts[kind]) for kind in _ORDER if kind in self.facts]

    def step(self) -> None:
        """Run the table until its time has caught up with real time."""
        now = self._wall()
        behind = min((now - self._since) * 1000, _BEHIND_MS)
        self._since = now - behind % 1 / 1000
        end = self._ms() + int(behind)
        while self._ms() < end and self._wall() < now + _SLICE_S:
            self._tick()
        for part in self.attached:
            part(self)
        self._tell_changes()

    def _tick(self) -> None:
        self._release()
        self.stage.run(1)
        if self._showing is not None and not self._showing.step(self._ms()):
            self._showing = None
        game = self.app.session.game
        if game is not self._game:
            self._set_out()  # begun or loaded, here or with the knob
        elif self.app.session.version != self._version:
            self._version = self.app.session.version
            self._hands.ask(self._ms(), game, self._layout)
            self._taken.follow(game.log)
        if self._helping and game is not None:
            self._hands.follow(self._to_follow())
            if self._showing is None:
                self._hands.step(self._ms(), self._layout, self._box)

    def _ms(self) -> int:
        return self.stage.clock.ms()

    # ---- the table and its world --------------------------------------------------------------

    def _power_on(self, name: str | ModuleType) -> None:
        """Set up a board of a profile, with the journal's game on it."""
        self.profile = _profile(name)
        self.stage = Stage(self.profile, self._folder, self._find, _entropy)
        self.stage.send = self._hear
        self.stage.app.use_theme(self._theme)
        self._since = self._wall()
        self._pressed = []  # (button, ms of its release)
        self._changed = self._moved = 0  # ms: the last new fact, and the last frame
        self._fact("board", geometry.board(self.profile))
        self._set_out()

    @property
    def app(self) -> "App":
        return self.stage.app

    def _set_out(self) -> None:
        """Lay the game's pieces on the table where the game has them."""
        for tag, _, _ in self.stage.pieces:
            self.stage.world.lift(tag)
        self.stage.fill_box()
        self._held = {}
        self._lifted = {}  # by uid: where the piece in somebody's hand lay
        self._showing = None
        self._version = self.app.session.version
        self._box = self._taken = None
        self._pasts.clear()
        game = self._game = self.app.session.game
        if game is not None:
            self._box = Box(game, self.stage.pieces)
            self._layout = Layout(self.profile, game)
            self._taken = Taken(game.log)
            self._hands.all(game, self._layout, self._box)
        self._fact("log", known.log(self.app.session))

    def _move(self, piece: "Piece", place: str | int) -> None:
        """Move a piece to another place."""
        piece.at = place
        if place in (TRAY, HAND):
            self.stage.world.lift(piece.tag)
        else:
            self.stage.world.place(piece.tag, place)

    def _release(self) -> None:
        """Release the buttons whose time is over."""
        for button, due in self._pressed:
            if self._ms() >= due:
                self.stage.world.press(button, False)
        self._pressed = [press for press in self._pressed if self._ms() < press[1]]

    def _find(self, name: str) -> Callable:
        """Return the player of that name, slowed down so that people can follow."""
        player = search.player(name)

        def paced(game: "Game", seat: int, rng: "Rng") -> Iterator[tuple[int, int]]:
            due = self._ms() + int(self._pace * _PACES[self._bots])
            for action in player(game, seat, rng):
                while action is not None and self._ms() < due:
                    yield None
                yield action

        return paced

    def rests(self, watched) -> bool:
        """Will nothing change until somebody acts? Moving lights count if `watched`."""
        session = self.app.session
        waits = session.over() or session.hands()
        busy = self._pressed or self._showing or self._hands.busy(self._ms()) or self.attached
        last = max(self._changed, self._moved) if watched else self._changed
        return bool(waits and not busy and self._ms() - last > _QUIET_MS)

    # ---- facts --------------------------------------------------------------------------------

    def _fact(self, kind: str, value: dict | list[dict[str, str]] | str) -> None:
        if kind not in self.facts or self.facts[kind] != value:
            self.facts[kind] = value
            self._tell(kind, value)
            if kind == "frame":
                self._moved = self._ms()
            elif kind != "hello":
                self._changed = self._ms()

    def _tell_changes(self) -> None:
        app = self.app
        self._fact("screen", self.stage.world.display.memory.hex())
        screen = self.facts["screen"]
        depends = (
            app, app.session.version, app.line, app.problem, screen, app.marks, self._sees_to_it(),
        )  # fmt: skip
        if depends != self._told:
            self._told = depends
            state = {**state_of(app, -1), "secret": known.secret(self._game), **self._asked()}
            if self._sees_to_it():
                state["problem"] = ""  # nobody has to do it
            self._fact("state", state)
        if self._box is not None:
            pieces = self._box.faces(self._game, self.facts["state"]["turning"])
            self._fact("tags", {"game": self._game.NAME, "pieces": pieces})
        self._fact("frame", self._frame())
        self._fact("settings", {
            "theme": self._theme, "brightness": app.painter.brightness, "hands": self._helping,
            "bots": self._bots,
        })  # fmt: skip

    def _to_follow(self) -> list[str]:
        """Return the names of the places where the pieces must follow the game now."""
        verdict = self.app.verdict
        if verdict is None or verdict.state != FOLLOW:
            return []
        return [self._layout.name(place) for place, _, _ in verdict.marks]

    def _sees_to_it(self) -> bool:
        """Will helping hands do what the table asks for now?"""
        return bool(self._to_follow()) and self._helping and self._hands.busy(self._ms())

    def _asked(self) -> dict:
        """Return who is asked to act, the display's question, where people may put something,
        which places several seats share, whether an action can be redone, whether everybody may
        know the whole game, and the final count."""
        app = self.app
        layout = self._layout
        going_on = self._game and not app.session.over()
        open_ = [layout.name(place) for place, meaning, _ in app.marks if meaning == LEGAL]
        return {
            "asked": list(self._game.asked()[0]) if going_on else [],
            "open": open_,
            "shared": known.shared(app.marks, layout),
            "asking": questions.asked(app.ask, app.texts, self._game),
            "turning": self._game and questions.turning(self._game, app.ask),
            "forward": bool(self._taken and self._taken.undone),
            "whole": app.session.game is not None and app.session.is_open(),
            "count": known.count(app),
        }

    def _check_seat(self, seat: int) -> None:
        """Raise Refused if no person may look at a seat's hidden things."""
        players = self.app.session.players
        if type(seat) is not int or not 0 <= seat < len(players):
            raise Refused("there is no seat %s" % seat)
        if players[seat] != HUMAN:
            raise Refused("seat %d is played by %s: nobody may look" % (seat, players[seat]))

    def _frame(self) -> str:
        """Return the pixels' colours as hex: red, green and blue for each."""
        return colours(self.stage.world.strip.frame, self.profile.ORDER)

    def _hear(self, line: str) -> None:
        """Take a line that the firmware sends to its host."""
        message = json.loads(line)
        event = message.get("event")
        if event == "record":
            self._record.append(message["line"])
        elif event in ("action", "over") and "log" in self.facts:
            game = self.app.session.game
            if event == "action" and message["n"] <= len(game.log):
                entry = game.log[message["n"] - 1]
                message["do"] = known.as_laid(game, entry[0], entry[1:], message["do"])
            self.facts["log"] = self.facts["log"] + [message]
            self._tell("news", message)
        elif event in ("new", "undo"):
            self._pasts.clear()
            self._fact("log", known.log(self.app.session))

    # ---- verbs --------------------------------------------------------------------------------

    def do(self, page: object, request: dict) -> dict:
        """Do what a page asks, {"do": verb, ...}; return the answer, {"ok": bool, ...}."""
        verb = request.get("do")
        todo = _VERBS.get(verb) if isinstance(verb, str) else None
        try:
            if todo is None:
                raise Refused("there is no verb %s; there are: %s" % (verb, ", ".join(_VERBS)))
            answer = todo(self, page, request) or {}
        except (Refused, SettingsError) as error:
            return {"ok": False, "why": str(error)}
        self._tell_changes()
        return {"ok": True, **answer}

    def leave(self, page: object) -> None:
        """A page is gone: what it held returns to the trays."""
        self._pasts.pop(page, None)
        for uid, holder in list(self._held.items()):
            if holder is page:
                self._put(self._box.by_uid[uid], TRAY)
        self._tell_changes()

    def _lift(self, page: object, request: dict[str, str]) -> dict:
        piece = self._piece(request)
        if self._held.get(piece.uid, page) is not page:
            raise Refused("somebody else holds that piece")
        if piece.at != HAND:
            self._lifted[piece.uid] = piece.at
        self._move(piece, HAND)
        self._held[piece.uid] = page
        return {"fits": self._fits(piece.token)}

    def _fits(self, token: int) -> list:
        """Return the places where a piece with this token may go now, as far as everybody
        knows."""
        game = self._game
        spots = set()
        for seat in self.app.session.hands():
            for action in game.public(seat):
                spots.update(at for at, piece in game.gesture(seat, action)
                             if piece and game.token(piece) == token)  # fmt: skip
        return [game.spot_name(spot) for spot in sorted(spots)]

    def _place(self, page: object, request: dict[str, str]) -> None:
        piece = self._piece(request)
        place = request.get("at")
        if place not in (TRAY, PAD) and place not in self._layout.names():
            raise Refused("there is no place %s on this board" % place)
        if self._held.get(piece.uid, page) is not page:
            raise Refused("somebody else holds that piece")
        helps = self._helping and not self.app.session.over()
        knows = self._reads(place) and not (helps and self.profile.HALL_BITS)
        if place in (TRAY, self._lifted.get(piece.uid)) or place != PAD and knows:
            self._put(piece, place)
        elif any(other is not piece for other in self._box.at(PAD)):
            self._put(piece, TRAY)
            raise Refused("another piece lies on the pad")
        elif place == PAD:
            self._put(piece, PAD)
        elif helps:
            why = questions.why_not(self.app, piece.token, self._layout.names().index(place))
            if why:
                self._put(piece, TRAY)
                raise Refused(why)
            self._put(piece, PAD)
            self._showing = self._over_the_pad(piece, place)
        else:
            self._put(piece, TRAY)
            raise Refused("there is no reader: show the piece to the pad and turn the knob")

    def _over_the_pad(self, piece: "Piece", place: int | str) -> "Showing | Laying":
        """Return the helper that brings a piece from the pad to a place."""
        if self._reads(place):
            return Laying(
                self._ms(),
                lambda: piece.at != PAD or self.stage.board.sense.pad == piece.token,
                lambda: self._move(piece, place) if piece.at == PAD else None,
            )
        label = self.app.texts.say(("at", place), self._game.NAME)
        return Showing(
            label, self._ms(), self.stage.world.turn, lambda: self._hold_down("push"),
            lambda: self.app.shown,
        )  # fmt: skip

    def _put(self, piece: "Piece", place: str) -> None:
        """Put a piece down. If no reader misses it and the game still has it at its old place,
        hands bring it back."""
        self._held.pop(piece.uid, None)
        was = self._lifted.pop(piece.uid, place)
        if was not in (place, TRAY, PAD) and not self._reads(was):
            self._hands.see_to(self._ms(), was)
        self._move(piece, place)

    def _piece(self, request: dict[str, str]) -> "Piece":
        uid = request.get("tag")
        if self._box is None or not isinstance(uid, str) or uid not in self._box.by_uid:
            raise Refused("there is no such piece in the box")
        return self._box.by_uid[uid]

    def _reads(self, place: str | int) -> bool:
        spots = self.facts["board"]["spots"]
        return any(spot["name"] == place and spot["reads"] for spot in spots)

    def _knob(self, page: object, request: dict) -> None:
        steps = request.get("steps")
        if type(steps) is not int or not 1 <= abs(steps) <= _MOST_STEPS:
            raise Refused("the knob turns 1 to %d steps at once" % _MOST_STEPS)
        self.stage.world.turn(steps)

    def _press(self, page: object, request: dict[str, str]) -> None:
        which = request.get("which")
        if not isinstance(which, str) or which not in _PRESSES:
            raise Refused("press push, hold or back")
        if any(pressed == _PRESSES[which][0] for pressed, _ in self._pressed):
            raise Refused("that button is still down")
        self._hold_down(which)

    def _hold_down(self, which: str) -> None:
        button, length = _PRESSES[which]
        self.stage.world.press(button, True)
        self._pressed.append((button, self._ms() + length))

    def _new(self, page: object, request: dict) -> None:
        if request.get("profile", self.profile.NAME) != self.profile.NAME:
            self._change_profile(page, {"name": request["profile"]})
        wanted = {name: request[name] for name in ("game", "seats", "options", "players")
                  if name in request}  # fmt: skip
        self._host_do({"do": "new", "seed": _entropy(), **wanted})

    def _rematch(self, page: object, request: dict) -> None:
        self._host_do({"do": "rematch", "seed": _entropy()})

    def _change_profile(self, page: object, request: dict) -> None:
        name = request.get("name")
        if not isinstance(name, str):
            raise Refused("a profile has a name")
        _profile(name)  # refuses before anything changes
        self._power_on(name)

    def _set(self, page: object, request: dict) -> None:
        what, value = request.get("what"), request.get("value")
        if what == "hands":
            if not isinstance(value, bool):
                raise Refused("hands are true or false")
            self._helping = value
        elif what == "bots":
            if not isinstance(value, str) or value not in _PACES:
                raise Refused("bots play %s" % ", ".join(_PACES))
            self._bots = value
        elif what == "theme":
            self._host_do({"do": "theme", "name": value})
            self._theme = value
        elif what == "brightness":
            self._host_do({"do": "brightness", "level": value})
        else:
            raise Refused("there are settings for hands, bots, theme and brightness")

    def _save(self, page: object, request: dict[str, str]) -> dict:
        self._record = []
        self._host_do({"do": "record"})
        game = self.app.session.game
        return {"lines": self._record, "name": "%s-%d.jsonl" % (game.NAME, len(game.log))}

    def _load(self, page: object, request: dict) -> None:
        lines = request.get("lines")
        if not isinstance(lines, list) or not lines:
            raise Refused("the record is empty")
        for number, line in enumerate(lines):
            if not isinstance(line, str):
                raise Refused("a record is lines of text")
            self._host_do({"do": "load", "begin": number == 0, "line": line})
        players = request.get("players", self._players_of(json.loads(lines[0])))
        before = self.app.session.game
        self._host_do({"do": "load", "end": True, "players": players})
        name = self.app.session.game.NAME
        if name != before.NAME and self.profile.NAME not in self.facts["hello"]["fits"][name]:
            self.fit()  # who keeps the game keeps the board too, such as one of their own

    def _players_of(self, header: dict) -> list[str]:
        """Return the players for a record: the current ones if it has as many seats."""
        players = self.app.session.players
        return players if len(players) == header["seats"] else []

    def _forward(self, page: object, request: dict) -> None:
        """Redo what was last taken back."""
        session = self.app.session
        people = [seat for seat, name in enumerate(session.players) if name == HUMAN]
        entries = self._taken.next(people) if self._taken else []
        if not entries:
            raise Refused("nothing was taken back that could come again")
        for entry in entries:
            try:
                session.act(entry[0], entry[1:])
            except IllegalAction as error:
                raise Refused(str(error)) from None

    def _at(self, page: object, request: dict):
        """Tell a page what the table was like after `n` actions."""
        count = request.get("n")
        game = self._game
        if game is None or type(count) is not int or not 0 <= count <= len(game.log):
            raise Refused("there are %d actions to look back at" % (len(game.log) if game else 0))
        past = self._pasts.get(page)
        if past is None or len(past.entries) < count:
            past = self._pasts[page] = Past(self.profile, game, self.stage.pieces, self._theme)
        return past.at(count)

    def _deeds(self, page: object, request: dict) -> dict[str, list]:
        """Tell a page a seat's actions that lay nothing on the board."""
        self._check_seat(request.get("seat"))
        return questions.deeds(self.app.session.game, request["seat"], self.app.texts)

    def _hint(self, page: object, request: dict) -> dict:
        """Tell one page the firmware's hint for a seat: its words, its places, and what it scores.
        (The request `hint` would show it on the display.)"""
        seat = request.get("seat")
        self._check_seat(seat)
        if seat not in self.app.session.hands():
            raise Refused("it is not that seat's turn")
        game = self._game
        hint = Hint(game, seat, len(game.log))
        while hint.action is None:
            hint.step(self.app.texts)
        spots = [game.spot_name(spot) for spot, _ in game.gesture(seat, hint.action)]
        _, _, *why = tuple(hint.message)
        return {"words": game.words(seat, hint.action), "spots": spots, "why": "".join(why)}

    def _reply(self, page: object, request: dict) -> None:
        """Answer the display's question by the number of the answer."""
        asking = questions.asked(self.app.ask, self.app.texts, self._game)
        number = request.get("answer")
        answers = asking and (asking["answers"] or asking["spots"])
        if not answers or type(number) is not int or not 0 <= number < len(answers):
            raise Refused("that is not asked any more")
        self._press(page, {"which": "push"})
        if number != asking["index"]:
            self.stage.world.turn(number - asking["index"])

    def _own(self, page: object, request: dict):
        """Tell a page that speaks for a seat the names of its pieces, {uid: name}."""
        self._check_seat(request.get("seat"))
        return {"names": self._box.names(request["seat"]) if self._box else {}}

    def _host(self, page: object, request: dict) -> dict:
        """Pass a request on to the firmware's host protocol (`table/host.py`)."""
        wanted = request.get("request")
        if not isinstance(wanted, dict):
            raise Refused("a host request is an object")
        for verb, word in (("state", "seat"), ("legal", "by")):
            if wanted.get("do") == verb and wanted.get(word, -1) != -1:
                self._check_seat(wanted[word])
        self._record = []
        answer = self._host_do(wanted)
        return {"answer": json.loads(encode(answer)), "lines": self._record}

    def _host_do(self, request: dict) -> dict:
        answer = self.app.host.handle(request)
        if not answer["ok"]:
            raise Refused(answer["why"])
        return answer


_VERBS = {
    "lift": Live._lift,
    "place": Live._place,
    "knob": Live._knob,
    "press": Live._press,
    "new": Live._new,
    "rematch": Live._rematch,
    "profile": Live._change_profile,
    "set": Live._set,
    "save": Live._save,
    "load": Live._load,
    "host": Live._host,
    "own": Live._own,
    "forward": Live._forward,
    "at": Live._at,
    "deeds": Live._deeds,
    "hint": Live._hint,
    "reply": Live._reply,
}


def _profile(name: str | ModuleType) -> ModuleType:
    """Return a board profile; raises Refused."""
    for one in geometry.profiles():
        if name == one.NAME:
            return one
    known = ", ".join(one.NAME for one in geometry.profiles())
    raise Refused("there is no board %s; there are: %s" % (name, known))


def _entropy() -> int:
    return int.from_bytes(os.urandom(3), "little")
