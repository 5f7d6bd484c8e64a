"""Pages and comments refer to things that are there, and the version is told once."""

import contextlib
import importlib.util
import io
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from games import summary
from games.mars import Mars
from hardware import page_links
from host_tools import ROOT, cli
from sim.chip import budgets
from table import tags
from table.host import FIRMWARE
from tests.portable.test_texts import finished

FOLDERS = ("docs", "firmware", "hardware", "host_tools", "sim", "tests")
ENDINGS = (".css", ".html", ".js", ".md", ".mjs", ".py", ".sh", ".toml", ".yml")
HERE = Path(__file__).resolve()


def files():
    """Return every text that people write, except this file, which quotes mistakes."""
    found = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*")]
    found += [path for path in ROOT.iterdir() if path.suffix in ENDINGS or path.name == "Makefile"]
    return sorted(path for path in found
                  if path.is_file() and path != HERE
                  and (path.suffix in ENDINGS or path.name == "Makefile"))


PAGES = [path for path in files() if path.suffix == ".md"]
TEXTS = {path: path.read_text(encoding="utf-8") for path in files()}

# `rules: page place place`, `facts: name`; a comment may break the line inside.
CITED = re.compile(r"\((rules|facts):(\s[^()<]+)\)")
# A file that is named with its folder, in pages in backticks, in code anywhere.
SHOWN = re.compile(r"`(\S+)`[^\n]*:\n\n```python")  # a file whose text the page has
NAMED = re.compile(r"`((?:%s)/[^`\s]*)`" % "|".join(FOLDERS))
PAGE = re.compile(r"\bdocs/[\w./-]+\.md\b")
GONE = re.compile(r"\bresearch[:)]|\bshared/(?:rules|research|seeds)|\bDESIGN\.md|\bseed_00\d")


def citations(text):
    """Yield (kind, words) of each citation: ("rules", ["land", "D6"])."""
    for kind, words in CITED.findall(text):
        yield kind, re.sub(r"\n\s*(?:#|//)?", " ", words).replace(",", " ").split()


def places(page):
    """Return the parts of a page of rules that can be cited: decisions, section numbers, items of
    a section, and headings."""
    found, section = set(), ""
    for line in page.splitlines():
        found |= set(re.findall(r"\*\*(D\d+)", line)) | set(re.findall(r"^\| (D\d+) \|", line))
        head = re.match(r"#+ +(.*)", line)
        if head:
            number = re.match(r"(\d+(?:\.\d+)?)\.? ", head[1])
            section = number[1] if number else ""
            found |= {head[1], section}
        item = re.match(r"(\d+)\. ", line)
        if item and section:
            found.add(f"{section}.{item[1]}")
    return found


def missing(kind, words):
    """Return the parts of a citation that are nowhere; [] if all is well."""
    if kind == "facts":
        names = set(re.findall(r"(?m)^\| ([a-z-]*[a-z]) \|", (ROOT / "docs/facts.md").read_text()))
        return [word for word in words if word not in names]
    page = ROOT / "docs/rules" / f"{words[0]}.md"
    if not page.is_file():
        heads = {head.lower() for head in places((ROOT / "docs/rules/README.md").read_text())}
        return [] if words[0] in heads else [words[0]]
    known = places(page.read_text(encoding="utf-8"))
    return [word for word in words[1:] if word not in known]


def test_every_link_leads_somewhere():
    wrong = [f"{path.relative_to(ROOT)}:{said}" for path in PAGES
             for said in page_links.broken(path)]
    assert wrong == []


def test_every_citation_is_found():
    wrong = [f"{path.relative_to(ROOT)}: {kind}: {' '.join(words)}: no {gone}"
             for path, text in TEXTS.items() for kind, words in citations(text)
             for gone in missing(kind, words)]
    assert wrong == []


def test_every_fact_is_cited():
    listed = re.findall(r"(?m)^\| ([a-z-]*[a-z]) \|", TEXTS[ROOT / "docs/facts.md"])
    cited = {word for path, text in TEXTS.items() if path.suffix != ".md"
             for kind, words in citations(text) if kind == "facts" for word in words}
    assert [name for name in listed if name != "name" and name not in cited] == []


