"""A game whose rules have failed leaves the table: nothing on the page speaks of it any more."""

from playwright.sync_api import expect

from table.game_loading import leave
from tests.window import KNOWN, cell, needs_chromium, new_game, served

pytestmark = needs_chromium


def test_a_game_that_has_left_the_table_leaves_nothing_on_the_page(tmp_path, profile):
    wrong = []
    with served(tmp_path, "grid6", pace=0) as (url, server):
        page = profile(KNOWN).new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(url)
        expect(page.locator(".tray")).to_have_count(3)
        live = server.live
        act = {"do": "do", "by": 0, "words": ["large", "a2"]}
        server.there(lambda: live.ask(act))
        expect(page.locator(".piece")).to_have_count(1)
        server.there(lambda: live.do(None, {"do": "set", "what": "helping", "value": False}))
        server.there(lambda: live.ask(act | {"by": 1, "words": ["large", "b1"]}))
        expect(page.locator("#status")).to_contain_text("b1: put")  # no word of this stays, either
        server.there(lambda: leave(live.app.session))
        expect(page.locator("#status")).to_have_text("Choose a new game")
        for gone in (".tray", ".piece", "#actions:visible", "#hint:not([aria-disabled=true])"):
            expect(page.locator(gone)).to_have_count(0)
        expect(page.locator("#title")).to_have_text("")
        expect(cell(page, "a2")).to_have_accessible_name("a2, empty")
        new_game(page)
        expect(page.locator(".tray")).to_have_count(3)
    assert not wrong
