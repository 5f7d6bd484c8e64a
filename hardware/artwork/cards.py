"""Drawings of cards, hexes, tokens and player aids, in millimetres; same style as the pieces.

Cards are 63 x 88, hexes 70 across the flats, round tokens 25 or 30 across, aids 105 x 148.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from hardware.artwork.draw import (
    GREEN,
    GREEN_DEEP,
    INK,
    PAPER,
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
)
from hardware.artwork.pieces import CULTURES, ear, shapes

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.artwork.draw import Point, Shape

CARD = (63, 88)
AID = (105, 148)
HEX = 70
_FACE = {"wood": ("#7fa36b", "resource"), "clay": ("#c9785a", "resource"),
         "wool": ("#b7cf9b", "resource"), "wheat": (WHEAT, "resource"),
         "ore": ("#9aa0b4", "resource"), "paper": (CULTURES["science"], "commodity"),
         "cloth": (CULTURES["commerce"], "commodity"), "coin": (CULTURES["politics"], "commodity")}
GOODS = tuple(_FACE)

# Dev cards of Landover: name, culture, copies, words (rules: landover 19).
DEVS = (
    ("Alchemist", "science", 2, "Before you roll: choose both number dice yourself. "
     "The event die is still rolled."),
    ("Crane", "science", 2, "Your next culture level this turn costs one commodity less."),
    ("Inventor", "science", 2, "Swap two number tokens on the board, but no 2, 6, 8 or 12."),
    ("Irrigation", "science", 2, "Take 2 wheat for each different field that your buildings "
     "touch."),
    ("Medicine", "science", 2, "Make one of your villages a city for 2 ore and 1 wheat."),
    ("Mining", "science", 2, "Take 2 ore for each different mountain that your buildings touch."),
    ("Printer", "science", 1, "1 victory point. Lay it open at once."),
    ("Road", "science", 2, "Build up to two roads or boats for nothing."),
    ("Military", "science", 2, "Your military power rises by 2, as far as your cap lets it."),
    ("Engineer", "science", 1, "Build one city wall for nothing. (Only if you agreed to play "
     "with it.)"),
    ("Commercial harbor", "commerce", 2, "Offer each opponent a resource of yours: who has a "
     "commodity must give you one at random for it."),
    ("Master Merchant", "commerce", 2, "Look at the hand of an opponent with more points than "
     "you and take 2 cards."),
    ("Merchant", "commerce", 6, "Put the merchant on a resource tile beside a building of yours. "
     "It is worth a point and trades 2 to 1."),
    ("Merchant Fleet", "commerce", 2, "Name one of the eight goods: the bank takes it 2 to 1 "
     "until your turn ends."),
    ("Resource Monopoly", "commerce", 4, "Name a resource: each opponent gives you up to 2 of "
     "it."),
    ("Commodity Monopoly", "commerce", 2, "Name a commodity: each opponent gives you up to 1 of "
     "it."),
    ("Siege", "politics", 2, "Put your catapult on a tile as in a raid and take up to 2 random "
     "cards. It costs no power and is not your raid."),
    ("Bishop", "politics", 2, "Put your catapult on a tile and take 1 random card from every "
     "opponent with a building there."),
    ("Constitution", "politics", 1, "1 victory point. Lay it open at once."),
    ("Deserter", "politics", 2, "An opponent loses 1 military power and you gain it."),
    ("Vandal", "politics", 2, "Every opponent with at least your points loses half of the hand "
     "at random."),
    ("Diplomat", "politics", 2, "Take an open road or boat off the board. If it was yours, build "
     "it elsewhere."),
    ("Raze", "politics", 2, "An opponent's city without a metro loses its wall, or else becomes "
     "a village."),
    ("Spy", "politics", 3, "Look at an opponent's dev cards and take one."),
    ("Wedding", "politics", 2, "Every opponent with more points than you gives you 2 random "
     "cards."),
)


def wrap(text: str, size: float, width: float) -> list[str]:
    """Return the lines of `text` no wider than `width`, counting a letter as 0.54 of the size."""
    lines, current = [], ""
    for word in text.split():
        longer = f"{current} {word}".strip()
        if len(longer) * size * 0.54 > width and current:
            lines.append(current)
            current = word
        else:
            current = longer
    return [*lines, current]


def _paragraph(text: str, x: float, y: float, size: float, width: float) -> list[Shape]:
    return [Words(x, y + i * size * 1.35, size, words)
            for i, words in enumerate(wrap(text, size, width))]


def _fitting(height_at: Callable[[float], float], sizes: tuple[float, ...],
             height: float) -> float:
    """Return the largest of `sizes` (descending) with height_at(size) <= height, or the
    smallest."""
    return next((size for size in sizes if height_at(size) <= height), sizes[-1])


# Signs of the goods, about 20 x 20 around the origin.

def _wood() -> list[Shape]:
    logs: list[Shape]
    logs = [ellipse(x, y, 4.6, 4.6, "#c99a63", INK, 0.7) for x, y in ((-5, 4), (5, 4), (0, -4))]
    return logs + [circle(x, y, 2, None, "#8a6238", 0.6) for x, y in ((-5, 4), (5, 4), (0, -4))]


def _clay() -> list[Shape]:
    return [rectangle(x, y, 9.4, 4.8, "#b8553a", INK, 0.7, 0.6)
            for x, y in ((-9.9, 3), (0.5, 3), (-4.7, -2.4), (-9.9, -7.8), (0.5, -7.8))]


def sheep() -> list[Shape]:
    body: list[Shape]
    body = [circle(x, y, 3.6, PAPER, INK, 0.7)
            for x, y in ((-4.5, 0), (0, -2.6), (4.5, 0), (-2, 3), (2.6, 3))]
    return [line([(x, 5), (x, 9)], INK, 1.2) for x in (-3, 3)] + body + [
        ellipse(0, 1, 5.4, 3.6, PAPER), ellipse(-8, -2, 2.6, 3.2, STONE, INK, 0.7)]


def _ore() -> list[Shape]:
    return [polygon([(-9, 6), (-6, -4), (1, -8), (8, -2), (9, 6)], STONE_LIGHT, INK, 0.8),
            polygon([(-6, -4), (1, -8), (0, 1)], "#c2c7d6", INK, 0.5),
            polygon([(1, -8), (8, -2), (0, 1)], STONE, INK, 0.5)]


def _paper() -> list[Shape]:
    return [polygon([(-7, -9), (4, -9), (8, -5), (8, 9), (-7, 9)], PAPER, INK, 0.8),
            *(line([(-4, y), (5, y)], STONE_LIGHT, 0.7) for y in (-3, 0, 3, 6))]


def _cloth() -> list[Shape]:
    return [rectangle(-9, -5, 18, 11, "#c9477a", INK, 0.8, 1.5),
            ellipse(9, 0.5, 2.6, 5.5, "#e48aae", INK, 0.8),
            *(line([(-9 + i, -5), (-9 + i, 6)], "#e48aae", 0.8) for i in (4, 8, 12))]


def _coin() -> list[Shape]:
    return [circle(2, 2, 7.6, WHEAT_DEEP, INK, 0.8), circle(-1.6, -1.6, 7.6, WHEAT, INK, 0.8),
            star(-1.6, -1.6, 4.6, 2, 5, WHEAT_DEEP)]


SIGNS = {"wood": _wood, "clay": _clay, "wool": sheep, "wheat": lambda: ear(-4, 1, 1) + ear(
    4, 1, 1) + ear(0, -1, 1.2), "ore": _ore, "paper": _paper, "cloth": _cloth, "coin": _coin}


def _blank(colour: str, edge: str = INK) -> list[Shape]:
    w, h = CARD
    return [rectangle(0, 0, w, h, PAPER, edge, 0.4, 3),
            rectangle(3, 3, w - 6, h - 6, colour, INK, 0.5, 2.2)]


def good(name: str) -> list[Shape]:
    """Return a card of a resource or commodity."""
    colour, kind = _FACE[name]
    w, h = CARD
    made = _blank(colour)
    made += [circle(w / 2, h * 0.46, 20, PAPER, INK, 0.5)]
    made += moved(SIGNS[name](), w / 2, h * 0.46, 1.5)
    for x, y, turn in ((9.5, 10, 0), (w - 9.5, h - 10, 2)):
        made += moved(SIGNS[name](), x, y, 0.42, turn)
    made += [rectangle(9, h - 23, w - 18, 11, PAPER, INK, 0.4, 2),
             Words(w / 2, h - 18.9, 6, name, INK, True), Words(w / 2, h - 14, 3, kind, STONE)]
    return made


def dev(name: str, culture: str, words: str) -> list[Shape]:
    """Return a dev card."""
    w, h = CARD
    made = _blank(CULTURES[culture])
    made += [rectangle(6, 8, w - 12, 11, PAPER, INK, 0.5, 2),
             Words(w / 2, 13.6, 4.2 if len(name) > 14 else 5.2, name, INK, True),
             rectangle(6, 44, w - 12, 36, PAPER, INK, 0.5, 2)]
    made += moved(shapes(4, f"{culture} metro"), w / 2 - 11, 20.5, 0.22)
    size = _fitting(lambda s: len(wrap(words, s, w - 16)) * s * 1.35, (4.2, 3.9, 3.6, 3.3), 27)
    made += _paragraph(words, w / 2, 49.5, size, w - 16)
    return [*made, Words(w / 2, 77, 2.8, f"Landover, {culture}", STONE)]


def back(culture: str | None = None) -> list[Shape]:
    """Return a card's back."""
    colour = CULTURES.get(culture, STONE)  # type: ignore[arg-type]
    w, h = CARD
    made = _blank(colour)
    for i, r in enumerate((24, 19, 14)):
        made.append(star(w / 2, h / 2, r, r * 0.72, 12, None if i % 2 else PAPER, INK, 0.5))
    return [*made, circle(w / 2, h / 2, 8, colour, INK, 0.6),
            Words(w / 2, h / 2, 4, "LEY", PAPER, True)]