def test_every_file_that_is_named_is_there():
    wrong = []
    for path, text in TEXTS.items():
        named = set(PAGE.findall(text)) | (set(NAMED.findall(text)) if path in PAGES else set())
        for name in sorted(named - set(SHOWN.findall(text))):
            homes = (ROOT, ROOT / "hardware")  # whose pages name their own
            if not any(list(home.glob(name.rstrip("/"))) for home in homes):
                wrong.append(f"{path.relative_to(ROOT)}: {name}")
    assert wrong == []


def test_nothing_refers_to_what_is_outside():
    wrong = [f"{path.relative_to(ROOT)}: {found}" for path, text in TEXTS.items()
             for found in GONE.findall(text)]
    assert wrong == []


def test_the_tree_of_the_architecture_has_every_package():
    tree = TEXTS[ROOT / "docs/architecture.md"].split("```")[1]
    for parent in ("firmware", "firmware/table", "sim"):
        for folder in sorted({path.parent for path in (ROOT / parent).glob("*/*.py")}):
            assert re.search(r"(?m)^ *(\S*/)?%s/ " % folder.name, tree), folder


def test_the_picture_of_the_architecture_names_modules():
    picture = (ROOT / "docs/way-of-a-tag.svg").read_text()
    named = re.findall(r"[a-z0-9/]+\.py|\b[a-z]+/(?=<|,)", picture)
    assert len(named) >= 8
    for name in named:
        assert (ROOT / "firmware/table" / name).exists() or (ROOT / "firmware" / name).exists()


def helps():
    """Return the help of each command of `leyboard`."""
    seen = [["--help"]]
    for words in seen:
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.suppress(SystemExit):
            cli.parser(words[0]).parse_args(words)
        yield said.getvalue()
        listed = re.search(r"(?ms)^  [A-Z]+\n((?: {4,}.*\n)+)", said.getvalue())
        if listed:
            seen += [[*words[:-1], name, "--help"]
                     for name in re.findall(r"(?m)^    (\w+)", listed[1])]


def commands():
    """Return the `leyboard` commands that pages and helps tell, whole ones on lines of their own,
    parts of one inside a sentence."""
    line = r"(?m)^ *(?:\.venv/bin/)?leyboard ([a-z].*)$"
    inside = r"`(?:\.venv/bin/)?leyboard ([a-z][^`]*)`"
    texts = [*(TEXTS[page] for page in PAGES), *helps()]
    whole = {told for text in texts for told in re.findall(line, text)}
    part = {" ".join(told.split()) for text in texts for told in re.findall(inside, text)}
    return sorted((*((told, True) for told in whole), *((told, False) for told in part - whole)))


def test_each_command_of_the_pages_is_one(capsys):
    for command, is_whole in commands():
        words = shlex.split(re.split(" >+ ", command)[0], comments=True)
        try:
            assert cli.parser(words[0]).parse_args(words).run
        except SystemExit as end:
            said = capsys.readouterr().err
            lacks = not is_whole and re.search("are required: |expected one argument", said)
            assert end.code == 0 or lacks, (command, said)  # 0: --help


def test_the_page_of_the_commands_lists_each():
    table = TEXTS[ROOT / "docs/tools.md"].partition("## Installing")[0]
    named = re.findall(r"[`, ]([a-z]+)(?=`|, )", table)
    top = re.findall(r"(?m)^    ([a-z]+)(?= |$)", next(helps()))
    assert len(top) > 20 and set(top) - set(named) == set()


def test_each_module_that_pages_run_is_there():
    told = {name for page in PAGES
            for name in re.findall(r"\bpython3? -m ([a-z_.]+[a-z])", TEXTS[page])}
    assert {"host_tools.bot", "hardware", "tests.bench_web"} <= told
    assert [name for name in sorted(told) if importlib.util.find_spec(name) is None] == []


def test_the_targets_that_pages_name_are_in_the_makefile():
    there = set(re.findall(r"(?m)^([a-z-]+):", TEXTS[ROOT / "Makefile"]))
    named = {name for page in PAGES
             for name in re.findall(r"(?m)(?:^|`)make ([a-z-]+)", TEXTS[page])}
    assert len(named) > 10 and named <= there


def test_the_first_page_shows_all_games_with_their_players():
    row = r"(?m)^\| \[([^]]+)\]\(firmware/games/(\w+)[^)]*\) \| (\d)(?:-(\d))? \|"
    shown = {name: (title, (int(few), int(most or few)))
             for title, name, few, most in re.findall(row, TEXTS[ROOT / "README.md"])}
    assert shown == {name: summary(name)[:2] for name in finished()}


