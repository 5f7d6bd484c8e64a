"""The browser window in Chromium: people at it with mouse, keyboard and a finger."""

import asyncio
import contextlib
import os
import re
import shutil
import threading

import pytest
from playwright.sync_api import expect, sync_playwright

from games import game_class, make, names
from games.players import player
from games.record import lines
from sim.selfplay import play_out
from sim.window.server import Server

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
DESK = {"width": 1100, "height": 720}  # small, since it is drawn without a graphics chip
PHONE = {"width": 390, "height": 844}

expect.set_options(timeout=60_000)  # machines that test are busy

pytestmark = pytest.mark.skipif(
    CHROMIUM is None and not os.environ.get("LEYBOARD_NEEDS_CHROMIUM"),
    reason="no Chromium here: the browser window was not tried in a browser",
)


@pytest.fixture(scope="module")
def chromium():
    assert CHROMIUM, "LEYBOARD_NEEDS_CHROMIUM is set, but there is no Chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def table(tmp_path):
    """Serve a table in a thread of its own; gives its address."""
    came = threading.Event()
    found = {}

    async def serve():
        found["loop"] = asyncio.get_running_loop()
        found["task"] = asyncio.current_task()

        def ready(port):
            found["url"] = "http://127.0.0.1:%d/" % port
            came.set()

        await Server(tmp_path, "grid6", pace=0.2, records=tmp_path).serve("127.0.0.1", 0, ready)

    def run():
        with contextlib.suppress(asyncio.CancelledError):
            asyncio.run(serve())

    thread = threading.Thread(target=run)
    thread.start()
    assert came.wait(60)
    yield found["url"]
    found["loop"].call_soon_threadsafe(found["task"].cancel)
    thread.join(10)


@pytest.fixture
def visit(chromium, table):
    """Open pages of the table; a page with an error fails the test."""
    pages = []
    wrong = []

    def visit(size=DESK, **more):
        page = chromium.new_context(viewport=size, **more).new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: said.type == "error" and wrong.append(said.text))
        page.set_default_timeout(60_000)
        page.goto(table)
        expect(page.locator(".tray .stack")).to_have_count(7)
        expect(page.locator("#status")).to_have_text("Red to play")
        pages.append(page)
        return page

    yield visit
    for page in pages:
        page.context.close()
    assert not wrong


def stack(page, name):
    """Return the tray's stack with a name like "Red small" or "Cap"."""
    return page.get_by_role("button", name=re.compile("^%s" % name))


def cell(page, name):
    return page.locator('[data-spot="%s"]' % name)


def middle(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, start, end):
    page.mouse.move(*middle(start))
    page.mouse.down()
    page.mouse.move(*middle(end), steps=2)
    page.mouse.up()


def events(page):
    return page.locator("#log li[data-seat]")


def colour(page, name):
    """Return the (red, green, blue) of the light in the south of a cell, seen on its canvas."""
    box = cell(page, name).bounding_box()
    return tuple(page.evaluate(
        """([x, y]) => {
            const canvas = document.getElementById("light");
            const box = canvas.getBoundingClientRect();
            const scale = canvas.width / box.width;
            const at = [(x - box.x) * scale, (y - box.y) * scale];
            const [r, g, b, a] = canvas.getContext("2d").getImageData(...at, 1, 1).data;
            return [r, g, b].map((part) => part * a / 255);
        }""",
        [box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.8],
    ))  # fmt: skip


def whole_game():
    """Return a game of 35 actions as (seat, word, cell), and its engine at the end."""
    game = make("mars")
    sizes = {seat: ["large", "small", "medium"] * 5 for seat in (0, 1)}
    cells = [column + row for row in "123456" for column in "abcdef"][:35]
    actions = []
    for place in cells:
        [seat] = game.current()
        word = sizes[seat].pop(0) if sizes[seat] else "cap"
        game.apply(seat, game.parse([word, place]))
        actions.append((seat, word, place))
    return actions, game


def test_a_whole_game_by_mouse(visit):
    page = visit()
    actions, game = whole_game()
    for n, (seat, word, place) in enumerate(actions, 1):
        name = "Cap" if word == "cap" else "%s %s" % (("Red", "Blue")[seat], word)
        drag(page, stack(page, name), cell(page, place))
        expect(events(page)).to_have_count(n)
    scores = game.scores()
    assert min(scores) > 10, "a game with nothing to score shows nothing"
    points = page.locator(".points")
    expect(points.nth(1)).to_have_text(str(scores[0]))
    expect(points.nth(0)).to_have_text(str(scores[1]))
    expect(page.locator("#result .numbers")).to_have_text("%d : %d" % tuple(scores))
    winner = ("Red", "Blue")[game.result()[0][0]]
    expect(page.locator("#result strong")).to_have_text("%s wins" % winner)
    expect(page.locator(".piece")).to_have_count(35)
    expect(page.locator('.stack[data-left="0"]')).to_have_count(7)


