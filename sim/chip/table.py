"""A game played on a board without people: tags in a box, hands, and a host on the serial port.

`Played` runs a second game beside the board's, so it knows which piece belongs where; on the table
it uses only the means of people. It works on an emulated Pico and on the desktop (pico.py,
desk.py).
"""

import json
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from games import make
from games.base import CHANCE
from games.record import lines
from games.texts import Texts
from sim.virtual.steps import offered_for, way
from table import settings, tags
from table.chooser import Chooser
from table.interpret import expected
from table.layout import NOWHERE, Layout
from table.legal import Legal

if TYPE_CHECKING:
    from games.base import Game
    from games.types import Action, Json, Options
    from sim.chip.desk import Desk
    from sim.chip.pico import Pico

_PATIENCE_MS = 6000  # for an answer, or for an action to be taken
_HELLO_MS = 5000
_READ_MS = 50  # between two looks at the display
_STILL_MS = 200  # a display unchanged for so long is complete
_SOON_MS = 2500  # for an action by pieces alone; later, the display must have asked


class TableError(Exception):
    """The table misbehaved; the text gives the request and the answer."""


class Host:
    """Requests and answers over the serial port of `pico`."""

    def __init__(self, pico: "Pico | Desk"):
        self.pico = pico
        self.events: list[dict[str, Any]] = []  # not taken yet, as dicts
        self.log: list[str] = []  # lines that are no messages, or incomplete
        self._number = 0

    def hello(self) -> "Json":
        """Wait for a board to start; return its hello. Raises TableError."""
        return self.wait("hello", _HELLO_MS)

    def wait(self, event: str, ms: float = _PATIENCE_MS) -> "Json":
        """Return the next event of a name; raises TableError if none comes in time."""
        end = self.pico.now + 1000 * ms
        while True:
            self.listen()
            for at, message in enumerate(self.events):
                if message["event"] == event:
                    del self.events[at]
                    return message
            if self.pico.now >= end:
                raise TableError("no event %s; log: %s" % (event, self.log[-5:]))
            self.pico.run((end - self.pico.now) / 1000, until="\n")

    def listen(self) -> "list[Json]":
        """Sort received lines into events, log and answers; return the answers."""
        answers: list[dict[str, Any]] = []
        for line in self.pico.lines():
            if not line.startswith("{"):
                self.log.append(line)
                continue
            try:
                message = json.loads(line)
            except ValueError:  # out of memory in the middle of an answer; an error follows
                self.log.append(line[:80] + " ...")
                continue
            (self.events if "event" in message else answers).append(message)
        return answers

    def ask(self, do: str, **values: object) -> "Json":
        """Return the answer to a request; raises TableError where it is refused."""
        self._number += 1
        self.pico.send(json.dumps({"id": self._number, "do": do, **values}) + "\n")
        end = self.pico.now + 1000 * _PATIENCE_MS
        while self.pico.now < end:
            for answer in self.listen():
                if answer.get("id") == self._number:
                    if not answer["ok"]:
                        raise TableError("%s is refused: %s" % (do, answer["why"]))
                    return answer
            self.pico.run((end - self.pico.now) / 1000, until="\n")
        raise TableError("no answer to %s; log: %s" % (do, self.log[-5:]))

    def display(self) -> list[str]:
        """Return the lines of the display."""
        lines: list[str] = self.ask("state")["display"]
        return lines

    def see(self, deed: Callable[[Any], object], what: object) -> None:
        """Do something with the knob and watch the display, which follows a little later. (Asking
        the board for its texts would take as long as the change itself.)"""
        dots = self._still()
        deed(what)
        end = self.pico.now + 1000 * _SOON_MS
        while self.pico.dots() == dots and self.pico.now < end:
            self.pico.run(_READ_MS)
        self._still()

    def _still(self) -> str:
        """Wait until the display has not changed for a while; return its dots."""
        dots = self.pico.dots()
        since = self.pico.now
        while self.pico.now - since < 1000 * _STILL_MS:
            self.pico.run(_READ_MS)
            if self.pico.dots() != dots:
                dots = self.pico.dots()
                since = self.pico.now
        return dots


