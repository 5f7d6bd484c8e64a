"""What CPython lacks of the module `micropython`, for code that runs on both."""


def const(value):
    """Return `value`; on MicroPython the compiler folds it."""
    return value


def heap_lock():
    """Allow allocation all the same: CPython cannot forbid it."""


def heap_unlock():
    """Undo `heap_lock`."""
