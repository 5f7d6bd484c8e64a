"""Whole games of computers in a browser's tab, each to its end; the static folder in Chromium."""

import pytest
from playwright.sync_api import expect

from games.replay import Replay
from host_tools.league import Game as Finished
from sim.records import record_lines
from tests.tab import QUICK, hasten
from tests.window import needs_chromium, new_game

PATIENCE = 120_000
# As the page's address asks for it: the quickest options.
GAMES = {
    "land": "players=greedy,random&names=Ann,Ben",
    "market": "players=greedy,greedy&option.board=3",
    "leylines": "players=greedy,greedy,greedy&option.map=compact", "mars": "players=random,greedy",
    "landover": "players=greedy,greedy&option.target=8",
}

pytestmark = needs_chromium


@pytest.mark.deep
@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_game_is_played_to_its_end_and_stands_on_the_shelf(tab, name):
    page = tab("#game=%s&%s" % (name, GAMES[name]), hasten)
    page.evaluate(QUICK)
    expect(page.locator("#result")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save", exact=True).click()
    record = download.value.path()
    replay = Replay()
    for line in record_lines(record.read_text("utf-8")):
        replay.feed(line)
    assert replay.end and name == replay.game.NAME
    scores = replay.game.scores()
    assert name != "landover" or Finished(record).points == scores  # the league can count it
    shown = page.locator("#result .numbers").inner_text().split(" : ")
    assert sorted(map(int, shown)) == sorted(scores)
    title = page.locator("#title").inner_text()
    new_game(page, "Landover" if name == "mars" else "Ley Lines of Mars", player1="human")
    expect(page.locator("#title")).not_to_have_text(title)
    page.reload()
    expect(page.locator("#status")).not_to_be_empty()
    page.get_by_role("button", name="Shelf").click()
    row = page.get_by_role("dialog").locator(".game")
    expect(row).to_contain_text(title)
    expect(row).to_contain_text(" : ".join(map(str, scores)))
