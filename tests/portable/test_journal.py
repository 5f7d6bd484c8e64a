"""The journal keeps what was written and drops only what is damaged."""

import os

from games.pauses import on_pause
from table import journal_recovery as recovery
from table.journal import DAMAGED, NOTHING, TORN, Journal
from tests.portable.flaky import Flash

_FILES = ("game.log", "game.tail", "game.point", "game.old")
_HEADER = '{"leyboard": 1}'


def clean():
    for name in _FILES:
        try:
            os.remove(name)
        except OSError:
            pass
    return Journal()


def contents(name):
    try:
        with open(name, "rb") as file:
            return file.read()
    except OSError:
        return None


def put(name, data):
    with open(name, "wb") as file:
        file.write(data)


def line(n):
    return '{"n": %d, "by": 0}' % n


def written(count, settled=0):
    """Return a journal of `count` actions, the first `settled` of them moved into the log."""
    journal = clean()
    journal.start(_HEADER, {"players": ["human"]})
    for n in range(1, count + 1):
        journal.append(line(n))
        if n == settled:
            journal.compact()
    return journal


def read(mend=True):
    """Return (lines of the actions, what was dropped) as after a restart; `mend` repairs the
    files."""
    journal = Journal()
    if journal.head() is None:
        return None, None
    recovery.check(journal)
    found = [text for _, text in journal.actions()]
    dropped = journal.dropped
    if mend:
        recovery.repair_files(journal)
    return found, dropped


def lines(count):
    return [line(n) for n in range(1, count + 1)]


def test_no_files():
    journal = clean()
    assert journal.head() is None and not journal.is_there()


def test_lines_are_read_back():
    for settled in range(5):
        written(4, settled)
        journal = Journal()
        header, setting = journal.head()
        assert header == {"leyboard": 1} and setting["table"] == {"players": ["human"]}
        assert read() == (lines(4), NOTHING)


def test_a_new_game_takes_the_place_of_the_old():
    journal = written(5, 3)
    journal.start('{"leyboard": 2}', {})
    assert Journal().head()[0] == {"leyboard": 2}
    assert read() == ([], NOTHING)
    journal.start('{"leyboard": 2}', {})  # the old tail belongs to another game
    journal.append(line(1))
    assert read() == (lines(1), NOTHING)


class Erases:
    """A clock on which renewal number `at` takes long enough for an erase, in one of its parts, 1
    to 3; -1: none does."""

    def __init__(self, at, part=1):
        self.long = 6 * at + 2 * part  # each part is timed, from one look at the clock to the next
        self.asked = 0
        self.paused = 0

    def pause(self, at_once):
        self.paused += 60

    def ms(self):
        self.asked += 1
        return self.paused + 5 * self.asked + (60 if self.asked == self.long else 0)


def made_room(journal):
    """Make room in the directory; return the number of steps."""
    steps = 0
    while journal.make_room():
        steps += 1
    return steps


def test_a_line_that_does_not_fit_goes_with_all_later_ones():
    for settled in (0, 2, 4):
        for kept in range(5):
            journal = written(5, settled)
            offset = [at for at, _ in journal.actions()][kept]
            recovery.drop(journal, offset)
            assert [text for _, text in journal.actions()] == lines(kept)
            journal.append(line(kept + 1))
            recovery.repair_files(journal)
            assert read() == (lines(kept + 1), NOTHING)


def test_the_directory_is_renewed_until_its_block_has_been_erased():
    for at, part, steps in ((0, 1, 0), (0, 3, 0), (1, 2, 1), (4, 1, 4), (-1, 1, 7)):
        journal = clean()
        journal.start(_HEADER, {})
        assert made_room(journal) == 0  # nothing is known of erases
        journal = Journal(clock=Erases(at, part))
        journal.start(_HEADER, {})
        assert made_room(journal) == steps, at
        assert journal.is_ready()
        for n in (1, 2):
            journal.append(line(n))
        assert read(mend=False) == (lines(2), NOTHING)


def test_pauses_are_not_taken_for_erases():
    """Otherwise a later action would erase the block while a hand waits: 65 ms more."""
    clean()
    clock = Erases(-1)
    journal = Journal(clock=clock)
    on_pause(clock.pause)
    try:
        journal.start(_HEADER, {})
        assert made_room(journal) == 7 and clock.paused >= 7 * 60
    finally:
        on_pause(None)


