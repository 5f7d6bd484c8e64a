"""The lines that `tests/mutants.py` breaks are still there."""

import pytest

from tests.mutants import MUTANTS, ROOT


@pytest.mark.parametrize("mutant", MUTANTS, ids=[mutant[0] for mutant in MUTANTS])
def test_the_line_to_break_is_there_once(mutant):
    _, file, old, new, *tests = mutant
    assert (ROOT / file).read_text().count(old) == 1 and old != new
    for test in tests:
        assert (ROOT / "tests/portable" / ("test_%s.py" % test.partition(":")[0])).exists()
