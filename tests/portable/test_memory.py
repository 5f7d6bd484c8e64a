"""The memory of a table: where its code runs, and which modules go when."""

import sys

from small import memory
from small.loading import unload
from small.memory import Memory
from tests.portable.fake_table import FakeTable
from tests.portable.test_loading import Collector, Pack

_VIEW = "games.landover.views.view"


class Placed:
    """Stands for xip.Code; `names` lists the modules whose functions it was to run in place."""

    names = []
    why = None
    used = 1

    def __init__(self, machine, rp2):
        if Placed.why:
            raise Placed.why

    def patch(self, names):
        Placed.names += names


class Small:
    """A Memory with a fake collector and flash, for a `with`; `why` keeps code in memory."""

    def __init__(self, why=None):
        self._why = why

    def __enter__(self):
        self._kept, memory.Code = memory.Code, Placed
        Placed.names, Placed.why = [], self._why
        self.gc = Collector()
        self.memory = Memory(self.gc, None, None, Pack({}))
        return self

    def __exit__(self, *_):
        self.memory.end()
        memory.Code = self._kept


def test_code_runs_from_the_flash_but_for_what_is_at_work():
    """A function that runs meanwhile would go on in memory that is freed."""
    unload("table.hint")
    with Small() as small:
        now = list(Placed.names)
        assert "table.sense" in now and "games.pauses" in now and "small.loading" in now
        assert not {"table.boot", "small.memory", "small.xip", "table.settings"} & set(now)
        from table.hint import seek

        assert seek and Placed.names[len(now) :] == ["table.hint"]
        assert small.gc.said == ["collect"] and small.memory.why_in_memory == ""


def test_without_the_code_on_the_flash_all_stays_in_memory():
    for why, said in ((OSError(2), ""), (ValueError("odd"), "odd")):
        with Small(why) as small:
            assert not Placed.names and small.memory.why_in_memory == said
    Placed.used = 0
    try:
        with Small() as small:
            fake = FakeTable()
            small.memory.watch(fake.app)
            assert fake.app.notes == [("in memory", "MicroPython keeps functions in another way")]
    finally:
        Placed.used = 1


def test_what_comes_late_goes_after_a_turn_without_it_if_memory_is_scarce():
    fake = FakeTable()
    game = fake.new("landover", 2)
    fake.run(20)
    unload(_VIEW)
    with Small() as small:
        small.gc.free = 60000
        small.memory.watch(fake.app)
        game.private_view(0)
        for is_there in (True, False):
            fake.app.session.version += 1
            for _ in range(2):
                small.memory.watch(fake.app)
            assert (_VIEW in sys.modules) == is_there
        assert "devs" in game.private_view(0)


def test_all_that_comes_late_goes_where_memory_is_used_up():
    fake = FakeTable()
    game = fake.new("landover", 2)
    unload(_VIEW)
    with Small() as small:
        small.memory.watch(fake.app)
        game.private_view(0)
        fake.app.failures.free_memory()
        assert _VIEW not in sys.modules and small.gc.said[-1] == "collect"


def test_a_game_that_was_only_asked_about_goes_unless_its_record_is_being_loaded():
    from games import summary

    fake = FakeTable()
    fake.new("mars")
    unload("games.land")
    with Small() as small:
        small.memory.watch(fake.app)
        summary("land")
        fake.app.host.load = "a record"
        small.memory.watch(fake.app)
        assert "games.land" in sys.modules
        fake.app.host.load = None
        small.memory.watch(fake.app)
        assert "games.land" not in sys.modules and "games.mars" in sys.modules


def test_garbage_goes_before_a_games_words_only_where_memory_is_scarce():
    for free, said in ((81919, ["collect", 65536]), (81920, [])):
        fake = FakeTable()
        with Small() as small:
            small.gc.free = free
            small.memory.watch(fake.app)
            fake.app.session.begun += 1
            del small.gc.said[:]
            small.memory.garbage.step = lambda at_rest, lit: None
            small.memory.watch(fake.app)
            assert small.gc.said == said


def test_the_table_starts_anew_for_another_game():
    for names, starts in ((("mars", "land"), True), (("mars", "mars"), False), (("mars",), False)):
        fake = FakeTable()
        with Small() as small:
            for name in names:
                assert not fake.app.stops_for
                fake.new(name)
                small.memory.watch(fake.app)
            assert fake.app.stops_for == ("restart" if starts else ""), names


def test_a_game_that_was_resumed_counts_as_well():
    fake = FakeTable()
    fake.new("mars")
    with Small() as small:
        small.memory.watch(fake.app)
        fake.new("land")
        small.memory.watch(fake.app)
    assert fake.app.stops_for == "restart"


def test_no_game_is_lost_by_starting_anew():
    for kept, example in ((False, None), (True, "one")):
        fake = FakeTable()
        with Small() as small:
            fake.new("mars")
            small.memory.watch(fake.app)
            fake.new("land")
            fake.app.session.journal.kept, fake.app.session.example = kept, example
            small.memory.watch(fake.app)
            assert not fake.app.stops_for


def test_garbage_hears_of_rest_and_lights_after_each_tick():
    fake = FakeTable()
    fake.app.is_at_rest, fake.app.is_lit = lambda: "rest", lambda: "lit"
    heard = []
    with Small() as small:
        small.memory.watch(fake.app)
        small.memory.garbage.step = lambda at_rest, lit: heard.append((at_rest, lit))
        small.memory.watch(fake.app)
    assert heard == [("rest", "lit")]
