"""The program in examples/, written from docs/seats.md: it plays whole games on both lines."""

import ast
import subprocess
import sys

import pytest

from host_tools import ROOT
from tests.host.broker import needs_mosquitto
from tests.host.seated import hosted, simulated

CLIENT = ROOT / "examples" / "seat_client.py"


def plays(there, links, seconds=240):
    """Let a program play each seat; return what they printed."""
    programs = [
        subprocess.Popen([sys.executable, CLIENT], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, text=True)
        for _ in links
    ]
    try:
        for program, link in zip(programs, links, strict=True):
            program.stdin.write(link + "\n")
            program.stdin.close()
        for program in programs:
            program.wait(seconds)
        return [program.stdout.read() for program in programs]
    finally:
        for program in programs:
            program.kill()
            program.wait()
            program.stdout.close()


def test_a_program_written_from_the_page_plays_a_whole_game_on_the_phone_line(tmp_path):
    with hosted(tmp_path, simulated("grid6", "mars", seed=1)) as there:
        said = plays(there, [there.link(seat) for seat in (0, 1)])
        scores = there.room.views.public["state"]["view"]["scores"]
    assert said == ["over: %s\n" % " : ".join(map(str, scores))] * 2


@pytest.mark.deep
@needs_mosquitto
def test_it_plays_through_a_broker_as_well(tmp_path, broker):
    with hosted(tmp_path, simulated("grid6", "mars", seed=2), broker=broker) as there:
        far = there.far.far_link("https://x/seat.html", broker.at, 1)
        said = plays(there, [there.link(0), far])
    assert [text.startswith("over: ") for text in said] == [True, True], said


def test_it_tells_why_it_is_not_let_in(tmp_path):
    with hosted(tmp_path, simulated("grid6", "mars", seed=1)) as there:
        link = there.link(0)
        there.room.keys.renew(0)
        (said,) = plays(there, [link])
    assert "this link opens nothing here any more" in said


def test_it_needs_nothing_of_leyboard():
    roots = {"games", "table", "sim", "host_tools", "hardware", "firmware"}
    for node in ast.walk(ast.parse(CLIENT.read_text("utf-8"))):
        names = [one.name for one in getattr(node, "names", ()) if isinstance(node, ast.Import)]
        names += [node.module] if isinstance(node, ast.ImportFrom) else []
        assert not {name.split(".")[0] for name in names} & roots
