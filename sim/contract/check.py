"""Checks a game by the contract, and reports each broken rule, its place in the source, and the
shortest record found that shows it.

`check(name)` is a generator, so that its caller can do other work in between, such as collect
garbage.
"""

import io
import sys

from games import RAISED, make, names, packages, source
from games.base import CHANCE, Game
from games.record import action_line, header_line
from games.rng import Rng
from sim.contract.package import PACKAGE, shared
from sim.contract.randomly import step, variants
from sim.contract.rules import OVER_TOO, POSITION, BrokenError, need, records, undo
from sim.contract.shrink import shortest

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Iterator

    from games.types import Json

    Parts = tuple[str, ...]

LONGEST = 20000  # actions, after which random play is taken to be endless
_LOOKS = 3  # the rules are tried each time the game has grown by a third
_WHOLE = 200  # actions up to which the way back is tried
TAKES_THE_SAME = "takes the same as the method of this name in games.base"
RAISES_NOTHING = "raises nothing"
_ELSEWHERE = "package " + RAISES_NOTHING  # an exception in our code, which a fault may have caused
_SEED = 11


class Finding:
    """A broken rule: the `rule` in words that begin with its method, and `why`, in parts (see
    BrokenError); the `file` and `line` (from 1) at fault; the lines of the shortest `record` found
    that shows it, [] if that needs no action."""

    def __init__(self, rule: str, why: "Parts", place: tuple[str, int], record: list[str]):
        self.rule = rule
        self.why = why
        self.file, self.line = place
        self.record = record

    def __str__(self) -> str:
        why = " (%s)" % " ".join(self.why) if self.why else ""
        return "%s:%d: %s%s" % (self.file, self.line, self.rule, why)


def check(name: str, is_quick: bool = False) -> "Iterator[Finding | None]":
    """Yield each Finding about a game that `games` knows, at most one for each rule, and None in
    between. A quick check plays one game, with the fewest seats and the default options."""
    one = _Check(name)
    for rule in PACKAGE:
        yield from one.look(lambda rule=rule: rule(name), [])  # type: ignore[misc]
    for seats, options in variants(name):
        yield from one.play(seats, options)
        if is_quick:
            break
    yield from one.look(lambda: shared(name), [])


class _Check:
    """The findings about a game so far."""

    def __init__(self, name: str):
        self.name = name
        self.sources = packages.source_of(name)
        self._found: set[str] = set()  # rules

    def look(
        self, rule: "Callable[[], object]", record: list[str],
        shrink: "Callable[[str], list[str]] | None" = None
    ) -> "Iterator[Finding | None]":
        """Try a rule; yield the Finding if the rule is broken and has no Finding yet."""
        broken = broken_by(rule, self.sources)
        is_caused = broken is not None and broken[0] == _ELSEWHERE and self._found
        if broken is not None and broken[0] not in self._found and not is_caused:
            said, why, place = broken
            self._found.add(said)
            yield Finding(said, why, place, shrink(said) if shrink else record)
        yield None

    def play(self, seats: int, options: "Json") -> "Iterator[Finding | None]":
        """Play a game at random, and try the rules on the way."""
        made: list[Game] = []
        yield from self.look(lambda: made.append(_begun(self.name, seats, options)), [])
        if not made:
            return
        game = made[0]
        rng = Rng(_SEED)
        look = 0
        is_going = True
        while is_going:
            count = len(game.log)
            is_over = not game.current()
            if count >= look or is_over:
                look += 1 + look // _LOOKS
                for rule in OVER_TOO if is_over else POSITION:
                    yield from self._try(rule, game, count)
            if is_over or count == _WHOLE:
                yield from self._try(records, game, count)
            if is_over and count < _WHOLE or count == _WHOLE:
                yield from self._try(undo, game, count)
            if count >= LONGEST:
                yield from self.look(self._endless, [])
                return
            yield from self._try(_step_raises, game, count)
            is_going = not is_over and _takes_step(game, rng)

    def _endless(self) -> None:
        raise BrokenError("current", "ends a game of random actions", str(LONGEST), "actions")

    def _try(
        self, rule: "Callable[[Game, Rng], None]", game: "Game", seed: int
    ) -> "Iterator[Finding | None]":
        """Try a rule about a position, and leave the position as it was."""
        kept = game.snapshot()

        def shrink(said: str) -> list[str]:
            def shows(other: "Game") -> bool:
                broken = broken_by(lambda: rule(other, Rng(seed)), self.sources)
                return broken is not None and broken[0] == said

            game.restore(kept)
            found = shortest(game, shows)
            return record_of(game, found)

        yield from self.look(lambda: rule(game, Rng(seed)), [], shrink)
        game.restore(kept)


