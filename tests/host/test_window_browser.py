"""The browser window in Chromium: people at it with mouse, keyboard and a finger."""

import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import expect

from games import game_class, make, names
from games.players import player
from games.record import lines
from games.texts import Texts
from sim.selfplay import play_out
from sim.window import geometry
from table import settings
from tests.portable.test_texts import catalogue
from tests.screenshots import played
from tests.window import KNOWN, cell, drag, middle, needs_chromium, served

AXE = (Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js").read_text()
DESK = {"width": 1100, "height": 720}  # small, since it is drawn without a graphics chip
PHONE = {"width": 390, "height": 844}
LYING = ((844, 390), (740, 360), (667, 375))

expect.set_options(timeout=60_000)  # machines that test are busy

pytestmark = needs_chromium


@pytest.fixture
def table(tmp_path):
    """Serve a table in a thread of its own; gives its address."""
    with served(tmp_path, "grid6", pace=0.2, records=tmp_path) as (url, _):
        yield url


@pytest.fixture
def visit(chromium, table):
    """Open pages of the table; a page with an error fails the test. `new`: to somebody who has
    never been here."""
    pages = []
    wrong = []

    def visit(size=DESK, new=False, **more):
        context = chromium.new_context(viewport=size, **more)
        if not new:
            context.add_init_script(KNOWN)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: said.type == "error" and wrong.append(said.text))
        page.set_default_timeout(60_000)
        page.goto(table)
        expect(page.locator(".tray .stack")).to_have_count(7)
        expect(page.locator("#status")).to_contain_text(re.compile("Red|Rot"))
        pages.append(page)
        return page

    yield visit
    for page in pages:
        page.context.close()
    assert not wrong


def stack(page, name):
    """Return the tray's stack with a name like "Red small" or "Cap"."""
    return page.get_by_role("button", name=re.compile("^%s" % name))


def new_game(page, title=None, **players):
    """Begin a game; seats are played as `player0="human"` and so on say."""
    page.get_by_role("button", name="New game").click()
    if title:
        page.locator("dialog .card", has_text=re.compile(title + "(?!:)")).first.click()
    for seat, kind in players.items():
        page.locator("[name=%s]" % seat).select_option(kind)
    page.get_by_role("button", name="Begin").click()


def load(page, path):
    """Load a record; who plays on is left as it is offered."""
    page.locator("#file").set_input_files(path)
    page.get_by_role("button", name="Load it").click()


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


def wait_for_light(page, name, wanted):
    """Wait until the light of a cell, as (red, green, blue), is as wanted."""
    for _ in range(400):
        if wanted(*colour(page, name)):
            return
        page.wait_for_timeout(50)
    raise AssertionError("the light of %s is %s" % (name, colour(page, name)))


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
    wait_for_light(page, "c3", lambda red, green, blue: max(red, green, blue) > 20)
    drag(page, stack(page, "Blue small"), cell(page, "c3"))
    expect(page.locator("#rail.wrong")).to_contain_text(re.compile("c3", re.I))
    # It blinks.
    wait_for_light(page, "c3", lambda red, green, blue: red > 80 and red > 3 * max(green, blue))
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
    for one in ("Red large", "Cap"):  # all that Red may lay is in sight
        box = stack(page, one).bounding_box()
        assert box["x"] + box["width"] <= 390 and box["y"] + box["height"] <= 700
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
    assert colour(page, "a1") == colour(other, "a1")


def test_a_new_game_against_a_bot(visit):
    page = visit()
    new_game(page, player1="greedy")
    expect(page.locator('.tray[data-seat="1"] .who')).to_have_text("Greedy bot")
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


def test_a_record_is_saved_and_loaded(visit, tmp_path):
    page = visit()
    drag(page, stack(page, "Red large"), cell(page, "c3"))
    expect(events(page)).to_have_count(1)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save").click()
    assert download.value.suggested_filename == "mars-1.jsonl"
    path = tmp_path / "saved.jsonl"
    download.value.save_as(path)
    new_game(page)
    page.get_by_role("button", name="No, keep it").click()
    expect(page.locator(".piece")).to_have_count(1)
    new_game(page)
    page.get_by_role("button", name="Begin the new game").click()
    expect(page.locator(".piece")).to_have_count(0)
    torn = tmp_path / "torn.jsonl"
    torn.write_text(path.read_text().replace("c3", "z3"))
    load(page, torn)
    expect(page.locator("#toast.shown")).to_contain_text("Line 2: there is no cell z3")
    load(page, path)
    expect(page.locator(".piece")).to_have_count(1)
    expect(events(page)).to_have_text(["1Red places a large pyramid on c3"])


