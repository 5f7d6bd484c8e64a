"""The file of a measured board: written by bench, taken by script, play and soak."""

import copy
import json

import pytest

from host_tools import bench, board
from host_tools.cli import main
from host_tools.errors import CommandError
from host_tools.partsfile import check, read_parts
from sim.virtual.world import World
from table.wiring import grid3
from tests.portable.test_measure import measured


@pytest.fixture(scope="module")
def facts():
    world = World(grid3)
    world.be("b2", {"ack_us": 9000})
    return measured(world, "b2", seconds=5)


@pytest.fixture
def real(facts, monkeypatch):
    """A board at a port that measures these facts."""

    class Fake:
        def __init__(self, port):
            pass

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def run(self, code, quiet_s):
            compile(code, "bench", "exec")
            assert "table.measure" in code and quiet_s == 360
            head = {key: value for key, value in facts.items() if key != "readers"}
            return "\r\n".join(map(json.dumps, [head, *facts["readers"]])) + "\r\n"

        def reset(self):
            pass

    monkeypatch.setattr(board, "Board", Fake)
    monkeypatch.setattr(bench, "find", lambda port: port)


def test_from_a_bench_to_the_desk(real, facts, tmp_path, capsys):
    file = tmp_path / "my-board.json"
    assert main(["bench", "--seconds", "300", "--out", str(file), "--port", "tty"]) == 0
    assert "10 readers in" in capsys.readouterr().out
    assert read_parts(file) == facts
    script = tmp_path / "one.txt"
    script.write_text("board grid3\nnew mars\nplace a1 small 0\nwait 2000\n")
    assert main(["script", str(script), "--parts", str(file)]) == 0
    assert main(["soak", "--hours", "1", "--profile", "grid6", "--parts", str(file)]) == 1
    assert "give --profile grid3" in capsys.readouterr().err


def test_a_board_that_answers_something_else(real, facts, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(board.Board, "run", lambda *_, **__: "bench grid3, 60 s\r\nb2 9\r\n")
    assert main(["bench", "--out", str(tmp_path / "x"), "--port", "tty"]) == 1
    assert "no measurement" in capsys.readouterr().err and not list(tmp_path.iterdir())


def without(key):
    def change(facts):
        del facts[key]
    return change


def put(value, *keys):
    def change(facts):
        at = facts
        for key in keys[:-1]:
            at = at[key]
        at[keys[-1]] = value
    return change


SPOILED = [
    without("leyboard_parts"), put(2, "leyboard_parts"), without("profile"), without("readers"),
    put("grid4", "profile"), put("../x", "profile"), put("\x1b[31m", "machine"),
    put("third", "knob"), put("RGBX", "lights"), put(-1, "sweep_ms"), put(1.5, "hz"),
    put([], "readers"), put(["a1"], "readers"), put("z9", "readers", 0, "place"),
    put(None, "readers", 0, "place"), put([1, 2], "readers", 0, "ack_us"),
    put([1, 2, 10**7], "readers", 0, "answer_us"), put("x", "readers", 0, "ack_us"),
    put(-1, "readers", 0, "asked"), put(3, "readers", 0, "runs"),
    put(True, "readers", 0, "missed"),
]


@pytest.mark.parametrize("number", range(len(SPOILED)))
def test_a_spoiled_file_is_one_sentence(number, facts, tmp_path):
    wrong = copy.deepcopy(facts)
    SPOILED[number](wrong)
    file = tmp_path / "x.json"
    file.write_text(json.dumps(wrong))
    with pytest.raises(CommandError) as error:
        read_parts(file)
    assert "\n" not in str(error.value) and str(file) in str(error.value) + str(file)


@pytest.mark.parametrize("text", ["", "[]", "{", "nonsense", "[" * 9999, "1e999", '{"a": 1}'])
def test_a_file_that_bench_did_not_write(text, tmp_path):
    file = tmp_path / "x.json"
    file.write_text(text)
    with pytest.raises(CommandError, match="no file of leyboard bench"):
        read_parts(file)


def test_a_good_file_has_nothing_wrong(facts):
    assert check(facts) == ""
    assert check({**facts, "supply_mv": 0}) == ""  # a board that does not measure it
