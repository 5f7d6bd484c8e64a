"""Tags that are missed now and then: what a virtual one misses, and what the table makes of it."""

from sim.virtual.misses import Misses

QUESTIONS = 20000


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
