"""Processes that compute for a searching player.

A pool always has eight trees, each in one process; the number of a guess selects its tree. So the
result does not depend on the number of processes.
"""

import sim.paths  # isort: skip  # noqa: F401  the compiled rules, in the pool's processes, too

import signal
from collections.abc import Generator
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

from games import make, packages
from games.rng import Rng
from sim.rollouts import Rollouts

if TYPE_CHECKING:
    from games.base import Game
    from games.types import Action


class WorkerError(Exception):
    """A process of the pool has ended."""


class WorkerPool:
    """The processes, for a `with`."""

    TREES = 8

    def __init__(self, workers: int):
        self.workers = min(workers, self.TREES)
        self.members: list[tuple[Any, Any]] = []  # (process, pipe)

    def __enter__(self) -> "WorkerPool":
        context = get_context("spawn")  # a fork of a process with threads could hang
        for _ in range(self.workers):
            near, far = context.Pipe()
            process = context.Process(target=_think, args=(far, packages.others()), daemon=True)
            process.start()
            far.close()  # otherwise the end of the process would not close the pipe
            self.members.append((process, near))
        return self

    def __exit__(self, *error: Exception) -> None:
        for process, pipe in self.members:
            pipe.close()  # the process ends after its current guess
            process.join()
        self.members = []

    def begin(self, game: "Game", seat: int, seed: int) -> None:
        """Prepare every process to search a game as `seat` sees it."""
        where = (game.NAME, game.seats, game.options, game.snapshot(), seat, seed)
        for n in range(self.workers):
            self._tell(n, where)

    def values(self, action: "Action", numbers: range) -> list[int]:
        """Return the values of an action for the guesses with these numbers (see Rollouts)."""
        for n in range(self.workers):
            trees = [(i % self.TREES, i) for i in numbers if i % self.TREES % self.workers == n]
            self._tell(n, (action, trees))
        found = {}
        for n in range(self.workers):
            try:
                found.update(self.members[n][1].recv())
            except (EOFError, OSError):
                raise self._gone() from None
        return [found[i] for i in numbers]

    def _tell(self, n: int, what: tuple[Any, ...]) -> None:
        try:
            self.members[n][1].send(what)
        except OSError:
            raise self._gone() from None

    def _gone(self) -> WorkerError:
        return WorkerError("a search process has died; start again with fewer --workers")


def _result(steps: Generator[None, None, list[int]]) -> list[int]:
    """Run a generator to its end; return its result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            values: list[int] = end.value
            return values


def _think(pipe: Connection, others: list[str]) -> None:
    """Serve the pool at the other end of a pipe until the pipe is closed; `others` are the paths
    of packages."""
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # Ctrl-C reaches all processes of a terminal: the main one decides
    for path in others:
        packages.add(path)
    trees: dict[int, Rollouts] = {}
    while True:
        try:
            said = pipe.recv()
            if len(said) == 2:
                action, wanted = said
                pipe.send({i: _result(trees[tree].values(action, [i]))[0] for tree, i in wanted})
            else:
                name, seats, options, state, seat, seed = said
                game = make(name, seats, options)
                game.restore(state)
                trees = {n: Rollouts(game, seat, Rng(0), seed) for n in range(WorkerPool.TREES)}
        except (EOFError, OSError):
            return
