"""Scripts: whole-table scenarios in virtual time, one step per line.

    board grid6                        the profile; first of all
    new mars players=human,greedy      a game; also seats=3 seed=5 options={"tie":"second"};
                                       with seed=none, tags tell the table the outcomes of chance
    place c3 small 0                   lay a piece from the box on a place (or "pad"); c3/d3 lies
                                       between two cells
    place c3 gyyy turned 90            the same for a tile with magnets, which the board's sensors
                                       feel: degrees clockwise
    calibrate                          take the levels of these sensors, while the board is empty
    lift c3                            take away the piece there (or on "pad")
    move c3 d4                         both
    slide small 0 from edge a3 to f3 at 300
                                       slide a piece from the box, from beside the board, in mm/s;
                                       "slide from c3 to d3 pause 500 to d3/e3 at 50" slides what
                                       lies there; "to edge f3" is off the board again; with
                                       "meanwhile" at the end the script goes on at once
    tidy                               lay and lift until all pieces are in place
    stranger c3                        lay a blank tag there
    lay phone c3                       lay a tag or card of a kind of sim/virtual/kinds.py there
    reader b2 late ack                 make the reader there (or on "pad", or "all") one of a kind
    knob half 00 bouncing              solder on a kind of knob, strip (any order: "strip BRGW") or
    strip grbw / display sh1106        display; the table restarts
    set lights GRBW                    a setting of the table, "knob" or "lights"; it restarts
    turn -2 / push / hold / back       the knob and its buttons
    choose my hand                     turn the knob to that answer, and push
    play 20                            that many actions of people, as the greedy player: pieces
                                       are laid on cells that sense them, all else uses the knob
    fault c3 silent                    or garbled, missing, none
    misses 10                          10 of 1000 questions to tags begin a run of one to three
                                       missed questions; "misses 10 c3" at one reader
    do 0 ["small", "c3"]               an action through the host link
    wait 500                           milliseconds
    restart                            a power cut
    expect piece c3 small 0            the piece that the game has there, or "none"
    expect means c3 wrong              a meaning of the lights (games/base.py), or "nothing"
    expect lit c3 / expect dark c3     as seen by eye
    expect turn 1                      a seat, "chance" or "over"
    expect scores 0 3
    expect actions 5                   how many were played
    expect says take it away           somewhere on the display
    expect sent "event": "over"        somewhere in a line to the host

`#` begins a comment. An expectation may take 3 s of table time to come true.
"""

from games import base
from games.base import CHANCE, OVER, IllegalAction
from games.jsonline import parse
from sim.virtual import kinds
from sim.virtual.misses import THOUSAND
from sim.virtual.player import TableError, TablePlayer
from sim.virtual.table import VirtualTable
from table import settings, theme

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable
    from typing import Any

    from games.base import Game
    from games.types import Words
    from sim.virtual.card import Card
    from sim.virtual.ntag import Tag
    from sim.virtual.slide import Stop
    from sim.virtual.world import World

_PATIENCE = 3000  # ms; the text above says so
_STEP = 20
_PRESS = 80
_HOLD = 1200
_LONGEST = 3600000  # ms that a step may wait
_MOST_STEPS = 1000  # of the knob
_MOST_ACTIONS = 5000
_FASTEST = 5000  # mm/s

MEANINGS = {
    "legal": base.LEGAL, "chosen": base.CHOSEN, "wrong": base.WRONG, "missing": base.MISSING,
    "owner": base.OWNER, "complete": base.COMPLETE, "almost": base.ALMOST, "flow": base.FLOW,
    "facing": base.FACING, "cursor": base.CURSOR, "cleared": base.CLEARED, "number": base.NUMBER,
    "faulty": theme.FAULTY,
}


class ScriptError(Exception):
    """An invalid line, or an expectation that did not come true."""

    def __init__(self, line: int, why: str):
        super().__init__("line %d: %s" % (line, why))


