"""Tags that are missed now and then: what a virtual one misses, and what the table makes of it."""

from sim.virtual.misses import Misses
from sim.virtual.table import VirtualTable
from table.wiring import grid6, pad
from tests.portable import effort
from tests.portable.misses_run import Run, ask
from tests.portable.test_sense import Rig

QUESTIONS = 20000
GONE = 12  # questions in a row that a tag has to miss


class Hidden:
    """Stands for Misses: the next `left` questions are missed."""

    def __init__(self, left=0):
        self.left = left

    def happens(self, chip, tag):
        if not self.left:
            return False
        self.left -= 1
        return True


def hide(rig, name, questions):
    """Have the tag at a place, or on the "pad", miss some questions."""
    rig.world.chip(name).misses = Hidden(questions)
    return rig.world.chip(name).misses


def runs(answers):
    """Return the lengths of the runs of misses in a list of whether each question was missed."""
    lengths, length = [], 0
    for missed in answers + [False]:
        if missed:
            length += 1
        elif length:
            lengths.append(length)
            length = 0
    return lengths


def test_nothing_is_missed_unless_asked_for():
    misses = Misses()
    assert not any([misses.happens(misses, "tag") for _ in range(QUESTIONS)])


def test_one_question_in_a_hundred_begins_a_run_of_one_to_three():
    misses = Misses()
    misses.rate = 10
    lengths = runs([misses.happens(misses, "tag") for _ in range(QUESTIONS)])
    assert 160 < len(lengths) < 240
    of = [lengths.count(length) for length in (1, 2, 3)]
    assert min(of) > 40 and sum(of) >= len(lengths) - 6  # a few follow each other


def test_tags_are_missed_each_by_itself_and_alike_on_every_interpreter():
    misses = Misses(7)
    misses.rate = 250
    said = "".join(["ab"[at] if misses.happens(misses, at) else "." for at in (0, 1) * 20])
    assert said == "....ab.b..aba.ab.bababababa...a.a.aba..b"


def test_a_reader_may_have_its_own_rate():
    misses = Misses()
    misses.at("one", 1000)
    assert all([misses.happens("one", "tag") for _ in range(50)])
    assert not any([misses.happens("other", "strange tag") for _ in range(50)])


def test_eleven_misses_in_a_row_are_no_removal_and_twelve_are():
    for name in ("b2", "pad"):
        rig = Rig()
        rig.world.put(rig.tag(token=5), name)
        rig.wait(name, 5)
        version, count = rig.sense.version, rig.sense.pad_tags
        for questions in range(1, GONE):
            hidden = hide(rig, name, questions)
            rig.run(400)
            assert not hidden.left and rig.sense.version == version, (name, questions)
            assert rig.sense.pad_tags == count  # what lies on the pad is no other piece
        hidden = hide(rig, name, GONE + 1)  # one may be a question for two tags
        rig.wait(name, 0)
        assert hidden.left <= 1


def test_a_tag_is_given_up_only_after_several_visits():
    """Misses in one visit, without the field going off, say little."""
    rig = Rig(grid6)
    rig.world.put(rig.tag(token=5), "b2")
    rig.wait("b2", 5)
    scan = rig.sense.scan
    visits, asked = [], []
    begin, end = scan.begin_visit, scan.end_ask
    scan.begin_visit = lambda off=0: visits.append(0) or begin(off)
    hidden = hide(rig, "b2", GONE)

    def end_ask():
        asked.extend([len(visits)] * (GONE - len(asked) - hidden.left))
        end()

    scan.end_ask = end_ask
    rig.wait("b2", 0)
    assert len(asked) == GONE and len(set(asked)) == 3 and asked[-1] - asked[0] >= 4, asked


@effort.desk
def test_a_removal_settles_in_time_wherever_and_whenever_it_happens():
    """The first light of a missing piece takes 400 ms at most; 100 of them are for the table."""
    rig = Rig(grid6)
    rig.world.misses.rate = 10
    for count in (0, 5, 17, 36):
        rig.sense.hot([place * 7 % 36 for place in range(count)])
        piece = rig.tag(token=5)
        for turn in range(40):
            name = rig.world.names[turn * 11 % 36]
            rig.world.put(piece, name)
            rig.wait(name, 5)
            rig.run(40 + turn * 17 % 220)
            rig.world.lift(piece)
            assert rig.wait(name, 0) <= 300, (count, name)


def test_a_busy_table_asks_for_a_missed_tag_between_whole_visits():
    """Otherwise a removal would take three sweeps: with long ticks, two seconds and more."""
    plan = Rig(grid6).sense.plan
    readers = bytearray(5)
    plan.missed[7] = 1
    kinds = []
    for _ in range(12):
        plan.due = plan.clock.ms() - 100
        count = plan.choose(readers)
        kinds.append(plan.is_whole)
        assert plan.is_whole or bytes(readers[:count]) == b"\x07"
    assert 4 <= kinds.count(False) <= 6 and (False, False) not in zip(kinds, kinds[1:]), kinds


def exchange_quickly(rig, old, new):
    """Put one piece in the place of another on b2, before its reader takes that for gone."""
    reader = rig.sense.profile.READERS[rig.world.names.index("b2")]
    rig.world.put(old, "b2")
    rig.wait("b2", 5)
    rig.sense.arrivals.clear()
    rig.world.lift(old)
    while not rig.sense.tracker.missed[reader]:
        rig.run(1)
    rig.world.put(new, "b2")


