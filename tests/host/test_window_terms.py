"""The words of a game are explained where they are met, in both languages."""

import contextlib
import re

import pytest
from playwright.sync_api import expect

from games import names
from games.texts import languages
from sim.window.page_texts import catalogues
from tests.host.test_window_words import accessible
from tests.screenshots import record_of
from tests.window import (
    PHONE,
    SPEAK_GERMAN,
    events,
    load,
    middle,
    needs_chromium,
    new_game,
    stack,
)

# Words that newcomers asked for, by game; nobody has asked about a new one.
ASKED = {
    "land": ["diamond", "territory", "ring", "circle"],
    "landover": ["commodity", "paper", "cloth", "coin", "barbarians", "metropolis", "catapult",
                 "merchant", "port", "raid", "soldier", "development", "aqueduct", "gate"],
    "leylines": ["cairn", "tor", "space"],
    "market": ["territory", "diamond", "frolic", "sow", "reap", "invest"],
    "mars": ["cap", "pips"],
}


def terms(language, game):
    """Return {word: (its forms, its explanation)}."""
    texts = catalogues(language)[game]
    return {key[len("term ") :]: (texts["forms " + key[len("term ") :]].split(", "), text)
            for key, text in texts.items() if key.startswith("term ")}


@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("language", languages())
def test_each_term_has_forms_and_a_short_explanation(language, game):
    found = terms(language, game)
    assert set(ASKED.get(game, ())) <= set(found)
    assert set(found) == set(terms("en", game))
    said = [form.lower() for forms, _ in found.values() for form in forms]
    assert len(said) == len(set(said)), "one form, one meaning"
    for word, (forms, text) in found.items():
        assert all(forms), word
        assert re.fullmatch(r"[^.].{20,230}\.", text), (word, len(text))
        assert len(re.findall(r"[.;](?= |$)", text)) <= 4, word
    forms = {key for key in catalogues(language)[game] if key.startswith("forms ")}
    assert forms == {"forms " + word for word in found}


@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("language", languages())
def test_each_term_is_met_in_a_sentence(language, game):
    """A term that the game never says would be explained nowhere but in the list."""
    texts = catalogues(language)
    said = "\n".join(
        text for name in (game, "") for key, text in texts[name].items()
        if not key.startswith(("forms ", "term "))
    ).lower()
    unsaid = [word for word, (forms, _) in terms(language, game).items()
              if not any(re.search(r"(?<!\w)%s(?!\w)" % re.escape(form.lower()), said)
                         for form in forms)]
    assert set(unsaid) <= {"resource"}


def tip(page):
    return page.get_by_role("tooltip")


def term(page, within, word):
    return page.locator(within + " .term[data-term=%s]" % word).first


@needs_chromium
def test_a_term_is_explained_by_pointer_focus_and_escape(visit):
    page = visit()
    cap = term(page, "#status", "cap")
    expect(page.locator("#status")).to_have_text("Red: put a pyramid or a cap on a cell")
    expect(tip(page)).to_have_count(0)
    cap.hover()
    expect(tip(page)).to_contain_text("Cap: The top of a volcano.")
    expect(cap).to_have_attribute("aria-describedby", "tip")
    assert accessible(page) == []
    page.keyboard.press("Escape")
    expect(tip(page)).to_have_count(0)
    page.locator("#settings").focus()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.term") == "cap":
            break
    expect(cap).to_be_focused()
    expect(tip(page)).to_contain_text("The top of a volcano.")
    page.keyboard.press("Tab")
    expect(tip(page).filter(has_text="top of a volcano")).to_have_count(0)
    stack(page, "Cap").hover()
    expect(tip(page)).to_contain_text("The top of a volcano.")
    page.mouse.move(5, 5)
    expect(tip(page)).to_have_count(0)