def test_a_loaded_record_asks_who_plays_on(visit, tmp_path):
    page = visit()
    new_game(page, player1="random")
    players = page.locator('.tray[data-seat="1"] .who, .tray[data-seat="2"] .who')
    expect(players).to_have_text("Random bot")
    drag(page, stack(page, "Red large"), cell(page, "c3"))
    expect(events(page)).to_have_count(2)
    page.get_by_role("button", name="Look back").click()
    land, isles = [tmp_path / name for name in ("land.jsonl", "isles.jsonl")]
    land.write_text("".join(line + "\n" for line in lines(make("land"), 1)))
    isles.write_text("".join(line + "\n" for line in lines(make("leylines"), 1)))
    page.locator("#file").set_input_files(land)  # of another game with as many seats
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Ley of the Land, 0 actions. It takes the place of the game")
    expect(dialog.locator("[name=player0]")).to_have_value("human")
    expect(dialog.locator("[name=player1]")).to_have_value("random")
    dialog.get_by_role("button", name="No, keep it").click()
    expect(dialog).to_have_count(0)
    expect(page.locator(".piece")).to_have_count(2)
    load(page, land)
    expect(page.locator("#title")).to_have_text("Ley of the Land")
    expect(players).to_have_text("Random bot")
    expect(page.locator("#replay")).to_be_hidden()
    page.locator("#file").set_input_files(isles)  # of more seats
    expect(dialog).to_contain_text("Ley Lines, 0 actions. Who plays on?")
    expect(dialog.locator("[name=player2]")).to_have_value("greedy")
    dialog.locator("[name=player1]").select_option("human")
    dialog.get_by_role("button", name="Load it").click()
    expect(page.locator("#title")).to_have_text("Ley Lines")
    expect(players).to_have_text(["", "Greedy bot"])


def test_a_file_that_is_no_record_is_refused(visit, tmp_path):
    page = visit()
    for text, why in (("", "the record is empty"), ("{", "line 1"), ("null", "line 1"),
                      ('{"leyboard": 1, "game": "go", "seats": 2}', "line 1")):  # fmt: skip
        (tmp_path / "no.jsonl").write_text(text)
        page.locator("#file").set_input_files(tmp_path / "no.jsonl")
        expect(page.locator("#toast.shown")).to_contain_text(re.compile(why, re.I))
        page.locator("#toast").evaluate("toast => toast.classList.remove('shown')")


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
    stack(page, "2 of 2-4").click()
    expect(page.locator("#live")).to_have_text("Holding the 2 of 2-4. R turns it.")
    page.keyboard.press("r")  # from the east to the south
    cell(page, "c4").click()
    expect(cell(page, "c4")).to_have_attribute("aria-label", re.compile("2 of 2-4"))
    expect(cell(page, "c3")).to_have_attribute("aria-label", re.compile("4 of 2-4"))
    expect(holding).to_have_count(0)
    drag(page, stack(page, "3 of 3-3"), cell(page, "e1"))
    expect(page.locator("#toast.shown")).to_contain_text("R or the wheel turns it")
    expect(holding).to_have_count(1)  # off the board is no way to lie
    page.keyboard.press("Escape")
    expect(holding).to_have_count(0)
    expect(stack(page, "3 of 3-3, 2 left")).to_have_count(1)


