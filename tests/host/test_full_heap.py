"""Memory ends in the middle of each deed of hands, hosts and chance, on real MicroPython.

The default leaves a few amounts of memory; LEYBOARD_DEEP=1 looks at each half KB up to 20.
"""

import os

from tests import micropython

HEAP = 2500000  # bytes: garbage of a step is collected after it
LEFT = range(512, 20481, 512) if os.environ.get("LEYBOARD_DEEP") else (1024, 5120)


def test_memory_may_end_in_any_deed():
    said = micropython.run("tests.portable.full_heap", *LEFT, heap=HEAP, bounded=True,
                           timeout=7200)  # fmt: skip
    assert said == "23 deeds\n"
