"""Replaces the module `micropython` on CPython, for code that runs on both."""


def const(value: int) -> int:
    """Return `value`; on MicroPython the compiler folds it."""
    return value


def heap_lock() -> None:
    """Do nothing: CPython cannot lock its heap."""


def heap_unlock() -> None:
    """Undo `heap_lock`."""
