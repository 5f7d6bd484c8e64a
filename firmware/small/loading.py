"""Load a module when a function first imports it, and unload it when memory is scarce.

A board has room for the game on the table but not for everything that comes up now and then: the
setup, the words for a host, the plans of computer players. So a Loader replaces Python's
`__import__`. The modules that a module imports at its top come and go with it. A module that a
function imports once the table runs is *late*: the loader collects garbage before it loads it, and
if memory is scarce, unloads it when nothing has imported it for a turn. Code that is running keeps
running.
"""

import builtins
import sys

import games
from games.pauses import pause
from small.garbage import gc_threshold

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Collection
    from types import ModuleType
    from typing import Any

    from small.pack import Pack
    from table.session import Session

_ENOUGH = 65536  # bytes free: above this, late modules stay
LEAST = 23552  # below this, the running game may run short: all are unloaded
_PART = 12  # modules; then their code leaves memory, and the next ones fill the holes


class Loader:
    """Loads modules from a pack. `gc` is MicroPython's module of that name; `move` takes the names
    of modules just loaded, and moves their code out of memory. `session` is the table's, once it
    runs: imports by functions after that are late.

    `free` is the number of free bytes when it was last looked at.
    """

    def __init__(
        self, gc: "ModuleType", pack: "Pack", move: "Callable[[list[str]], object]"
    ):
        self._gc = gc
        self._pack = pack
        self.move = move
        self.session: "Session | None" = None
        self.free = _ENOUGH
        # by late module or game: the modules of other packages that were loaded with it
        self._late: "dict[str, list[str]]" = {}
        self._used: "set[str]" = set()  # late modules imported since `unload_unused`
        self.newest = ""  # the game that was loaded last, until it is forgotten
        self._is_busy = False
        self._plain = builtins.__import__
        builtins.__import__ = self.import_module  # type: ignore[assignment]

    def end(self) -> None:
        """Let go of the table, and leave `import` to Python again."""
        builtins.__import__ = self._plain
        self.session = None

    def import_module(
        self, name: str, scope: "Any" = None, inner: "Any" = None, wanted: "Any" = None,
        level: int = 0
    ) -> "Any":
        """Stand for `__import__`."""
        if not self._is_busy:
            if name in self._late:
                self._used.add(name)
                if wanted:  # MicroPython's own way takes 0.3 ms
                    return sys.modules[name]
            elif name not in sys.modules:
                self._load(name)
        return self._plain(name, scope, inner, wanted, level)

    def _load(self, name: str) -> None:
        """Load a module of the pack after all modules that it needs, each in its own step, since
        each nested import takes 1 KB of the RP2040's stack."""
        order = self._pack.order(name)
        if not order:
            return  # MicroPython's own
        is_late = self.session is not None
        game = _game_of(name)
        key = game or name
        self._is_busy = True
        fresh: list[str] = []
        moved = 0
        try:
            self._make_room(game, is_late)
            for module in order:
                if module not in sys.modules:
                    self._plain(module)
                    fresh.append(module)
                    pause()
                if len(fresh) - moved >= _PART or module is order[-1]:
                    self._move_out(fresh[moved:])
                    moved = len(fresh)
        except BaseException:
            unload(key)  # half of a game would be taken for all of it
            raise
        finally:
            self._is_busy = False
        if game:  # what others brought is needed as long as this
            for brought in self._late.values():
                brought[:] = [module for module in brought if module not in order]
        if game or is_late:
            self._used.add(key)
            inside = key + "."
            others = [one for one in fresh if one != key and not one.startswith(inside)]
            self._late[key] = self._late.get(key, []) + others

    def _move_out(self, modules: list[str]) -> None:
        """Move the code of modules out of memory; after many, collect the garbage."""
        try:
            self.move(modules)
        except MemoryError:
            pass  # their code stays in memory
        pause()
        if len(modules) >= _PART:
            self._gc.collect()
            pause()

    def _make_room(self, game: str, is_late: bool) -> None:
        """Collect garbage before a module comes. A game replaces other games. If memory is scarce,
        late modules go first: Landover on hex37 has room for two or three, and loads one in 30 to
        50 ms."""
        is_begun = game and game == self.newest  # a folder's main module comes after the folder
        if game:
            self.newest = game
            self._unload_games()
        if is_late and not is_begun:
            self.collect()
            if self.free < _ENOUGH and self._drop(self._used):
                self.collect()
            if self.free < LEAST and self._drop(()):
                self.collect()

    def collect(self) -> None:
        """Collect garbage, and set the threshold so that the next collection comes before memory
        is full. Modules that are loaded next then lie side by side, and leave a large free
        block."""
        gc = self._gc
        gc.collect()
        free = self.free = gc.mem_free()
        most = gc_threshold(free) if free < _ENOUGH else _ENOUGH
        now = gc.threshold()
        gc.threshold(most if now < 0 else min(now, most))
        pause()  # the collection took 30 ms

    def unload_unused(self) -> None:
        """If memory is scarce, unload the late modules that nothing has imported since the last
        time."""
        if self.free < _ENOUGH:
            self._drop(self._used)
        self._used.clear()

    def unload_late(self) -> None:
        """Unload all late modules."""
        self._drop(())

    def _unload_games(self) -> None:
        """Unload the games that are neither on the table nor the newest."""
        for name in list(self._late):
            if _game_of(name) and not self._is_needed(name):
                self._unload(name)

    def forget_newest(self) -> None:
        """Unload the games that are not on the table."""
        self.newest = ""
        self._unload_games()

    def _is_needed(self, name: str) -> bool:
        """Is this the game on the table, or the next one?"""
        game = self.session.game if self.session else None
        return name == self.newest or game is not None and name == "games." + game.NAME

    def _drop(self, kept: "Collection[str]") -> list[str]:
        """Unload the late modules except `kept` and the game; return them."""
        dropped = [name for name in self._late if name not in kept and not self._is_needed(name)]
        for name in dropped:
            self._unload(name)
        return dropped

    def _unload(self, name: str) -> None:
        """Unload a late module or a game, with its own and what it brought."""
        inside = name + "."
        for late in [one for one in self._late if one.startswith(inside)]:
            self._unload(late)
        for one in self._late.pop(name, ()):
            unload(one)
        unload(name)


def _game_of(name: str) -> str:
    """Return the module or package of the game whose main module this is; "" if it is of no game.
    """
    game = name[: -len(".game")] if name.endswith(".game") else name
    return game if game.startswith("games.") and game[len("games.") :] in games.PACKAGES else ""


def unload(module: str) -> None:
    """Unload a module and what is inside it, if it is loaded."""
    inside = module + "."
    for name in list(sys.modules):
        if name == module or name.startswith(inside):
            del sys.modules[name]
            package, _, last = name.rpartition(".")
            if package in sys.modules and hasattr(sys.modules[package], last):
                delattr(sys.modules[package], last)
