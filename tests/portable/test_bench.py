"""The tables of the bench: tags found and lost, cross-reading, current in each state."""

import os

from sim.virtual.world import World
from table import bench, tags
from table.board import Board
from table.menus import table_menu
from table.wiring import grid3
from tests.portable import fake_table


class Lifting:
    """The clock of a world; lifts a tag after a while."""

    def __init__(self, world, tag, ms):
        self._world = world
        self._tag = tag
        self._at = ms

    def ms(self):
        now = self._world.clock.ms()
        if self._tag and now > self._at:
            self._world.lift(self._tag)
            self._tag = None
        return now

    def sleep_us(self, us):
        self._world.clock.sleep_us(us)


class Going:
    """A clock that moves by itself."""

    def __init__(self, clock):
        self._clock = clock

    def __getattr__(self, name):
        return getattr(self._clock, name)

    def ms(self):
        self._clock.advance(5000)
        return self._clock.ms()


def bare(*places):
    """Return (world, board, tags): a board with a tag on each place."""
    world = World(grid3)
    world.cut_power()
    board = Board(grid3, world.machine, world.rp2, world.clock)
    made = []
    for i in range(len(places)):
        made.append(world.make(bytes((4, 9, 9, 9, 9, i + 1, 128)), tags.encode(1, 5 + i)))
        world.put(made[i], places[i])
    return world, board, made


def rows(lines):
    return {line.split()[0]: line.split()[1:] for line in lines}


def test_a_tag_that_stays_and_one_that_is_lifted():
    world, board, (_, goes) = bare("b2", "c3")
    lines = []
    assert bench.watch(board, Lifting(world, goes, world.clock.ms() + 2000), 3, lines.append)
    assert lines[0] == "bench grid3, 3 s"
    assert lines[1].split() == ["place", "readings", "errors", "came", "went", "state"]
    table = rows(lines[2:])
    assert len(table) == 10 and table["b2"][2:] == ["1", "0", "ok"]
    assert table["c3"][2:] == ["1", "1", "ok"]
    assert table["a1"][2:] == ["0", "0", "ok"]  # no reader reads the tag of a neighbour
    assert int(table["b2"][0]) > 3


def test_cells_are_asked_with_their_neighbours_off_asleep_and_on():
    world, board, _ = bare("b2")
    lines = []
    bench.measure(board, world.clock, 1, lines.append, 2)
    at = next(i for i in range(len(lines)) if lines[i].startswith("of 2"))
    table = rows(lines[at + 1 : at + 10])
    assert table["b2"][:2] == ["2", "2"] and table["b2"][3] == "04090909090180"
    assert table["a1"] == ["0", "0", "0"]
    held = lines[at + 10 :]
    assert held[0].startswith("hold each state 1 s") and held[-1] == "done"
    for state, line in zip(("awake, field off", "one field on", "all asleep"), held[1:]):
        assert line.startswith(state) and "5000 mV" in line, line


def test_missing_5_v_are_reported():
    world, board, _ = bare()
    world.supply(False)
    lines = []
    bench.measure(board, world.clock, 1, lines.append)
    assert lines[1:] == ["the 5 V are missing"]


def test_the_menu_offers_it_while_no_game_is_running():
    table = fake_table.FakeTable()
    ask = table_menu(table.app)
    ask.index = ask.answers.index("menu bench")
    assert not table.app.stops_for
    ask.push()
    assert table.app.stops_for == "measure"  # boot.py measures next
    table.new("mars")
    assert "menu bench" not in table_menu(table.app).answers


def test_the_tables_are_saved_on_flash():
    world, board, _ = bare("b2")
    name = "bench-test.txt"
    bench.note(board, Going(world.clock), 1, name)
    with open(name) as file:
        lines = file.read().split("\n")
    os.remove(name)
    assert lines[0] == "bench grid3, 1 s" and lines[-2:] == ["done", ""]
    assert any(world.display.memory)
