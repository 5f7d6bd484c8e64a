"""Engines: programs in any language that play seats. docs/engines.md is the protocol.

An engine reads questions from its standard input and writes answers to its standard output, one
JSON object a line. It learns only what its seat may know: each seat has its own process, and a
question holds only what a table tells that seat.
"""

import contextlib
import hashlib
import io
import json
import os
import queue
import re
import shlex
import shutil
import signal
import subprocess
import threading
import weakref
from collections.abc import Callable, Generator, Iterator
from typing import TYPE_CHECKING, Any

from games.base import IllegalAction
from games.bots import greedy
from games.replay import is_same
from sim import search
from sim.computer import monotonic

if TYPE_CHECKING:
    from games.base import Game
    from games.rng import Rng
    from games.types import Action, Json, Player, Words
    from sim.workers import WorkerPool

VERSION = 1  # of the protocol
LIMIT_S = 10.0  # for an answer
_MOST_S = 3600
_START_S = 10.0  # more for the first answer of a process
_LONGEST = 4096  # bytes of an answer
_GRACE_S = 1.0  # from the end of an engine's output to its own end
_STEP_S = 0.01  # a table does other things after each
_SHOWN = 200  # characters of an answer or an error in a message
_SEEDS = 1 << 28
_BOUND = re.compile(r"(.+):(\d+(?:\.\d+)?)s")


class EngineError(Exception):
    """An engine did not answer a question properly; the text says why."""


def is_engine(name: str) -> bool:
    """Is the name of a player the command of an engine? Such a command has a slash in its first
    word, as a path does in a shell."""
    return "/" in name.strip().split(" ")[0]


def player(name: str, pool: "WorkerPool | None" = None) -> "Player":
    """Return the player of that name: an engine, or one of sim/search.py; raises ValueError."""
    return Engine(name) if is_engine(name) else search.player(name, pool)


class Engine:
    """A player (see games/bots.py) that asks a program, which `name` starts: a command, and ":2s"
    behind it for the longest time that an answer may take. Raises ValueError if there is no such
    program; as a player, EngineError."""

    def __init__(self, name: str):
        bound = _BOUND.fullmatch(name)
        self.name = bound[1] if bound else name
        self._limit_s = float(bound[2]) if bound else LIMIT_S
        if not 0 < self._limit_s <= _MOST_S:
            raise ValueError("%s: an engine thinks for up to %d s, and for more than none"
                             % (name, _MOST_S))
        try:
            self._command = shlex.split(self.name)
        except ValueError as error:
            raise ValueError("the command %s cannot be read: %s" % (self.name, error)) from None
        if shutil.which(self._command[0]) is None:
            raise ValueError("there is no program %s that may be run; give its path, as ./engine, "
                             "and make it executable" % self._command[0])
        self.running: dict[int, EngineProcess] = {}  # by seat
        self._seen = Seen()

    def digest(self) -> str:
        """Return a checksum of the files that the command names."""
        found = hashlib.sha256(self.name.encode())
        for word in self._command:
            if os.path.isfile(word):
                with open(word, "rb") as file:
                    found.update(hashlib.file_digest(file, "sha256").digest())
        return found.hexdigest()[:12]

    def __call__(self, game: "Game", seat: int, rng: "Rng") -> "Iterator[Action | None]":
        """Yield None while the engine thinks, then its action."""
        actions = game.legal(seat)
        legal = [game.text(action) for action in actions]
        seen = self._seen.of(game)
        asked = self.ask(seat, game.view(seat), legal, seen, rng.below(_SEEDS))
        for words in asked:
            yield None if words is None else actions[legal.index(words)]

    def ask(
        self, seat: int, view: "Json", legal: "list[Words]", seen: "list[Json]", seed: int
    ) -> "Iterator[Words | None]":
        """Yield None while the engine thinks, then its choice among `legal`; `seen` has the
        actions so far, as everybody sees them. If the caller stops early, the engine ends, too;
        the next question starts it again."""
        try:
            words = yield from self._answer(seat, view, legal, seen, seed)
        except EngineError as error:
            self._end(seat)
            raise EngineError(
                "%s (seat %d, after %d actions)" % (error, seat, view["actions"])
            ) from None
        except GeneratorExit:
            self._end(seat)
            raise
        yield words

    def _answer(
        self, seat: int, view: "Json", legal: "list[Words]", seen: "list[Json]", seed: int
    ) -> "Generator[None, None, Words]":
        """Return the engine's choice; raises EngineError."""
        process = self.running.get(seat)
        limit_s = self._limit_s
        if process is None:
            process = self.running[seat] = EngineProcess(self.name, self._command)
            limit_s += _START_S
        number = process.send({
            "version": VERSION, "seat": seat, "ms": int(self._limit_s * 1000), "seed": seed,
            "view": view, "legal": legal, "since": process.since(seen),
        })
        end = monotonic() + limit_s
        while (line := process.receive()) is None:
            if monotonic() > end:
                raise EngineError("%s gave no answer within %g s; an answer ends with a newline, "
                                  "and is flushed" % (self.name, self._limit_s))
            yield None
        return _choice(self.name, _read(self.name, line, number), legal)

    def _end(self, seat: int) -> None:
        if seat in self.running:
            self.running.pop(seat).end()


