"""Print sheets of all games as PDF, in A4 and US Letter: `python -m hardware.artwork.sheets`,
in .venv-hardware. Every run gives the same bytes; fonts are embedded.

Each page has cut ticks around its pieces and a line of 50 mm to check the printer's scale.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from reportlab import rl_config
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from hardware import archive, fingerprints
from hardware.artwork import cards, draw, maps, overlays, pieces
from hardware.artwork.draw import INK, Words, circle, line, moved, rectangle
from hardware.source import ROOT, Design

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from hardware.artwork.draw import Shape

    Key = tuple[object, ...] | str | int

AGAIN = ROOT / "build" / "hardware" / "artwork"
PAPERS = {"a4": A4, "letter": LETTER}
FONTS = "/usr/share/fonts/truetype/dejavu"
MARGIN = 10
rl_config.useA85 = 0  # streams as bytes: as text, the sheets are a quarter larger
SEATS = range(4)


def paint(canvas: Canvas, shapes: Iterable[Shape]) -> None:
    """Paint shapes in the canvas' present units, y to the south."""
    for shape in shapes:
        if isinstance(shape, Words):
            canvas.saveState()
            canvas.translate(shape.x, shape.y + shape.size * 0.36)
            canvas.scale(1, -1)
            canvas.setFillColor(HexColor(shape.fill))
            canvas.setFont("DejaVuSans-Bold" if shape.bold else "DejaVuSans", shape.size)
            canvas.drawCentredString(0, 0, shape.text)
            canvas.restoreState()
            continue
        path = canvas.beginPath()
        for name, *values in shape.steps:
            {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo, "Z": path.close}[name](*values)
        if shape.fill:
            canvas.setFillColor(HexColor(shape.fill))
        if shape.stroke:
            canvas.setStrokeColor(HexColor(shape.stroke))
            canvas.setLineWidth(shape.width)
        canvas.drawPath(path, stroke=int(bool(shape.stroke)), fill=int(bool(shape.fill)))


