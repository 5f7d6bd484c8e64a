"""The numbers of the rules in the window: a game of one's own, and its link."""

import pytest
from playwright.sync_api import expect

from sim.window.livetable import LiveTable
from tests.window import DESK, KNOWN, PLAIN, needs_chromium, served


@needs_chromium
def test_numbers_are_changed_in_the_dialog_and_a_link_carries_them(tmp_path, profile):
    with served(tmp_path, game="mars") as (url, server):
        context = profile(KNOWN, PLAIN, viewport=DESK)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        page = context.new_page()
        page.goto(url)
        page.get_by_role("button", name="New game").click()
        page.get_by_text("Numbers of the rules").click()
        page.get_by_label("Dots of a large pyramid").fill("5")
        page.get_by_label("Large pyramids each").fill("4")
        page.get_by_role("button", name="Copy a link to this variant").click()
        expect(page.locator("#toast")).to_contain_text("Copied")
        link = page.evaluate("navigator.clipboard.readText()")
        assert link == url + "#game=mars&option.large_dots=5&option.larges=4"
        page.get_by_role("button", name="Begin", exact=True).click()
        expect(page.get_by_role("button", name="Red large pyramid, 4 left")).to_be_visible()
        page.get_by_role("button", name="Rules").click()
        page.get_by_text("Right now").click()
        expect(page.get_by_text("Dots of a large pyramid: 5 (usually 3)")).to_be_visible()
        page.goto("about:blank")
        page.goto(link.replace("=5", "=6"))
        expect(page.locator("#title")).to_have_text("Ley Lines of Mars")
        options = {"tie": "draw", "large_dots": 6, "larges": 4}
        expect(page.get_by_role("button", name="Red large pyramid, 4 left")).to_be_visible()
        assert server.there(lambda: server.live.app.session.game.options) == options


@pytest.mark.deep
@needs_chromium
def test_a_number_that_the_rules_refuse_is_said(tmp_path, profile):
    with served(tmp_path, game="mars") as (url, server):
        page = profile(KNOWN, PLAIN, viewport=DESK).new_page()
        page.goto(url + "#game=mars&option.caps=99")
        expect(page.locator("#toast")).to_contain_text("Caps is a number from 0 to 9; not 99")


def test_pages_get_the_prices_of_the_game_on_the_table(tmp_path):
    live = LiveTable(str(tmp_path), "hex37", lambda kind, value: None)
    for options, clay in (({}, 1), ({"road_clay": 3}, 3), ({}, 1)):
        live.do(None, {"do": "new", "game": "landover", "seats": 2, "options": options})
        assert live.facts["state"]["prices"]["road"] == [1, clay, 0, 0, 0, 0, 0, 0]
