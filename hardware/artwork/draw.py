"""Vector drawings as data: paths and words, with SVG made from them.

A drawing is a list of shapes in its own units, x to the right and y down. The same shapes go to
the browser as SVG and onto the print sheets as PDF, so there is one drawing of each thing.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, TypeAlias

    Point = tuple[float, float]
    Shape: TypeAlias = "Path | Words"

INK = "#2b2733"
PAPER = "#f6efe0"
GREEN, GREEN_DEEP = "#4d8a5f", "#2f6143"
WHEAT, WHEAT_DEEP = "#efc558", "#b9822a"
STONE, STONE_LIGHT = "#4a4d5e", "#8d91a3"
SEATS = ("#d9822b", "#2f6da8", "#a8437a", "#2b8c7e")
SEATS_LIGHT = ("#f4b978", "#86b4dc", "#d894ba", "#7cc4b8")
_K = 0.5522847498  # of a quarter circle as a cubic curve


@dataclass(frozen=True)
class Path:
    """`steps`: ("M", x, y), ("L", x, y), ("C", x1, y1, x2, y2, x, y) or ("Z",)."""

    steps: tuple[tuple[Any, ...], ...]
    fill: str | None = None
    stroke: str | None = None
    width: float = 0


@dataclass(frozen=True)
class Words:
    """One line of words centred at (x, y); `size` is the height of a capital and a half."""

    x: float
    y: float
    size: float
    text: str
    fill: str = INK
    bold: bool = False


def polygon(points: Iterable[Point], fill: str | None = None, stroke: str | None = None,
            width: float = 0, closed: bool = True) -> Path:
    steps = [("ML"[i > 0], x, y) for i, (x, y) in enumerate(points)]
    return Path((*steps, ("Z",)) if closed else tuple(steps), fill, stroke, width)


def line(points: Iterable[Point], stroke: str | None = INK, width: float = 2.0) -> Path:
    return polygon(points, None, stroke, width, closed=False)


def ellipse(x: float, y: float, rx: float, ry: float, fill: str | None = None,
            stroke: str | None = None, width: float = 0) -> Path:
    kx, ky = rx * _K, ry * _K
    return Path((("M", x + rx, y), ("C", x + rx, y + ky, x + kx, y + ry, x, y + ry),
                 ("C", x - kx, y + ry, x - rx, y + ky, x - rx, y),
                 ("C", x - rx, y - ky, x - kx, y - ry, x, y - ry),
                 ("C", x + kx, y - ry, x + rx, y - ky, x + rx, y), ("Z",)), fill, stroke, width)


def circle(x: float, y: float, r: float, fill: str | None = None, stroke: str | None = None,
           width: float = 0) -> Path:
    return ellipse(x, y, r, r, fill, stroke, width)


def rectangle(x: float, y: float, w: float, h: float, fill: str | None = None,
              stroke: str | None = None, width: float = 0, round_: float = 0) -> Path:
    if not round_:
        return polygon([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], fill, stroke, width)
    r, k = round_, round_ * (1 - _K)
    x2, y2 = x + w, y + h
    return Path((("M", x + r, y), ("L", x2 - r, y), ("C", x2 - k, y, x2, y + k, x2, y + r),
                 ("L", x2, y2 - r), ("C", x2, y2 - k, x2 - k, y2, x2 - r, y2), ("L", x + r, y2),
                 ("C", x + k, y2, x, y2 - k, x, y2 - r), ("L", x, y + r),
                 ("C", x, y + k, x + k, y, x + r, y), ("Z",)), fill, stroke, width)


def ring(x: float, y: float, r: float, count: int, start: float = 0.0) -> list[Point]:
    """`count` points on a circle, clockwise from the top, `start` in turns."""
    return [(x + r * math.sin(2 * math.pi * (start + i / count)),
             y - r * math.cos(2 * math.pi * (start + i / count))) for i in range(count)]


def star(x: float, y: float, outer: float, inner: float, rays: int, fill: str | None = None,
         stroke: str | None = None, width: float = 0) -> Path:
    points = [p for pair in zip(ring(x, y, outer, rays), ring(x, y, inner, rays, 0.5 / rays),
                                strict=True) for p in pair]
    return polygon(points, fill, stroke, width)


def moved(shapes: Iterable[Shape], dx: float = 0.0, dy: float = 0.0, scale: float = 1.0,
          turn: float = 0.0, about: Point = (0.0, 0.0)) -> list[Shape]:
    """Return the shapes turned clockwise by `turn` quarter turns about a point, scaled, then
    moved."""
    cos, sin = math.cos(turn * math.pi / 2), math.sin(turn * math.pi / 2)
    ax, ay = about

    def at(x: float, y: float) -> Point:
        x, y = x - ax, y - ay
        return (ax + x * cos - y * sin) * scale + dx, (ay + x * sin + y * cos) * scale + dy
    made: list[Shape] = []
    for shape in shapes:
        if isinstance(shape, Words):
            x, y = at(shape.x, shape.y)
            made.append(Words(x, y, shape.size * scale, shape.text, shape.fill, shape.bold))
            continue
        steps = []
        for name, *values in shape.steps:
            pairs = [at(*values[i:i + 2]) for i in range(0, len(values), 2)]
            steps.append((name, *(v for pair in pairs for v in pair)))
        made.append(Path(tuple(steps), shape.fill, shape.stroke, shape.width * scale))
    return made


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def element(shape: Shape) -> str:
    """Return one shape as an SVG element."""
    if isinstance(shape, Words):
        weight = ' font-weight="bold"' if shape.bold else ""
        return (f'<text x="{_n(shape.x)}" y="{_n(shape.y + shape.size * 0.36)}" '
                f'font-size="{_n(shape.size)}" text-anchor="middle" fill="{shape.fill}"'
                f'{weight}>{escape(shape.text)}</text>')
    d = "".join(name + " ".join(_n(v) for v in values) for name, *values in shape.steps)
    stroke = f' stroke="{shape.stroke}" stroke-width="{_n(shape.width)}"' if shape.stroke else ""
    return f'<path d="{d}" fill="{shape.fill or "none"}"{stroke}/>'


def _placed(shape: Path) -> tuple[Path, float, float]:
    """Return (the shape moved to where its first point is 0 0, that point) of a Path."""
    x, y = (round(v, 2) for v in shape.steps[0][1:3])
    steps = tuple((name, *(round(v - (y if i % 2 else x), 2) for i, v in enumerate(values)))
                  for name, *values in shape.steps)
    return Path(steps, shape.fill, shape.stroke, shape.width), x, y


def _elements(shapes: Sequence[Shape]) -> str:
    """Return the shapes as SVG elements; writes a frequent path once, and then refers to it."""
    placed = [None if isinstance(shape, Words) else _placed(shape) for shape in shapes]
    count = Counter(found[0] for found in placed if found)
    often = {path: f"s{n}" for n, path in enumerate(
        path for path, times in count.items() if times > 2 and len(path.steps) > 2)}
    defined = "".join(element(path).replace("<path ", f'<path id="{name}" ', 1)
                      for path, name in often.items())
    made = [f"<defs>{defined}</defs>"] if often else []
    for shape, found in zip(shapes, placed, strict=True):
        if found and found[0] in often:
            path, x, y = found
            made.append(f'<use href="#{often[path]}" x="{_n(x)}" y="{_n(y)}"/>')
        else:
            made.append(element(shape))
    return "".join(made)


def svg(shapes: Sequence[Shape], width: float = 100.0, height: float = 100.0,
        title: str = "") -> str:
    """Return the shapes as an SVG document of that size in their units."""
    head = f"<title>{escape(title)}</title>" if title else ""
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(width)} {_n(height)}" '
            'stroke-linejoin="round" stroke-linecap="round" '
            'font-family="DejaVu Sans, sans-serif">'
            f"{head}{_elements(shapes)}</svg>")
