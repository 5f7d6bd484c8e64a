"""A table whose frames pass as a whole, beside one whose bytes pass one by one."""

import os

from games.rng import Rng
from sim.virtual.parts import fit_as_sold
from sim.virtual.script import Script

_LATER = 1500  # ms


def _log(chip, at, log):
    """Note each frame that is read from a chip, and when it began."""

    def spoil(frame):
        log.append((chip.clock.now, at, frame))
        return frame

    chip.spoil = spoil


def _played(board, game, by_bytes, parts=0):
    """Play on a table, with faults and without supply for a while; return all that was seen."""
    folder = "%s-%d-%d" % (game, by_bytes, parts)
    os.mkdir(folder)
    script = Script(folder, lambda table: fit_as_sold(table, Rng(parts)) if parts else None)
    script.run(("board " + board,))
    table = script.table
    bus = table.world.bus
    bus.by_bytes = by_bytes
    read = []
    for at, chip in enumerate(bus.chips + [bus.pad]):
        _log(chip, at, read)
    script.run(("wait 2000", "new %s seed=1" % game, "play 3", "misses 30"))
    place = table.world.names[3]
    steps = ("play 1", "fault pad silent", "wait 800", "fault pad none", "wait 800", "play 2")
    if table.world.profile.READERS[3] < len(bus.chips):
        steps += ("fault %s garbled" % place, "wait 800", "fault %s reset" % place, "wait 800")
    script.run(steps)
    table.world.supply(False)
    table.run(_LATER)
    table.world.supply(True)
    table.run(_LATER)
    return read, script.frames, table.sent, table.clock.now


def test_whole_frames_say_the_same_at_the_same_time_as_bytes():
    for board, game in (
        ("grid6", "mars"), ("grid9", "land"), ("isles12", "leylines"), ("hex37", "landover"),
    ):
        whole = _played(board, game, False)
        assert len(whole[0]) > 100
        assert whole == _played(board, game, True)


def test_so_do_those_of_readers_as_sold():
    for parts in (1, 2):
        assert _played("grid6", "mars", False, parts) == _played("grid6", "mars", True, parts)


def test_a_table_at_rest_sends_no_single_bytes():
    script = Script()
    script.run(("board grid6", "wait 3000"))
    bus = script.table.board.bus
    began = []
    start = bus.start

    def count(data, size):
        began.append(size)
        start(data, size)

    bus.start = count
    script.run(("wait 500",))
    assert not began
    script.table.world.bus.by_bytes = True
    script.run(("wait 500",))
    assert began
