"""Landover as a whole: a game for reading, and counted sequences of actions."""

from games import make
from games.rng import Rng
from tests.portable import golden


def sketch(game):
    """Tell how the seats stand: what each has built, holds, and has learned."""
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
