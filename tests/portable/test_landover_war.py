"""Landover, vectors T29 to T60: event die, barbarians, military power, raids (rules: landover
24)."""

from games.base import CHANCE
from games.landover.common import A_WALL
from games.landover.map import board
from games.rng import Rng
from tests.portable.landover_table import (
    chance,
    city,
    dev,
    do,
    draw_out,
    give,
    hand,
    level,
    metro,
    named,
    refused,
    roads,
    roll,
    size,
    table,
    village,
    wall,
)


def test_t29_who_draws():
    game = table(3)
    for seat, value in ((0, 3), (1, 1), (2, 2)):
        level(game, seat, "science", value)
    roll(game, 5, "green", red=2)
    drawn = [words for words, _ in draw_out(game, Rng(1))]
    assert [words[:2] for words in drawn] == [["draw", 0], ["draw", 2]]


def test_t30_red_six():
    game = table()
    level(game, 0, "politics", 5)
    roll(game, 8, "blue", red=6)
    assert game.current() == (0,)


def test_t31_five_cards_are_enough():
    game = table()
    level(game, 0, "commerce", 1)
    dev(game, 0, "crane", "crane", "mining", "mining", "road")
    roll(game, 5, "yellow", red=1)
    assert game.current() == (0,) and game.held[0] == 5


def test_t32_printer():
    game = table()
    level(game, 1, "science", 1)
    roll(game, 3, "green", red=1)
    assert chance(game, "draw", 1, "printer") == [["vp", 1, 1]]
    assert game.held[1] == 0 and game.scores()[1] == 1
    game = table()
    level(game, 1, "science", 1)
    roll(game, 3, "green", red=1)
    assert chance(game, "draw", 1, "road") == [["dev", 1, 1]]


def test_t33_attack_before_the_seven():
    game = table()
    game.track = 6
    city(game, 0, "18.N")
    game.power[1] = 1
    game.catapults[18] = 2
    give(game, 2, wood=8)
    ev = roll(game, 7, "barbarian")
    assert ev == [["barbarians", 1, 1, "won"], ["cleared", [18]], ["vp", 1, 1]]
    assert game.track == 0 and game.power[1] == 0
    assert [words[0] for words, _ in draw_out(game, Rng(1))] == ["discard"] * 4


def attack(cities, power, **options):
    """Return a game right after the seventh barbarian, with cities and power by seat."""
    game = table(len(cities), **options)
    places = ["5.N", "6.N", "7.N", "7.SE", "9.SE", "18.N", "18.SE", "18.SW", "30.S", "31.S"]
    for seat in range(len(cities)):
        for _ in range(cities[seat]):
            city(game, seat, places.pop(0))
        game.power[seat] = power[seat]
    game.track = 6
    return game, roll(game, 2, "barbarian")


def standing(game):
    """Return how many cities each seat has."""
    return [game.used[5 * seat + 1] for seat in range(game.seats)]


def test_t34_lost():
    game, ev = attack((2, 1, 1), (2, 1, 0))
    assert ev == [["barbarians", 4, 3, "lost"]]
    assert [words for words, _ in draw_out(game, Rng(1))] == [["razed", 2, "7.SE"]]
    assert standing(game) == [2, 1, 0] and list(game.power) == [1, 0, 0]
    assert game.scores() == [4, 2, 1]


def test_t35_won_by_equality():
    game, ev = attack((2, 1, 1), (2, 1, 1))
    assert ev[0] == ["barbarians", 4, 4, "won"] and game.scores() == [5, 2, 2]
    assert list(game.power) == [1, 0, 0]


def test_t36_tie():
    game, ev = attack((2, 1, 1), (2, 2, 0))
    assert ev == [["barbarians", 4, 4, "won"]]
    drawn = draw_out(game, Rng(1))
    assert [words[:2] for words, _ in drawn] == [
        ["deck", 0],
        ["draw", 0],
        ["deck", 1],
        ["draw", 1],
    ]
    assert list(game.defended) == [0, 0, 0] and list(game.power) == [1, 1, 0]


