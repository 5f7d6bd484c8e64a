"""The middles of the parts on a board, for machines that assemble it: KiCad gives a footprint's
origin, which for leaded parts is pin 1. Plain Python.
"""

import math
from pathlib import Path
from typing import Any

from hardware.electronics.sexpr import find, parse

Point = tuple[float, float]


def _at(item: list[Any]) -> list[float]:
    """Return x, y and turn in degrees of an item, in mm with y down."""
    numbers = [float(word) for word in find(item, "at")[0][1:]]
    return numbers + [0.0] * (3 - len(numbers))


def middle(footprint: list[Any]) -> Point:
    """Return the middle of a footprint's pads on the board."""
    x, y, turn = _at(footprint)
    pads = [_at(pad)[:2] for pad in find(footprint, "pad")]
    dx, dy = ((min(line) + max(line)) / 2 for line in zip(*pads, strict=True))
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return x + dx * cos + dy * sin, y - dx * sin + dy * cos


def middles(board: Path) -> dict[str, Point]:
    """Return {reference: middle of its pads} of a board file; its y is turned up, as in KiCad's
    own lists of positions."""
    found = {}
    for footprint in find(parse(board.read_text(encoding="utf-8")), "footprint"):
        named = [item[2].strip('"') for item in find(footprint, "property")
                 if item[1] == '"Reference"']
        if named and find(footprint, "pad"):
            x, y = middle(footprint)
            found[named[0]] = x, -y
    return found
