"""The browser window in Chromium: games that are put aside and taken up again, and names."""

from playwright.sync_api import expect

from tests.window import cell, drag, events, needs_chromium, new_game, stack

pytestmark = needs_chromium


def test_a_game_is_put_aside_taken_up_and_removed(visit):
    page = visit()
    dialog = page.get_by_role("dialog")
    drag(page, stack(page, "Red large"), cell(page, "c3"))
    expect(events(page)).to_have_count(1)
    new_game(page, "Landover", player1="human")
    expect(dialog).to_contain_text("Ley Lines of Mars, 1 action, is put aside")
    page.get_by_role("button", name="Begin the new game").click()
    expect(page.locator("#title")).to_have_text("Landover")
    page.get_by_role("button", name="Shelf").click()
    expect(dialog.locator(".game")).to_have_count(1)
    expect(dialog.locator(".game")).to_contain_text("Ley Lines of MarsRed and Blue, 1 action")
    dialog.get_by_role("button", name="Play on with it").click()
    expect(page.locator("#title")).to_have_text("Ley Lines of Mars")
    expect(page.locator(".spot")).to_have_count(36)
    expect(events(page)).to_have_text(["1Red places a large pyramid on c3"])
    expect(cell(page, "c3")).to_have_attribute("aria-label", "c3, red large pyramid")
    drag(page, stack(page, "Blue large"), cell(page, "d3"))
    expect(events(page)).to_have_count(2)
    page.get_by_role("button", name="Shelf").click()
    dialog.get_by_role("button", name="Put it aside").click()
    expect(events(page)).to_have_count(0)
    page.get_by_role("button", name="Shelf").click()
    game = dialog.locator(".game", has_text="Ley Lines of Mars")
    expect(game).to_contain_text("2 actions")
    game.get_by_role("button", name="Remove").click()
    expect(dialog).to_contain_text("Ley Lines of Mars, 2 actions, is not over")
    dialog.get_by_role("button", name="Remove").click()
    expect(dialog).to_contain_text("games put aside", ignore_case=True)
    expect(game).to_have_count(0)


def test_players_have_names(visit):
    page, other = visit(), visit()
    page.get_by_role("button", name="Shelf").click()
    for seat, name in enumerate(("Änne", "Bo")):
        page.locator("[name=name%d]" % seat).fill(name)
        page.locator("[name=name%d]" % seat).blur()
    page.get_by_role("button", name="Close").click()
    for one in (page, other):
        expect(one.locator('.tray[data-seat="0"] h2')).to_have_text("Änne")
        expect(one.locator("#status")).to_contain_text("Änne")
        assert "Änne" in one.title()
    drag(page, page.locator('.tray[data-seat="0"] [data-name="large 0"]'), cell(page, "c3"))
    expect(events(page)).to_have_text(["1Änne places a large pyramid on c3"])
    page.reload()
    expect(page.locator('.tray[data-seat="1"] h2')).to_have_text("Bo")