def test_t37_full_hand_is_passed_over():
    game = table(3)
    dev(game, 1, "crane", "crane", "mining", "mining", "road")
    game.power[0] = game.power[1] = 2
    city(game, 2, "18.N")
    game.track = 6
    roll(game, 2, "barbarian")
    assert [words[:2] for words, _ in draw_out(game, Rng(1))] == [["deck", 0], ["draw", 0]]


def test_t38_two_lowest():
    game, _ = attack((2, 2, 2), (1, 1, 3))
    assert [words[:2] for words, _ in draw_out(game, Rng(1))] == [["razed", 0], ["razed", 1]]
    assert standing(game) == [1, 1, 2] and list(game.power) == [0, 0, 2]


def test_t39_lowest_without_city():
    game, ev = attack((0, 2, 1), (0, 1, 1))
    assert ev[0] == ["barbarians", 3, 2, "lost"] and game.current() == (0,)
    assert standing(game) == [0, 2, 1] and list(game.power) == [0, 0, 0]


def test_t40_barb_skip():
    game, _ = attack((0, 2, 1), (0, 1, 1), barb_skip=1)
    draw_out(game, Rng(1))
    assert standing(game) == [0, 1, 0]


def test_t41_metro_is_safe():
    game = table(2)
    city(game, 0, "18.N")
    metro(game, "science", 0, "18.N")
    game.track = 6
    roll(game, 2, "barbarian")
    assert game.current() == (0,) and standing(game) == [1, 0]


def test_t42_wall_falls_too():
    game = table(2)
    city(game, 0, "18.N", "18.SE")
    metro(game, "science", 0, "18.N")
    wall(game, 0, "18.SE")
    give(game, 0, wood=8)
    game.track = 6
    roll(game, 2, "barbarian")
    points = game.scores()[0]
    assert chance(game, "razed", 0, "18.SE") == [["vp", 0, points - 1]]
    assert game.used[A_WALL] == 0 and standing(game) == [1, 0]
    roll(game, 7)
    assert len(draw_out(game, Rng(1))) == 4  # eight cards: discards again


def test_t42_guarding_walls():
    game = table(2, wall_rule="guard")
    city(game, 0, "18.N", "18.SE")
    wall(game, 0, "18.SE")
    game.track = 6
    roll(game, 2, "barbarian")
    assert [game.text(act) for act in game.legal(CHANCE)] == [["razed", 0, "11.SE"]]


def test_t43_nothing_to_win():
    game, ev = attack((0, 0), (0, 0))
    assert ev == [["barbarians", 0, 0, "won"]] and game.scores() == [0, 0]
    assert game.current() == (0,)


def test_t44_metro_counts():
    game = table(2)
    city(game, 0, "18.N")
    city(game, 1, "18.SE")
    metro(game, "science", 0, "18.N")
    game.power[0] = 1
    game.track = 6
    assert roll(game, 2, "barbarian")[0] == ["barbarians", 2, 1, "lost"]


def test_t45_sixth_village():
    game = table(2)
    city(game, 0, "18.N")
    village(game, 0, "5.N", "6.N", "7.N", "9.SW", "14.SW")
    game.track = 6
    roll(game, 2, "barbarian")
    chance(game, "razed", 0, "18.N")
    assert game.used[0] == 6
    roads(game, 0, "18/NE 18/E")
    give(game, 0, wood=3, clay=3, wool=3, wheat=9, ore=9)
    for name in ("5.N", "6.N"):
        assert refused(game, 0, "village", "18.SE")
        do(game, 0, "city", name)
    assert game.used[0] == 4 and not refused(game, 0, "village", "18.SE")


def test_t46_two_without_power():
    game, ev = attack((1, 1, 1), (0, 0, 1))
    assert ev[0] == ["barbarians", 3, 1, "lost"]
    draw_out(game, Rng(1))
    assert standing(game) == [0, 0, 1] and list(game.power) == [0, 0, 0]


