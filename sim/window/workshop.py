"""The table of the workshop: it knows one game, whose rules somebody is writing, or has sent.

It runs in an interpreter of its own, which reaches nothing (`sim/tab/sandbox.html`), and hands its
messages over as JSON: {"facts"}, {"answer"}; {"mistake": {"file", "line", "why"}} in the rules;
{"replayed": {"count", "of", "why"}} once it has begun; {"played"}, a played game (`replayed.py`),
after each action; {"finding"} of the contract, and {"checked"} at its end; {"studied"}, figures.
"""

import json

import games
from games import packages
from games.record import lines
from sim.computer import monotonic, shut_in
from sim.contract.check import check, raised_at
from sim.search import player
from sim.window.facts import hello
from sim.window.kept_settings import PACES
from sim.window.livetable import PROFILE, LiveTable
from sim.window.messages import Pending, answer
from sim.window.page_texts import of_package
from sim.window.replayed import played, replayed
from sim.window.studied import MIXED, Study
from sim.window.thinking import Thinker, think

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Iterator
    from types import ModuleType
    from typing import Any

    from games.types import Json

_SLICE_S = 0.03
_TELL_S = 0.7  # between two messages of a study
_THINK_S = 0.01  # a search gets so much of each step
_LANGUAGES = ("en", "de")


class _Inline:
    """A helper that thinks between the steps of the table (see `thinking.py`): no other worker
    has the game."""

    def __init__(self) -> None:
        self._thought: "Iterator[str | None]" = iter(())

    def send(self, text: str) -> None:
        self._thought = think(text)

    def receive(self) -> str | None:
        end = monotonic() + _THINK_S
        while monotonic() < end:
            said = next(self._thought)
            if said is not None:
                return said
        return None

    def is_alive(self) -> bool:
        return True

    def close(self) -> None:
        pass


class _Table(LiveTable):
    """Passes each error of the rules to `fault(error)`, wherever the table catches it."""

    def __init__(self, fault: "Callable[[BaseException], None]", *given: "Any", **named: "Any"):
        self._fault = fault
        super().__init__(*given, **named)

    def power_on(self, profile: "ModuleType") -> None:
        super().power_on(profile)
        failures = self.app.failures
        usual = failures.handle

        def handle(error: BaseException, part: str) -> None:
            self._fault(error)
            usual(error, part)

        failures.handle = handle  # type: ignore[method-assign]

    def _handle(self, error: BaseException) -> None:
        self._fault(error)
        super()._handle(error)


class Workshop:
    """The work of a worker on the package at `path`."""

    def __init__(self, path: str):
        self._path = path
        self._said: "list[Json]" = []
        self._noted = ""  # the last mistake, which would be told again and again
        games.PACKAGES.clear()  # it reaches no other game
        self.name = ""
        try:
            self.name = packages.add(path)
        except packages.PackageError as error:
            if error.cause is None:
                self._note(error, *error.why)
            else:
                self.fault(error.cause)

    def take(self) -> str:
        """Remove and return all messages, a list as JSON."""
        said, self._said = self._said, []
        return json.dumps(said)

    def hear(self, text: str) -> None:
        """Take a request of a page."""

    def step(self, watched: bool) -> int:
        """Go on for a moment; return after how many ms to go on, -1 to wait for a request."""
        return -1

    def fault(self, error: BaseException) -> None:
        self._note(error, "%s: %s" % (type(error).__name__, error))

    def tell(self, **message: "Any") -> None:
        self._said.append(message)

    def _note(self, error: BaseException, *why: str) -> None:
        """Tell of a mistake, in values and words between them, and the line that it lies in."""
        files = packages.files(self._path)
        sources = [("%s/%s" % (self._path, file), "") for file in files]
        place = raised_at(error, sources)
        found = {
            "why": why, "file": place[0][len(self._path) + 1 :] if place else files[0],
            "line": place[1] if place else 0,
        }
        if str(found) != self._noted:
            self._noted = str(found)
            self.tell(mistake=found)


