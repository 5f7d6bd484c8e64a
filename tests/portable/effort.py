"""How much a test does. CPython does all of it. MicroPython as WebAssembly is five to ten times
slower and does only what could differ there. With LEYBOARD_FULL set both do all."""

import os
import sys


def _is_full():
    """Return whether MicroPython does all, too. It has no environment; tests/micropython.mjs makes
    a file instead."""
    try:
        os.stat("/full")
    except OSError:
        return False
    return True


ALL = sys.implementation.name == "cpython" or _is_full()


def of(all_, some):
    """Return `all_` or `some`, whichever this interpreter is to do."""
    return all_ if ALL else some


def desk(test):
    """Run a test on CPython only: it takes much virtual time over code that shorter tests run on
    both."""
    return test if ALL else None


def deep(test):
    """Leave a test to `make deep`, and to CPython."""
    if ALL:
        test.is_deep = True  # conftest.py marks it
        return test
    return None
