"""Stumbles of newcomers in their first hour: each of these is one grip or one look."""

import re

import pytest
from playwright.sync_api import expect

from games import make
from games.base import CHANCE
from games.bots import random
from games.landover.common import P_MAIN
from games.record import lines
from host_tools import ROOT
from sim.selfplay import play_out
from table.example import known
from tests.host.seated import hosted, simulated
from tests.host.test_window_axe import shown
from tests.portable.test_examples import steps
from tests.quick import first
from tests.screenshots import played
from tests.window import (
    PHONE,
    SPEAK_GERMAN,
    cell,
    drag,
    events,
    hand_pause,
    load,
    middle,
    needs_chromium,
    new_game,
    stack,
)

pytestmark = needs_chromium
SIZES = first(1, [pytest.param(size, id=str(size)) for size in ((360, 640), (1280, 720))])


def test_a_domino_that_lies_wrong_is_one_piece_that_turns(visit):
    page = visit({"width": 1200, "height": 900})
    new_game(page, "Ley Lines")
    expect(page.locator("#title")).to_have_text("Ley Lines")
    stack(page, "2 of domino 2-4").click()
    page.keyboard.press("r")  # from the east to the south
    cell(page, "c4").click()
    expect(cell(page, "c3")).to_have_attribute("aria-label", re.compile("4 of domino 2-4"))
    page.mouse.click(*middle(cell(page, "c3")))  # by its other half
    turn = page.get_by_role("button", name="Turn", exact=True)
    expect(turn).to_be_visible()
    for name in ("c3", "c4"):
        expect(cell(page, name)).not_to_have_attribute("aria-label", re.compile("domino"))
    turn.click()  # the 2 from the north to the east
    cell(page, "c2").click()
    expect(cell(page, "d2")).to_have_attribute("aria-label", re.compile("2 of domino 2-4"))
    drag(page, cell(page, "d2"), cell(page, "f6"))
    expect(cell(page, "e6")).to_have_attribute("aria-label", re.compile("4 of domino 2-4"))
    page.mouse.click(*middle(cell(page, "f6")))
    page.keyboard.press("r")
    page.keyboard.press("Escape")  # back to where both were
    expect(cell(page, "e6")).to_have_attribute("aria-label", re.compile("4 of domino 2-4"))
    expect(cell(page, "f6")).to_have_attribute("aria-label", re.compile("2 of domino 2-4"))


PLACES = """async (said) => {
    const found = [];
    for (const text of said) {
        document.getElementById("status").textContent = text;
        await Promise.resolve(); // it is noticed then
        found.push(document.querySelector(".stage").getBoundingClientRect().y);
    }
    return found;
}"""


@pytest.mark.parametrize("size", SIZES)
def test_no_sentence_of_an_example_moves_the_board(visit, size):
    page = visit(dict(zip(("width", "height"), size, strict=True)))
    said = [line[1] if line[0] != "why" else line[1].split(" ", 1)[1]
            for name in known() for step in steps(name)[1] if "play" in dict(step)
            for line in step if line[0] in ("en", "de", "why")]
    assert len(set(page.evaluate(PLACES, said))) == 1


def test_looking_back_marks_the_action_that_one_looks_at(visit, tmp_path):
    page = visit()
    game = make("mars")
    for by, at in ((0, "c3"), (1, "d5"), (0, "a2")):
        game.apply(by, game.parse(["small", at]))
    (tmp_path / "game.jsonl").write_text("".join(line + "\n" for line in lines(game, 1)))
    load(page, tmp_path / "game.jsonl")
    marked = page.locator(".spots .was")
    expect(marked).to_have_attribute("data-spot", "a2")
    page.get_by_role("button", name="Look back").click()
    for step, at in ((-1, "d5"), (-1, "c3"), (1, "d5")):
        page.locator("#replay [data-go='%d']" % step).click()
        expect(marked).to_have_attribute("data-spot", at)
        expect(page.locator("#log .at")).to_have_count(1)
    page.locator("#replay [data-go='-1']").click()
    page.locator("#replay [data-go='-1']").click()
    expect(marked).to_have_count(0)
    page.locator("#replay .now").click()
    expect(marked).to_have_attribute("data-spot", "a2")
    page.reload()
    expect(marked).to_have_attribute("data-spot", "a2")


