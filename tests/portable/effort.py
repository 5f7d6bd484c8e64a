"""How far a test goes. CPython goes all the way; MicroPython, five to ten times slower as
WebAssembly, only as far as it takes to see what could differ there."""

import sys

ALL = sys.implementation.name == "cpython"


def of(all_, some):
    """Return what a test is to do on this interpreter."""
    return all_ if ALL else some


def desk(test):
    """Leave a test to CPython: much virtual time, over code that shorter tests run on both."""
    return test if ALL else None
