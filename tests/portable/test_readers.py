"""Each kind of reader that shops sell, at a table: alone among genuine ones, and all of a kind."""

from sim.virtual import kinds
from table.sense import FAULT
from table.wiring import grid3
from tests.portable import effort
from tests.portable.test_sense import Rig


def table_of(kind_of):
    """Return a Rig whose readers are of these kinds, {name or "all": kind}, since power-on."""
    rig = Rig(grid3)
    for name in kind_of:
        rig.world.be(name, kinds.traits(kind_of[name]))
    rig.world.supply(False)
    rig.run(400)
    rig.world.supply(True)
    rig.run(6000)
    return rig


def check(rig, kind, readers):
    """What does the table say of the readers, and of a tag at b2?"""
    piece = rig.tag(token=5)
    rig.world.put(piece, "b2")
    rig.run(1500)
    states = {row[0]: row[4] for row in rig.sense.report()}
    for name in states:
        wanted = "silent" if name in readers and kind.table == kinds.SILENT else "ok"
        assert states[name] == wanted, (kind.name, name, states[name])
    found = {kinds.WELL: 5, kinds.SILENT: FAULT, kinds.BLIND: 0}[kind.table]
    assert rig.at("b2") == found, (kind.name, rig.at("b2"))
    if found == 5:
        rig.world.lift(piece)
        rig.wait("b2", 0, 1000)
    assert rig.sense.ready


def test_one_of_a_kind():
    for kind in kinds.READERS:
        rig = table_of({"b2": kind.name})
        check(rig, kind, ("b2",))
        other = rig.tag(token=7)
        rig.world.put(other, "a1")
        rig.wait("a1", 7, 400)


@effort.desk
def test_all_of_a_kind():
    for kind in kinds.READERS:
        if kind.name == "slow select":
            continue  # where many are asked, virtual time has the bytes come late
        check(table_of({"all": kind.name}), kind, [row[0] for row in Rig(grid3).sense.report()])


def test_a_clone_that_answers_garbled_is_silent_until_it_is_mended():
    """Its refusal of a command that it does not know is a short frame."""
    for name in ("no parameters", "a zero more"):
        rig = table_of({"b2": name})
        rig.world.fault("b2", "garbled")
        rig.run(3000)
        assert rig.at("b2") == FAULT
        rig.world.be("b2", {"parameters": False})
        rig.world.fault("b2", "")
        rig.run(17000)
        assert rig.at("b2") == 0


@effort.deep
def test_a_reader_that_was_away_is_set_up_in_the_form_that_it_hears():
    """One that does not hear a form may still have the answer to an earlier command to say."""
    for name in ("short sam", "sam without irq", "long sam"):
        rig = table_of({"b2": name})
        forms = rig.sense.health.form
        place = grid3.SPOTS.split(" ").index("b2")
        for form in range(3):  # where the tries ended while it was away
            rig.world.fault("b2", "missing")
            rig.run(1500)
            assert rig.at("b2") == FAULT
            forms[grid3.READERS[place]] = form
            rig.world.fault("b2", "")
            rig.run(18000)
            assert rig.at("b2") == 0, (name, form)


@effort.desk
def test_both_forms_of_the_set_up_in_one_visit():
    rig = table_of({"b2": "short sam", "a1": "short sam", "pad": "long sam"})
    assert [row[4] for row in rig.sense.report()] == ["ok"] * 10
    for name in ("b2", "pad"):
        rig.world.chip(name).reset()
    rig.run(3000)  # until the set-up is renewed
    for name in ("b2", "a1", "pad"):
        rig.world.put(rig.tag(token=5), name)
        rig.wait(name, 5)
