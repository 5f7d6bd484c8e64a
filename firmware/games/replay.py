"""Check records line by line against the rules (rules: records)."""

import json

from games import make, source
from games.base import OVER, IllegalAction
from games.chance import SIZE, revealed
from games.jsonline import parse
from games.record import GIVEN_UP, VERSION, action_of, is_seed

if False:  # only mypy reads this: the names of types
    from typing import Any

    from games.base import Game
    from games.chance import Secret
    from games.types import Json


class RecordError(ValueError):
    """A record breaks the rules; `line` is the number of the line, from 1."""

    def __init__(self, line: int, why: str):
        super().__init__("line %d: %s" % (line, why))
        self.line = line
        self.why = why


class Replay:
    """Checks a record line by line; `game` is the position after the newest line."""

    def __init__(self) -> None:
        self.game: "Game" = None  # type: ignore[assignment]  # until the header
        # the source of chance, None if the record does not tell it (yet)
        self.seed: "int | Secret | None" = None
        self.commit = ""  # the commitment to a secret
        self.other_source = ""  # the sentence that says so, if other rules played it
        self.end: "dict[str, Any] | None" = None  # the end line, once it has come
        self._line = 0

    def feed(self, line: str) -> None:
        """Take the next line, a str; a blank line has a number, but no other effect. Raises
        RecordError and then leaves the game as it was."""
        self._line += 1
        if not line.strip():
            return
        try:
            data = parse(line)
        except ValueError as error:
            self._fail(str(error))
        if self.game is None:
            self._header(data)
        elif self.end is not None:
            self._fail("comes after the end of the game")
        elif "end" in data:
            self._end(data)
        else:
            self._action(data)

    def _fail(self, why: str) -> None:
        if self.other_source:
            why = "%s (%s)" % (why, self.other_source)
        raise RecordError(self._line, why)

    def _keys(self, data: "Json", wanted: tuple[str, ...]) -> None:
        for key in wanted:
            if key not in data:
                self._fail('has no "%s"' % key)

    def _header(self, data: "Json") -> None:
        self._keys(data, ("leyboard", "game", "seats", "options", "seed"))
        if not is_same(data["leyboard"], VERSION):
            self._fail("is a record of version %s, not %d" % (data["leyboard"], VERSION))
        seed = data["seed"]
        if not is_seed(seed):
            self._fail("has the seed %s, not a whole number from 0 on, or null" % (seed,))
        commit = data.get("commit", "")
        if commit != "" and (seed is not None or not _is_hash(commit)):
            self._fail("has a commitment that is not 64 hex digits beside the seed null")
        is_named = isinstance(data["game"], str) and isinstance(data["options"], dict)
        if not is_named or not _is_whole(data["seats"]):
            self._fail("has game, seats or options of a wrong form")
        try:
            game = make(data["game"], data["seats"], data["options"])
        except ValueError as error:
            self._fail(str(error))
        for name, _ in game.OPTIONS:
            if name not in data["options"]:
                self._fail("does not give the option %s" % name)
        self.game = game
        self.seed = seed
        self.commit = commit
        if data.get("source", "") != source(game.NAME):
            self.other_source = "another source of %s has played it" % game.NAME

    def _action(self, data: "Json") -> None:
        self._keys(data, ("n", "by", "do", "ev", "scores"))
        game = self.game
        if not is_same(data["n"], len(game.log) + 1):
            self._fail("is number %s where %d comes" % (data["n"], len(game.log) + 1))
        if not _is_whole(data["by"]):
            self._fail("is by %s, not by a seat" % data["by"])
        try:
            action = action_of(game, data["do"])
        except ValueError as error:
            self._fail(str(error))
        if not is_same(game.text(action), data["do"]):
            self._fail("writes %s for %s" % (json.dumps(data["do"]), game.text(action)))
        try:
            game.apply(data["by"], action)
        except IllegalAction as error:
            self._fail("%s is refused: %s" % (json.dumps(data["do"]), error))
        for key, wanted in (("ev", game.events), ("scores", game.scores())):
            if not is_same(data[key], wanted):
                game.undo()
                said, right = json.dumps(data[key]), json.dumps(wanted)
                self._fail('says "%s": %s where the rules give %s' % (key, said, right))

    def _end(self, data: "Json") -> None:
        self._keys(data, ("end", "scores", "winners", "reason"))
        over = self.game.current() == OVER
        if data["reason"] == GIVEN_UP and not over:
            winners: "list[int]" = []
            reason = GIVEN_UP
        elif not over:
            self._fail("ends a game that is not over")
        else:
            winners, reason = self.game.result()
        wanted = {
            "end": True,
            "scores": self.game.scores(),
            "winners": winners,
            "reason": reason,
        }
        for key in ("end", "scores", "winners", "reason"):
            if not is_same(data[key], wanted[key]):
                said, right = json.dumps(data[key]), json.dumps(wanted[key])
                self._fail('says "%s": %s where the rules give %s' % (key, said, right))
        secret = data.get("secret")
        if secret is not None:
            if not self.commit or not _is_hash(secret):
                self._fail("has a secret that is not 64 hex digits, or without a commitment")
            try:
                self.seed = revealed(secret, self.commit)
            except ValueError as error:
                self._fail(str(error))
        self.end = data


def replay(source: list[str]) -> Replay:
    """Check a whole record, an iterable of lines; return its Replay. Raises RecordError."""
    check = Replay()
    for line in source:
        check.feed(line)
    if check.game is None:
        raise RecordError(1, "is missing: the record is empty")
    return check


def _is_hash(value: object) -> bool:
    """Is it a text with the hex digits of a hash?"""
    digits = "0123456789abcdef"
    if not isinstance(value, str) or len(value) != 2 * SIZE:
        return False
    return not [digit for digit in value if digit not in digits]


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and value is not True and value is not False


def is_same(a: object, b: object) -> bool:
    """Are two JSON values equal in value and type? (1, 1.0 and true all differ.)"""
    if isinstance(a, (list, tuple)):
        if not isinstance(b, (list, tuple)) or len(a) != len(b):
            return False
        for i in range(len(a)):
            if not is_same(a[i], b[i]):
                return False
        return True
    if a is True or a is False or b is True or b is False or a is None or b is None:
        return a is b
    if isinstance(a, str):
        return isinstance(b, str) and a == b
    return _is_whole(a) and _is_whole(b) and a == b
