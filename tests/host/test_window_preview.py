"""The effect of a piece in hand, before it is put down: only what everybody may know."""

import pytest
from playwright.sync_api import expect

from games import make
from games.base import CHANCE, OVER
from games.leylines.pieces import SEGMENT
from games.record import lines
from games.rng import Rng
from games.texts import Texts
from sim.window.preview import preview
from tests.window import cell, drag, events, load, middle, needs_chromium, stack

CAIRNS = ("c3 f5 g1", "a2 a4 i6", "a6 i2 i8", "i4 c9 g9", "e9 b5 e7", "d1 c6 g7")  # by seat


def mars(*actions):
    game = make("mars")
    for by, words in actions:
        game.apply(by, game.parse(words))
    return game


def test_it_tells_what_is_scored_and_left_to_the_other():
    """In Mars a2 and b1 are a line of two."""
    game = mars((0, ["large", "a2"]), (1, ["cap", "f6"]))
    said = preview(game, [0], 3, [game.spot("b1")], Texts())
    assert said == "Red fills a line: 6 points; Blue can then score nothing, instead of 3 points"
    assert preview(game, [0], 3, [game.spot("d4")], Texts()) == ""
    assert preview(game, [0], 3, [game.spot("a2")], Texts()) == ""  # taken
    assert game.scores() == [0, 0] and len(game.log) == 2


def test_a_tile_is_told_of_in_its_best_turn():
    """In Land the green quarter above the first cross is closed by a single green quarter."""
    game = make("land")
    token = game.token(game.parse(["place", "gyyy", "e4"])[2])
    said = preview(game, [0], token, [game.spot("e6")], Texts())
    assert said.startswith("a green territory is closed: 1 point for Red")


def test_of_turns_that_score_alike_it_tells_of_the_one_that_leaves_least():
    """With green above, a half-and-half tile on d5 opens yellow for Blue; with green below, it
    closes the way to a point that Blue could have had."""
    game = make("land")
    for by, words in ((0, ["place", "yygy", "e6"]), (1, ["place", "gggy", "f5"])):
        game.apply(by, game.parse(words))
    token = game.token(game.parse(["place", "ggyy", "d5"])[2])
    assert preview(game, [0], token, [game.spot("d5")], Texts()) == (
        "Blue can then score nothing, instead of 1 point")


def test_it_tells_who_gets_the_points_of_a_tile_in_hand():
    """Blue would close the green quarter above the first cross for Red."""
    game = make("land")
    game.apply(0, game.parse(["pass"]))
    token = game.token(game.parse(["place", "gyyy", "e4"])[2])
    said = preview(game, [1], token, [game.spot("e6")], Texts())
    assert said.startswith("a green territory is closed: 1 point for Red")


def test_in_the_market_tiles_are_not_all_that_scores():
    """Another's gain with one tile is not all that they could gain."""
    texts = Texts()
    said = texts.render(("why it opens", 1, 2), "market")
    assert said == "Blue can then get 2 points with a tile at most"


def test_where_energy_would_flow_is_told_without_the_value_of_the_cairn():
    """As far as everybody knows: not even that of one's own cairn, which the screen would tell."""
    game = make("leylines", 3, {"hands": "table"})
    rng = Rng(2)
    texts = Texts()
    flows = 0
    while game.current() != OVER and flows < 20:
        by = game.current()[0]
        for action in game.legal(by):
            if action[0] != SEGMENT or rng.below(8):
                continue
            spots = [spot for spot, _ in game.gesture(by, action)]
            token = game.token(game.gesture(by, action)[0][1])
            said = preview(game, [by], token, spots, texts)
            assert preview(game, [by], token, spots[:1], texts) == ""  # both halves lie, or none
            before = game.snapshot()
            events = game.play(by, action)
            game.restore(before)
            ways = [(event[1], event[2] - event[3]) for event in events if event[0] == "flow"]
            flows += len(ways)
            told = [texts.render(("why flows",) + way, "leylines") for way in ways]
            assert said == "; ".join(told)
            game.determinize((by + 1) % 3, rng)  # other values of the cairns
            assert preview(game, [by], token, spots, texts) == said
            game.restore(before)
        game.apply(by, game.sample(rng) if by == CHANCE else rng.choice(game.legal(by)))
    assert flows >= 20


@needs_chromium
def test_a_held_piece_says_it_in_the_window(visit):
    page = visit()
    drag(page, stack(page, "Red large"), cell(page, "a2"))
    drag(page, stack(page, "Cap"), cell(page, "f6"))
    expect(events(page)).to_have_count(2)  # then Red's tray grows
    expect(page.locator(".tray.front")).to_have_attribute("data-seat", "0")
    page.mouse.move(*middle(stack(page, "Red large")))
    page.mouse.down()
    page.mouse.move(*middle(cell(page, "b1")), steps=3)
    expect(page.locator(".preview")).to_contain_text("Red fills a line: 6 points")
    page.mouse.move(*middle(cell(page, "d4")), steps=3)
    expect(page.locator(".preview")).to_be_hidden()
    page.mouse.up()
    expect(page.locator(".piece")).to_have_count(3)


@needs_chromium
def test_a_held_domino_says_where_energy_would_flow(visit, tmp_path):
    """Red's cairn of 3 on c3, and Red's tor three spaces to the east: the example in the rules."""
    game = make("leylines", 3, {"hands": "table", "map": "compact"})
    for row, names in enumerate(CAIRNS):
        for seat, name in enumerate(names.split()):
            game.apply(seat, game.parse(["cairn", (3, 0, 1, 2, 4, 5)[row], name]))
    for seat, name in ((2, "f8"), (1, "b7"), (0, "f3")):
        game.apply(seat, game.parse(["tor", name]))
    record = tmp_path / "ready.jsonl"
    record.write_text("\n".join(lines(game, 1)) + "\n")
    page = visit()
    load(page, record)
    expect(page.locator("#title")).to_have_text("Ley Lines")
    stack(page, "2 of domino 2-5").click()
    page.mouse.move(*middle(cell(page, "d3")), steps=3)
    told = page.locator(".preview")
    expect(told).to_have_text("Energy to Red's tor: 4 points and the cairn's hidden value")
    page.keyboard.press("r")  # the 5 to the south
    expect(told).to_be_hidden()
    for _ in range(3):
        page.keyboard.press("r")
    expect(told).to_be_visible()


@needs_chromium
@pytest.mark.deep
def test_a_piece_that_is_held_while_others_act_fits_anew(visit):
    page, other = visit(), visit()
    drag(page, stack(page, "Red large"), cell(page, "a2"))
    expect(other.locator("#log li[data-seat]")).to_have_count(1)
    stack(page, "Red large").click()  # it is Blue's turn
    page.mouse.move(*middle(cell(page, "b1")), steps=3)
    expect(page.locator("body.holding")).to_have_count(1)
    drag(other, stack(other, "Cap"), cell(other, "f6"))
    expect(page.locator(".preview")).to_contain_text("Red fills a line: 6 points")
