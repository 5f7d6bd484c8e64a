"""Load modules when they are needed, and unload them when memory is scarce.

A board has room for the game on the table but not for everything that comes up now and then: the
setup, the words for a host, the plans of computer players.
"""

import gc
import sys

import micropython

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Collection, Iterable
    from typing import Any

_ENOUGH = 65536  # bytes free: above this, loaded modules stay
ROOM = 30720  # below this, modules that were not called lately are unloaded
LEAST = 23552  # below this, the running game may run short: all are unloaded
_EARLY = 16384  # bytes: the least to allocate between two collections
_KEPT = 24576  # bytes kept free all the same: an answer to a person takes up to 60 KB
_loaded = {}  # type: dict[str, list[str]]  # by lazy module: the modules that were loaded with it
used = set()  # type: set[str]  # those that were called since the last `unload_unused`
state = {"free": _ENOUGH}  # bytes free at the last load
importers = []  # type: list[Any]  # who is told of an import
_DEEP = 4096  # bytes of the stack: above this, there is no pause
stack_use = getattr(micropython, "stack_use", int)  # only MicroPython has it; int() is 0
_pausing = []  # type: list[Any]  # what is called in the pauses of long work: one function, or nothing


def lazy(module: str, name: str, first: "tuple[str, ...]" = ()) -> "Callable[..., Any]":
    """Return a function that calls the function `name` of a module, loading the module if
    needed; `first` has modules that it imports, to be loaded in steps of their own."""

    def call(*values: "Any", **named: "Any") -> "Any":
        used.add(module)
        if module not in sys.modules:
            _load(module, first)
        return getattr(sys.modules[module], name)(*values, **named)

    return call


def preload(module: str) -> None:
    """Load a lazy module before it is needed deep in the stack, where nothing can pause."""
    used.add(module)
    if module not in sys.modules:
        _load(module, ())


def _load(module: str, first: "tuple[str, ...]") -> None:
    """Load a module. If memory is scarce, unload other lazy modules first: Landover on hex37 has
    room for two or three, and loads one in 30 to 50 ms."""
    collect()
    if state["free"] < ROOM and _drop(used):
        collect()
    if state["free"] < LEAST and _drop(()):
        collect()
    _loaded[module] = import_all(first + (module,))


def import_all(modules: "Iterable[str]") -> list[str]:
    """Import modules, each after those that it imports: nested imports take 0.7 KB of the RP2040's
    stack each. Returns the names of all that were loaded."""
    before = set(sys.modules)
    for module in modules:
        __import__(module)
        pause()
    fresh = [name for name in sys.modules if name not in before]
    for tell in importers:
        try:
            tell(fresh)
        except MemoryError:
            pass  # their code stays in memory
    pause()
    return fresh


def on_import(function: "Callable[[list[str]], object]") -> None:
    """Call `function(names)` with the modules that each `import_all` has loaded, before anything
    else uses them."""
    importers.append(function)


def on_pause(function: "Callable[[bool], object] | None") -> None:
    """Call `function(at_once)` now and then during long work, such as the beginning of a game;
    None ends that. The function must load nothing and never raise."""
    _pausing[:] = [function] if function else []


def pause(at_once: bool = False) -> None:
    """Let the table poll its readers in the middle of long work, unless the RP2040's stack of 8 KB
    is too full: that and the interrupts in it take up to 2.9 KB. With `at_once` it polls even if
    it just did: the next pause is far."""
    if stack_use() < _DEEP:
        for work in _pausing:
            work(at_once)


def collect() -> None:
    """Run gc.collect(), and set gc.threshold() so that the next collection comes before memory is
    full. Modules that are loaded next then lie side by side, and leave a large free block."""
    if hasattr(gc, "threshold"):  # only MicroPython has it
        gc.collect()
        free = state["free"] = gc.mem_free()
        most = gc_threshold(free) if free < _ENOUGH else _ENOUGH
        now = gc.threshold()
        gc.threshold(most if now < 0 else min(now, most))
        pause()  # the collection took 30 ms


def free() -> int:
    """Return the free memory in bytes; 0 if the interpreter cannot tell."""
    return gc.mem_free() if hasattr(gc, "mem_free") else 0


def gc_threshold(free: int) -> int:
    """Return the bytes to allocate before the next collection, if `free` bytes are free."""
    return max(_EARLY, free - _KEPT)


def unload_unused(always: bool = False) -> None:
    """If memory is scarce, unload the lazy modules that nobody has called since the last time.
    With `always`, unload all of them. Code that is running keeps running."""
    if always or state["free"] < _ENOUGH:
        _drop(() if always else used)
    used.clear()


def _drop(kept: "Collection[str]") -> list[str]:
    """Unload the lazy modules except `kept`; returns those it unloaded."""
    dropped = [module for module in _loaded if module not in kept]
    for module in dropped:
        for name in _loaded.pop(module):
            _unload_one(name)
    return dropped


def unload(module: str) -> None:
    """Unload a module and its submodules."""
    inside = module + "."
    for name in list(sys.modules):
        if name == module or name.startswith(inside):
            _unload_one(name)


def _unload_one(name: str) -> None:
    """Unload one module, if it is loaded."""
    sys.modules.pop(name, None)
    package, _, last = name.rpartition(".")
    if package in sys.modules and hasattr(sys.modules[package], last):
        delattr(sys.modules[package], last)
