"""The benchmarks print figures of runs that work (tests/bench.py, sim/chip/)."""

from threading import Thread
from types import SimpleNamespace

import pytest
from rich.console import Console

from games import names
from games.base import CHANCE
from sim.chip import benchmark, measure
from sim.chip.desk import Desk
from sim.chip.table import Host, Played
from sim.chip.watch import Watch, are_alike
from table.wiring import grid6
from tests import bench, bench_search


@pytest.mark.deep
def test_the_table_of_engines_is_printed(tmp_path, monkeypatch):
    build = bench.build
    monkeypatch.setattr(bench, "TARGET", tmp_path / "firmware")
    monkeypatch.setattr(bench, "names", lambda: ["mars"])
    monkeypatch.setattr(
        bench, "build", lambda profile, viper: build(profile, viper=viper, folder=bench.TARGET)
    )
    console = Console(record=True, width=130)
    assert bench.engines(console) > 0
    row = [line for line in console.export_text().splitlines() if "mars" in line][0]
    code, state = [int(word) for word in row.split("│")[8:10]]
    assert 3000 < code < 30000 and 1000 < state < 10000


@pytest.mark.parametrize("count", [3, 8, 24])
def test_moments_are_spread_evenly(count):
    parts = sorted(measure.spread(number) for number in range(1, 1 + count))
    gaps = [b - a for a, b in zip([0.0, *parts], [*parts, 1.0], strict=True)]
    assert max(gaps) <= 2 / count and min(gaps) > 0.5 / (count + 1)


def test_a_hand_waits_for_a_poll_and_then_for_its_part_of_a_sweep():
    with Desk("grid3") as desk:
        desk.run(2000)
        profile = desk.table.board.profile
        at = [place for place, reader in enumerate(profile.READERS) if reader == 8][0]
        measure.await_moment(desk, at, 0)
        looks, polled = desk.polls()[-1], desk.now
        measure.await_moment(desk, at, 0.25)
        assert desk.polls()[-1] == looks + 1
        sweep = desk.table.app.board.sense.sweep_ms
        assert abs((desk.now - polled) / 1000 - sweep - 55) <= 6


def test_a_percentile_is_the_least_value_that_so_many_do_not_exceed():
    twenty = list(range(20, 0, -1))
    assert measure.percentile(twenty, 0.95) == 19
    assert measure.percentile([*twenty, 21], 0.95) == 20
    assert measure.percentile(twenty, 1) == 20
    assert measure.percentile([7], 0.5) == 7


def test_the_longest_tick_counts_while_a_hand_waits():
    ticks = [9_000, 40_000, 8_000, 120_000]  # the last begins 57 ms after the hand
    assert measure.longest(ticks, 57) == 40
    assert measure.longest(ticks, 57.1) == 120
    assert measure.longest([], 100) == measure.longest(ticks, 0) == 0


def test_a_run_waits_for_the_files_that_another_builds():
    found = []

    def build(profile, folder):
        folder.mkdir()
        other.start()
        other.join(0.2)
        assert other.is_alive() and not found

    bench_of_two = benchmark.BoardMaker(None, None, build)
    other = Thread(target=lambda: found.append(bench_of_two.files("grid9")))
    try:
        folder = bench_of_two.files("grid9")
        other.join()
        assert found == [folder]
    finally:
        bench_of_two.close()


def test_games_by_hand_are_told_together(monkeypatch):
    """The p95 of the market's nine pieces is the slowest of them; that of 40 pieces is not."""
    heaps = iter([(70, 30), (60, None), (80, 20)])

    class Board:
        profile = "grid3"
        __enter__ = __exit__ = lambda self, *_: self

        def run(self, ms):
            pass

        def measures(self, reset=False):
            if reset:
                self.free, self.block = next(heaps)
            heap = {"collections": 2, "least_free": self.free * 1024,
                    "least_block": self.block and self.block * 1024, "names": 20 * self.free}
            return {"ticks": [9000], "works": [8000], "flash_us": 500, "stack": 32 * self.free,
                    "heap": heap}

    def play(pico, name, actions, options, seed, found):
        found = found or {"lit": [], "settled": [], "dark": [], "mistake": [], "tick": [],
                          "pieces": 0}
        found["pieces"] += 20
        found["lit"] += [40 + seed] * 18 + [90 + seed] * 2
        return found

    monkeypatch.setattr(benchmark, "Host", lambda pico: SimpleNamespace(hello=lambda: None))
    monkeypatch.setattr(measure, "play", play)
    bench_of_games = benchmark.BoardMaker(None, None, None, games=3)
    monkeypatch.setattr(bench_of_games, "board", lambda profile: Board())
    told = {figure.what: figure.value
            for figure in benchmark.reaction(bench_of_games, "mars", "grid3")}
    bench_of_games.close()
    assert told["pieces placed"] == 60
    assert told["piece placed -> first light, p50"] == 42
    assert told["piece placed -> first light, p95"] == 92  # the 57th of 60
    assert told["heap free after a collection, least"] == 60
    assert told["largest free block, least"] == 20
    assert told["stack never used"] == 32 * 60 / 1024
    assert told["names in memory"] == 20 * 80
    assert told["collections"] == 6 and told["flash busy, in all"] == 1.5


