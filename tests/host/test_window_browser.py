"""The browser window in Chromium: people who play at it with mouse, keyboard and a finger."""

import re

import pytest
from playwright.sync_api import expect

from games import game_class, names
from games.record import lines
from sim.window import geometry
from table import settings
from tests.portable.test_texts import catalogue
from tests.quick import first
from tests.screenshots import record_of
from tests.window import (
    DESK,
    PHONE,
    cell,
    colour,
    drag,
    events,
    heard,
    load,
    middle,
    needs_chromium,
    new_game,
    stack,
    until,
    wait_for_light,
    whole_game,
)

pytestmark = needs_chromium


@pytest.mark.deep
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
    said = "%s wins by %d points" % (winner, max(scores) - min(scores))
    expect(page.locator("#result strong").first).to_have_text(said)
    expect(page.locator(".curve polyline")).to_have_count(2)
    decided = page.locator("li.moment button")
    expect(decided).to_have_count(3)
    number = int(decided.first.inner_text().split(".")[0])
    decided.first.click()
    expect(page.locator("#replay output")).to_have_text("%d of %d" % (number, len(actions)))
    page.locator("#replay .now").click()
    expect(page.locator(".piece")).to_have_count(35)
    expect(page.locator('.stack[data-left="0"]')).to_have_count(7)


# How many dots around the cells have light that their lamps spill.
SPILT = """(() => {
  const halo = document.getElementById("halo");
  const { data } = halo.getContext("2d").getImageData(0, 0, halo.width, halo.height);
  return data.filter((level, i) => i % 4 === 3 && level).length;
})()"""


def test_a_wrong_piece_glows_until_it_is_lifted(visit):
    page = visit()
    wait_for_light(page, "c3", lambda red, green, blue: max(red, green, blue) > 20)
    until(page, lambda: page.evaluate(SPILT), lambda: "no light around the cells")
    drag(page, stack(page, "Blue small"), cell(page, "c3"))
    expect(page.locator("#rail.wrong")).to_contain_text(re.compile("c3", re.I))
    expect(heard(page, page.locator("#status").inner_text())).to_have_count(1)
    # It blinks.
    wait_for_light(page, "c3", lambda red, green, blue: red > 80 and red > 3 * max(green, blue))
    drag(page, page.locator(".piece"), page.locator("#log"))
    expect(page.locator("#rail.wrong")).to_have_count(0)
    expect(page.locator(".piece")).to_have_count(0)
    drag(page, stack(page, "Blue small"), cell(page, "c3"))
    drag(page, stack(page, "Red small"), cell(page, "c3"))
    expect(page.locator(".piece")).to_have_count(2)
    drag(page, cell(page, "c3"), page.locator("#log"))  # the upper one, which came last
    expect(page.locator(".piece")).to_have_count(1)
    expect(page.locator(".piece")).to_have_attribute("data-face", "small 1")
    expect(events(page)).to_have_count(0)


def test_a_piece_that_belongs_on_the_board_glows_where_it_lies(visit):
    page = visit()
    drag(page, stack(page, "Red large"), cell(page, "c3"))
    expect(events(page)).to_have_count(1)
    expect(page.locator(".stack.missing")).to_have_count(0)
    drag(page, page.locator(".piece"), page.locator("#log"))
    expect(page.locator("#rail.wrong")).to_contain_text("put Red's large pyramid here")
    glowing = page.locator(".stack.missing")
    expect(glowing).to_contain_text("Red large pyramid")
    drag(page, glowing, cell(page, "c3"))
    expect(page.locator(".stack.missing")).to_have_count(0)


def test_the_keyboard_alone_plays(visit):
    page = visit()
    stack(page, "Red large").focus()
    page.keyboard.press("Enter")
    expect(cell(page, "a1")).to_be_focused()
    expect(page.locator("#live p").last).to_have_text("Holding the red large pyramid.")
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
    for one in ("Red large", "Cap"):  # all that Red may lay is in sight
        box = stack(page, one).bounding_box()
        assert box["x"] + box["width"] <= 390 and box["y"] + box["height"] <= 700
    stack(page, "Red large").tap()
    expect(page.locator("body.holding")).to_have_count(1)
    cell(page, "c3").tap()
    expect(events(page)).to_have_text(["1Red places a large pyramid on c3"])