def test_a_new_piece_on_a_cell_is_told_at_once_though_the_old_one_may_still_be_there():
    rig = Rig()
    old, new = rig.tag(token=5), rig.tag(token=6)
    place = rig.world.names.index("b2")
    exchange_quickly(rig, old, new)
    while not rig.sense.arrivals:
        assert rig.at("b2") == 5
        rig.run(1)
    assert rig.sense.arrivals == [place]
    assert rig.wait("b2", 6) <= 20


def test_an_equal_piece_on_a_cell_takes_its_light_away_again():
    """The token is the same, but "seen" was lit meanwhile."""
    rig = Rig()
    old, new = rig.tag(token=5), rig.tag(token=5)
    exchange_quickly(rig, old, new)
    while not rig.sense.arrivals:
        rig.run(1)
    version = rig.sense.version
    rig.run(30)
    assert rig.at("b2") == 5 and rig.sense.version > version


def test_a_piece_that_was_carried_to_another_cell_is_soon_gone_from_the_old_one():
    rig = Rig(grid6)
    piece = rig.tag(token=5)
    for turn in range(12):
        old, new = rig.world.names[turn * 7 % 36], rig.world.names[(turn * 7 + 15) % 36]
        rig.world.put(piece, old)
        rig.wait(old, 5)
        rig.run(100 + 7 * turn)
        rig.world.put(piece, new)
        rig.wait(new, 5, 160)
        assert rig.wait(old, 0) <= 60
        rig.world.lift(piece)
        rig.wait(new, 0)


def test_pieces_with_one_uid_stay_where_they_lie():
    rig = Rig(grid6)
    twins = [rig.tag(token=5 + at) for at in range(3)]
    for at, name in enumerate(("a1", "d4", "f6")):
        rig.world.put(twins[at], name)
        twins[at].uid = twins[0].uid
        rig.wait(name, 5 + at)
        for _ in range(60):
            rig.run(5)
            assert [rig.at(name) for name in ("a1", "d4", "f6")][: at + 1] == [5, 6, 7][: at + 1]


def test_a_new_tag_that_is_missed_before_it_is_read_keeps_its_light():
    for questions in (1, 2, 3):
        rig = Rig()
        rig.world.put(rig.tag(token=5), "b2")
        while not rig.sense.arrivals:
            rig.run(1)
        version = rig.sense.version
        hide(rig, "b2", questions)
        while not rig.at("b2"):
            assert rig.sense.version == version and rig.sense.is_arriving(4)
            rig.run(1)
        assert len(rig.sense.arrivals) == 1


def test_nothing_is_written_while_the_tag_on_the_pad_is_missed():
    rig = Rig(pad)
    rig.world.put(rig.tag(token=7), "pad")
    rig.wait("pad", 7)
    hidden = hide(rig, "pad", GONE - 1)
    rig.sense.talk_pad(b"\x60")
    while not rig.sense.write_result:
        rig.run(1)
    assert not hidden.left and rig.sense.write_result == "000004040201000f03"


def test_the_table_says_and_lights_nothing_while_tags_are_missed():
    table = VirtualTable(grid6)
    table.run(1500)
    table.app.session.new("mars", seed=1)
    table.run(500)
    game = table.app.session.game
    for action in range(effort.of(16, 6)):
        game = table.app.session.game
        table.app.session.act(0 if action % 2 == 0 else 1, game.legal(action % 2)[action])
    table.tidy()
    table.run(1500)
    before = (list(table.app.marks), table.app.display_text.shown, len(table.sent), len(game.log))
    assert not table.app.display_text.problem
    table.world.misses.rate = 100
    seen = bytes(table.board.sense.seen)
    for _ in range(effort.of(600, 60)):
        table.run(20)
        assert bytes(table.board.sense.seen) == seen
        assert before == (
            list(table.app.marks),
            table.app.display_text.shown,
            len(table.sent),
            len(game.log),
        )


def test_thirty_tags_lie_for_minutes_and_none_is_taken_for_gone():
    """At the usual rate; `python -m tests.attacks misses` runs for 24 hours."""
    for profile, hot in (("grid6", 0), ("grid9", 3)):
        run = Run(profile, 30, 10, hot=hot)
        run.go(effort.of(300, 15) * 1000)
        assert run.answers.questions > effort.of(80000, 4000) and not run.gone


@effort.deep
def test_none_of_thirty_tags_is_taken_for_gone_in_a_day():
    """With three misses in a hundred one may be, in an hour: 1.2 million questions."""
    assert ask(350 * 86400, 10) == 0
    assert [ask(350 * 3600, 30, seed) for seed in range(1, 5)] == [0] * 4
    assert ask(350 * 3600, 300) > 20  # such rows do happen


@effort.desk
def test_as_many_are_taken_for_gone_as_chance_has_it():
    """At 250 of 1000 four and more runs in a row are common enough to be counted: the rule is as
    good as computed, so its figure for the usual rate holds too."""
    run = Run("grid6", 30, 250)
    run.go(400000)
    expected = run.answers.questions * lost(0.25, GONE)
    assert expected > 20 and 0.6 * expected < run.gone < 1.5 * expected, (expected, run.gone)
    a_day = 350 * 86400
    assert a_day * lost(0.01, GONE) < 0.01 and a_day / 24 * lost(0.03, GONE) < 0.05


def lost(rate, most):
    """Return the part of all questions with which a row of `most` misses begins. While no run is
    on, a question begins one at `rate`; it lasts for one to three."""
    left = [rate / 3] * 3  # by the number of questions that the run still has
    for _ in range(most - 1):
        again = left[0] * rate / 3
        left = [left[1] + again, left[2] + again, again]
    return sum(left) * (1 - rate) / (1 + rate)  # before it one was answered