def dark(before, after, spots=(0,)):
    """Return for how many ms a place looked different, by its colours before and after a deed in
    frames 33 ms apart, as hexadecimal text."""
    per = grid6.PER_SPOT

    def frames(colours, start):
        pixels = [bytes.fromhex(colour) * per + bytes(len(blank) - 3 * per) for colour in colours]
        return [(start + 33000 * at, start + 33000 * at + 9000, frame)
                for at, frame in enumerate(pixels)]

    blank = bytes(3 * grid6.PIXELS)
    lights = [grid6.LIGHTS[2 * at] | grid6.LIGHTS[2 * at + 1] << 8 for at in range(per)]
    assert sorted(lights) == list(range(per))
    pico = SimpleNamespace(profile="grid6", now=0, frames=[], keep_frames=lambda: None)
    watch = Watch(pico)
    pico.frames, pico.now = frames(before, 0), 33000 * len(before)
    watch.begin()
    pico.frames = frames(after, pico.now)
    pico.now += 33000 * len(after) + 600000
    return watch.settled(spots)[1]


def test_a_light_that_changes_its_colour_while_it_is_faint_was_not_dark():
    """A score's faint glow may look like the colour after it."""
    off = ["0a14ff", "000000", "0a14ff"]
    assert dark(["0a14ff"], off) == 33
    assert dark(["0c0215", "050108"], ["0c0215", "0a021d", "170443"]) == 0
    assert dark(["170443", "050108"], ["0c0215", "0a021d", "170443"]) > 0


def test_only_a_legal_spot_can_be_dark():
    """Scores shown where the piece lies, or where a territory is complete, may look alike."""
    legal, glow = "080f0c", "010306"
    assert dark([legal], [legal, "000000", glow, glow]) == 33
    assert dark([legal], [legal, "000000", glow, glow], spots=()) == 0


def test_legal_spots_are_those_where_a_piece_may_be_put():
    desk = Desk("grid9")
    with desk:
        Host(desk).hello()
        desk.run(1500)
        played = Played(desk, "land")
        names = played.layout.names()
        (by,) = played.game.current()
        legal = {played.layout.place_of[spot] for action in played.game.legal(by)
                 for spot, piece in played.game.gesture(by, action) if piece}
        assert measure.spots_to_light(played) == legal and 0 < len(legal) < len(names)
        played = Played(desk, "market")
        assert played.game.current() == (CHANCE,) and measure.spots_to_light(played) == set()
    carrying = SimpleNamespace(
        game=SimpleNamespace(current=lambda: (0,), legal=lambda by: ["from a1 to b1"]),
        moves=lambda by, action: [("b1", 7), ("a1", 0)],
        layout=SimpleNamespace(names=lambda: ["a1", "b1"]),
    )
    assert measure.spots_to_light(carrying) == {1}


def test_colours_are_compared_apart_from_brightness():
    """The end of a score's glow must not count as a legal spot that goes dark."""
    glow, dim, complete = b"\x1f\x07\x3a", b"\x07\x02\x0c", b"\x13\x04\x33"
    assert are_alike(glow, dim) and not are_alike(glow, complete)
    assert are_alike(complete, b"\x17\x05\x40") and not are_alike(dim, bytes(3))


def test_rounds_of_search_are_counted():
    for name in ("mars", "market"):  # by values, and by play-outs
        assert bench_search.rate(name) > 0
        assert len(bench_search.begun(name).log) >= bench_search.BEGUN


def test_rates_come_from_a_process_of_that_kind():
    assert set(bench_search.rates("1")) == set(names())
