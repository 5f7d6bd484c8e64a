"""The recipe for a new game (docs/new-game.md) is true: a file, its name and a page."""

import json
import os
import re
import shutil
import subprocess
import sys

import pytest

from host_tools import ROOT

RECIPE = (ROOT / "docs" / "new-game.md").read_text(encoding="utf-8")
EXAMPLE = re.search(r"```python\n(.*?)```", RECIPE, re.DOTALL)[1]

# What somebody does with the game, in a Python whose `games` is the copy with the new one.
CONTRACT = """
from tests.portable import test_contract as contract
assert "hexapawn" in contract.names()
contract.names = lambda: ["hexapawn"]
for name in sorted(vars(contract)):
    if name.startswith("test_"):
        vars(contract)[name]()
"""
WINDOW = """
import json, sys
from sim.window.server import Server
live = Server(sys.argv[1], game="hexapawn").live
board = live.app.session.game.view(-1)
facts = live.facts["hello"]
about = [game for game in facts["games"] if game["name"] == "hexapawn"][0]
is_drawn = "hexapawn" in facts["drawn"]
print(json.dumps([live.profile.NAME, about["title"], is_drawn, about["printed"]]))
"""
COMMAND = """
import sys
ours = sys.path[1]
import host_tools  # puts the firmware of the project in front
sys.path.insert(0, ours)
from host_tools.cli import main
sys.exit(main())
"""


@pytest.fixture
def firmware(tmp_path):
    """The firmware with the game of the recipe."""
    home = tmp_path / "firmware"
    shutil.copytree(ROOT / "firmware", home, ignore=shutil.ignore_patterns("__pycache__"))
    (home / "games" / "hexapawn.py").write_text(EXAMPLE, encoding="utf-8")
    games = home / "games" / "__init__.py"
    known = games.read_text(encoding="utf-8")
    listed = re.sub(r"^NAMES = \((.*)\)$", r'NAMES = (\1, "hexapawn")', known, flags=re.MULTILINE)
    assert listed != known
    games.write_text(listed, encoding="utf-8")
    (home / "games" / "hexapawn.md").write_text("# Hexapawn\n\nA pawn across wins.\n")
    return home


def run(firmware, *arguments):
    """Run Python on that firmware; return what it printed."""
    paths = (firmware, ROOT, ROOT / "sim" / "shim")
    done = subprocess.run(
        [sys.executable, *map(str, arguments)], capture_output=True, text=True, check=False,
        cwd=firmware.parent, env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths))},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_example_is_as_long_as_the_page_says():
    [lines] = re.findall(r"^## A game in (\d+) lines$", RECIPE, re.MULTILINE)
    assert len(EXAMPLE.splitlines()) == int(lines)


def test_the_example_keeps_the_contract(firmware):
    run(firmware, "-c", CONTRACT)


def test_the_window_opens_on_the_smallest_board(firmware):
    profile, title, drawn, printed = json.loads(run(firmware, "-c", WINDOW, firmware.parent))
    assert (profile, title, drawn, printed) == ("grid3", "Hexapawn", False, False)


def test_the_commands_play_it(firmware):
    # 1, 3, 10, 28, 56, 70 lines of 0 to 5 actions; from the third on some games are over.
    counted = run(firmware, "-c", COMMAND, "perft", "--game", "hexapawn", "--depth", "5")
    assert counted.strip() == "70"
    run(firmware, "-c", COMMAND, "selfplay", "--game", "hexapawn",
        "--players", "greedy,random", "--games", "3", "--seed", "1", "--out", "records")
    written = sorted((firmware.parent / "records").glob("*.jsonl"))
    assert len(written) == 3
    run(firmware, "-c", COMMAND, "replay", *written)
