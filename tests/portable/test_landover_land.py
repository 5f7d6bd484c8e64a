"""Landover, vectors T1 to T28: topology, setup, production, the seven (rules: landover 24)."""

from games import hexmap, make
from games.base import CHANCE, COMPLETE, NUMBER, OVER, OWNER, IllegalAction
from games.hexmap import (
    CORNER_HEXES,
    CORNERS,
    EDGES,
    HEX_CORNERS,
    HEX_EDGES,
    HEX_NEAR,
    HEXES,
    NONE,
)
from games.hexnames import any_corner, any_edge
from games.landover.common import A_CITY, A_ROAD, A_VILLAGE, MYSTERY, P_MAIN
from games.landover.map import board, maps
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
    named,
    refused,
    roads,
    roll,
    size,
    table,
    village,
    wall,
)


def test_t1_tables():
    assert (HEXES, CORNERS, EDGES) == (37, 96, 132)
    counts = [0, 0, 0, 0]
    for corner in range(CORNERS):
        counts[len([h for h in CORNER_HEXES[3 * corner : 3 * corner + 3] if h != NONE])] += 1
    assert counts == [0, 24, 18, 54]
    assert list(HEX_CORNERS[108:114]) == [37, 40, 54, 55, 52, 38]
    assert list(HEX_EDGES[108:114]) == [52, 71, 72, 73, 68, 48]


def kinds(game):
    count = [0, 0, 0, 0]
    for ways in game.ways:
        count[ways] += 1
    return count[board.BY_ROAD], count[3], count[board.BY_BOAT], count[0]


def test_t2_kinds_of_edge():
    assert kinds(make("landover", 2, {"map": "A"})) == (42, 30, 60, 0)
    assert kinds(make("landover", 2, {"map": "B"})) == (18, 78, 36, 0)
    assert kinds(make("landover", 2, {"map": "C"})) == (12, 27, 45, 48)


def fresh(seats=2, order=(), **options):
    """Return a game at its first village."""
    options["numbers"] = "reference"
    game = make("landover", seats, options)
    chance(game, "order", list(order) if order else list(range(seats)))
    return game


def test_t3_starting_corners():
    for name, count in (("A", 54), ("B", 84), ("C", 24)):
        assert len(fresh(map=name).legal(0)) == count


def test_t4_edges_of_map_a():
    ways = make("landover").ways
    assert ways[any_edge("18/E")] == board.BY_ROAD
    assert ways[any_edge("13/E")] == board.BY_ROAD | board.BY_BOAT
    assert ways[any_edge("14/E")] == board.BY_BOAT


def test_land_that_touches_is_one_island():
    for name, islands in (("A", 1), ("B", 7), ("C", 1)):
        found = maps.read(name)
        for place in found.land:
            for other in HEX_NEAR[6 * place : 6 * place + 6]:
                assert other not in found.land or found.isles[other] == found.isles[place]
        assert max(found.isles) == islands, name


def test_t5_starting_corners_of_map_c():
    game = fresh(map="C")
    assert not refused(game, 0, "village", "5.NE")
    assert refused(game, 0, "village", "5.N")
    assert refused(game, 0, "village", "5.SE")


def test_t6_order():
    game = fresh(3, (1, 2, 0))
    placed = []
    while game.phase != P_MAIN:
        by = game.current()[0]
        act = game.legal(by)[0]
        words = game.text(act)
        if words[0] in ("village", "city"):
            placed.append((words[0], by))
        game.apply(by, act)
    assert placed == [
        ("village", 1),
        ("village", 2),
        ("village", 0),
        ("city", 0),
        ("city", 2),
        ("city", 1),
    ]
    assert game.turn == 1 and game.current() == (CHANCE,)


def at_city(**options):
    """Return a game for two in which seat 1 places its city."""
    game = fresh(**options)
    for by in (0, 1):
        game.apply(by, game.legal(by)[0])
        game.apply(by, game.legal(by)[0])
    return game


def test_t7_start_cards():
    game = at_city()
    ev = do(game, 1, "city", "18.S")
    assert hand(game, 1) == {"wood": 1, "wool": 1, "ore": 1}
    assert ev == [["cards", 1, [1, 0, 1, 0, 1, 0, 0, 0]], ["vp", 1, 3]]


def test_t8_start_card_of_gold():
    game = at_city(map="B")
    do(game, 1, "city", "18.N")
    assert size(game, 1) == 0 and game.current() == (CHANCE,)
    assert [game.text(act) for act in game.legal(CHANCE)] == [
        ["start", 1, card] for card in ("wood", "clay", "wool", "wheat", "ore")
    ]
    assert chance(game, "start", 1, "ore") == [["cards", 1, [0, 0, 0, 0, 1, 0, 0, 0]]]
    assert hand(game, 1) == {"ore": 1} and game.current() == (1,)


