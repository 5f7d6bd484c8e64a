"""The recipe for a new game (docs/new-game.md) is true: a file anywhere, and its path."""

import json
import os
import re
import subprocess
import sys

import pytest
from playwright.sync_api import expect

from host_tools import ROOT, check
from host_tools.arguments import Package
from host_tools.build import build
from host_tools.cli import main
from tests import micropython
from tests.portable import games_there
from tests.window import KNOWN, PLAIN, needs_chromium, served

RECIPE = (ROOT / "docs" / "new-game.md").read_text(encoding="utf-8")
EXAMPLE = re.search(r"```python\n(.*?)```", RECIPE, re.DOTALL)[1]

# In a Python of its own, since a package stays in the process that takes it.
WINDOW = """
import json, sys
from pathlib import Path
from host_tools.arguments import Package
from sim.window.server import Server
live = Server(Path(sys.argv[2]), game=Package(sys.argv[1]).take()).live
facts = live.facts["hello"]
about = [game for game in facts["games"] if game["name"] == "hexapawn"][0]
is_drawn = "hexapawn" in facts["drawn"]
print(json.dumps([live.profile.NAME, about["title"], is_drawn, about["printed"]]))
"""


# The blocks of the page that show commands, and what some of them print.
BLOCKS = re.findall(r"```\n(leyboard .*?)```", RECIPE, re.DOTALL)
NEEDED = re.findall(r"```\n((?:# Hexapawn|board grid3).*?)```", RECIPE, re.DOTALL)  # page, script
ENDLESS = ("play", "host", "flash")  # or they need a board


@pytest.fixture
def game(tmp_path):
    """The path of the game of the recipe, with its page and its script."""
    path = tmp_path / "hexapawn.py"
    path.write_text(EXAMPLE, encoding="utf-8")
    page, script = NEEDED
    path.with_suffix(".md").write_text(page, encoding="utf-8")
    path.with_suffix(".script").write_text(script, encoding="utf-8")
    return path


