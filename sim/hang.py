"""The watchdog of a table on a desk: it interrupts rules that loop for ever."""

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType


class HungError(Exception):
    """The rules of a game did not return in time."""


@contextlib.contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise HungError in the body of a `with` that runs for longer than that. Only the main thread
    can be interrupted, and no thread on Windows."""
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
