"""The order of the tests, and how a run that is over ends."""

import faulthandler

# The longest come first: one begun at the end would run alone, with the other cores idle.
_LONG = (
    "tests/test_micropython.py",
    "tests/host/test_window_games.py", "tests/host/test_window_browser.py",
    "tests/host/test_full_heap.py", "tests/host/test_build.py",
)  # fmt: skip
_PATIENCE_S = 60


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: not item.nodeid.startswith(_LONG))


def pytest_unconfigure(config):
    """Have what still holds the run after a minute printed; that is a failure then. A worker that
    is done may wait for others much longer, and is ended by the run."""
    if not hasattr(config, "workerinput"):
        faulthandler.dump_traceback_later(_PATIENCE_S, exit=True)