def run(*arguments, status=0, cwd=ROOT):
    """Run Python in the project; return what it printed."""
    done = subprocess.run(
        [sys.executable, *map(str, arguments)], capture_output=True, text=True, check=False,
        cwd=cwd, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == status, done.stderr
    return done.stdout + done.stderr


def leyboard(*arguments, status=0, cwd=ROOT):
    return run("-m", "host_tools.cli", *arguments, status=status, cwd=cwd)


def test_the_example_is_as_long_as_the_page_says():
    [lines] = re.findall(r"^## A game in (\d+) lines$", RECIPE, re.MULTILINE)
    assert len(EXAMPLE.splitlines()) == int(lines)


def test_the_window_opens_on_the_smallest_board(game):
    [told, _] = run("-c", WINDOW, game, game.parent).splitlines()
    profile, title, drawn, printed = json.loads(told)
    assert (profile, title, drawn, printed) == ("grid3", "Hexapawn", False, False)


@needs_chromium
def test_a_screen_reader_hears_the_colour_of_a_piece_once(game, profile, tmp_path):
    name = Package(str(game)).take()
    (tmp_path / "table").mkdir()
    with served(tmp_path / "table", game=name) as (url, _):
        page = profile(KNOWN, PLAIN).new_page()
        page.goto(url)
        label = re.compile("^a1, red pawn")
        expect(page.locator("[data-spot=a1]")).to_have_attribute("aria-label", label)


def test_the_commands_play_it(game):
    # 1, 3, 10, 28, 56, 70 lines of 0 to 5 actions; from the third on some games are over.
    counted = leyboard("perft", "--game", game, "--depth", "5")
    assert counted.startswith("70\n")
    assert counted.count("hexapawn.py is a program: here it may do all that you may") == 1
    records = game.parent / "records"
    leyboard("selfplay", "--game", game, "--players", "greedy,search:10", "--workers", "1",
             "--games", "3", "--seed", "1", "--out", records)
    written = sorted(records.glob("*.jsonl"))
    assert len(written) == 3
    leyboard("replay", "--game", game, *written)
    assert "there is no game hexapawn" in leyboard("replay", *written, status=1)
    game.write_text(EXAMPLE + "# mine\n", encoding="utf-8")
    assert "another source of hexapawn" in leyboard("replay", "--game", game, *written)


def test_a_study_reports_how_people_played_it(game):
    path = game.with_suffix(".md")
    path.write_text(path.read_text() + "\n## Moves\n\n<!-- why: a pawn goes* -->\n\nAhead.\n")
    move = '{"n": 1, "by": 0, "do": ["move", "a1", "a2"], "ev": [], "scores": [0, 0]%s}\n'
    noted = (', "t": 4000, "how": "hand", "tried": '
             '[[["move", "a1", "b2"], "a pawn goes one cell ahead, or takes aslant"]]')
    header = '{"leyboard": 1, "game": "%s", "seats": 2, "options": {%s}, "seed": null}\n'
    records = [game.parent / "fox.jsonl", game.parent / "mars.jsonl"]
    records[0].write_text(header % ("hexapawn", "") + move % noted)
    records[1].write_text(header % ("mars", '"tie": "draw"'))
    said = leyboard("study", game, "--from", *records)
    assert "hexapawn: 1 game" in said and "mars" not in said
    assert re.search(r"move\W+1\W+4\.0", said) and re.search(r"Moves\W+1\W+a pawn goes", said)
    assert "there is no game hexapawn" in leyboard("study", "--from", *records, status=1)
    said = leyboard("study", game, "--from", records[1], status=1)
    assert "none of these records is of hexapawn" in said


def test_the_commands_of_the_page_do_what_it_says(game):
    """Word by word: what the page shows below a command is printed."""
    wrong = game.parent / "wrong"
    wrong.mkdir()
    (wrong / "hexapawn.md").write_bytes(game.with_suffix(".md").read_bytes())
    (wrong / "hexapawn.py").write_text(EXAMPLE.replace("return sorted(found)", "return found"))
    ran = 0
    for block in BLOCKS:
        commands = re.split(r"(?m)^leyboard ", block)[1:]
        for command in commands:
            line, _, shown = command.partition("\n")
            words = line.split()
            if words[0] in ENDLESS:
                continue
            is_wrong = "hexapawn.py:" in shown
            printed = leyboard(*words, cwd=wrong if is_wrong else game.parent,
                               status=int(is_wrong))
            assert shown.strip() in printed.replace(str(wrong) + "/", ""), line
            ran += 1
    assert ran > 5
    said = leyboard("script", "--game", "./hexapawn.py", "hexapawn.script", cwd=game.parent)
    assert "all as expected" in said


@pytest.mark.deep
def test_a_build_has_it(game):
    out = game.parent / "build"
    leyboard("build", "--profile", "grid3", "--games", "mars", "--with", game, "--out", out)
    assert (out / "leyboard.pack").is_file()


@pytest.mark.deep
def test_a_build_plays_it_as_the_desk_does(game, tmp_path):
    name = Package(str(game)).take()
    build("grid3", "mars", folder=tmp_path / "made", viper=False)
    there = micropython.run("tests.portable.games_there", name, firmware=tmp_path / "made")
    assert there.splitlines() == ["hexapawn mars", *games_there.played(name)]


@pytest.mark.parametrize(("text", "said"), [
    (None, "there is no file or folder"), ("1 / 0\n", "cannot be read: division by zero"),
    (EXAMPLE.replace('"hexapawn"', '"chess"'), "let them agree"),
    (EXAMPLE.replace("GAME = Hexapawn", "raise SystemExit"), "cannot be read: SystemExit"),
])
def test_a_package_that_cannot_be_taken_is_said(game, text, said):
    game.unlink()
    if text is not None:
        game.write_text(text, encoding="utf-8")
    assert said in leyboard("perft", "--game", game, "--depth", "1", status=1)


def test_what_the_rules_of_others_raise_is_a_sentence_with_its_place(game):
    at = 1 + EXAMPLE[: EXAMPLE.index("        self.grid = Grid(3, 3)")].count("\n")
    game.write_text(EXAMPLE.replace("self.grid = Grid(3, 3)", "self.grid = [][0]"))
    for words in (("perft", "--depth", "1"), ("selfplay", "--out", game.parent / "out"),
                  ("play", "--no-open", "--folder", game.parent / "table")):
        said = leyboard(*words, "--game", game, status=1)
        assert said.endswith("%s:%d: IndexError: list index out of range\n" % (game, at)), said


def test_a_file_that_is_none_is_no_package(game, tmp_path, capsys):
    os.mkfifo(tmp_path / "pipe.py")
    os.symlink("circle.py", tmp_path / "circle.py")
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "fox").mkdir()
    os.mkfifo(tmp_path / "fox" / "game.py")
    for name in ("pipe.py", "circle.py", "folder.py", "fox/", "."):
        assert main(["check", "%s/%s" % (tmp_path, name)]) == 1
        assert capsys.readouterr().err.split("leyboard: ")[1].strip()
    for name in ("chess", "."):
        assert main(["check", name]) == 1


@pytest.mark.parametrize(("old", "new", "said"), [
    ("return sorted(found)", "return None", "hexapawn breaks the contract: %s:33: legal gives a"),
    ("return sorted(found)", "raise SystemExit", "%s:45: SystemExit: "),
])
def test_an_answer_that_breaks_the_contract_is_named_by_every_command(game, old, new, said):
    game.write_text(EXAMPLE.replace(old, new))
    told = leyboard("perft", "--depth", "1", "--game", game, status=1)
    assert said % game in told and "Traceback" not in told


def test_a_rule_that_never_comes_back_is_found(game, monkeypatch, capsys):
    game.write_text(EXAMPLE.replace("        self.turn = 1 - by\n",
                                    "        while not by:\n            pass\n"))
    monkeypatch.setattr(check, "_HANG_S", 0.2)
    assert main(["check", str(game)]) == 1
    said = capsys.readouterr().out
    assert "play raises nothing (HungError: it did not come back)" in said
