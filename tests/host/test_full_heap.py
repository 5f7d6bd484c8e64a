"""Memory ends in the middle of each deed of hands, hosts and chance, on real MicroPython.

The default leaves a few amounts of memory; `python -m tests.attacks heap` looks at each half KB up
to 20.
"""

from tests import micropython

HEAP = 2500000  # bytes: garbage of a step is collected after it
LEFT = (1024, 5120)


def test_memory_may_end_in_any_deed():
    assert fill(LEFT) == "30 deeds\n"


def fill(left):
    """Do all deeds with each amount of memory left; return what was wrong, and how many deeds
    there are."""
    return micropython.run("tests.portable.full_heap", *left, heap=HEAP, bounded=True,
                           timeout=7200)  # fmt: skip
