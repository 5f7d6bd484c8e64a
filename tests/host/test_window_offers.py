"""Landover's offers in the window: one answer for all of a turn, and why one cannot accept."""

import re

import pytest
from playwright.sync_api import expect

from games.landover.common import A_IMPROVE, CARDS, CULTURES, P_MAIN, PAPER
from games.record import lines
from tests.host.test_window_words import accessible
from tests.portable.window_table import Table
from tests.screenshots import played, record_of
from tests.window import events, load, needs_chromium

START = 12  # actions up to Blue's first turn, who has one wool
GIVE_WOOL = [0, 0, 1, 0, 0, 0, 0, 0]
WANT = {"wood": [1, 0, 0, 0, 0, 0, 0, 0], "clay": [0, 1, 0, 0, 0, 0, 0, 0],
        "9 coins": [0, 0, 0, 0, 0, 0, 0, 9]}


@pytest.fixture
def isle(tmp_path):
    table = Table(tmp_path, "hex37", game="landover")
    load = {"lines": record_of("landover", START), "players": ["human", "human"]}
    assert table.do("load", **load)["ok"]
    table.until(lambda: table.state["view"]["current"] == [1])
    return table


def act(table, seat, *words):
    answer = table.do("host", request={"do": "do", "by": seat, "words": list(words)})
    assert answer["ok"], answer
    table.run(0.2)


def offer(table, card):
    act(table, 1, "offer", GIVE_WOOL, WANT[card], [0])


def did(table):
    """Return (who, what) of the last action."""
    last = [event for event in table.live.facts["log"] if event["event"] == "action"][-1]
    return last["by"], last["do"][0]


def test_one_answer_declines_all_offers_of_the_turn(isle):
    offer(isle, "wood")
    assert did(isle) == (1, "offer")
    assert isle.do("decline all", page="another", seat=0)["ok"]
    isle.run(0.2)
    assert did(isle) == (0, "decline")
    offer(isle, "clay")  # and from any page
    assert did(isle) == (0, "decline") and isle.state["view"]["current"] == [1]


def test_who_has_made_an_offer_gets_no_hint_to_cancel_it(isle):
    offer(isle, "wood")
    refused = isle.do("hint", seat=1)
    assert refused["why"] == (
        "Blue waits for the others' answers: there is a hint after them")
    assert isle.do("hint", seat=0)["words"] in (["accept"], ["decline"])
    assert isle.do("host", request={"do": "do", "by": 0, "words": ["decline"]})["ok"]
    assert isle.do("hint", seat=1)["words"][0] != "cancel"


def test_the_next_turn_asks_again(isle):
    offer(isle, "wood")
    assert isle.do("decline all", seat=0)["ok"]
    for seat in (1, 0):
        act(isle, seat, "end")
        isle.until(lambda: isle.state["view"]["current"] == [1 - seat])  # noqa: B023
    held = isle.live.game.private_view(1)["cards"]
    give = [int(card == held.index(max(held))) for card in range(8)]
    act(isle, 1, "offer", give, give[1:] + give[:1], [0])
    assert did(isle) == (1, "offer") and 0 in isle.state["view"]["current"]


def test_what_is_taken_back_is_asked_again(isle):
    offer(isle, "wood")
    assert isle.do("decline all", seat=0)["ok"]
    isle.run(0.2)
    offer(isle, "clay")
    assert did(isle) == (0, "decline")
    assert isle.do("host", request={"do": "undo"})["ok"]
    isle.run(0.5)
    assert did(isle) == (1, "offer") and 0 in isle.state["view"]["current"]


def test_nobody_declines_for_another_seat_or_without_an_offer(isle):
    assert not isle.do("decline all", seat=0)["ok"]  # nothing is offered
    offer(isle, "wood")
    for seat in (1, 2, None, "0", -1):  # who offers, and what is no seat
        answer = isle.do("decline all", seat=seat)
        assert not answer["ok"] and answer["why"], seat
    assert did(isle) == (1, "offer")


def test_a_computers_seat_answers_for_itself(tmp_path):
    table = Table(tmp_path, "hex37", game="landover")
    load = {"lines": record_of("landover", START), "players": ["greedy", "human"]}
    assert table.do("load", **load)["ok"]
    assert not table.do("decline all", seat=0)["ok"]


def test_who_cannot_pay_learns_why_and_nobody_else(isle):
    offer(isle, "9 coins")
    choices = isle.do("choices", seat=0)
    assert choices["actions"] == [["decline"]]
    assert choices["only_decline"] == "you lack 9 coins"
    assert isle.do("choices", seat=1)["only_decline"] == ""
    assert "lack" not in str(isle.live.facts["state"])
    act(isle, 0, "decline")
    assert isle.do("choices", seat=0)["only_decline"] == ""


@needs_chromium
def test_each_level_of_culture_names_its_price(visit, tmp_path):
    game = played("landover")
    while game.phase != P_MAIN or len({one[1] for one in game.legal(game.turn)
                                       if one[0] == A_IMPROVE and len(one) == 2}) < 2:
        game.undo()
    seat = game.turn
    (tmp_path / "isle.jsonl").write_text("".join(x + "\n" for x in lines(game, 1)))
    page = visit()
    load(page, tmp_path / "isle.jsonl")
    expect(page.locator(".tray.front")).to_have_attribute("data-seat", str(seat))
    reveal = page.locator("[data-key=reveal]")
    more = page.locator("#actions [data-key=improve]")
    expect(reveal.or_(page.locator("#actions .choices"))).to_be_visible()
    if reveal.count():
        reveal.click()
    more.click()
    said = page.get_by_role("dialog").get_by_role("button", name=re.compile("^Raise"))
    costs = {name: "%d %s" % (game.view(seat)["own"]["costs"][i], unit)
             for i, (name, unit) in enumerate(zip(CULTURES, CARDS[PAPER:], strict=True))}
    for text in said.all_text_contents():
        assert "(%s" % costs[text.split()[1]] in text
    assert said.count() > 1


@needs_chromium
@pytest.mark.deep
def test_a_person_declines_all_of_a_turn_with_one_click(visit, tmp_path):
    page = visit()
    (tmp_path / "isle.jsonl").write_text("".join(x + "\n" for x in record_of("landover", START)))
    load(page, tmp_path / "isle.jsonl")
    choices = page.locator("#actions")

    page.get_by_role("button", name="I am Blue: show my hand").click()
    page.locator("#actions summary").click()
    for kind in ("Give wool", "Get coin"):
        page.get_by_role("button", name="%s: one more" % kind).click()
    page.get_by_role("button", name="Offer it to Red").click()
    page.get_by_role("button", name="I am Red: show my hand").click()
    expect(choices).to_contain_text("Blue gives 1 wool and wants 1 coin. You lack 1 coin.")
    expect(choices.get_by_role("button", name="Accept")).to_have_count(0)
    assert accessible(page) == []
    choices.get_by_role("button", name="No to all offers in this turn").click()
    expect(events(page).first).to_contain_text("Red declines the offer")
    count = events(page).count()
    page.get_by_role("button", name="I am Blue: show my hand").click()
    page.get_by_role("button", name="Get coin: one more").click()  # what was put together stands
    page.get_by_role("button", name="Offer it to Red").click()
    expect(events(page)).to_have_count(count + 2)
    expect(events(page).first).to_contain_text("Red declines the offer")
    expect(page.locator(".tray.front")).to_have_attribute("data-seat", "1")