def test_a_finger_that_scrolls_does_not_put_the_piece_down(visit):
    page = visit(PHONE, has_touch=True, is_mobile=True)
    stack(page, "Red large").tap()
    expect(page.locator("body.holding")).to_have_count(1)
    fingers = page.context.new_cdp_session(page)
    for kind, ys in (
        ("touchStart", [800]),
        ("touchMove", range(790, 500, -20)),
        ("touchEnd", [0]),
    ):
        for y in ys:
            points = [{"x": 100, "y": y}] if y else []
            fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    expect(page.locator(".bar")).not_to_be_in_viewport()
    expect(page.locator("body.holding")).to_have_count(1)
    page.evaluate("scrollTo(0, 0)")
    cell(page, "c3").tap()
    expect(events(page)).to_have_text(["1Red places a large pyramid on c3"])


def test_the_board_comes_into_sight_for_a_piece_that_a_finger_takes(visit):
    page = visit(PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    page.locator("#log").scroll_into_view_if_needed()
    page.evaluate("scrollTo(0, 400)")
    stack(page, "Red large").tap()
    expect(cell(page, "a6")).to_be_in_viewport()
    cell(page, "a6").tap()
    expect(events(page)).to_have_text(["1Red places a large pyramid on a6"])


def test_a_reload_and_a_second_page_show_the_same_table(visit):
    page = visit()
    drag(page, stack(page, "Red large"), cell(page, "c3"))
    expect(events(page)).to_have_count(1)
    page.reload()
    expect(events(page)).to_have_count(1)
    expect(page.locator("#status")).to_contain_text("Blue")
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
        expect(one.locator("#status")).to_contain_text("Blue")
        expect(one.locator(".spot.was")).to_have_attribute("aria-label", re.compile("^e5"))
    assert colour(page, "a1") == colour(other, "a1")


def test_a_new_game_against_a_bot(visit):
    page = visit()
    new_game(page, player1="level3")
    expect(page.locator('.tray[data-seat="1"] .who')).to_have_text("Computer, level 3")
    drag(page, stack(page, "Red large"), cell(page, "c3"))
    expect(events(page)).to_have_count(2)
    expect(page.locator(".piece:not(.coming)")).to_have_count(2)
    expect(page.locator("#status")).to_contain_text("Red")


def test_less_motion_where_people_ask_for_it(visit):
    page = visit(reduced_motion="reduce")
    drag(page, stack(page, "Red large"), cell(page, "c3"))
    expect(events(page)).to_have_count(1)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".piece")).to_have_count(0)
    assert page.evaluate("document.getAnimations().length") == 0


def test_pad_and_knob_play_on_a_board_of_lights(visit):
    page = visit()
    page.get_by_role("button", name="Settings").click()
    page.locator("dialog [name=profile]").select_option("pad")
    page.get_by_role("button", name="Close", exact=True).click()
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


@pytest.mark.deep
def test_every_game_is_laid_out(visit):
    page = visit()
    for name in names():
        new_game(page, game_class(name).TITLE, player1="human")
        sure = page.get_by_role("button", name="Begin the new game")
        title = page.locator("#title")
        expect(sure.or_(title.get_by_text(game_class(name).TITLE, exact=True))).to_be_visible()
        if sure.is_visible():
            sure.click()
        expect(title).to_have_text(game_class(name).TITLE)
        game = game_class(name)()
        kinds = {(game.label(token[0]), token[2]) for token in game.tokens()}  # as anybody sees
        expect(page.locator(".tray .stack")).to_have_count(len(kinds))


def test_a_domino_comes_whole_and_turns(visit):
    page = visit({"width": 1200, "height": 900})
    new_game(page, "Ley Lines")
    expect(page.locator("#title")).to_have_text("Ley Lines")
    holding = page.locator("body.holding")
    stack(page, "2 of domino 2-4").click()
    expect(page.locator("#live p").last).to_have_text("Holding the 2 of domino 2-4. R turns it.")
    page.keyboard.press("r")  # from the east to the south
    cell(page, "c4").click()
    expect(cell(page, "c4")).to_have_attribute("aria-label", re.compile("2 of domino 2-4"))
    expect(cell(page, "c3")).to_have_attribute("aria-label", re.compile("4 of domino 2-4"))
    expect(holding).to_have_count(0)
    drag(page, stack(page, "3 of domino 3-3"), cell(page, "e1"))
    expect(page.locator("#toast.shown")).to_contain_text("R or the wheel turns it")
    expect(holding).to_have_count(1)  # off the board is no way to lie
    page.keyboard.press("Escape")
    expect(holding).to_have_count(0)
    expect(stack(page, "3 of domino 3-3, 2 left")).to_have_count(1)


