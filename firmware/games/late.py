"""Modules that are loaded when they are needed, and let go when memory is scarce.

A board has room for the game on the table, not for all that comes up now and then: the setup, the
words that a host asks for, the plan of a player.
"""

import gc
import sys

_ENOUGH = 65536  # bytes free: then what is loaded may stay
_ROOM = 30720  # less, and what nobody called lately goes
_LEAST = 26624  # less is what the game that goes on may need: then all goes
EARLY = 16384  # bytes that are taken between two collections, at least
_KEPT = 24576  # bytes that are free even so: an answer to a hand takes up to 60 KB
_loaded = {}  # by module that came by `late`: the modules that came with it
_used = set()  # those of them that were called since the last `let_go`
_state = {"free": _ENOUGH}  # bytes, when something was loaded last


def late(module, name):
    """Return a function that calls the function `name` of a module, which it loads if it has
    to."""

    def call(*values, **named):
        _used.add(module)
        if module not in sys.modules:
            _load(module, name)
        return getattr(sys.modules[module], name)(*values, **named)

    return call


def _load(module, name):
    """Load a module; where there is hardly room, in the place of those that came late before:
    Landover on hex37 has room for two or three, and loads one in 30 to 50 ms."""
    settle()
    if _state["free"] < _ROOM:
        _drop(_used)
        settle()
        if _state["free"] < _LEAST:
            _drop(())
            settle()
    before = set(sys.modules)
    __import__(module, None, None, (name,))
    _loaded[module] = [other for other in sys.modules if other not in before]


def settle():
    """Collect garbage now, and where memory is scarce the sooner again: what is loaded next stays,
    and where it lies scattered among garbage, no large piece is left."""
    if hasattr(gc, "threshold"):  # MicroPython's
        gc.collect()
        free = _state["free"] = gc.mem_free()
        if free < _ENOUGH:
            gc.threshold(seldom(free))


def seldom(free):
    """Return the bytes that may be taken until garbage is collected next, of so many free."""
    return max(EARLY, free - _KEPT)


def let_go(always=False):
    """Drop what `late` has loaded and nobody has called since the last time, where memory is
    scarce; or `always` all of it. What runs runs on."""
    if always or _state["free"] < _ENOUGH:
        _drop(() if always else _used)
    _used.clear()


def _drop(kept):
    """Drop the modules that came late, but for those kept."""
    for module in list(_loaded):
        if module not in kept:
            for name in _loaded.pop(module):
                forget(name)


def forget(module):
    """Drop a module and those in it, if they are loaded."""
    for name in list(sys.modules):
        if name == module or name.startswith(module + "."):
            del sys.modules[name]
    package, last = module.rsplit(".", 1)
    if package in sys.modules and hasattr(sys.modules[package], last):
        delattr(sys.modules[package], last)
