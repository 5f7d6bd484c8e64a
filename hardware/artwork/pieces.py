"""Drawings of the single pieces of all five games, 100 x 100 units each.

`draw(set_number, face)` gives an SVG string; `shapes(set_number, face)` the same as shapes. The
set is a game's SET and the face its public name of a piece, as views and windows show it:
1 pyramids ("small 0", "cap"), 2 tiles as they lie ("ggyy", north, east, south, west), 3 stones
("2 of 2-5", "suns cairn", "suns cairn 3", "suns tor"), 4 Landover ("village 0", "science metro",
"city 1 with science metro and wall", "merchant under catapult 2").
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.artwork.draw import (
    GREEN,
    GREEN_DEEP,
    INK,
    PAPER,
    SEATS,
    SEATS_LIGHT,
    STONE,
    STONE_LIGHT,
    WHEAT,
    WHEAT_DEEP,
    Words,
    circle,
    ellipse,
    line,
    moved,
    polygon,
    rectangle,
    ring,
    star,
    svg,
)

if TYPE_CHECKING:
    from hardware.artwork.draw import Point, Shape

SUITS = ("suns", "moons", "crowns", "arms")
CULTURES = {"science": "#4d8a5f", "commerce": "#e0b23c", "politics": "#3f74b5"}
_CUT = 1.6  # width of an outline


def emblem(seat: int, x: float, y: float, r: float, fill: str | None = None,
           edge: str = INK) -> list[Shape]:
    """Return the sign of a seat: sun, moon, crown or crossed arms, besides its colour."""
    fill = fill or SEATS[seat]
    s = r / 10
    if seat == 0:
        return [star(x, y, r, r * 0.62, 12, fill, edge, s), circle(x, y, r * 0.42, PAPER, edge, s)]
    if seat == 1:
        moon = polygon([(x + dx * s, y + dy * s) for dx, dy in _MOON], fill, edge, s)
        return [moon]
    if seat == 2:
        points = [(-9, 7), (-9, -5), (-4.5, 0), (0, -8), (4.5, 0), (9, -5), (9, 7)]
        return [polygon([(x + a * s, y + b * s) for a, b in points], fill, edge, s),
                line([(x - 9 * s, y + 3.6 * s), (x + 9 * s, y + 3.6 * s)], edge, s)]
    blade = [polygon([(-2, -10), (0, -13.5), (2, -10), (2, 4), (-2, 4)], fill, edge, 1),
             rectangle(-6, 4, 12, 3, fill, edge, 1), rectangle(-1.7, 7, 3.4, 6, fill, edge, 1)]
    return (moved(blade, x, y, s, 0.5) + moved(blade, x, y, s, -0.5))


def _moon() -> list[Point]:
    """Return the points of a crescent: the left of one circle, and back along a smaller one inside
    it."""
    outer = sorted((p for p in ring(0, 0, 10, 48) if p[0] <= 4.4), key=lambda p: -p[1])
    inner = [(x + 5.2, y) for x, y in ring(0, 0, 9, 48)]
    inner = sorted((p for p in inner if p[0] ** 2 + p[1] ** 2 <= 100.5 and p[0] < 4.6),
                   key=lambda p: p[1])
    return outer + inner


_MOON = _moon()


# Set 1: pyramids from above, and caps.

_HALF = {"small": 21, "medium": 31, "large": 41}


def pyramid(size: str, seat: int) -> list[Shape]:
    half, pips = _HALF[size], list(_HALF).index(size) + 1
    low, high = 50 - half, 50 + half
    dark, light = SEATS[seat], SEATS_LIGHT[seat]
    sides = (((low, low), (high, low), light), ((high, low), (high, high), dark),
             ((high, high), (low, high), _shade(dark)), ((low, high), (low, low), dark))
    made: list[Shape]
    made = [polygon([a, b, (50, 50)], colour, INK, _CUT) for a, b, colour in sides]
    made += emblem(seat, 50, 50 - half * 0.06, half * 0.34, PAPER)
    step = half * 0.34
    for i in range(pips):
        made.append(circle(50 + (i - (pips - 1) / 2) * step, 50 + half * 0.74, half * 0.1 + 1,
                           PAPER, INK, 1))
    return made


def cap() -> list[Shape]:
    return [circle(50, 50, 33, "#8a5144", INK, _CUT),
            *(line([(50 + (x - 50) * 0.52, 50 + (y - 50) * 0.52), (x, y)], "#5d332b", 1.4)
              for x, y in ring(50, 50, 30, 10)),
            star(50, 50, 18, 14, 9, "#5d332b", INK, 1.2), star(50, 50, 13, 9, 9, "#e2662c"),
            star(50, 50, 7.5, 5, 9, "#f7c948")]


def _shade(colour: str, by: float = 0.72) -> str:
    return "#" + "".join(f"{int(int(colour[i:i + 2], 16) * by):02x}" for i in (1, 3, 5))


# Set 2: tiles.

def tile(face: str) -> list[Shape]:
    """Return a tile as it lies: four triangles, north, east, south, west, green or yellow."""
    made = []
    for turn, colour in enumerate(face):
        single = len(set(face)) == 1
        part = _meadow(single) if colour == "g" else _field(single)
        made += moved(part, turn=turn, about=(50, 50))
    borders = [(a, b) for i, (a, b) in enumerate((((2, 2), (50, 50)), ((98, 2), (50, 50)),
                                                  ((98, 98), (50, 50)), ((2, 98), (50, 50))))
               if face[i - 1] != face[i]]
    made += [line(pair, INK, 1.4) for pair in borders]
    if face == "gggg":
        made.append(circle(50, 50, 27, None, GREEN_DEEP, 2))
        made += [s for x, y in ring(50, 50, 27, 9) for s in _mushroom(x, y + 2, 1)]
    if face == "yyyy":
        made += [circle(50, 50, r, None, WHEAT_DEEP, 3) for r in (11, 20)]
        made += [circle(x, y, 4, WHEAT_DEEP) for x, y in ring(50, 50, 29, 6)]
        made.append(circle(50, 50, 4, WHEAT_DEEP))
    made.append(rectangle(0.8, 0.8, 98.4, 98.4, None, INK, _CUT))
    mark = mark_of(face)
    if mark is not None:  # the corner that the table names when it asks for the facing
        x, y = ((94, 6), (94, 94), (6, 94), (6, 6))[mark]
        made.append(circle(x, y, 2.6, PAPER, INK, 1.2))
    return made


def mark_of(face: str) -> int | None:
    """Return the corner (0 north-east, clockwise) between the first two triangles of the kind's
    word."""
    turns = [face[-i:] + face[:-i] for i in range(4)]  # each a quarter turn clockwise on
    kind = min(turns)
    if len(set(turns)) == 1:
        return None
    return (4 - turns.index(kind)) % 4 if len(set(turns)) == 4 else turns.index(kind) % 2


def _meadow(single: bool = False) -> list[Shape]:
    made: list[Shape]
    made = [polygon([(0, 0), (100, 0), (50, 50)], GREEN, GREEN, 0.6)]
    for x, y, s in ((22, 11, 1), (41, 9, 0.8), (60, 12, 0.9), (79, 9, 0.8), (35, 23, 0.8),
                    (63, 25, 0.8)):
        made.append(line([(x - 2.6 * s, y - 3 * s), (x, y + 2 * s), (x + 2.6 * s, y - 3 * s)],
                         GREEN_DEEP, 1.5))
        if single and len(made) == 5:
            return made
    return made + _mushroom(50, 29, 1)


def _mushroom(x: float, y: float, s: float) -> list[Shape]:
    return [rectangle(x - 1.6 * s, y - 1 * s, 3.2 * s, 7 * s, PAPER, INK, 0.8 * s, 1 * s),
            polygon([(x + a * s, y + b * s) for a, b in
                     ((-6.5, 0), (-5, -4), (-2, -6.4), (2, -6.4), (5, -4), (6.5, 0))],
                    "#c8553d", INK, 0.9 * s),
            circle(x - 2 * s, y - 3 * s, 1.2 * s, PAPER), circle(x + 2.6 * s, y - 2 * s, s, PAPER)]


def _field(single: bool = False) -> list[Shape]:
    made: list[Shape]
    made = [polygon([(0, 0), (100, 0), (50, 50)], WHEAT, WHEAT, 0.6)]
    ears = ((23, 12, 0.9), (77, 12, 0.9), (50, 16, 1.2), (38, 26, 0.8), (62, 26, 0.8))
    for x, y, s in ears[:2] if single else ears:
        made += ear(x, y, s)
    return made


def ear(x: float, y: float, s: float, colour: str = WHEAT_DEEP) -> list[Shape]:
    """Return an ear of wheat, about 14 units high at s = 1."""
    made = [line([(x, y + 8 * s), (x, y - 5 * s)], colour, 1.1 * s)]
    for i in range(3):
        for side in (-1, 1):
            made.append(ellipse(x + side * 2.1 * s, y - 4 * s + 3.1 * s * i, 1.5 * s, 2.1 * s,
                                colour))
    return [*made, ellipse(x, y - 6.6 * s, 1.4 * s, 2.2 * s, colour)]


# Set 3: conduits, cairns and tors.

_PIPS = {0: (), 1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)),
         4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
         5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
         6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1))}


def half(value: int) -> list[Shape]:
    """Return a half of a segment: pips of light in a slab of stone."""
    made: list[Shape]
    made = [rectangle(4, 4, 92, 92, STONE, INK, _CUT, 10),
            rectangle(11, 11, 78, 78, None, STONE_LIGHT, 1.2, 6)]
    for a, b in _PIPS[value]:
        x, y = 50 + 21 * a, 50 + 21 * b
        made += [circle(x, y, 9.5, "#587a80"), circle(x, y, 6.6, "#8ff0e4", INK, 1)]
    if not value:
        made.append(circle(50, 50, 12, None, STONE_LIGHT, 2))
    return made


def cairn(seat: int, value: int | None = None) -> list[Shape]:
    light = SEATS_LIGHT[seat]
    made: list[Shape]
    made = [circle(50, 50, 42, PAPER, SEATS[seat], 4), circle(50, 50, 44.2, None, INK, 1)]
    for x, y, rx, ry, colour in ((50, 70, 25, 9.5, STONE), (49, 56, 19, 8, STONE_LIGHT),
                                 (52, 44.5, 13, 6.4, STONE)):
        made.append(ellipse(x, y, rx, ry, colour, INK, _CUT))
    if value is None:
        return made + emblem(seat, 50, 26, 11)
    made += emblem(seat, 50, 27, 10)
    return [*made, circle(50, 62, 13, light, INK, 1.4), Words(50, 62, 19, str(value), INK, True)]


def tor(seat: int) -> list[Shape]:
    base = [(14, 84), (30, 56), (36, 58), (42, 26), (58, 26), (64, 58), (70, 56), (86, 84)]
    return [polygon(base, SEATS[seat], INK, _CUT),
            polygon([(14, 84), (30, 56), (36, 58), (40, 36), (46, 84)], _shade(SEATS[seat])),
            rectangle(38, 14, 24, 14, STONE_LIGHT, INK, _CUT),
            *(rectangle(x, 9, 5, 6, STONE_LIGHT, INK, 1.2) for x in (38, 47.5, 57)),
            polygon(base, None, INK, _CUT), *emblem(seat, 50, 58, 13, PAPER)]


# Set 4: Landover.

def village(seat: int) -> list[Shape]:
    c = SEATS[seat]
    return [polygon([(24, 82), (24, 48), (50, 26), (76, 48), (76, 82)], c, INK, _CUT),
            polygon([(16, 52), (50, 20), (84, 52), (77, 57), (50, 32), (23, 57)], _shade(c), INK,
                    _CUT),
            rectangle(44, 62, 12, 20, PAPER, INK, 1.2), *emblem(seat, 50, 48, 8, PAPER)]


def city(seat: int) -> list[Shape]:
    c = SEATS[seat]
    made = [polygon([(10, 84), (10, 50), (30, 34), (50, 50), (50, 84)], c, INK, _CUT),
            rectangle(50, 30, 38, 54, _shade(c, 0.86), INK, _CUT)]
    made += [rectangle(x, 20, 8, 11, _shade(c, 0.86), INK, _CUT) for x in (50, 65, 80)]
    made += [rectangle(x, y, 7, 9, PAPER, INK, 1) for x in (57, 74) for y in (62,)]
    return [*made, rectangle(24, 66, 11, 18, PAPER, INK, 1.2), *emblem(seat, 69, 47, 9, PAPER),
            *emblem(seat, 30, 54, 6.5, PAPER)]


def road(seat: int) -> list[Shape]:
    c = SEATS[seat]
    return [rectangle(8, 38, 84, 24, c, INK, _CUT, 5),
            *(line([(x, 50), (x + 8, 50)], PAPER, 2.6) for x in (18, 74)),
            *emblem(seat, 50, 50, 9, PAPER)]


def boat(seat: int) -> list[Shape]:
    c = SEATS[seat]
    return [polygon([(10, 62), (90, 62), (76, 84), (24, 84)], c, INK, _CUT),
            line([(50, 62), (50, 14)], INK, 2.6),
            polygon([(53, 16), (82, 54), (53, 54)], PAPER, INK, _CUT),
            polygon([(47, 22), (22, 54), (47, 54)], SEATS_LIGHT[seat], INK, _CUT),
            *emblem(seat, 50, 73, 7, PAPER)]


def wall(seat: int) -> list[Shape]:
    c = SEATS_LIGHT[seat]
    made = [rectangle(10, 46, 80, 34, c, INK, _CUT)]
    made += [rectangle(x, 34, 13, 13, c, INK, _CUT) for x in (10, 32.3, 54.6, 77)]
    made += [line([(10, y), (90, y)], INK, 0.9) for y in (57, 69)]
    made += [line([(x, y), (x, y + 11)], INK, 0.9) for y in (46, 69) for x in (26, 74)]
    return made + emblem(seat, 50, 62, 9)


def catapult(seat: int) -> list[Shape]:
    c = SEATS[seat]
    return [polygon([(14, 74), (78, 74), (60, 46), (40, 46)], "#a9794b", INK, _CUT),
            line([(46, 54), (82, 18)], INK, 6), line([(46, 54), (82, 18)], "#c99a63", 3.6),
            circle(84, 16, 8, STONE, INK, _CUT),
            *(s for x in (26, 66) for s in (circle(x, 76, 12, c, INK, _CUT),
                                            circle(x, 76, 3.4, PAPER, INK, 1))),
            *emblem(seat, 46, 62, 7, PAPER)]


def merchant() -> list[Shape]:
    return [polygon([(18, 84), (28, 40), (72, 40), (82, 84)], "#c99a63", INK, _CUT),
            polygon([(14, 44), (50, 14), (86, 44), (74, 50), (62, 44), (50, 50), (38, 44),
                     (26, 50)], "#e0b23c", INK, _CUT),
            polygon([(42, 84), (50, 54), (58, 84)], INK),
            circle(50, 36, 5, PAPER, INK, 1.2)]


def metro(culture: str) -> list[Shape]:
    c = CULTURES[culture]
    made = [rectangle(16, 48, 68, 36, PAPER, INK, _CUT),
            polygon([(50 + 30 * dx, 50 - 30 * dy) for dx, dy in
                     ((-1, 0), (-.92, .4), (-.7, .71), (-.38, .92), (0, 1), (.38, .92), (.7, .71),
                      (.92, .4), (1, 0))], c, INK, _CUT),
            line([(50, 20), (50, 8)], INK, 2.2),
            polygon([(50, 8), (64, 11.5), (50, 15)], c, INK, 1)]
    made += [rectangle(x, 56, 8, 28, c, INK, 1.2) for x in (22, 38, 54, 70)]
    return [*made, rectangle(12, 82, 76, 7, STONE_LIGHT, INK, _CUT)]


def built(face: str) -> list[Shape]:
    """Return a piece of Landover, alone or with a piece on it or over it."""
    under, _, catapult_of = face.partition(" under catapult ")
    if catapult_of:
        return (moved(shapes(4, under), 26, 0, 0.7)
                + moved(catapult(int(catapult_of)), 0, 34, 0.66))
    base, _, more = face.partition(" with ")
    words = base.split()
    if words[-1] == "metro":
        return metro(words[0])
    if base == "merchant":
        return merchant()
    seat = int(words[1])
    made = _SEATED[words[0]](seat)
    if words[0] != "city" and more:
        raise ValueError(face)
    parts = more.split(" and ") if more else []
    if parts and parts[0].endswith(" metro"):
        made = moved(made, 0, 24, 0.74) + moved(metro(parts.pop(0).split()[0]), 36, 0, 0.6)
    if parts == ["wall"]:
        return moved(made, 6, 0, 0.88) + moved(wall(seat), 9, 47, 0.6)
    if parts:
        raise ValueError(face)
    return made


_SEATED = {"village": village, "city": city, "road": road, "boat": boat, "wall": wall,
           "catapult": catapult}


def shapes(set_number: int, face: str) -> list[Shape]:
    """Return the drawing of a piece. Raises KeyError for a face that is of no piece of the set."""
    words = face.split()
    try:
        if set_number == 1:
            return cap() if face == "cap" else pyramid(words[0], int(words[1]))
        if set_number == 2 and len(face) == 4 and set(face) <= set("gy"):
            return tile(face)
        if set_number == 3:
            if words[1] == "of":
                return half(int(words[0]))
            if words[1] == "tor":
                return tor(SUITS.index(words[0]))
            return cairn(SUITS.index(words[0]), int(words[2]) if words[2:] else None)
        if set_number == 4:
            return built(face)
    except (IndexError, ValueError, KeyError):
        pass
    raise KeyError(f"set {set_number} has no piece {face!r}")


def draw(set_number: int, face: str) -> str:
    """Return the piece as an SVG string. Raises KeyError for a face that is of no piece of the
    set."""
    return svg(shapes(set_number, face), title=face)


def faces() -> list[tuple[int, str]]:
    """Return every (set, face) that has a drawing, for sheets and tests; tiles in the facing of
    their kind."""
    found = [(1, f"{size} {seat}") for seat in (0, 1) for size in _HALF] + [(1, "cap")]
    found += [(2, kind) for kind in ("gggg", "gggy", "ggyy", "gygy", "gyyy", "yyyy")]
    found += [(3, f"{a} of {min(a, b)}-{max(a, b)}") for a in range(7) for b in range(7)]
    found += [(3, f"{suit} cairn {value}") for suit in SUITS for value in range(6)]
    found += [(3, f"{suit} {what}") for suit in SUITS for what in ("cairn", "tor")]
    found += [(4, f"{what} {seat}") for what in _SEATED for seat in range(4)]
    return [*found, (4, "merchant"), *((4, f"{culture} metro") for culture in CULTURES)]
