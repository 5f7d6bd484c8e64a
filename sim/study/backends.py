"""Engines that play batches: the cores of this machine, or a Dask cluster.

A backend is a context manager with `slots`, the number of batches that run at once; `submit(work,
job)`, which returns a concurrent Future, and `result(future)`, which returns its result; `deaths`,
the exceptions that mean that workers died; and `renew()`, called after those.
"""

import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Future
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from games import packages
from sim.study.errors import StudyError

if TYPE_CHECKING:
    from typing import Self

_POLL_S = 1.0  # between two checks of a worker that its parent is alive
_ANSWER_S = 5  # for a scheduler's port
_PATIENCE_S = 30  # how long to wait for a scheduler and for its first worker


class Cores:
    """Processes on this machine.

    It uses loky, since the standard library's pool can hang if it starts a worker while another
    one dies (seen in 2 of 13 runs with CPython 3.11.7).
    """

    deaths = (BrokenExecutor,)

    def __init__(self, workers: int | None = None) -> None:
        self.slots: int = workers or os.cpu_count() or 1
        self._pool: Any = None  # loky has no types

    def __enter__(self) -> "Self":
        try:
            from loky import ProcessPoolExecutor
        except ImportError:
            raise StudyError("several cores need loky: pip install 'leyboard[study]'") from None
        self._executor = ProcessPoolExecutor
        self.renew()
        return self

    def __exit__(self, *error: Exception) -> None:
        self._pool.shutdown(kill_workers=True)

    def renew(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(kill_workers=True)
        known = (os.getpid(), packages.others())
        self._pool = self._executor(self.slots, initializer=_prepare, initargs=known)

    def submit(self, work: "Callable[..., object]", job: object) -> Future[Any]:
        future: Future[Any] = self._pool.submit(work, job)
        return future

    def result(self, future: Future[Any]) -> tuple[Any, ...]:
        """Return the result of a job; raises one of `deaths` if its worker died."""
        return tuple(future.result())

    def gone(self) -> str | None:
        """Return why no more results will come, or None."""
        return None


def _prepare(parent: int, others: list[str]) -> None:
    """Prepare a worker, which needs the packages at these paths. Ctrl-C reaches all processes of a
    terminal, but only the one that writes the results may handle it; a worker ends when that
    process is gone."""
    for path in others:
        packages.add(path)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, args=(parent,), daemon=True).start()


def _end_with_parent(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_POLL_S)
    os._exit(1)


class Cluster:
    """A Dask cluster, given by the address of its scheduler."""

    def __init__(self, address: str):
        self.address = address
        self.deaths: tuple[type[BaseException], ...] = (CancelledError,)

    def __enter__(self) -> "Self":
        self._client: Any  # Dask's own functions have no types
        try:
            from distributed import Client, KilledWorker
        except ImportError:
            raise StudyError("a cluster needs Dask: pip install 'leyboard[study]'") from None
        _check_answers(self.address)
        try:
            client: Any = Client
            self._client = client(self.address, timeout=_PATIENCE_S)
        except (OSError, ValueError) as error:
            raise StudyError("no cluster answers at %s: %s" % (self.address, error)) from None
        try:
            self._client.wait_for_workers(1, timeout=_PATIENCE_S)
        except TimeoutError:
            self._client.close()
            raise StudyError("the cluster at %s has no workers" % self.address) from None
        self.deaths = (CancelledError, KilledWorker)
        workers = self._client.scheduler_info(n_workers=-1)["workers"].values()
        self.slots = sum(worker["nthreads"] for worker in workers)
        self._pool = self._client.get_executor(pure=False)
        return self

    def __exit__(self, *error: Exception) -> None:
        self._client.close(timeout=1)

    def renew(self) -> None:
        """Nothing to do: Dask replaces its workers itself."""

    def submit(self, work: "Callable[..., object]", job: object) -> Future[Any]:
        future: Future[Any] = self._pool.submit(work, job)
        return future

    def result(self, future: Future[Any]) -> tuple[Any, ...]:
        """As for Cores. If a cluster goes away just after a job, Dask mistakes the job's result
        for the parts of an error, and fails (cfexecutor._cascade_future of 2026.8)."""
        try:
            return tuple(future.result())
        except self.deaths:
            raise
        except Exception as error:
            where = error.__traceback__
            while where is not None and where.tb_next is not None:
                where = where.tb_next
            if where is None or not where.tb_frame.f_code.co_filename.endswith("cfexecutor.py"):
                raise
            raise CancelledError from None

    def gone(self) -> str | None:
        """Return why no more results will come, or None."""
        if self._client.status != "running":
            return "the cluster at %s went away" % self.address
        return None


def _check_answers(address: str) -> None:
    """Raise StudyError if nobody listens at an address, such as tcp://127.0.0.1:8786: Dask would
    try again until its time is over."""
    at = urlsplit(address if "//" in address else "//" + address)
    try:
        if at.hostname and at.port:
            socket.create_connection((at.hostname, at.port), _ANSWER_S).close()
    except (OSError, ValueError) as error:
        raise StudyError("no cluster answers at %s: %s" % (address, error)) from None
