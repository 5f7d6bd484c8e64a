"""Plays the games that a study lacks.

Batches go to the backend a few at a time, and each is stored as soon as it is played. So memory
does not grow with the number of games, and stopping loses only the running batches.
"""

from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import TYPE_CHECKING, Any

from sim.engine import EngineError
from sim.study.errors import StudyError
from sim.study.play import Job, play_batch

if TYPE_CHECKING:
    from sim.study.backends import Cluster, Cores
    from sim.study.store import Store

_BATCH_S = 2.0  # how long a batch should take
_MOST = 500  # games in a batch
_AHEAD = 2  # batches for each slot, waiting or running
_POLL_S = 1.0  # between two checks that the backend is still there
_DEATHS = 5  # workers that may die in a row without a result
_OTHER = (
    "a worker has version %s of the rules and players, and not %s: install the same everywhere"
)


def run(
    store: "Store", games: int, backend: "Cores | Cluster",
    played: Callable[[int], object] = lambda games: None,
) -> None:
    """Play every cell of the store's plan up to a number of games; call `played(n)` for each
    batch.

    Raises StudyError if it cannot continue; everything stored stays stored.
    """
    queue = _Queue(store, games)
    pending: dict[Future[Any], Any] = {}  # job by future
    deaths = 0
    while True:
        try:
            _fill(pending, queue, backend)
            if not pending:
                return
            done, _ = wait(pending, _POLL_S, FIRST_COMPLETED)
            if not done and (why := backend.gone()):
                raise StudyError(_kept(why, store))
            for future in done:
                version, seconds, batch = backend.result(future)
                if version != store.version:
                    raise StudyError(_kept(_OTHER % (version, store.version), store))
                store.add(batch)
                queue.note_time(pending.pop(future), seconds)
                deaths = 0
                played(len(batch["games"]))
        except EngineError as error:
            raise StudyError(_kept(str(error), store)) from None
        except backend.deaths as error:
            if why := backend.gone():
                raise StudyError(_kept(why, store)) from None
            deaths += 1
            if deaths == _DEATHS:
                raise StudyError(_kept("workers die again and again: %s" % error, store)) from None
            queue.back(pending.values())
            pending = {}  # results of old jobs are ignored
            backend.renew()


def _fill(pending: dict[Future[Any], Any], queue: "_Queue", backend: "Cores | Cluster") -> None:
    """Keep the backend supplied with jobs."""
    while len(pending) < backend.slots * _AHEAD and (job := queue.next()):
        try:
            pending[backend.submit(play_batch, job)] = job
        except backend.deaths:
            queue.back([job])
            raise


def _kept(why: str, store: "Store") -> str:
    return "%s; %d games are kept: the same command goes on from there" % (why, store.played())


class _Queue:
    """The remaining jobs, one batch of each cell in turn, so that all cells grow alike.

    The batches of a cell grow until each takes some seconds.
    """

    def __init__(self, store: "Store", games: int):
        plan = store.plan
        self._plan = plan
        self._left: deque[tuple[Any, deque[range]]] = deque()  # (cell, ranges of numbers)
        for cell in plan.cells:
            ranges = deque(store.missing(cell, games))
            if ranges:
                self._left.append((cell, ranges))
        self._sizes = {cell.index: 1 for cell in plan.cells}
        self._returned: deque[tuple[Any, ...]] = deque()

    def next(self) -> tuple[Any, ...] | None:
        """Return the next job, or None."""
        if self._returned:
            return self._returned.popleft()
        if not self._left:
            return None
        cell, ranges = self._left.popleft()
        first = ranges.popleft()
        size = self._sizes[cell.index]
        if len(first) > size:
            ranges.appendleft(first[size:])
        if ranges:
            self._left.append((cell, ranges))
        numbers = first[:size]
        plan = self._plan
        return tuple(cell), numbers, plan.seed, plan.decisions, tuple(plan.openings)

    def back(self, jobs: Iterable[Any]) -> None:
        """Put unplayed jobs back into the queue."""
        self._returned.extend(jobs)

    def note_time(self, job: Job, seconds: float) -> None:
        """Record the time of a job, to size the next batch of its cell."""
        cell, numbers = job[0][0], job[1]
        fitting = int(len(numbers) * _BATCH_S / max(seconds, 0.001))
        self._sizes[cell] = max(min(fitting, 2 * len(numbers), _MOST), 1)
