"""An evening of each game at a whole table, from an unpacked box, with display, knob, button,
lights and hands alone.

The default plays each as far as people have begun; LEYBOARD_FULL=1 plays to the end.
"""

import os
import re
from pathlib import Path

import pytest

from games import names, path_of
from games.texts import languages
from host_tools import ROOT
from sim.virtual.script import Script
from tests.portable.test_texts import finished

FULL = bool(os.environ.get("LEYBOARD_FULL"))
FOLDER = ROOT / "tests" / "data" / "evenings"
EVENINGS = sorted(FOLDER.glob("*.txt"))
# A sketch of a game needs neither; a game that the README shows has both.
SHOWN = set(re.findall(r"firmware/games/(\w+)", (ROOT / "README.md").read_text()))


def test_there_is_one_of_each_game_with_a_catalogue():
    assert {path.stem for path in EVENINGS} == set(finished())


def test_each_game_that_the_readme_shows_has_a_catalogue_in_each_language():
    assert len(SHOWN) > 4 and set(names()) >= SHOWN
    for language in languages():
        missing = [name for name in SHOWN if not Path(path_of(name, language + ".txt")).is_file()]
        assert not missing, language


@pytest.mark.parametrize("path", EVENINGS, ids=lambda path: path.stem)
def test_an_evening(path, tmp_path):
    lines = path.read_text().splitlines()
    if not FULL:
        first = [number for number, line in enumerate(lines) if line.startswith("play ")][0]
        lines = lines[:first] + ["play 2"]
    script = Script(str(tmp_path))
    script.run(lines)
    game = script.table.app.session.game
    assert path.stem == game.NAME and (game.log or FULL)