@pytest.mark.deep
@needs_chromium
def test_a_tap_explains_a_term_and_a_long_press_a_control(visit, tmp_path):
    page = visit(PHONE, has_touch=True)
    (tmp_path / "market.jsonl").write_text("".join(x + "\n" for x in record_of("market", 7)))
    load(page, tmp_path / "market.jsonl")
    expect(page.locator("#title")).to_have_text("Ley of the Land: the market")
    button = page.locator("#actions button").filter(has=page.locator("[data-term=invest]"))
    button.tap(trial=True)  # it rests where it is
    before = events(page).count()
    button.evaluate("""one => {
        const box = one.getBoundingClientRect();
        const at = { bubbles: true, pointerType: "touch", clientX: box.x + 9, clientY: box.y + 9 };
        one.dispatchEvent(new PointerEvent("pointerdown", at));
    }""")
    expect(tip(page)).to_contain_text("takes back twice the bid")
    button.evaluate("one => one.click()")  # what the finger that lets go would do
    expect(events(page)).to_have_count(before)
    term(page, ".tray.front .purse", "fairy").tap()
    expect(tip(page)).to_contain_text("Fairy: A green cube")
    knob = page.get_by_role("slider", name="Knob")
    before = knob.get_attribute("aria-valuetext")
    page.locator("#right").evaluate("one => one.click()")  # the table tells another state
    expect(knob).not_to_have_attribute("aria-valuetext", before)
    expect(tip(page)).to_contain_text("Fairy: A green cube")
    page.locator(".brand").tap()
    expect(tip(page)).to_have_count(0)
    assert page.locator("button .term[tabindex]").count() == 0  # no control within a control
    assert page.locator(".purse .term[tabindex]").count() == 0  # nobody tabs through all of them


@needs_chromium
@pytest.mark.deep
def test_terms_follow_the_language_and_stand_at_the_head_of_the_rules(visit, tmp_path):
    page = visit()
    new_game(page, "Ley Lines")
    expect(page.locator("#title")).to_have_text("Ley Lines")
    expect(term(page, "#status", "cairn")).to_have_text("cairn")
    page.evaluate(SPEAK_GERMAN)
    expect(term(page, "#status", "cairn")).to_have_text("Steinmal")
    page.locator("#rules").click()
    words = page.locator("dialog .words")
    words.locator("summary").click()
    expect(words.locator("dt").filter(has_text="Steinmal")).to_be_visible()
    expect(words.locator("dt")).to_have_count(len(terms("de", "leylines")))
    assert accessible(page) == []


@needs_chromium
def test_what_the_board_prints_and_dims_is_explained(visit, tmp_path):
    page = visit()
    (tmp_path / "isle.jsonl").write_text("".join(x + "\n" for x in record_of("landover", 65)))
    page.locator("#file").set_input_files(tmp_path / "isle.jsonl")
    page.locator("dialog [name=player1]").select_option("human")  # so that it rests
    page.get_by_role("button", name="Load it").click()
    expect(page.locator("#title")).to_have_text("Landover")

    def says(locator, text):
        """Rest on it until it explains itself: what a busy page draws anew loses the pointer."""
        for _ in range(10):
            x, y = middle(locator)
            page.mouse.move(x, y)
            page.mouse.move(x + 1, y)
            with contextlib.suppress(AssertionError):
                expect(tip(page)).to_contain_text(text, timeout=6000)
                return
        raise AssertionError(text)

    says(page.locator(".ground [data-term=barbarians] text"), "At the seventh they attack")
    road = page.locator(".tray.front .stack[data-name^=road]")
    says(road, "The dots are what it costs: wood, clay")
    page.mouse.down()
    page.mouse.move(5, 5, steps=3)
    expect(tip(page)).to_have_count(0)
    says(page.locator(".spot.closed").first, "Dimmed:")
    page.mouse.up()


MARKED = """async (text) => {
    const { markTerms } = await import("./texts/terms.js");
    const line = Object.assign(document.createElement("p"), { innerHTML: text });
    markTerms(markTerms(line));
    return [line.textContent, [...line.querySelectorAll(".term")].map((one) => one.textContent)];
}"""


LINES = (  # what is written, what is then read, and the terms that are marked in it
    ("A cap, caps and a Cap", "A cap, caps and a Cap", ["cap"]),
    ("a cape, recap, cap3", "a cape, recap, cap3", []),
    ("<button>a cap</button> of dots", "a cap of dots", ["cap", "dots"]),
    ("<span class=who>Cap</span> fills a line", "Cap fills a line", ["line"]),
)


@needs_chromium
def test_a_term_is_marked_once_where_it_is_a_word(visit):
    page = visit()
    expect(term(page, "#status", "cap")).to_be_visible()
    for text, said, marked in LINES:
        assert page.evaluate(MARKED, text) == [said, marked]
