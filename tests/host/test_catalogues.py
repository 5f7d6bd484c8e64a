"""No catalogue holds a text that nobody says (see firmware/games/texts.py)."""

import re

import pytest

from host_tools.build import SOURCE
from tests.portable.test_texts import catalogue, catalogues

CODE = "\n".join(path.read_text() for path in sorted(SOURCE.rglob("*.py")))
# Kinds of keys that end in words of a game, put together in the code.
OF_GAMES = {"ask", "chance", "do", "ev", "menu", "need", "now", "option", "own", "piece", "why"}


def kinds(name):
    """Return the kinds of keys that the slots of a catalogue ask for, such as {0 seat}."""
    patterns = "\n".join(pattern for _, pattern in catalogue("en", name))
    return set(re.findall(r"\{\d+ (\w+)#?\}", patterns))


@pytest.mark.parametrize("name", catalogues())
def test_every_key_is_said(name):
    said = kinds(name) | kinds("table")
    if name == "table":
        said = set().union(*map(kinds, catalogues()))
    else:
        said |= OF_GAMES
    for key, _ in catalogue("en", name):
        assert f'"{key}"' in CODE or key.split(" ")[0] in said, key