class TableEngine:
    """An engine at a table that goes on if the engine fails: then it calls `tell(why)`, and
    another player decides."""

    def __init__(self, engine: Engine, tell: "Callable[[str], object]"):
        self._engine = engine
        self._tell = tell

    def __call__(self, game: "Game", seat: int, rng: "Rng") -> "Iterator[Action | None]":
        """As in Engine; the greedy player decides if the engine fails."""
        try:
            yield from self._engine(game, seat, rng)
        except EngineError as error:
            self._tell("%s; the greedy player decides" % error)
            yield from greedy(game, seat, rng)

    def ask(self, *question: "Any") -> "Iterator[Words | None]":
        """As in Engine; ends without a choice if the engine fails."""
        try:
            yield from self._engine.ask(*question)
        except EngineError as error:
            self._tell("%s; the table's hint decides" % error)


class EngineProcess:
    """A running engine, which ends with this object."""

    def __init__(self, name: str, command: list[str]):
        self._name = name
        self.count = 0  # of questions
        self.told: list[Json] = []  # the actions that it knows
        self._answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._errors = bytearray()  # the last of its standard error
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                start_new_session=True,  # Ctrl-C is for the command that asks
            )
        except OSError as error:
            raise EngineError("cannot start %s: %s" % (name, error.strerror)) from None
        self.end = weakref.finalize(self, _kill, self.process)
        self._complaints = _start(_keep, self.process, self._errors)

    def since(self, seen: "list[Json]") -> "list[Json]":
        """Return the actions from the first one that is new to the engine, or differs from what it
        has."""
        known = len(self.told)
        while seen[:known] != self.told[:known]:
            known -= 1
        self.told = list(seen)
        return seen[known:]

    def send(self, question: "Json") -> int:
        """Ask a question; return its number."""
        self.count += 1
        line = json.dumps({"id": self.count} | question) + "\n"
        _start(_talk, self.process, line.encode(), self._answers)
        return self.count

    def receive(self) -> bytes | None:
        """Return the line of an answer, None if there is none yet; raises EngineError if the
        engine has ended."""
        has_ended = self.process.poll() is not None  # while a child of it may hold its output
        try:
            line = self._answers.get(timeout=_GRACE_S if has_ended else _STEP_S)
        except queue.Empty:
            if not has_ended:
                return None
            line = b""
        if not line:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(_GRACE_S)
            code = self.process.returncode
            self.end()
            self._complaints.join(_GRACE_S)
            raise EngineError("%s %s before it answered%s" % (
                self._name, "closed its input or output" if code is None else
                "ended (%s)" % _status(code), self._complaint()))
        return line

    def _complaint(self) -> str:
        """Return the last line that the engine has written to its standard error."""
        said = bytes(self._errors).decode(errors="replace").split("\n")
        last = [line.strip() for line in said if line.strip()][-1:]
        return "".join(": " + line[:_SHOWN] for line in last)


