"""The firmware on an emulated Pico; needs MicroPython's image and the boot ROM:

    make chip UF2=path BOOTROM=path
"""

import os
import queue
import shutil
import statistics
import threading
from contextlib import closing

import pytest

from host_tools import board as host_board
from host_tools.build import build
from host_tools.errors import CommandError
from sim.chip import benchmark, budgets, measure, watch
from sim.chip.desk import Desk
from sim.chip.pico import Pico
from sim.chip.table import Host, Played

UF2 = os.environ.get("LEYBOARD_UF2")
BOOTROM = os.environ.get("LEYBOARD_BOOTROM")
NEAR = 0.15  # the most relative difference of virtual clock and chip

pytestmark = pytest.mark.skipif(
    not (UF2 and BOOTROM), reason="no image: make chip UF2=path BOOTROM=path"
)


@pytest.fixture(scope="module")
def builds(tmp_path_factory):
    made = {}

    def get(profile):
        if profile not in made:
            made[profile] = tmp_path_factory.mktemp("flash") / profile
            build(profile, folder=made[profile])
        return made[profile]

    return get


@pytest.fixture
def board(builds):
    opened = []

    def start(profile):
        pico = Pico(profile, UF2, BOOTROM, builds(profile))
        opened.append(pico)
        Host(pico).hello()
        return pico

    yield start
    for pico in opened:
        pico.close()


def test_the_clocks_are_those_of_micropython(board):
    found = board("grid3").measures()
    assert found["hertz"] == 125e6
    assert found["peripherals_hertz"] == 48e6
    assert 200_000 < found["heap"]["total"] < 264 * 1024


def test_a_game_by_tags_survives_a_restart(board):
    pico = board("grid3")
    pico.run(1500)
    played = Played(pico, "mars")
    assert benchmark.next_action(played) == "hand"
    assert benchmark.next_action(played) == "hand"
    count = len(played.game.log)
    before = pico.now
    pico.restart()
    assert pico.now == before + 1000000  # the time without power does not count
    host = Host(pico)
    host.hello()
    assert host.ask("state")["view"]["actions"] == count
    assert any(name.startswith("/game.") for name in pico.files())


def test_a_table_at_rest_stops_for_nothing(board):
    """No garbage, no set-up: a tick at rest takes 22 ms at most, though it hears two visits."""
    pico = board("grid6")
    pico.run(1500)
    Played(pico, "mars").tidy()
    pico.run(6000)  # the words for the display are collected 4 s after the beginning
    pico.measures(reset=True)
    pico.run(9000)
    found = pico.measures()
    assert found["heap"]["collections"] == 0
    assert max(found["ticks"]) < 25_000


def test_the_frames_are_those_of_the_desktop(board):
    ends = []
    for pico in (board("grid3"), Desk("grid3")):
        pico.run(1500)
        played = Played(pico, "mars")
        pico.keep_frames()
        for _ in range(3):
            benchmark.next_action(played)
            pico.run(600)
        # In 0.3 s of frames, 33 ms apart, a light that moves has another value.
        ends.append([data for _, _, data in list(pico.frames)[-10:]])
    ours, theirs = (end[-1] for end in ends)
    moving, there = ({at for frame in end for at, byte in enumerate(frame) if byte != end[-1][at]}
                     for end in ends)
    assert moving == there and len(moving) < len(ours) // 2
    # Lights that move are sampled at other moments; all others are the same to the byte.
    differ = {at for at, byte in enumerate(ours) if byte != theirs[at]}
    assert differ <= moving and watch.are_alike(ours, theirs)


def test_code_runs_from_the_flash(builds, tmp_path):
    """Without the file of all code the modules' own copies of it are in memory, 50 KB before a
    game, and Landover has no room."""
    bare = tmp_path / "bare"
    shutil.copytree(builds("hex37"), bare)
    (bare / "leyboard.code").unlink()
    free = []
    for folder, game in ((builds("hex37"), "landover"), (bare, "mars")):
        with closing(Pico("hex37", UF2, BOOTROM, folder)) as pico:
            host = Host(pico)
            host.hello()
            free.append(pico.measures()["heap"]["free"])
            host.ask("new", game=game, seats=2, players=["greedy"] * 2, seed=1)
            pico.run(5000)
            host.listen()
            assert any(event["event"] == "action" for event in host.events)
    assert free[0] > free[1] + 40000, free


@pytest.mark.parametrize("profile, tags, _", budgets.SWEEPS)
def test_the_virtual_clock_gives_the_time_of_a_sweep(board, profile, tags, _):
    found = []
    for pico in (board(profile), Desk(profile)):
        found.append(measure.sweep(pico, tags)["sweep"])
    assert abs(found[1] / found[0] - 1) <= NEAR, found


@pytest.mark.parametrize("name, profile", benchmark.CALIBRATED)
def test_the_virtual_clock_gives_the_time_from_piece_to_light(board, name, profile):
    found = []
    # A piece may come at any moment of a sweep: they differ by 30 ms, the median of 24 by 8.
    for pico, count in ((board(profile), 40), (Desk(profile), 120)):
        pico.run(1500)
        found.append(statistics.median(measure.wrong_pieces(pico, name, count)["lit"]))
    assert abs(found[1] / found[0] - 1) <= NEAR, found


def test_mpremote_talks_to_a_board_at_a_port(builds, monkeypatch):
    from sim.chip import port
    from tests import bench_chip

    for module, patience in ((host_board, "ANSWER_S"), (host_board, "_QUIET_S"),
                             (bench_chip, "_QUIET_S")):
        monkeypatch.setattr(module, patience, 3600)  # s of real time; the chip is slower
    with Pico("grid3", UF2, BOOTROM, builds("grid3")) as pico:
        Host(pico).hello()
        named, over, started = queue.SimpleQueue(), threading.Event(), threading.Event()
        starts_at = [1 << 60]  # us on the chip

        def going():
            if pico.now >= starts_at[0]:
                started.set()
            return not over.is_set()

        serving = threading.Thread(target=port.serve, args=(pico, named.put, going))
        serving.start()
        try:
            path = named.get()
            rows = bench_chip.measure(path, ["land", "mars"])
            starts_at[0] = pico.now + 3_000_000
            started.wait()
            with pytest.raises(CommandError, match="no game chess on the board; there are: land"):
                bench_chip.measure(path, ["chess"])
        finally:
            over.set()
            serving.join()
        pico.run(3000)
        assert Host(pico).ask("hello")["profile"] == "grid3"  # the table runs afterwards
        assert not any("bench" in name for name in pico.files())
    assert {part for _, part, _ in rows} >= {"legal", "answer", "heap"}
    assert [name for name, part, _ in rows if part == "answer"] == ["land", "mars"]
