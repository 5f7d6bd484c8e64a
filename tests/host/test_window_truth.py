"""The browser window in Chromium: what it lights, counts and offers is what the table says, and
fingers and eyes reach it."""

import base64
import re

import pytest
from playwright.sync_api import expect

from games import make
from games.base import CHANCE
from games.landover.cards.dev_cards import DEVS
from games.landover.common import CARDS, KINDS
from games.landover.economy import trade
from games.landover.economy.production import safe_size
from games.market.common import INVEST
from games.rng import Rng
from sim.window.printed import printed
from tests.quick import first
from tests.screenshots import record_of
from tests.window import (
    CHROMIUM,
    DESK,
    KNOWN,
    cell,
    drag,
    events,
    heard,
    hold_answers,
    middle,
    needs_chromium,
    next_frame,
    served,
    stack,
    until,
    until_still,
)

pytestmark = needs_chromium
ORE = 4


@pytest.fixture
def opened(profile, tmp_path):
    """Open a page on a table with a game at some moment; gives (page, Server)."""
    ends = []
    wrong = []

    def open_(game, count, size=DESK, people=1, before=None, **more):
        kept = served(tmp_path, game=game, pace=0.2)
        url, server = kept.__enter__()
        ends.append(lambda: kept.__exit__(None, None, None))
        record = record_of(game, count)
        seats = int(re.search(r'"seats": (\d)', record[0]).group(1))
        players = ["human"] * people + ["greedy"] * (seats - people)
        load = {"do": "load", "lines": record, "players": players}
        assert server.there(lambda: server.live.do(None, load))["ok"]
        page = profile(KNOWN, viewport=size, reduced_motion="reduce", **more).new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        if before:
            before(page)
        page.goto(url)
        expect(page.locator(".tray .stack").first).to_be_attached()
        return page, server

    assert CHROMIUM
    yield open_
    for end in ends:
        end()
    assert not wrong


def own_turn(server, holds):
    """Bring Landover to the main phase of a person's turn, who then holds these cards and has the
    Merchant Fleet."""

    def play():
        session, rng = server.live.app.session, Rng(3)
        game = session.game
        while game.step < 4 or game.todo or game.current()[0] < 0:
            by = game.current()[0]
            if by < 0:
                session.think()
            else:
                session.act(by, rng.choice(game.legal(by)))
        seat = game.turn
        game.hands[8 * seat : 8 * seat + 8] = bytes(holds)
        game.devs[KINDS * seat + DEVS.index("merchant_fleet")] += 1
        game.held[seat] += 1
        game.main = None
        return seat

    return server.there(play)


def test_the_bank_takes_what_the_rules_say(opened):
    page, server = opened("landover", 0, {"width": 1400, "height": 900}, people=2)
    seat = own_turn(server, (1, 0, 0, 0, 6, 0, 0, 0))
    do = {"do": "host", "request": {"do": "do", "by": seat,
          "words": ["play", "merchant_fleet", "ore"]}}
    assert server.there(lambda: server.live.do(None, do))["ok"]
    show = page.get_by_role("button", name=re.compile("show my hand"))
    show.click()
    page.locator("#actions summary", has_text="Trade").click()
    game = server.live.app.session.game
    for card in range(8):
        right = server.there(lambda card=card: trade.rate(game, seat, card))
        row = page.locator("#actions .row:not(.head)").nth(card)
        expect(row).to_contain_text("%d:1" % right)
    expect(page.locator("#actions .row", has_text="ore")).to_contain_text("2:1")
    for key, times in (("give ore more", 2), ("get wheat more", 1)):
        for _ in range(times):
            page.locator("#actions [data-key='%s']" % key).click()
    page.locator("#actions [data-key=bank]").click()
    expect(events(page).first).to_contain_text("trades ore for wheat with the bank")
    assert game.hands[8 * seat + ORE] == 4


def test_what_cannot_be_paid_does_not_glow(opened):
    page, server = opened("landover", 0, {"width": 1400, "height": 900}, people=2)
    own_turn(server, (0, 0, 0, 0, 0, 0, 0, 0))
    page.get_by_role("button", name=re.compile("show my hand")).click()
    expect(page.locator(".cardlet")).to_have_count(8)
    expect(page.locator(".spot[aria-label$=', glows']")).to_have_count(0)