def soldier(power, politics):
    game = table()
    game.power[0] = power
    level(game, 0, "politics", politics)
    give(game, 0, wool=1, ore=1, wheat=1)
    return game


def test_t47_limit_of_five():
    assert refused(soldier(5, 2), 0, "military")
    game = soldier(5, 3)
    assert do(game, 0, "military") == [["cards", 0, [0, 0, -1, -1, -1, 0, 0, 0]]]
    assert game.power[0] == 6


def test_t48_limit_of_nine():
    assert refused(soldier(9, 5), 0, "military")


def raider(power=1, cards=3, **options):
    game = table(**options)
    game.power[0] = power
    village(game, 1, "18.NE")
    give(game, 1, wood=cards)
    return game


def test_t49_no_power():
    assert refused(raider(0), 0, "raid", 18, 1)


def test_t50_raid():
    game = raider()
    assert do(game, 0, "raid", 18, 1) == []
    assert game.power[0] == 0 and game.catapults[18] == 1
    assert [game.weight(act) for act in game.legal(CHANCE)] == [3]
    assert chance(game, "steal", 1, 0, "wood") == [
        ["cards", 1, [-1, 0, 0, 0, 0, 0, 0, 0]],
        ["cards", 0, [1, 0, 0, 0, 0, 0, 0, 0]],
    ]
    assert size(game, 0) == 1 and size(game, 1) == 2


def test_t51_one_raid_a_turn():
    game = raider(2)
    do(game, 0, "raid", 18, 1)
    chance(game, "steal", 1, 0, "wood")
    assert refused(game, 0, "raid", 12, 1)


def test_t52_one_victim():
    game = raider()
    village(game, 2, "18.S")
    give(game, 2, ore=2)
    do(game, 0, "raid", 18, 2)
    draw_out(game, Rng(1))
    assert size(game, 1) == 3 and size(game, 2) == 1 and hand(game, 0) == {"ore": 1}


def test_t53_empty_hand():
    game = raider(cards=0)
    do(game, 0, "raid", 18, 1)
    assert game.catapults[18] == 1 and game.power[0] == 0 and game.current() == (0,)


def test_t54_catapult_stands_there():
    for owner in (1, 3):
        game = raider()
        game.catapults[18] = owner
        assert refused(game, 0, "raid", 18, 1)


def test_t55_immune_land():
    game = raider()
    game.immune[18] = 1
    assert refused(game, 0, "raid", 18, 1) and not refused(game, 0, "raid", 19, 1)


def test_t56_moved_catapult():
    for option in (0, 1):
        game = raider(moved_immune=option)
        village(game, 1, "18.S")
        game.catapults[18] = 1
        do(game, 0, "raid", 24, 1)
        draw_out(game, Rng(1))
        assert game.catapults[24] == 1 and not game.catapults[18]
        assert game.immune[18] == option
        assert named(roll(game, 10), "production") == [["production", 18]]


def shielded(points):
    game = raider(immunity_vp=4)
    village(game, 2, "18.S")
    game.points[1], game.points[2] = points
    return game


def test_t57_shield():
    assert refused(shielded((4, 9)), 0, "raid", 18, 2)


def test_t58_own_shield_does_not_count():
    game = shielded((9, 9))
    village(game, 0, "18.NW")
    game.points[0] = 4
    assert not refused(game, 0, "raid", 18, 2)


def test_t59_shield_goes():
    game = shielded((4, 9))
    assert refused(game, 0, "raid", 18, 1)
    game.points[1] = 5
    assert not refused(game, 0, "raid", 18, 1)


def test_t60_own_land():
    game = table()
    game.power[0] = 1
    village(game, 0, "18.NE")
    assert refused(game, 0, "raid", 18, 0) and refused(game, 0, "raid", 18, 1)


def test_water_is_not_raided():
    game = table()
    game.power[0] = 1
    village(game, 1, "5.N")
    assert refused(game, 0, "raid", 0, 1) and not refused(game, 0, "raid", 5, 1)
    assert board.LAND  # a coast corner touches water too
