"""In Chromium: with keys alone, the focus is always somewhere on the page."""

import json

from playwright.sync_api import expect

from games import game_class
from tests.window import KNOWN, events, hold_answers, needs_chromium, new_game, stack, until

DESK = {"width": 1280, "height": 720}

pytestmark = needs_chromium

INSIDE = "document.hasFocus() && document.activeElement.closest('dialog') !== null"


def test_the_focus_goes_round_in_a_dialog(visit):
    page = visit(DESK)
    for button in ("New game", "Settings", "Rules", "Shelf"):
        page.get_by_role("button", name=button, exact=True).click()
        page.locator("dialog[open] header").wait_for()
        for key in ("Tab", "Shift+Tab"):
            assert goes_round(page, key), (button, key)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


def goes_round(page, key):
    """Press a key until the focus is on a dialog's button to close it for the second time."""
    closes = 0
    for _ in range(40):
        page.keyboard.press(key)
        assert page.evaluate(INSIDE)
        closes += page.evaluate("document.activeElement.classList.contains('close')")
        if closes == 2:
            return True
    return False


def test_the_list_of_boards_keeps_the_focus_and_the_choice(table, profile):
    """The table says late which boards fit; meanwhile somebody is at the list of boards."""
    page = profile(KNOWN, viewport=DESK).new_page()
    held = hold_answers(page, "boards")
    page.goto(table)
    page.get_by_role("button", name="New game").click()
    page.locator("dialog .card", has=page.get_by_text("Ley Lines", exact=True)).click()
    page.locator("summary").first.click()
    page.locator("[name='option.map']").select_option(json.dumps("compact"))
    board = page.locator("[name=profile]")
    before = board.locator("option").count()
    board.focus()
    until(page, lambda: held, lambda: "the page asked for no boards").pop()()
    expect(board.locator("option")).not_to_have_count(before)
    expect(board).to_be_focused()
    expect(board).to_have_value("grid9")
    board.select_option("isles12")
    page.locator("[name='option.map']").select_option("")
    until(page, lambda: held, lambda: "the page asked for no boards").pop()()
    expect(board.locator("option")).to_have_count(before)
    expect(board).to_have_value("isles12")


def test_beginning_before_the_boards_are_known_gets_one_that_fits(visit):
    page = visit(DESK)
    page.get_by_role("button", name="New game").click()
    page.locator("dialog .card", has=page.get_by_text("Ley Lines", exact=True)).click()
    page.evaluate("""() => {
        const map = document.querySelector("[name='option.map']");
        map.value = JSON.stringify("compact");
        map.dispatchEvent(new Event("change", { bubbles: true }));
        document.querySelector("dialog footer .main").click();
    }""")
    expect(page.locator("#title")).to_have_text(game_class("leylines").TITLE)
    expect(page.locator(".spot")).to_have_count(81)


def test_a_focused_element_that_goes_gives_the_focus_to_the_board(visit):
    """Somebody else begins another game while the focus is on a piece of the trays."""
    page = visit(DESK)
    other = visit(DESK)
    stack(page, "Red large").focus()
    page.keyboard.press("Shift")  # by keys
    new_game(other, game_class("land").TITLE, player1="human")
    expect(page.locator("#title")).to_have_text(game_class("land").TITLE)
    expect(page.locator(".spot:focus")).to_have_count(1)
    expect(events(page)).to_have_count(0)
