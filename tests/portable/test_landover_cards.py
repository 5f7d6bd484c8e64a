"""Landover, vectors T105 to T129: dev cards, victory (rules: landover 24)."""

from games.base import CHANCE, OVER
from games.landover import actions, common
from games.landover.cards.dev_cards import DEVS
from games.landover.common import A_ROAD
from games.landover.map import board
from games.landover.players import sites
from games.rng import Rng
from tests.portable.landover_table import (
    boats,
    chance,
    city,
    dev,
    do,
    draw_out,
    give,
    hand,
    level,
    listed,
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
from tests.portable.test_landover_routes import Z


def holding(*cards, seats=4, **options):
    game = table(seats, **options)
    dev(game, 0, *cards)
    return game


def play(game, *words):
    return do(game, 0, "play", *words)


def test_t105_resource_monopoly():
    game = holding("resource_monopoly")
    give(game, 1, wood=3)
    give(game, 2, wood=1)
    assert play(game, "resource_monopoly", "wood") == [
        ["dev", 0, 0],
        ["cards", 1, [-2, 0, 0, 0, 0, 0, 0, 0]],
        ["cards", 2, [-1, 0, 0, 0, 0, 0, 0, 0]],
        ["cards", 0, [3, 0, 0, 0, 0, 0, 0, 0]],
    ]
    assert hand(game, 1) == {"wood": 1} and hand(game, 2) == {}
    assert game.spent[14] == 1


def test_t106_commodity_monopoly():
    game = holding("commodity_monopoly")
    give(game, 1, coin=2)
    give(game, 3, coin=1)
    assert refused(game, 0, "play", "commodity_monopoly", "wood")
    play(game, "commodity_monopoly", "coin")
    assert hand(game, 0) == {"coin": 2} and hand(game, 1) == {"coin": 1}


def test_t107_commercial_harbor():
    game = holding("commercial_harbor", seats=3)
    give(game, 0, wood=2)
    give(game, 1, cloth=1)
    give(game, 2, ore=1)
    assert len(listed(game, 0, "play")) == 4
    assert play(game, "commercial_harbor", ["wood", "wood"]) == [["dev", 0, 0]]
    assert chance(game, "give", 1, 0, "cloth") == [
        ["cards", 1, [1, 0, 0, 0, 0, 0, -1, 0]],
        ["cards", 0, [-1, 0, 0, 0, 0, 0, 1, 0]],
    ]
    assert game.current() == (0,)
    assert hand(game, 0) == {"wood": 1, "cloth": 1} and hand(game, 2) == {"ore": 1}


def test_t107_no_resource():
    game = holding("commercial_harbor", seats=3)
    give(game, 0, coin=2)
    assert listed(game, 0, "play") == []
    give(game, 0, wood=1)
    assert refused(game, 0, "play", "commercial_harbor", ["wood", "wood"])
    play(game, "commercial_harbor", [None, None])
    assert game.current() == (0,) and hand(game, 0) == {"wood": 1, "coin": 2}


def test_t108_master_merchant():
    game = holding("master_merchant", seats=3)
    for seat, points in ((0, 6), (1, 6), (2, 7)):
        game.points[seat] = points
        give(game, seat, wood=1, ore=1, coin=1)
    assert listed(game, 0, "play") == [["play", "master_merchant", 2]]
    play(game, "master_merchant", 2)
    assert game.private_view(0)["shown"] == [1, 0, 0, 0, 1, 0, 0, 1]
    assert "shown" not in game.private_view(1)
    assert do(game, 0, "take", "coin") == [
        ["cards", 2, [0, 0, 0, 0, 0, 0, 0, -1]],
        ["cards", 0, [0, 0, 0, 0, 0, 0, 0, 1]],
    ]
    assert refused(game, 0, "take", "coin")
    do(game, 0, "take", "ore")
    assert hand(game, 2) == {"wood": 1} and not refused(game, 0, "end")


def test_t108_one_card():
    game = holding("master_merchant", seats=2)
    game.points[1] = 1
    assert refused(game, 0, "play", "master_merchant", 1)
    give(game, 1, wood=1)
    play(game, "master_merchant", 1)
    do(game, 0, "take", "wood")
    assert not refused(game, 0, "end")


def test_t109_merchant_fleet():
    game = holding("merchant_fleet", "merchant_fleet", seats=2)
    give(game, 0, ore=6)
    play(game, "merchant_fleet", "ore")
    for _ in range(3):
        do(game, 0, "bank", "ore", "wood")
    assert hand(game, 0) == {"wood": 3}
    assert not refused(game, 0, "play", "merchant_fleet", "ore")
    give(game, 0, ore=2)
    assert not refused(game, 0, "bank", "ore", "wood")
    do(game, 0, "end")
    chance(game, "dice", 1, 1)
    chance(game, "event", "green")
    do(game, 1, "end")
    chance(game, "dice", 1, 1)
    chance(game, "event", "green")
    assert refused(game, 0, "bank", "ore", "wood")


def test_t110_irrigation():
    game = holding("irrigation", "irrigation")
    assert refused(game, 0, "play", "irrigation")
    village(game, 0, "17.S")
    city(game, 0, "19.SE")
    assert play(game, "irrigation")[1] == ["cards", 0, [0, 0, 0, 4, 0, 0, 0, 0]]
    game = holding("irrigation")
    village(game, 0, "18.NE", "19.SE")
    play(game, "irrigation")
    assert hand(game, 0) == {"wheat": 2}


def test_t111_mining():
    game = holding("mining")
    city(game, 0, "18.S")
    play(game, "mining")
    assert hand(game, 0) == {"ore": 2}


def test_t112_medicine():
    game = holding("medicine")
    village(game, 0, "18.N")
    give(game, 0, ore=1, wheat=1)
    assert refused(game, 0, "play", "medicine", "18.N")
    give(game, 0, ore=1)
    ev = play(game, "medicine", "18.N")
    assert ev == [["dev", 0, 0], ["cards", 0, [0, 0, 0, -1, -2, 0, 0, 0]], ["vp", 0, 2]]
    assert hand(game, 0) == {} and game.used[1] == 1


def test_t113_crane():
    game = holding("crane", "crane", seats=2)
    level(game, 0, "science", 2)
    give(game, 0, paper=2)
    assert game.view(0)["own"]["costs"] == [3, 1, 1]
    play(game, "crane")
    assert game.view(0)["own"]["costs"] == [2, 0, 0]
    assert refused(game, 0, "play", "crane")
    do(game, 0, "improve", "science")
    assert hand(game, 0) == {} and game.levels[0] == 3
    play(game, "crane")
    assert do(game, 0, "improve", "politics") == []
    assert refused(game, 0, "improve", "commerce")
    dev(game, 0, "crane")
    play(game, "crane")
    do(game, 0, "end")
    assert game.crane == 0


def test_what_is_kept_of_the_best_ways_follows_the_board():
    """Numbers that the Inventor swaps change where a road should lead; so does another board."""
    game = holding("inventor")
    village(game, 0, "18.N")
    ways = []
    before = game.snapshot()
    for step in range(3):
        if step == 1:
            play(game, "inventor", 5, 18)
        elif step == 2:
            game.restore(before)
        kept = sites.best_way(game, 0, A_ROAD)
        board.forget(game)
        assert sites.best_way(game, 0, A_ROAD) == kept
        ways.append(kept)
    assert ways[0] == ways[2] != ways[1]


def test_t114_inventor():
    game = holding("inventor")
    assert refused(game, 0, "play", "inventor", 5, 10)
    assert refused(game, 0, "play", "inventor", 18, 5)
    assert refused(game, 0, "play", "inventor", 0, 5)
    play(game, "inventor", 5, 18)
    assert game.numbers[5] == 10 and game.numbers[18] == 9


def test_t115_road():
    game = holding("road")
    village(game, 0, "18.N")
    game.used[2], game.used[3] = 14, 15
    play(game, "road")
    assert refused(game, 0, "end") and not refused(game, 0, "skip")
    assert do(game, 0, "road", "18/NE") == []
    assert not refused(game, 0, "end") and game.used[2] == 15


def test_t115_road_and_boat():
    game = holding("road", "road")
    village(game, 0, "13.N")
    play(game, "road")
    do(game, 0, "boat", "13/NE")
    do(game, 0, "road", "13/NW")
    assert not refused(game, 0, "end")
    play(game, "road")
    do(game, 0, "skip")
    assert not refused(game, 0, "end")


def test_t116_military():
    game = holding("military", "military")
    level(game, 0, "politics", 2)
    game.power[0] = 4
    play(game, "military")
    assert game.power[0] == 5
    assert refused(game, 0, "play", "military")


def test_t117_siege():
    game = holding("siege")
    village(game, 1, "18.NE")
    give(game, 1, clay=1)
    assert play(game, "siege", 18, 1) == [["dev", 0, 0]]
    assert [words for words, _ in draw_out(game, Rng(1))] == [["steal", 1, 0, "clay"]]
    assert game.catapults[18] == 1 and game.power[0] == 0
    assert refused(game, 0, "raid", 12, 1)
    game.power[0] = 1
    assert not refused(game, 0, "raid", 12, 1)


def test_t117_siege_takes_two():
    game = holding("siege", immunity_vp=2)
    village(game, 1, "18.NE")
    assert refused(game, 0, "play", "siege", 18, 1)
    game.points[1] = 3
    give(game, 1, clay=2, ore=2)
    play(game, "siege", 18, 1)
    assert len(draw_out(game, Rng(1))) == 2 and size(game, 1) == 2


def test_t118_bishop():
    game = holding("bishop")
    for seat, name in ((1, "18.NE"), (2, "18.NW"), (3, "18.S")):
        village(game, seat, name)
    give(game, 1, clay=4)
    give(game, 2, ore=4)
    play(game, "bishop", 18)
    assert [words for words, _ in draw_out(game, Rng(1))] == [
        ["steal", 1, 0, "clay"],
        ["steal", 2, 0, "ore"],
    ]
    assert game.catapults[18] == 1 and size(game, 0) == 2


def test_t119_deserter():
    game = holding("deserter")
    game.power[0], game.power[2] = 5, 2
    assert refused(game, 0, "play", "deserter", 1)
    play(game, "deserter", 2)
    assert list(game.power) == [5, 0, 1, 0]


def test_t120_vandal():
    game = holding("vandal")
    for seat, points, cards in ((0, 6, 0), (1, 6, 9), (2, 5, 12), (3, 8, 1)):
        game.points[seat] = points
        give(game, seat, wood=cards)
    play(game, "vandal")
    assert [words for words, _ in draw_out(game, Rng(1))] == [["discard", 1, "wood"]] * 4


def test_t121_wedding():
    game = holding("wedding")
    for seat, points, cards in ((0, 6, 0), (1, 7, 5), (2, 6, 3), (3, 9, 1)):
        game.points[seat] = points
        give(game, seat, wood=cards)
    play(game, "wedding")
    gifts = draw_out(game, Rng(1))
    assert [words[:3] for words, _ in gifts] == [["give", 1, 0]] * 2 + [["give", 3, 0]]
    assert size(game, 0) == 3


def test_t122_raze():
    game = holding("raze", "raze", "raze")
    city(game, 1, "18.N", "18.SE", "18.SW")
    wall(game, 1, "18.SE")
    metro(game, "science", 1, "18.SW")
    assert refused(game, 0, "play", "raze", "18.SW")
    assert play(game, "raze", "18.N") == [["dev", 0, 2], ["vp", 1, 7]]
    assert play(game, "raze", "18.SE") == [["dev", 0, 1]]
    assert game.used[9] == 0 and game.used[6] == 2
    play(game, "raze", "18.SE")
    assert game.used[6] == 1 and game.cities == 1


def test_t123_guarding_wall():
    game = holding("raze", wall_rule="guard")
    city(game, 1, "18.N")
    wall(game, 1, "18.N")
    assert refused(game, 0, "play", "raze", "18.N")


def test_raze_of_walls_only():
    game = holding("raze", raze="wall")
    city(game, 1, "18.N", "18.SE")
    wall(game, 1, "18.SE")
    assert listed(game, 0, "play") == [["play", "raze", "18.SE"]]


def test_t124_spy():
    game = holding("spy")
    assert refused(game, 0, "play", "spy", 1)
    dev(game, 1, "spy", "siege")
    play(game, "spy", 1)
    assert game.private_view(0)["shown"] == ["siege", "spy"]
    assert do(game, 0, "take_dev", "spy") == [["dev", 1, 1], ["dev", 0, 1]]
    assert not refused(game, 0, "play", "spy", 1)


def test_t125_diplomat():
    game = holding("diplomat")
    village(game, 0, "13.N")
    boats(game, 0, "13/NE 13/E")
    assert refused(game, 0, "play", "diplomat", "13/NE")
    play(game, "diplomat", "13/E")
    assert refused(game, 0, "road", "13/NW") and refused(game, 0, "boat", "13/E")
    assert not refused(game, 0, "boat", "14/NW") and not refused(game, 0, "skip")
    do(game, 0, "boat", "14/NW")
    assert game.used[3] == 2 and not refused(game, 0, "end")


def test_diplomat_on_another():
    game = holding("diplomat")
    roads(game, 1, Z)
    assert game.longest == 1
    ev = play(game, "diplomat", "16/NE")
    assert game.lengths[1] == 6 and game.used[7] == 6 and not refused(game, 0, "end")
    assert ev == [["dev", 0, 0]]


def test_rebuilding_ends_automatically():
    game = holding("diplomat")
    roads(game, 0, "18/NE")
    play(game, "diplomat", "18/NE")
    assert not refused(game, 0, "end")


def test_engineer():
    game = holding("engineer", engineer=1)
    village(game, 0, "18.N")
    assert listed(game, 0, "play") == []
    city(game, 0, "18.SE")
    assert listed(game, 0, "play") == [["play", "engineer", "18.SE"]]
    play(game, "engineer", "18.SE")
    assert game.used[4] == 1
    assert game.deck[9] == 0 and table().deck[9] == 0 and table(engineer=1).deck[9] == 1


def test_discards_become_the_deck():
    game = table(2)
    game.spent[:] = bytes(game.deck)
    game.deck[:] = bytes(25)
    level(game, 0, "science", 1)
    roll(game, 3, "green", red=1)
    assert len(game.legal(CHANCE)) == 9
    chance(game, "draw", 0, "mining")
    assert sum(game.spent[:10]) == 0 and game.deck[5] == 1 and sum(game.spent) == 36


def test_t126_points():
    game = table()
    village(game, 0, "5.N")
    village(game, 0, "16.N")
    roads(game, 0, Z)
    city(game, 0, "31.S", "30.N")
    metro(game, "science", 0, "31.S")
    game.defended[0] = 1
    game.points[0] += 1
    level(game, 0, "politics", 1)
    dev(game, 0, "merchant")
    play(game, "merchant", 30)
    roll(game, 3, "blue", red=1)
    chance(game, "draw", 0, "constitution")
    assert game.scores()[0] == 13


def test_t127_defender_wins_at_once():
    game = table()
    game.points[1] = 14
    game.power[1] = 1
    village(game, 0, "18.NE")
    game.track = 6
    assert roll(game, 8, "barbarian") == [
        ["barbarians", 0, 1, "won"],
        ["vp", 1, 15],
        ["win", 1],
    ]
    assert game.current() == OVER and size(game, 0) == 0


def heir(**options):
    """T128: a village of seat 0 cuts the route of seat 1, and the award passes to seat 2."""
    game = table(3, **options)
    roads(game, 1, Z)
    roads(game, 2, "31/NE 31/E 31/SE 31/SW 31/W")
    roads(game, 0, "18/W")
    game.points[2] = 13
    give(game, 0, wood=1, clay=1, wool=1, wheat=1)
    return game, do(game, 0, "village", "18.NW")


def test_t128_heir_wins():
    game, ev = heir()
    assert ev[1:] == [
        ["longest", 2, 5],
        ["vp", 1, 0],
        ["vp", 2, 15],
        ["vp", 0, 1],
        ["win", 2],
    ]
    assert game.result()[0] == [2]


def test_t128_own_turn_only():
    game, ev = heir(win_time="own")
    assert named(ev, "win") == []
    do(game, 0, "end")
    chance(game, "dice", 1, 1)
    chance(game, "event", "green")
    assert do(game, 1, "end") == [["win", 2]] and game.current() == OVER


def test_conquerors_win_together_in_order():
    game = table(3)
    game.points[:] = [12, 16, 15]
    game.turn = 2
    city(game, 2, "18.N")
    give(game, 2, ore=3, wheat=2)
    village(game, 2, "31.S")
    do(game, 2, "city", "31.S")
    assert game.result()[0] == [2]


def test_own_card_is_not_needed_for_the_end():
    game = holding("crane")
    assert [words[0] for words in [game.text(act) for act in game.legal(0)]] == ["play", "end"]


def test_every_number_is_the_index_of_its_row():
    """The numbers in `common` are indices of rows: inserting a row must not shift them."""
    numbered = [0, 0]
    for name in dir(common):
        number = getattr(common, name)
        word = name[2:].lower()
        if name[:2] in ("A_", "C_"):
            assert actions.ROWS[number][actions.WORD] == word, name
            numbered[0] += 1
        elif name[:2] == "D_":
            assert word in DEVS[number], name
            numbered[1] += 1
    assert numbered == [len(actions.ROWS), 12]
    assert len(DEVS) == common.KINDS == common.DECKS[-1]
