"""All that one must press is on the screen with the board in every game: nobody scrolls for it."""

import contextlib
import itertools

import pytest
from playwright.sync_api import expect

from games import names
from games.base import OVER
from games.record import lines
from tests.portable.test_examples import actions, steps
from tests.quick import first
from tests.screenshots import SEED, played
from tests.window import KNOWN, PLAIN, needs_chromium, next_frame, served

pytestmark = needs_chromium
PARTS = (3, 20, 40, 60, 80, 95)  # of a game of greedy players, in percent
PHONE = {"width": 360, "height": 640}
SIDEWAYS = {"width": 844, "height": 390}
DESK = {"width": 1280, "height": 720}
# By the height of a phone: that of a button, which fingers want at 44.
PRESSED = {640: 32, 700: 34, 740: 44, 780: 44}
LARGE = 780  # from this height on the dominoes in hand are larger
SWIPED = ("landover", 640)  # a finger moves what a seat has in this game at this height alone
MOVED = """() => [...document.querySelectorAll(".tray.front :is(.purses, .devs)")]
    .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"""
# The buttons that are less high than a figure.
LOW = """(least) => [...document.querySelectorAll(
        ".steps button, #actions :is(.choices button, summary)")]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < least)
    .map((one) => one.textContent)"""
# The buttons below the board that leave its frame while a piece in hand can be turned.
SPILT = """() => {
    const turn = document.getElementById("rotate");
    turn.hidden = false;
    const frame = document.querySelector(".frame").getBoundingClientRect();
    const spilt = [...document.querySelectorAll(".steps button")].filter((one) => {
        const { left, right } = one.getBoundingClientRect();
        return left < frame.left || right > frame.right;
    });
    turn.hidden = true;
    return spilt.map((one) => one.textContent);
}"""
# The texts in sight that are smaller than 12 px (0 hides them), those that styles add included.
TINY = """() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const tiny = [];
    const note = (text, { fontSize: size }) =>
        0 < parseFloat(size) && parseFloat(size) < 12 && tiny.push(text);
    while (texts.nextNode()) {
        const { data, parentElement: one } = texts.currentNode;
        if (!data.trim() || one.closest("svg, .unseen") || !one.checkVisibility()) continue;
        if (one.getBoundingClientRect().width > 1) note(data, getComputedStyle(one));
        for (const part of ["::before", "::after"]) {
            const style = getComputedStyle(one, part);
            if (/\\w/.test(style.content) && style.content !== "none") note(style.content, style);
        }
    }
    return tiny;
}"""
# The pieces on the island that are too small to be seen, or cover a hex's number.
ON_ISLAND = """(least) => {
    const numbers = [...document.querySelectorAll(".island .token + text")]
        .map((one) => one.getBoundingClientRect());
    return [...document.querySelectorAll(
        ".hexes .piece:not([data-face^=road], [data-face^=boat]) path:first-of-type",
    )].filter((one) => {
        const { left, right, top, bottom, width } = one.getBoundingClientRect();
        return width < least || numbers.some((number) => number.left < right && number.right > left
            && number.top + number.height / 4 < bottom && number.bottom - number.height / 4 > top);
    }).map((one) => one.closest(".piece").dataset.face);
}"""
# Buttons that can be pressed now, and leave the screen of a page that nobody has scrolled.
OUT = """() => [...document.querySelectorAll(
        ".steps button, .tray:is(.front, .near) .stack, .own :is(button, .domino),"
        + " #guide button, #actions :is(button, input, summary)")]
    .filter((one) => one.checkVisibility() && one.getAttribute("aria-disabled") !== "true")
    .filter((one) => {
        const { top, right, bottom, left } = one.getBoundingClientRect();
        const isBelow = bottom + scrollY > innerHeight;
        return isBelow || top + scrollY < 0 || left < 0 || right > innerWidth;
    })
    .map((one) => one.textContent)"""

# What can be pressed, and lies below the first steps.
COVERED = """() => {
    const guide = document.getElementById("guide").getBoundingClientRect();
    return [...document.querySelectorAll("button, summary, .stack, .spot, .domino")]
        .filter((one) => one.checkVisibility() && !one.closest("#guide, .console, #log, .bar"))
        .filter((one) => {
            const { left, right, top, bottom } = one.getBoundingClientRect();
            return left < guide.right && right > guide.left
                && top < guide.bottom && bottom > guide.top;
        }).map((one) => one.textContent);
}"""


