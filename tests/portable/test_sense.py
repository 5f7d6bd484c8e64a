"""The scan, with real drivers over virtual chips: settling, distinguishing codes, recovery."""

from sim.virtual import packets
from sim.virtual.pn532 import Pn532
from sim.virtual.world import World
from table import tags
from table.board import Board
from table.drivers.ribbon import is_whole
from table.sense import DOUBLE, FAULT, FOREIGN, UNKNOWN
from table.sense.plan import NOWHERE
from table.sense.supply import UP
from table.sense.tracker import Tracker
from table.wiring import grid3, grid6, pad
from tests.portable import effort

TICK_US = 250
_ASKING = 2  # a stage of the scan


class Profile:
    """A profile that a test changes."""


class Rig:
    """A virtual world and a board without a table above."""

    def __init__(self, profile=grid3):
        self.world = World(profile)
        self.world.cut_power()
        board = Board(profile, self.world.machine, self.world.rp2, self.world.clock)
        self.board = board
        self.sense = board.sense
        self.sense.set_in_play = 1
        self.tags = 0
        self.run(900)

    def run(self, ms):
        end = self.world.clock.ms() + ms
        while self.world.clock.ms() < end:
            self.sense.step()
            self.world.clock.advance(TICK_US)

    def tag(self, kind=1, token=5, record=None):
        self.tags += 1
        uid = bytes((4, 9, 9, 9, 9, self.tags, 128))
        return self.world.make(uid, tags.encode(kind, token) if record is None else record)

    def at(self, name):
        return self.sense.seen[self.world.names.index(name)]

    def wait(self, name, code, most=1500):
        """Run until a place (or "pad") has a code; return the ms that it took."""
        start = self.world.clock.ms()
        while (self.sense.pad if name == "pad" else self.at(name)) != code:
            self.run(2)
            assert self.world.clock.ms() - start < most, (name, code, self.at("b2"))
        return self.world.clock.ms() - start


def test_a_new_piece_is_found_in_the_first_sweep():
    rig = Rig()
    piece = rig.tag(token=5)
    slowest = 0
    for turn in range(effort.of(40, 9)):
        name = ("a1", "b3", "c2")[turn % 3]
        rig.world.put(piece, name)
        slowest = max(slowest, rig.wait(name, 5))
        rig.world.lift(piece)
        rig.wait(name, 0)
        rig.run(7 * turn)
    assert slowest < 1.5 * rig.sense.sweep_ms, slowest


def test_a_tag_is_reported_before_it_is_read():
    rig = Rig()
    piece = rig.tag(token=5)
    place = rig.world.names.index("b2")
    rig.world.put(piece, "b2")
    while not rig.sense.arrivals:
        rig.run(1)
    assert rig.sense.arrivals == [place] and not rig.at("b2")
    assert rig.wait("b2", 5) >= 3  # reading takes a while
    rig.sense.arrivals.clear()
    rig.sense.set_in_play = 2  # all tags are read again, but none is new
    rig.wait("b2", FOREIGN)
    assert rig.sense.arrivals == []


def test_a_new_tag_is_asked_for_its_record_once():
    for has_gone in (False, True):
        rig = Rig()
        piece = rig.tag(token=5)
        asked = []
        piece.read = lambda page, asked=asked, read=piece.read: asked.append(page) or read(page)
        rig.world.put(piece, "b2")
        while not rig.sense.arrivals:
            assert not asked
            rig.world.clock.advance(TICK_US)
            rig.sense.step()
        rig.world.clock.advance(20_000)
        if has_gone:  # the supply
            rig.sense.scan.stop()
        rig.wait("b2", 5)
        rig.run(300)
        assert len(asked) == (2 if has_gone else 1)


def test_a_tag_lifted_before_it_is_read_is_reported():
    tracker = Tracker(bytearray((0, NOWHERE)), 1, 1)
    tracker.on_response(0, bytearray((12, 1, 1, 0, 4, 0, 4, 1, 2, 3, 4)), 0, False)
    assert tracker.arrivals == [0] and tracker.is_new(0)
    tracker.on_record(0, bytearray(8), 0)  # the tag did not answer
    before = tracker.version
    for _ in range(3):
        tracker.on_response(0, bytearray((1, 0)), 0, False)
    assert tracker.version == before and tracker.is_new(0)  # it may be there: its light stays
    tracker.on_response(0, bytearray((1, 0)), 0, False)
    assert tracker.version > before  # so that its light is updated


