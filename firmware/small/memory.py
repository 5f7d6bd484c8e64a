"""The interface of the table and this folder: `main.py` passes `Memory.watch` to the table."""

import sys

from small.garbage import Garbage
from small.loading import Loader, unload
from small.xip import Code

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable
    from types import ModuleType
    from typing import Any

    from small.pack import Pack
    from table.app import App

_SCARCE = 81920  # bytes free as a game begins
# Their functions run while those of the others move: a function goes on in its copy in memory.
_AT_WORK = ("table.boot", "small.memory", "small.xip")
_STARTED = "table.settings"  # only the start needed it


class Memory:
    """Looks after the memory of a table, from when its readers are asked. `gc`, `machine` and
    `rp2` are MicroPython's modules."""

    def __init__(self, gc: "ModuleType", machine: "ModuleType", rp2: "Any", pack: "Pack"):
        self._gc = gc
        self.garbage: "Garbage | None" = None
        self._version = 0  # of the session, when it was last looked at
        self._begun = 0
        self._game = ""  # the name of the game on the table, when it was last looked at
        self.why_in_memory = ""
        unload(_STARTED)
        self.loader = Loader(gc, pack, self._run_in_place(machine, rp2))
        gc.collect()  # so that what comes next fills the holes, and leaves a large block

    def _run_in_place(self, machine: "ModuleType", rp2: "Any") -> "Callable[[list[str]], object]":
        """Have the functions of all modules run from the flash, except for running ones; return a
        function that does so with more modules. It takes 0.1 s."""
        try:
            code = Code(machine, rp2)
        except OSError:  # the build has no code file
            return list
        except ValueError as error:
            self.why_in_memory = str(error)
            return list
        code.patch([name for name in sys.modules if name not in _AT_WORK])
        if not code.used:
            self.why_in_memory = "MicroPython keeps functions in another way"
        return code.patch

    def end(self) -> None:
        """Let go of the table, and leave imports to Python again."""
        self.loader.end()
        self.garbage = None

    def free(self) -> None:
        """Unload modules that can be loaded again, and collect garbage."""
        self.loader.unload_late()
        self._gc.collect()

    def watch(self, app: "App") -> None:
        """Look after the memory: to be called before the table starts, and between its steps."""
        session = app.session
        if self.garbage is None:
            self.garbage = Garbage(self._gc, app.clock)
            self.loader.session = session
            self._gc.collect()
            app.failures.spares.append(self.free)
            if self.why_in_memory:
                app.notes.append(("in memory", self.why_in_memory))
        if session.begun != self._begun:
            self._begun = session.begun
            self._begin(app)
        if session.version != self._version:
            self._version = session.version
            self._game = session.game.NAME if session.game else self._game
            self.loader.unload_unused()
        if self.loader.newest and app.host.load is None:
            self.loader.forget_newest()  # nobody asks about it any more
        self.garbage.step(app.is_at_rest(), app.is_lit())

    def _begin(self, app: "App") -> None:
        """A game begins: start the table anew if it is another one than before, and is on the
        flash. MicroPython keeps the names of all games for good: Mars after Landover made their
        table grow by 7 KB of the 36 that were left."""
        session = app.session
        is_another = session.game and self._game not in ("", session.game.NAME)
        if is_another and session.journal.kept and not session.example:
            app.stops_for = "restart"
        # Its words come next and stay. Scattered among garbage they left 14 KB for the largest
        # free block of Landover on hex37, now 19.
        if self._gc.mem_free() < _SCARCE:
            self.loader.collect()
