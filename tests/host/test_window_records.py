"""The browser window in Chromium: records that are saved, loaded and replayed; looking back."""

import json
import re
import time

import pytest
from playwright.sync_api import expect

from games import make
from games.players import player
from games.record import lines
from sim.selfplay import play_out
from tests.window import (
    DESK,
    KNOWN,
    PLAIN,
    cell,
    drag,
    events,
    load,
    needs_chromium,
    new_game,
    served,
    stack,
    whole_game,
)

pytestmark = needs_chromium


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
    expect(page.locator("#toast.shown")).to_contain_text("Line 2 of the record is damaged")
    load(page, path)
    expect(page.locator(".piece")).to_have_count(1)
    expect(events(page)).to_have_text(["1Red places a large pyramid on c3"])


@pytest.mark.deep
def test_a_loaded_record_asks_who_plays_on(visit, tmp_path):
    page = visit()
    new_game(page, player1="level1")
    players = page.locator('.tray[data-seat="1"] .who, .tray[data-seat="2"] .who')
    expect(players).to_have_text("Computer, level 1")
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
    expect(dialog.locator("[name=player1]")).to_have_value("level1")
    dialog.get_by_role("button", name="No, keep it").click()
    expect(dialog).to_have_count(0)
    expect(page.locator(".piece")).to_have_count(2)
    load(page, land)
    expect(page.locator("#title")).to_have_text("Ley of the Land")
    expect(players).to_have_text("Computer, level 1")
    expect(page.locator("#replay")).to_be_hidden()
    page.locator("#file").set_input_files(isles)  # of more seats
    expect(dialog).to_contain_text("Ley Lines, 0 actions. Who plays on?")
    expect(dialog.locator("[name=player2]")).to_have_value("level3")
    dialog.locator("[name=player1]").select_option("human")
    dialog.get_by_role("button", name="Load it").click()
    expect(page.locator("#title")).to_have_text("Ley Lines")
    expect(players).to_have_text(["", "Computer, level 3"])


def test_a_file_that_is_no_record_is_refused(visit, tmp_path):
    page = visit()
    for text, why in (("", "the record is empty"), ("{", "no record"), ("null", "no record"),
                      ('{"leyboard": 1, "game": "go", "seats": 2}', "no record")):
        (tmp_path / "no.jsonl").write_text(text)
        page.locator("#file").set_input_files(tmp_path / "no.jsonl")
        expect(page.locator("#toast.shown")).to_contain_text(re.compile(why, re.I))
        page.locator("#toast").evaluate("toast => toast.classList.remove('shown')")


def test_take_back_and_forward_again(visit):
    page = visit()
    for n, (name, place) in enumerate((("Red large", "c3"), ("Blue small", "d4")), 1):
        drag(page, stack(page, name), cell(page, place))
        expect(cell(page, place)).to_have_attribute("aria-label", re.compile("pyramid"))
        expect(events(page)).to_have_count(n)  # the trays have changed places
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


@pytest.mark.deep
def test_the_log_leads_back_to_each_position(visit):
    page = visit()
    for n, (seat, word, place) in enumerate(whole_game()[0][:3], 1):
        drag(page, stack(page, "%s %s" % (("Red", "Blue")[seat], word)), cell(page, place))
        expect(events(page)).to_have_count(n)
    page.locator("#log [data-n='1'] button").click()
    expect(page.locator("#replay output")).to_have_text("1 of 3")
    expect(page.locator("#log .at")).to_have_attribute("data-n", "1")
    expect(page.locator(".piece")).to_have_count(1)
    expect(page.locator("#status")).to_contain_text("Then: Red places a large pyramid on a1")
    page.get_by_role("button", name="One action forward").click()
    expect(page.locator(".piece")).to_have_count(2)
    expect(events(page)).to_have_count(3)
    on = page.get_by_role("button", name="Play on from here")
    expect(on).to_be_enabled()
    page.get_by_role("button", name="One action forward").click()
    expect(on).to_be_disabled()  # that is the game as it is
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator(".piece")).to_have_count(3)
    expect(page.locator("#status")).to_contain_text("Blue")
    page.locator("#log [data-n='2'] button").click()
    on.click()
    page.get_by_role("dialog").get_by_role("button", name="Play on from here").click()
    expect(events(page)).to_have_count(2)
    expect(page.locator("#replay")).to_be_hidden()