def test_a_piece_comes_and_goes():
    for profile in (grid3, grid6):
        rig = Rig(profile)
        piece = rig.tag(token=5)
        for name in ("a1", "c3", "b2"):
            rig.world.put(piece, name)
            rig.wait(name, 5, 400)
            assert sum(rig.sense.seen) == 5
            rig.world.lift(piece)
            rig.wait(name, 0, 400)


def test_a_removal_waits_for_one_sweep_and_two_visits_at_most():
    """Nor does a look for second tags hide it: asked for two, a chip finds a single tag only every
    second time."""
    rig = Rig(grid6)
    piece = rig.tag(token=5)
    for i in range(64):
        rig.world.put(piece, "b2")
        rig.wait("b2", 5)
        rig.run(17 * i % 120)
        rig.world.lift(piece)
        assert rig.wait("b2", 0) <= 200


def test_only_a_reader_with_a_tag_is_asked_for_two():
    """Elsewhere a second question would only take time."""
    rig = Rig(grid6)
    rig.world.put(rig.tag(token=5), "b2")
    rig.wait("b2", 5)
    asked = []
    plain = Pn532.find_tags

    def spy(chip, most):
        if most == 2:
            asked.append(chip)
        return plain(chip, most)

    Pn532.find_tags = spy
    try:
        rig.run(2500)  # 16 sweeps and more
    finally:
        Pn532.find_tags = plain
    assert asked and all([chip is asked[0] for chip in asked])


def test_every_cell_reads_its_own_tag():
    rig = Rig(grid6)
    for i in range(36):
        rig.world.put(rig.tag(token=i + 1), rig.world.names[i])
    rig.run(700)
    assert list(rig.sense.seen) == list(range(1, 37))


def test_the_pad():
    for profile in (pad, grid3):
        rig = Rig(profile)
        piece = rig.tag(token=7)
        rig.world.put(piece, "pad")
        rig.wait("pad", 7, 300)
        count = rig.sense.pad_tags
        rig.world.lift(piece)
        other = rig.tag(record=tags.encode(1, 7, copy=3, slot=2))
        rig.world.put(other, "pad")
        rig.run(400)
        assert rig.sense.pad == 7 and rig.sense.pad_tags > count
        assert rig.sense.pad_report() == [other.uid.hex(), 1, 7, 2]


def test_foreign_tags_are_distinguished():
    rig = Rig()
    rig.world.put(rig.tag(record=b""), "a1")
    rig.world.put(rig.tag(kind=2, token=3), "b1")
    broken = bytearray(tags.encode(1, 5))
    broken[5] ^= 1
    rig.world.put(rig.tag(record=bytes(broken)), "c1")
    rig.wait("a1", UNKNOWN)
    rig.wait("b1", FOREIGN)
    rig.wait("c1", UNKNOWN)
    assert rig.sense.why(0) == "the tag is blank"
    assert rig.sense.why(2) == "the tag's record is damaged"
    rig.sense.set_in_play = 2
    rig.wait("b1", 3)


def test_two_tags_on_a_cell():
    rig = Rig()
    one, two = rig.tag(token=1), rig.tag(token=2)
    rig.world.put(one, "b2")
    rig.wait("b2", 1)
    rig.world.put(two, "b2")
    rig.wait("b2", DOUBLE, 3000)
    rig.run(700)
    assert rig.at("b2") == DOUBLE
    rig.world.lift(one)
    rig.wait("b2", 2, 3000)


def test_a_garbled_uid_never_counts():
    rig = Rig()
    piece = rig.tag(token=5)
    rig.world.put(piece, "a1")
    rig.wait("a1", 5)
    true = piece.uid
    for byte in (1, 2, 3):
        piece.uid = bytes((4, 9, 9, 9, 9, byte, 99))  # each garbled UID once, between true ones
        rig.run(15)
        piece.uid = true
        rig.run(200)
        assert rig.at("a1") == 5


def test_a_power_cycle_cures_a_silent_reader():
    rig = Rig()
    piece = rig.tag(token=5)
    rig.world.put(piece, "a1")
    rig.wait("a1", 5)
    rig.world.fault("b2", "silent")
    rig.wait("b2", FAULT, 3000)
    assert rig.at("a1") == 5
    rig.wait("b2", 0, 3000)
    rig.world.lift(piece)
    rig.world.put(piece, "b2")
    rig.wait("b2", 5)
    report = [row for row in rig.sense.report() if row[0] == "b2"]
    assert report[0][3] >= 3 and report[0][4] == "ok"