def _begun(name: str, seats: int, options: "Json") -> "Game":
    """Return a new game, of which snapshots can be taken."""
    game = make(name, seats, options)
    for attribute in game.STATE:
        need(hasattr(game, attribute), "STATE", "names the attributes of a position", attribute,
             "is missing")
    return game


def _step_raises(game: "Game", rng: "Rng") -> None:
    """Random play can choose an action here."""
    for by in game.current():
        if by == CHANCE:
            game.sample(rng)


def _takes_step(game: "Game", rng: "Rng") -> bool:
    """Take a random action; end if the game raises something, which a rule has found."""
    try:
        return step(game, rng) is not None
    except RAISED:
        return False


def record_of(game: "Game", actions: "list[tuple[int, ...]]") -> list[str]:
    """Return the lines of a running game of these actions."""
    again = make(game.NAME, game.seats, game.options)
    found = [header_line(again, None)]
    for entry in actions:
        try:
            again.apply(entry[0], entry[1:])
            found.append(action_line(again))
        except RAISED:  # the words of an action may be what is wrong
            found.append("# by %d: %s" % (entry[0], entry[1:]))
    return found


def broken_by(
    rule: "Callable[[], object]", sources: "list[tuple[str, str]]"
) -> "tuple[str, Parts, tuple[str, int]] | None":
    """Return (rule in words, why in parts, (file, line)) if it is broken, else None. An exception
    of the game breaks a rule, too."""
    try:
        rule()
        return None
    except BrokenError as error:
        place = place_of(error.method, sources)
        method = error.method.rpartition("/")[2]
        return "%s %s" % (method, error.rule), error.why, place
    except RAISED as error:
        said = "%s: %s" % (type(error).__name__, error)
        found = raised_at(error, sources)
        called = str(error).split("()")[0].rpartition(".")[2]
        if found is None and isinstance(error, TypeError) and hasattr(Game, called):
            return "%s %s" % (called, TAKES_THE_SAME), (said,), place_of(called, sources)
        path, line, method = found or (sources[0][0], 1, "package")
        return "%s %s" % (method, RAISES_NOTHING), (said,), (path, line)


def place_of(method: str, sources: "list[tuple[str, str]]") -> tuple[str, int]:
    """Return (file, line) of the definition of a method or a name in a package; that of GAME if it
    has none."""
    path, _, number = method.rpartition(":")
    if path:
        return path, int(number)
    for wanted in ("    def %s(" % method, "    %s = " % method, "    %s: " % method, "GAME = "):
        for path, text in sources:
            lines = text.split("\n")
            for at in range(len(lines)):
                if lines[at].startswith(wanted):
                    return path, at + 1
    return sources[0][0], 1


def raised_at(
    error: BaseException, sources: "list[tuple[str, str]]"
) -> "tuple[str, int, str] | None":
    """Return (file, line, function) of the last frame of an exception that lies in one of these
    files, or None; the traceback is read as text, which both interpreters print alike."""
    known = [path for path, _ in sources]
    found = None
    for line in _traceback(error).split("\n"):
        parts = line.split('"')
        if len(parts) == 3 and parts[1] in known:
            _, number, function = (parts[2] + ", in ?").split(", ", 2)
            method = function.split(" ")[1].split(",")[0]
            found = parts[1], int(number.split(" ")[1]), method
    return found


def fault_of_others(error: BaseException) -> str:
    """Return a sentence about an exception that comes from another author's game: from a line of
    it, or from an answer that breaks the contract; "" if no game is at fault. A page or a text
    that lacks something raises nothing."""
    said = "%s: %s" % (type(error).__name__, error)
    where = blamed(error, packages.others())
    if where:
        return where + said
    for name in names():
        if source(name):
            for finding in _Check(name).play(*next(iter(variants(name)))):
                if finding is not None:
                    return "%s; %s breaks the contract: %s" % (said, name, finding)
    return ""


def blamed(error: BaseException, paths: list[str]) -> str:
    """Return "file:line: " of the last frame of an exception that lies in a package at one of
    these paths; "" if none does."""
    files = [(path + "/" + file if file else path, "") for path in paths
             for file in packages.files(path)]
    found = raised_at(error, files)
    return "%s:%d: " % found[:2] if found else ""


def _traceback(error: BaseException) -> str:
    said = io.StringIO()
    tell = getattr(sys, "print_exception", None)  # MicroPython's
    if tell:
        tell(error, said)
    else:
        __import__("traceback").print_exception(error, file=said)
    return said.getvalue()