def states(name):
    """Yield games, from the latest on, in which seat 0 alone is to act."""
    game = played(name)
    whole = len(game.log)
    for percent in reversed(PARTS):
        game.rewind(whole * percent // 100)
        while game.log and (game.current() == OVER or game.current() != (0,)):
            game.undo()
        if game.log:
            yield game


@pytest.fixture
def opened(profile, tmp_path):
    """Open a table with a game, on a page that has been here; gives (page, server)."""
    with contextlib.ExitStack() as ends:
        def opened(name, size, language="de"):
            url, server = ends.enter_context(served(tmp_path, game=name, pace=0))
            page = profile(
                KNOWN, PLAIN, viewport=size, reduced_motion="reduce", has_touch=size is not DESK,
                is_mobile=size is not DESK,
            ).new_page()
            page.set_default_timeout(60_000)
            speak = {"do": "set", "what": "language", "value": language}
            assert server.there(lambda: server.live.do(None, speak))["ok"]
            page.goto(url)
            return page, server

        yield opened


@pytest.mark.parametrize("name, size, language", first(0, [
    ("landover", PHONE, "de"), ("market", PHONE, "de"), ("leylines", PHONE, "de"),
    *[(name, PHONE, "de") for name in sorted({*names()} - {"landover", "market", "leylines"})],
    *[(name, PHONE, "en") for name in names()], *[(name, DESK, "de") for name in names()],
    *[(name, SIDEWAYS, "de") for name in names()],
]))
def test_all_that_a_turn_needs_is_on_the_screen(opened, name, size, language):
    page, server = opened(name, size, language)
    for game in states(name):
        put_on(server, page, game)
        for height, least in PRESSED.items() if size is PHONE else [(size["height"], 24)]:
            page.set_viewport_size({**size, "height": height})
            next_frame(page)
            assert not page.evaluate(OUT), (game.log, page.evaluate(OUT))
            assert not page.evaluate(LOW, least), (game.log, page.evaluate(LOW, least))
            assert not page.evaluate(ON_ISLAND, 10), (game.log, page.evaluate(ON_ISLAND, 10))
            assert not page.evaluate(TINY), page.evaluate(TINY)
            if (name, height) != SWIPED:
                assert not page.evaluate(MOVED), (game.log, page.evaluate(MOVED))
            if size is not DESK and page.locator(".tray.front .domino").count():
                expect(page.locator(".tray.front .dish")).to_be_hidden()  # nothing is laid from it
            if height >= LARGE:
                for one in page.locator(".tray.front .domino").all():
                    assert one.bounding_box()["height"] > 28  # two of 24 are hard to tell apart
    page.set_viewport_size(size)
    assert size is SIDEWAYS or not page.evaluate(SPILT), page.evaluate(SPILT)
    page.locator("#look").click()
    expect(page.locator("#replay .now")).to_be_visible()
    for button in page.locator("#replay button:visible").all():
        expect(button).to_be_in_viewport(ratio=1)


def put_on(server, page, game):
    """Put a game on the table in which seat 0 is to act, and wait until the page shows it."""
    load = {"do": "load", "lines": list(lines(game, SEED)),
            "players": ["human"] + ["greedy"] * (game.seats - 1)}
    answer = server.there(lambda: server.live.do(None, load))
    assert answer["ok"], answer
    expect(page.locator("#log li[data-n]").first).to_have_attribute("data-n", str(len(game.log)))
    expect(page.locator(".tray[data-seat='0'].front.turn")).to_have_count(1)
    expect(page.locator("#hint")).not_to_have_attribute("aria-disabled", "true")


@pytest.mark.parametrize("name, size", first(1, [
    ("market", PHONE), *[(name, PHONE) for name in names() if name != "market"],
    *[(name, DESK) for name in names()],
]))
def test_the_first_steps_push_nothing_off_the_screen_and_cover_nothing(opened, name, size):
    page, server = opened(name, size)
    guide = page.locator("#guide")
    for game in itertools.islice(states(name), 2, None, 3):  # each takes 2 s on a phone
        put_on(server, page, game)
        page.get_by_role("button", name="Einstellungen").click()
        page.get_by_role("button", name="Erste Schritte").click()
        while guide.is_visible():
            for height in PRESSED if size is PHONE else [size["height"]]:
                page.set_viewport_size({**size, "height": height})
                next_frame(page)
                for wrong in (OUT, SPILT, TINY, COVERED):
                    assert not page.evaluate(wrong), (game.log, height, page.evaluate(wrong))
            page.set_viewport_size(size)
            guide.locator(".main").click()


@pytest.mark.parametrize("name", first(0, names()))
def test_all_that_an_example_asks_for_is_on_the_screen(opened, name):
    page, server = opened(name, PHONE)
    profile = "hex37" if name == "landover" else "isles12"
    ask = {"do": "example", "game": name, "profile": profile}
    answer = server.there(lambda: server.live.do(None, ask))
    assert answer["ok"], answer
    for step in steps(name)[1]:
        said = dict([line for line in step if line[0] == "de"])["de"]
        if "play" in dict(step):
            expect(page.locator("#status")).to_have_text(said)
            expect(page.locator("[data-key='example leave']")).to_have_count(1)
        else:
            expect(page.locator("#actions h2")).to_have_text(said)
        next_frame(page)
        if "play" in dict(step):
            assert not page.evaluate(OUT), (said, page.evaluate(OUT))
            (by, words), = actions(step, "play")[:1]
            server.there(lambda by=by, words=words: server.live.ask(
                {"do": "do", "by": by, "words": words}))
        else:
            go_on = page.locator("#actions button").first
            expect(go_on).to_be_in_viewport(ratio=1)
            go_on.tap()


@pytest.mark.parametrize("size", first(1, [PHONE, SIDEWAYS, DESK]))
def test_the_end_of_a_game_offers_what_may_come_next(opened, size):
    """In sight, wherever people look on the page at that moment."""
    page, server = opened("mars", size)
    whole = played("mars")
    by, words = whole.log[-1][0], whole.text(whole.log[-1][1:])
    whole.undo()
    load = {"do": "load", "lines": list(lines(whole, SEED)), "players": ["human", "human"]}
    assert server.there(lambda: server.live.do(None, load))["ok"]
    expect(page.locator("#log li[data-n]").first).to_have_attribute("data-n", str(len(whole.log)))
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    server.there(lambda: server.live.ask({"do": "do", "by": by, "words": words}))
    result = page.locator("#result")
    for part in ("strong", ".numbers", "[data-key=rematch]", "[data-key=results]"):
        expect(result.locator(part).first).to_be_in_viewport(ratio=1)
    result.get_by_role("button", name="Alle Ergebnisse").click()
    expect(page.get_by_role("heading", name="Alle Ergebnisse")).to_be_visible()


SMALL = """() => [...document.querySelectorAll("button, summary, select, input:not([type=file])")]
    .filter((one) => one.checkVisibility() && !one.closest("#log, .card"))
    .filter((one) => {
        const { width, height } = (one.closest("label") ?? one).getBoundingClientRect();
        return width < 24 || height < 24;
    })
    .map((one) => one.id || one.textContent || one.type)"""


# Fields of a dialog that are less high than what they hold, so that the next one covers it.
OVERFULL = """() => [...document.querySelectorAll("dialog .field")]
    .filter((one) => one.checkVisibility() && one.scrollHeight > one.clientHeight + 1)
    .map((one) => one.textContent)"""


@pytest.mark.parametrize("size", first(1, [PHONE, SIDEWAYS, DESK]))
def test_nothing_that_is_pressed_is_smaller_than_24_pixels(opened, size):
    """In either direction (WCAG 2.2, 2.5.8); the events of a game stand apart as lines of text."""
    page, _ = opened("mars", size)
    assert not page.evaluate(SMALL)
    for name in ("Regeln", "Einstellungen", "Regal", "Neues Spiel"):
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert not page.evaluate(SMALL), name
        assert not page.evaluate(OVERFULL), name
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