def test_each_sees_how_many_tiles_are_left(opened):
    page, server = opened("land", 0, people=2)
    ring = stack(page, "Fairy Ring")
    expect(ring).to_have_accessible_name(re.compile("1 left for Red"))
    do = {"do": "host", "request": {"do": "do", "by": 0, "words": ["place", "gggg", "e6"]}}
    answer = server.there(lambda: server.live.do(None, do))
    if not answer["ok"]:  # where green may lie is the rules' business
        words = server.there(lambda: [
            server.live.game.text(action) for action in server.live.game.legal(0)
            if "gggg" in server.live.game.text(action)])[0]
        do["request"]["words"] = words
        assert server.there(lambda: server.live.do(None, do))["ok"]
    expect(ring).to_have_accessible_name(re.compile("1 left for Blue"))
    assert server.there(lambda: server.live.do(None, {"do": "host", "request": {
        "do": "do", "by": 1, "words": ["pass"]}}))["ok"]
    expect(ring).to_have_accessible_name(re.compile("0 left for Red"))
    expect(ring).to_have_attribute("aria-disabled", "true")


def test_only_boards_that_fit_are_offered_the_smallest_chosen(visit):
    page = visit()
    page.get_by_role("button", name="New game").click()
    boards = page.locator("dialog [name=profile]")
    for title, fit in (("Landover", ["hex37"]), ("Ley of the Land", ["grid9", "hall9", "isles12",
                                                                     "pad"])):
        page.locator("dialog .card", has_text=re.compile(title + "(?!:| of)")).first.click()
        assert boards.locator("option").evaluate_all("all => all.map((o) => o.value)") == fit
        expect(boards).to_have_value(fit[0])
    page.locator("dialog .card").filter(has=page.get_by_text("Ley Lines", exact=True)).click()
    expect(boards).to_have_value("isles12")
    page.locator("dialog summary").first.click()
    page.locator("dialog [name='option.map']").select_option('"compact"')
    expect(boards).to_have_value("grid9")


def test_places_say_that_they_glow_and_what_to_do_there(visit):
    page = visit()
    expect(cell(page, "c3")).to_have_attribute("aria-label", "c3, empty, glows")
    cell(page, "c3").click()
    expect(page.locator("#toast.shown")).to_contain_text("Take a piece first: drag it here")
    expect(heard(page, "Take a piece first: drag it here")).to_have_count(1)
    assert page.title().startswith("Red: ") and "Ley Lines of Mars" in page.title()
    drag(page, stack(page, "Red large"), cell(page, "c3"))
    expect(page.locator("#live p").last).to_have_text("Red places a large pyramid on c3")
    expect(page.locator(".spot.was")).to_have_attribute("data-spot", "c3")
    expect(cell(page, "c3")).to_have_attribute("aria-label", "c3, red large pyramid")
    expect(page).to_have_title(re.compile("^Blue: "))


def test_the_panel_folds_away_and_stays_so(visit):
    page = visit()
    page.get_by_role("button", name="Panel").click()
    expect(page.locator("#screen")).to_be_hidden()
    page.reload()
    expect(page.locator("#knob")).to_be_hidden()
    page.get_by_role("button", name="Panel").click()
    expect(page.locator("#screen")).to_be_visible()


