"""The three maps of Landover as set-up pictures (rules: landover 4), in mm."""

import math

from hardware.artwork import cards
from hardware.artwork.draw import INK, Words, line, moved, rectangle

SIZE = (176, 176)
_FLAT = 24.0
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


def _places():
    """Middles of the 37 hexes, from the middle one."""
    found = []
    for row, count in enumerate((4, 5, 6, 7, 6, 5, 4)):
        for column in range(count):
            found.append(((column - (count - 1) / 2) * _FLAT,
                          (row - 3) * _FLAT * math.sqrt(3) / 2))
    return found


def _harbour(place, kind):
    """A pier on an edge of a hex, its sign out on the water side or inside a water hex."""
    number, edge = place.split("/")
    x, y = _places()[int(number)]
    a = math.radians(_TURN[edge])
    dx, dy = math.sin(a), -math.cos(a)
    ex, ey = x + dx * _FLAT / 2, y + dy * _FLAT / 2
    made = [line([(ex - dy * 6, ey + dx * 6), (ex + dy * 6, ey - dx * 6)], "#7a4a1e", 1.6)]
    sign = moved(cards.harbour(kind), ex + dx * 5.2, ey + dy * 5.2, 0.55)
    return made + sign


def picture(name):
    """The set-up of a map, SIZE large."""
    rows, harbours = MAPS[name]
    fields = rows.replace("|", " ").split()
    middle = SIZE[0] / 2, SIZE[1] / 2 + 4
    made = []
    for field, (x, y) in zip(fields, _places(), strict=True):
        kind = _LETTERS[field[0]]
        made += moved(cards.terrain(kind), x, y, _FLAT / cards.HEX)
        if field[1:]:
            made += moved(cards.number(int(field[1:])), x, y + 0.7, 0.4)
    for entry in harbours.split(","):
        made += _harbour(*entry.split())
    for number, (x, y) in enumerate(_places()):
        made.append(Words(x, y + _FLAT * 0.44, 2, str(number), INK))
    return [rectangle(0, 0, *SIZE, "#eaf3f8", INK, 0.4, 3),
            Words(middle[0], 9, 6, f"Map {name}", INK, True),
            *moved(made, *middle)]
