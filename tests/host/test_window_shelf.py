"""The browser window in Chromium: games that are put aside and taken up again, and names."""

import json

import pytest
from playwright.sync_api import expect

from games import make
from games.players import player
from games.record import lines
from sim.selfplay import play_out
from tests.window import cell, drag, events, needs_chromium, new_game, stack

pytestmark = needs_chromium


def test_a_game_is_put_aside_taken_up_and_removed(visit):
    page = visit()
    dialog = page.get_by_role("dialog")
    drag(page, stack(page, "Red large"), cell(page, "c3"))
    expect(events(page)).to_have_count(1)
    new_game(page, "Landover", player1="human")
    expect(dialog).to_contain_text("Ley Lines of Mars, 1 action, is put aside")
    page.get_by_role("button", name="Begin the new game").click()
    expect(page.locator("#title")).to_have_text("Landover")
    page.get_by_role("button", name="Shelf").click()
    expect(dialog.locator(".game")).to_have_count(1)
    expect(dialog.locator(".game")).to_contain_text("Ley Lines of MarsRed and Blue, 1 action")
    dialog.get_by_role("button", name="Play on with it").click()
    expect(page.locator("#title")).to_have_text("Ley Lines of Mars")
    expect(page.locator(".spot")).to_have_count(36)
    expect(events(page)).to_have_text(["1Red places a large pyramid on c3"])
    expect(cell(page, "c3")).to_have_attribute("aria-label", "c3, red large pyramid")
    drag(page, stack(page, "Blue large"), cell(page, "d3"))
    expect(events(page)).to_have_count(2)
    page.get_by_role("button", name="Shelf").click()
    dialog.get_by_role("button", name="Put it aside").click()
    expect(events(page)).to_have_count(0)
    page.get_by_role("button", name="Shelf").click()
    game = dialog.locator(".game", has_text="Ley Lines of Mars")
    expect(game).to_contain_text("2 actions")
    game.get_by_role("button", name="Remove").click()
    expect(dialog).to_contain_text("Ley Lines of Mars, 2 actions, is not over")
    dialog.get_by_role("button", name="Remove").click()
    expect(dialog).to_contain_text("games put aside", ignore_case=True)
    expect(game).to_have_count(0)


def test_players_have_names(visit):
    page, other = visit(), visit()
    page.get_by_role("button", name="Shelf").click()
    for seat, name in enumerate(("Änne", "Bo")):
        page.locator("[name=name%d]" % seat).fill(name)
        page.locator("[name=name%d]" % seat).blur()
    page.get_by_role("button", name="Close", exact=True).click()
    for one in (page, other):
        expect(one.locator('.tray[data-seat="0"] h2')).to_have_text("Änne")
        expect(one.locator("#status")).to_contain_text("Änne")
        assert "Änne" in one.title()
    drag(page, page.locator('.tray[data-seat="0"] [data-name="large 0"]'), cell(page, "c3"))
    expect(events(page)).to_have_text(["1Änne places a large pyramid on c3"])
    page.reload()
    expect(page.locator('.tray[data-seat="1"] h2')).to_have_text("Bo")


ASK = """([verb, values]) => new Promise((done) => {
  const link = new WebSocket(`ws://${location.host}/table`);
  link.onopen = () => link.send(JSON.stringify({ id: 1, do: verb, ...values }));
  link.onmessage = ({ data }) => JSON.parse(data).id && done((link.close(), JSON.parse(data)));
})"""


def finished(name, seed):
    """Return (a finished game, the lines of its record)."""
    game = play_out(make(name), [player("random")] * 2, seed)
    return game, list(lines(game, seed))


@pytest.mark.deep
def test_who_has_won_how_often(visit):
    page = visit()
    page.get_by_role("button", name="Shelf").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="All results").click()
    expect(dialog).to_contain_text("No game has been played to its end")
    page.keyboard.press("Escape")
    loaded = {"lines": finished("market", 4)[1], "players": ["human", "human"]}
    assert page.evaluate(ASK, ["load", loaded])["ok"]  # nobody played that here
    games = [("mars", 1, ["Ann", "Ben"]), ("mars", 2, ["Ben", "Ann"]), ("land", 3, ["Ann", ""])]
    won = {"Ann": 0, "Ben": 0, "without a name": 0}
    actions = points = 0
    for name, seed, people in games:
        game, record = finished(name, seed)
        last = json.loads(record[-2])
        sent = {"lines": record[:-2], "names": people, "players": ["human", "human"]}
        assert page.evaluate(ASK, ["load", sent])["ok"]
        act = {"do": "do", "by": last["by"], "words": last["do"]}
        assert page.evaluate(ASK, ["host", {"request": act}])["answer"]["ok"]
        for seat in game.result()[0]:
            won[people[seat] or "without a name"] += 1
        if name == "mars":
            actions += len(game.log)
            points += game.scores()[people.index("Ann")]
    expect(page.locator("#title")).to_have_text("Ley of the Land")
    page.get_by_role("button", name="Shelf").click()
    dialog.get_by_role("button", name="All results").click()
    parts = dialog.locator(".past-results")
    expect(parts).to_have_count(3)
    for name, played in (("Ann", 3), ("Ben", 2), ("without a name", 1)):
        row = parts.nth(0).locator("tr", has_text=name)
        expect(row.locator("td")).to_have_text([str(played), str(won[name])])
    mars = dialog.locator(".past-results", has_text="Ley Lines of Mars")
    expect(mars).to_contain_text("2 games, %d actions on average" % round(actions / 2))
    cells = mars.locator("tr", has_text="Ann").locator("td")
    expect(cells.last).to_have_text("%.1f" % (points / 2))
    told = dialog.locator(".past-results").all_inner_texts()
    dialog.get_by_role("button", name="Games put aside").click()
    market = dialog.locator(".game", has_text="market")
    expect(market.get_by_role("button", name="Look at it again")).to_be_visible()
    market.get_by_role("button", name="Remove").click()
    expect(dialog).to_contain_text("so it counts for nobody")
    dialog.get_by_role("button", name="Remove").click()
    expect(market).to_have_count(0)
    for left in (1, 0):  # a game that is removed still counts
        dialog.get_by_role("button", name="Remove").first.click()
        expect(dialog).to_contain_text("Its result still counts")
        dialog.get_by_role("button", name="Remove").click()
        expect(dialog.locator(".game")).to_have_count(left)
    dialog.get_by_role("button", name="All results").click()
    expect(dialog.locator(".past-results")).to_have_count(3)
    assert sorted(dialog.locator(".past-results").all_inner_texts()) == sorted(told)
