"""The strong plan of Landover: what it does otherwise than the greedy player's."""

from games import hexnames, make
from games.base import CHANCE, OVER
from games.bots import greedy
from games.landover import state
from games.landover.common import CITY_COST, ORE, VILLAGE_COST, WOOL
from games.landover.players import sites
from games.landover.players.plan import Plan
from games.landover.players.strategy import PLAN
from games.rng import Rng
from sim.selfplay import play_out
from tests.portable.landover_table import (
    city,
    dev,
    do,
    give,
    level,
    roads,
    table,
    village,
    wall,
)


def chosen(game, seat=0):
    """Return the words of the action that the strong plan takes."""
    game.main = None  # the test may have changed the position directly
    return game.text(game.strong_action(seat, Rng(1)))


def test_a_monopoly_takes_what_others_are_known_to_hold():
    game = table(2)
    village(game, 0, "5.S")
    dev(game, 0, "resource_monopoly")
    give(game, 1, wool=1)
    state.add_sure(game, 1, [0, 0, 1, 0, 0, 0, 0, 0])
    assert chosen(game) == ["play", "resource_monopoly", "wool"]


def test_a_catapult_goes_where_others_earn_most_and_the_seat_nothing():
    game = table(2)
    village(game, 0, "12.N")
    city(game, 1, "18.S", "10.N")
    dev(game, 0, "bishop")
    word, name, place = chosen(game)
    assert name == "bishop" and game.touch[place] == 2
    game = table(2)
    village(game, 0, "18.N")
    village(game, 1, "18.S")
    game.catapults[24] = game.catapults[25] = 1  # the other hexes of seat 1
    dev(game, 0, "bishop")
    assert game.parse(["play", "bishop", 18]) in game.legal(0)
    assert chosen(game) != ["play", "bishop", 18]  # as many buildings of its own


def test_raze_fells_a_city_rather_than_a_wall():
    game = table(2)
    city(game, 1, "18.N", "10.N")
    wall(game, 1, "18.N")
    dev(game, 0, "raze")
    assert chosen(game) == ["play", "raze", "4.SE"]  # 10.N


def test_a_crane_waits_for_a_level_that_lacks_one_card():
    game = table(2)
    dev(game, 0, "crane")
    for culture in ("science", "commerce", "politics"):
        level(game, 0, culture, 1)
    assert chosen(game) == ["end"]
    give(game, 0, coin=1)
    assert chosen(game) == ["play", "crane"]


def test_it_saves_for_a_soldier_once_the_barbarians_come():
    game = table(2)
    city(game, 0, "18.N")
    city(game, 1, "10.N")
    give(game, 0, wool=1, wheat=1, wood=4)
    assert chosen(game) != ["bank", "wood", "ore"]
    game.track = 1
    assert chosen(game) == ["bank", "wood", "ore"]
    give(game, 0, ore=1)
    assert chosen(game) == ["military"]


def test_it_stays_close_behind_the_strongest_to_win_a_point_when_the_barbarians_land():
    for power, bought in ((3, True), (4, False)):
        game = table(2)
        city(game, 0, "18.N")
        city(game, 1, "10.N")
        game.track, game.power[1] = 1, power
        give(game, 0, wool=1, wheat=1, ore=1)
        assert (chosen(game) == ["military"]) is bought, power
    game.cities = 5  # somebody loses a city, so nobody wins a point
    game.power[0], game.power[1] = 1, 0
    assert chosen(game) != ["military"]


def test_its_goal_comes_soonest_even_if_another_one_lacks_fewer_cards():
    game = table(2)
    village(game, 0, "18.N", "12.SE", "7.N")
    roads(game, 0, "12/SW 12/W 12/NW")
    assert sites.income(game, 0)[WOOL] == 10 and sites.income(game, 0)[ORE] == 0
    give(game, 0, wheat=2, ore=2, clay=1)  # a city lacks ore alone, a village wood and wool
    assert Plan().saving_for(game, 0) == CITY_COST
    assert PLAN.saving_for(game, 0) == VILLAGE_COST


def test_it_builds_a_wall_before_a_seven_can_take_cards():
    for wool, built in ((1, False), (2, True)):
        game = table(2)
        city(game, 0, "18.N")
        give(game, 0, clay=2, wool=wool)
        assert (chosen(game)[0] == "wall") is built, wool


def test_it_raids_with_power_to_spare_where_others_earn_most_and_it_earns_nothing():
    game = table(2)
    village(game, 0, "18.N")
    city(game, 1, "18.S", "10.N")
    game.power[0] = 3
    assert chosen(game)[0] != "raid"
    game.power[0] = 4
    word, place, victim = chosen(game)
    assert (word, victim) == ("raid", 1) and game.touch[place] == 2


def test_science_comes_first():
    game = table(2)
    level(game, 0, "science", 1)
    level(game, 0, "politics", 2)
    give(game, 0, paper=2, coin=3)
    assert chosen(game) == ["improve", "science"]


def test_with_two_seats_it_offers_for_its_last_missing_card_alone_and_accepts_nothing():
    city_but_one = {"ore": 3, "wheat": 1, "wool": 3}
    for seats, held, offers in (
        (2, {"wool": 3}, False), (3, {"wool": 3}, True), (2, city_but_one, True),
    ):
        game = table(seats)
        village(game, 0, "18.N")
        give(game, 0, **held)
        give(game, 1, wood=1, wheat=1)
        state.add_sure(game, 1, [1, 0, 0, 1, 0, 0, 0, 0])
        assert (chosen(game)[0] == "offer") is offers
    game = table(2)
    village(game, 1, "18.N")
    give(game, 0, wheat=1)
    give(game, 1, wood=3, wheat=1, ore=3)
    do(game, 0, "offer", [0, 0, 0, 1, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0, 0], [1])
    assert game.text(game.heuristic_action(1, Rng(1))) == ["accept"]
    assert chosen(game, 1) == ["decline"]


def test_a_city_stands_on_ore_and_wheat():
    game = table(2)
    village(game, 0, "18.N", "20.SW")
    give(game, 0, ore=3, wheat=2)
    corner = hexnames.any_corner(chosen(game)[1])
    terrains = [game.terrain[place] for place in state.hexes_at(corner)]
    assert 3 in terrains or 4 in terrains


def strong(game, seat, rng):
    yield game.strong_action(seat, rng)


def test_its_actions_are_legal_on_every_map_for_any_number_of_seats():
    for n, name in enumerate("ABC"):
        game = make("landover", 2 + n, {"map": name})
        rng = Rng(7)
        for _ in range(400):
            if game.current() == OVER:
                break
            by = rng.choice(game.current())
            action = game.sample(rng) if by == CHANCE else game.strong_action(by, rng)
            game.apply(by, action)


def test_it_beats_the_greedy_plan():
    won = 0
    for n in range(24):
        players = [strong, greedy] if n % 2 else [greedy, strong]
        game = play_out(make("landover", 2), players, n // 2)
        won += game.winner == 1 - n % 2
    assert won >= 16
