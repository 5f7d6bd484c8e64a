"""The print sheets as PDF tools see them: page sizes, fonts, measuring line; planted faults."""

import re
import subprocess

import pytest

from hardware.artwork import sheets

PAPERS = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}
NAMES = [*sheets.SHEETS, *("board-%s" % name for name in sheets.overlays.OVERLAYS)]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder with all sheets, made for these tests."""
    folder = tmp_path_factory.mktemp("sheets")
    sheets.make(folder, list(PAPERS))
    return folder


def ask(tool, path):
    return subprocess.run([tool, path], check=True, capture_output=True, text=True).stdout


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", NAMES)
def test_a_sheet_is_fit_for_print(made, paper, name):
    path = made / paper / ("%s.pdf" % name)
    size = re.search(r"Page size: +([\d.]+) x ([\d.]+)", ask("pdfinfo", path))
    assert [float(v) for v in size.groups()] == pytest.approx(PAPERS[paper], abs=0.1)
    fonts = ask("pdffonts", path).splitlines()[2:]
    assert fonts and all(re.search(r"yes yes (yes|no)", font) for font in fonts)


def test_two_makings_are_the_same_to_the_byte(made, tmp_path):
    again = sheets.make(tmp_path, list(PAPERS))
    assert len(again) == len(PAPERS) * len(NAMES)
    for path in again:
        assert (made / path.relative_to(tmp_path)).read_bytes() == path.read_bytes()


def test_the_measuring_line_is_50_mm(made, tmp_path):
    picture = tmp_path / "page"
    subprocess.run(["pdftoppm", "-r", "254", "-f", "1", "-l", "1", "-gray", "-singlefile",
                    made / "a4" / "land.pdf", picture], check=True)
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