def test_a_wrong_piece_glows_until_it_is_lifted(visit):
    page = visit()
    before = colour(page, "c3")
    assert max(before) > 20, "a cell where one may place is lit"
    drag(page, stack(page, "Blue small"), cell(page, "c3"))
    expect(page.locator("#rail.wrong")).to_contain_text("c3")
    for _ in range(40):  # it blinks
        red, green, blue = colour(page, "c3")
        if red > 80 and red > 3 * max(green, blue):
            break
        page.wait_for_timeout(50)
    else:
        raise AssertionError("c3 does not glow red: %s" % (colour(page, "c3"),))
    drag(page, page.locator(".piece"), page.locator("#log"))
    expect(page.locator("#rail.wrong")).to_have_count(0)
    expect(page.locator(".piece")).to_have_count(0)
    expect(events(page)).to_have_count(0)


def test_the_keyboard_alone_plays(visit):
    page = visit()
    stack(page, "Red large").focus()
    page.keyboard.press("Enter")
    expect(cell(page, "a1")).to_be_focused()
    expect(page.locator("#live")).to_have_text("Holding the red large pyramid.")
    for key in ("ArrowRight", "ArrowRight", "ArrowUp", "ArrowLeft"):
        page.keyboard.press(key)
    expect(cell(page, "b2")).to_be_focused()
    page.keyboard.press("Enter")
    expect(events(page)).to_have_text(["1Red places a large pyramid on b2"])
    expect(cell(page, "b2")).to_have_attribute("aria-label", "b2, red large pyramid")
    stack(page, "Blue small").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.locator("body.holding")).to_have_count(0)
    expect(stack(page, "Blue small pyramid, 5 left")).to_be_focused()
    page.get_by_role("button", name="Take back").focus()
    page.keyboard.press("Enter")
    expect(events(page)).to_have_count(0)
    expect(page.locator(".piece")).to_have_count(0)


def test_a_phone_plays_with_taps_and_scrolls_only_down(visit):
    page = visit(PHONE, has_touch=True, is_mobile=True)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    for button in page.locator(".actions button").all():
        box = button.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 390
    stack(page, "Red large").tap()
    expect(page.locator("body.holding")).to_have_count(1)
    cell(page, "c3").tap()
    expect(events(page)).to_have_text(["1Red places a large pyramid on c3"])


def test_a_reload_and_a_second_page_show_the_same_table(visit):
    page = visit()
    drag(page, stack(page, "Red large"), cell(page, "c3"))
    expect(events(page)).to_have_count(1)
    page.reload()
    expect(events(page)).to_have_count(1)
    expect(page.locator("#status")).to_have_text("Blue to play")
    page.goto("about:blank")
    page.go_back()
    expect(page.locator(".piece")).to_have_count(1)
    drag(page, stack(page, "Blue medium"), cell(page, "d4"))
    expect(events(page)).to_have_count(2)
    other = visit()
    expect(events(other)).to_have_count(2)
    drag(other, stack(other, "Red small"), cell(other, "e5"))
    for one in (page, other):
        expect(one.locator(".piece")).to_have_count(3)
        expect(one.locator("#status")).to_have_text("Blue to play")
    assert colour(page, "a1") == colour(other, "a1")


def test_a_new_game_against_a_bot(visit):
    page = visit()
    page.get_by_role("button", name="New game").click()
    page.locator("[name=player1]").select_option("greedy")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator('.tray[data-seat="1"] .who')).to_have_text("greedy")
    drag(page, stack(page, "Red large"), cell(page, "c3"))
    expect(events(page)).to_have_count(2)
    expect(page.locator(".piece:not(.coming)")).to_have_count(2)
    expect(page.locator("#status")).to_have_text("Red to play")


def test_less_motion_where_people_ask_for_it(visit):
    page = visit(reduced_motion="reduce")
    drag(page, stack(page, "Red large"), cell(page, "c3"))
    expect(events(page)).to_have_count(1)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".piece")).to_have_count(0)
    assert page.evaluate("document.getAnimations().length") == 0


def test_a_record_is_saved_and_loaded(visit, tmp_path):
    page = visit()
    drag(page, stack(page, "Red large"), cell(page, "c3"))
    expect(events(page)).to_have_count(1)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save").click()
    assert download.value.suggested_filename == "mars-1.jsonl"
    path = tmp_path / "saved.jsonl"
    download.value.save_as(path)
    page.get_by_role("button", name="New game").click()
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".piece")).to_have_count(0)
    torn = tmp_path / "torn.jsonl"
    torn.write_text(path.read_text().replace("c3", "z3"))
    page.locator("#file").set_input_files(torn)
    expect(page.locator("#toast.shown")).to_contain_text("Line 2: there is no cell z3")
    page.locator("#file").set_input_files(path)
    expect(page.locator(".piece")).to_have_count(1)
    expect(events(page)).to_have_text(["1Red places a large pyramid on c3"])