def test_hands_are_covered_until_their_seat_says_that_it_looks(visit):
    page = visit()
    new_game(page, "Landover", player1="human")
    expect(page.locator("#title")).to_have_text("Landover")
    expect(page.locator(".spot")).to_have_count(265)
    expect(page.locator(".ground .token")).to_have_count(19)
    front = page.locator(".tray.front")
    expect(front.locator(".cover")).to_contain_text("Pass the table to")
    expect(page.locator(".cardlet")).to_have_count(0)
    hint = page.get_by_role("button", name="Hint")
    expect(hint).to_have_attribute("aria-disabled", "true")  # it would tell of the hand
    front.get_by_role("button", name=re.compile("show my hand")).click()
    expect(front.locator(".cardlet")).to_have_count(8)
    expect(hint).to_have_attribute("aria-disabled", "false")
    page.get_by_role("button", name="Look back").click()
    expect(page.get_by_role("button", name="Back to the game")).to_be_visible()
    expect(page.get_by_role("button", name="Play on from here")).to_be_hidden()  # to know more


COVERS = """() => {
    window.covers = 0;
    new MutationObserver((all) => all.forEach(({ addedNodes }) => addedNodes.forEach((one) => {
        covers += Boolean(one.querySelector?.("[data-key=reveal]"));
    }))).observe(document.querySelector("#trays"), { childList: true, subtree: true });
}"""


def test_what_is_open_is_not_even_covered_for_a_moment(chromium, tmp_path):
    load = {"do": "load", "lines": played("market", 7), "players": ["human", "human"]}
    with served(tmp_path, game="market", pace=0) as (url, server):
        assert server.there(lambda: server.live.do(None, load))["ok"]
        game = server.live.app.session.game
        assert game.view(0)["order"] and server.there(lambda: game.private_view(0))
        context = chromium.new_context(viewport=DESK)
        context.add_init_script(KNOWN)
        page = context.new_page()
        page.goto(url)
        front = page.locator(".tray.front")
        expect(page.locator("#deeds [data-key=pass]")).to_be_visible()
        page.evaluate(COVERS)
        before = front.get_attribute("data-seat")
        page.locator("#deeds [data-key=pass]").click()
        expect(front).not_to_have_attribute("data-seat", before)
        expect(page.locator("#deeds [data-key=pass]")).to_be_visible()
        assert page.evaluate("covers") == 0
        context.close()


BLUE_BIDS = """new Promise((done) => {
  const link = new WebSocket(`ws://${location.host}/table`);
  const request = { do: "do", by: 1, words: ["bid", 1] };
  link.onopen = () => link.send(JSON.stringify({ id: 1, do: "host", request }));
  link.onmessage = ({ data }) => JSON.parse(data).id && done(link.close());
})"""


def test_a_bid_half_made_outlasts_that_of_another_seat(visit):
    page = visit()
    new_game(page, "the market", player1="human")
    expect(page.locator("#title")).to_have_text("Ley of the Land: the market")
    page.get_by_role("button", name=re.compile("show my hand")).click()
    slider = page.get_by_role("slider", name="Bid in coins")
    slider.press("3")
    slider.press("Enter")
    sure = page.get_by_role("button", name="Yes, pay 3 coins")
    expect(sure).to_be_focused()
    page.evaluate(BLUE_BIDS)
    expect(events(page).first).to_contain_text("Blue bids")
    expect(sure).to_be_focused()
    sure.press("Enter")
    expect(events(page).first).to_contain_text("Red bids")


# Where on the hexes the cursor was, and glowing places of which arrows once left some aside.
LEFT_ASIDE = (
    ("20.SE", "9 16 28 17 8 25 20 18 13 19 7"),
    ("3/NW", "5.S 24.SE 26.S 27.SE 2.S 27.S 10.S 17.S 14.SE 22.S 4.S"),
    ("33/SW", "24/E 23/SW 6/SE 9/NW 29/SE 11/SW 4/SW 3/SE 29/E"),
)


def test_arrows_reach_every_glowing_place_of_the_hexes(visit):
    hexes = geometry.board(settings.profile("hex37"))["spots"]
    left = visit().evaluate(
        """async ([spots, cases]) => {
            const { Board } = await import("./board.js");
            return cases.flatMap(([start, words]) => {
                const fits = words.split(" ");
                const board = { hand: { held: {} }, board: { hex: true }, fits,
                    spots: new Map(spots.map((spot) => [spot.name, spot])) };
                const found = new Set([start]);
                for (const name of found) {
                    for (const way of [[0, 1], [0, -1], [-1, 0], [1, 0]]) {
                        const from = board.spots.get(name);
                        const there = Board.prototype.beside.call(board, from, ...way);
                        if (there) found.add(there.name);
                    }
                }
                return fits.filter((name) => !found.has(name));
            });
        }""",
        [hexes, LEFT_ASIDE],
    )
    assert left == []


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


