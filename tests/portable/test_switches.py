"""Hall switches and the pad: what counts as a piece, what does not, and broken chains."""

from sim.virtual.bus import BusError
from sim.virtual.world import PITCH
from table.sense import FAULT, UNSHOWN
from table.wiring import hall9
from tests.portable.test_sense import Rig


def rig():
    return Rig(hall9)


def put(rig, piece, name, shown=True):
    if shown:
        rig.world.put(piece, "pad")
        rig.run(60)
    rig.world.put(piece, name)
    rig.run(120)


def test_every_switch_belongs_to_its_place():
    one = rig()
    for name in one.world.names[::7]:
        piece = one.tag()
        put(one, piece, name)
        assert one.at(name) == 5 and sum(one.sense.seen) == 5
        one.world.lift(piece)
        one.run(100)
        assert not any(one.sense.seen)


def test_a_magnet_not_shown_to_the_pad_is_no_piece():
    one = rig()
    blank = one.tag(record=b"")
    put(one, blank, "c3")
    assert one.at("c3") == UNSHOWN
    put(one, one.tag(token=7), "d4")
    put(one, one.tag(), "e5", False)
    assert one.at("d4") == 7 and one.at("e5") == UNSHOWN


def test_a_piece_on_the_pad_is_not_in_hand():
    one = rig()
    one.world.put(one.tag(token=7), "pad")
    one.run(60)
    put(one, one.tag(token=5), "c3", False)
    assert one.at("c3") == UNSHOWN


def test_a_piece_is_in_hand_again_until_it_is_played():
    one = rig()
    piece = one.tag()
    put(one, piece, "c3")
    one.world.lift(piece)
    one.run(100)
    put(one, piece, "d3", False)
    assert one.at("c3") == 0 and one.at("d3") == 5
    one.sense.played()
    one.world.lift(piece)
    one.run(100)
    put(one, piece, "e3", False)
    assert one.at("e3") == UNSHOWN


def test_a_piece_in_hand_is_forgotten_after_a_while():
    one = rig()
    piece = one.tag()
    one.world.put(piece, "pad")
    one.run(60)
    one.world.lift(piece)
    one.run(31000)
    put(one, piece, "c3", False)
    assert one.at("c3") == UNSHOWN


def test_a_piece_dragged_over_a_cell_does_not_count_there():
    one = rig()
    piece = one.tag()
    one.world.put(piece, "pad")
    one.run(60)
    for x in range(4 * PITCH + 1):  # in half a second
        one.world.lay(piece, (x, PITCH))
        one.run(2)
        assert x > 4 * PITCH - 10 or not any(one.sense.seen)
    one.run(100)
    assert one.at("e2") == 5


def test_pieces_of_another_game_must_be_shown_again():
    one = rig()
    put(one, one.tag(), "c3")
    one.sense.set_in_play = 2
    assert one.at("c3") == UNSHOWN


def test_a_disconnected_ribbon_is_reported_and_recovers():
    one = rig()
    put(one, one.tag(), "c3")
    whole = one.world.halls.bytes
    one.world.halls.bytes = whole[2:]
    one.run(1000)
    assert min(one.sense.seen) == max(one.sense.seen) == FAULT
    assert one.sense.report()[-1][0] == "switches" and one.sense.report()[-1][4] == "broken"
    one.world.halls.bytes = whole
    one.run(200)
    assert one.at("c3") == UNSHOWN and sum(one.sense.seen) == UNSHOWN
    assert one.sense.report()[-1][4] == "ok"


def test_registers_are_not_clocked_while_they_load():
    one = rig()
    one.world.machine.line(hall9.PINS["hall_load"]).drive(0)
    try:
        one.world.halls.exchange(b"\x00")
    except BusError:
        return
    raise AssertionError
