"""A run that is over ends: what still holds it after a minute is printed, and is a failure."""

import faulthandler

_PATIENCE_S = 60


def pytest_unconfigure(config):
    faulthandler.dump_traceback_later(_PATIENCE_S, exit=True)