def test_pad_and_knob_play_on_a_board_of_lights(visit):
    page = visit()
    page.get_by_role("button", name="Settings").click()
    page.locator("dialog [name=profile]").select_option("pad")
    page.get_by_role("button", name="Close").click()
    expect(page.locator(".spot")).to_have_count(144)
    drag(page, stack(page, "Red large"), page.locator("#pad"))
    knob = page.get_by_role("slider", name="Knob")
    expect(knob).to_have_attribute("aria-valuetext", re.compile("> a1$"))
    knob.focus()
    page.keyboard.press("ArrowRight")
    page.mouse.move(*middle(knob))
    page.mouse.wheel(0, 100)
    expect(knob).to_have_attribute("aria-valuetext", re.compile("> c1$"))
    knob.click()
    expect(events(page)).to_have_text(["1Red places a large pyramid on c1"])
    expect(cell(page, "c1")).to_have_attribute("aria-label", "c1, red large pyramid")


def test_every_game_is_laid_out(visit):
    page = visit()
    for name in names():
        page.get_by_role("button", name="New game").click()
        page.get_by_text(game_class(name).TITLE, exact=True).last.click()
        page.get_by_role("button", name="Begin").click()
        expect(page.locator("#title")).to_have_text(game_class(name).TITLE)
        game = game_class(name)()
        kinds = {(game.label(token[0]), token[2]) for token in game.tokens()}  # as anybody sees
        expect(page.locator(".tray .stack")).to_have_count(len(kinds))
        expect(page.locator("#status")).to_contain_text("to play")


def test_a_domino_comes_whole(visit):
    page = visit({"width": 1100, "height": 1300})  # all trays are in view
    page.get_by_role("button", name="New game").click()
    page.get_by_text("Ley Lines", exact=True).click()
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#title")).to_have_text("Ley Lines")
    holding = page.locator("body.holding")
    drag(page, stack(page, "2 of 2-4"), cell(page, "c3"))
    expect(page.locator("#live")).to_have_text("Holding the 4 of 2-4.")
    cell(page, "c4").click()
    expect(cell(page, "c4")).to_have_attribute("aria-label", re.compile("4 of 2-4"))
    expect(holding).to_have_count(0)
    drag(page, stack(page, "3 of 3-3"), cell(page, "e3"))
    expect(stack(page, "3 of 3-3, 0 left")).to_have_count(1)  # the other is in the hand
    page.keyboard.press("Escape")
    expect(holding).to_have_count(0)
    drag(page, cell(page, "e3"), cell(page, "e4"))  # a piece of the board goes by itself
    expect(cell(page, "e4")).to_have_attribute("aria-label", re.compile("3 of 3-3"))
    expect(holding).to_have_count(0)


def test_a_seat_chooses_among_its_actions(visit):
    page = visit()
    page.get_by_role("button", name="Act", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Medium").click()
    page.get_by_role("dialog").get_by_role("button", name="C3", exact=True).click()
    expect(events(page)).to_have_text(["1Red places a medium pyramid on c3"])
    expect(cell(page, "c3")).to_have_attribute("aria-label", "c3, red medium pyramid")


def test_a_hand_is_shown_when_the_others_look_away(visit):
    page = visit()
    page.get_by_role("button", name="New game").click()
    page.get_by_text("Landover", exact=True).click()
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#title")).to_have_text("Landover")
    expect(page.locator(".spot")).to_have_count(265)
    expect(page.locator(".ground .token")).to_have_count(19)
    page.get_by_role("button", name="Hand").first.click()
    expect(page.locator("dialog dl")).to_have_count(0)
    page.get_by_role("button", name="Show it").click()
    expect(page.locator("dialog dt").first).to_have_text("Wood")


def test_the_rules_of_the_game_are_at_hand(visit):
    page = visit()
    page.get_by_role("button", name="Rules").click()
    expect(page.get_by_role("dialog")).to_contain_text("Two seers")


def test_a_record_is_replayed(chromium, table, tmp_path):
    """A game of another board: the table changes over, and follows the slider both ways."""
    game = make("land", 2, {"supply": "bag"})
    play_out(game, [player("random")] * 2, 5)
    text = "".join(line + "\n" for line in lines(game, 5))
    (tmp_path / "land-5.jsonl").write_text(text)
    page = chromium.new_context(viewport=DESK).new_page()
    page.goto(table + "?record=land-5.jsonl")
    bar = page.get_by_role("group", name="Record")
    slider = bar.get_by_role("slider")
    expect(slider).to_have_attribute("max", str(len(game.log)))
    for actions in (11, 4, len(game.log)):
        slider.fill(str(actions))
        expect(bar.locator("output")).to_have_text("%d of %d" % (actions, len(game.log)))
        expect(page.locator("#log li")).to_have_count(1 + actions + (actions == len(game.log)))
    expect(page.locator("#result")).to_be_visible()
    slider.fill("0")
    bar.get_by_role("button", name="Run").click()
    expect(bar.locator("output")).to_have_text("2 of %d" % len(game.log))
    page.context.close()
