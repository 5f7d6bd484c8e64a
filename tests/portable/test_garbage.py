"""When garbage is collected: while nobody waits."""

from games.pauses import on_pause
from sim.virtual.clock import VirtualClock
from small.garbage import Garbage


class Collector:
    """A fake module gc with `free` bytes left after a collection, of which `used` are garbage now;
    `said` records the calls."""

    def __init__(self):
        self.free = 90000
        self.used = 0
        self.said = []

    def threshold(self, count):
        self.said.append(count)

    def collect(self):
        self.said.append("collect")
        self.used = 0

    def mem_free(self):
        return self.free - self.used


def collecting():
    clock = VirtualClock()
    gc = Collector()
    return clock, gc, Garbage(gc, clock)


def test_garbage_is_collected_when_the_table_becomes_idle():
    clock, gc, garbage = collecting()
    for at_rest in (False, True, True, False, False, True):
        garbage.step(at_rest)
    assert gc.said == ["collect", -1] * 2


def said(used, turns, us, at_rest):
    """Return the calls in so many turns after a rest, each `us` later and with `used` bytes of
    garbage."""
    clock, gc, garbage = collecting()
    garbage.step(True)
    gc.said = []
    for _ in range(turns):
        gc.used = used
        clock.advance(us)
        garbage.step(at_rest)
    return gc.said


def test_an_idle_table_collects_garbage_at_intervals_if_there_is_enough():
    for used, times in ((4096, 0), (4097, 2)):
        assert said(used, 500, 20000, True) == ["collect", -1] * times  # in 10 s


def test_a_long_tick_is_not_made_longer_by_a_collection():
    clock, gc, garbage = collecting()
    for us, said in ((26000, []), (26000, []), (25000, ["collect", -1])):
        clock.advance(us)
        garbage.step(True)
        assert gc.said == said
    clock.advance(4000000)
    garbage.step(True)
    gc.used = 40000
    for us, said in ((26000, []), (25000, ["collect", -1])):
        clock.advance(us)
        garbage.step(True)
        assert gc.said[2:] == said


def test_much_garbage_is_collected_while_a_person_turns_the_knob():
    """Not in the first quarter of a second, in which a hand is answered."""
    assert said(32769, 7, 40000, False) == []
    for used, times in ((32768, 0), (32769, 3)):
        assert said(used, 24, 40000, False) == ["collect"] * times  # in a second


def test_much_garbage_is_collected_between_lights_and_words():
    """Otherwise objects that the texts leave for long would lie scattered among it."""
    for used, lit, said in ((32769, True, ["collect"]), (32769, False, []), (32768, True, [])):
        clock, gc, garbage = collecting()
        garbage.step(True)
        clock.advance(80000)
        gc.used = used
        garbage.step(False, lit)
        assert gc.said[2:] == said


def test_the_table_is_looked_at_before_garbage_is():
    """The tick may have been long, and reading the free memory takes 6 ms more."""
    clock, gc, garbage = collecting()
    garbage.step(True)
    clock.advance(5000)
    garbage.step(False)
    looks = []
    on_pause(lambda at_once: looks.append(gc.said[2:]))
    try:
        for us, said in ((260000, ["collect"]), (3000000, ["collect"] * 2 + [28672])):
            gc.used = 40000
            clock.advance(us)
            garbage.step(False)
            assert gc.said[2:] == said
    finally:
        on_pause(None)
    assert looks == [[], ["collect"]]


def test_with_little_memory_collection_starts_at_a_number_of_bytes():
    clock, gc, garbage = collecting()
    gc.free = 49151
    garbage.step(True)
    assert gc.said == ["collect", 49151 - 24576]


def test_early_collection_begins_some_time_after_power_on():
    clock, gc, garbage = collecting()
    for _ in range(40):
        clock.advance(100000)
        garbage.step(False)
    assert gc.said == ["collect", 28672]


def test_a_busy_table_collects_early_and_one_with_little_memory_earlier():
    clock, gc, garbage = collecting()
    for free, early in ((90000, 28672), (60000, 20000), (30000, 16384)):
        gc.free = free
        garbage.step(True)
        gc.said = []
        for _ in range(40):
            clock.advance(100000)
            garbage.step(False)  # players think
        assert gc.said == ["collect", early]
    garbage.step(True)
    assert gc.said[2:] == ["collect", 16384]