# Hexes.

_GROUND = {"forest": "#5f8d57", "hills": "#cf8a63", "sheep": "#a9cc8a", "field": WHEAT,
           "mountain": "#9aa0b4", "gold": "#e0b23c", "water": "#5b9bc4", "mystery": STONE}


def outline(flat: float, x: float = 0.0, y: float = 0.0) -> list[Point]:
    """Return the corners of a pointy-top hex, `flat` across its flats."""
    return ring(x, y, flat / math.sqrt(3), 6)


def _tree(x: float, y: float, s: float) -> list[Shape]:
    return [rectangle(x - s * 0.7, y, 1.4 * s, 3 * s, "#7a5634", INK, 0.4),
            polygon([(x - 4 * s, y + 0.6 * s), (x, y - 9 * s), (x + 4 * s, y + 0.6 * s)],
                    GREEN_DEEP, INK, 0.5)]


def _features(kind: str) -> list[Shape]:
    places = ((-17, -8), (0, -16), (17, -8), (-17, 12), (17, 12), (0, 20))
    if kind == "forest":
        return [s for x, y in places for s in _tree(x, y + 3, 0.95)]
    if kind == "hills":
        return [s for x, y in places for s in (
            ellipse(x, y, 7, 4.6, "#b8693f", INK, 0.5), ellipse(x + 1.4, y + 1, 5, 3, "#dba17f"))]
    if kind == "sheep":
        return [s for x, y in places for s in moved(sheep(), x, y, 0.55)]
    if kind == "field":
        return [s for x, y in places for dx in (-4, 0, 4) for s in ear(x + dx, y, 0.8)]
    if kind == "mountain":
        return [s for x, y in places for s in (
            polygon([(x - 7, y + 5), (x, y - 7), (x + 7, y + 5)], STONE_LIGHT, INK, 0.5),
            polygon([(x - 2.4, y - 2.9), (x, y - 7), (x + 2.4, y - 2.9), (x, y - 1.6)], PAPER))]
    if kind == "gold":
        return [s for x, y in places for s in moved(_coin(), x, y, 0.6)]
    if kind == "water":
        return [line([(x - 5, y), (x - 2.5, y - 2), (x, y), (x + 2.5, y - 2), (x + 5, y)],
                     "#d7ebf6", 0.9) for x, y in (*places, (0, 2), (-28, 2), (28, 2))]
    return [Words(0, 0, 28, "?", PAPER, True)]


