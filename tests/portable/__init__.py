"""Tests that run on CPython (under pytest) and on MicroPython (under `run`): plain functions and
plain asserts."""
