"""The three maps of Landover as set-up pictures (rules: landover 4), in mm."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from hardware.artwork import cards
from hardware.artwork.draw import INK, Words, line, moved, rectangle

if TYPE_CHECKING:
    from hardware.artwork.draw import Point, Shape

SIZE = (176, 176)
_FLAT = 24.0
_ROWS = (4, 5, 6, 7, 6, 5, 4)  # hexes, from the north
# The display's names of the hexes (firmware/games/landover/en.txt), by their number in records.
_CALLED = ["abcdefg"[column] + str(len(_ROWS) - row)
           for row, count in enumerate(_ROWS) for column in range(count)]
_LETTERS = {"F": "forest", "H": "hills", "S": "sheep", "W": "field", "M": "mountain",
            "G": "gold", "~": "water", "?": "mystery"}
MAPS = {
    "A, Base Island": (
        "~ ~ ~ ~|~ H9 M4 S8 ~|~ M12 S6 H11 F9 ~|~ S3 W5 F10 W8 M2 ~|~ H6 S4 M11 F3 ~|"
        "~ W5 F10 W4 ~|~ ~ ~ ~",
        "5/NW 3:1,6/NE wool,13/NE 3:1,20/NE ore,26/SE 3:1,30/SE clay,29/SW 3:1,23/W wheat,"
        "10/W wood"),
    "B, Small Islands": (
        "F11 M6 ~ H5|W3 S10 ~ W3 S4|~ ~ ~ ~ ~ ~|M6 G11 ~ G12 ~ G4 H9|~ ~ ~ ~ ~ ~|"
        "W4 F2 ~ M10 F8|S9 ~ W8 H5",
        "1/E 3:1,4/SW ore,35/W 3:1,32/NE wool,8/SE wheat,28/NW clay,15/NE wood,21/SW 3:1"),
    "C, Hollow Isle": (
        "? ~ ~ ~|~ S8 F3 W4 ~|~ M5 ? ? S9 ~|~ H6 ? ? ? W5 ?|~ F10 ? ? F8 ~|~ M6 H11 S9 ~|"
        "? ~ ~ ~",
        "6/NW 3:1,7/NE wood,13/E ore,26/E 3:1,31/SE wool,30/SW 3:1,23/SW wheat,16/W 3:1,"
        "10/NW clay"),
}
_TURN = {"NE": 30, "E": 90, "SE": 150, "SW": 210, "W": 270, "NW": 330}  # clockwise from north


def _places() -> list[Point]:
    """Return the middles of the 37 hexes, relative to the middle hex."""
    found = []
    for row, count in enumerate(_ROWS):
        for column in range(count):
            found.append(((column - (count - 1) / 2) * _FLAT,
                          (row - 3) * _FLAT * math.sqrt(3) / 2))
    return found


def _pier(place: str) -> tuple[float, float, float, float]:
    """Return the middle of the edge of a hex, and the way out from it, as (x, y, dx, dy)."""
    number, edge = place.split("/")
    x, y = _places()[int(number)]
    a = math.radians(_TURN[edge])
    dx, dy = math.sin(a), -math.cos(a)
    return x + dx * _FLAT / 2, y + dy * _FLAT / 2, dx, dy


def _sign(place: str) -> Point:
    """Return the place of a harbour's sign: on the water side of its pier, or inside a water
    hex."""
    x, y, dx, dy = _pier(place)
    return x + dx * 5.2, y + dy * 5.2


def _harbour(place: str, kind: str) -> list[Shape]:
    x, y, dx, dy = _pier(place)
    made = [line([(x - dy * 6, y + dx * 6), (x + dy * 6, y - dx * 6)], "#7a4a1e", 1.6)]
    return made + moved(cards.harbour(kind), *_sign(place), 0.55)


def _name(called: str, x: float, y: float, signs: list[Point]) -> Words:
    """Return a hex's coordinate, in its southern corner, or in the northern one if a sign is
    near."""
    low = y + _FLAT * 0.43
    hidden = any(math.dist((x, low), sign) < 6.5 for sign in signs)
    return Words(x, y - _FLAT * 0.43 if hidden else low, 2.4, called, INK)


def picture(name: str) -> list[Shape]:
    """Return the set-up of a map, SIZE large."""
    rows, harbours = MAPS[name]
    fields = rows.replace("|", " ").split()
    middle = SIZE[0] / 2, SIZE[1] / 2 + 4
    made = []
    for field, (x, y) in zip(fields, _places(), strict=True):
        kind = _LETTERS[field[0]]
        made += moved(cards.terrain(kind), x, y, _FLAT / cards.HEX)
        if field[1:]:
            made += moved(cards.number(int(field[1:])), x, y + 0.7, 0.4)
    piers = [entry.split() for entry in harbours.split(",")]
    for place, kind in piers:
        made += _harbour(place, kind)
    signs = [_sign(place) for place, _ in piers]
    for called, (x, y) in zip(_CALLED, _places(), strict=True):
        made.append(_name(called, x, y, signs))
    return [rectangle(0, 0, *SIZE, "#eaf3f8", INK, 0.4, 3),
            Words(middle[0], 9, 6, f"Map {name}", INK, True),
            *moved(made, *middle)]