def test_a_power_cycle_cures_the_pads_reader():
    rig = Rig(pad)
    rig.world.fault("pad", "silent")
    rig.wait("pad", FAULT, 3000)
    rig.wait("pad", 0, 3000)
    rig.world.put(rig.tag(token=5), "pad")
    rig.wait("pad", 5)


def test_no_other_reader_loses_its_piece_while_the_pads_is_switched_off():
    rig = Rig(grid3)
    rig.world.put(rig.tag(token=7), "a1")
    rig.wait("a1", 7)
    rig.world.fault("pad", "silent")
    rig.wait("pad", FAULT, 3000)
    while rig.sense.pad == FAULT:
        assert rig.at("a1") == 7
        rig.run(10)
    assert [row[4] for row in rig.sense.report() if row[0] == "pad"] == ["ok"]


def test_a_board_without_a_switch_for_the_pads_reader_tries_it_again_only():
    older = Profile()
    for name in dir(pad):
        if name[0] != "_":
            setattr(older, name, getattr(pad, name))
    older.PINS = {name: pin for name, pin in pad.PINS.items() if name != "pad_power"}
    rig = Rig(older)
    rig.world.fault("pad", "silent")
    rig.wait("pad", FAULT, 3000)
    rig.run(4000)
    assert rig.sense.pad == FAULT
    rig.world.fault("pad", "")
    rig.wait("pad", 0, 9000)


def test_the_5_v_go_while_the_pads_reader_is_switched_off():
    rig = Rig(pad)
    rig.world.fault("pad", "silent")
    line = rig.world.machine.line(pad.PINS["pad_power"])
    while line.level:
        rig.run(1)
    rig.world.supply(False)
    rig.run(200)
    rig.world.supply(True)
    rig.run(1000)
    assert rig.sense.ready and rig.sense.pad == 0 and line.level == 1


def test_a_block_comes_up_in_time_while_the_table_waits_for_readers():
    """While its selects are low, its readers receive bytes for others, from 10 ms after power-on.
    The table must not wait for answers through that moment."""
    rig = Rig(grid6)
    for at, name in enumerate(rig.world.names):
        if at % 2:
            rig.world.put(rig.tag(), name)  # they answer late
    rig.run(1500)
    for ms in range(0, 60, 4):
        rig.run(ms)
        rig.sense.supply.cycle(2)
        rig.sense.scan.change()
        while rig.sense.supply.state[2] != UP:
            rig.sense.step(True)
            rig.world.clock.advance(1100)
            rig.sense.step()
            rig.world.clock.advance(1000)


def test_a_short_circuit_of_a_block_is_reported_and_its_power_stays_off():
    rig = Rig(grid6)
    assert rig.sense.faulty_block() == 0
    rig.world.short(2)
    rig.run(4000)
    assert rig.sense.faulty_block() == 3
    states = [row[4] for row in rig.sense.report()]
    assert states.count("no power") == 9 and states.count("ok") == 28
    rig.world.short(2, False)
    rig.run(6000)
    assert rig.sense.faulty_block() == 0
    assert [row[4] for row in rig.sense.report()].count("ok") == 37


def test_no_chip_is_asked_before_it_has_booted():
    """A booting chip would not answer, and would count as failed."""
    usual = packets.BOOT_US
    packets.BOOT_US = 45000  # the slowest that the table waits for
    try:
        slow_chips_count_no_errors()
    finally:
        packets.BOOT_US = usual


def slow_chips_count_no_errors():
    rig = Rig(grid6)
    rig.run(1000)
    assert rig.sense.ready and [row[3] for row in rig.sense.report()] == [0] * 37
    rig.world.fault("b2", "silent")  # until the power of its block is cycled
    rig.wait("b2", FAULT, 3000)
    rig.wait("b2", 0, 3000)
    errors = [row[3] for row in rig.sense.report()]
    assert sum(errors) == max(errors)  # only one reader has errors


def test_blocks_come_up_however_long_a_tick_takes():
    for ms in effort.of((1, 3, 7, 9, 15, 40, 100), (1, 9, 100)):
        world = World(grid6)
        world.cut_power()
        board = Board(grid6, world.machine, world.rp2, world.clock)
        for _ in range(300):
            board.sense.step()
            world.clock.advance(1000 * ms if not board.sense.ready else TICK_US)
        assert board.sense.faulty_block() == 0
        assert not [row for row in board.sense.report() if row[4] == "no power"]


