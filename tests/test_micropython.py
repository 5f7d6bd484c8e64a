"""The same code on real MicroPython: the portable tests, and records written by CPython."""

from pathlib import Path

import pytest

from games import game_class, names
from games.bots import greedy, random
from games.record import lines
from sim.contract.randomly import variants
from sim.selfplay import play_out
from tests import micropython
from tests.portable import whole_game

PORTABLE = sorted(Path(__file__).parent.glob("portable/test_*.py"))
RECORDS = 20  # of each game, over its options and seats; fewer once they have PLENTY
PLENTY = 3000  # actions


# These take 1.7 to 16 s each here, a tenth of it on CPython, and fail there for the same faults.
_SLOW = {
    "test_app", "test_bench", "test_boot", "test_chance", "test_console", "test_contract",
    "test_examples", "test_facings", "test_failures", "test_faults", "test_frames", "test_guard",
    "test_hands", "test_help", "test_landover_offer", "test_landover_routes",
    "test_landover_strategy", "test_levels", "test_leylines", "test_lights", "test_measure",
    "test_misses", "test_own_sizes", "test_panel", "test_panel_kinds", "test_readers",
    "test_scripts", "test_seats", "test_secrets", "test_sense", "test_shelf", "test_steps",
    "test_strange_tags", "test_switches", "test_texts", "test_twins", "test_window",
    "test_window_facings", "test_wires", "test_workshop",
}


_QUICK = [path.stem for path in PORTABLE if path.stem not in _SLOW]
PROCESSES = 6  # for all quick ones: each starts in 0.2 s, and compiles what its tests share


@pytest.mark.parametrize("modules", [
    *(_QUICK[first::PROCESSES] for first in range(PROCESSES)),
    *(pytest.param([name], marks=pytest.mark.deep) for name in sorted(_SLOW)),
], ids=" ".join)
def test_portable(modules):
    assert micropython.run("tests.portable.run", *modules).count("passed") == len(modules)


@pytest.mark.parametrize("name", names())
def test_records_of_cpython_replay(name, tmp_path):
    settings = list(variants(name))
    ours, theirs = tmp_path / "in", tmp_path / "out"
    ours.mkdir()
    count = actions = 0
    while count < len(settings) or (count < RECORDS and actions < PLENTY):
        seed = count
        seats, options = settings[seed % len(settings)]
        game = game_class(name)(seats, options)
        quick = name in ("landover", "mars")  # their greedy players are quick
        players = [greedy if quick and seat % 2 == 0 else random for seat in range(seats)]
        play_out(game, players, seed)
        count += 1
        actions += len(game.log)
        text = "".join(line + "\n" for line in lines(game, seed))
        (ours / f"{seed}.jsonl").write_text(text, newline="\n")
    assert f"{count} records" in micropython.run(
        "tests.portable.records", inputs=ours, outputs=theirs
    )
    for path in ours.iterdir():
        assert (theirs / path.name).read_bytes() == path.read_bytes()


def test_a_whole_game_from_tags_to_pixels(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ours = whole_game.play("mars", "grid6", 3)
    micropython.run("tests.portable.whole_game", "mars", "grid6", 3, outputs=tmp_path / "out")
    theirs = (tmp_path / "out" / "log.txt").read_text().splitlines()
    assert len(ours) > 150
    assert theirs == ours


@pytest.mark.deep
def test_what_is_measured_on_a_board_can_be():
    said = micropython.run("tests.portable.on_board", "grid6", "landover", "mars").splitlines()
    assert [line.split()[:2] for line in said] == [
        [name, part]
        for name, parts in (
            ("grid6", ["heap"]),
            ("chance", ["draw", "shuffle", "secret"]),
            ("landover", ["legal", "answer", "settled", "heap"]),
            ("mars", ["legal", "answer", "settled", "heap"]),
        )
        for part in parts
    ]
    assert all(len(line.split()) == 5 for line in said)
