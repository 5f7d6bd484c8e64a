"""The browser window in Chromium: what seats hide from each other, ask and offer."""

import re

import pytest
from playwright.sync_api import expect

from tests.screenshots import record_of
from tests.window import (
    DESK,
    KNOWN,
    PLAIN,
    SPEAK_GERMAN,
    cell,
    drag,
    events,
    heard,
    load,
    needs_chromium,
    new_game,
    served,
)

pytestmark = needs_chromium


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


def test_what_is_open_is_not_even_covered_for_a_moment(profile, tmp_path):
    load = {"do": "load", "lines": record_of("market", 7), "players": ["human", "human"]}
    with served(tmp_path, game="market", pace=0) as (url, server):
        assert server.there(lambda: server.live.do(None, load))["ok"]
        game = server.live.app.session.game
        assert game.view(0)["order"] and server.there(lambda: game.private_view(0))
        page = profile(KNOWN, PLAIN, viewport=DESK).new_page()
        page.goto(url)
        front = page.locator(".tray.front")
        expect(page.locator("#actions [data-key=pass]")).to_be_visible()
        page.evaluate(COVERS)
        before = front.get_attribute("data-seat")
        page.locator("#actions [data-key=pass]").click()
        expect(front).not_to_have_attribute("data-seat", before)
        expect(page.locator("#actions [data-key=pass]")).to_be_visible()
        assert page.evaluate("covers") == 0


BLUE_BIDS = """new Promise((done) => {
  const link = new WebSocket(`ws://${location.host}/table`);
  const request = { do: "do", by: 1, words: ["bid", 1] };
  link.onopen = () => link.send(JSON.stringify({ id: 1, do: "host", request }));
  link.onmessage = ({ data }) => JSON.parse(data).id && done(link.close());
})"""


@pytest.mark.deep
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


@pytest.mark.deep
def test_a_trade_is_put_together_and_stands_after_a_refusal(visit, tmp_path):
    page = visit()
    record = record_of("landover", 12)  # up to Blue's first turn, who has one wool
    (tmp_path / "isle.jsonl").write_text("".join(line + "\n" for line in record))
    page.locator("#file").set_input_files(tmp_path / "isle.jsonl")
    page.locator("dialog [name=player0]").select_option("level3")
    page.get_by_role("button", name="Load it").click()
    expect(page.locator("#title")).to_have_text("Landover")
    page.keyboard.press("0")
    page.locator("#actions summary").press("Enter")
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
    expect(heard(page, "Red declines the offer")).to_have_count(1)
    expect(said).to_contain_text("You give 1 wool for 9 wheat.")
    expect(offer).to_be_enabled()


def test_who_is_offered_a_trade_is_asked_at_the_same_table(visit, tmp_path):
    page = visit()
    lines = "".join(line + "\n" for line in record_of("landover", 12))
    (tmp_path / "isle.jsonl").write_text(lines)
    load(page, tmp_path / "isle.jsonl")
    page.get_by_role("button", name="I am Blue: show my hand").click()
    page.locator("#actions summary").click()
    for kind in ("Give wool", "Get wood"):
        more = page.get_by_role("button", name="%s: one more" % kind)
        more.click()
        expect(page.locator(".count").filter(has=more).locator("output")).to_have_text("1")
    page.get_by_role("button", name="Offer it to Red").click()
    page.get_by_role("button", name="I am Red: show my hand").click()
    actions = page.locator("#actions")
    expect(actions).to_contain_text("Blue gives 1 wool and wants 1 wood.")
    actions.get_by_role("button", name="Decline").click()
    expect(page.locator(".tray.front")).to_have_attribute("data-seat", "1")
    expect(events(page).first).to_contain_text("Red declines the offer")


@pytest.mark.deep
def test_what_is_half_made_outlasts_another_language(visit):
    page = visit()
    new_game(page, "the market", player1="human")
    page.get_by_role("button", name=re.compile("show my hand")).click()
    page.get_by_role("slider", name="Bid in coins").press("3")
    page.evaluate(SPEAK_GERMAN)  # as with the knob, or on another page
    expect(page.locator("#actions h2")).to_have_text("Rot: dein geheimes Gebot")
    expect(page.get_by_role("slider", name="Gebot in Münzen")).to_have_value("3")
    page.get_by_role("button", name="3 Münzen bieten").click()
    page.evaluate(BLUE_BIDS)  # another question for Red's controls, but not for Red
    expect(events(page).first).to_contain_text("Blau bietet")
    expect(page.get_by_role("slider", name="Gebot in Münzen")).to_have_value("3")
    page.get_by_role("button", name="Ja, 3 Münzen zahlen").click()
    expect(events(page).first).to_contain_text("Rot bietet")


@pytest.mark.deep
@pytest.mark.parametrize("german", [True, False])
def test_people_have_names_from_the_start(visit, german):
    page = visit()
    if german:
        page.evaluate(SPEAK_GERMAN)
        expect(page.locator("#new")).to_have_text("Neues Spiel")
    page.locator("#new").click()
    page.locator("dialog .card", has_text="Mars").first.click()
    name = "Name von Blau" if german else "Name of Blue"
    ann = page.get_by_role("textbox", name="Name von Rot" if german else "Name of Red")
    ann.fill("Ann")
    page.locator("[name=player1]").select_option("level3")
    expect(page.get_by_role("textbox", name=name)).to_have_count(0)  # a computer has its own
    page.locator("[name=player1]").select_option("human")
    page.get_by_role("textbox", name=name).fill("Jürgen")
    page.locator("dialog .card").nth(1).click()  # who sits there stays, whichever game it is
    page.locator("dialog .card", has_text="Mars").first.click()
    page.locator("[name=player1]").select_option("human")
    expect(ann).to_have_value("Ann")
    page.locator("dialog footer .main").click()
    expect(page.locator(".tray.front h2")).to_have_text("Ann")
    expect(page.locator('.tray[data-seat="1"] h2')).to_have_text("Jürgen")
    expect(page.locator("#status")).to_contain_text("Ann")
    expect(page.locator("#screen")).to_have_attribute("aria-label", re.compile("Ann"))
    drag(page, page.locator(".tray.front .stack").first, cell(page, "c3"))
    expect(events(page)).to_have_count(1)
    expect(events(page).locator(".who")).to_have_text("Ann")
    page.locator("#shelf").click()
    page.locator("[data-key=aside]").click()
    expect(events(page)).to_have_count(0)
    page.locator("#shelf").click()
    expect(page.locator("dialog .game")).to_contain_text("Ann")
    expect(page.locator("dialog .game")).to_contain_text("Jürgen")