def test_t9_distance():
    game = fresh()
    do(game, 0, "village", "18.N")
    do(game, 0, "road", "18/NE")
    for name in ("18.N", "18.NE"):
        assert refused(game, 1, "village", name)
    assert not refused(game, 1, "village", "18.SE")


def test_t10_first_road():
    game = fresh()
    do(game, 0, "village", "18.N")
    assert refused(game, 0, "road", "18/E")
    assert not refused(game, 0, "road", "18/NE")


def test_t11_three_points_each():
    for name in ("A", "B", "C"):
        for seats in (2, 3, 4):
            game = make("landover", seats, {"map": name})
            rng = Rng(seats)
            while game.step < 2 * seats:
                draw_out(game, rng)
                by = game.current()[0]
                game.apply(by, rng.choice(game.legal(by)))
            assert game.scores() == [3] * seats


def limits_hold(numbers, terrain):
    for place in range(HEXES):
        if numbers[place] in (6, 8):
            assert terrain[place] != 5
            for other in hexmap.HEX_NEAR[6 * place : 6 * place + 6]:
                assert other == NONE or numbers[other] not in (6, 8)


def random_numbers(count):
    """T12: check `count` random layouts on each map."""
    for name in ("A", "B", "C"):
        game = make("landover", 2, {"map": name})
        chance(game, "order", [0, 1])
        rng = Rng(12)
        for _ in range(count):
            act = game.sample(rng)
            assert game.reason(CHANCE, act) is None
            limits_hold(act[1:], game.terrain)
            assert sorted(act[1:]) == sorted(game.map.numbers)


def test_t12_random_numbers():
    random_numbers(5)  # a thousand of each: tests/host/test_landover_properties.py


def test_where_no_random_numbers_are_allowed_those_of_the_map_lie():
    class Sorted(Rng):
        def shuffle(self, items):
            items.sort()  # all 6s and 8s side by side

    for name in ("A", "B", "C"):
        game = make("landover", 2, {"map": name})
        chance(game, "order", [0, 1])
        numbers = game.map.numbers
        assert list(game.sample(Sorted(1))[1:]) == list(numbers), name


def test_wrong_numbers_are_refused():
    game = make("landover", 2)
    chance(game, "order", [0, 1])
    assert game.legal(CHANCE) == []
    numbers = list(game.map.numbers)
    chance(game, "numbers", numbers)  # the reference layout is always accepted
    game.undo()
    swapped = list(numbers)
    swapped[5], swapped[6] = swapped[6], swapped[5]  # 4 and 9: still apart
    assert game.refusal(CHANCE, game.parse(["numbers", swapped])) is None
    close = list(numbers)
    close[6], close[11] = close[11], close[6]  # 6 beside 8
    for wrong in (close, [2] + numbers[1:], [0] * 37, numbers[::-1][:36] + [5], numbers[1:]):
        try:
            chance(game, "numbers", wrong)
        except (IllegalAction, ValueError):
            continue
        raise AssertionError(wrong)


def test_terrain_is_shuffled_over_the_land():
    game = make("landover", 2, {"map": "B", "terrain": "shuffled", "numbers": "reference"})
    chance(game, "order", [1, 0])
    act = game.sample(Rng(3))
    moved = list(act[1:])
    moved[0], moved[2] = moved[2], moved[0]  # land moved onto the sea
    assert game.refusal(CHANCE, (act[0],) + tuple(moved))
    game.apply(CHANCE, act)
    assert sorted(game.terrain) == sorted(game.map.terrain)
    assert game.numbers == game.map.numbers and game.current() == (1,)


def mixed():
    """T13's position: tiles 12 (hills 11), 18 (forest 10), 19 (field 8)."""
    game = table()
    village(game, 0, "18.NE")
    city(game, 1, "18.S")
    return game


def test_t13_production():
    game = mixed()
    ev = roll(game, 11)
    assert hand(game, 0) == {"clay": 1} and hand(game, 1) == {"ore": 1, "coin": 1}
    assert ev == [
        ["production", 12],
        ["production", 25],
        ["cards", 1, [0, 0, 0, 0, 1, 0, 0, 1]],
        ["cards", 0, [0, 1, 0, 0, 0, 0, 0, 0]],
    ]


def test_t14_production():
    game = mixed()
    roll(game, 4)
    assert hand(game, 1) == {"wool": 1, "cloth": 1} and hand(game, 0) == {}


def test_t15_production():
    game = mixed()
    roll(game, 10)
    assert hand(game, 0) == {"wood": 1} and hand(game, 1) == {"wood": 1, "paper": 1}


