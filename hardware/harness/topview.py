"""Top views of the boards as SVG: cells, blocks, the path of the ribbon and the chain of
lights."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from hardware.artwork.draw import (
    INK,
    PAPER,
    SEATS,
    STONE,
    WHEAT,
    Words,
    circle,
    line,
    moved,
    polygon,
    rectangle,
    ring,
    svg,
)

if TYPE_CHECKING:
    from hardware.artwork.draw import Point, Shape
    from hardware.boards import Board

_MARGIN = 34
_RIBBON, _LIGHTS = SEATS[1], "#3d8f5a"


def _arrow(a: Point, b: Point, colour: str, width: float) -> list[Shape]:
    """Return a line from a to b with a head at b."""
    turn = math.atan2(b[1] - a[1], b[0] - a[0])
    head = [(b[0] + r * math.cos(turn + d), b[1] + r * math.sin(turn + d))
            for r, d in ((0, 0), (width * 4, 2.7), (width * 4, -2.7))]
    return [line([a, b], colour, width), polygon(head, colour)]


def _squares(board: Board) -> tuple[list[Shape], list[Shape], list[Point]]:
    """Cells and blocks, in mm with y to the south; and the position of each block."""
    p, high = board.pitch, board.height * board.pitch
    made: list[Shape] = []
    spots: list[Shape] = []
    for i, name in enumerate(board.spots):
        x, y = i % board.width * p, high - (i // board.width + 1) * p
        made.append(rectangle(x, y, p, p, PAPER, "#b9b2a4", p / 80))
        if board.cells_read:
            made.append(rectangle(x + p * 0.07, y + p * 0.09, p * 0.86, p * 0.82, None, "#d8cfbd",
                                  p / 60, p * 0.06))
        spots.append(Words(x + p / 2, y + p * (0.8 if p > 30 else 0.5), p * 0.18, name, STONE))
    blocks = []
    side = board.side * p
    for column, row in board.block_places():
        x, y = column * side, high - (row + 1) * side
        made.append(rectangle(x, y, side, side, None, INK, p / 25))
        blocks.append((x + side / 2, y + side / 2))
    return made, spots, blocks


def _lights(board: Board, mouth: float) -> list[Shape]:
    """Return the lights, as wide as their mouths if there is a top."""
    flip = board.height * board.pitch if board.width else 0
    points = [(x, flip - y) for x, y in board.pixels]
    size = mouth / 2 if board.blocks else 2.2
    run = board.per_spot * board.side ** 2 if board.chain == "blocks" else len(points)
    made: list[Shape] = []
    for start in range(0, len(points), run):
        made.append(line(points[start:start + run], _LIGHTS, size * 0.45))
        made.append(circle(*points[start], size * 1.4, _LIGHTS))
    return made + [circle(x, y, size, WHEAT, _LIGHTS, size * 0.25) for x, y in points]


def _ribbon(board: Board, blocks: list[Point]) -> list[Shape]:
    p = board.pitch
    made = []
    before = (blocks[0][0], board.height * p + _MARGIN * 0.55)
    for place in blocks:
        made += _arrow(before, place, _RIBBON, p / 14)
        before = place
    for n, (x, y) in enumerate(blocks, 1):
        made += [circle(x, y, p * 0.26, _RIBBON, INK, p / 60),
                 Words(x, y, p * 0.26, str(n), "#ffffff", True)]
    x, y = blocks[0][0], board.height * p + _MARGIN * 0.6
    return [*made, rectangle(x - 27, y - 7, 54, 15, STONE, INK, 0.8, 3),
            Words(x, y + 0.5, 8.5, "main board", "#ffffff")]


def _hexes(board: Board) -> tuple[list[Shape], list[Shape]]:
    size = board.pitch / math.sqrt(3)
    made: list[Shape] = []
    for name in board.spots[:board.hexes]:
        x, y = board.places[name]
        corners = ring(x, -y, size, 6)
        made.append(polygon(corners, PAPER, "#b9b2a4", 1))
    words: list[Shape]
    words = [Words(x, -y + 9, 8, name, STONE)
             for name, (x, y) in board.places.items() if name.isdigit()]
    return made, words


def _facts(board: Board) -> list[str]:
    lines = [f"{board.name}: {board.title}"]
    if board.blocks:
        lines.append("blue: ribbon, blocks in the order of the chain, the last takes the plug")
    lines.append(f"green: chain of {len(board.pixels)} lights, from the large dot"
                 + (" in each block" if board.blocks and board.chain == "blocks" else ""))
    return lines


def view(board: Board, mouth: float) -> str:
    """Return the SVG of `board` from above, north up; lights shine through mouths of `mouth`
    mm."""
    if board.width:
        shapes, spots, blocks = _squares(board)
        shapes += _lights(board, mouth) + spots
        if blocks:
            shapes += _ribbon(board, blocks)
        width: float
        height: float
        width, height = board.width * board.pitch, board.height * board.pitch
        dx = dy = float(_MARGIN)
    else:
        shapes, words = _hexes(board)
        shapes += _lights(board, mouth) + words
        reach = max(math.hypot(x, y) for x, y in board.pixels) + 4
        width = height = 2 * reach
        dx = dy = _MARGIN + reach
    wide, high = max(width, 330) + 2 * _MARGIN, height + 3.8 * _MARGIN
    shapes = moved(shapes, dx + (wide - 2 * _MARGIN - width) / 2, dy)
    shapes += [Words(wide / 2, high - _MARGIN * 1.3 + 13 * i, 10 if i else 12, text, INK, not i)
               for i, text in enumerate(_facts(board))]
    return svg([rectangle(0, 0, wide, high, "#ffffff"), *shapes], wide, high, board.title) + "\n"
