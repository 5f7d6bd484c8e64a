"""On a small board, modules come when a function imports them, and go when memory is scarce."""

import sys

from games import game_class, make
from small.loading import Loader, unload
from tests.portable.fake_table import pauses

_WORTH = "games.landover.players.worth"
_READING = "games.landover.views.reading"
_MUCH = 1 << 28  # bytes, more than any heap


class Collector:
    """A fake module gc with `free` bytes left; `said` records the calls."""

    def __init__(self):
        self.free = _MUCH
        self.said = []
        self.was = -1  # the threshold

    def collect(self):
        self.said.append("collect")

    def mem_free(self):
        return self.free

    def threshold(self, count=None):
        if count is not None:
            self.said.append(count)
        return self.was


class Pack:
    """A fake pack: `orders` has what a module needs, in the order of loading."""

    def __init__(self, orders):
        self.orders = orders

    def order(self, module):
        if not module.startswith(("games.", "table.", "small.")):
            return []
        return list(self.orders.get(module, ())) + [module]


class Session:
    """The part of the table that a Loader knows."""

    game = None


class Loading:
    """A Loader at work, for a `with`; `moved` lists the modules whose code has left
    memory, part by part."""

    def __init__(self, orders=(), runs=True):
        self.gc = Collector()
        self.moved = []
        self._orders = dict(orders)
        self._runs = runs

    def __enter__(self):
        self._kept = dict(sys.modules)
        self.loader = Loader(self.gc, Pack(self._orders), self.moved.append)
        if self._runs:
            self.loader.session = self.session = Session()
        return self

    def __exit__(self, *_):
        self.loader.end()
        for name in list(sys.modules):  # other tests go on with the modules that were there
            if name.startswith(("games", "table")):
                del sys.modules[name]
        for name, module in self._kept.items():
            sys.modules[name] = module
            package, _, last = name.rpartition(".")
            if package in self._kept:
                setattr(self._kept[package], last, module)


def evaluate(game):
    from games.landover.players.worth import evaluate

    return evaluate(game, 0)


def test_a_module_comes_with_its_first_import_and_may_go():
    game = make("landover")
    with Loading() as small:
        unload(_WORTH)
        value = evaluate(game)
        assert _WORTH in sys.modules
        small.loader.unload_late()
        assert _WORTH not in sys.modules
        assert evaluate(game) == value


def test_only_what_came_with_a_module_goes_with_it():
    orders = {_READING: ("games.hexmap", "games.hexnames")}
    game = make("landover")
    with Loading(orders.items()) as small:
        unload(_READING)
        unload("games.hexnames")
        assert game.spot("18") == 18 and "games.hexnames" in sys.modules
        small.loader.unload_late()
        assert "games.hexnames" not in sys.modules and "games.hexmap" in sys.modules


def test_what_was_there_before_stays():
    game = make("landover")
    evaluate(game)
    with Loading() as small:
        evaluate(game)
        small.loader.unload_late()
        assert _WORTH in sys.modules


def test_scarce_memory_drops_what_nothing_imported_since_the_last_time():
    game = make("landover")
    for free, stays in ((65535, False), (65536, True)):
        with Loading() as small:
            unload(_WORTH)
            small.gc.free = free
            evaluate(game)
            for is_there in (True, stays):
                small.loader.unload_unused()
                assert (_WORTH in sys.modules) == is_there


def test_with_little_room_a_module_replaces_those_not_imported_lately():
    """With very little, it replaces all."""
    for free, lately, stays in ((65536, False, True), (65535, False, False), (65535, True, True),
                                (23552, True, True), (23551, True, False)):
        game = make("landover")
        with Loading() as small:
            unload(_WORTH)
            unload(_READING)
            evaluate(game)
            if not lately:
                small.loader.unload_unused()
            small.gc.free = free
            assert game.spot("18") == 18
            assert (_WORTH in sys.modules) == stays, (free, lately)


def test_modules_come_in_their_order_with_a_pause_after_each():
    orders = {_READING: ("games.hexnames",)}
    game = make("landover")
    names = ("games.hexnames", _READING)
    with Loading(orders.items()):
        unload(_READING)
        unload("games.hexnames")
        there = pauses(lambda: game.spot("18"), lambda: [name in sys.modules for name in names])
    assert [True, False] in there and there[-1] == [True, True]


def test_the_code_of_many_modules_leaves_memory_in_parts():
    names = ["games.landover." + name for name in (
        "common", "state", "hands", "map", "map.board", "cards", "cards.decks", "economy",
        "queue", "military", "views", "victory", "options")]
    orders = {"games.landover": (), "games.landover.game": names}
    with Loading(orders.items()) as small:
        unload("games.landover")
        game_class("landover")
        assert [len(part) for part in small.moved[:3]] == [1, 12, 2]
        assert small.gc.said == ["collect", 65536, "collect"]  # before, and after the first part


def test_what_comes_before_the_table_runs_stays():
    with Loading(runs=False) as small:
        unload("table.hint")
        from table.hint import seek

        small.loader.session = Session()
        small.loader.unload_late()
        assert seek and "table.hint" in sys.modules and not small.gc.said
        assert small.moved == [["table.hint"]]


def test_a_game_takes_the_place_of_the_one_before_and_what_it_brought():
    orders = {"games.land": ("games.grid", "games.tiles"), "games.mars": ("games.grid",)}
    with Loading(orders.items()) as small:
        for name in ("land", "landover", "mars", "grid", "tiles"):
            unload("games." + name)
        make("land")
        assert "games.land" in sys.modules and "games.tiles" in sys.modules
        make("mars")
        assert "games.land" not in sys.modules and "games.tiles" not in sys.modules
        small.session.game = make("mars")
        game_class("landover")
        assert "games.mars" in sys.modules  # it is on the table
        small.loader.unload_late()
        assert "games.landover" in sys.modules  # it may come onto the table
        small.loader.forget_newest()
        assert "games.mars" in sys.modules and "games.landover" not in sys.modules
        assert not [name for name in sys.modules if name.startswith("games.landover.")]


def test_what_a_game_shares_with_a_module_that_goes_stays():
    orders = {"games.replay": ("games.grid",), "games.mars": ("games.grid",)}
    with Loading(orders.items()) as small:
        for name in ("replay", "mars", "grid"):
            unload("games." + name)
        from games.replay import Replay

        small.session.game = make("mars")
        small.loader.unload_late()
        assert Replay and "games.replay" not in sys.modules and "games.grid" in sys.modules


def test_a_game_of_which_half_was_loaded_goes():
    with Loading():
        unload("games.landover")
        left = [3]

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


def test_loading_collects_garbage_first_and_sets_a_threshold():
    """An idle table with ample memory has none, one at work a low one (small/garbage.py)."""
    game = make("landover")
    for was, said in ((-1, 65536), (28672, 28672), (70000, 65536)):
        with Loading() as small:
            unload(_WORTH)
            small.gc.was, small.gc.free = was, 100000
            evaluate(game)
            assert small.gc.said == ["collect", said]


def test_a_module_is_there_though_its_code_finds_no_memory():
    def starved(names):
        raise MemoryError

    game = make("landover")
    with Loading() as small:
        unload(_WORTH)
        small.loader.move = starved
        evaluate(game)
        assert _WORTH in sys.modules


def test_what_is_not_the_firmwares_is_left_to_python():
    with Loading() as small:
        import binascii as found

        assert found.crc32(b"") == 0 and not small.gc.said