class Sheet:
    """A PDF in the making: items of one size on a grid, page after page."""

    def __init__(self, path: Path, paper: str, title: str) -> None:
        self.width, self.height = (side / mm for side in PAPERS[paper])
        self.canvas = Canvas(str(path), pagesize=PAPERS[paper], invariant=1, pageCompression=1,
                             initialFontName="DejaVuSans")
        self.canvas.setTitle(f"Leyboard: {title}")
        self.canvas.setAuthor("Leyboard")
        self.forms: dict[Key, str]
        self.title, self.page, self.forms = title, 0, {}

    def _open(self, note: str) -> None:
        c = self.canvas
        self.page += 1
        c.saveState()
        c.scale(mm, mm)
        c.translate(0, self.height)
        c.scale(1, -1)
        c.setLineJoin(1)
        c.setLineCap(1)
        y = self.height - 7
        paint(c, [line([(MARGIN, y), (MARGIN + 50, y)], INK, 0.3),
                  *(line([(MARGIN + x, y - 1.2), (MARGIN + x, y + 1.2)], INK, 0.3)
                    for x in range(0, 51, 10)),
                  Words(MARGIN + 25, y + 3.4, 2.6, "50 mm: measure me, print at 100 %"),
                  Words(self.width - 62, y, 3, f"{self.title}, {note}", INK, True),
                  Words(self.width - 62, y + 3.6, 2.4,
                        f"page {self.page}    Leyboard    CC-BY-4.0")])

    def _close(self) -> None:
        self.canvas.restoreState()
        self.canvas.showPage()

    def _stamp(self, key: Key, shapes: Iterable[Shape], x: float, y: float) -> None:
        """Draw shapes at (x, y); those of one key are stored in the PDF once."""
        c = self.canvas
        if key not in self.forms:
            self.forms[key] = f"f{len(self.forms)}"
            c.beginForm(self.forms[key])
            c.setLineJoin(1)
            c.setLineCap(1)
            paint(c, shapes)
            c.endForm()
        c.saveState()
        c.translate(x, y)
        c.doForm(self.forms[key])
        c.restoreState()

    def grid(self, items: Sequence[tuple[Key, list[Shape]]], w: float, h: float, note: str,
             gap: float = 0.0) -> None:
        """Items [(key, shapes)] of w x h on as many pages as it takes, with cut ticks."""
        across = int((self.width - 2 * MARGIN + gap) // (w + gap))
        down = int((self.height - 2 * MARGIN - 6 + gap) // (h + gap))
        if not across or not down:
            raise ValueError(f"{note}: {w} x {h} mm does not fit the page")
        left = (self.width - across * (w + gap) + gap) / 2
        top = MARGIN - 3
        for start in range(0, len(items), across * down):
            self._open(note)
            batch = items[start:start + across * down]
            for i, (key, shapes) in enumerate(batch):
                self._stamp(key, shapes, left + i % across * (w + gap),
                            top + i // across * (h + gap))
            self._ticks(left, top, w, h, gap, min(across, len(batch)), -(-len(batch) // across))
            self._close()

    def _ticks(self, left: float, top: float, w: float, h: float, gap: float, across: int,
               down: int) -> None:
        right, bottom = left + across * (w + gap) - gap, top + down * (h + gap) - gap
        marks = []
        for i in range(across):
            for x in (left + i * (w + gap), left + i * (w + gap) + w):
                marks += [line([(x, top - 3.5), (x, top - 1)], INK, 0.15),
                          line([(x, bottom + 1), (x, bottom + 3.5)], INK, 0.15)]
        for j in range(down):
            for y in (top + j * (h + gap), top + j * (h + gap) + h):
                marks += [line([(left - 3.5, y), (left - 1, y)], INK, 0.15),
                          line([(right + 1, y), (right + 3.5, y)], INK, 0.15)]
        paint(self.canvas, marks)

    def window(self, shapes: Iterable[Shape], x: float, y: float, w: float, h: float,
               note: str) -> None:
        """A page with the w x h part of `shapes` whose corner is at (x, y)."""
        c = self.canvas
        left, top = (self.width - w) / 2, MARGIN + 4
        self._open(note)
        c.saveState()
        path = c.beginPath()
        path.rect(left, top, w, h)
        c.clipPath(path, stroke=0)
        c.translate(left - x, top - y)
        paint(c, shapes)
        c.restoreState()
        self._ticks(left, top, w, h, 0, 1, 1)
        self._close()

    def save(self) -> None:
        self.canvas.save()


def piece(number: int, face: str, size: float) -> tuple[Key, list[Shape]]:
    return (number, face, size), moved(pieces.shapes(number, face), scale=size / 100)


def domino(low: int, high: int) -> tuple[Key, list[Shape]]:
    """Return a segment, 94 x 44 mm."""
    made: list[Shape]
    made = [rectangle(0, 0, 94, 44, "#3b3d4c", INK, 0.6, 4)]
    made += moved(pieces.shapes(3, f"{low} of {low}-{high}"), 1, 1, 0.42)
    made += moved(pieces.shapes(3, f"{high} of {low}-{high}"), 51, 1, 0.42)
    return (low, high), [*made, line([(47, 6), (47, 38)], "#8ff0e4", 0.8)]


def _disc(shapes: Iterable[Shape], size: float) -> list[Shape]:
    return moved([circle(50, 50, 49, draw.PAPER, INK, 1), *moved(shapes, 11, 11, 0.78)],
                 scale=size / 100)


def tokens(names: Iterable[str], number: int, size: float) -> list[tuple[Key, list[Shape]]]:
    return [((number, face, "disc"), _disc(pieces.shapes(number, face), size)) for face in names]


def land(sheet: Sheet) -> None:
    counts = {"gggg": 2, "yyyy": 2, "gggy": 20, "gyyy": 20, "ggyy": 20, "gygy": 17}
    sheet.grid([piece(2, kind, 44) for kind, n in counts.items() for _ in range(n)], 44, 44,
               "81 tiles", 2)


def leylines(sheet: Sheet) -> None:
    sheet.grid([domino(a, b) for a in range(7) for b in range(a, 7)], 94, 44, "28 segments", 2)
    cairns = [f"{suit} cairn {v}" for suit in pieces.SUITS for v in range(6)]
    backs = [f"{suit} cairn" for suit in pieces.SUITS for _ in range(6)]
    tors = [f"{suit} tor" for suit in pieces.SUITS]
    sheet.grid([piece(3, face, 30) for face in cairns + backs], 30, 30,
               "24 cairns, fronts and backs", 2)
    sheet.grid(tokens(tors, 3, 30), 30, 30, "tors", 2)


def mars(sheet: Sheet) -> None:
    sizes = [f"{size} {seat}" for seat in (0, 1) for size in ("small", "medium", "large")]
    sheet.grid([piece(1, face, 40) for face in [*sizes, "cap"] for _ in range(5)], 40, 40,
               "30 pyramids and 5 caps", 2)


def market(sheet: Sheet) -> None:
    for kind, n in (("money", 60), ("faerie", 40), ("wheat", 40)):
        disc = [circle(0, 0, 8, draw.PAPER, INK, 0.4), *moved(cards.cube(kind), scale=0.75)]
        sheet.grid([(kind, moved(disc, 8.5, 8.5))] * n, 17, 17, kind, 2)


def landover(sheet: Sheet) -> None:
    for name in maps.MAPS:
        sheet.grid([(name, maps.picture(name))], *maps.SIZE, f"map {name}")
    need = {"water": 19, "forest": 4, "hills": 3, "sheep": 4, "field": 4, "mountain": 4,
            "gold": 3, "mystery": 10}
    flat, high = cards.HEX, cards.HEX * 2 / 3 ** 0.5
    sheet.grid([(kind, moved(cards.terrain(kind), flat / 2, high / 2))
                for kind, n in need.items() for _ in range(n)], flat, high, "hexes", 2)
    numbers = [2, 3, 3, 4, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 10, 11, 11, 12]
    small: list[tuple[Key, list[Shape]]]
    small = [(n, moved(cards.number(n), 8.5, 8.5)) for n in numbers]
    small += [(k, moved(cards.harbour(k), 8.5, 8.5))
              for k in ("3:1",) * 5 + cards.GOODS[:5]]
    sheet.grid(small, 17, 17, "numbers and harbours", 2)
    seated = [f"{what} {seat}" for seat in SEATS for what, n in
              (("village", 5), ("city", 4), ("wall", 3), ("catapult", 1), ("road", 15),
               ("boat", 15)) for _ in range(n)]
    single = ["merchant", *(f"{culture} metro" for culture in pieces.CULTURES)]
    sheet.grid(tokens(seated + single, 4, 17), 17, 17, "flat pieces, for those who do not print "
               "them solid", 1.5)
    w, h = cards.CARD
    sheet.grid([(name, cards.good(name)) for name in cards.GOODS for _ in range(9)], w, h,
               "cards of goods")
    sheet.grid([(name, cards.dev(name, culture, words)) for name, culture, n, words in cards.DEVS
                for _ in range(n)], w, h, "dev cards")
    for culture in (None, *pieces.CULTURES):
        sheet.grid([(f"back {culture}", cards.back(culture))] * 9, w, h,
                   f"backs, {culture or 'goods'}")


def aids(sheet: Sheet) -> None:
    scale = 0.84  # four to a page of either size
    w, h = (side * scale for side in cards.AID)
    for title in cards.AIDS:
        sheet.grid([(title, moved(cards.aid(title), scale=scale))] * 4, w, h, title)


def overlay(sheet: Sheet, name: str) -> None:
    _, columns, rows, pitch, maker = overlays.OVERLAYS[name]
    shapes = maker(columns, rows, pitch)
    side = 3 * pitch if pitch == overlays.PITCH else columns * pitch
    if side == columns * pitch and side + 2 * MARGIN > min(sheet.width, 210):
        side = columns * pitch / 2  # too wide for a page, so in quarters
    count = round(columns * pitch / side)
    for j in reversed(range(count)):
        for i in range(count):
            sheet.window(shapes, i * side, j * side, side, side,
                         f"column {i + 1}, row {count - j}")


SHEETS = {"land": ("Ley of the Land", land), "market": ("Market", market),
          "leylines": ("Ley Lines", leylines), "mars": ("Ley Lines of Mars", mars),
          "landover": ("Landover", landover), "aids": ("Player aids", aids)}


def make(folder: Path, papers: list[str]) -> list[Path]:
    """Write every sheet into folder/<paper> for each of `papers`; returns the paths."""
    for face in ("DejaVuSans", "DejaVuSans-Bold"):
        pdfmetrics.registerFont(TTFont(face, f"{FONTS}/{face}.ttf"))
    made = []
    for paper in papers:
        (folder / paper).mkdir(parents=True, exist_ok=True)
        for name, (title, maker) in SHEETS.items():
            made.append(folder / paper / f"{name}.pdf")
            sheet = Sheet(made[-1], paper, title)
            maker(sheet)
            sheet.save()
        for name, (title, *_) in overlays.OVERLAYS.items():
            made.append(folder / paper / f"board-{name}.pdf")
            sheet = Sheet(made[-1], paper, title)
            overlay(sheet, name)
            sheet.save()
    return made


def main() -> None:
    made = make(archive.folder("sheets"), ["a4", "letter"])
    again = make(AGAIN, ["a4", "letter"])
    for one, other in zip(made, again, strict=True):
        if one.read_bytes() != other.read_bytes():
            sys.exit(f"{one.name}: two makings differ")
    fingerprints.record("artwork", Design())
    print(f"artwork: {len(made)} sheets, twice the same")


if __name__ == "__main__":
    main()
