"""Every kind of reader and every fault: the table and the doctor agree, and the doctor names the
cause. `kinds.READERS` has the words; docs/parts-as-sold.md lists them."""

import pytest

from host_tools import probes
from sim.virtual import kinds
from sim.virtual.world import World
from table import settings
from tests.host.test_doctor import walked
from tests.portable.test_readers import table_of
from tests.quick import first

GRID3 = settings.profile("grid3")
PLACES = ("b2", "pad", "all")
# Where many are asked in turn, virtual time has the bytes come later than a real bus.
COARSE = ("slow select", "all")


def doctor_of(spoil):
    """Return (lines, what is wrong) of a walk, with a tag on each place, over a board that `spoil`
    has changed before power-on."""
    world = World(GRID3)
    spoil(world)
    world.cut_power()
    clock = world.clock
    parts = probes.Probes(world.machine, GRID3, clock.advance, lambda pin, data: None, clock)
    tag = world.make(b"\x04\x11\x22\x33\x44\x55\x80")

    def lay(name):
        world.lift(tag)
        if name:
            world.put(tag, name)
        return True

    parts.lay = lay
    return walked(parts)


def silent(rows):
    return {row[0] for row in rows if row[4] != "ok"}


# The quick form: each kind at one place, in turn.
CASES = [(kind, PLACES[(number + turn) % len(PLACES)])
         for turn in range(len(PLACES)) for number, kind in enumerate(kinds.READERS)]


@pytest.mark.parametrize(("kind", "where"), first(len(kinds.READERS), [
    pytest.param(kind, where, id="%s, %s" % (kind.name, where))
    for kind, where in CASES if (kind.name, where) != COARSE
]))
def test_a_kind_of_reader(kind, where):
    rig = table_of({where: kind.name})
    lines, wrong = doctor_of(lambda world: world.be(where, kinds.traits(kind.name)))
    names = {row[0] for row in rig.sense.report()} if where == "all" else {where}
    assert silent(rig.sense.report()) == (names if kind.table == kinds.SILENT else set())
    blamed = {one.split(" ")[1] for one in wrong if one.startswith("reader ")}
    if kind.table == kinds.SILENT:
        assert blamed == names and kind.doctor in "\n".join(lines)
    elif kind.table == kinds.BLIND:
        assert not blamed and kind.doctor in "\n".join(lines)
    else:
        assert wrong == [], wrong


def test_a_tag_that_is_missed_now_and_then_is_well():
    lines, wrong = doctor_of(lambda world: setattr(world.misses, "rate", 150))
    assert wrong == [], lines


FAULTS = {"missing": "its plug, or its mode switches", "garbled": "a loose plug"}


@pytest.mark.parametrize("where", ["b2", "pad"])
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault(fault, where):
    def spoil(world):
        world.chip(where).fault = fault

    rig = table_of({})
    spoil(rig.world)
    rig.run(6000)
    lines, wrong = doctor_of(spoil)
    assert silent(rig.sense.report()) == {where}
    assert [one.split(" ")[1] for one in wrong] == [where] and FAULTS[fault] in "\n".join(lines)
