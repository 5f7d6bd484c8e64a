"""Variants: numbers of the rules that differ from the usual ones."""

import json

from games import make
from games.numbers import read
from games.record import lines
from games.replay import replay
from games.rng import Rng
from sim.contract.randomly import step
from tests.portable import effort
from tests.portable.leylines_table import act, set_up


def refused(name, options):
    try:
        make(name, None, options)
    except ValueError as error:
        return str(error)
    raise AssertionError(options)


def played(name, options, count=40):
    game = make(name, None, options)
    rng = Rng(5)
    while len(game.log) < count and step(game, rng):
        pass
    return game


def test_usual_numbers_change_nothing_not_even_the_record():
    for name in ("land", "leylines", "market", "mars", "landover"):
        usual = {number: usual for number, usual, _, _ in read(name)}
        assert list(lines(played(name, usual), 1)) == list(lines(played(name, {}), 1))


def test_a_record_names_only_what_differs():
    game = played("mars", {"large_dots": 5, "caps": 5, "smalls": 4})
    header = json.loads(next(lines(game, 1)))
    assert header["options"] == {"tie": "draw", "large_dots": 5, "smalls": 4}
    assert replay(lines(game, 1)).game.digest() == game.digest()


def test_numbers_out_of_bounds_and_unknown_ones_are_refused():
    assert refused("mars", {"caps": 10}) == "caps is a number from 0 to 9; not 10"
    assert refused("mars", {"caps": True}) == "caps is a number from 0 to 9; not True"
    assert refused("mars", {"caps": "5"}) == "caps is a number from 0 to 9; not 5"
    assert refused("mars", {"domes": 1}) == (
        "mars has no option domes (it has: tie, small_dots, medium_dots, large_dots, smalls, "
        "mediums, larges, caps)")
    assert refused("land", {"domes": 1}).endswith(
        "(it has: supply, ownership, edge, ring_bonus, rings, threes, halves, crosses)")
    assert refused("mars", {"smalls": 9}) == "there are 1 to 36 pieces, both seats' together"
    assert refused("landover", {"ranked": 1, "villages": 4}) == (
        "a ranked game has the usual numbers")


def test_dots_count_as_the_variant_says():
    for dots in (0, 4, 7):
        game = make("mars", None, {"large_dots": dots})
        for by, words in ((0, ["large", "a2"]), (1, ["cap", "d4"]), (0, ["large", "b1"])):
            game.apply(by, game.parse(words))
        assert game.scores() == [2 * dots, 0]
        assert game.features(0) == []


def test_there_are_as_many_pieces_as_the_variant_says():
    game = make("mars", None, {"smalls": 2, "mediums": 0, "larges": 3, "caps": 1})
    assert [(name, count) for _, name, _, count in game.tokens()] == [
        ("small 0", 2), ("large 0", 3), ("small 1", 2), ("large 1", 3), ("cap", 1)]
    rng = Rng(1)
    while step(game, rng):
        pass
    assert len(game.log) == 11


def test_land_has_the_tiles_and_the_bonus_of_the_variant():
    for supply in ("split", "bag"):
        game = make("land", None, {"supply": supply, "threes": 4, "crosses": 0, "ring_bonus": 9})
        assert [count for _, _, _, count in game.tokens()] == [2, 8, 20, 1, 8, 2]
        rng = Rng(1)
        while step(game, rng):
            pass
        assert game.laid + sum(game.supply) == 41
        for seat in (0, 1):
            parts = dict(game.score_breakdown(seat))
            assert parts["part bonus"] % 9 == 0 and sum(parts.values()) == game.scores()[seat]
        assert game.features(0) == []


def test_the_market_pays_as_the_variant_says():
    game = make("market", 2, {"coins": 7, "investing": 3, "largest": 20})
    assert game.money == [7, 7]
    rng = Rng(2)
    while game.current() == (-1,):
        step(game, rng)
    for by, words in ((0, ["bid", 2]), (1, ["bid", 1]), (0, ["pass"]), (1, ["invest"])):
        game.apply(by, game.parse(words))
    assert game.money == [5, 9]
    while step(game, rng):
        pass
    assert sum(game.bonus) == 20


