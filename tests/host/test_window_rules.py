"""The rules in the window: in two languages, with pictures, open at the moment, searchable."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from games import names
from sim.window import bundle
from tests.window import needs_chromium

PICTURE = re.compile(r"!\[[^\]]+\]\((?:[^)]*/)?([^)/]+)\)")
CODES = re.compile(r"`|\bseat \d|\bSitz \d|\bprofile\b|\brecord")


def for_players(name, language):
    return re.split(r"(?m)^## For builders$", bundle.rules(name, language))[0]


def headings(text):
    return len(re.findall(r"(?m)^## ", text))


@pytest.mark.parametrize("name", names())
def test_players_read_the_rules_in_both_languages_with_the_same_pictures(name):
    english, german = for_players(name, "en"), for_players(name, "de")
    assert english != german and headings(english) == headings(german) > 5
    assert PICTURE.findall(english) == PICTURE.findall(german) != []
    for picture in PICTURE.findall(english):
        assert (Path(bundle.PAGE) / "rules" / picture).exists()
    assert not CODES.findall(english + german)


@needs_chromium
def test_the_rules_open_at_the_moment_and_are_searched(visit):
    page = visit(locale="de", new=True)
    page.get_by_role("button", name="Beginnen").click()
    page.locator("#rules").click()
    rules = page.locator("dialog .prose")
    expect(rules.locator(".now")).to_have_text("Ein Zug")
    picture = rules.get_by_role("img").first
    picture.scroll_into_view_if_needed()
    page.wait_for_function("document.querySelector('.prose img').naturalWidth > 100")
    page.get_by_role("searchbox").fill("kappe gehören")
    expect(rules.locator(":scope > :visible")).to_have_count(2)  # a paragraph and its heading
    page.get_by_role("searchbox").fill("")
    expect(rules.get_by_role("heading", name="Wertung")).to_be_visible()