def test_the_version_is_told_once():
    told = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    newest = re.search(r"(?m)^## (\S+)", TEXTS[ROOT / "CHANGELOG.md"])[1]
    assert told == FIRMWARE == newest


@pytest.mark.parametrize(("text", "gone"), [
    ("(rules: land D6)", []),
    ("(rules: land D60)", ["D60"]),
    ("# (rules: landover\n# 17.3 26.8)", []),
    ("(rules: landover 17.9, 26.99)", ["17.9", "26.99"]),
    ("(rules: chess)", ["chess"]),
    ("(rules: conventions)", []),
    ("(facts: two-tags)", []),
    ("(facts: three-tags)", ["three-tags"]),
])
def test_planted_citations(text, gone):
    ((kind, words),) = citations(text)
    assert missing(kind, words) == gone


def test_planted_reference_to_the_outside():
    assert GONE.findall("as found (research: x), see DESIGN.md") == ["research:", "DESIGN.md"]


def test_the_site_is_built_and_fetches_nothing(tmp_path):
    made = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "-q", "--strict", "-d", tmp_path],
        cwd=ROOT, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, text=True,
        capture_output=True, check=False,
    )
    assert made.returncode == 0, made.stderr
    pages = list(tmp_path.rglob("*.html"))
    assert len(pages) > len(PAGES)  # and the one for what is not found
    for page in pages:
        fetched = re.findall(r'<(?:script|link|img)[^>]*="https?://[^"]*"', page.read_text())
        assert [tag for tag in fetched if "canonical" not in tag] == [], page


def test_the_example_of_a_tag():
    told = re.search(r"`(4c 42(?: \w\w)+)`", TEXTS[ROOT / "docs/formats.md"])[1]
    assert tags.decode(bytes.fromhex(told)) == (1, 1, 2, 0)
    assert Mars().label(1) == "small 0"


def test_the_page_of_budgets_says_what_the_judge_wants_and_reads_in_a_minute():
    rows = [[cell.strip() for cell in line.strip("| ").split(" | ")]
            for line in (ROOT / "docs" / "budgets.md").read_text(encoding="utf-8").splitlines()
            if line.startswith("|") and not line.startswith("| ---")]
    wanted = {row[0].split(":")[0]: set() for row in rows}
    for row in rows:
        assert all(len(cell.split()) <= 12 for cell in row), row
        wanted[row[0].split(":")[0]].add(row[1])
    assert wanted["sweep"] == {"%d ms" % most for _, _, most in budgets.SWEEPS}
    assert wanted["first light"] == {"%d / %d ms" % budgets.FIRST_LIGHT}
    assert wanted["all lights"] == {"%d / %d ms" % budgets.ALL_LIGHTS}
    assert wanted["longest step"] == {"%d ms" % budgets.STEP}
    assert wanted["start"] == {"%g s" % (budgets.START / 1000)}
    assert wanted["resume"] == {"%g s" % (budgets.RESUME / 1000)}
    assert wanted["stack never used"] == {"%d KB" % budgets.STACK_KB}
    assert wanted["names in memory"] == {f"{budgets.NAMES:,}"}
    by_version = {row[3]: row[1] for row in rows if row[1].endswith(" KB") and "/" in row[1]}
    assert by_version == {
        text: "%d / %d KB" % budgets.heap_kb(version)
        for text, version in (("1.27", (1, 27)), ("1.29", (1, 29)))
    }
    told = {row[0]: row[1] for row in rows}
    frames = "frames while a hand's light moves, 324 pixels"
    assert told[frames] == "%d a second" % budgets.FRAMES
    thinking = "frames while four computers of Landover think"
    assert told[thinking] == "%d a second" % budgets.FRAMES_THINKING
    removal = "removal lit, one question in a hundred missed"
    assert told[removal] == "%d ms" % budgets.REMOVAL
    assert told["legal spot dark between two actions"] == "%d ms" % budgets.DARK


@pytest.mark.parametrize("page, told, file", [
    ("docs/gallery.md", r"`gomoku.py`, (\d+) lines", "examples/games/gomoku.py"),
    ("docs/seats.md", r"a program that plays, in (\d+) lines", "examples/seat_client.py"),
])
def test_a_page_tells_how_long_a_file_is(page, told, file):
    (lines,) = re.findall(told, TEXTS[ROOT / page])
    assert len((ROOT / file).read_text(encoding="utf-8").splitlines()) == int(lines)