@pytest.mark.parametrize("size", SIZES)
def test_what_looking_back_offers_is_in_sight(visit, size):
    page = visit(dict(zip(("width", "height"), size, strict=True)))
    page.locator("#look").click()
    board, buttons = page.locator(".plate"), page.locator("#replay button:visible")
    assert buttons.count() > 4
    for one in buttons.all():
        expect(one).to_be_in_viewport(ratio=1)
    if size[0] > size[1]:
        expect(board).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", SIZES)
def test_a_trade_unfolds_in_sight(chromium, tmp_path, size):
    game = played("landover", 60)
    while game.current() != (0,) or game.phase != P_MAIN:
        game.rewind(len(game.log) - 1)
    with shown(chromium, tmp_path / "table", game, 1, size) as page:
        page.locator("#actions summary").click()
        parts = page.locator("#actions .trade :is(.row, .choices button)")
        expect(parts.last).to_be_visible()
        assert parts.count() > 10
        for one in [*parts.all(), *[page.locator("#status")] * (size[0] > size[1])]:
            expect(one).to_be_in_viewport(ratio=1)
        page.evaluate(SPEAK_GERMAN)
        names = page.locator("#actions .trade .row > :first-child")
        expect(names.nth(4)).to_have_text("Weizen")
        assert len({one.bounding_box()["height"] for one in names.all()[1:]}) == 1


def loaded(page, folder, name, seats):
    """Load a game that random players have finished; return it, and its events."""
    game, told = make(name, seats), []
    play_out(game, [random] * seats, 5, lambda by, action: told.extend(game.apply(by, action)))
    (folder / "game.jsonl").write_text("".join(line + "\n" for line in lines(game, 5)))
    load(page, folder / "game.jsonl")
    return game, told


@pytest.mark.parametrize(("name", "seats", "kind", "rows"), [
    ("mars", 2, "line", ("Lines filled", "Best line")),
    ("leylines", 3, "flow", ("Flows of energy", "Best flow")),
])
def test_the_end_says_by_how_much_and_where_the_points_come_from(
    visit, tmp_path, name, seats, kind, rows
):
    page = visit()
    game, told = loaded(page, tmp_path, name, seats)
    *_, second, first = sorted(game.scores())
    winner = game.scores().index(first)
    result = page.locator("#result")
    expect(result.locator("strong").first).to_have_text(
        "%s wins by %d points" % (("Red", "Blue", "Green")[winner], first - second))
    mine = [[event[2] for event in told if event[:2] == [kind, seat]] for seat in range(seats)]
    values = ([len(points) for points in mine], [max(points, default=0) for points in mine])
    if seats > 2:  # of two the line above says whose points are whose
        rows, values = ("Points", *rows), (game.scores(), *values)
    for row, numbers in zip(rows, values, strict=True):
        cells = result.get_by_role("row").filter(has_text=row).locator("td")
        expect(cells).to_have_text([str(number) for number in numbers])


ENDS = """async (counts) => {
    const { endOfGame } = await import("./panel/ending.js");
    const view = { scores: [3, 1], result: [[0], ""] };
    return counts.map((count) => endOfGame({ view, count, given_up: false }, { log: [] }))
        .map((end) => end.filter(({ tagName }) => tagName === "TABLE").length);
}"""


def test_only_points_that_have_parts_have_a_table(visit):
    parts = [["cards", [2, 1]], ["coins", [1, 0]]]
    assert visit().evaluate(ENDS, [[], parts]) == [0, 1]


WINNERS = """async (ends) => {
    const { endOfGame } = await import("./panel/ending.js");
    return ends.map(([scores, winners]) => endOfGame(
        { view: { scores, result: [winners, ""] }, count: [], given_up: false }, { log: [] },
    )[0].textContent);
}"""