BLUE_ACTS = """async () => {
  const { link } = await import("./link.js");
  const request = { do: "do", by: 1, words: ["small", "d4"] };
  return (await link.ask("host", { request })).ok;
}"""


def test_the_line_tells_of_the_past_while_the_game_goes_on(visit):
    page = visit()
    drag(page, stack(page, "Red large"), cell(page, "c3"))
    page.locator("#log [data-n='1'] button").click()
    status = page.locator("#status")
    expect(status).to_have_text("Then: Red places a large pyramid on c3")
    assert page.evaluate(BLUE_ACTS)
    expect(events(page)).to_have_count(2)
    expect(page).to_have_title(re.compile("^Red: "))
    expect(status).to_have_text("Then: Red places a large pyramid on c3")
    page.get_by_role("button", name="Back to the game").click()
    expect(status).to_contain_text("Red: put")


@pytest.mark.deep
def test_a_record_is_replayed(table, profile, tmp_path):
    """A game of another board: the table changes over, and follows the slider both ways."""
    game = make("land", 2, {"supply": "bag"})
    play_out(game, [player("random")] * 2, 5)
    text = "".join(line + "\n" for line in lines(game, 5))
    (tmp_path / "land-5.jsonl").write_text(text)
    page = profile(own=True, viewport=DESK).new_page()
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
    # The page's time goes on when it is told to. A minute ahead: a busy machine took over a second
    # to get here, and time does not go back.
    page.clock.pause_at(time.time() + 60)
    bar.get_by_role("button", name="Run").click()
    page.clock.run_for(600)
    expect(bar.locator("output")).to_have_text("2 of %d" % len(game.log))


def test_a_place_of_several_owners_shows_each(tmp_path, profile):
    """Its light can show only one."""
    game = play_out(make("land", 2, {"supply": "bag"}), [player("random")] * 2, 5)
    (tmp_path / "land.jsonl").write_text("".join(line + "\n" for line in lines(game, 5)))
    with served(tmp_path, "grid9", game="land") as (url, server):
        page = profile(KNOWN, PLAIN, viewport=DESK).new_page()
        page.goto(url)
        load(page, tmp_path / "land.jsonl")
        expect(page.locator("#result")).to_be_visible()
        shared = server.there(lambda: dict(server.live.facts["state"]["shared"]))
        assert shared
        for seat in range(2):
            expect(page.locator(".share[data-seat='%d']" % seat)).to_have_count(
                sum(seat in owners for owners in shared.values()))


GIVE_UP = """new Promise((done) => {
  const link = new WebSocket(`ws://${location.host}/table`);
  const request = { id: 1, do: "host", request: { do: "give_up" } };
  link.onopen = () => link.send(JSON.stringify(request));
  link.onmessage = ({ data }) => JSON.parse(data).id && done(link.close());
})"""


@pytest.mark.deep
def test_a_playtest_is_announced_asked_about_and_saved(visit, tmp_path):
    page = visit()
    expect(page.locator("#playtest")).to_be_hidden()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Playtest").fill("Fun?")
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(page.locator("#playtest")).to_contain_text("It notes no names")
    drag(page, stack(page, "Red large"), cell(page, "c3"))
    expect(events(page)).to_have_count(1)
    page.evaluate(GIVE_UP)
    expect(page.locator("#actions")).to_contain_text("Red: Fun?")
    page.get_by_role("button", name="4", exact=True).click()
    expect(page.locator("#actions")).to_contain_text("Blue: Fun?")
    page.get_by_role("button", name="No answer").click()
    expect(page.locator("#actions")).to_contain_text("Nobody wins")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save").click()
    _, first, end = download.value.path().read_text().splitlines()
    assert json.loads(first)["how"] == "hand" and json.loads(first)["t"] > 0
    assert json.loads(end)["asked"] == [["Fun?", [4, None]]]