def test_a_finger_turns_a_domino(opened):
    page, _ = opened("leylines", 60, {"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    domino = page.locator(".domino").first
    domino.tap()
    expect(page.locator("body.holding")).to_have_count(1)
    turn = page.get_by_role("button", name="Turn", exact=True)
    for side in "123":
        turn.tap()
        expect(page.locator("#hand")).to_have_attribute("data-side", side)
    expect(page.locator("body.holding")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(turn).to_be_hidden()


def test_a_finger_hits_every_place_of_a_small_phone(opened):
    """Even before a busy table has told where the piece fits."""
    held = {}
    page, server = opened("landover", 0, {"width": 360, "height": 740}, has_touch=True,
                          is_mobile=True,
                          before=lambda page: held.update(lift=hold_answers(page, "lift")))
    page.locator(".tray.front .stack[data-name^=village]").tap()
    expect(page.locator("body.holding")).to_have_count(1)
    until_still(page)
    x, y = middle(page.locator(".spot.corner:not(.closed)[aria-label$=glows]").first)
    page.touchscreen.tap(x - 9, y + 5)
    until(page, lambda: held["lift"], lambda: "the page lifted nothing").pop()()
    expect(events(page).first).to_contain_text("Red builds a village")


SIZES = ((1280, 720), (1366, 768), (1440, 900))


@pytest.mark.parametrize("game", first(0, ["landover", "leylines", "market"]))
def test_no_tray_covers_another(opened, game):
    page, _ = opened(game, 40, {"width": 1280, "height": 720})
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        boxes = [tray.bounding_box() for tray in page.locator(".tray").all()]
        boxes.sort(key=lambda box: box["y"])
        for above, below in zip(boxes, boxes[1:], strict=False):
            assert above["y"] + above["height"] <= below["y"] + 0.5, (width, height)
        assert boxes[-1]["y"] + boxes[-1]["height"] <= height


COVERED = """() => {
    const all = ".frame, .tray, .console, .action-buttons, .story";
    const parts = [...document.querySelectorAll(all)]
        .map((one) => [one.className, one.getBoundingClientRect()])
        .filter(([, box]) => box.width && box.height);
    const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    return parts.flatMap(([name, a], i) =>
        parts.slice(i + 1).flatMap(([other, b]) => (meet(a, b) ? [[name, other]] : [])));
}"""


@pytest.mark.deep
def test_in_a_tall_window_nothing_covers_another(opened):
    page, _ = opened("leylines", 40, {"width": 1280, "height": 1500})
    assert page.evaluate(COVERED) == []


def luminance(colour):
    parts = [part / 255 for part in colour[:3]]
    parts = [part / 12.92 if part <= 0.04 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


SEEN = """async ([png, points]) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    return points.map(([x, y]) => {
        const { data } = context.getImageData(x - 6, y - 6, 12, 12);
        return [0, 1, 2].map((c) => data.filter((_, i) => i % 4 === c)
            .reduce((sum, part) => sum + part, 0) / 144);
    });
}"""


# The middles of a free place that glows, and of its free neighbour in the east, in turn.
PLACES = """() => {
    const spots = [...document.querySelectorAll(".spot")];
    const label = (one) => one.getAttribute("aria-label");
    const middle = (one) => { const box = one.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2]; };
    const by = new Map(spots.map((one) => [one.dataset.spot, one]));
    return spots.filter((one) => /empty, glows$/.test(label(one))).flatMap((one) => {
        const [, column, row] = one.dataset.spot.match(/([a-l])(\\d+)/);
        const east = by.get(String.fromCharCode(column.charCodeAt(0) + 1) + row);
        return east && / ?[a-l]\\d+, empty$/.test(label(east)) && column > "e"
            ? [middle(one), middle(east)] : [];
    });
}"""


@pytest.mark.deep
@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("theme", ["lively", "calm"])
def test_a_legal_place_stands_out_from_its_neighbour(opened, chromium, look, theme):
    page, server = opened("leylines", 60, {"width": 1280, "height": 720})
    server.there(lambda: server.live.do(None, {"do": "set", "what": "theme", "value": theme}))
    page.evaluate("look => document.documentElement.dataset.look = look", look)
    blank = chromium.new_page()  # without the page's policy, which lets no data in
    for _ in range(40):  # the lights go over to the other theme
        next_frame(page)
    dim = []

    def stand_out():
        points = page.evaluate(PLACES)  # none while computers act
        png = base64.b64encode(page.screenshot()).decode()
        seen = blank.evaluate(SEEN, [png, points])
        dim[:] = [
            (lit, dark) for lit, dark in zip(seen[::2], seen[1::2], strict=True)
            if (luminance(lit) + 0.05) / (luminance(dark) + 0.05) < 3
        ]
        return points and not dim

    until(page, stand_out, lambda: "too dim: %s" % dim)
    blank.close()


@pytest.mark.deep
def test_a_game_that_is_over_stands_still_once_it_was_reviewed(opened):
    page, server = opened("mars", 9999)
    expect(page.locator("#result")).to_be_visible()
    server.there(lambda: server.live.review.stop())
    times = [server.there(lambda: server.live.ms())]

    def stands_still():
        times.append(server.there(lambda: server.live.ms()))
        return times[-60:] == times[-1:] * 60  # for a second

    until(page, stands_still, lambda: "it goes on")
    scores = server.live.app.session.game.scores()
    shown = page.locator("#result .numbers").inner_text()
    assert shown == " : ".join(map(str, sorted(scores, reverse=True)))


MOVES = """() => {
    window.dots = 1;
    Object.defineProperty(window, "devicePixelRatio", { get: () => window.dots });
    const ask = window.matchMedia.bind(window);
    window.matchMedia = (query) => {
        const answer = ask(query);
        if (query.includes("resolution")) window.screenOf = answer;
        return answer;
    };
}"""


def test_a_window_that_moves_to_a_finer_screen_is_drawn_as_fine(opened):
    """A browser without a screen tells nobody that it has another: the test does."""
    page, _ = opened("mars", 3)
    page.add_init_script("(%s)()" % MOVES)
    page.reload()
    for dots in (1, 2, 1):
        page.wait_for_function("() => window.screenOf")
        page.evaluate(
            """dots => { window.dots = dots;
            window.screenOf.dispatchEvent(new Event("change")); }""",
            dots,
        )
        page.wait_for_function(
            """dots => ["light", "screen"].every((id) => {
            const { width, clientWidth } = document.getElementById(id);
            return Math.abs(width / clientWidth - dots) < 0.05; })""",
            arg=dots,
        )


@pytest.mark.parametrize("language", first(0, ["de", "en"]))
def test_nothing_is_cut_off_on_a_narrow_phone(opened, language):
    page, server = opened("leylines", 60, {"width": 360, "height": 740}, has_touch=True,
                          is_mobile=True)
    set_ = {"do": "set", "what": "language", "value": language}
    assert server.there(lambda: server.live.do(None, set_))["ok"]
    expect(page.locator("html")).to_have_attribute("lang", language)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    for button in page.locator(".actions button, .keys button, .steps button:visible").all():
        box = button.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 360, button.inner_text()


@pytest.mark.parametrize("side", (3, 5))
def test_the_market_is_printed_where_the_game_has_it(side):
    game = make("market", 4, {"board": side})
    facts = printed(game)
    cells = side * side
    names = [game.spot_name(spot) for spot in range(5 + 4 * cells)]
    assert facts["slots"] == names[:5]
    assert facts["lands"] == names[5::cells]
    assert facts["side"] == side


def test_landover_says_what_decides_it_now(opened):
    page, server = opened("landover", 120, people=2)
    game = server.live.game
    points = page.locator(".tray.front .points")
    expect(points).to_have_attribute("data-goal", str(game.options["target"]))
    page.locator("#rules").click()
    said = page.locator("dialog .words", has_text="Right now")
    said.locator("summary").click()
    said.locator("li").first.evaluate("said => { said.textContent = 'a moment ago'; }")
    said.locator("summary").click()
    said.locator("summary").click()  # the game may have gone on behind the dialog
    expect(said).to_contain_text("The first with %d points wins." % game.options["target"])
    for seat, colour in enumerate(("Red", "Blue")):
        held = sum(game.hands[8 * seat : 8 * seat + 8])
        expect(said).to_contain_text("%s %d of %d" % (colour, held, safe_size(game, seat)))
    expect(said).to_contain_text("Barbarians: step %d of 7" % game.track)
    plunder = game.cities > sum(game.power)
    expect(said).to_contain_text("plunder" if plunder else "beaten off")
    expect(said).to_contain_text("City: 2 wheat and 3 ore")


def test_what_landover_prints_is_what_its_rules_do():
    game = make("landover", 3)
    game.docks[0] = 0
    facts = printed(game)
    for number, (_, rate, card) in enumerate(facts["harbours"]):
        assert trade.rate(game, 0, 0) == 4
        game.docks[0] = 1 << number
        assert trade.rate(game, 0, CARDS.index(card or "wood")) == rate
        game.docks[0] = 0
    assert facts["yields"] == [["F", "wood"], ["H", "clay"], ["S", "wool"], ["W", "wheat"],
                               ["M", "ore"], ["G", "any"]]


@pytest.mark.parametrize("cities, power, attack", [
    ((2, 1, 1), (2, 1, 0), [False, [2]]), ((0, 2, 1), (0, 1, 1), [False, [0]]),
    ((2, 1, 1), (2, 2, 0), [True, [0, 1]]), ((0, 0, 0), (0, 0, 0), [True, []]),
])
def test_the_barbarians_would_do_what_they_do(cities, power, attack):
    game = make("landover", 3)
    game.cities = sum(cities)
    game.power[:] = bytes(power)
    facts = printed(game)
    assert facts["attack"] == attack
    assert (facts["cities"], facts["defence"]) == (sum(cities), sum(power))


def test_who_invests_gets_what_the_page_says():
    game = make("market", 2, {"board": 3})
    rng = Rng(1)
    said = set()
    while game.current():
        by = game.current()[0]
        legal = [game.sample(rng)] if by == CHANCE else game.legal(by)
        if by != CHANCE and (INVEST,) in legal and not rng.below(3):
            gain, before = printed(game)["invested"][by], game.money[by]
            game.apply(by, (INVEST,))
            assert game.money[by] - before == gain
            said.add(gain > 0)
        else:
            game.apply(by, rng.choice(legal))
    assert said == {False, True}
