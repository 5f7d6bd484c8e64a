"""Tests that run on CPython (by pytest) and on MicroPython (by `run`): plain functions, plain
asserts."""
