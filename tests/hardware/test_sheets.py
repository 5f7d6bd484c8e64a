"""The print sheets as PDF tools see them: page sizes, fonts, measuring line; planted faults."""

import re
import subprocess

import pytest

from hardware.artwork import sheets

MADE = sorted(sheets.AGAIN.glob("*/*.pdf"))
SIZE = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}


def ask(tool, path):
    return subprocess.run([tool, path], check=True, capture_output=True, text=True).stdout


@pytest.mark.parametrize("path", MADE, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_a_sheet_is_fit_for_print(path):
    size = re.search(r"Page size: +([\d.]+) x ([\d.]+)", ask("pdfinfo", path))
    assert [float(v) for v in size.groups()] == pytest.approx(SIZE[path.parent.name], abs=0.1)
    fonts = ask("pdffonts", path).splitlines()[2:]
    assert fonts and all(re.search(r"yes yes (yes|no)", font) for font in fonts)


def test_both_papers_have_the_same_sheets():
    assert len(MADE) == 2 * (len(sheets.SHEETS) + len(sheets.overlays.OVERLAYS))
    a4 = {p.name: p for p in MADE if p.parent.name == "a4"}
    assert set(a4) == {p.name for p in MADE if p.parent.name == "letter"}
    for name, path in a4.items():
        assert (sheets.OUT / "a4" / name).read_bytes() == path.read_bytes()


def test_the_measuring_line_is_50_mm(tmp_path):
    picture = tmp_path / "page"
    subprocess.run(["pdftoppm", "-r", "254", "-f", "1", "-l", "1", "-gray", "-singlefile",
                    MADE[0], picture], check=True)
    data = (tmp_path / "page.pgm").read_bytes()
    header = re.match(rb"P5\s+(\d+)\s+(\d+)\s+255\s", data)
    width, height = int(header[1]), int(header[2])
    rows = [data[header.end() + y * width:header.end() + (y + 1) * width]
            for y in range(height - 90, height - 50)]
    runs = [max(map(len, re.findall(rb"[\x00-\xb0]+", row[:width // 2])), default=0)
            for row in rows]
    assert 500 <= max(runs) <= 506  # tenths of a millimetre, the line's round ends included


def test_a_piece_too_large_for_the_page_is_refused(tmp_path):
    for face in ("DejaVuSans", "DejaVuSans-Bold"):
        sheets.pdfmetrics.registerFont(sheets.TTFont(face, f"{sheets.FONTS}/{face}.ttf"))
    sheet = sheets.Sheet(tmp_path / "x.pdf", "a4", "fault")
    with pytest.raises(ValueError, match="does not fit"):
        sheet.grid([("x", [])], 250, 40, "giant")
