"""`leyboard doctor`: its walk finds what is wrong with a board, and says the likely cause."""

import inspect
import re
import types

import pytest

from host_tools import probes, walk
from host_tools.board import Board
from host_tools.cli import main
from sim.virtual.world import World
from table import settings
from tests.host.real_board import board

GRID3 = settings.profile("grid3")


def examine(faults=(), profile="grid3"):
    """Return (lines, what is wrong)."""
    wiring = settings.profile(profile)
    return walk.Walk(wiring, walk.simulated(wiring, faults), None, lambda line: None).all()


@pytest.mark.parametrize("profile", ["pad", "hall9", "grid3", "hex37"])
def test_sound_boards(profile):
    lines, wrong = examine(profile=profile)
    assert wrong == [] and "WRONG" not in "\n".join(lines)


@pytest.mark.parametrize(("fault", "wrong", "cause"), [
    ("no-supply", "supply (0.00 V)", "the 5 V brick"),
    ("ribbon", "ribbon (does not come back)", "the loop plug"),
    ("missing:b2", "reader b2 (no answer)", "mode switches"),
    ("silent:pad", "reader pad (no answer)", "mode switches"),
    ("garbled:a1", "reader a1 (answers garbled)", "loose plug"),
    ("slow:c3", "reader c3 (garbled at 1000000 bits a second)", "well at 500000 bits"),
    ("tripped:1", "block 1 (no reader of it answers)", "guard has tripped"),
    ("swapped:a1:b3", "place a1 (seen at b3)", "selects of a1 and b3 are swapped"),
])  # fmt: skip
def test_faults_and_their_causes(fault, wrong, cause):
    lines, found = examine([fault])
    assert found[0] == wrong and all("display" not in one for one in found)
    at = next(i for i, line in enumerate(lines) if "WRONG" in line)
    assert cause in lines[at + 1]


def test_the_grid_is_drawn_north_up():
    lines, _ = examine(["missing:a3"])
    at = next(i for i, line in enumerate(lines) if line.strip() == "s o o")
    assert lines[at + 1].strip() == lines[at + 2].strip() == "o o o"


def test_a_display_that_is_not_there():
    parts = walk.simulated(GRID3, ())
    parts._machine.i2c_devices.clear()
    _, wrong = walk.Walk(GRID3, parts, None, lambda line: None).all()
    assert wrong == ["display (no answer)"]


@pytest.mark.parametrize("name", ["knob_push", "take_back"])
def test_a_button_that_is_always_down(name):
    parts = walk.simulated(GRID3, ())
    parts._machine.line(GRID3.PINS[name]).drive(0)
    _, wrong = walk.Walk(GRID3, parts, None, lambda line: None).all()
    assert wrong == [name + " (is pressed all the time)"]


def test_the_person_is_asked_and_heard():
    parts = walk.simulated(GRID3, ())
    asked = []
    parts.moved = lambda name, seconds: name != "knob_push"

    def ask(question):
        asked.append(question)
        return "green" not in question

    lines, wrong = walk.Walk(GRID3, parts, ask, lambda line: None).all()
    assert wrong == ["knob_push (does not move)", "lights (wrong, says the person who looked)"]
    assert "Are all 36 lights red?" in asked and "Did it beep?" in asked
    assert "Are all 36 lights blue?" not in asked
    assert "GP8" in "\n".join(lines)


def test_a_knob_that_moves_is_seen():
    world = World(GRID3)
    turns = iter(range(100))

    def wait(us):
        world.clock.advance(us)
        if next(turns) == 3:
            world.turn(1)

    parts = probes.Probes(world.machine, GRID3, wait, None)
    world.machine.line(GRID3.PINS["knob_a"]).level = 0
    assert parts.moved("knob_a", 15)


def test_lights_have_the_order_of_the_profile():
    sent = []
    world = World(GRID3)
    parts = probes.Probes(world.machine, GRID3, world.clock.advance,
                          lambda pin, data: sent.append((pin, data)))  # fmt: skip
    parts.lights(1, 2, 3, only=1)
    assert sent == [(22, bytes(3) + b"\x02\x01\x03" + bytes(34 * 3))]


def test_a_report_and_the_status(tmp_path, capsys):
    file = tmp_path / "report.txt"
    words = ["doctor", "--sim", "grid3", "--report", str(file)]
    assert main(words) == 0
    assert main([*words, "--fault", "missing:b2"]) == 1
    assert "not well: reader b2" in capsys.readouterr().err
    assert "reader b2  WRONG no answer" in file.read_text()


@pytest.mark.parametrize("words", [
    ("--sim", "grid5"), ("--fault", "no-supply"), ("--sim", "grid3", "--fault", "missing:z9"),
    ("--sim", "grid3", "--fault", "x"), ("--sim", "grid3", "--fault", "swapped:a1"),
    ("--sim", "grid3", "--fault", "tripped:7"), ("--walk", "--port", "sim:grid3"),
    ("--walk", "--port", "/dev/no-such"),
], ids=" ".join)  # fmt: skip
def test_what_cannot_be_is_said(words, capsys):
    assert main(["doctor", *words]) == 1
    assert "leyboard: " in capsys.readouterr().err


def test_what_goes_to_the_board_runs_and_its_pulses_are_understood():
    sent, world = [], World(GRID3)
    walk.OnBoard(types.SimpleNamespace(run=sent.append), GRID3)
    (code,) = sent
    time = types.SimpleNamespace(sleep_us=world.clock.advance)
    there = {"machine": world.machine, "rp2": world.rp2, "time": time}
    exec(code.replace("import machine, rp2, time\n", ""), there)
    assert there["p"].ribbon()
    pin = world.machine.Pin(GRID3.PINS["pixels"], world.machine.Pin.OUT)
    freq = int(re.search(r"_send, freq=(\d+)", code)[1])
    strip = world.rp2.StateMachine(0, there["_send"], freq=freq, set_base=pin, out_base=pin)
    strip.active(1)
    strip.feed(bytes(range(108)))
    assert world.strip.frame == bytes(range(108))


def test_a_board_takes_the_probes(tmp_path):
    with board(tmp_path) as port, Board(port) as real:
        code = inspect.getsource(probes) + "\nprint(bytes(_turn(b'\\x01\\x80\\xd4')))\n"
        assert real.run(code).strip() == repr(b"\x80\x01\x2b")
