"""The lines that `tests/mutants.py` breaks are still there."""

from tests.mutants import MUTANTS, ROOT


def test_the_line_to_break_is_there_once():
    for name, file, old, new, *tests in MUTANTS:
        assert (ROOT / file).read_text().count(old) == 1 and old != new, name
        for test in tests:
            module = "test_%s.py" % test.partition(":")[0]
            assert (ROOT / "tests/portable" / module).exists(), name
