"""Landover as a whole: a playthrough and perft."""

from games import make
from games.rng import Rng
from tests.portable import golden
from tests.portable.landover_table import roads, table, village


def sketch(game):
    """Return lines with what each seat has built, holds and has developed."""
    lines = []
    for seat in range(game.seats):
        village, city, road, boat, wall = game.used[5 * seat : 5 * seat + 5]
        row = "    seat %d: %d points, %d villages, %d cities, %d roads, %d boats, %d walls"
        lines.append(row % (
            seat, game.points[seat], village, city, road, boat, wall))  # fmt: skip
        lines.append("            cards %s, %d dev cards, power %d, cultures %s" % (
            game.hands[8 * seat : 8 * seat + 8], game.held[seat], game.power[seat],
            list(game.levels[3 * seat : 3 * seat + 3])))  # fmt: skip
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


def test_a_position_is_worth_its_harbours_its_places_to_build_and_above_all_the_last_points():
    game = table(2)
    village(game, 0, "18.N")
    plain = game.evaluate(0)
    game.docks[0] = 1
    harbour = game.evaluate(0)
    roads(game, 0, "18/NW 18/W")  # to a corner two roads away
    assert plain < harbour < game.evaluate(0) - 2 * 17  # which the two roads count for themselves
    gains = []
    for points in (8, 13):
        game.points[0] = points
        before = game.evaluate(0)
        game.points[0] = points + 1
        gains.append(game.evaluate(0) - before)
        assert game.evaluate(1) == -game.evaluate(0)
    assert 0 < gains[0] < gains[1]