def test_a_domino_in_hand_by_keys_says_where_its_other_half_comes(visit):
    page = visit({"width": 1200, "height": 900})
    new_game(page, "Ley Lines")
    expect(page.locator("#title")).to_have_text("Ley Lines")
    stack(page, "2 of domino 2-4").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#live p").last).to_have_text("Holding the 2 of domino 2-4. R turns it.")
    page.keyboard.type("c1")
    expect(cell(page, "c1")).to_be_focused()
    for said in ("lie off the board", "4 of domino 2-4 on b1.", "4 of domino 2-4 on c2."):
        page.keyboard.press("r")  # from the east to the south
        expect(page.locator("#live p").last).to_contain_text(said)


def test_a_tile_is_turned_on_its_cell(visit):
    page = visit()
    new_game(page, "Ley of the Land", player1="human")  # a computer would answer
    expect(page.locator("#title")).to_have_text("Ley of the Land")
    whose = page.locator(".tray h2.shared")  # the shared tray counts what one seat has left
    expect(whose).to_have_text("Red's share")
    drag(page, stack(page, "Half-and-half tile"), cell(page, "e6"))
    rotator = page.locator(".rotator")
    expect(rotator).to_be_visible()
    lying = page.locator(".piece").first  # the northern one
    before = lying.get_attribute("data-face")
    page.keyboard.press("r")
    expect(lying).not_to_have_attribute("data-face", before)
    page.get_by_role("button", name="Lay it so").click()
    expect(events(page)).to_have_count(1)
    expect(whose).to_have_text("Blue's share")
    expect(page.get_by_role("region", name="Blue's share")).to_be_visible()


# For each cell, where a tile may lie: [it, the cells that the buttons cover which turn the tile].
COVERED = """async (facts) => {
    const { Rotator } = await import("./board/rotator.js");
    const { extent } = await import("./board/outlines.js");
    const spots = new Map(facts.spots.map((spot) => [spot.name, spot]));
    const stage = document.querySelector(".stage");
    const rotator = new Rotator(stage, { spots, box: extent(facts) }, {});
    const cells = [...document.querySelectorAll("[data-spot]")]
        .map((one) => [one.dataset.spot, one.getBoundingClientRect()]);
    const lies = (one, box) => one.left < box.right - 1 && one.right > box.left + 1
        && one.top < box.bottom - 1 && one.bottom > box.top + 1;
    return cells.map(([name]) => {
        rotator.show({ spot: name });
        const boxes = [...rotator.element.children].map((one) => one.getBoundingClientRect());
        if (!boxes.every((one) => lies(one, stage.getBoundingClientRect()))) return [name, [name]];
        return [name, cells.filter(([, box]) => boxes.some((one) => lies(one, box)))
            .map(([name]) => name)];
    });
}"""


@pytest.mark.parametrize("size", first(1, [PHONE, DESK]))
def test_the_buttons_that_turn_a_tile_cover_no_cell_beside_it(visit, size):
    """The piece that lies there tells how to turn it."""
    page = visit(size)
    new_game(page, "Ley of the Land", player1="human")
    expect(page.locator("[data-spot]")).to_have_count(81)
    covered = page.evaluate(COVERED, geometry.board(settings.profile("grid9")))
    for name, there in covered:
        assert there
        for other in there:
            steps = abs(ord(name[0]) - ord(other[0])) + abs(int(name[1]) - int(other[1]))
            assert steps > 1, (name, other)


# The cursor's place on the hexes, and glowing places that arrows can easily miss from there.
LEFT_ASIDE = (
    ("20.SE", "9 16 28 17 8 25 20 18 13 19 7"),
    ("3/NW", "5.S 24.SE 26.S 27.SE 2.S 27.S 10.S 17.S 14.SE 22.S 4.S"),
    ("33/SW", "24/E 23/SW 6/SE 9/NW 29/SE 11/SW 4/SW 3/SE 29/E"),
)


def test_arrows_reach_every_glowing_place_of_the_hexes(visit):
    hexes = geometry.board(settings.profile("hex37"))["spots"]
    left = visit().evaluate(
        """async ([spots, cases]) => {
            const { nearestInDirection } = await import("./board/neighbours.js");
            const called = new Map(spots.map((spot) => [spot.name, spot]));
            return cases.flatMap(([start, words]) => {
                const fits = words.split(" ");
                const open = fits.map((name) => called.get(name));
                const found = new Set([start]);
                for (const name of found) {
                    for (const way of [[0, 1], [0, -1], [-1, 0], [1, 0]]) {
                        const there = nearestInDirection(open, called.get(name), ...way);
                        if (there) found.add(there.name);
                    }
                }
                return fits.filter((name) => !found.has(name));
            });
        }""",
        [hexes, LEFT_ASIDE],
    )
    assert left == []


