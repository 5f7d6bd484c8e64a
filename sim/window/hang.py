"""The watchdog of a table at a desk: rules that loop for ever are interrupted."""

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType


class HungError(Exception):
    """The rules of a game have not come back."""


@contextlib.contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise HungError in what runs within a `with` for longer than that; only the main thread can
    be interrupted, and on Windows none."""
    if not hasattr(signal, "setitimer") or threading.current_thread() != threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, _raise)
    signal.setitimer(signal.ITIMER_REAL, seconds, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _raise(number: int, frame: FrameType | None) -> None:
    raise HungError("it did not come back")