def _start(work: "Callable[..., None]", *values: Any) -> threading.Thread:
    """Let a thread do some work; it ends with this program at the latest."""
    thread = threading.Thread(target=work, args=values, daemon=True)
    thread.start()
    return thread


def _keep(process: "subprocess.Popen[bytes]", errors: bytearray) -> None:
    """Read what an engine writes to its standard error, and keep the end of it."""
    assert isinstance(process.stderr, io.BufferedReader)
    while chunk := process.stderr.read1():
        errors += chunk
        del errors[:-_LONGEST]


def _talk(
    process: "subprocess.Popen[bytes]", line: bytes, answers: "queue.SimpleQueue[bytes]"
) -> None:
    """Write a question and read its answer, b"" if the engine ends."""
    assert process.stdin is not None and process.stdout is not None
    try:
        process.stdin.write(line)
        process.stdin.flush()
        answers.put(process.stdout.readline(_LONGEST))
    except (OSError, ValueError):  # it has ended
        answers.put(b"")


def _kill(process: "subprocess.Popen[bytes]") -> None:
    """End a process, and those that it has started."""
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()


def _status(code: int) -> str:
    return "status %d" % code if code >= 0 else "signal %d" % -code


def _read(name: str, line: bytes, number: int) -> "Words":
    """Return the words of an answer; raises EngineError."""
    try:
        answer = json.loads(line)
        if isinstance(answer, dict) and "error" in answer:
            raise EngineError("%s says: %s" % (name, str(answer["error"])[:_SHOWN]))
        is_ours = line.endswith(b"\n") and is_same(answer["id"], number)
        if is_ours and isinstance(answer["do"], list):
            return list(answer["do"])
    except (ValueError, KeyError, TypeError, RecursionError):
        pass
    shown = line[:_SHOWN].decode(errors="replace").strip() or "nothing"
    raise EngineError('%s answered %s; an answer is a line such as {"id": %d, "do": ["small", '
                      '"c3"]}, of at most %d bytes' % (name, shown, number, _LONGEST))


def _choice(name: str, chosen: "Words", legal: "list[Words]") -> "Words":
    """Return the legal action that an engine chose; raises EngineError."""
    for words in legal:
        if is_same(words, chosen):
            return words
    raise EngineError("%s chose %s, which is none of the %d legal actions"
                      % (name, json.dumps(chosen)[:_SHOWN], len(legal)))


class Seen:
    """Follows a game, and notes its actions as everybody sees them."""

    def __init__(self) -> None:
        self._copy: Game | None = None  # the game as last seen
        self._actions: list[Json] = []

    def of(self, game: "Game") -> "list[Json]":
        """Return the actions of a game so far. If the game continues the copy, reuse the copy's
        actions."""
        copy = self._copy
        if copy is not None and len(copy.log) <= len(game.log) and _are_alike(copy, game):
            try:
                self._follow(copy, game)
                if copy.snapshot() == game.snapshot():
                    return self._actions
            except IllegalAction:
                pass  # some were taken back
        self._copy = copy = type(game)(game.seats, game.options)
        self._actions = []
        self._follow(copy, game)
        return self._actions

    def _follow(self, copy: "Game", game: "Game") -> None:
        """Play the actions that the game has beyond the copy; raises IllegalAction."""
        for entry in game.log.since(len(copy.log)):
            by, action = entry[0], entry[1:]
            words, events = copy.public_record(by, action, copy.apply(by, action))
            self._actions.append({"n": len(copy.log), "by": by, "do": words, "ev": events})


def _are_alike(one: "Game", other: "Game") -> bool:
    """Do two games have the same name, seats and options?"""
    return type(one) is type(other) and (one.seats, one.options) == (other.seats, other.options)