def test_somebody_new_is_welcomed_and_guided_once(visit):
    page = visit(new=True)
    expect(page.get_by_role("heading", name="Welcome to Leyboard")).to_be_visible()
    expect(page.locator("dialog .card")).to_have_count(len(names()))
    expect(page.locator("dialog .card").first).to_contain_text("minutes")
    options = [option.inner_text() for option in page.locator("[name=player1] option").all()]
    assert any("Search" in option for option in options), options
    expect(page.locator("[name=player1]")).to_have_value("greedy")
    page.locator("summary").click()
    expect(page.locator("dialog")).to_contain_text("As usual: both win")
    expect(page.locator("dialog")).to_contain_text("Who wins at equal points")
    page.get_by_role("button", name="Begin").click()
    guide = page.locator("#guide")
    expect(guide).to_contain_text("Put a piece where it glows")
    guide.get_by_role("button", name="Next").click()
    guide.get_by_role("button", name="All lights").click()
    expect(page.get_by_role("dialog")).to_contain_text("Blinking red")
    page.get_by_role("button", name="Close").click()
    guide.get_by_role("button", name="Next").click()
    guide.get_by_role("button", name="Play").click()
    expect(guide).to_be_hidden()
    page.reload()
    expect(page.locator(".tray .stack")).to_have_count(7)
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(guide).to_be_hidden()


def test_the_first_steps_wait_while_nothing_glows_and_keep_off_the_tray(visit):
    page = visit(PHONE, new=True, has_touch=True, is_mobile=True)
    page.locator("dialog .card", has_text="the market").click()
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#title")).to_have_text("Ley of the Land: the market")
    bid = page.locator("#deeds [data-key='bid it']")
    expect(bid).to_be_visible()
    guide = page.locator("#guide")
    expect(guide).to_be_hidden()
    bid.click()
    page.get_by_role("button", name="Yes, pay 0 coins").click()
    expect(guide).to_contain_text("Put a piece where it glows")
    expect(guide).not_to_contain_text("keyboard", use_inner_text=True)  # a phone has none
    new_game(page, "Landover")
    page.get_by_role("button", name="Begin the new game").click()
    expect(page.locator("#title")).to_have_text("Landover")
    page.wait_for_function("""() => {
        const [tray, guide] = [".tray.front", "#guide"].map((name) =>
            document.querySelector(name).getBoundingClientRect());
        return guide.height && tray.bottom < guide.top;
    }""")


def test_a_trade_is_put_together_and_stands_after_a_refusal(visit, tmp_path):
    page = visit()
    record = played("landover", 12)  # up to Blue's first turn, who has one wool
    (tmp_path / "isle.jsonl").write_text("".join(line + "\n" for line in record))
    page.locator("#file").set_input_files(tmp_path / "isle.jsonl")
    page.locator("dialog [name=player0]").select_option("greedy")
    page.get_by_role("button", name="Load it").click()
    expect(page.locator("#title")).to_have_text("Landover")
    page.keyboard.press("0")
    page.locator("#deeds summary").press("Enter")
    more = page.get_by_role("button", name="Give wool: one more")
    more.press("Enter")
    expect(more).to_have_attribute("aria-disabled", "true")
    more.press("Enter")  # nobody gives more than they have
    expect(more).to_be_focused()
    get = page.get_by_role("button", name="Get wheat: one more")
    get.click()
    said = page.locator(".trade p")
    expect(said).to_have_text("You give 1 wool for 1 wheat. The bank gives 1 wheat for 4 wool.")
    expect(page.get_by_role("button", name="Trade with the bank")).to_be_disabled()
    for _ in range(8):
        get.click()
    offer = page.get_by_role("button", name="Offer it to Red")
    offer.press("Enter")
    expect(page.locator("#toast.shown")).to_have_text("Red declines the offer")
    expect(said).to_contain_text("You give 1 wool for 9 wheat.")
    expect(offer).to_be_enabled()


