"""The parts of the module `micropython` that CPython lacks, for code that runs on both."""


def const(value: int) -> int:
    """Return `value`; on MicroPython the compiler folds it."""
    return value


def heap_lock() -> None:
    """Do nothing: CPython cannot forbid allocation."""


def heap_unlock() -> None:
    """Undo `heap_lock`."""
