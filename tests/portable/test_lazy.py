"""Modules that are loaded when needed."""

import sys

from games import game_class, make
from games import lazy as module
from games.lazy import import_all, lazy, on_pause, unload, unload_unused
from tests.portable.fake_table import pauses

_NAME = "games.landover.players.worth"
_evaluate = lazy(_NAME, "evaluate")
_ALL = 1 << 28  # bytes, more than any heap


def drop_all():
    """Unload what was loaded lazily, and the module of these tests if a test imported it."""
    unload_unused(always=True)
    unload(_NAME)


def test_a_module_is_loaded_at_the_first_call_and_dropped():
    game = make("landover")
    drop_all()
    assert _NAME not in sys.modules
    value = _evaluate(game, 0)
    assert _NAME in sys.modules
    unload_unused(always=True)
    assert _NAME not in sys.modules
    assert _evaluate(game, 0) == value


def test_only_modules_loaded_with_it_are_dropped_with_it():
    unload_unused(always=True)
    for name in ("games.landover.views.reading", "games.hexnames"):
        sys.modules.pop(name, None)
    spot = lazy("games.landover.views.reading", "spot")
    assert spot(make("landover"), "18") == 18
    assert "games.hexnames" in sys.modules
    unload_unused(always=True)
    assert "games.hexnames" not in sys.modules and "games.hexmap" in sys.modules


def test_scarce_memory_drops_modules_not_called_since_the_last_check():
    drop_all()
    _evaluate(make("landover"), 0)
    was, module.state["free"] = module.state["free"], 0
    unload_unused()
    assert _NAME in sys.modules
    unload_unused()
    assert _NAME not in sys.modules
    module.state["free"] = was


def test_with_little_room_a_module_replaces_those_not_called_lately():
    assert _after(0, 0, lately=False) and _after(0, 0, lately=True)
    assert not _after(_ALL, 0, lately=False) and _after(_ALL, 0, lately=True)
    assert not _after(_ALL, _ALL, lately=True)


def _after(room, least, lately):
    """Return whether a module is still loaded after another one was."""
    kept = module.ROOM, module.LEAST
    module.ROOM, module.LEAST = room, least
    drop_all()
    game = make("landover")
    _evaluate(game, 0)
    if not lately:
        module.used.clear()
    assert lazy("games.landover.views.reading", "spot")(game, "18") == 18
    module.ROOM, module.LEAST = kept
    return _NAME in sys.modules


def test_long_work_pauses_between_the_modules_of_a_game():
    unload("games.landover")
    loaded = pauses(lambda: make("landover"), lambda: len(sys.modules))
    steps = [after - before for before, after in zip(loaded, loaded[1:])]
    assert len(loaded) > 20 and max(steps) <= 2  # `maps` needs one that has no other use


def test_what_a_new_game_begins_with_is_loaded_before_it_is_made():
    """In `reset` the stack has no room for a pause, and Landover's map would take 0.1 s there."""
    made = game_class("landover")
    unload_unused(always=True)
    there = []
    resolve = made.resolve

    def watched(game, options):
        there.append("games.landover.map.maps" in sys.modules)
        return resolve(game, options)

    made.resolve = watched
    try:
        make("landover")
    finally:
        made.resolve = resolve
    assert there == [True]


def test_what_a_late_module_imports_can_be_loaded_in_steps_before_it():
    unload_unused(always=True)
    unload("games.landover.views.reading")
    unload("games.hexnames")
    names = ("games.hexnames", "games.landover.views.reading")
    game = make("landover")
    unload_unused(always=True)
    found = []
    there = pauses(
        lambda: found.append(lazy(names[1], "spot", names[:1])(game, "18")),
        lambda: [name in sys.modules for name in names],
    )
    assert found == [18] and [True, False] in there
    unload_unused(always=True)
    assert "games.hexnames" not in sys.modules


def test_a_game_of_which_half_was_loaded_is_dropped():
    unload("games.landover")
    left = [9]

    def scarce():
        left[0] -= 1
        if not left[0]:
            raise MemoryError

    try:
        pauses(lambda: make("landover"), scarce)
    except MemoryError:
        pass
    assert left == [0] and "games.landover" not in sys.modules
    assert make("landover").NAME == "landover"


def test_a_full_stack_has_no_pause():
    """A pause in the middle of making Landover would overflow it."""
    paused = []
    on_pause(lambda at_once: paused.append(0))
    kept = module.stack_use
    try:
        for used, much in ((4000, True), (4200, False), (4000, True)):
            module.stack_use = lambda used=used: used
            module.pause()
            assert bool(paused) == much
            paused.clear()
    finally:
        module.stack_use = kept
        on_pause(None)


def test_modules_loaded_before_stay():
    unload_unused(always=True)
    __import__(_NAME)
    _evaluate(make("landover"), 0)
    unload_unused(always=True)
    assert _NAME in sys.modules
    del sys.modules[_NAME]


def test_loading_collects_garbage_first_and_sets_a_threshold():
    """An idle table with ample memory has none, one at work a low one (table/garbage.py)."""

    class Collector:
        said = []
        was = -1

        def collect(self):
            self.said.append("collect")

        def mem_free(self):
            return 100000

        def threshold(self, count=None):
            if count is not None:
                self.said.append(count)
            return self.was

    for Collector.was, said in ((-1, 65536), (28672, 28672), (70000, 65536)):
        Collector.said.clear()
        unload_unused(always=True)
        was, module.gc = module.gc, Collector()
        try:
            make("landover")
        finally:
            module.gc = was
        assert Collector.said[:2] == ["collect", said]


def test_a_module_is_there_though_its_code_finds_no_memory():
    def starved(names):
        raise MemoryError

    unload_unused(always=True)
    unload(_NAME)
    module.importers.append(starved)
    try:
        assert _NAME in import_all((_NAME,)) and _NAME in sys.modules
    finally:
        module.importers.clear()
