"""How far a test goes. CPython goes all the way; MicroPython, five to ten times slower as
WebAssembly, only as far as it takes to see what could differ there. With LEYBOARD_DEEP set
(`make deep`) both go all the way, and some tests go further on CPython too."""

import os
import sys


def _exists(name):
    try:
        os.stat(name)
    except OSError:
        return False
    return True


_CPYTHON = sys.implementation.name == "cpython"
# MicroPython has no environment: tests/micropython.mjs makes this file.
DEEP = bool(os.environ.get("LEYBOARD_DEEP")) if _CPYTHON else _exists("/deep")
ALL = _CPYTHON or DEEP


def of(all_, some):
    """Return what a test is to do on this interpreter."""
    return all_ if ALL else some


def deep(all_, most, some):
    """Return what a test is to do: all if the run is deep, else `most` on CPython."""
    return all_ if DEEP else of(most, some)


def desk(test):
    """Leave a test to CPython: much virtual time, over code that shorter tests run on both."""
    return test if ALL else None
