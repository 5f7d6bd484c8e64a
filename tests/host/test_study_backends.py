"""Studies on several workers and on a cluster: the same rows however they are played, none lost
or doubled."""

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import CancelledError, Future

import pytest

from host_tools.cli import main
from sim.study.backends import Cluster, Cores
from sim.study.errors import StudyError
from sim.study.openings import FREE
from sim.study.play import play_batch
from sim.study.run import run
from sim.study.store import Store
from tests.host.test_study import Here, plan_of, played

# ---- the same rows, however ---------------------------------------------------------------------


def test_one_and_two_workers_give_equal_rows(tmp_path):
    plan = plan_of("land", varied=[("edge", ["open", "closed"])])
    one = played(tmp_path / "one", plan, 6, Cores(1))
    assert one == played(tmp_path / "two", plan, 6, Cores(2)) == played(tmp_path / "0", plan, 6)


def test_a_study_that_grows_is_the_same_as_one_at_once(tmp_path):
    for games in (3, 1, 7):
        grown = played(tmp_path / "grown", plan_of(), games)
    assert grown == played(tmp_path / "whole", plan_of(), 7)


# A study that kills itself as soon as it has stored two batches.
_KILLED = """
import os, signal, sys
from host_tools.cli import main
from sim.study.store import Store

add, stored = Store.add, []

def add_and_die(self, rows):
    add(self, rows)
    stored.append(rows)
    if len(stored) == 2:
        os.kill(os.getpid(), signal.SIGKILL)

Store.add = add_and_die
main(sys.argv[1:])
"""


def test_a_kill_in_the_middle_and_a_resume(tmp_path):
    command = [sys.executable, "-c", _KILLED, "study", "mars", "--players", "random"]
    command += ["--games", "150", "--workers", "2", "--out", str(tmp_path / "killed")]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    assert done.returncode == -signal.SIGKILL
    with Store(tmp_path / "killed") as store:
        assert 0 < store.played() < 150
    resumed = played(tmp_path / "killed", plan_of(), 150)
    assert resumed == played(tmp_path / "whole", plan_of(), 150)


def test_gaps_are_found(tmp_path):
    plan = plan_of()
    with Store(tmp_path, plan) as store:
        cell = plan.cells[0]
        assert store.missing(cell, 9) == [range(9)]
        for numbers in (range(2, 4), range(6, 7)):
            store.add(play_batch((cell, numbers, plan.seed, False, FREE))[2])
        assert store.missing(cell, 9) == [range(2), range(4, 6), range(7, 9)]
        assert store.missing(cell, 6) == [range(2), range(4, 6)]
        assert store.missing(cell, 4) == [range(2)]


def test_a_worker_that_dies_costs_no_game(tmp_path):
    class Mortal(Cores):
        """One of its workers dies as soon as it has something to do."""

        def submit(self, work, job):
            future = super().submit(work, job)
            if not self.killed:
                self.killed = True
                os.kill(multiprocessing.active_children()[0].pid, signal.SIGKILL)
            return future

        killed = False

    backend = Mortal(2)
    dump = played(tmp_path / "mortal", plan_of(), 30, backend)
    assert backend.killed and dump == played(tmp_path / "whole", plan_of(), 30)


@pytest.mark.deep
def test_workers_that_die_again_and_again(tmp_path):
    class Deadly(Here):
        deaths = (ChildProcessError,)
        renewed = 0

        def submit(self, work, job):
            if not self.renewed:
                return super().submit(work, job)
            raise ChildProcessError("gone")

        def renew(self):
            self.renewed += 1

    backend = Deadly()
    with Store(tmp_path, plan_of()) as store:
        run(store, 1, backend)
        backend.renewed = 1
        with pytest.raises(StudyError, match="again and again: gone; 1 games are kept"):
            run(store, 3, backend)


# ---- on a cluster -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def cluster():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0", host="127.0.0.1"
    ) as running:
        yield running


@pytest.mark.deep
def test_a_cluster_gives_the_same_rows_though_a_worker_dies(cluster, tmp_path):
    plan = plan_of("land")
    victim = next(iter(cluster.workers.values())).pid
    count = []

    def kill(games):
        count.append(games)
        if len(count) == 2:
            os.kill(victim, signal.SIGKILL)

    with Store(tmp_path / "cluster", plan) as store:
        with Cluster(cluster.scheduler_address) as backend:
            run(store, 40, backend, kill)
        dump = list(store.db.iterdump())
    assert sum(count) == 40 and dump == played(tmp_path / "whole", plan, 40)


def test_a_result_that_is_lost_with_its_cluster_is_a_death():
    """Dask takes such a result, a tuple of three, for the parts of an error."""
    cfexecutor = pytest.importorskip("distributed.cfexecutor")

    class Lost:
        status = "lost"

        async def _result(self, raiseit):
            return "version", 1.5, {}

    async def lose():
        await cfexecutor._cascade_future(Lost(), future)

    future = Future()
    asyncio.run(lose())
    with pytest.raises(CancelledError):
        Cluster("tcp://127.0.0.1:1").result(future)
    wrong = Future()
    wrong.set_exception(AttributeError("in a game"))
    with pytest.raises(AttributeError):
        Cluster("tcp://127.0.0.1:1").result(wrong)


@pytest.mark.deep
def test_a_cluster_that_goes_away_keeps_what_was_played(tmp_path):
    distributed = pytest.importorskip("distributed")
    cluster = distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, dashboard_address="127.0.0.1:0", host="127.0.0.1"
    )
    with Store(tmp_path, plan_of("land")) as store:
        leave = threading.Thread(target=cluster.close)

        def go(games):
            if not leave.ident:
                leave.start()

        with (
            Cluster(cluster.scheduler_address) as backend,
            pytest.raises(StudyError, match="went away; .* games are kept"),
        ):
            run(store, 5000, backend, go)
        leave.join()
        assert store.played() > 0


def test_a_cluster_that_does_not_answer(monkeypatch, capsys, tmp_path):
    pytest.importorskip("distributed")
    monkeypatch.setattr("distributed.Client", None)  # it would try until its time is over
    assert main(["study", "mars", "--dask", "tcp://127.0.0.1:9", "--out", str(tmp_path)]) == 1
    assert "leyboard: no cluster answers at tcp://127.0.0.1:9" in capsys.readouterr().err