class Played(Workshop):
    """The table: `wanted` is {"folder" of the journal, "number" of the run, "language", "random":
    a text that nobody can guess, "played": a played game, or null}."""

    def __init__(self, path: str, wanted: str):
        super().__init__(path)
        self._live: "LiveTable | None" = None
        self._version = -1
        if not self.name:
            return
        try:
            self._begin(json.loads(wanted))
        except games.RAISED as error:
            self.fault(error)

    def _begin(self, wanted: "Json") -> None:
        facts = Pending()
        shut_in(wanted["random"].encode())
        live = _Table(
            self.fault, wanted["folder"], PROFILE, facts.tell, thinker=Thinker(_Inline),
            slice_s=_SLICE_S, hello={},
        )
        live.set_outs = 100 * wanted["number"]  # no page takes it for the game before
        live.begin(self.name)
        live.do(self, {"do": "set", "what": "language", "value": wanted["language"]})
        self._facts = facts
        self._live = live
        before = wanted["played"]
        if before and before["actions"]:
            self._replay(before)
        else:
            self.tell(replayed={"count": 0, "of": 0, "why": ""})
        live.fit()
        live.facts.put("hello", hello(live, list(PACES)) | self._own())
        for kind, value in live.facts.all():
            facts.tell(kind, value)
        self._send()

    def _own(self) -> "Json":
        """Return the texts and rules of its game, by language, which only this table has."""
        home = games.path_of(self.name, "")
        titled = {"title " + self.name: games.title(self.name)}
        texts = {}
        rules = {}
        for language in _LANGUAGES:
            texts[language] = titled | of_package(home, language)
            rules[language] = (packages.text_of(self.name, "README.%s.md" % language)
                               or packages.text_of(self.name, "README.md"))
        return {"own": {"texts": texts, "rules": rules}, "more": []}

    def _replay(self, before: "Json") -> None:
        """Go on with a game after as many of its actions as the rules still allow."""
        live = self._live
        game, why = replayed(self.name, before)
        count = len(game.log)
        self.tell(replayed={"count": count, "of": len(before["actions"]), "why": why})
        if live is not None and count:
            seed = live.ms() + 1
            players = before["players"] if len(before["players"]) == game.seats else []
            live.do(self, {"do": "load", "lines": list(lines(game, seed)), "players": players})

    def hear(self, text: str) -> None:
        if self._live is None:
            return
        said = answer(self._live, self, text)
        self._send()
        self.tell(answer=said)

    def step(self, watched: bool) -> int:
        if self._live is None:
            return -1
        self._live.step()
        self._send()
        return -1 if self._live.is_at_rest(watched) else 20

    def _send(self) -> None:
        facts = self._facts.take()
        if facts:
            self.tell(facts=facts)
        session = self._live.app.session  # type: ignore[union-attr]  # there is a table
        if session.version != self._version and session.game is not None:
            self._version = session.version
            try:
                self.tell(played=played(session))
            except games.RAISED as error:
                self.fault(error)


class Checked(Workshop):
    """The contract: tells of each finding as soon as there is one."""

    def __init__(self, path: str, wanted: str):
        super().__init__(path)
        self._check = check(self.name) if self.name else iter(())

    def step(self, watched: bool) -> int:
        end = monotonic() + _SLICE_S
        while monotonic() < end:
            try:
                found = next(self._check)
            except StopIteration:
                self.tell(checked=bool(self.name))
                self._check = iter(())
                return -1
            if found is not None:
                self.tell(finding={
                    "rule": found.rule, "why": found.why, "line": found.line,
                    "file": found.file[len(self._path) + 1 :], "record": found.record,
                })
        return 0


class Studied(Workshop):
    """A short study: `wanted` is {"player", "games"}. It tells the figures whenever some more
    games are over: {"studied": {"done", "of", "figures", "never"}}; see `studied.py`."""

    def __init__(self, path: str, wanted: str):
        super().__init__(path)
        asked = json.loads(wanted)
        self._player = asked["player"]
        kinds = MIXED if self._player == "mixed" else (self._player,)
        players = [(kind, player(kind)) for kind in kinds]
        self._study = Study(self.name, asked["games"], players) if self.name else None
        self._work = self._study.play() if self._study else iter(())
        self._told = 0.0

    def step(self, watched: bool) -> int:
        end = monotonic() + _SLICE_S
        try:
            while monotonic() < end:
                next(self._work)
        except StopIteration:
            self._tell()
            self._work = iter(())
            return -1
        except games.RAISED as error:
            self.fault(error)
            return -1
        if end > self._told + _TELL_S:
            self._told = end
            self._tell()
        return 0

    def _tell(self) -> None:
        study = self._study
        if study is not None and study.done:
            self.tell(studied={
                "done": study.done, "of": study.count,
                "figures": study.figures(), "never": study.never(),
            })


WORK = {"play": Played, "check": Checked, "study": Studied}  # by the word of a page
