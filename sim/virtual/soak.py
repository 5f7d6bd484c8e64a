"""A soak: evenings of play in virtual time, with all kinds of faults, from a seed.

People play by hand, some too fast or wrongly; readers, flash writes and the power fail; a host
sends all kinds of requests, valid and spoiled. After every deed the table is checked
(`Soak.check`). While people think, time jumps: nobody touches the table, so its ticks are skipped.
"""

import binascii
import json

from games import names
from games.base import CHANCE, IllegalAction
from games.rng import Rng
from sim.virtual import parts
from sim.virtual.flash import Flash
from sim.virtual.moves import move_game
from sim.virtual.soak_checks import Checks, SoakError, game_of
from sim.virtual.table import VirtualTable
from sim.virtual.world import PITCH
from table.layout import NOWHERE
from table.session import HUMAN, Session

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Iterator
    from types import ModuleType
    from typing import Any

_SETTLE_MS = 350  # time for a table and its lights to settle
_SHOW_MS = 300  # for which a piece is shown to the pad
_MEND_MS = 20000  # time in which repaired readers are noticed
_THINK_MS = 60000  # the longest time between two deeds
_LONG_GAME = 400  # actions after which another game may begin
_FAULTS = ("silent", "garbled", "missing")


class Soak:
    """A table on `profile` with its journal in `folder`. `live` runs it, `counts` counts the
    deeds, `crc` sums up all events. People think for up to `think_ms`. `fit(table, rng)` replaces
    parts of the table before the first game, and returns their names."""

    def __init__(
        self,
        profile: "ModuleType",
        folder: str,
        seed: int,
        games: "list[str] | None" = None,
        think_ms: int = _THINK_MS,
        fit: "Callable[..., Any] | None" = None,
    ):
        self.rng = Rng(seed)
        self.counts: "dict[Any, Any]" = {}
        self.crc = 0
        self.games = games or names()
        self._think_ms = think_ms
        self._deeds: "list[Any]" = []  # the newest ones
        self.strangers: "list[Any]" = []
        self._faulty: "list[Any]" = []  # names of places
        self.flash = Flash()
        self.flash.attach()
        self.table = VirtualTable(profile, folder, entropy=lambda: self.rng.below(1 << 24))
        self.checks = Checks(self.table, self.flash, folder)
        self.table.send = self.on_line
        self._answers: "list[Any]" = []
        self._wrong = ""  # a reported failure that no fault explains
        self._excused = 0  # flash errors that explain later failures
        self.fitted = fit(self.table, self.rng) or [] if fit else []
        self.new()

    def close(self) -> None:
        """Give the journal its real files back."""
        self.flash.detach()

    def live(self, ms: int) -> "Iterator[str]":
        """Do deeds for `ms` of virtual time, one per step of this generator; raises SoakError."""
        end = self.table.clock.ms() + ms
        while self.table.clock.ms() < end:
            yield self.step()

    def step(self) -> str:
        """Do one deed, check the table, and let people think."""
        deed = self._choose()
        self._deeds = self._deeds[-5:] + [deed]
        self.counts[deed] = self.counts.get(deed, 0) + 1
        try:
            _DEEDS[deed](self)
            self.table.run(_SETTLE_MS)
            self.check()
        except (SoakError, IllegalAction, ValueError, LookupError, OSError, TypeError,
                AttributeError, MemoryError, RuntimeError) as error:
            raise SoakError("%r after %s, in %s" % (error, ", ".join(self._deeds), self._where()))
        self.table.clock.advance(1000 * self.rng.below(self._think_ms))
        return deed

    def _where(self) -> str:
        game = self._session.game
        return "%s after %d actions" % (game.NAME, len(game.log)) if game else "no game"

    def _choose(self) -> str:
        session = self._session
        if session.is_over() or (len(session.game.log) > _LONG_GAME and self.rng.below(20) == 0):
            return "new game"
        draw = self.rng.below(_ALL)
        for deed, weight in _WEIGHTS:
            draw -= weight
            if draw < 0:
                return deed
        raise ValueError(draw)

    @property
    def _session(self) -> Session:
        return self.table.app.session

    # ---- checks --------------------------------------------------------------------------------

    def check(self) -> None:
        """Check the table: journal, lights, current. Raises SoakError."""
        if self._wrong:
            raise SoakError("it says: %s" % self._wrong)
        self.checks.journal()
        self.checks.lights()
        self.checks.current()

    def check_way_out(self) -> None:
        """Without faults, and with all pieces in place, the table must not complain."""
        for name in self._faulty:
            self.table.world.fault(name, "")
        self._faulty = []
        self.flash.failing = 0
        for tag in self.strangers:
            self.table.world.lift(tag)
        self.strangers = []
        for tag, _, _ in self.table.pieces:
            if self.table.world.place_of(tag) is None:
                self.table.world.lift(tag)  # off the pad
        app = self.table.app
        version = -1
        waited = 0
        while waited < _MEND_MS and not self._session.is_over():
            waited = waited + _SETTLE_MS if version == app.session.version else 0
            version = app.session.version  # computer players continue
            if app.board.sense.switches:
                self._show_misread()
            self.table.tidy()
            self.table.run(_SETTLE_MS)
            if app.is_displayed() and not (app.display_text.problem or app.session.needs_resync):
                return
        if self._session.is_over():
            return
        raise SoakError("there is no way out of: %s" % app.display_text.problem)

    def _show_misread(self) -> None:
        """Lift pieces that switches mistake for others; show the right piece to the pad, and lay
        it again."""
        app, world = self.table.app, self.table.world
        seen, wanted = app.board.sense.seen, app.pieces.wanted
        for tag, token, _ in self.table.pieces:
            place = world.place_of(tag)
            if place is None or seen[place : place + 1] == wanted[place : place + 1]:
                continue
            world.lift(tag)
            self.table.run(_SETTLE_MS)
            if wanted[place : place + 1] == bytes((token,)):
                self._show(tag)
                world.put(tag, world.names[place])
                self.table.run(_SETTLE_MS)

    def _show(self, tag: "Any") -> None:
        """Show a piece to the pad: a switch alone does not know it."""
        self.table.world.put(tag, "pad")
        self.table.run(_SHOW_MS)

    # ---- deeds ---------------------------------------------------------------------------------

    def new(self) -> None:
        rng = self.rng
        name = rng.choice(self.games)
        before = game_of(self._session)
        players = [rng.choice((HUMAN, HUMAN, "greedy", "random")) for _ in range(2)]
        seed = rng.below(1000) if rng.below(4) else None
        try:
            self._session.new(name, None, None, players if rng.below(2) else (), seed)
        except OSError:
            if game_of(self._session) != before:
                raise SoakError("a new game that was not written is on the table")
        if self._session.game is not None:
            self.table.tidy()
            self.table.run(_SETTLE_MS)

    def move_game(self) -> None:
        """Move a game to the shelf or from it; raises SoakError if that loses another game."""
        lost = move_game(self._session, self)
        if lost:
            raise SoakError("%s is neither on the table nor on the shelf" % (lost,))

    def let_repair(self) -> None:
        """Let a table finish the writes that a broken flash has left undone."""
        self.table.run(2 * _SETTLE_MS)
        if self._session.inconsistent:  # it tries again after a rest
            self.flash.failing = 0
            self.table.run(_MEND_MS)

    def break_flash(self) -> None:
        self.flash.failing = 1 + self.rng.below(4)

    def play(self, between_ms: int = 200) -> None:
        """Play a legal action by hand, or through the host if hands cannot."""
        session = self._session
        hands = session.seats_by_hand()
        if not hands:
            self.table.run(3000)  # computer players
            return
        game = session.game
        by = self.rng.choice(hands)
        legal = [game.sample(self.rng)] if by == CHANCE else game.legal(by)
        action = self.rng.choice(legal)
        layout = self.table.app.pieces.layout
        self.table.tidy()
        self.table.run(_SETTLE_MS)
        gesture = [(layout.place_of[spot], game.token(piece)) for spot, piece in
                   game.gesture(by, action)]
        if game is not session.game or by not in session.seats_by_hand():
            return
        if not gesture or any([place == NOWHERE or not layout.reads[place]
                               for place, _ in gesture]):
            self._ask({"do": "do", "by": by, "words": game.text(action)})
            return
        for place, token in gesture:
            self._put(token, place)
            self.table.run(between_ms)

    def _put(self, token: int, place: int) -> None:
        world = self.table.world
        for tag, _, _ in self.table.pieces:
            if world.place_of(tag) == place:
                world.lift(tag)
        if token:
            try:
                tag = self.table.in_box(token)
            except ValueError:  # none is left: it was misplaced
                self.table.tidy()
                return
            if self.table.board.sense.switches:
                self._show(tag)
            world.put(tag, world.names[place])

    def _play_quickly(self) -> None:
        for _ in range(3):
            if not self._session.is_over():
                self.play(self.rng.below(40))

    def _slide(self) -> None:
        """Slide a piece from one place to another, over the places between."""
        world = self.table.world
        if self.table.pieces:
            tag = self.rng.choice(self.table.pieces)[0]
            stops = [world.spot(self.rng.choice(world.names)) + (0,) for _ in range(2)]
            if not self.rng.below(4):  # it comes to rest between two cells
                x, y, _ = stops[1]
                stops[1] = (x + PITCH // 2, y, 0)
            self.table.run(world.slide(tag, stops, 50 + self.rng.below(950)))

    def _misplace(self) -> None:
        """Put random pieces anywhere, then move them on."""
        world = self.table.world
        for _ in range(1 + self.rng.below(3)):
            if self.table.pieces:
                tag = self.rng.choice(self.table.pieces)[0]
                world.put(tag, self.rng.choice(world.names + ["pad"]))
                self.table.run(self.rng.below(300))
                if self.rng.below(2):
                    world.lift(tag)

    def stranger(self) -> None:
        tag = parts.stranger(self.rng, len(self.strangers))
        self.strangers.append(tag)
        self.table.world.put(tag, self.rng.choice(self.table.world.names + ["pad"]))

    def _knob(self) -> None:
        world = self.table.world
        for _ in range(1 + self.rng.below(4)):
            if self.rng.below(2):
                world.turn_knob(self.rng.below(7) - 3, self.table.run)
            else:
                self._press(self.rng.choice(("push", "push", "back")), 80)

    def _press(self, button: str, ms: int) -> None:
        self.table.run(30)
        self.table.world.press(button, True)
        self.table.run(ms)
        self.table.world.press(button, False)
        self.table.run(60)

    def _break_reader(self) -> None:
        wired = [name for place, name in enumerate(self.table.world.names)
                 if self.table.world.profile.READERS[place] != 255] + ["pad"]
        name = self.rng.choice(wired)
        self.table.world.fault(name, self.rng.choice(_FAULTS))
        self._faulty.append(name)

    def _cut_power(self) -> None:
        before = game_of(self._session)
        self.flash.failing = 0
        self.table.run(self.rng.below(50))
        now = game_of(self._session)  # another action may have been played
        self.table.start()
        if game_of(self._session) not in (before, now):
            raise SoakError("%s came back as %s" % (now, game_of(self._session)))

    def _ask_everything(self) -> None:
        name = self.rng.choice(self.games)
        seat = self.rng.below(3) - 1
        for request in (
            {"do": "hello"}, {"do": "state", "seat": seat}, {"do": "legal", "by": seat},
            {"do": "readers"}, {"do": "tag"}, {"do": "game", "game": name}, {"do": "record"},
            {"do": "theme", "name": "lively"}, {"do": "brightness", "level": 160},
        ):
            self._ask(request)

    def _spoiled_line(self) -> None:
        for _ in range(5):
            line = bytearray(b'{"id": 1, "do": "do", "by": 0, "words": ["small 0", "c3"]}')
            for _ in range(1 + self.rng.below(6)):
                line[self.rng.below(len(line))] = self.rng.below(256)
            self._answers = []
            self.table.app.host.feed(bytes(line) + b"\n")
            if len(self._answers) > 1 + line.count(b"\n"):
                raise SoakError("%d answers to %r" % (len(self._answers), line))

    def _ask(self, request: "dict[str, Any]") -> None:
        self._answers = []
        request["id"] = 5
        self.table.app.host.feed(json.dumps(request) + "\n")
        if len(self._answers) != 1:
            raise SoakError("%d answers to %s" % (len(self._answers), request))

    def on_line(self, line: str) -> None:
        message = json.loads(line)
        if "event" not in message:
            self._answers.append(message)
            return
        self.crc = binascii.crc32(line.encode(), self.crc)
        if message["event"] == "failed":
            if self.flash.failed == self._excused:
                self._wrong = message["text"]  # the table would swallow an exception
            self._excused = self.flash.failed  # other events may come in between
        if message["event"] == "action":
            self.counts["action"] = self.counts.get("action", 0) + 1

    def summary(self) -> list[str]:
        """Return a summary of the events, as lines."""
        lines = ["%6d %s" % (self.counts[what], what) for what in sorted(self.counts)]
        lines.append("%6d errors of the flash" % self.flash.failed)
        lines.append("%08x sum of all events" % (self.crc & 0xFFFFFFFF))
        return lines


_WEIGHTS = (
    ("an action by hand", 60), ("quick hands", 8), ("pieces mislaid", 6), ("a strange tag", 3),
    ("a piece slid", 3),
    ("tidied up", 8), ("the knob", 6), ("the menu", 1), ("take-back", 4), ("a reader broken", 3),
    ("the flash broken", 3), ("a power cut", 3), ("a host asks all", 4), ("a spoiled line", 4),
    ("a game moved", 3),
)
_ALL = sum([weight for _, weight in _WEIGHTS])
_DEEDS = {
    "new game": Soak.new, "an action by hand": Soak.play, "quick hands": Soak._play_quickly,
    "pieces mislaid": Soak._misplace, "a strange tag": Soak.stranger,
    "a piece slid": Soak._slide, "tidied up": Soak.check_way_out,
    "the knob": Soak._knob, "the menu": lambda soak: soak._press("push", 1200),
    "take-back": lambda soak: soak._press("back", 80),
    "a reader broken": Soak._break_reader, "the flash broken": Soak.break_flash,
    "a power cut": Soak._cut_power, "a host asks all": Soak._ask_everything,
    "a spoiled line": Soak._spoiled_line, "a game moved": Soak.move_game,
}