def terrain(kind: str) -> list[Shape]:
    """Return a hex of 70 mm across the flats around the origin."""
    made = [polygon(outline(HEX - 0.6), _GROUND[kind], INK, 0.6), *_features(kind)]
    if kind not in ("water", "mystery"):
        made.append(circle(0, 2, 8.6, PAPER, INK, 0.5))
    return made


def number(value: int) -> list[Shape]:
    """Return a number token, 16 across, with a dot for each way to roll the number."""
    hot = "#b3372c" if value in (6, 8) else INK
    ways = 6 - abs(7 - value)
    return [circle(0, 0, 8, PAPER, INK, 0.5), Words(0, -1, 7.4, str(value), hot, True),
            *(circle((i - (ways - 1) / 2) * 1.8, 4.6, 0.65, hot) for i in range(ways))]


def harbour(kind: str) -> list[Shape]:
    """Return a harbour token, 16 across."""
    made = [circle(0, 0, 8, "#d7ebf6", INK, 0.5)]
    if kind == "3:1":
        return [*made, Words(0, 0, 5.4, kind, INK, True)]
    return made + moved(SIGNS[kind](), 0, -1.4, 0.42) + [Words(0, 5.2, 3, "2:1", INK, True)]


def cube(kind: str) -> list[Shape]:
    """Return a marker of the market: money, faerie or wheat, 16 across."""
    if kind == "money":
        return moved(_coin(), 0, 0, 0.9)
    fill, edge = (GREEN, GREEN_DEEP) if kind == "faerie" else (WHEAT, WHEAT_DEEP)
    return [polygon([(-6, -3), (0, -7), (6, -3), (6, 4), (0, 8), (-6, 4)], fill, INK, 0.5),
            line([(-6, -3), (0, 1), (6, -3)], edge, 0.8), line([(0, 1), (0, 8)], edge, 0.8)]


