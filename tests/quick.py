"""The quick form of a test that has many cases: `make test` runs some, `make deep` the others."""

import pytest


def first(count, cases):
    """Return the cases for `parametrize`, with all but the first `count` marked as deep. A case
    is a value, or a tuple of the values of several arguments."""
    return [
        case if number < count else
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.deep)
        for number, case in enumerate(cases)
    ]
