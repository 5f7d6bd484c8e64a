"""The browser window in Chromium: nothing that people did is lost by a reload, a link, a second
click or another page; and nothing that is told of a game comes to another."""

import re

import pytest
from playwright.sync_api import expect

from games import make
from games.players import player
from games.record import lines
from sim.selfplay import play_out
from tests.quick import first
from tests.window import (
    cell,
    drag,
    events,
    hand_pause,
    middle,
    needs_chromium,
    new_game,
    stack,
    until,
    whole_game,
)

pytestmark = needs_chromium


def written(name="mars", seed=5):
    game = make(name)
    play_out(game, [player("random")] * game.seats, seed)
    return game, "".join(line + "\n" for line in lines(game, seed))


@pytest.mark.deep
def test_a_link_to_a_record_asks_and_acts_once(visit, table, tmp_path):
    game, text = written("land")
    (tmp_path / "land.jsonl").write_text("\ufeff\n" + text, "utf-8", newline="\r\n")
    page = visit()
    drag(page, stack(page, "Red large"), cell(page, "c3"))
    expect(events(page)).to_have_count(1)
    page.goto(table + "?record=land.jsonl")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Ley of the Land, %d actions, played" % len(game.log))
    expect(dialog).to_contain_text("going on: Ley Lines of Mars, 1 action.")
    dialog.get_by_role("button", name="No, keep it").click()
    expect(page).to_have_url(table)
    expect(page.locator(".piece")).to_have_count(1)
    page.goto(table + "?record=land.jsonl")
    dialog.get_by_role("button", name="Load it").click()
    expect(page.locator("#replay output")).to_have_text("0 of %d" % len(game.log))
    expect(page).to_have_url(table)
    new_game(page, "Ley Lines of Mars", player1="human")
    expect(page.locator("#title")).to_have_text("Ley Lines of Mars")
    expect(page.locator("#replay")).to_be_hidden()
    drag(page, stack(page, "Red large"), cell(page, "d4"))
    expect(events(page)).to_have_count(1)
    page.reload()
    expect(page.locator("#title")).to_have_text("Ley Lines of Mars")
    expect(events(page)).to_have_count(1)


@pytest.mark.parametrize("text, why", first(1, [
    ("", "The record is empty"), ("\ufeff\r\n\r\n", "The record is empty"),
    ("[1]", "That is no record"),
    ('{"leyboard": 1, "game": "go", "seats": 2, "options": {}, "seed": 1}', "That is no record"),
]), ids=("nothing", "blank", "a list", "another game"))
def test_a_link_to_no_record_says_why(visit, table, tmp_path, text, why):
    (tmp_path / "x.jsonl").write_text(text, newline="")
    page = visit()
    page.goto(table + "?record=x.jsonl")
    expect(page.locator("#toast.shown")).to_contain_text(why)
    expect(page).to_have_url(table)


@pytest.mark.deep
def test_a_piece_in_hand_goes_as_another_page_begins_a_game(visit):
    page, other = visit(), visit()
    stack(page, "Red large").click()
    expect(page.locator("body.holding")).to_have_count(1)
    new_game(other, "Ley of the Land", player1="human")
    expect(page.locator("#title")).to_have_text("Ley of the Land")
    expect(page.locator("body.holding")).to_have_count(0)


@pytest.mark.deep
def test_a_second_click_does_not_act_for_the_next(visit):
    page = visit()
    new_game(page, "Ley of the Land", player1="human")
    ignoring = page.locator("#actions.ignores-input")
    for gap in (40, 250):
        count = events(page).count()
        place = middle(page.locator("#actions button").first)
        until(page, lambda: not ignoring.count(), lambda: "it takes no click")
        for _ in range(2):
            page.mouse.move(*place)
            page.mouse.down()
            page.mouse.up()
            hand_pause(page, gap)
        expect(events(page)).to_have_count(count + 1)
        expect(page.locator("#toast.shown")).to_have_count(0)
        page.get_by_role("button", name="Take back").click()
        expect(events(page)).to_have_count(count)


def test_a_held_key_acts_once(visit):
    page = visit()
    new_game(page, "Ley of the Land", player1="human")
    expect(page.locator("#actions button")).to_have_count(1)
    page.locator("#actions button").focus()
    for _ in range(12):
        page.keyboard.down("Enter")
        hand_pause(page, 30)  # as keyboards repeat
    page.keyboard.up("Enter")
    expect(events(page)).to_have_count(1)
    page.keyboard.press("0")
    page.keyboard.press("Enter")
    expect(page.locator("#result")).to_be_visible()


def test_a_double_click_picks_up_or_puts_down_once(visit):
    page = visit()
    stack(page, "Red large").dblclick()
    expect(page.locator("body.holding")).to_have_count(1)
    cell(page, "c3").dblclick()
    expect(events(page)).to_have_count(1)
    expect(page.locator("body.holding")).to_have_count(0)
    expect(page.locator(".piece")).to_have_count(1)


@pytest.mark.deep
def test_another_page_that_begins_a_game_ends_looking_back(visit):
    page, other = visit(), visit()
    for n, (seat, word, place) in enumerate(whole_game()[0][:3], 1):
        drag(page, stack(page, "%s %s" % (("Red", "Blue")[seat], word)), cell(page, place))
        expect(events(page)).to_have_count(n)
    page.locator("#log [data-n='2'] button").click()
    expect(page.locator("#replay output")).to_have_text("2 of 3")
    new_game(other, "Ley of the Land", player1="human")
    other.get_by_role("button", name="Begin the new game").click()
    for one in (page, other):
        expect(one.locator("#title")).to_have_text("Ley of the Land")
        expect(one.locator("#replay")).to_be_hidden()
        expect(one.locator("body.past")).to_have_count(0)
        expect(one.locator(".piece")).to_have_count(1)
        expect(one.locator('.tray .stack[data-name="gggg"]')).to_have_count(1)
        expect(events(one)).to_have_count(0)


@pytest.mark.deep
def test_seats_and_games_change_without_an_error(visit):
    page = visit()
    sure = page.get_by_role("button", name="Begin the new game")
    for title, seats in (("Landover", "4"), ("Landover", "2"), ("Ley Lines", "4"),
                         ("Ley Lines", "3"), ("Landover", "3")):
        page.get_by_role("button", name="New game").click()
        page.locator("dialog .card", has_text=re.compile(title + "(?! of)(?!:)")).first.click()
        page.locator("dialog [name=seats]").select_option(seats)
        for seat in range(1, int(seats)):
            page.locator("dialog [name=player%d]" % seat).select_option("human")
        page.get_by_role("button", name="Begin", exact=True).click()
        if sure.is_visible():
            sure.click()
        expect(page.locator(".tray:not([data-seat='-1'])")).to_have_count(int(seats))
        expect(page.locator("#title")).to_have_text(title)
    numbers = page.locator("#log .n").all_inner_texts()
    assert numbers == sorted(set(numbers), key=int, reverse=True), "an action stands twice"


@pytest.mark.deep
def test_pieces_come_while_computers_play_fast(visit):
    page = visit()
    page.get_by_role("button", name="Settings").click()
    page.locator("dialog [name=bots]").select_option("quick")
    page.get_by_role("button", name="Close", exact=True).click()
    new_game(page, "Landover", player0="level3", player1="level3")
    pieces = page.locator(".pieces .piece")
    until(page, lambda: pieces.count() > 7 or page.locator("#result").count(),
          lambda: "no piece comes")
    assert not page.locator("#result").count(), "the pieces stayed in the trays"
