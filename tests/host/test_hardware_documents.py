"""The documents of hardware/: links, tables, and numbers that are made from the sources."""

import re
import subprocess

import pytest

from hardware import page_links, tables
from hardware.harness.make import shorter
from hardware.source import ROOT, Design, SourceError

PAGES = [path for path in tables.pages() if path.parent != ROOT]


@pytest.mark.parametrize("path", PAGES, ids=lambda p: p.name)
def test_links_lead_somewhere(path):
    assert page_links.broken(path) == []


def test_every_made_table_is_used():
    used = set()
    for path in PAGES:
        used |= set(re.findall(r"<!-- made: (\w+) -->", path.read_text()))
    assert used == set(tables.MAKERS)


def test_every_step_of_the_guide_has_a_picture_or_a_table():
    for path in sorted((ROOT / "hardware" / "docs").glob("[1-8]-*.md")):
        text = path.read_text()
        assert re.search(r"!\[[^]]+\]\([^)]+\)|<!-- made: ", text), path.name


def test_part_numbers_in_the_text_are_in_the_list():
    listed = (ROOT / "hardware" / "design" / "parts.csv").read_text()
    for path in PAGES:
        for chip in re.findall(r"\b(?:74[A-Z]+\d+|NTAG\d+)\b", path.read_text()):
            assert chip in listed, f"{path.name}: {chip}"


def test_the_tree_stays_small():
    """The files of a checkout; those that only a machine makes again go into the archive."""
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        pytest.skip("no checkout")
    files = [ROOT / name for name in done.stdout.split("\0") if name]
    assert sum(file.stat().st_size for file in files if file.is_file()) < 12_000_000


def test_planted_broken_links(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# A head\n[gone](gone.md) ![x](x.png)\n[here](#a-head) [not](#b) [w](http://x)")
    assert page_links.broken(page) == ["2: gone.md", "2: x.png", "3: #b"]


def test_planted_stale_table():
    text = "<!-- made: ribbon -->\n| old |\n<!-- end -->"
    assert "| 1 | PIXELS | 2 | GND |" in tables.fill(text, Design())


def test_planted_unknown_table():
    with pytest.raises(SourceError, match=r"x.md:2: no table 'nonsense'"):
        tables.fill("\n<!-- made: nonsense -->\n<!-- end -->", Design(), "x.md")


def test_a_drawing_in_fewer_bytes():
    drawn = (
        '<svg>\n<g font-family="DejaVu Sans" font-size="14.00" id="graph0">\n'
        '<g id="node1" class="node">\n<polygon fill="none" stroke="black" points="0,1 2,3 0,1"/>\n'
        '<text x="1" y="2">&#160;</text>\n<text x="3" y="4">J9</text>\n</g>\n'
        '<path fill="none" stroke="#000000" stroke-width="2" d="M0,0"/>\n'
        '<path fill="none" stroke="#ff0000" stroke-width="2" d="M1,1"/>\n</g>\n</svg>\n'
    )
    assert shorter(drawn) == (
        "<svg>\n<style>text{fill:black;stroke:none}path{stroke-width:2}</style>\n"
        '<g font-family="DejaVu Sans" font-size="14.00" fill="none" stroke="black" id="graph0">\n'
        '<g>\n<polygon points="0,1 2,3"/>\n<text x="3" y="4">J9</text>\n</g>\n'
        '<path d="M0,0"/>\n<path stroke="#ff0000" d="M1,1"/>\n</g>\n</svg>\n'
    )