def test_a_missing_reader_is_reported_and_left_alone():
    rig = Rig()
    rig.world.fault("c2", "missing")
    rig.wait("c2", FAULT, 3000)
    rig.run(2500)
    assert [row[0] for row in rig.sense.report() if row[4] == "silent"] == ["c2"]
    piece = rig.tag(token=5)
    rig.world.put(piece, "a1")
    rig.wait("a1", 5, 400)


def test_a_table_is_ready_once_each_reader_was_heard_or_found_silent():
    for missing in range(4):
        world = World(grid3)
        world.fault(world.names[missing], "missing")
        world.cut_power()
        board = Board(grid3, world.machine, world.rp2, world.clock)
        while not board.sense.ready:
            assert world.clock.ms() < 3000
            board.sense.step()
            world.clock.advance(TICK_US)
        for reader, row in enumerate(board.sense.report()):
            assert row[4] == "silent" if reader == missing else row[2], row


def test_garbled_frames_are_counted_but_not_used():
    rig = Rig()
    rig.world.put(rig.tag(token=5), "a1")
    rig.wait("a1", 5)
    rig.world.fault("a1", "garbled")
    rig.run(100)
    assert rig.at("a1") in (5, FAULT)
    rig.wait("a1", FAULT, 4000)
    rig.world.fault("a1", "")


def test_writing_a_tag_on_the_pad():
    rig = Rig(pad)
    blank = rig.tag(record=b"")
    rig.world.put(blank, "pad")
    rig.wait("pad", UNKNOWN)
    rig.sense.write_pad(tags.encode(1, 9, 4))
    rig.wait("pad", 9)
    assert rig.sense.write_result == "ok" and tags.decode(blank.read(4)) == (1, 9, 4, 0)
    blank.write(2, b"\x00\x00\xf0\x00")  # locks the record
    rig.sense.write_pad(tags.encode(1, 3))
    rig.run(500)
    assert "locked" in rig.sense.write_result and rig.sense.pad == 9
    rig.world.lift(blank)
    rig.wait("pad", 0)
    try:
        rig.sense.write_pad(tags.encode(1, 3))
    except ValueError:
        return
    raise AssertionError


def test_writing_does_not_wait_for_a_visit_with_news():
    rig = Rig(grid6)
    rig.world.put(rig.tag(record=b""), "pad")
    rig.wait("pad", UNKNOWN)
    rig.run(500)
    rig.sense.write_pad(tags.encode(1, 9, 4))
    assert rig.wait("pad", 9) <= 200 and rig.sense.write_result == "ok"


def test_talking_to_a_tag_on_the_pad():
    rig = Rig(pad)
    tag = rig.tag(record=tags.encode(1, 9))
    rig.world.put(tag, "pad")
    rig.wait("pad", 9)

    def talk(data):
        rig.sense.talk_pad(data)
        for _ in range(500):
            rig.run(5)
            if rig.sense.write_result:
                return rig.sense.write_result
        raise AssertionError(data)

    assert talk(b"\x60") == "000004040201000f03"  # an NTAG213
    assert talk(b"\x30\x04") == "00" + "".join(["%02x" % byte for byte in tags.encode(1, 9)])
    assert talk(b"\xa2\x08abcd") == "00" and tag.read(8)[:4] == b"abcd"
    assert talk(b"\xa2\x00abcd")[:2] != "00"  # the UID is read-only
    for page, data in enumerate((b"\xfd\x0eLB", b"\x02\x01\x08\x00", bytes(4))):
        assert talk(bytes([0xA2, 4 + page]) + data) == "00"
    rig.wait("pad", UNKNOWN)  # the checksum is not written yet
    crc = tags.crc16(tag.read(4), 14)
    assert talk(bytes([0xA2, 7, 0, 0, crc >> 8, crc & 0xFF])) == "00"
    rig.wait("pad", 8)
    rig.world.lift(tag)
    rig.wait("pad", 0)
    try:
        rig.sense.talk_pad(b"\x60")
    except ValueError:
        return
    raise AssertionError


