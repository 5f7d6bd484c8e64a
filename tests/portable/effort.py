"""How far a test goes. CPython goes all the way; MicroPython, five to ten times slower as
WebAssembly, only as far as it takes to see what could differ there. With LEYBOARD_DEEP set
(`make deep`) both go all the way."""

import os
import sys


def _is_deep():
    """Does MicroPython go all the way? It has no environment: tests/micropython.mjs makes a
    file."""
    try:
        os.stat("/deep")
    except OSError:
        return False
    return True


ALL = sys.implementation.name == "cpython" or _is_deep()


def of(all_, some):
    """Return what a test is to do on this interpreter."""
    return all_ if ALL else some


def desk(test):
    """Leave a test to CPython: much virtual time, over code that shorter tests run on both."""
    return test if ALL else None