def test_the_table_is_looked_at_before_an_erase_and_after_it():
    clean()
    journal = Journal(clock=Erases(-1))
    journal.start(_HEADER, {})
    at_once = []
    on_pause(at_once.append)
    try:
        journal.make_room()
        assert at_once == [False, True, False, False]
        journal.append(line(1))
        at_once.clear()
        journal.compact()
        assert at_once == [True, False, True, False, False]
        list(journal.write_checkpoint(1, [], [], 0))
        assert at_once[5:] == [False, True, False]
    finally:
        on_pause(None)


def test_a_game_needs_no_room_to_go_on():
    for broken in (False, True):
        clean()
        journal = Journal(clock=Erases(-1))
        journal.start(_HEADER, {})
        journal.append(line(1))
        with Flash() as flash:
            flash.arm(0, broken)
            assert journal.make_room() and not journal.make_room()
            assert journal.is_ready() == (not broken)
        journal.append(line(2))
        assert read(mend=False) == (lines(2), NOTHING)


def test_actions_taken_back_are_gone():
    journal = written(9, 4)
    journal.append('{"undo": 8}')
    journal.append('{"undo": 3}')
    journal.append('{"n": 3, "by": 1}')
    for _ in range(2):
        assert read(mend=False) == (lines(2) + ['{"n": 3, "by": 1}'], NOTHING)
        journal.compact()
    journal.append('{"undo": 3}')
    assert read(mend=False) == (lines(2), NOTHING)
    assert recovery.lowest(journal) == 3


def test_undone_actions_are_found_across_the_blocks_of_a_file():
    for n in range(40):
        journal = clean()
        journal.start('{"leyboard": "%s"}' % ("x" * (430 + n)), {})
        journal.append(line(1))
        journal.append(line(2))
        journal.append('{"undo": 2}')
        journal.compact()
        assert read() == (lines(1), NOTHING)
        assert [text for _, text in journal.actions()] == lines(1)


def test_a_long_tail_is_moved_automatically():
    written(60)
    assert len(contents("game.tail")) < 512 < len(contents("game.log"))
    assert read() == (lines(60), NOTHING)


def test_a_file_cut_anywhere_leaves_whole_lines():
    written(6, 3)
    for name, before in (("game.log", 0), ("game.tail", 3)):
        whole = contents(name)
        other = contents("game.tail")
        ends = [i + 1 for i in range(len(whole)) if whole[i] == 10]
        if name == "game.log":
            ends = ends[2:]  # header and setting
        else:
            ends = ends[1:]
        for cut in range(len(whole) + 1):
            put("game.tail", other)
            put(name, whole[:cut])
            found, dropped = read()
            if found is None:
                assert cut < 100
                continue
            count = before + len([end for end in ends if end <= cut])
            if name == "game.log" and cut == len(whole):
                count += 3
            assert found == lines(count), (name, cut, found)
            if name == "game.tail":
                assert (dropped == TORN) == (cut not in ends and cut > 10), cut
            journal = Journal()
            recovery.check(journal)
            journal.append(line(count + 1))
            assert read() == (lines(count + 1), NOTHING)


def test_a_move_of_the_tail_may_be_cut_anywhere():
    """A power cut on a desktop file system: the log may have grown while the tail still exists."""
    journal = written(6, 3)
    log, tail = contents("game.log"), contents("game.tail")
    journal.compact()
    moved = contents("game.log")
    for cut in range(len(log), len(moved) + 1):
        put("game.log", moved[:cut])
        put("game.tail", tail)
        assert read() == (lines(6), NOTHING)
        assert recovery.check(Journal()) is None
        journal = Journal()
        recovery.check(journal)
        journal.append(line(7))
        journal.compact()
        assert read() == (lines(7), NOTHING)


def test_every_changed_lost_or_doubled_byte_is_found():
    written(6, 3)
    log, tail = contents("game.log"), contents("game.tail")
    for name, whole in (("game.log", log), ("game.tail", tail)):
        for at in range(len(whole)):
            flipped = bytes([whole[at] ^ 1 << at % 8])
            for wrong in (flipped, b"", 2 * whole[at : at + 1]):  # flipped, lost, doubled
                put("game.log", log)
                put("game.tail", tail)
                put(name, whole[:at] + wrong + whole[at + 1 :])
                found, dropped = read()
                if found is not None:
                    beyond = len(wrong) == 2 and at == len(whole) - 1  # after all lines
                    assert found == lines(len(found)) and (len(found) == 6) == beyond
                    assert dropped or name == "game.tail" or beyond
                    assert read() == (found, NOTHING)
                else:
                    assert name == "game.log" and at < 100