def test_the_end_says_who_won_if_anybody_did(visit):
    ends = [([3, 1], [0]), ([3, 1], []), ([3, 3], [0, 1]), ([3], [0])]
    assert visit().evaluate(WINNERS, ends) == [
        "Red wins by 2 points", "Nobody wins", "A tie", "Red wins"]


OVER = """async (ends) => {
    const { EventLog } = await import("./panel/event_log.js");
    const [list, alert] = [document.createElement("ol"), document.createElement("p")];
    const log = new EventLog(list, document.getElementById("status"), alert, () => {}, () => {});
    return ends.map(([winners, reason]) => log.add({ event: "over", winners, reason }));
}"""


def test_the_list_of_events_tells_an_end_without_a_winner_from_one_given_up(visit):
    ends = [([0], "all full"), ([], "all full"), ([], "given up")]
    assert visit().evaluate(OVER, ends) == [
        "Red wins: all full", "Nobody wins: all full", "The game was given up"]


def test_dominoes_that_are_dealt_at_once_are_told_in_one_line(visit, tmp_path):
    page = visit()
    game, _ = loaded(page, tmp_path, "leylines", 3)
    seats = [entry[0] for entry in game.log]
    words = [game.text(entry[1:])[0] for entry in game.log]
    start = words.index("deal")
    dealt = next(n for n, word in enumerate(words[start:]) if word != "deal")
    assert dealt > 10 and set(seats[start : start + dealt]) == {CHANCE}
    line = events(page).filter(has_text="deals %d dominoes" % dealt)
    expect(line).to_have_count(1)
    page.get_by_role("button", name="Look back").click()
    page.locator("#replay input").fill(str(start + 3))
    expect(page.locator("#log .at")).to_contain_text("deals %d dominoes" % dealt)