class Played:
    """A game under way on `pico`. Actions are taken by hand; with the knob if no reader sees them;
    by the host if no menu offers them, as is usual for chance."""

    def __init__(
        self,
        pico: "Pico",
        name: str,
        options: "Options | None" = None,
        box: dict[int, list[bytes]] | None = None,
        begun: bool = False,
    ):
        """`box` has tags that exist, {token: [UID]}; if the game has `begun` on the board, with
        these options, it goes on."""
        self.pico = pico
        self.host = Host(pico)
        self.profile = settings.profile(pico.profile)
        self.game = make(name, None, options)
        self.layout = Layout(self.profile, self.game)
        self.by_host = 0  # actions that needed the host
        self._box = box or {}  # token -> uids in the box
        self._lying: dict[str, tuple[bytes, int]] = {}  # place name -> uid
        self._count = 0  # of tags made
        self._took: dict[str, Any] = {}  # the event of the last action
        self._texts = Texts()
        if not begun:
            self.host.ask("new", game=name, seats=self.game.seats, options=self.game.options)

    # ---- the box -------------------------------------------------------------------------------

    def pick(self, token: int) -> bytes:
        """Take a tag with a token from the box, or make a new one; return its UID."""
        spare = self._box.setdefault(token, [])
        if spare:
            return spare.pop()
        self._count += 1
        uid = bytes((0x04, self.game.SET, token, self._count & 0xFF, self._count >> 8, 0x11, 0x80))
        self.pico.make(uid, tags.encode(self.game.SET, token, self._count & 0xFF))
        return uid

    def lay(self, token: int, name: str) -> None:
        """Lay a piece from the box on a place."""
        uid = self.pick(token)
        self._lying[name] = (uid, token)
        self.pico.put(uid, name)

    def lift(self, name: str) -> None:
        """Put the piece on a place back into the box."""
        uid, token = self._lying.pop(name)
        self.pico.lift(uid)
        self._box[token].append(uid)

    def at(self, name: str) -> int:
        """Return the token on a place, 0 for none."""
        return self._lying[name][1] if name in self._lying else 0

    def lying(self) -> list[str]:
        """Return the names of the places with the right piece, ascending."""
        wanted = self.wanted()
        return [name for place, name in enumerate(self.layout.names())
                if wanted[place] and self.at(name) == wanted[place]]

    def tidy(self) -> None:
        """Put all pieces where the game has them."""
        wanted = self.wanted()
        for place, name in enumerate(self.layout.names()):
            if self.layout.reads[place]:
                lies = self.at(name)
                if lies and lies != wanted[place]:
                    self.lift(name)
                    lies = 0
                if wanted[place] and not lies:
                    self.lay(wanted[place], name)

    def wanted(self) -> bytearray:
        """Return the token that belongs at each place."""
        return expected(self.game, self.layout, self.layout.readers)

    # ---- an action -----------------------------------------------------------------------------

    def play(self, by: int, action: "Action") -> str:
        """Take an action as people do; return how: "hand", "knob" or "host".

        Raises TableError if the table does not accept it.
        """
        count = len(self.game.log)
        how = self._do(by, action, count)
        if how is None:
            said = self.host.display()
            raise TableError("%d %s was not taken: %s" % (by, self.game.text(action), said))
        self.game.apply(by, action)
        words = self.game.public_record(by, action, self.game.events)[0]
        if self._took["by"] != by or self._took["do"] != json.loads(json.dumps(words)):
            raise TableError("the board took %s, not %s" % (self._took["do"], words))
        return str(how)

    def _do(self, by: int, action: "Action", count: int) -> str | None:
        moves = self.moves(by, action)
        for name, token in moves:
            self.put(name, token)
        if moves:
            if self._wait_until_taken(count, _SOON_MS):
                return "hand"
            self._settle(by, action)
            return "knob" if self._wait_until_taken(count, _PATIENCE_MS) else None
        if self._pick(by, action):
            return "knob" if self._wait_until_taken(count, _PATIENCE_MS) else None
        self.by_host += by != CHANCE
        self.host.ask("do", by=by, words=self.game.text(action))
        return "host" if self._wait_until_taken(count, _PATIENCE_MS) else None

    def check_record(self) -> None:
        """Compare the record from the board with that of the rules; raises TableError."""
        self.host.events = []
        self.host.ask("record")
        given = [event["line"] for event in self.host.events if event["event"] == "record"]
        wanted = list(lines(self.game, None))
        for number, (one, other) in enumerate(zip(given, wanted, strict=False)):
            if one != other:
                raise TableError("line %d of the record is %s, not %s" % (number, one, other))
        if len(given) != len(wanted):
            raise TableError("the record has %d lines, not %d" % (len(given), len(wanted)))

    def put(self, name: str, token: int) -> None:
        """Put a token on a place, 0 to clear it."""
        if name in self._lying:
            self.lift(name)
        if token:
            self.lay(token, name)

    def pick_up(self, moves: list[tuple[str, int]]) -> bool:
        """Lift the pieces that `moves` carry from one place to another; return whether there are
        any."""
        laid = [token for _, token in moves if token]
        carried = [name for name, token in moves if not token and self.at(name) in laid]
        for name in carried:
            self.lift(name)
        return len(carried) > 0

    def moves(self, by: int, action: "Action") -> list[tuple[str, int]]:
        """Return [(place name, token), ...], the moves of hands on readers for an action; [] if
        these are not the whole action."""
        moves: list[tuple[str, int]] = []
        if by == CHANCE:
            return moves
        wanted = self.wanted()
        for spot, piece in self.game.gesture(by, action):
            place = self.layout.place_of[spot]
            if place == NOWHERE or not self.layout.reads[place]:
                return []
            token = self.game.token(piece)
            if token != wanted[place]:
                moves.append((self.layout.name(place), token))
        return moves

    def _wait_until_taken(self, count: int, ms: float) -> bool:
        """Wait until more than `count` actions have been played on the board."""
        end = self.pico.now + 1000 * ms
        while True:
            self.host.listen()
            for event in self.host.events:
                if event["event"] == "action" and event["n"] == count + 1:
                    self._took = event
                    self.host.events = []
                    return True
            if self.pico.now >= end:
                return False
            self.pico.run((end - self.pico.now) / 1000, until="\n")

    def _settle(self, by: int, action: "Action") -> None:
        """If the display asks which of several actions the pieces mean, answer it."""
        moved = self.game.gesture(by, action)
        alike = [(by, other) for other in self.game.legal(by)
                 if _tokens(self.game, by, other) == _tokens(self.game, by, action)]
        if len(alike) > 1 and moved:
            self._await_question()
            self._choose(Chooser(self.game, lambda: alike, True), by, action)

    def _await_question(self) -> None:
        """Wait for a question on the display; if there is none, open the menu with the knob."""
        end = self.pico.now + 1000 * _PATIENCE_MS
        while not self.host.display()[-1].startswith("> ") and self.pico.now < end:
            self.pico.run(_READ_MS)

    def _pick(self, by: int, action: "Action") -> bool:
        """Pick an action from the menu with the knob; return False if it is not offered."""
        seats = self.game.current()
        begun = offered_for(self.game, by, action) if by == seats[0] else None
        if begun is None:
            return False
        self.host.see(self.pico.press, "push")
        first = next(iter(self.game.public(by)))
        if len(seats) > 1 or self.game.public_record(by, first, [])[0] != self.game.text(first):
            self.host.see(self.pico.press, "push")  # "only you look"
        self._choose(Chooser(self.game, Legal(self.game, (by,)).offered), by, begun)
        for index, answers in way(self.game, by, begun, action) or ():
            said = self._texts.render(answers[index][0], self.game.NAME)
            self._answer(index, len(answers), said)
        return True

    def _choose(self, chooser: Chooser, by: int, action: "Action") -> None:
        """Answer the questions of such a chooser on the display with the knob."""
        settled = None
        while settled is None:
            right = [at for at in range(len(chooser.answers))
                     if (by, action) in _left(chooser, at)][0]
            chooser.index = right
            self._answer(right, len(chooser.answers), chooser.label(self._texts))
            settled = chooser.push()

    def _answer(self, index: int, count: int, label: str) -> None:
        """Turn the knob to one of `count` answers and push. Reads the display first, as people do,
        because the knob loses a step while the flash erases a sector."""
        if index:
            self.host.see(self.pico.turn_knob, index)
        for _ in range(count):
            if self.host.display()[-1] == "> " + label:
                self.host.see(self.pico.press, "push")
                return
            self.host.see(self.pico.turn_knob, 1)
        raise TableError("the display does not offer %s: %s" % (label, self.host.display()))


def _tokens(game: "Game", by: int, action: "Action") -> list[tuple[int, int]]:
    return [(spot, game.token(piece)) for spot, piece in game.gesture(by, action)]


def _left(chooser: Chooser, at: int) -> Iterator[tuple[Any, ...]]:
    chooser.index = at
    return chooser.open_entries()