def test_hot_cells_are_asked_more_often():
    rig = Rig(grid6)
    rig.sense.hot([0])
    rig.run(300)
    for i in range(5):
        piece = rig.tag(token=5)
        rig.run(13 * i)
        rig.world.put(piece, "a1")
        assert rig.wait("a1", 5) <= 50
        rig.world.lift(piece)
        rig.wait("a1", 0)


def test_hot_cells_share_visits_without_disturbance():
    rig = Rig(grid6)
    rig.world.is_disturbed = lambda chip: (
        World.is_disturbed(rig.world, chip) and disturbed.append(chip)
    )
    disturbed = []
    for count in (1, 6, 17, 36):
        hot = [place * 7 % 36 for place in range(count)]
        rig.sense.hot(hot)
        rig.run(200)
        piece = rig.tag(token=5)
        for place in hot[:6]:
            rig.world.put(piece, rig.world.names[place])
            assert rig.wait(rig.world.names[place], 5) <= 100
            rig.world.lift(piece)
            rig.wait(rig.world.names[place], 0)
    assert not disturbed


def test_whole_visits_keep_their_pace():
    """A piece that is taken away where nothing is hot is missed after a sweep at the latest."""
    rig = Rig(grid6)
    plan = rig.sense.plan
    for hot in ([0], [0, 1], [0, 1, 2, 6], list(range(0, 36, 2)), list(range(36))):
        rig.sense.hot(hot)
        rig.run(300)
        wholes = plan.wholes
        rig.run(1100)
        assert plan.wholes - wholes >= 49, hot  # one in 22 ms


def test_a_busy_table_makes_up_for_one_whole_visit():
    rig = Rig(grid6)
    plan = rig.sense.plan
    rig.sense.hot([place * 7 % 36 for place in range(8)])
    rig.run(300)
    readers = bytearray(5)
    for busy_ms in (80, 500, 5000):
        wholes = []
        for _ in range(8):  # from other moments of a sweep: 8 to 10 each
            rig.run(107)
            rig.world.clock.advance(1000 * busy_ms)
            kinds = []
            for _ in range(12):
                plan.choose(readers)
                kinds.append(plan.is_whole)
                rig.world.clock.advance(12000)
            assert kinds[:2] == [True, True], (busy_ms, kinds)
            wholes.append(sum(kinds))
        assert sum(wholes) <= 9 * len(wholes), (busy_ms, wholes)


def test_hot_readers_are_asked_two_to_eight_times_as_often():
    rig = Rig(grid6)
    place_of = rig.sense.plan.place
    for count, more in ((1, 7.9), (6, 3.5), (8, 2)):
        hot = [place * 7 % 36 for place in range(count)]
        rig.sense.hot(hot)
        rig.run(300)
        before = rig.world.polls()
        rig.run(1500 if count > 1 else 12000)  # eight times is the most that the rule can give
        asked = [now - then for now, then in zip(rig.world.polls(), before)]
        of_hot = [asked[reader] for reader in range(36) if place_of[reader] in hot]
        others = [asked[reader] for reader in range(36) if place_of[reader] not in hot]
        assert min(of_hot) >= max(others) and sum(of_hot) * len(others) >= (
            more * sum(others) * len(of_hot)
        ), (asked, hot)


def test_nobody_waits_while_a_new_tag_is_read():
    """Its light comes first; to read it takes 4 ms."""
    rig = Rig()
    rig.world.put(rig.tag(token=5), "b2")
    while not rig.sense.arrivals:
        rig.sense.step(True)
        rig.world.clock.advance(TICK_US)
    for _ in range(2):
        before = rig.world.clock.now
        rig.world.clock.advance(TICK_US)
        rig.sense.step(True)
        assert rig.world.clock.now - before < 1000 and rig.at("b2") == 0


def test_a_cell_without_a_tag_is_asked_first():
    """A pass waits for the first; one with a tag responds 3.5 ms later than the others."""
    rig = Rig(grid6)
    for at, name in enumerate(rig.world.names):
        if at % 2:
            rig.world.put(rig.tag(), name)
    rig.run(1500)
    scan = rig.sense.scan
    mixed = 0
    for _ in range(400):
        rig.sense.step(True)
        if scan._stage == _ASKING and not scan._agains and not scan._pair:
            asked = scan.visits.here[: scan.visits.here_count]
            cells = [rig.sense.tracker.code[reader] for reader in asked if reader != 36]
            if not all(cells) and any(cells):
                mixed += 1
                assert rig.sense.tracker.code[asked[0]] == 0 and asked[0] != 36
        rig.world.clock.advance(TICK_US)
    assert mixed > 50