def test_t16_catapult():
    game = mixed()
    game.catapults[18] = 3
    assert roll(game, 10) == []
    assert size(game, 0) == size(game, 1) == 0


def marks(game, place):
    return [(meaning, value) for spot, meaning, value in game.overlay() if spot == place]


def test_a_hex_shows_its_number_unless_there_is_more_to_say():
    game = mixed()
    number = game.numbers[18]
    roll(game, 4 if number != 4 else 5)
    assert marks(game, 18) == [(NUMBER, 6 - abs(7 - number))]
    roll(game, number)
    assert marks(game, 18) == [(COMPLETE, -1)]
    game.catapults[18] = 3
    assert marks(game, 18) == [(OWNER, 2)]
    game.catapults[18] = 0
    roll(game, 4 if number != 4 else 5)
    game.merchant, game.trader = 18, 1
    assert marks(game, 18) == [(COMPLETE, 1)]


def test_t17_field():
    game = table()
    city(game, 2, "19.SE")
    roll(game, 8)
    assert hand(game, 2) == {"wheat": 2}


def test_t18_gold():
    for place, count in ((village, 2), (city, 3)):
        game = table(map="B")
        place(game, 0, "18.N")
        assert roll(game, 12) == [["production", 18]]
        golds = draw_out(game, Rng(1))
        assert len(golds) == count == size(game, 0)
        commodities = sum(game.hands[5:8])
        assert commodities == count - 2
        for words, ev in golds:
            assert words[:2] == ["gold", 0] and len(ev) == 1


def test_t18_gold_by_option():
    for rule, count in (("r2", 2), ("r4", 4)):
        game = table(map="B", gold_city=rule)
        city(game, 0, "18.N")
        roll(game, 12)
        draw_out(game, Rng(2))
        assert sum(game.hands[:5]) == count == size(game, 0)


def test_t19_aqueduct():
    game = mixed()
    level(game, 0, "science", 3)
    do(game, 0, "aqueduct", "ore")
    assert roll(game, 6, "blue") == [["cards", 0, [0, 0, 0, 0, 1, 0, 0, 0]]]


def test_t20_no_aqueduct():
    game = mixed()
    level(game, 0, "science", 3)
    roll(game, 7, "blue")
    assert size(game, 0) == 0
    roll(game, 8, "blue")
    assert hand(game, 0) == {"wheat": 1}


def test_t21_aqueduct_by_itself():
    game = mixed()
    game.catapults[18] = 3
    level(game, 0, "science", 3)
    give(game, 0, wood=1, clay=1, wool=2, wheat=1)
    roll(game, 10, "blue")
    assert hand(game, 0) == {"wood": 1, "clay": 1, "wool": 2, "wheat": 1, "ore": 1}


def loss(cards, walls):
    """Return what seat 0 loses on a seven."""
    game = table()
    corners = ("18.N", "18.SE", "18.SW")
    for i in range(walls):
        city(game, 0, corners[i])
        wall(game, 0, corners[i])
    give(game, 0, wood=cards - 2, coin=2)
    roll(game, 7)
    draw_out(game, Rng(cards))
    return cards - size(game, 0)


def test_t22_to_t25_seven():
    for walls, cases in (
        (0, ((7, 0), (8, 4), (9, 4), (15, 7))),
        (1, ((9, 0), (10, 5), (11, 5))),
        (2, ((11, 0), (12, 6), (13, 6))),
        (3, ((13, 0), (14, 7), (15, 7))),
    ):
        for cards, lost in cases:
            assert loss(cards, walls) == lost, (walls, cards)


def test_t26_commodities_count():
    game = table()
    give(game, 0, wood=3, paper=2, coin=3)
    dev(game, 0, "crane", "mining", "siege", "spy", "road")
    roll(game, 7)
    gone = draw_out(game, Rng(1))
    assert len(gone) == 4 == size(game, 0) and game.held[0] == 5
    assert game.weight(game.parse(["discard", 0, "coin"])) == game.hands[7]


def test_t27_clearing():
    game = mixed()
    game.catapults[18] = 3
    game.catapults[24] = 4
    assert named(roll(game, 7), "cleared") == [["cleared", [18, 24]]]
    assert not any(game.catapults)
    assert game.immune[18] and game.immune[24] and sum(game.immune) == 2
    roll(game, 10)
    assert hand(game, 0) == {"wood": 1}