def test_tors_stand_as_far_apart_as_the_variant_says():
    for far, steps in ((None, 3), (1, 1), (5, 5)):
        options = {"map": "compact"} if far is None else {"map": "compact", "tors_apart": far}
        game = make("leylines", 3, options)
        rng = Rng(6)
        while game.step < 19:
            step(game, rng)
        place = divmod(game.tors[2], game.grid.width)
        around = [cell for cell in range(game.grid.cells) if max(
            [abs(a - b) for a, b in zip(divmod(cell, game.grid.width), place)]) < steps]
        [by] = game.current()
        legal = [game.grid.cell(game.text(action)[1]) for action in game.legal(by)]
        assert legal and not [cell for cell in legal if cell in around]
        near = [cell for cell in around if game.grid.there[cell] and not game.cells[cell]]
        whys = [game.refusal(by, game.parse(["tor", game.grid.name(cell)])) for cell in near]
        assert all([why[0] != "close tor" or why[3] == steps for why in whys if why]), whys


def test_ley_lines_deals_and_pays_as_the_variant_says():
    game = make("leylines", 3, {"segments": 4, "way": 0, "own_way": 5})
    rng = Rng(4)
    flows = 0
    while step(game, rng):
        if game.step == 33 and not flows:
            assert list(game.held) == [4, 4, 4]
            game.determinize(0, Rng(1))
            assert list(game.held) == [4, 4, 4]
            assert len(game.segments(2)) == len(game.segments(3)) == 4
            flows = 1
    assert flows and game.current() == ()
    for seat, points in ((0, 3), (1, 3 + 2 * 5)):
        game = set_up([(seat, 3, "a1")], [(1, "d1")], way=0, own_way=5)
        act(game, "segment", "b1", 2, "c1", 5)
        assert game.scores() == [0, points, 0]


def test_landover_takes_the_costs_of_the_variant():
    from games.hexnames import any_corner, any_edge
    from games.landover import hands, state
    from games.landover.common import ROAD_COST, VILLAGE_COST
    from games.landover.map.board import put_building
    from games.landover.map.building import why_not

    game = make("landover", 2, {"road_clay": 3, "roads": 7})
    assert hands.price(game, ROAD_COST) == (1, 3, 0, 0, 0, 0, 0, 0)
    assert hands.price(game, VILLAGE_COST) == VILLAGE_COST
    assert [count for _, name, _, count in game.tokens() if name == "road 0"] == [7]
    game.phase = 5  # P_MAIN
    state.add_cards(game, 0, [1, 2, 0, 0, 0, 0, 0, 0])
    put_building(game, 0, any_corner("18.N"))
    assert why_not(game, 0, (2, any_edge("18/NE"))) == ("lack", [0, 1, 0, 0, 0, 0, 0, 0])
    assert game.prices()["road"] == [1, 3, 0, 0, 0, 0, 0, 0]


def test_landover_lists_the_actions_that_the_costs_of_the_variant_allow():
    from games.hexnames import any_corner
    from games.landover import state
    from games.landover.map.board import put_building

    game = make("landover", 2, {"road_clay": 3, "city_ore": 0, "military_wool": 2})
    game.todo = []
    game.phase = 5  # P_MAIN
    put_building(game, 0, any_corner("18.N"))
    for hand, kinds in (
        ([1, 1, 1, 2, 0, 0, 0, 0], {1}),  # a city, for no ore
        ([1, 3, 2, 1, 1, 0, 0, 0], {2, 8}),  # roads, military power
    ):
        state.set_hand(game, 0, hand)
        game.main = None
        legal = game.legal(0)
        assert {action[0] for action in legal} & {0, 1, 2, 8} == kinds
        assert [action for action in legal if game.reason(0, action) is not None] == []


@effort.deep
def test_variants_are_played_to_their_end():
    for name, options in (
        ("mars", {"small_dots": 9, "large_dots": 0, "caps": 0}),
        ("landover", {"village_wood": 0, "city_ore": 1, "road_clay": 2, "dev_limit": 1,
                      "villages": 9}),
    ):
        assert played(name, options, 20000).current() == ()