def test_a_hot_visit_asks_hot_readers_that_lie_apart():
    plan = Rig(grid6).sense.plan
    readers = bytearray(5)
    for count in (8, 5, 2, 1):  # what is no longer hot is not asked
        hot = [place * 7 % 36 for place in range(count)]
        plan.hot(hot)
        seen = set()
        for _ in range(60):
            plan.due = plan.clock.ms() + 1000
            asked = bytes(readers[: plan.choose(readers)])
            if plan.is_whole:
                continue
            seen |= set(asked)
            places = [plan.place[reader] for reader in asked]
            for at, place in enumerate(places):
                assert place in hot
                for other in places[:at]:
                    along, across = place // 6 - other // 6, place % 6 - other % 6
                    assert along * along + across * across >= 9
        assert seen == set([reader for reader in range(36) if plan.place[reader] in hot])


def test_where_many_cells_are_hot_all_visits_are_whole():
    """With 50 hot cells of 81, a piece on one of them would wait for up to 125 ms, not 98."""
    plan = Rig(grid6).sense.plan
    readers = bytearray(5)
    for count in (9, 36):
        plan.hot([place * 7 % 36 for place in range(count)])
        for _ in range(20):
            plan.choose(readers)
            assert plan.is_whole, count


def test_a_hot_visit_asks_one_reader_of_a_block_however_they_lie():
    plan = Rig(grid6).sense.plan
    plan.hot([place * 7 % 36 for place in range(8)])
    for reader in range(36):  # the blocks are mixed: cells of one lie far apart
        plan.place[reader] = reader * 7 % 36
    readers = bytearray(5)
    hot = 0
    for _ in range(60):
        plan.due = plan.clock.ms() + 1000
        count = plan.choose(readers)
        assert len(set([reader // 9 for reader in readers[:count]])) == count
        hot += not plan.is_whole
    assert hot > 20


def test_cells_that_do_not_lie_in_rows_are_never_hot():
    plan = Rig(grid6).sense.plan
    plan._width = 0
    plan.hot([0])
    readers = bytearray(5)
    for _ in range(20):
        assert plan.choose(readers) == 4 and plan.is_whole


def test_an_unreadable_tag_is_reported_and_read_once_it_can_be():
    rig = Rig()
    piece = rig.tag(token=5)
    read = piece.read
    piece.read = lambda page: None
    rig.world.put(piece, "a1")
    rig.wait("a1", UNKNOWN, 400)
    assert rig.sense.why(0) == "the tag cannot be read"
    piece.read = read
    rig.wait("a1", 5, 400)


def test_the_reads_of_a_tag_do_not_count_for_the_next():
    rig = Rig()
    failed = []

    def put(tag, times):
        read, left = tag.read, [times]

        def hard(page):
            left[0] -= 1
            if left[0] < 0:
                return read(page)
            failed.append(page)
            return None

        tag.read = hard
        rig.world.put(tag, "a1")
        return tag

    first = put(rig.tag(token=5), 99)
    while len(failed) < 3:  # the fourth would be too many
        rig.run(1)
    rig.world.lift(first)
    rig.run(400)
    put(rig.tag(token=6), 2)
    while rig.at("a1") != 6:
        rig.run(1)
        assert rig.at("a1") != UNKNOWN
    assert len(failed) == 5


def test_a_sweep_keeps_its_time():
    rig = Rig(grid6)
    rig.run(1000)
    assert 0 < rig.sense.sweep_ms <= 150


def test_answers_without_news_are_not_processed():
    rig = Rig(grid3)
    rig.world.put(rig.tag(), "b2")
    rig.wait("b2", 5)
    rig.run(100)
    rig.sense.tracker.on_response = None  # it would fail if called
    reads = [row[2] for row in rig.sense.report()]
    errors = [row[3] for row in rig.sense.report()]
    rig.run(500)
    assert all([row[2] > before for row, before in zip(rig.sense.report(), reads)])
    assert [row[3] for row in rig.sense.report()] == errors


def test_an_intact_ribbon_is_recognised():
    rig = Rig(grid6)
    assert is_whole(rig.board.chain)
    rig.world.machine.spi_devices[grid6.PINS["chain_clock"]].bytes += b"\0"  # a block too many
    assert not is_whole(rig.board.chain)
