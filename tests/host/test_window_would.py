"""What a piece in hand would do, before it is put down: only what everybody may know."""

from playwright.sync_api import expect

from games import make
from games.base import CHANCE, OVER
from games.rng import Rng
from games.texts import Texts
from sim.window.would import would
from tests.window import cell, drag, middle, needs_chromium, stack


def mars(*actions):
    game = make("mars")
    for by, words in actions:
        game.apply(by, game.parse(words))
    return game


def test_it_tells_what_is_scored_and_left_to_the_other():
    """In Mars a2 and b1 are a line of two."""
    game = mars((0, ["large", "a2"]), (1, ["cap", "f6"]))
    said = would(game, [0], 3, game.spot("b1"), Texts())
    assert said == "Red fills a line: 6 points; Blue can then score 0 points at most, not 3"
    assert would(game, [0], 3, game.spot("d4"), Texts()) == ""
    assert would(game, [0], 3, game.spot("a2"), Texts()) == ""  # taken
    assert game.scores() == [0, 0] and len(game.log) == 2


def test_a_tile_is_told_of_in_its_best_turn():
    """In Land the green quarter above the first cross is closed by a single green quarter."""
    game = make("land")
    token = game.token(game.parse(["place", "gyyy", "e4"])[2])
    said = would(game, [0], token, game.spot("e6"), Texts())
    assert said.startswith("a green territory is closed: 1 point for Red")


def test_of_turns_that_score_alike_it_tells_of_the_one_that_leaves_least():
    """With green above, a half-and-half tile on d5 opens yellow for Blue; with green below, it
    closes the way to a point that Blue could have had."""
    game = make("land")
    for by, words in ((0, ["place", "yygy", "e6"]), (1, ["place", "gggy", "f5"])):
        game.apply(by, game.parse(words))
    token = game.token(game.parse(["place", "ggyy", "d5"])[2])
    assert would(game, [0], token, game.spot("d5"), Texts()) == (
        "Blue can then score 0 points at most, not 1")


def test_it_tells_who_gets_the_points_of_a_tile_in_hand():
    """Blue would close the green quarter above the first cross for Red."""
    game = make("land")
    game.apply(0, game.parse(["pass"]))
    token = game.token(game.parse(["place", "gyyy", "e4"])[2])
    said = would(game, [1], token, game.spot("e6"), Texts())
    assert said.startswith("a green territory is closed: 1 point for Red")


def test_in_the_market_tiles_are_not_all_that_scores():
    """What another could get with a tile is not what they could get at all."""
    texts = Texts()
    said = texts.render(("why it opens", 1, 2), "market")
    assert said == "Blue can then get 2 points with a tile at most"


def test_nothing_hidden_is_told():
    """Whatever a domino would bring depends on cairns that lie face down."""
    game = make("leylines", 3, {"hands": "table"})
    rng = Rng(2)
    texts = Texts()
    while game.current() != OVER and len(game.log) < 40:
        by = game.current()[0]
        if by != CHANCE:
            for token, _, _, _ in game.tokens():
                for action in list(game.placing(by, token))[:2]:
                    spot = game.gesture(by, action)[0][0]
                    assert "energy" not in would(game, [by], token, spot, texts)
        game.apply(by, game.sample(rng) if by == CHANCE else rng.choice(game.legal(by)))


@needs_chromium
def test_a_held_piece_says_it_in_the_window(visit):
    page = visit()
    drag(page, stack(page, "Red large"), cell(page, "a2"))
    drag(page, stack(page, "Cap"), cell(page, "f6"))
    page.mouse.move(*middle(stack(page, "Red large")))
    page.mouse.down()
    page.mouse.move(*middle(cell(page, "b1")), steps=3)
    expect(page.locator(".would")).to_contain_text("Red fills a line: 6 points")
    page.mouse.move(*middle(cell(page, "d4")), steps=3)
    expect(page.locator(".would")).to_be_hidden()
    page.mouse.up()
    expect(page.locator(".piece")).to_have_count(3)