def test_the_list_of_events_fades_no_line_that_people_look_for(visit, tmp_path):
    """Neither the oldest one, once they have scrolled to it, nor the one they look back at."""
    (tmp_path / "game.jsonl").write_text("".join(one + "\n" for one in record_of("mars", 30)))
    page = visit()
    load(page, tmp_path / "game.jsonl")
    log = page.locator("#log")
    expect(log.locator("li[data-n]").first).to_have_attribute("data-n", "30")
    above = """(log, name) => log.getBoundingClientRect().bottom
        - parseFloat(getComputedStyle(log).getPropertyValue("--fade")) * 15
        - log.querySelector(name).getBoundingClientRect().bottom"""
    log.evaluate("log => { log.scrollTop = log.scrollHeight; }")
    assert log.evaluate(above, "li:last-child") >= -1
    log.evaluate("log => { log.scrollTop = 0; }")
    page.locator("#look").click()
    page.locator("#replay input").fill("12")
    expect(log.locator(".at")).to_have_attribute("data-n", "12")
    assert log.evaluate(above, ".at") >= -1


def test_a_name_leads_to_its_place_wherever_the_focus_is(visit):
    page = visit()
    page.get_by_role("button", name="Hint").focus()
    page.keyboard.type("c4")
    expect(cell(page, "c4")).to_be_focused()
    new_game(page, "Landover", player1="human")
    expect(page.locator("#title")).to_have_text("Landover")
    page.get_by_role("button", name="Rules").focus()
    page.keyboard.type("d4")
    expect(cell(page, "18")).to_be_focused()
    said = re.compile(r"^d4 \(\w+, \d+\), empty")
    expect(cell(page, "18")).to_have_attribute("aria-label", said)
    called = dict(catalogue("en", "landover"))
    expect(page.locator(".coordinate")).to_have_text([called["hex %d" % i] for i in range(37)])


def test_a_hint_glows_and_shows_its_piece_and_where_that_comes_from(visit):
    page = visit()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".spot.suggested")).to_have_count(1)
    expect(page.locator("#status")).to_contain_text("An idea: Red places a")
    expect(page.locator("#live")).to_be_empty()  # it is heard once, from the line that shows it
    expect(page.locator(".ghost")).to_have_count(1)
    stacks = page.locator(".stack.suggested")
    [name] = stacks.evaluate_all("all => all.map((one) => one.dataset.name)")
    assert page.locator(".ghost").get_attribute("data-face") == name
    idea = page.locator(".spot.suggested").get_attribute("data-spot")
    drag(page, page.locator(".stack.suggested"), cell(page, idea))
    expect(events(page)).to_have_count(1)
    expect(page.locator(".ghost, .suggested")).to_have_count(0)


def test_another_game_forgets_a_hint(visit, tmp_path):
    page = visit()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".ghost")).to_have_count(1)
    _, game = whole_game()
    (tmp_path / "over.jsonl").write_text("".join(line + "\n" for line in lines(game, 1)))
    load(page, tmp_path / "over.jsonl")
    expect(page.locator("#status")).to_contain_text("all pieces are placed")
    expect(page.locator(".ghost, .suggested")).to_have_count(0)


def test_another_look_is_remembered(visit):
    page = visit()
    page.get_by_role("button", name="Settings").click()
    expect(page.locator("html")).to_have_css("color-scheme", "dark")  # though the system is light
    page.locator("dialog [name=look]").select_option("light")
    expect(page.locator("html[data-look=light]")).to_have_count(1)
    page.reload()
    expect(page.locator("html[data-look=light]")).to_have_count(1)
    expect(page.locator("html")).to_have_css("color-scheme", "light")


GARBAGE = """async () => {
  const { Light } = await import("./board/light.js");
  const buffers = [];
  const usual = ArrayBuffer;
  window.ArrayBuffer = class { constructor(size) { buffers.push(size); } };
  const light = new Light(...[0, 1].map(() => document.createElement("canvas")));
  const spot = { x: 0, y: 0, kind: "cell", pixels: [[0, 0, 0]] };
  light.fit({ spots: [spot] }, [new Path2D("M0 0H1V1Z")], { x: 0, y: -1, width: 1, height: 1 });
  const counts = [];
  for (let frame = 1; frame <= 2500; frame++) {
    light.show(frame % 2 ? "ff0000" : "00ff00");
    if (frame % 500 === 0) counts.push(buffers.length);
  }
  window.ArrayBuffer = usual;
  return [counts, ...new Set(buffers)];
}"""


def test_a_large_buffer_now_and_then_makes_the_browser_collect_its_garbage(visit):
    counts, size = visit().evaluate(GARBAGE)
    assert counts[-1] - counts[0] == 2 and size == 1 << 26