def test_a_doubled_swapped_or_missing_line_ends_the_reading():
    written(4, 4)
    parts = contents("game.log").split(b"\n")[:-1]
    for wrong in (
        parts[:4] + parts[3:],
        parts[:3] + [parts[4], parts[3]] + parts[5:],
        parts[:3] + parts[4:],
        parts + parts,
    ):
        put("game.log", b"\n".join(wrong) + b"\n")
        found, dropped = read()
        assert dropped == DAMAGED
        assert found == lines(len(found)) and len(found) >= 1


def test_the_newest_lines_count_for_the_length_of_what_is_kept():
    written(6, 3)
    put("game.old", b"x" * len(contents("game.log")))
    put("game.log", contents("game.log").replace(b'{"n": 2', b'{"n": 1'))
    assert read() == (lines(1), DAMAGED)
    assert line(6).encode() in contents("game.old")


def test_a_damaged_log_is_set_aside_unless_a_longer_one_is_there():
    written(9, 9)
    whole = contents("game.log")
    put("game.log", whole.replace(b'{"n": 7', b'{"n": 8'))
    assert read() == (lines(6), DAMAGED)
    kept = contents("game.old")
    assert b'{"n": 9' in kept
    written_again = Journal()
    recovery.check(written_again)
    written_again.start(_HEADER, {})
    for n in range(1, 4):
        written_again.append(line(n))
    written_again.compact()
    put("game.log", contents("game.log").replace(b'{"n": 2', b'{"n": 1'))
    assert read() == (lines(1), DAMAGED)
    assert contents("game.old") == kept
    written(40, 30)  # lines not yet in the log are kept, too
    put("game.log", contents("game.log").replace(b'{"n": 2,', b'{"n": 1,'))
    assert read() == (lines(1), DAMAGED)
    kept = contents("game.old")
    assert line(40).encode() in kept
    put("game.log", b"nothing of ours")
    assert recovery.archive(Journal()) == "game.log"
    assert contents("game.old") == kept
    put("game.log", b"nothing of ours" * 99)
    assert recovery.archive(Journal()) == "game.old"
    assert contents("game.log") is None


def test_a_saved_state_is_used_only_if_it_fits_the_log():
    journal = written(5, 5)
    state = [3, b"\x01\xff", "word", (1, (2, None)), None]
    for _ in journal.write_checkpoint(5, state, [["on", 2]], 77, 3):
        pass
    journal.append(line(6))
    count, values, events, digest, place, draws = recovery.read_checkpoint(Journal())
    assert (count, events, digest, draws) == (5, [["on", 2]], 77, 3)
    assert values == state
    assert [text for _, text in journal.actions(place)] == [line(6)]
    point, log = contents("game.point"), contents("game.log")
    for at in range(len(point)):
        put("game.point", point[:at] + bytes([point[at] ^ 1 << at % 8]) + point[at + 1 :])
        found = recovery.read_checkpoint(Journal())  # a game rejects a state without its end
        assert found is None or len(found[1]) < 5
        put("game.point", point[:at])
        found = recovery.read_checkpoint(Journal())
        assert found is None or len(found[1]) < 5
    put("game.point", point)
    put("game.log", log.replace(b'{"n": 5', b'{"n": 4'))
    journal.start(_HEADER, {})
    assert recovery.read_checkpoint(Journal()) is None


class Failing:
    """A file that takes so many bytes and then fails."""

    def __init__(self, file, room):
        self._file = file
        self._room = room

    def write(self, data):
        if len(data) > self._room:
            self._file.write(data[: self._room])
            self._file.flush()
            raise OSError(28)
        self._room -= len(data)
        return self._file.write(data)

    def flush(self):
        self._file.flush()

    def close(self):
        self._file.close()


def test_a_failed_write_on_a_full_flash_frees_its_space():
    def point(journal):
        for _ in journal.write_checkpoint(5, [1, 2, 3], [], 7):
            pass

    def cut(journal):
        with open("game.log", "ab") as file:
            file.write(b"torn")
        journal.cut()

    for deed, name in ((point, "game.point.new"), (cut, "game.log.new")):
        for fail_at in range(9):
            journal = written(5, 5)
            flash = Flash(28)
            with flash:
                flash.arm(fail_at, broken=True, half=True)
                try:
                    deed(journal)
                except OSError:
                    assert name not in os.listdir(), (name, fail_at)
                    continue
            break
        assert fail_at > 1, name


def test_nothing_is_appended_to_a_torn_line():
    journal = written(5, 3)
    for room in range(len(line(6)) + 10):
        journal._writing = Failing(open("game.tail", "ab"), room)
        try:
            journal.append(line(6))
        except OSError:
            pass
        else:
            raise AssertionError
        assert read(mend=False)[0] == lines(5)
    journal.append(line(6))
    assert read() == (lines(6), NOTHING)
