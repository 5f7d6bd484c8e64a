"""A board's word on its parts, and a simulated board made of it that says the same."""

import json

from games.rng import Rng
from sim.virtual.parts import fit_as_sold, fit_measured
from sim.virtual.table import VirtualTable
from sim.virtual.world import World
from table import measure, tags
from table.board import Board
from table.wiring import grid3, grid6

CHOSEN = {"knob": "auto", "lights": "auto"}
SEEN_US = 600  # by looks 0.5 ms apart


def measured(world, *places, seconds=60):
    """Measure the board of a world with a tag on each of these places; return the facts."""
    world.cut_power()
    board = Board(world.profile, world.machine, world.rp2, world.clock, CHOSEN)
    for i in range(len(places)):
        world.put(world.make(bytes((4, 9, 9, 9, 9, i + 1, 128)), tags.encode(1, 5 + i)),
                    places[i])
    lines = []
    measure.measure(board, world.clock, CHOSEN, seconds, lines.append)
    facts = json.loads(lines[0])
    facts["readers"] = [json.loads(line) for line in lines[1:]]
    return facts


def by_place(facts):
    return {reader["place"]: reader for reader in facts["readers"]}


def test_times_and_misses_of_each_reader():
    world = World(grid3)
    world.be("c3", {"ack_us": 5000, "think_us": 7000})
    world.misses.at(world.chip("a1"), 100)
    facts = measured(world, "a1", "b2", seconds=60)
    assert facts["profile"] == "grid3" and facts["supply_mv"] == 5000 and facts["hz"] == 1000000
    assert facts["sweep_ms"] > 50 and len(facts["readers"]) == 10
    found = by_place(facts)
    for at, us in (("ack_us", 5000), ("answer_us", 7000)):
        assert all([us <= time <= us + SEEN_US for time in found["c3"][at]]), found["c3"]
        assert found["a1"][at][0] < 2000
    assert found["b2"]["asked"] > 50 and found["b2"]["missed"] == found["b2"]["runs"] == 0
    assert found["a1"]["missed"] > found["a1"]["runs"] > 0
    assert found["b1"]["asked"] == 0, "no tag lies there"


def test_it_tells_no_uid_and_no_path():
    world = World(grid3)
    text = json.dumps(measured(world, "b2", seconds=10))
    assert "09090909" not in text and "/" not in text


def test_a_reader_that_is_silent_is_told_as_such():
    world = World(grid3)
    world.fault("b3", "missing")
    found = by_place(measured(world, seconds=2))["b3"]
    assert found["ack_us"] == found["answer_us"] == [] and found["asked"] == 0
    assert found["state"] != "ok"


def test_the_simulator_becomes_the_board_that_was_measured():
    real = World(grid3)
    real.be("c3", {"ack_us": 6000, "think_us": 9000})
    real.misses.at(real.chip("a1"), 50)
    facts = measured(real, "a1", seconds=120)
    table = VirtualTable(grid3)
    fit_measured(table, facts)
    again = by_place(measured(table.world, "a1", seconds=120))
    for place, reader in by_place(facts).items():
        for key in ("ack_us", "answer_us"):
            assert abs(again[place][key][1] - reader[key][1]) <= 2 * SEEN_US, (place, key)
    rates = [1000 * found["a1"]["runs"] // found["a1"]["asked"]
             for found in (by_place(facts), again)]
    assert max(rates) <= 2 * min(rates) and min(rates) > 0, rates


def test_a_reader_that_never_answered_is_missing_in_the_simulator():
    real = World(grid3)
    real.fault("b3", "missing")
    table = VirtualTable(grid3)
    fit_measured(table, measured(real, seconds=1))
    table.run(5000)
    silent = [row[0] for row in table.app.board.sense.report() if row[4] != "ok"]
    assert silent == ["b3"]


def test_parts_of_another_board_are_refused():
    facts = measured(World(grid3), seconds=1)
    try:
        fit_measured(VirtualTable(grid6), facts)
    except ValueError as error:
        assert str(error) == "the parts are of the board grid3"
    else:
        raise AssertionError("it took them")


def test_a_table_of_parts_as_sold_plays_mars():
    for seed in range(3):
        table = VirtualTable(grid3)
        fitted = fit_as_sold(table, Rng(seed))
        assert sum([int(line.split(" ")[0]) for line in fitted if "readers" in line]) == 10
        assert table.world.misses.rate == 10
        table.run(4000)
        assert table.app.board.sense.ready and not table.app.display_text.problem, (
            seed,
            table.app.display_text.problem,
        )


def test_the_same_seed_draws_the_same_parts():
    one, other = [fit_as_sold(VirtualTable(grid3), Rng(7)) for _ in range(2)]
    assert one == other and one != fit_as_sold(VirtualTable(grid3), Rng(8))
