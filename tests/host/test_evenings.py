"""An evening of each game at a whole table, from an unpacked box, with display, knob, button,
lights and hands alone.

The default plays each as far as people have begun; LEYBOARD_DEEP=1 plays to the end.
"""

import os
from pathlib import Path

import pytest

from games import names
from sim.virtual.script import Script

DEEP = bool(os.environ.get("LEYBOARD_DEEP"))
FOLDER = Path(__file__).parents[1] / "data" / "evenings"
EVENINGS = sorted(FOLDER.glob("*.txt"))
CATALOGUES = Path(__file__).parents[2] / "firmware" / "texts" / "en"


def test_there_is_one_of_each_game_with_a_catalogue():
    told = {path.stem for path in CATALOGUES.glob("*.txt")} & set(names())
    assert {path.stem for path in EVENINGS} == told


@pytest.mark.parametrize("path", EVENINGS, ids=lambda path: path.stem)
def test_an_evening(path, tmp_path):
    lines = path.read_text().splitlines()
    if not DEEP:
        first = [number for number, line in enumerate(lines) if line.startswith("play ")][0]
        lines = lines[:first] + ["play 2"]
    script = Script(str(tmp_path))
    script.run(lines)
    game = script.stage.app.session.game
    assert path.stem == game.NAME and (game.log or DEEP)
