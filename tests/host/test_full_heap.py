"""Memory runs out in the middle of each deed of hands, hosts and chance, on real MicroPython.

The default tries a few amounts of free memory; `python -m tests.attacks heap` tries each half KB
up to 20.
"""

import pytest

from host_tools.build import build
from tests import micropython

HEAP = 2500000  # bytes: garbage of a step is collected after it
LEFT = (1024, 5120)


@pytest.mark.deep
def test_memory_may_run_out_in_any_deed():
    assert fill(LEFT) == "30 deeds\n"


def fill(left):
    """Do all deeds with each amount of memory left; return what went wrong and the number of
    deeds."""
    return micropython.run("tests.portable.full_heap", *left, heap=HEAP, bounded=True,
                           timeout=7200)


def test_a_game_that_is_dropped_leaves_memory(tmp_path):
    """Memory has no room for two games. The generator that renders the texts of Landover would
    keep 72 KB of it."""
    build("grid6", folder=tmp_path, viper=False)
    kept = micropython.run("tests.portable.dropped_game", "landover", 40, 1, firmware=tmp_path)
    assert int(kept) < 30000
