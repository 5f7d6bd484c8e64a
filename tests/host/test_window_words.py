"""The browser window in Chromium: its languages, the welcome, the rules, and how it is for
those who do not see it."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from games import names
from games.texts import Texts
from tests.window import (
    PHONE,
    SPEAK_GERMAN,
    cell,
    drag,
    events,
    needs_chromium,
    new_game,
    stack,
)

AXE = (Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js").read_text()
LYING = ((844, 390), (740, 360), (667, 375), (640, 360))

pytestmark = needs_chromium


def test_another_language_is_spoken_at_once_and_remembered(visit):
    page = visit()
    drag(page, stack(page, "Red large"), cell(page, "c3"))
    expect(events(page)).to_have_count(1)
    page.get_by_role("button", name="Settings").click()
    page.locator("dialog [name=language]").select_option("de")
    dialog = page.get_by_role("dialog")  # stays open
    expect(dialog.get_by_role("heading")).to_have_text("Einstellungen")
    expect(dialog.locator("[name=language]")).to_be_focused()
    expect(dialog.locator("[name=look] option:checked")).to_have_text("Dunkel")
    dialog.get_by_role("button", name="Schließen").click()

    def is_german():
        expect(page.locator("html")).to_have_attribute("lang", "de")
        expect(page.locator("#status")).to_contain_text("Blau: setze eine Pyramide")
        expect(page.locator("#screen")).to_have_attribute("aria-label", re.compile("Blau: setze"))
        expect(events(page)).to_have_text(["1Rot setzt eine große Pyramide auf c3"])
        expect(page.locator("#log .note")).to_have_text("Ein neues Spiel: Ley Lines of Mars")
        expect(cell(page, "c3")).to_have_attribute("aria-label", "c3, große Pyramide von Rot")
        expect(stack(page, "Kleine Pyramide von Blau, noch 5")).to_have_count(1)

    is_german()
    page.reload()
    is_german()
    page.get_by_role("button", name="Neues Spiel").click()
    expect(page.locator("dialog")).to_contain_text("2 Spieler, 15 Minuten")
    page.locator("dialog summary").first.click()
    expect(page.locator("dialog")).to_contain_text("Wie üblich: beide gewinnen")
    page.get_by_role("button", name="Beginnen").click()
    expect(page.get_by_role("dialog")).to_contain_text("Das laufende Spiel verlassen?")
    page.get_by_role("button", name="Nein, behalten").click()
    expect(page.locator("#pad")).to_have_attribute("aria-label", "Pad: leer")
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    last = page.get_by_role("button", name="Einstellungen").bounding_box()
    assert last["x"] + last["width"] <= 390
    for width, height in LYING:  # two groups of buttons share the bar
        page.set_viewport_size({"width": width, "height": height})
        left = page.get_by_role("button", name="Rückblick").bounding_box()
        right = page.get_by_role("button", name="Neues Spiel").bounding_box()
        assert left["x"] + left["width"] <= right["x"]
        assert right["x"] >= 0
        key = page.locator(".keys button").last.bounding_box()
        assert key["x"] + key["width"] <= width
        assert page.evaluate("document.documentElement.scrollWidth") == width


# Messages and words of actions, with the game.
MESSAGES = (
    ["lack", [0, 0, 1, 0, 2, 0, 0, 0]], ["not your turn", [0, 2]], ["over", [1], "all passed"],
    ["do", "raid", "18", 1], ["do", "improve", "science", None], ["do", "road", "3/NW"],
    ["do", "play", "commercial_harbor", ["ore", None]],
)
ANSWERS = (
    (["play", "siege", 18, 1], 2), (["play", "siege", 18, 1], 3), (["bank", "wool", "ore"], 1),
    (["city", "18.SE"], 1), (["dice", 3, 4], 2),
)


def test_the_page_fills_patterns_as_the_firmware_does(visit):
    page = visit()
    page.evaluate(SPEAK_GERMAN)
    expect(page.locator("html")).to_have_attribute("lang", "de")
    texts = Texts("de")
    for key, *values in MESSAGES:
        wanted = texts.render((key, *values), "landover")
        if key == "do":
            key, *values = "do %s" % values[0], *values[1:]
            key = "do play commercial_harbor" if values[0] == "commercial_harbor" else key
        said = page.evaluate("""async ([key, values]) => (await import("./texts/words.js"))
            .phraseOf("landover", key, ...values)""", [key, values])
        assert said == wanted
    for words, level in ANSWERS:
        said = page.evaluate("""async ([words, level]) => {
            const { wordText, withTextsOf } = await import("./texts/words.js");
            return withTextsOf("landover", () => wordText(words, level));
        }""", [words, level])
        assert said == texts.answer(words, level, "landover"), words


def test_a_newcomer_is_welcomed_in_the_language_of_the_browser(visit):
    page = visit()
    assert page.locator("html").get_attribute("lang") == "en"  # that of the board
    page = visit(new=True, locale="de-AT")
    expect(page.get_by_role("heading", name="Willkommen bei Leyboard")).to_be_visible()


def test_somebody_new_is_welcomed_and_guided_once(visit):
    page = visit(new=True)
    welcome = page.get_by_role("heading", name="Welcome to Leyboard")
    expect(welcome).to_be_visible()
    page.reload()  # before anything is chosen
    expect(welcome).to_be_visible()
    expect(page.locator("dialog .card")).to_have_count(len(names()))
    expect(page.locator("dialog .card").first).to_contain_text("minutes")
    options = [option.inner_text() for option in page.locator("[name=player1] option").all()]
    assert any("level 5" in option for option in options), options
    expect(page.locator("[name=player1]")).to_have_value("level3")
    page.locator("dialog summary").first.click()
    expect(page.locator("dialog")).to_contain_text("The usual: both win")
    expect(page.locator("dialog")).to_contain_text("Who wins at equal points")
    page.get_by_role("button", name="Begin").click()
    guide = page.locator("#guide")
    expect(guide).to_contain_text("Put a piece where it glows")
    guide.get_by_role("button", name="Next").click()
    guide.get_by_role("button", name="All lights").click()
    expect(page.get_by_role("dialog")).to_contain_text("Blinking red")
    page.get_by_role("button", name="Close", exact=True).click()
    guide.get_by_role("button", name="Next").click()
    guide.get_by_role("button", name="Play").click()
    expect(guide).to_be_hidden()
    page.reload()
    expect(page.locator(".tray .stack")).to_have_count(7)
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(guide).to_be_hidden()


@pytest.mark.deep
def test_the_first_steps_wait_while_nothing_glows_and_keep_off_the_board(visit):
    page = visit(PHONE, new=True, has_touch=True, is_mobile=True)
    page.locator("dialog .card", has_text="the market").click()
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#title")).to_have_text("Ley of the Land: the market")
    bid = page.locator("#actions [data-key='bid it']")
    expect(bid).to_be_visible()
    guide = page.locator("#guide")
    expect(guide).to_be_hidden()
    bid.click()
    page.get_by_role("button", name="Yes, pay 0 coins").click()
    expect(guide).to_contain_text("Put a piece where it glows")
    expect(guide).not_to_contain_text("keyboard", use_inner_text=True)  # a phone has none
    expect(page.locator("#new")).to_be_hidden()  # the first steps have the place of the bar
    page.wait_for_function("""() => {
        const [frame, guide] = [".frame", "#guide"].map((name) =>
            document.querySelector(name).getBoundingClientRect());
        return guide.height && guide.bottom < frame.top;
    }""")
    guide.get_by_role("button", name="Skip").click()
    expect(page.locator("#new")).to_be_visible()


COVERED = """() => {
    const box = (one) => one.getBoundingClientRect();
    const guide = box(document.querySelector("#guide"));
    const spoken = document.querySelectorAll(".plate, .tray.front, .rail, .steps, .bar button");
    const button = box(document.querySelector("#fold"));
    const meet = (a, b) =>
        a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    return [...spoken].filter((one) => guide.width && meet(guide, box(one)))
        .concat([...document.querySelectorAll(".glass, .knob, .pad")].filter((one) =>
            meet(button, box(one)))).map((one) => one.className || one.id);
}"""


def test_the_first_steps_cover_nothing_that_they_speak_of(visit):
    """The first size is a window of 1280 x 720 at 200 %."""
    page = visit(new=True, locale="de")
    page.locator("dialog .main").click()
    for number in (1, 2, 3):
        expect(page.locator("#guide")).to_contain_text("%d von 3" % number)
        for width, height in (640, 360), (844, 390), (390, 844), (1280, 720):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(COVERED) == [], (number, width)
        page.locator("#guide .main").click()


def test_the_rules_of_the_game_are_at_hand(visit):
    page = visit()
    page.get_by_role("button", name="Rules").click()
    expect(page.get_by_role("dialog")).to_contain_text("Two players fill")


def accessible(page):
    """Ask axe what is wrong with the page as it is."""
    found = page.evaluate(AXE + "; axe.run(document, {resultTypes: ['violations']})")
    return [(one["id"], node["html"][:160]) for one in found["violations"]
            for node in one["nodes"]]


@pytest.mark.deep
def test_axe_finds_nothing_in_any_state(visit):
    page = visit({"width": 1200, "height": 800}, new=True, plain=False, reduced_motion="reduce")
    assert accessible(page) == [], "welcome"
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#guide")).to_be_visible()
    assert accessible(page) == [], "guide"
    page.get_by_role("button", name="Skip").click()
    for name in ("Rules", "Settings"):
        page.get_by_role("button", name=name).click()
        assert accessible(page) == [], name
        page.get_by_role("button", name="Close", exact=True).click()
    drag(page, stack(page, "Red large"), cell(page, "c3"))
    expect(events(page)).to_have_count(2)
    page.get_by_role("button", name="Look back").click()
    expect(page.locator("#replay output")).to_have_text("2 of 2")
    assert accessible(page) == [], "looking back"
    page.get_by_role("button", name="Back to the game").click()
    new_game(page, "Landover", player1="human")
    page.get_by_role("button", name="Begin the new game").click()
    expect(page.locator(".cover")).to_be_visible()
    assert accessible(page) == [], "a covered hand"
    page.get_by_role("button", name=re.compile("show my hand")).click()
    expect(page.locator(".cardlet")).to_have_count(8)
    page.evaluate("document.documentElement.dataset.look = 'light'")
    assert accessible(page) == [], "a hand, in a bright room"
    page.set_viewport_size(PHONE)
    assert accessible(page) == [], "on a phone"
