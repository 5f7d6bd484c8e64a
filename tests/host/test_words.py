"""One word for one thing: docs/words.md against all texts for players."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "words.md").read_text()
ROWS = [[cell.strip() for cell in line.strip("|").split("|")]
        for line in PAGE.splitlines() if line.startswith("|")][2:]
COLUMNS = {"en": (1, 3), "de": (2, 4)}


def catalogues(language):
    """Return {path: its texts} of a language."""
    paths = [*ROOT.glob("firmware/texts/%s/*.txt" % language),
             *ROOT.glob("sim/window/texts/%s/*.txt" % language),
             *ROOT.glob("firmware/games/**/*%s.txt" % language)]
    found = {path: path.read_text() for path in sorted(paths)}
    clicks = ROOT / "sim/window/clicks" / (language + ".txt")
    return found | {clicks: clicks.read_text()}


def pages(language):
    """Return {path: text} of the examples' sentences and the players' rules in a language."""
    found = {}
    for path in sorted((ROOT / "firmware/games").glob("**/*example.txt")):
        lines = re.findall(r"^(?:why )?%s (.*)$" % language, path.read_text(), re.MULTILINE)
        found[path] = "\n".join(lines)
    for path in sorted((ROOT / "firmware/games").glob("**/*.md")):
        if path.name.endswith(".de.md") == (language == "de"):
            seen = re.sub(r"<!--[^>]*-->", "", path.read_text())  # comments are not
            found[path] = seen.split("## For builders")[0]
    return found


def said(text):
    """Return the texts of a catalogue, without their keys and slots."""
    values = [line.split("=", 1)[1] for line in text.splitlines()]
    return re.sub(r"\{[^}]*\}", "", "\n".join(values))


def words(cell):
    return [word.strip() for word in cell.split(",") if word.strip()]


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_catalogue_has_a_second_word_for_a_thing(language):
    use, unused = COLUMNS[language]
    texts = {path: said(text) for path, text in catalogues(language).items()} | pages(language)
    assert all(texts.values())
    for path, text in texts.items():
        for row in ROWS:
            for word in words(row[unused]):
                found = re.search(r"\b%s\b" % re.escape(word), text, re.IGNORECASE)
                assert not found, "%s says %s; the word is %s" % (path.name, word, row[use])


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_words_of_the_list_are_used(language):
    everything = "\n".join(said(text) for text in catalogues(language).values()).lower()
    for row in ROWS:
        for word in words(row[COLUMNS[language][0]]):
            assert re.search(word[:-1].lower(), everything), word


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_number_is_glued_and_no_code_of_a_record_is_said(language):
    for path, text in catalogues(language).items():
        for line in said(text).splitlines():
            assert not re.search(r"\b(gggg|yyyy|r\dc\d|seat \d|barb_skip|immunity_vp)\b", line), (
                path.name, line)
