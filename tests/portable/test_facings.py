"""How a tile is turned, felt by the sensors under it: the field of a tile, which turns the sensors
tell apart, and what the table makes of it."""

from games.players import player
from games.tiles import TURNS
from sim.virtual.bus import BusError
from sim.virtual.facings import EAST, NORTH
from sim.virtual.player import TablePlayer
from sim.virtual.script import Script
from table.facings import FILE, UNSURE, Facings
from table.files import remove
from table.panel import AskAction
from tests.portable.facing_board import BOARD

_KIND = 5  # gyyy, which looks different in all four turns
_E6 = 49  # the place e6
_OFF = ((0, 0), (3, 0), (2, 2), (0, 3), (-2, 2), (-3, 0), (-2, -2), (0, -3), (2, -2))  # mm


def table(*lines):
    """Return a Script whose board has just been calibrated."""
    remove(FILE)
    script = Script()
    script.run(["board facing9", "calibrate"] + list(lines))
    return script


def game(*lines):
    """Return a Script in which seat 0 of Land has a cross on e5, and lines run."""
    script = table("new land seed=3 players=human,human", "place e5 gygy", "wait 600")
    script.run(list(lines))
    return script


def facings(script):
    return script.table.app.board.sense.facings


def asked(script):
    return isinstance(script.table.app.ask, AskAction)


def read(script, dx=0, dy=0, degrees=0, strength=100, gap=5800, round_it=()):
    """Return what the sensors of e6 make of a tile that lies so, with tiles on cells round it."""
    world = script.table.world
    world.facings.set_gap(gap)
    tag = world.make(b"\x04\x01\x02\x03\x04\x05\x80")
    tag.turn, tag.strength = degrees, strength
    x, y = world.spot("e6")
    world.lay(tag, (x + dx, y + dy))
    others = []
    for name, turn in round_it:
        other = world.make(b"\x04\x02\x02\x03\x04\x05\x80")
        world.put(other, name, turn)
        others.append(other)
    found = facings(script).read(BOARD.READERS[_E6])
    for one in others + [tag]:
        world.lift(one)
    return found


# ---- the field of a tile ------------------------------------------------------------------------


def test_four_turns_of_a_tile_that_lies_anywhere_in_its_cell():
    script = table()
    for gap in (5400, 6200):
        for turn in range(4):
            for dx, dy in _OFF:
                for askew in (-10, 0, 10):
                    found = read(script, dx, dy, 90 * turn + askew, gap=gap)
                    assert found == turn, (gap, dx, dy, askew)


def test_no_wrong_turn_however_a_tile_lies():
    """Between two turns the sensors are not sure, and never tell the one behind."""
    script = table()
    for degrees in range(0, 360, 5):
        for dx, dy in _OFF:
            found = read(script, dx, dy, degrees)
            off = abs((90 * found - degrees + 180) % 360 - 180)
            assert found == UNSURE or off < 45, (degrees, dx, dy, found)


def test_tiles_round_it_change_nothing():
    script = table()
    for turn in range(4):
        round_it = [(name, 90 * turn) for name in ("d6", "f6", "e5", "e7", "d5", "f7")]
        for own in range(4):
            assert read(script, 2, -2, 90 * own + 10, gap=6200, round_it=round_it) == own


def test_an_empty_cell_between_tiles_is_not_sure():
    script = table()
    for turn in range(4):
        round_it = [(name, 90 * turn) for name in ("d6", "f6", "e5", "e7")]
        assert read(script, strength=0, gap=5400, round_it=round_it) == UNSURE


def test_weak_magnets_are_not_sure_rather_than_wrong():
    script = table()
    for strength in (0, 10, 30, 60):
        for turn in range(4):
            for dx, dy in _OFF:
                assert read(script, dx, dy, 90 * turn, strength) in (turn, UNSURE)
    assert read(script, strength=10) == UNSURE


def test_magnets_upside_down_are_half_a_turn():
    """So the builder sees at once which tile to mend: its light is in the opposite corner."""
    script = table()
    for turn in range(4):
        assert read(script, degrees=90 * turn, strength=-100) == (turn + 2) % 4


class Sensors:
    """Sensors that give the levels of a test, in the units of a reading."""

    clock = None
    levels = (131070, 131070)

    def read(self, reader):
        pass


def test_a_field_between_two_turns_is_not_sure():
    sensors = Sensors()
    watched = Facings(sensors, BOARD, "")
    watched.calibrate()
    for east, north, turn in ((4000, 2000, 0), (-2000, 4000, 3), (4000, 2001, UNSURE),
                              (-2001, 4000, UNSURE)):
        sensors.levels = (131070 + east, 131070 + north)
        assert watched.read(BOARD.READERS[_E6]) == turn, (east, north)


# ---- the sensors --------------------------------------------------------------------------------


def test_sensors_that_differ_at_rest_are_calibrated():
    remove(FILE)
    script = Script()
    script.run(["board facing9"])
    reader = BOARD.READERS[_E6]
    errors = script.table.world.facings.errors
    errors[reader, EAST], errors[reader, NORTH] = 150, -120
    assert read(script, degrees=90) == UNSURE  # nobody has calibrated them
    script.run(["calibrate"])
    for turn in range(4):
        assert read(script, degrees=90 * turn) == turn


