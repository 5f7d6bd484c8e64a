"""Landover as a whole: a playthrough and perft."""

from games import make
from games.rng import Rng
from tests.portable import golden
from tests.portable.landover_table import dev, give, table


def sketch(game):
    """Return lines with what each seat has built, holds and has developed."""
    lines = []
    for seat in range(game.seats):
        village, city, road, boat, wall = game.used[5 * seat : 5 * seat + 5]
        row = "    seat %d: %d points, %d villages, %d cities, %d roads, %d boats, %d walls"
        lines.append(row % (
            seat, game.points[seat], village, city, road, boat, wall))
        lines.append("            cards %s, %d dev cards, power %d, cultures %s" % (
            game.hands[8 * seat : 8 * seat + 8], game.held[seat], game.power[seat],
            list(game.levels[3 * seat : 3 * seat + 3])))
    return lines


def playthrough():
    options = {"target": 8, "max_offers": 0, "numbers": "reference"}
    return golden.told(make("landover", 2, options), Rng(11), sketch, 40)


def test_perft():
    for entry in golden.perft_table("landover"):
        assert golden.perft_counts("landover", entry) == entry["counts"], entry


def test_playthrough():
    assert playthrough() == golden.text("landover")


def test_a_gesture_that_does_not_fit_leaves_the_game_as_it_was():
    game = make("landover", 4)
    before = game.digest()
    try:
        game.gesture(1, game.parse(["play", "raze", "18.S"]))
    except ValueError:  # a bytearray takes no -1 on CPython
        pass
    assert game.digest() == before


def test_only_a_seat_without_cards_is_told_that_its_hand_is_empty():
    assert table().prompt() == ((0,), ("now empty",))
    for fill in (lambda game: give(game, 0, wood=1), lambda game: dev(game, 0, "crane")):
        game = table()
        fill(game)
        assert game.prompt()[1] != ("now empty",)
