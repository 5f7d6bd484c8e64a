"""The bench's table: what came, what went, and what a silent reader looks like."""

from sim.virtual.world import World
from table import tags
from table.bench import watch
from table.board import Board
from table.wiring import grid3


class Lifting:
    """A world's clock that lifts a tag after a while."""

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


def rows(lines):
    return {line.split()[0]: line.split()[1:] for line in lines[2:]}


def test_a_tag_that_lies_and_one_that_goes():
    world = World(grid3)
    world.cut_power()
    board = Board(grid3, world.machine, world.rp2, world.clock)
    stays = world.make(bytes((4, 9, 9, 9, 9, 1, 128)), tags.encode(1, 5))
    goes = world.make(bytes((4, 9, 9, 9, 9, 2, 128)), tags.encode(1, 6))
    world.place(stays, "b2")
    world.place(goes, "c3")
    lines = []
    watch(board, Lifting(world, goes, world.clock.ms() + 2000), 3, lines.append)
    assert lines[0] == "bench grid3, 3 s"
    assert lines[1].split() == ["place", "readings", "errors", "came", "went", "state"]
    table = rows(lines)
    assert len(table) == 10 and table["b2"][2:] == ["1", "0", "ok"]
    assert table["c3"][2:] == ["1", "1", "ok"]
    assert table["a1"][2:] == ["0", "0", "ok"]  # nobody reads a neighbour's tag
    assert int(table["b2"][0]) > 3
