"""The share of a cell's lights that a piece on it leaves visible, by the mouth's area. In mm.

The lights say "take this piece away" while the piece lies there, so no piece may hide a light,
however a hand lays it: anywhere in its cell, and as far off the middle as a hall switch tolerates.
That is why tiles, dominoes and pyramids have cut corners. Landover's pieces stand over their
lights, so they are printed in clear filament.
"""

import functools
import math
from collections.abc import Iterator
from typing import Any

from hardware import boards
from hardware.assembly import value
from hardware.source import Design

_STEPS = 40  # of a mouth's width, for its area
_COMPASS = ("east", "north-east", "north", "north-west", "west", "south-west", "south",
            "south-east")
_TURNS = 16  # directions in which a piece is moved

# A round (x, y, radius), or a rectangle with cut corners (x1, y1, x2, y2, cut).
Foot = tuple[float, ...]


def feet(m: Any, pitch: float) -> dict[str, tuple[Foot, ...]]:
    """Return {piece: its foot} of the pieces on a board, with the cell's middle at (0, 0); a
    domino's other half to each of the four sides, its waist as wide as its ends."""
    side, disc = value(m, "tile", "side") / 2, value(m, "pieces", "disc") / 2
    cut = value(m, "tile", "corner")
    large = max(m.need("pieces", "pyramid", list)) / 2
    found: dict[str, tuple[Foot, ...]] = {
        "a tile": ((-side, -side, side, side, cut),),
        "a large pyramid": ((-large, -large, large, large, value(m, "pieces", "corner")),),
        "a cairn": ((0, 0, disc),), "a tor": ((0, 0, value(m, "pieces", "tor") / 2),)}
    waist = side - cut
    for name, dx, dy in (("north", 0, 1), ("east", 1, 0), ("south", 0, -1), ("west", -1, 0)):
        x, y = dx * pitch, dy * pitch
        found[f"a domino to the {name}"] = (
            (-side, -side, side, side, cut), (x - side, y - side, x + side, y + side, cut),
            (min(0, x) - waist * abs(dy), min(0, y) - waist * abs(dx),
             max(0, x) + waist * abs(dy), max(0, y) + waist * abs(dx), 0))
    return found


def _covers(foot: Foot, x: float, y: float) -> bool:
    if len(foot) == 3:
        return (x - foot[0]) ** 2 + (y - foot[1]) ** 2 < foot[2] ** 2
    x1, y1, x2, y2, cut = (*foot, 0)[:5]
    return x1 < x < x2 and y1 < y < y2 and min(x - x1, x2 - x) + min(y - y1, y2 - y) >= cut


@functools.cache
def _inside(radius: float) -> tuple[tuple[float, float], ...]:
    """Return points that are spread evenly over a round mouth, from its middle."""
    found = [(radius * ((2 * i + 1) / _STEPS - 1), radius * ((2 * j + 1) / _STEPS - 1))
             for i in range(_STEPS) for j in range(_STEPS)]
    return tuple((dx, dy) for dx, dy in found if dx * dx + dy * dy <= radius * radius)


def visible(x: float, y: float, radius: float, pieces: Any) -> float:
    """Return the share of a round mouth at (x, y) that `pieces` leave open, 0 to 1."""
    inside = _inside(radius)
    open_ = sum(not any(_covers(foot, x + dx, y + dy) for foot in pieces) for dx, dy in inside)
    return open_ / len(inside)


def _aside(foot: tuple[Foot, ...], pitch: float, most: float) -> Iterator[tuple[float, float]]:
    """Yield the offsets of a piece from its place: none, `most` in every direction, and against
    the sides of its cell."""
    yield 0, 0
    low, high = foot[0][0], foot[0][2]
    half = foot[0][2] if len(foot[0]) == 3 else (high - low) / 2
    play = max(pitch / 2 - half, 0)
    for n in range(_TURNS):
        dx, dy = (round(part(2 * math.pi * n / _TURNS), 6) for part in (math.cos, math.sin))
        yield most * dx, most * dy
        far = max(abs(dx), abs(dy))
        yield play * dx / far, play * dy / far


@functools.cache
def _hidden_most(radius: float, most: float, pitch: float,
                 pieces: tuple[tuple[str, tuple[Foot, ...]], ...],
                 lights: tuple[tuple[float, float], ...]) -> tuple[float, str]:
    """Return the least share of a cell's `lights` that a laid piece leaves open, and which piece
    that is, and where."""
    found = []
    for name, foot in pieces:
        for dx, dy in _aside(foot, pitch, most):
            for x, y in lights:
                share = round(visible(x - dx, y - dy, radius, foot), 6)
                turn = _COMPASS[round(math.atan2(dy, dx) / (math.pi / 4)) % 8]
                off = f" {math.hypot(dx, dy):.1f} mm off to the {turn}" if dx or dy else ""
                found.append((share, name + off))
    return min(found)


def places(board: Any) -> Any:
    """Return {(x, y)} of a cell's lights from its middle, over all cells of a board with
    blocks."""
    found = set()
    for i, numbers in enumerate(board.lights):
        x, y = ((n + 0.5) * board.pitch for n in (i % board.width, i // board.width))
        found |= {(round(board.pixels[n][0] - x, 3), round(board.pixels[n][1] - y, 3))
                  for n in numbers}
    return found


def check(design: Design) -> list[tuple[str, ...]]:
    """Return rows for rules.py: for each way of lighting cells, the light that a piece hides
    most."""
    m = design.mechanics
    rows: list[tuple[str, ...]] = []
    least = m.need("top", "visible", int)
    kinds: dict[Any, Any] = {}
    for board in boards.boards(design.boards).values():
        if board.blocks:
            kinds.setdefault((board.hall, board.per_spot), board)
    for board in kinds.values():
        share, piece = _hidden_most(
            value(m, "top", "mouth") / 2, value(m, "hall", "aside"), board.pitch,
            tuple(feet(m, board.pitch).items()), tuple(sorted(places(board))))
        if 100 * share < least:
            what = (f"{piece} leaves {100 * share:.0f} % of a light of {board.name} open, {least} "
                    "are wanted")
            if board.per_spot == 1 and not board.hall:
                raise board.source.error(board.at, "lights", what, "Say lights = 4: they stand in "
                                         "the corners")
            raise m.error("top", "visible", what, "Move the lights towards the gap (INSET in "
                          "boards.py), make the piece smaller ([tile] side), or cut more off its "
                          "corners ([tile] corner, [pieces] corner)")
        rows.append((f"lights of `{board.name}` under a piece as hands lay it: least that stays "
                     f"open, under {piece}", f"{100 * share:.0f} %", f"{least} %",
                     f"{100 * share - least:.0f} %",
                     "how far the sheet spreads the light; Landover's pieces, of clear filament"))
    return rows