class Script:
    """Runs lines on a virtual table; `frames` keeps (start us, end us, frame) of every frame.
    `fit(table)` replaces parts of the table before the first step."""

    def __init__(self, folder: str = "", fit: "Callable[..., object] | None" = None):
        self.table: "VirtualTable | None" = None
        self.frames: "list[Any]" = []
        self._folder = folder
        self._fit = fit
        self.lying: "dict[str, list[Tag | Card]]" = {}  # place -> tags in the order they came
        self._strangers = 0

    def run(self, lines: list[str]) -> None:
        """Run a script, an iterable of lines; raises ScriptError."""
        number = 0
        for line in lines:
            number += 1
            words = line.split("#")[0].split()
            if not words:
                continue
            verb = _VERBS.get(words[0])
            if verb is None:
                raise ScriptError(number, "no step %s; there are: %s" % (
                    words[0], ", ".join(sorted(_VERBS))))
            if self.table is None and verb is not Script._board:
                raise ScriptError(number, "the first step names the board, such as: board grid6")
            try:
                why = verb(self, words[1:])
            except (ValueError, IllegalAction, settings.SettingsError, TableError) as error:
                raise ScriptError(number, str(error))
            except (IndexError, KeyError):
                raise ScriptError(number, "the words of %s are incomplete or wrong" % words[0])
            if why:
                raise ScriptError(number, why)

    # ---- steps ---------------------------------------------------------------------------------

    def _board(self, words: "Words") -> None:
        if self.table is not None:
            raise ValueError("a script has one board")
        self.table = VirtualTable(settings.profile(words[0]), self._folder)
        if self._fit:
            self._fit(self.table)
        self.table.world.strip.log = self.frames

    @property
    def _on(self) -> "VirtualTable":
        """The table, which the first step has named."""
        if self.table is None:
            raise ValueError("no board was named")
        return self.table

    def _new(self, words: "Words") -> None:
        values = {}
        for word in words[1:]:
            name, _, value = word.partition("=")
            if name not in ("players", "seats", "seed", "options"):
                raise ValueError("new knows players, seats, seed and options, not %s" % name)
            values[name] = value
        self._on.app.session.new(
            words[0],
            int(values["seats"]) if "seats" in values else None,
            parse(values.get("options", "{}")),
            values["players"].split(",") if "players" in values else (),
            None if values.get("seed") == "none" else int(values.get("seed", 1)),
        )
        self._on.fill_box()

    def _place(self, words: "Words") -> None:
        turn = None
        if words[-2:-1] == ["turned"]:
            turn = _number(words[-1], 0, 359)
            words = words[:-2]
        tag = self._on.in_box(self._on.token(" ".join(words[1:])))
        self._lay(tag, words[0], turn)

    def _calibrate(self, words: "Words") -> None:
        facings = self._on.app.board.sense.facings
        if facings is None:
            raise ValueError("this board has no sensors of turned tiles")
        facings.calibrate()

    def _lay(self, tag: "Tag | Card", place: str, turn: int | None = None) -> None:
        self._on.world.put(tag, place, turn)
        self.lying.setdefault(place, []).append(tag)

    def _lift(self, words: "Words") -> "Tag | Card":
        if not self.lying.get(words[0]):
            raise ValueError("nothing lies on %s" % words[0])
        tag = self.lying[words[0]].pop()
        self._on.world.lift(tag)
        return tag

    def _lift_step(self, words: "Words") -> None:
        self._lift(words)

    def _move(self, words: "Words") -> None:
        self._lay(self._lift(words), words[1])

    def _slide(self, words: "Words") -> None:
        """Words: [piece] from WHERE (to WHERE or pause MS)... at SPEED [meanwhile]."""
        world = self._on.world
        start = words.index("from")
        names, stops, speed = _way(world, words[start:])
        tag = self._lift(names[:1]) if not start else (
            self._on.in_box(self._on.token(" ".join(words[:start])))
        )
        took = world.slide(tag, stops, speed)
        if names[-1]:
            self.lying.setdefault(names[-1], []).append(tag)
        if words[-1] != "meanwhile":
            self._on.run(took)

    def _tidy(self, words: "Words") -> None:
        self._on.tidy()
        self.lying = {}
        for tag, _, _ in self._on.pieces:
            place = self._on.world.place_of(tag)
            if place is not None:
                self.lying[self._on.world.names[place]] = [tag]

    def _stranger(self, words: "Words") -> None:
        self._strangers += 1
        uid = bytes((0x04, 0xEE, self._strangers, 1, 2, 3, 0x80))
        self._lay(self._on.world.make(uid), words[0])

    def _lay_kind(self, words: "Words") -> None:
        self._strangers += 1
        kind = " ".join(words[:-1]).strip('"')
        self._lay(kinds.make(kind, self._strangers), words[-1])

    def _reader(self, words: "Words") -> None:
        self._on.world.be(words[0], kinds.traits(" ".join(words[1:]).strip('"')))

    def _turn(self, words: "Words") -> None:
        self._on.world.turn_knob(_number(words[0], -_MOST_STEPS, _MOST_STEPS), self._on.run)
        self._on.run(_STEP)

    def _knob(self, words: "Words") -> None:
        self._on.world.fit_knob(**kinds.knob(" ".join(words)))
        self._on.start()

    def _strip(self, words: "Words") -> None:
        self._on.world.fit_strip(kinds.strip(words[0]))
        self._on.start()

    def _display(self, words: "Words") -> None:
        self._on.world.fit_display(kinds.display(words[0]))
        self._on.start()

    def _set(self, words: "Words") -> None:
        name, value = words
        if name not in ("knob", "lights") or not settings.is_usable(name, value):
            raise ValueError("a script sets knob or lights, and %s cannot be %s" % (name, value))
        self._on.settings[name] = value
        self._on.start()

    def _push(self, words: "Words") -> None:
        self.press("push", _PRESS)

    def _hold(self, words: "Words") -> None:
        self.press("push", _HOLD)

    def _back(self, words: "Words") -> None:
        self.press("back", _PRESS)

    def press(self, button: str, ms: int) -> None:
        """Press "push" or "back" for so many ms."""
        self._on.run(_PRESS)
        self._on.world.press(button, True)
        self._on.run(ms)
        self._on.world.press(button, False)
        self._on.run(_PRESS)

    def _choose(self, words: "Words") -> str | None:
        wanted = "> " + " ".join(words)
        seen: "list[Any]" = []
        while True:
            self._on.run(_PRESS)
            while not self._on.app.is_displayed():
                self._on.run(_STEP)
            offered = self._on.app.display_text.shown[-1]
            if offered == wanted:
                self.press("push", _PRESS)
                return None
            if len(seen) > 1 and offered == seen[0]:
                return "the display offers only: " + ", ".join(seen)
            seen.append(offered)
            self._turn(["1"])

    def _play(self, words: "Words") -> None:
        player = TablePlayer(self._on, self.press)
        for _ in range(_number(words[0], 1, _MOST_ACTIONS)):
            player.act()
            self._tidy([])

    def _fault(self, words: "Words") -> None:
        self._on.world.fault(words[0], "" if words[1] == "none" else words[1])

    def _misses(self, words: "Words") -> None:
        rate = _number(words[0], 0, THOUSAND)
        if words[1:]:
            self._on.world.misses.at(self._on.world.chip(words[1]), rate)
        else:
            self._on.world.misses.rate = rate

    def _do(self, words: "Words") -> str | None:
        request = {"id": 0, "do": "do", "by": int(words[0])}
        request["words"] = parse('{"words": %s}' % " ".join(words[1:]))["words"]
        answer = self._on.app.host.handle(request)
        return None if answer is None or answer["ok"] else str(answer["why"])

    def _wait(self, words: "Words") -> None:
        self._on.run(_number(words[0], 0, _LONGEST))

    def _restart(self, words: "Words") -> None:
        self._on.start()

    def _expect(self, words: "Words") -> str | None:
        test = _EXPECTATIONS[words[0]]
        for _ in range(_PATIENCE // _STEP):
            found = test(self, words[1:])
            if found is True:
                return None
            self._on.run(_STEP)
        said = " | ".join(self._on.app.display_text.shown)
        return "expected %s, found %s; the display says: %s" % (" ".join(words), found, said)

    # ---- expectations: return True, or the actual value ----------------------------------------

    def _game(self) -> "Game":
        game = self._on.app.session.game
        if game is None:
            raise ValueError("no game is on the table")
        return game

    def _piece(self, words: "Words") -> bool | str:
        game = self._game()
        piece = game.piece_at(game.spot(words[0]))
        name = game.face(piece) if piece else "none"
        return name == " ".join(words[1:]) or name

    def _means(self, words: "Words") -> bool | str | list[str]:
        place = self._on.world.names.index(words[0])
        names = []
        for name in sorted(MEANINGS):
            for at, meaning, _ in self._on.app.marks:
                if at == place and meaning == MEANINGS[name] and name not in names:
                    names.append(name)
        if words[1] == "nothing":
            return not names or names
        MEANINGS[words[1]]
        return words[1] in names or names or "nothing"

    def _lit(self, words: "Words") -> "bool | list[Any]":
        colours = self._on.world.lights(words[0])
        return max([max(colour) for colour in colours]) > 0 or colours

    def _dark(self, words: "Words") -> "bool | list[Any]":
        colours = self._on.world.lights(words[0])
        return max([max(colour) for colour in colours]) == 0 or colours

    def _whose(self, words: "Words") -> bool | list[str]:
        seats = self._game().current()
        names = ["chance" if seat == CHANCE else str(seat) for seat in seats]
        if seats == OVER:
            names = ["over"]
        return words[0] in names or names

    def _scores(self, words: "Words") -> bool | list[int]:
        scores = self._game().scores()
        return scores == [int(word) for word in words] or scores

    def _actions(self, words: "Words") -> bool | int:
        count = len(self._game().log)
        return count == int(words[0]) or count

    def _says(self, words: "Words") -> bool | str:
        said = " ".join(self._on.app.display_text.shown)
        return self._on.app.is_displayed() and " ".join(words) in said or said

    def _sent(self, words: "Words") -> bool | str:
        wanted = " ".join(words)
        for line in self._on.sent:
            if wanted in line:
                return True
        return "%d other lines" % len(self._on.sent)


def _way(world: "World", words: "Words") -> "tuple[list[str], list[Stop], int]":
    """Return (names, stops, mm/s) of the words of a slide from "from" on; a stop beside the board
    has no name."""
    names: "list[str]" = []
    stops: "list[Stop]" = []
    speed = 0
    words = [word for word in words if word != "meanwhile"]
    while words:
        word, value = words[:2]
        if word in ("from", "to"):
            if value == "edge":
                words = words[1:]
                value = ""
            names.append(value)
            stops.append((world.spot(value) if value else world.edge(words[1])) + (0,))
        elif word == "pause":
            x, y, _ = stops[-1]
            stops[-1] = (x, y, _number(value, 0, _LONGEST))
        elif word == "at":
            speed = _number(value, 1, _FASTEST)
        else:
            raise ValueError("a slide has from, to, pause, at and meanwhile, not %s" % word)
        words = words[2:]
    if len(stops) < 2 or not speed:
        raise ValueError("a slide has a from, a to and a speed, such as: from c3 to d3 at 300")
    return names, stops, speed


def _number(word: "Any", least: int, most: int) -> int:
    number = int(word)
    if not least <= number <= most:
        raise ValueError("%s is not from %d to %d" % (word, least, most))
    return number


_VERBS = {
    "board": Script._board, "calibrate": Script._calibrate, "new": Script._new,
    "place": Script._place, "lift": Script._lift_step,
    "move": Script._move, "slide": Script._slide, "tidy": Script._tidy,
    "stranger": Script._stranger, "lay": Script._lay_kind, "reader": Script._reader,
    "knob": Script._knob, "strip": Script._strip, "display": Script._display, "set": Script._set,
    "turn": Script._turn, "choose": Script._choose,
    "play": Script._play, "push": Script._push, "hold": Script._hold, "back": Script._back,
    "fault": Script._fault, "misses": Script._misses, "do": Script._do, "wait": Script._wait,
    "restart": Script._restart, "expect": Script._expect,
}
_EXPECTATIONS = {
    "piece": Script._piece, "means": Script._means, "lit": Script._lit, "dark": Script._dark,
    "turn": Script._whose, "scores": Script._scores, "actions": Script._actions,
    "says": Script._says, "sent": Script._sent,
}
