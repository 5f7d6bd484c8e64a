"""No catalogue holds a text that nobody says (see firmware/games/texts.py)."""

import re
from pathlib import Path

import pytest

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
CODE = "\n".join(path.read_text() for path in sorted(FIRMWARE.rglob("*.py")))
CATALOGUES = sorted((FIRMWARE / "texts" / "en").glob("*.txt"))
# Kinds of keys that end in words of a game, put together in the code.
OF_GAMES = {"ask", "chance", "do", "ev", "menu", "need", "now", "option", "own", "piece", "why"}


def kinds(path):
    """Return the kinds of keys that the slots of a catalogue ask for, such as {0 seat}."""
    return set(re.findall(r"\{\d+ (\w+)#?\}", path.read_text()))


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_every_key_is_said(path):
    said = kinds(path) | kinds(path.with_name("table.txt"))
    if path.stem == "table":
        said = set().union(*map(kinds, CATALOGUES))
    else:
        said |= OF_GAMES
    for line in path.read_text().splitlines():
        key = line.split("=")[0]
        assert f'"{key}"' in CODE or key.split(" ")[0] in said, key
