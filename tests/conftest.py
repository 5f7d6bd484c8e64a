"""The order of the tests, their shards, and how a run that is over ends."""

import faulthandler
import gc
import os
import shutil
import tempfile

import pytest

from tests.programs import skip_without

# The longest come first: one begun at the end would run alone, with the other cores idle.
_LONG = (
    "tests/test_micropython.py",
    "tests/host/test_window_games.py", "tests/host/test_window_browser.py",
    "tests/host/test_window_words.py", "tests/host/test_window_records.py",
    "tests/host/test_window_seats.py", "tests/host/test_window_kept.py",
    "tests/host/test_tab_games.py", "tests/host/test_tab_killed.py",
    "tests/host/test_tab_browsers.py", "tests/host/test_full_heap.py", "tests/host/test_build.py",
)
_PATIENCE_S = 60
_RARELY = 100_000  # objects between two collections, in place of 700
_MEMORY = "/dev/shm"
_PLENTY = 1 << 30  # bytes; tests had 24 MB there at most


def pytest_configure():
    """Keep out the boards, keys and logs of whoever runs the tests.

    Let tests write into memory if there is plenty: a disk writes a journal out each time that it
    is replaced, for 1.2 ms, and one test alone replaces 2,800."""
    os.environ["XDG_DATA_HOME"] = os.path.join(
        tempfile.gettempdir(), "leyboard-of-nobody-%d" % os.getpid())
    if os.path.isdir(_MEMORY) and shutil.disk_usage(_MEMORY).free > _PLENTY:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", _MEMORY)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers():
    """One worker more than there are cores: tests wait a fifth of their time."""
    return (os.cpu_count() or 1) + 1


def pytest_addoption(parser):
    told = "every Nth test, from the Kth on"
    parser.addoption("--shard", default="1/1", metavar="K/N", help=told)


@pytest.hookimpl(tryfirst=True)  # before pytest looks at the marks
def pytest_collection_modifyitems(config, items):
    skip_without(items)
    for item in items:
        if item.get_closest_marker("firefox") or item.get_closest_marker("webkit"):
            item.add_marker("deep")  # they only repeat what Chromium shows
        if getattr(getattr(item, "function", None), "is_deep", False):
            item.add_marker("deep")  # tests/portable/effort.py
    first, step = map(int, config.getoption("shard").split("/"))
    items[:] = items[first - 1 :: step]
    items.sort(key=_order)


def _order(item):
    """Bring the longest first, then those that share a browser: it ends when a test needs none."""
    return not item.nodeid.startswith(_LONG), not item.get_closest_marker("chromium")


def pytest_collection_finish():
    """Keep what is loaded by now out of each gc.collect() of the firmware, which would look at all
    of it: 170 ms in place of 4. Python's own collections took 7 % of a run: let them be rare."""
    gc.freeze()
    gc.set_threshold(_RARELY, 10, 100)


def pytest_unconfigure(config):
    """Print what still holds up the run after a minute, and fail. A worker may wait much longer
    for the others; the run ends it."""
    if not hasattr(config, "workerinput"):
        faulthandler.dump_traceback_later(_PATIENCE_S, exit=True)
