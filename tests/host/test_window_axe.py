"""axe over the browser window, no text below 12 px, and none below 4.5 : 1: every game at its
start, amid and at its end, with what opens there, on a desk, a tablet and a phone, dark and light.

Some states are in test_window_words; `make deep` looks at each end of a game, and LEYBOARD_FULL=1
goes through all of these.
"""

import contextlib
import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from games import game_class, names
from games.record import lines
from tests.contrast import faint
from tests.screenshots import PARTS, SEED, played
from tests.window import KNOWN, needs_chromium, served

AXE = (Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js").read_text()
SIZES = ((1280, 720), (820, 1180), (1180, 820), (390, 844))
LOOKS = ("dark", "light")
SMALLEST = 11.9  # px: a bit less than 12, since they are rounded
# Texts that are seen and smaller than that, those drawn on the board included. One of size 0 is
# heard, not seen.
SMALL = """smallest => [...document.querySelectorAll("body *")].flatMap((one) => {
    const own = [...one.childNodes].some((node) =>
        node.nodeType === 3 && node.textContent.trim());
    if (!own || one.closest("option, select, title, script, style")) return [];
    if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return [];
    const scale = one instanceof SVGElement ? one.getScreenCTM()?.a ?? 1 : 1;
    const size = parseFloat(getComputedStyle(one).fontSize) * scale;
    const text = one.textContent.trim().slice(0, 40);
    return size && size < smallest ? [`${text}: ${size.toFixed(1)} px`] : [];
})"""

pytestmark = needs_chromium


def faults(page, state, looks=LOOKS):
    """Return what axe finds, and texts that are too small, in these looks."""
    found = []
    for look in looks:
        page.evaluate("look => { document.documentElement.dataset.look = look; }", look)
        result = page.evaluate(AXE + "; axe.run(document, {resultTypes: ['violations']})")
        found += [(state, look, *one) for one in faint(page)]
        found += [(state, look, one["id"], node["html"][:200], node["failureSummary"][:200])
                  for one in result["violations"] for node in one["nodes"]]
    return found + [(state, text) for text in page.evaluate(SMALL, SMALLEST)]


def press(page, name):
    page.get_by_role("button", name=name, exact=True).first.click()


def opened(page):
    """Open what can be opened wherever a game stands, one after the other; gives its name."""
    for name in ("Rules", "Settings"):
        press(page, name)
        expect(page.get_by_role("dialog")).to_be_visible()
        yield name
        if name == "Settings":
            page.get_by_role("button", name="What the lights mean").click()
            yield "lights"
        press(page, "Close")
    press(page, "New game")
    page.locator("dialog summary").first.click()
    yield "new game"
    page.get_by_role("button", name="Begin").click()
    sure = page.get_by_role("button", name="No, keep it")
    if sure.count():
        yield "sure?"
        sure.click()
    else:
        expect(page.get_by_role("dialog")).to_have_count(0)


def touched(page):
    """Do what shows more: take a piece, or open what there is to do; gives its name."""
    hint = page.locator("#hint[aria-disabled=false]")
    if hint.count():
        hint.click()
        yield "hint"
    trade = page.locator("#actions summary")
    if trade.count():
        trade.click()
        yield "trade"
    slider = page.locator("#actions [data-key='bid it']")
    if slider.count():
        slider.click()
        yield "bid"
    deed = page.locator("#actions button", has_text="…")
    if deed.count():
        deed.first.click()
        yield "choice"
        page.keyboard.press("Escape")
    stack = page.locator(".tray.front :is(.stack, .domino):enabled")
    if stack.count() and not slider.count():
        page.keyboard.press("1")
        yield "a piece in hand"
        page.keyboard.press("Escape")
    look = page.locator("#look")
    look.click()
    yield "looking back"
    look.click()


@contextlib.contextmanager
def shown(chromium, folder, game, people, size):
    """Show a game of greedy players as far as it is, which `people` play on; gives its page once
    it is somebody's turn, or over."""
    name = game.NAME
    seats = game_class(name).SEATS[0]
    load = {"do": "load", "lines": list(lines(game, SEED)),
            "players": ["human"] * people + ["greedy"] * (seats - people)}
    folder.mkdir()
    with served(folder, game=name, pace=0) as (url, server):
        session = server.live.app.session
        answer = server.there(lambda: server.live.do(None, load))
        assert answer["ok"], answer
        while not server.there(lambda: session.is_over() or session.seats_by_hand()):
            pass  # each question waits for the table, which is in another thread
        context = chromium.new_context(
            viewport=dict(zip(("width", "height"), size, strict=True)), reduced_motion="reduce"
        )
        context.add_init_script(KNOWN)
        page = context.new_page()
        page.set_default_timeout(120_000)  # machines that test are busy
        page.goto(url)
        expect(page.locator("#title")).to_have_text(game_class(name).TITLE)
        made = server.there(lambda: len(session.game.log))
        told = page.locator("#log li[data-n]")  # the newest first; one may tell of several actions
        if made:
            expect(told.first).to_have_attribute("data-n", str(made))
        else:
            expect(told).to_have_count(0)
        yield page
        context.close()


@pytest.mark.deep
@pytest.mark.parametrize("size, look", [((1280, 720), "dark"), ((390, 844), "light")], ids=str)
@pytest.mark.parametrize("name", names())
def test_axe_finds_nothing_at_the_end_of_a_game(chromium, tmp_path, name, size, look):
    with shown(chromium, tmp_path / "table", played(name), 1, size) as page:
        expect(page.locator("#result strong").first).to_be_visible()
        wrong = faults(page, "over", [look])
    assert not wrong, "\n".join(map(str, wrong))


@pytest.mark.skipif(not os.environ.get("LEYBOARD_FULL"), reason="LEYBOARD_FULL=1 looks at all")
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", names())
def test_axe_finds_nothing_in_any_state_of_any_game(chromium, tmp_path, name, size):
    wrong = []
    game = played(name)
    whole = len(game.log)
    for percent in reversed(PARTS):
        game.rewind(whole * percent // 100)
        for people in (1, game_class(name).SEATS[0]):
            state = "%d-%d" % (percent, people)
            with shown(chromium, tmp_path / state, game, people, size) as page:
                page.on("pageerror", lambda error, to=wrong: to.append(str(error)))
                wrong += faults(page, state)
                cover = page.locator(".cover button")
                if cover.count():
                    cover.first.click()
                    wrong += faults(page, state + " uncovered")
                for what in touched(page):
                    wrong += faults(page, "%s %s" % (state, what))
                for what in opened(page) if people == 1 else ():
                    wrong += faults(page, "%s %s" % (state, what))
    assert not wrong, "\n".join(map(str, wrong))