def test_who_is_offered_a_trade_is_asked_at_the_same_table(visit, tmp_path):
    page = visit()
    (tmp_path / "isle.jsonl").write_text("".join(line + "\n" for line in played("landover", 12)))
    load(page, tmp_path / "isle.jsonl")
    page.get_by_role("button", name="I am Blue: show my hand").click()
    page.locator("#deeds summary").click()
    for kind in ("Give wool", "Get wood"):
        page.get_by_role("button", name="%s: one more" % kind).click()
    page.get_by_role("button", name="Offer it to Red").click()
    page.get_by_role("button", name="I am Red: show my hand").click()
    deeds = page.locator("#deeds")
    expect(deeds).to_contain_text("Blue gives 1 wool and wants 1 wood.")
    deeds.get_by_role("button", name="Decline").click()
    expect(page.locator(".tray.front")).to_have_attribute("data-seat", "1")
    expect(events(page).first).to_contain_text("Red declines the offer")


def test_take_back_and_forward_again(visit):
    page = visit()
    for name, place in (("Red large", "c3"), ("Blue small", "d4")):
        drag(page, stack(page, name), cell(page, place))
        expect(cell(page, place)).to_have_attribute("aria-label", re.compile("pyramid"))
    expect(events(page)).to_have_count(2)
    back = page.get_by_role("button", name="Take back")
    forward = page.get_by_role("button", name="Forward", exact=True)
    expect(forward).to_have_attribute("aria-disabled", "true")
    for left in (1, 0):
        back.click()
        expect(events(page)).to_have_count(left)
    for there in (1, 2):
        forward.click()
        expect(events(page)).to_have_count(there)
    expect(page.locator(".piece")).to_have_count(2)
    expect(forward).to_have_attribute("aria-disabled", "true")


def test_the_log_leads_back_to_each_position(visit):
    page = visit()
    for n, (seat, word, place) in enumerate(whole_game()[0][:3], 1):
        drag(page, stack(page, "%s %s" % (("Red", "Blue")[seat], word)), cell(page, place))
        expect(events(page)).to_have_count(n)
    page.locator("#log [data-n='1'] button").click()
    expect(page.locator("#replay output")).to_have_text("1 of 3")
    expect(page.locator(".piece")).to_have_count(1)
    expect(page.locator("#status")).to_contain_text("Then: Red places a large pyramid on a1")
    page.get_by_role("button", name="One action forward").click()
    expect(page.locator(".piece")).to_have_count(2)
    expect(events(page)).to_have_count(3)
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator(".piece")).to_have_count(3)
    expect(page.locator("#status")).to_contain_text("Blue")
    page.locator("#log [data-n='2'] button").click()
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("dialog").get_by_role("button", name="Play on from here").click()
    expect(events(page)).to_have_count(2)
    expect(page.locator("#replay")).to_be_hidden()


def test_a_hint_glows(visit):
    page = visit()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".spot.idea")).to_have_count(1)
    expect(page.locator("#status")).to_contain_text("An idea: Red places a")


def test_a_tile_is_turned_on_its_cell(visit):
    page = visit()
    new_game(page, "Ley of the Land")
    expect(page.locator("#title")).to_have_text("Ley of the Land")
    drag(page, stack(page, "Half-and-half tile"), cell(page, "e6"))
    turner = page.locator(".turner")
    expect(turner).to_be_visible()
    lying = page.locator(".piece").first  # the northern one
    before = lying.get_attribute("data-face")
    page.keyboard.press("r")
    expect(lying).not_to_have_attribute("data-face", before)
    page.get_by_role("button", name="Lay it so").click()
    expect(events(page)).to_have_count(1)


def test_another_look_is_remembered(visit):
    page = visit()
    page.get_by_role("button", name="Settings").click()
    page.locator("dialog [name=look]").select_option("light")
    expect(page.locator("html[data-look=light]")).to_have_count(1)
    page.reload()
    expect(page.locator("html[data-look=light]")).to_have_count(1)


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
    page.locator("summary").click()
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
)  # fmt: skip
ANSWERS = (
    (["play", "siege", 18, 1], 2), (["play", "siege", 18, 1], 3), (["bank", "wool", "ore"], 1),
    (["city", "18.SE"], 1), (["dice", 3, 4], 2),
)  # fmt: skip