def test_t28_alchemist_may_choose_seven():
    game = table(2)
    give(game, 0, wood=8)
    dev(game, 1, "alchemist")
    do(game, 0, "end")
    assert game.current() == (1,)
    assert [game.text(act)[0] for act in game.legal(1)] == ["roll"] + ["alchemist"] * 36
    assert do(game, 1, "alchemist", 3, 4) == [["dev", 1, 0]]
    assert game.current() == (CHANCE,) and len(game.legal(CHANCE)) == 4
    chance(game, "event", "barbarian")
    assert game.current() == (CHANCE,) and game.text(game.legal(CHANCE)[0])[0] == "discard"
    assert game.track == 1


def test_discards_begin_with_the_active_seat():
    game = table(3)
    game.turn = 1
    for seat in range(3):
        give(game, seat, wood=8)
    roll(game, 7)
    assert [words[1] for words, _ in draw_out(game, Rng(1))] == [1] * 4 + [2] * 4 + [0] * 4


def test_setup_on_a_small_island_may_begin_with_a_boat():
    game = fresh(map="B")
    do(game, 0, "village", "18.N")
    assert len(game.legal(0)) == 2 + 3  # two coast edges take both, the third is water
    assert not refused(game, 0, "boat", "18/NE")
    do(game, 0, "boat", "18/NE")
    assert game.current() == (1,)


def test_the_setup_says_what_comes_first():
    game = fresh()
    corner = game.legal(0)[0][1]
    assert game.refusal(0, (A_CITY, corner)) == "village first"
    game.apply(0, (A_VILLAGE, corner))
    for kind in (A_VILLAGE, A_CITY):
        assert game.refusal(0, (kind, corner)) == "route first"
    assert game.refusal(0, (A_ROAD, 0)) == "route there"


def test_a_piece_on_a_spot_means_what_it_builds():
    game = table(2)
    tokens = {game.label(entry[0]): entry[0] for entry in game.tokens()}
    corner, edge = HEXES + any_corner("18.N"), HEXES + CORNERS + any_edge("18/NE")
    for name, spot in (("village 1", corner), ("city 1", corner), ("wall 1", corner),
                       ("road 1", edge), ("boat 1", edge)):
        kind, place = name.split()[0], game.spot_name(spot)
        assert game.intended_action(1, spot, tokens[name]) == game.parse([kind, place])
    for name, words, place in (("catapult 1", ["raid", 18, 0], "18"),
                               ("merchant", ["play", "merchant", 18], "18"),
                               ("commerce metro", ["improve", "commerce", "11.SE"], "11.SE")):
        meant = game.intended_action(1, game.spot(place), tokens[name])
        assert meant == game.parse(words)
        assert game.refusal(1, meant), name
    for name in ("catapult 0", "catapult 1", "merchant", "village 1", "road 1"):
        assert game.intended_action(0, edge, tokens[name]) is None, name
    assert game.intended_action(0, game.spot("18"), tokens["city 1"]) is None


def test_a_piece_on_a_spot_of_another_kind_means_one_beside_it():
    """So that the table says what is wrong by the rules, not only that there is no place now."""
    game = table(2)
    tokens = {game.label(entry[0]): entry[0] for entry in game.tokens()}
    roads(game, 0, "18/NE")
    free = [corner for kind, corner in board.spots(game, 0, A_VILLAGE)]
    edge = any_edge("18/NE")
    for spot in (HEXES + CORNERS + edge, game.spot("18")):
        kind, corner = game.intended_action(0, spot, tokens["village 0"])
        assert kind == A_VILLAGE and corner in free
        assert game.refusal(0, (kind, corner))[0] == "lack"
    kind, meant = game.intended_action(0, HEXES + free[0], tokens["road 0"])
    assert kind == A_ROAD and meant in hexmap.CORNER_EDGES[3 * free[0] :][:3]
    far = HEXES + CORNERS + any_edge("0/E")
    assert game.refusal(0, game.intended_action(0, far, tokens["village 0"])) == "no land"


def test_the_place_is_refused_before_the_price():
    """A player who gets the cards for it would only hear afterwards that it cannot go there."""
    game = table(2)
    village(game, 0, "18.N")
    near = any_corner("18.NE")
    assert game.refusal(0, (A_VILLAGE, near)) == "too close"
    assert game.refusal(0, (A_CITY, near)) == "no building"
    assert game.refusal(0, (A_CITY, any_corner("18.N")))[0] == "lack"
    assert game.refusal(0, game.parse(["improve", "science", "11.SE"])) == "no metro"


def test_nobody_is_to_act_after_the_end():
    game = table(2)
    game.points[0] = 14
    give(game, 0, wheat=2, ore=3)
    village(game, 0, "18.N")
    assert game.current() == (0,)
    ev = do(game, 0, "city", "18.N")
    assert game.current() == OVER and ev[-2:] == [["vp", 0, 16], ["win", 0]]
    assert game.result() == ([0], "target reached") and MYSTERY not in list(game.terrain)
