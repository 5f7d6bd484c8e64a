"""Sends spoiled requests to a table: no exception may escape, and a refused request changes
nothing."""

import json
import os

from games import names
from games.base import CHANCE, OVER
from games.record import lines
from games.rng import Rng
from sim.virtual.table import VirtualTable
from table import settings
from table.requests import REQUESTS

_PROFILE = "grid6"
_FOLDER = "attacked"  # keeps the journal
_ROUND = 250  # lines between two new games
_WILD = (
    "null", "true", "-1", "0", "9", "255", "256", "1073741824", "-99999999999999999999", "1e400",
    "-1e400", "0.5", "NaN", "Infinity", "-Infinity", '""', '"\\ud800"', '"\\u0000\\u001b[31m"',
    '"' + 70 * "a" + '"', '"' + 2000 * "b" + '"', "[]", "[[]]", "[null]", "{}", '{"": {}}',
    "[1, [2, [3]]]", '["small", "c3"]', 200 * "[" + 200 * "]", 9 * '{"a": ' + "1" + 9 * "}",
    "[" + 150 * "1, " + "1]", 300 * "9", "mars", "{", "]", '"', "\\",
)
_BYTES = b'{}[]",:\\\x00\x01\x1b\x7f\x80\xc3\xff\n\r\t -0189eE.untrl'


class Failed(Exception):
    """The table misbehaved; the text says after which line."""


class Attack:
    """A table under attack. `run(count)` sends lines; `accepted` and `refused` count the
    answers."""

    def __init__(self, seed):
        self.rng = Rng(seed)
        self.accepted = 0
        self.refused = 0
        if _FOLDER not in os.listdir():
            os.mkdir(_FOLDER)
        self.table = VirtualTable(settings.profile(_PROFILE), _FOLDER)
        self._games = names()
        self._record = []  # of the previous game

    def run(self, count):
        for n in range(count):
            if n % _ROUND == 0:
                self._change_game(n // _ROUND)
            self._throw(self._spoil(self._line()))
            if n % 10 == 0:
                self.table.run(20)

    # ---- the requests --------------------------------------------------------------------------

    def _change_game(self, n):
        session = self.table.app.session
        if session.game is not None:
            self._record = list(lines(session.game, session.seed))
        name = self._games[n % len(self._games)]
        session.new(name, None, None, ("human", "greedy") if n % 3 == 0 else (), n)

    def _line(self):
        """Return a request that may be valid."""
        rng = self.rng
        do = rng.choice(sorted(REQUESTS))
        request = {"id": rng.below(1000), "do": do}
        for field in REQUESTS[do][1:]:
            if len(field) == 4 or rng.below(2):
                request[field[0]] = self._value(field[0])
        return json.dumps(request)

    def _value(self, name):
        rng = self.rng
        if name == "words":
            return self._words()
        if name == "options":
            return rng.choice([{}, {"tie": "second"}, {"bag": "shuffled"}, {"cards": 1}])
        if name == "line":
            return rng.choice(self._record) if self._record else "{}"
        if name == "players":
            return rng.choice([[], ["human"], ["greedy", "random"], ["human", "nobody"]])
        if name in ("begin", "end"):
            return rng.below(2) == 0
        if name == "name":
            return rng.choice(["lively", "calm", "dark"])
        if name == "game":
            return self.table.app.session.game.NAME if rng.below(4) else "mars"
        return rng.below(5) - (name in ("seat", "by"))

    def _words(self):
        game = self.table.app.session.game
        current = game.current()
        if current == OVER:
            return ["over"]
        by = self.rng.choice(current)
        legal = [game.sample(self.rng)] if by == CHANCE else game.legal(by)
        return game.text(self.rng.choice(legal))

    def _spoil(self, line):
        """Return a line as bytes, with none to three faults."""
        rng = self.rng
        for _ in range(rng.below(4)):
            at = rng.below(len(line) + 1)
            fault = rng.below(4)
            if fault == 0:  # another value after a colon or comma
                places = [i for i in range(len(line)) if line[i] in ":,["]
                if places:
                    at = rng.choice(places) + 1
                    end = at + 1
                    while end < len(line) and line[end] not in ",}]":
                        end += 1
                    line = line[:at] + rng.choice(_WILD) + line[end:]
            elif fault == 1:  # part of it lost
                line = line[:at] + line[at + 1 + rng.below(8) :]
            elif fault == 2:  # part of it twice
                line = line[: at + rng.below(8)] + line[at:]
            else:  # a wrong word or letter
                line = line[:at] + rng.choice(_WILD + ("id", "do", "by", "seat")) + line[at:]
        data = bytearray(line.encode())
        for _ in range(rng.below(3) if rng.below(3) == 0 else 0):
            if data:
                data[rng.below(len(data))] = _BYTES[rng.below(len(_BYTES))]
        return bytes(data) + b"\n"

    # ---- the checks ----------------------------------------------------------------------------

    def _throw(self, data):
        table = self.table
        table.run(1)
        table.sent.clear()
        before = self._all()
        cut = self.rng.below(len(data))
        try:
            table.app.host.feed(data[:cut])
            table.app.host.feed(data[cut:])
            answers = [json.loads(line) for line in table.sent]
        except Exception as error:
            print("escaped: %r after %r" % (error, data))
            raise
        said = "".join(table.sent)
        if said and (max(said) > "~" or not said.endswith("\n")):
            raise Failed("no clean line after %r: %r" % (data, said))
        answers = [answer for answer in answers if "event" not in answer]
        if len(answers) > data.count(b"\n") + data.count(b"\r"):  # each ends a line
            raise Failed("%d answers to %r" % (len(answers), data))
        done = [answer for answer in answers if answer["ok"]]
        self.accepted += len(done)
        self.refused += len(answers) - len(done)
        for answer in answers:
            if not answer["ok"] and not answer["why"]:
                raise Failed("no reason after %r" % data)
        if not done and self._all() != before:
            raise Failed("refused, and yet something changed: %r" % data)

    def _all(self):
        """Return all that a refused request must not change."""
        app = self.table.app
        session = app.session
        kept = []
        for name in sorted(os.listdir(_FOLDER)):
            with open(_FOLDER + "/" + name, "rb") as file:
                kept.append((name, file.read()))
        game = session.game
        return (
            game and (game.NAME, game.digest(), len(game.log)), list(session.players),
            session.seed, session.given_up, app.painter.palette.brightness, kept,
        )


def main(args):
    count, seed = [int(word) for word in args]
    attack = Attack(seed)
    attack.run(count)
    print("%d accepted, %d refused" % (attack.accepted, attack.refused))