@pytest.mark.parametrize("size", SIZES)
def test_newcomers_see_the_first_game_and_how_to_begin_it(visit, size):
    """The German texts are the longest; a wide page shows the opponent as well."""
    page = visit(dict(zip(("width", "height"), size, strict=True)), new=True, locale="de")
    cards = page.locator("dialog .card")
    expect(cards.first).to_be_in_viewport(ratio=0.9)
    cards.first.click()
    expect(cards.first.locator("input")).to_be_checked()  # what "Beginnen" would begin
    for name in ("Beginnen", "Zeig mir"):
        expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    if size[0] > size[1]:
        expect(page.get_by_role("combobox", name="Blau")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("title", first(1, [
    "Ley Lines(?! of)", "Landover", "Ley of the Land(?!:)",
]))
def test_the_first_steps_are_in_sight_on_a_small_phone(visit, title):
    page = visit({"width": 360, "height": 640}, new=True, locale="de", has_touch=True)
    page.locator("dialog .card", has_text=re.compile(title)).click()
    page.get_by_role("button", name="Beginnen").click()
    guide = page.locator("#guide")
    for step, button in enumerate(("Weiter", "Weiter", "Spielen")):
        expect(guide).to_contain_text("%d von 3" % (step + 1))
        go_on = guide.get_by_role("button", name=button)
        expect(go_on).to_be_in_viewport(ratio=1)
        go_on.click()
    expect(guide).to_be_hidden()
    page.get_by_role("button", name="Einstellungen").click()
    page.get_by_role("button", name="Erste Schritte noch einmal").click()
    page.wait_for_function("!history.state?.dialog")  # the step back may scroll the page
    expect(guide.locator(".main")).to_be_in_viewport(ratio=1)


def test_save_leads_to_what_can_be_saved(visit):
    page = visit()
    new_game(page, "Ley Lines(?! of)")
    expect(page.locator("#title")).to_have_text("Ley Lines")
    page.locator("#save").click()
    dialog = page.locator("#dialog")
    expect(dialog).to_contain_text("once the game is over")
    dialog.get_by_role("button", name="Games put aside").click()
    expect(dialog).to_contain_text("No game is put aside")


def test_every_file_can_be_chosen_that_went_out():
    """Phones know a file by a type that they guess, and grey out others than those asked for."""
    scripts = [path for path in (ROOT / "sim").rglob("*") if path.suffix in (".js", ".html")]
    inputs = [one for path in scripts
              for one in re.findall(r'type[=:] ?"file"[^>}]*', path.read_text("utf-8"))]
    assert len(inputs) > 2 and not [one for one in inputs if "accept" in one]


@pytest.mark.parametrize("button", first(1, ["New game", "Rules", "Settings"]))
def test_back_closes_a_dialog_and_then_leaves_the_page(visit, button):
    page = visit()
    page.get_by_role("button", name=button).click()
    dialog = page.locator("#dialog")
    expect(dialog).to_be_visible()
    page.go_back()
    expect(dialog).to_be_hidden()
    expect(page.locator("#status")).to_contain_text("Red")
    page.get_by_role("button", name=button).click()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.wait_for_function("() => !history.state?.dialog")
    page.go_back()
    page.wait_for_url("about:blank")


def test_another_link_in_the_same_tab_takes_its_seat(phone, tmp_path):
    with hosted(tmp_path, simulated("grid6", "mars", seed=1)) as there:
        page = phone(there.link(0), own=True)
        expect(page.locator("#status")).to_have_text("Your turn")
        page.goto(there.link(1))
        expect(page.locator("#status")).to_contain_text("Red")
        page.goto(there.link(0))
        expect(page.locator("#status")).to_have_text("Your turn")


@pytest.mark.parametrize("size", SIZES)
def test_a_hint_with_its_reasons_leaves_the_board_and_its_buttons_in_place(
    chromium, tmp_path, size
):
    with shown(chromium, tmp_path / "table", played("mars", 23), 2, size) as page:
        plate, look = page.locator(".plate"), page.locator("#look")
        before = plate.bounding_box()
        page.locator("#hint").click()
        expect(page.locator("#status")).to_have_text(re.compile("^An idea: .{120}"))
        assert plate.bounding_box()["y"] == before["y"]
        expect(look).to_be_in_viewport(ratio=1)
        status, more = page.locator("#status"), page.get_by_role("button", name="More", exact=True)
        status.evaluate("(one) => (one.textContent += one.textContent)")  # as long as any
        assert plate.bounding_box()["y"] == before["y"]
        assert status.evaluate("(one) => one.scrollHeight > one.clientHeight")
        more.click()
        assert status.evaluate("(one) => one.scrollHeight <= one.clientHeight")
        page.locator("#rail").get_by_role("button", name="Close").click()
        status.evaluate("(one) => (one.textContent = 'Red: put a pyramid')")
        expect(more).to_be_hidden()


def test_a_sentence_that_is_seen_to_its_end_offers_no_more_of_it(visit):
    """On a phone that lies, where two lines take one pixel less than browsers say they need."""
    page = visit({"width": 844, "height": 390})
    page.evaluate("""(text) => import("./common/dom_update.js").then(({ setSentence }) =>
        setSentence(document.getElementById("status"), text))""", "Put it beside the other. " * 4)
    assert page.locator("#status").bounding_box()["height"] > 30  # two lines
    expect(page.get_by_role("button", name="More", exact=True)).to_be_hidden()


def test_a_hint_stays_until_something_is_done(visit):
    """Though the table sends its state anew, as while hands still lay the computer's piece."""
    page = visit()
    status = page.locator("#status")
    expect(page.locator("#hint")).not_to_have_attribute("aria-disabled", "true")
    page.locator("#hint").click()
    expect(status).to_have_text(re.compile("^An idea"))
    page.get_by_role("button", name="Menu", exact=True).click()
    close = page.locator("#actions").get_by_role("button", name="Close")
    expect(close).to_be_visible()
    hand_pause(page, 300)  # the press that opened the menu holds the knob's button for 80
    close.click()
    expect(close).to_have_count(0)
    expect(status).to_have_text(re.compile("^An idea"))
    stack(page, "Red large").click()
    cell(page, "a1").click()
    expect(status).to_have_text(re.compile("^Blue: put"))


def test_a_note_goes_as_soon_as_something_else_is_pressed(visit):
    """On a phone it covers the sentence, and stays for 15 seconds if it has a button."""
    page = visit(PHONE)
    cell(page, "c3").click()
    expect(page.locator("#toast.shown")).to_contain_text("Take a piece first")
    page.get_by_role("button", name="Hint").click()
    assert page.locator("#toast.shown").count() == 0


# The texts in which a line ends, of those that match a pattern.
BROKEN = """(pattern) => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const text = walker.currentNode;
        if (!text.parentElement.checkVisibility()) continue;
        for (const { 0: one, index } of text.data.matchAll(new RegExp(pattern, "g"))) {
            const range = document.createRange();
            range.setStart(text, index);
            range.setEnd(text, index + one.length);
            const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
            if (new Set(tops).size > 1) found.push(one);
        }
    }
    return found;
}"""


UNITS = r"(?<![a-z\d])\d+(-| \S{1,3} )\d+|(?<![a-z\d])\d+ [A-Za-z]{1,10}\b(?!-)"


@pytest.mark.parametrize("wide", first(0, ["0", ".04em"]), ids=["narrow", "wide"])
def test_no_line_ends_within_a_number_with_its_unit_or_a_range(visit, wide):
    """At all widths of a phone, in the welcome and in a sentence, whatever the letters measure."""
    page = visit({"width": 360, "height": 640}, new=True, locale="de")
    page.locator("dialog .card").first.wait_for()
    page.evaluate("(wide) => (document.body.style.letterSpacing = wide)", wide)
    said = page.locator("#status")
    text = "Lege den Stein 2-5 für 3 Punkte, bei 2 bis 4 Spielern im Maß 1 : 2 und in 90 Minuten"
    page.evaluate("""(text) => import("./common/dom_update.js").then(({ setSentence }) =>
        setSentence(document.getElementById("status"), text))""", text)
    expect(said).to_have_text(text)
    for width in range(320, 420, 4):
        page.set_viewport_size({"width": width, "height": 640})
        broken = page.evaluate(BROKEN, UNITS)
        assert not broken, (width, broken)
    page.locator("dialog .close").click()
    for width in range(320, 420, 4):
        page.set_viewport_size({"width": width, "height": 640})
        broken = page.evaluate(BROKEN, UNITS)
        assert not broken, (width, broken)


def test_a_number_of_a_seat_stands_in_its_tray_once(chromium, tmp_path):
    """The market's coins are a part of the points, and what one has to bid with."""
    with shown(chromium, tmp_path / "table", played("market", 100), 2, (1280, 720)) as page:
        for seat in (0, 1):
            facts = page.locator(".tray[data-seat='%d'] .purse > span" % seat)
            expect(facts.filter(has_text="coins")).to_have_count(1)
            expect(facts.filter(has_text="cubes in hand")).to_have_count(1)


def test_no_hand_is_covered_once_the_game_is_over(chromium, tmp_path):
    with shown(chromium, tmp_path / "table", played("landover"), 2, (1280, 720)) as page:
        expect(page.locator("#result")).to_be_visible()
        expect(page.locator(".tray.front .cardlet").first).to_be_visible()
        expect(page.locator(".cover")).to_have_count(0)


def test_a_metropolis_shows_whose_city_it_tops(visit):
    """Its own piece is everybody's."""
    page = visit()
    new_game(page, "Landover")
    expect(page.locator("#title")).to_have_text("Landover")
    colours, name = page.evaluate("""async () => {
        const { draw, pieceName } = await import("./pieces/pieces.js");
        const colours = (face, seat) => [...draw(face, seat).querySelectorAll("path")]
            .map((one) => one.getAttribute("fill"));
        const tops = "city 1 with science metro";
        return [[colours("city 1", 1)[0], colours(tops, -1)[0]], pieceName(tops, -1)];
    }""")
    assert colours[0] == colours[1]
    assert name == "blue city with metropolis of science"
