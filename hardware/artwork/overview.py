"""One picture of pieces of all five games, for the documents."""

from hardware.artwork import cards, pieces
from hardware.artwork.draw import Path, Words, moved, rectangle, svg

_SHOWN = ((2, "gggg"), (2, "gggy"), (2, "ggyy"), (2, "gygy"), (2, "yyyy"), (3, "2 of 2-5"),
          (3, "5 of 2-5"), (3, "suns cairn 3"), (3, "moons tor"), (1, "small 0"), (1, "large 1"),
          (1, "cap"), (4, "village 0"), (4, "city 1"), (4, "road 2"), (4, "boat 3"),
          (4, "wall 1"), (4, "catapult 2"), (4, "merchant"), (4, "science metro"))


def picture() -> str:
    """Return the SVG: pieces in two rows, hexes and cards below."""
    made: list[Path | Words]
    made = [rectangle(0, 0, 1120, 620, "#ffffff")]
    for i, (number, face) in enumerate(_SHOWN):
        made += moved(pieces.shapes(number, face), 12 + i % 10 * 110, 12 + i // 10 * 112)
    for i, kind in enumerate(("forest", "sheep", "mountain", "gold", "water")):
        made += moved(cards.terrain(kind), 100 + i * 142, 330, 1.9)
    faces = [cards.good("wood"), cards.good("coin"), cards.dev(*cards.DEVS[0][:2],
                                                              cards.DEVS[0][3])]
    for i, shapes in enumerate(faces):
        made += moved(shapes, 22 + i * 150, 425, 2.1)
    for i, value in enumerate((3, 6, 8, 11)):
        made += moved(cards.number(value), 520 + i * 60, 470, 3)
    for i, kind in enumerate(("3:1", "wood", "ore")):
        made += moved(cards.harbour(kind), 520 + i * 60, 540, 3)
    made += moved(cards.aid("Ley Lines of Mars"), 840, 250, 2.4)
    return svg(made, 1120, 620, "Pieces of the five games") + "\n"