def test_the_page_fills_patterns_as_the_firmware_does(visit):
    page = visit()
    page.evaluate(SPEAK_GERMAN)
    expect(page.locator("html")).to_have_attribute("lang", "de")
    texts = Texts("de")
    for key, *values in MESSAGES:
        wanted = texts.say((key, *values), "landover")
        if key == "do":
            key, *values = "do %s" % values[0], *values[1:]
            key = "do play commercial_harbor" if values[0] == "commercial_harbor" else key
        said = page.evaluate("""async ([key, values]) => (await import("./words.js"))
            .phraseOf("landover", key, ...values)""", [key, values])  # fmt: skip
        assert said == wanted
    for words, level in ANSWERS:
        said = page.evaluate("""async ([words, level]) => {
            const { answer, inGame } = await import("./words.js");
            return inGame("landover", () => answer(words, level));
        }""", [words, level])  # fmt: skip
        assert said == texts.answer(words, level, "landover"), words


def test_a_newcomer_is_welcomed_in_the_language_of_the_browser(visit):
    page = visit()
    assert page.locator("html").get_attribute("lang") == "en"  # that of the board
    page = visit(new=True, locale="de-AT")
    expect(page.get_by_role("heading", name="Willkommen bei Leyboard")).to_be_visible()


SPEAK_GERMAN = """new Promise((done) => {
  const link = new WebSocket(`ws://${location.host}/table`);
  const request = { id: 1, do: "set", what: "language", value: "de" };
  link.onopen = () => link.send(JSON.stringify(request));
  link.onmessage = ({ data }) => JSON.parse(data).id && done(link.close());
})"""


def test_what_is_half_made_outlasts_another_language(visit):
    page = visit()
    new_game(page, "the market", player1="human")
    page.get_by_role("button", name=re.compile("show my hand")).click()
    page.get_by_role("slider", name="Bid in coins").press("3")
    page.evaluate(SPEAK_GERMAN)  # as with the knob, or on another page
    expect(page.locator("#deeds h2")).to_have_text("Rot: dein geheimes Gebot")
    expect(page.get_by_role("slider", name="Gebot in Münzen")).to_have_value("3")
    page.get_by_role("button", name="3 Münzen bieten").click()
    page.get_by_role("button", name="Ja, 3 Münzen zahlen").click()
    expect(events(page).first).to_contain_text("Rot bietet")


def accessible(page):
    """Ask axe what is wrong with the page as it is."""
    found = page.evaluate(AXE + "; axe.run(document, {resultTypes: ['violations']})")
    return [(one["id"], node["html"][:160]) for one in found["violations"]
            for node in one["nodes"]]  # fmt: skip


def test_axe_finds_nothing_in_any_state(visit):
    page = visit({"width": 1200, "height": 800}, new=True, reduced_motion="reduce")
    assert accessible(page) == [], "welcome"
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#guide")).to_be_visible()
    assert accessible(page) == [], "guide"
    page.get_by_role("button", name="Skip").click()
    for name in ("Rules", "Settings"):
        page.get_by_role("button", name=name).click()
        assert accessible(page) == [], name
        page.get_by_role("button", name="Close").click()
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
    page.clock.install()
    page.goto(table + "?record=land-5.jsonl")
    bar = page.get_by_role("group", name="Looking back")
    slider = bar.get_by_role("slider")
    expect(slider).to_have_attribute("max", str(len(game.log)))
    pieces = page.locator(".piece")
    for actions in (11, 4, len(game.log)):
        slider.fill(str(actions))
        expect(bar.locator("output")).to_have_text("%d of %d" % (actions, len(game.log)))
        past = make("land", 2, {"supply": "bag"})
        for entry in list(game.log)[:actions]:
            past.apply(entry[0], entry[1:])
        expect(pieces).to_have_count(len(past.view(-1)["board"]))
    slider.fill("0")
    bar.get_by_role("combobox", name="Speed").select_option("300")
    page.clock.pause_at(time.time() + 1)  # the page's time goes on when it is told to
    bar.get_by_role("button", name="Run").click()
    page.clock.run_for(600)
    expect(bar.locator("output")).to_have_text("2 of %d" % len(game.log))
    page.context.close()
