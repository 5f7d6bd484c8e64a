"""The commands that talk to a table, over a simulated one and over a real pseudo-terminal."""

import subprocess
import tomllib

import pytest

from host_tools import ROOT, bench, board, doctor
from host_tools.cli import main
from host_tools.client import Client
from host_tools.errors import CommandError
from host_tools.ports import Serial, Simulated
from table import answers
from tests.host.serial_table import serial_table


def test_doctor_is_content_with_a_sound_board(capsys):
    assert main(["doctor", "--port", "sim:grid3"]) == 0
    assert "b2" in capsys.readouterr().out


def test_doctor_names_a_missing_reader(monkeypatch, capsys):
    simulated = Simulated("grid3")
    simulated.table.world.fault("b2", "missing")
    simulated.table.run(3000)
    monkeypatch.setattr(doctor, "open_port", lambda port: simulated)
    assert main(["doctor"]) == 1
    assert "not well: b2" in capsys.readouterr().err


def test_doctor_names_a_ribbon_that_is_not_whole(monkeypatch, capsys):
    assert main(["doctor", "--port", "sim:grid3"]) == 0
    assert "ribbon" in capsys.readouterr().out
    monkeypatch.setattr(answers, "is_whole", lambda chain: False)
    assert main(["doctor", "--port", "sim:grid3"]) == 1
    assert "not well: ribbon" in capsys.readouterr().err


def test_bench_prints_what_the_board_measures(monkeypatch, capsys):
    done = []

    class Fake:
        def __init__(self, port):
            done.append(port)

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def run(self, code, quiet_s):
            compile(code, "bench", "exec")
            done.append((code.split()[-1], quiet_s))
            return "bench grid3, 600 s\r\nb2 9\r\n"

        def reset(self):
            done.append("reset")

    monkeypatch.setattr(board, "Board", Fake)
    monkeypatch.setattr(bench, "find", lambda port: "/dev/" + port)
    assert main(["bench", "--seconds", "600", "--port", "tty"]) == 0
    assert done == ["/dev/tty", ("600)", 660), "reset"]
    assert capsys.readouterr().out == "bench grid3, 600 s\nb2 9\n"


def test_invalid_ports(capsys):
    for port in ("sim:grid5", "/dev/no-such-port"):
        assert main(["doctor", "--port", port]) == 1
        assert "leyboard: " in capsys.readouterr().err


@pytest.fixture
def terminal(tmp_path, monkeypatch):
    """Return the name of a serial port with a table at its other end."""
    with serial_table(monkeypatch, tmp_path) as line:
        yield line.name


def test_a_real_serial_line(terminal):
    with Client(Serial(terminal)) as table:
        assert table.hello().profile == "grid3"
        table.new("mars", seed=1)
        table.do(0, ["small", "b2"])
        with pytest.raises(CommandError, match="that cell is taken"):
            table.do(1, ["small", "b2"])
        events = table.events()
        assert [next(events)["event"] for _ in range(2)] == ["new", "action"]


def test_the_version_is_that_of_the_package(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert capsys.readouterr().out == "leyboard %s\n" % wanted


def test_a_console_of_no_board(capsys):
    assert main(["console", "--port", "/dev/no-such-port"]) == 1
    assert "there is no such port" in capsys.readouterr().err


def test_a_console_runs_on_the_port_that_was_asked_for(terminal, monkeypatch):
    ran = []
    monkeypatch.setattr(subprocess, "run", lambda words: ran.append(words) or Done(len(ran) - 1))
    assert main(["console", "--port", terminal]) == 0
    assert ran[0][1:] == ["-m", "mpremote", "connect", terminal, "repl"]
    assert main(["console", "--port", terminal]) == 1


class Done:
    def __init__(self, returncode):
        self.returncode = returncode
