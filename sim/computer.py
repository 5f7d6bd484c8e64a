"""What the computer gives that runs a table: time, and chance; on CPython and on MicroPython in a
browser alike."""

import os
import time

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable
    from typing import Any


def _ticks() -> float:
    """Return milliseconds since some start, as seconds; a day and more apart they may be wrong."""
    return float(getattr(time, "ticks_ms")()) / 1000  # noqa: B009  unknown to CPython


def _from_browser(count: int) -> bytes:
    js: Any = __import__("js")
    drawn = js.crypto.getRandomValues(js.Uint8Array.new(count))
    return bytes([drawn[i] for i in range(count)])


# Seconds since some start.
monotonic: "Callable[[], float]" = getattr(time, "monotonic", _ticks)
# That many random bytes, which nobody can foresee.
random_bytes: "Callable[[int], bytes]" = getattr(os, "urandom", _from_browser)


def folder_of(file: str) -> str:
    """Return the folder of a module's `__file__`, with its slash."""
    return file.replace("\\", "/").rsplit("/", 1)[0] + "/"