def test_levels_at_rest_are_kept_over_a_power_cut():
    script = table("restart")
    assert facings(script).state() == "ok" and read(script, degrees=270) == 3
    remove(FILE)
    script.run(["restart"])
    assert facings(script).state() == "not calibrated" and read(script, degrees=270) == UNSURE


def test_a_loose_lead_is_broken_and_not_a_tile():
    script = table()
    reader = BOARD.READERS[_E6]
    script.table.world.facings.broken.add((reader, EAST))
    for turn in range(4):
        assert read(script, degrees=90 * turn) == UNSURE
    rows = facings(script).calibrate()
    assert [row[0] for row in rows if row[3] == "broken"] == ["e6"]
    assert facings(script).state() == "broken"


def test_two_blocks_must_not_give_their_voltage_at_once():
    script = table()
    image = bytearray(2 * BOARD.BLOCKS)
    image[0] = image[2] = 17 << 3
    try:
        script.table.world.facings.latched(bytes(image))
    except BusError:
        return
    raise AssertionError("two blocks were fed")


def test_only_an_empty_board_is_calibrated():
    script = game()
    handle = script.table.app.host.handle
    answer = handle({"do": "calibrate"})
    assert not answer["ok"] and "off the board" in answer["why"]
    script.run(["lift e5", "wait 1000"])
    assert len(handle({"do": "calibrate"})["levels"]) == 81


def test_a_board_without_sensors_says_so():
    script = Script()
    script.run(["board grid3"])
    answer = script.table.app.host.handle({"do": "calibrate"})
    assert not answer["ok"] and "no sensors" in answer["why"]


# ---- what the table makes of it -----------------------------------------------------------------


def test_the_turn_of_a_tile_is_taken_from_the_sensors():
    """On f5 the cross shows yellow to a half tile, which two of its turns fit."""
    for turn, word in ((0, "ggyy"), (1, "yggy")):
        script = game("place f5 ggyy turned %d" % (90 * turn), "wait 600")
        taken = script.table.app.session.game
        assert not asked(script)
        assert taken.text(list(taken.log)[-1][1:]) == ["place", word, "f5"]


def test_a_tile_without_magnets_is_asked_for():
    script = game("place f5 ggyy", "wait 600", "expect actions 0")
    assert asked(script)


def test_a_tile_that_lies_in_an_illegal_turn_waits_until_it_is_turned():
    script = game("place f5 ggyy turned 180", "wait 600",
                  "expect says turn it as the light shows", "expect actions 0")
    assert asked(script)
    tag = script.lying["f5"][-1]
    script.table.world.put(tag, "f5", 90)
    script.run(["wait 600", "expect actions 1"])
    assert not asked(script)


def test_a_tile_that_is_turned_right_after_it_was_laid_is_taken_as_it_then_lies():
    script = game("place f5 ggyy turned 90", "wait 400", "expect actions 1")
    script.table.world.put(script.lying["f5"][-1], "f5", 0)
    script.run(["wait 2500", "expect actions 1"])
    taken = script.table.app.session.game
    assert taken.text(list(taken.log)[-1][1:])[1] == "ggyy"


def test_five_equal_readings_tell_how_a_tile_lies():
    script = game("place f5 ggyy turned 90")
    watched = facings(script)
    while not watched.version:
        script.table.run(10)
    assert watched.reads == 5


def test_a_tile_is_watched_for_two_seconds_after_it_was_taken():
    script = game("place f5 ggyy turned 90", "wait 600", "expect actions 1")
    watched = facings(script)
    watched.note_taken()
    before = watched.reads
    for ms, readings in ((2000, 1), (30, 1)):
        script.table.clock.advance(1000 * ms)
        watched.step()
        assert watched.reads - before == readings, ms


def test_a_tile_that_is_still_being_turned_is_not_taken():
    script = game("place f5 ggyy turned 90")
    tag = script.lying["f5"][-1]
    for degrees in range(90, -1, -6):
        script.table.world.put(tag, "f5", degrees)
        script.table.run(40)
    script.run(["wait 500", "expect actions 1"])
    taken = script.table.app.session.game
    assert taken.text(list(taken.log)[-1][1:])[1] == "ggyy"


def test_a_cross_may_lie_either_way_round():
    assert len(TURNS[4]) == 2
    for degrees in (0, 180):
        script = game("place e6 gygy turned %d" % degrees, "wait 600", "expect actions 1")
        assert not asked(script)


def _questions(script, actions):
    """Play actions as a random player does; return the questions about turns."""
    found = []
    app = script.table.app
    which = app.controls.which

    def watched(for_pad):
        asks = which(for_pad)
        if asks is not None and isinstance(asks, AskAction):
            found.append(asks.chooser.question())
        return asks

    app.controls.which = watched
    people = TablePlayer(script.table, script.press)
    people.choose = player("random")
    for _ in range(actions):
        people.act()
    return [one for one in found if one == ("turn",)]


def test_land_and_the_market_are_played_without_a_question_about_turns():
    for begin in ("land", 'market options={"board":3}'):
        script = table("new %s seed=5 players=human,human" % begin)
        assert _questions(script, 20) == [], begin


def test_without_levels_at_rest_the_knob_asks():
    remove(FILE)
    script = Script()
    script.run(["board facing9", "new land seed=5 players=human,human"])
    assert _questions(script, 20) != []
