"""The quick form of a test that has many cases: `make test` runs some, `make deep` the others."""

import pytest


def first(count, cases):
    """Return the cases for `parametrize`, with all but the first `count` marked as deep. A case
    is a value, a tuple of the values of several arguments, or a pytest.param."""
    return [*cases[:count], *(_deep(case) for case in cases[count:])]


def _deep(case):
    values, marks = case if isinstance(case, tuple) else (case,), ()
    if hasattr(case, "marks"):  # of a pytest.param
        values, marks = case.values, case.marks
    return pytest.param(*values, marks=[*marks, pytest.mark.deep])