# Player aids: answers to a player's questions at the table.

AIDS = {
    "Ley of the Land": (("2", "gggy"), (
        ("In your turn", "Place a tile beside another, edges matching, or pass. With the bag: "
         "draw a tile, and place it if you can."),
        ("A territory", "Triangles of one colour that lie together. It is complete when each of "
         "them meets another across a border; the board's edge does not close it."),
        ("Score", "1 point for each diamond, 4 more with a Fairie Ring or Crop Circle in it. "
         "Green counts for the first player, yellow for the second."),
        ("The end", "When both pass, or the board is full. A tie goes to the second player."))),
    "Ley of the Land, market": (("2", "gyyy"), (
        ("Bid", "All bid money in secret and all pay. The highest bid acts first; ties clockwise "
         "from the marker."),
        ("Act", "Acquire: a tile from the market onto your board. Frolick: faerie cubes on green "
         "sections, 1 money each. Sow: wheat cubes on yellow ones. Reap: a wheat cube back for 3 "
         "money. Invest: the last in order gets twice the bid. All but Acquire once a round."),
        ("A section complete", "gives a cube for each of its diamonds; the edge closes here."),
        ("The end", "A full board or an empty stock. Money and cubes 1 point each, the largest "
         "section 12."))),
    "Ley Lines": (("3", "suns tor"), (
        ("Set up", "Cairns face down, none beside another. Then tors, not beside a cairn, two "
         "spaces apart. Seven segments each."),
        ("In your turn", "Lay a segment or pass. From each half a path must lead to a tor without "
         "falling, or to a cairn without rising."),
        ("Energy", "flows from a cairn to the largest neighbour and on, never falling, never "
         "back. If it reaches a tor, the tor's player scores the cairn's value and 1 for each "
         "space between, 2 if both are of one colour."),
        ("Then", "segments on the path with both values at most the cairn's go, and the cairn "
         "goes. The game ends with the last cairn, or when all pass."))),
    "Ley Lines of Mars": (("1", "large 0"), (
        ("In your turn", "Place one of your pyramids or a cap on any empty space."),
        ("A line", "is a whole diagonal between caps and edges, two spaces or more."),
        ("Score", "When your pyramid fills a line, count the pips of your colour on it: small 1, "
         "medium 2, large 3. A cap never scores. Two lines at once both count."),
        ("The end", "when all 35 pieces lie. Five of each size a player, five caps."))),
    "Landover": (("4", "city 0"), (
        ("Build", "Road: wood, clay. Boat: wood, wool. Village: wood, clay, wool, wheat. City: 2 "
         "wheat, 3 ore. Wall: 2 clay. Military power: wool, ore, wheat."),
        ("Culture", "A level costs its number in paper (science), cloth (commerce) or coin "
         "(politics). Level 3 gives a power, the first level 4 the metro, level 5 locks it."),
        ("Roll", "7: catapults go, hands over the limit lose half. Event die: barbarians come a "
         "step nearer; a colour gives a dev card if the red die is at most your level."),
        ("Barbarians", "as strong as there are cities, against all military power together."),
        ("Points", "village 1, city 2, metro 2, longest route 2, port authority 2, merchant 1, "
         "island 1, defender 1."))),
}


def aid(title: str) -> list[Shape]:
    """Return a player aid."""
    w, h = AID
    (number_, face), parts = AIDS[title]
    made: list[Shape]
    made = [rectangle(0, 0, w, h, PAPER, INK, 0.4, 4), rectangle(0, 0, w, 26, STONE, INK, 0.4, 4),
            rectangle(0, 20, w, 6.2, STONE), line([(0, 26.2), (w, 26.2)], INK, 0.4)]
    made += moved(shapes(int(number_), face), 5, 3, 0.2)
    made.append(Words(w / 2 + 11, 13, 5.2 if len(title) > 18 else 7, title, PAPER, True))

    def high(size: float) -> float:
        return sum(len(wrap(text, size, w - 9)) * size * 1.35 + 3.4 * size for _, text in parts)
    size = _fitting(high, (4.6, 4.3, 4, 3.7, 3.4, 3.1), h - 32)
    y = 26.2 + size * 1.6
    for head, text in parts:
        made.append(Words(w / 2, y, size * 1.2, head, "#8a3d2b", True))
        lines = _paragraph(text, w / 2, y + size * 1.7, size, w - 9)
        made += lines
        y += len(lines) * size * 1.35 + 3.4 * size
    return made
