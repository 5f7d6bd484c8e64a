"""Whole games in Chromium, from the welcome to the end and a rematch: by mouse, by keys alone, and
by touch on a phone.

The default plays the last turns of a game that is loaded; LEYBOARD_FULL=1 plays each from its
first turn. (Mars is played whole by mouse in test_window_browser.py.)
"""

import os
import re

import pytest
from playwright.sync_api import expect

from games import game_class, make
from games.base import CHANCE, OVER
from games.record import lines
from games.rng import Rng
from sim import search
from tests.people import Keys, Mouse, Touch
from tests.quick import first
from tests.window import KNOWN, PHONE, PLAIN, cell, needs_chromium, served

FULL = bool(os.environ.get("LEYBOARD_FULL"))
# Actions that the person still takes, in a game that is loaded: one of each kind at the least.
LEFT = {"land": 2, "market": 2, "leylines": 2, "mars": 2, "landover": 3}
# The smallest board and the quickest options of each game.
QUICK = {
    "land": {}, "market": {"board": 3}, "leylines": {"map": "compact"}, "mars": {},
    "landover": {"target": 8},
}
WAYS = ("Mouse", "Keys", "Touch", "passed on")
DESK = {"width": 1280, "height": 720}

PATIENCE = 100_000 if FULL else 25_000  # ms: machines that test are busy

pytestmark = needs_chromium


def near_the_end(name, options):
    """Return the lines of a game of greedy players in which seat 0 has few actions left."""
    game = make(name, None, options)
    rng = Rng(7)
    greedy = search.player("greedy")
    while game.current() != OVER:
        by = game.current()[0]
        if by == CHANCE:
            game.apply(by, game.sample(rng))
        else:
            game.apply(by, next(filter(None, greedy(game, by, rng))))
    own = [number for number, entry in enumerate(game.log) if entry[0] == 0]
    while len(game.log) > own[-LEFT[name]]:
        game.undo()
    return list(lines(game, 7))  # with a seed: the table draws and rolls


# `make deep` plays the others.
FIRST = {("mars", "Keys")}


@pytest.mark.parametrize("name, kind, alone", [
    pytest.param(
        name, kind, alone, id="%s-%s" % (name, way),
        marks=[] if (name, way) in FIRST else [pytest.mark.deep],
    )
    for name in sorted(QUICK)
    for way, kind, alone in zip(WAYS, (Mouse, Keys, Touch, Mouse), (1, 1, 1, 0), strict=True)
])
def test_a_whole_game_from_the_welcome_to_the_rematch(profile, tmp_path, name, kind, alone):
    """Alone against bots, or people in all seats who pass the page on."""
    wrong = []
    people = 1 if alone else game_class(name).SEATS[0]
    second = re.compile("Computer" if alone else "^(to play)?$")
    record = [] if FULL else near_the_end(name, QUICK[name])
    with served(tmp_path, "grid3", pace=0) as (url, server):
        finger = kind is Touch
        page = profile(
            PLAIN, viewport=PHONE if finger else DESK, reduced_motion="reduce", has_touch=finger,
            is_mobile=finger,
        ).new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.set_default_timeout(PATIENCE)
        page.goto(url)
        person = kind(page, server, people)
        person.begin(game_class(name).TITLE, QUICK[name])
        expect(page.locator("#title")).to_have_text(game_class(name).TITLE)
        expect(page.locator('.tray[data-seat="1"] .who')).to_have_text(second)
        if record:
            path = tmp_path / "near.jsonl"
            path.write_text("".join(line + "\n" for line in record))
            page.locator("#file").set_input_files(path)
            page.get_by_role("button", name="Load it").click()
            expect(page.locator("#log li[data-n='%d']" % (len(record) - 1))).to_have_count(1)
        game = person.play()
        winners, _ = game.result()
        points = sorted((seat not in winners, -score) for seat, score in enumerate(game.scores()))
        wanted = " : ".join(str(-score) for _, score in points)  # the winners' first
        expect(page.locator("#result .numbers")).to_have_text(wanted)
        if len(game.score_breakdown(0)) > 1:
            expect(page.locator("#result table")).to_be_visible()
        if kind is Mouse:
            page.get_by_role("button", name="Rules").click()
            expect(page.locator("dialog .now")).to_have_count(1)
            page.get_by_role("button", name="Close", exact=True).click()
        person.again()
        expect(page.locator("#result")).to_have_count(0)
        expect(page.locator("#title")).to_have_text(game.TITLE)
        expect(page.locator('.tray[data-seat="1"] .who')).to_have_text(second)
    assert not wrong


@pytest.mark.parametrize("kind", first(1, [Mouse, Keys]))
def test_a_tile_with_three_ways_to_lie_is_turned_to_the_last(profile, tmp_path, kind):
    last = ["place", "yggg", "e6"]  # south of it lies green: gggy, gygg and yggg fit
    with served(tmp_path, game="land", pace=0) as (url, server):
        page = profile(KNOWN, PLAIN, viewport=DESK, reduced_motion="reduce").new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(url)
        person = kind(page, server)
        person.take(last)
        game = server.live.app.session.game
        assert game.text(game.log[0][1:]) == last


def test_beginning_before_the_rules_have_loaded_gets_a_board_that_fits(profile, tmp_path):
    with served(tmp_path, "grid3", pace=0) as (url, _):
        page = profile(viewport=DESK).new_page()
        page.route("**/rules/*", lambda route: None)  # is never answered
        page.goto(url)
        page.locator("dialog .card", has_text="Ley Lines of Mars").click()
        page.get_by_role("button", name="Begin").click()
        expect(cell(page, "f6")).to_be_visible()


NAMES = ("Wolfgang-Maximil", "Annegret Schmidt", "KONSTANTIN MÜLLE", "MMMMMMMMMMMMMMMM")
# The names of lands that meet each other or the market, and what leaves the head of its tray.
CROWDED = """() => {
    const box = (one) => one.getBoundingClientRect();
    const meet = (a, b) =>
        a.left < b.right && b.left < a.right && a.top + 1 < b.bottom && b.top + 1 < a.bottom;
    const names = [...document.querySelectorAll(".land-name")];
    const market = [...document.querySelectorAll(".land")].at(-1);
    const met = names.filter((one, i) => [market, ...names.slice(0, i)].some((other) =>
        (other !== market || one !== names.at(-1)) && meet(box(one), box(other))));
    const left = [...document.querySelectorAll(".tray header > *")].filter((one) =>
        box(one).width && (box(one).right > box(one.closest(".tray")).right - 5
            || one.matches(".lamp") && box(one).width < 8));
    return [names.length, [...met, ...left].map((one) => one.textContent || one.className)];
}"""


@pytest.mark.parametrize("side", first(1, [5, 3]))
def test_long_names_keep_to_their_places(profile, tmp_path, side):
    begin = {"game": "market", "seats": 4, "names": NAMES, "options": {"board": side},
             "players": ["human"] * 4, "profile": "grid9" if side == 3 else "isles12"}
    with served(tmp_path) as (url, _):
        page = profile(KNOWN, locale="de").new_page()
        page.goto(url)
        expect(page.locator(".frame")).to_be_visible()
        page.evaluate("(begin) => import('./link.js').then((it) => it.link.ask('new', begin))",
                      begin)
        expect(page.locator(".land-name")).to_have_count(5)
        for size in ({"width": 1280, "height": 800}, PHONE, {"width": 844, "height": 390}):
            page.set_viewport_size(size)
            page.wait_for_function("() => (%s)()[1].length === 0" % CROWDED)
