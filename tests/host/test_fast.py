"""Compiled rules (make fast) are the same rules: equal positions, events, records and choices."""

import os
import subprocess
import sys

import pytest

from host_tools import ROOT, cli, fast
from host_tools.errors import CommandError
from host_tools.files import replace_folder
from host_tools.native import rewritten
from sim import paths

BASE = """
class Game:
    NAME = ""
    SEATS = (2, 2)
    def text(self, action: int) -> str:
        return "base"
"""
WORDS = """
if False:
    from games.types import Action
def text(g: "Game", action: "Action") -> "str":
    return "words"
"""
GAME = """
'''A game.'''
from micropython import const
from games import words
from games.base import Game
_SIDE = const(6)
class Field(Game):
    NAME = "field"
    if False:  # for mypy
        cells: bytearray
    text = words.text
    def full(self) -> int:
        row = self.cells[2:4]
        return sum([1 for cell in row if cell])
"""


def compiled(text):
    return rewritten({"games.base": BASE, "games.words": WORDS, "games.game": text})["games.game"]


def run(*words, plain):
    """Return the lines that Python prints, with the compiled rules if there are any and they are
    not to be `plain`."""
    done = subprocess.run(
        [sys.executable, *words], cwd=ROOT, check=True, text=True, capture_output=True,
        env={**os.environ, "LEYBOARD_PLAIN": plain},
    )
    return done.stdout.splitlines()


def are_equal(*words):
    if run("-c", "from sim.paths import IS_COMPILED; print(IS_COMPILED)", plain="") != ["True"]:
        pytest.skip("nothing is compiled: make fast")
    fast, plain = (run("-m", "tests.fast_digests", *words, plain=plain) for plain in ("", "1"))
    assert fast[0] == "compiled" and fast[1:] == plain[1:]


def test_a_function_in_a_class_body_becomes_a_method_that_calls_it():
    text = compiled(GAME)
    head = "def text(self, action: 'Action') -> 'str':\n"
    assert head + "        return words.text(self, action)" in text
    assert "    from games.types import Action\n" in text


def test_a_function_that_is_not_there_is_refused():
    with pytest.raises(CommandError, match=r"games.words has no function texts"):
        compiled(GAME.replace("words.text", "words.texts"))


def test_constants_are_final_and_class_variables_declared():
    text = compiled(GAME)
    assert "_SIDE: Final = 6\n" in text
    assert "NAME: ClassVar = 'field'" in text


def test_fields_that_only_mypy_reads_are_declared():
    text = compiled(GAME)
    assert "    cells: bytearray\n" in text and "if False" not in text


def test_a_loop_over_a_bytearray_asks_for_its_iterator():
    assert "for cell in iter(row) if cell" in compiled(GAME)


def test_compiled_games_play_alike():
    are_equal("2", "7")


@pytest.mark.deep
def test_mypy_accepts_what_is_to_be_compiled(tmp_path):
    replace_folder(tmp_path / "fast", fast.sources())
    words = [sys.executable, "-m", "mypy", "--config-file", "mypy.ini", "games", "sim"]
    done = subprocess.run(words, cwd=tmp_path / "fast", capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.deep
def test_two_hundred_compiled_games_with_drawn_options_play_alike():
    are_equal("200", "11", "12", "13")


def test_nothing_compiled_is_used_once_a_source_has_changed(tmp_path, monkeypatch):
    package = tmp_path / "leyboard_fast"
    package.mkdir()
    (package / "__init__.py").write_text("SOURCES = 'of other sources'\n")
    (tmp_path / "leyboard_fast__mypyc.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("leyboard_fast", "leyboard_fast__mypyc"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setenv("LEYBOARD_PLAIN", "")
    assert not paths.use_compiled()


def test_the_version_says_whether_the_rules_are_compiled(monkeypatch):
    monkeypatch.setattr(cli, "IS_COMPILED", True)
    assert cli.version().endswith(" (compiled)")
    monkeypatch.setattr(cli, "IS_COMPILED", False)
    assert cli.version().endswith(cli.FIRMWARE)
