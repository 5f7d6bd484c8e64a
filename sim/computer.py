"""Time and random bytes of the computer under a table: CPython, or MicroPython in a browser."""

import os
import time
from hashlib import sha256

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable
    from typing import Any, TextIO


_seed = b""


def _ticks() -> float:
    """Return the seconds since some start; do not compare two that are a day or more apart."""
    return float(getattr(time, "ticks_ms")()) / 1000  # noqa: B009  unknown to CPython


def shut_in(seed: bytes) -> None:
    """Draw random bytes from a seed from now on, in an interpreter that reaches no browser."""
    global _seed
    _seed = seed


def _from_browser(count: int) -> bytes:
    global _seed
    if _seed:
        drawn = b""
        while len(drawn) < count:
            drawn += sha256(b"drawn" + _seed).digest()
            _seed = sha256(b"next" + _seed).digest()
        return drawn[:count]
    js: Any = __import__("js")
    drawn = js.crypto.getRandomValues(js.Uint8Array.new(count))
    return bytes([drawn[i] for i in range(count)])


# Seconds since some start.
monotonic: "Callable[[], float]" = getattr(time, "monotonic", _ticks)
# Return so many bytes that nobody can predict.
random_bytes: "Callable[[int], bytes]" = getattr(os, "urandom", _from_browser)


def folder_of(file: str) -> str:
    """Return the folder of a module's `__file__`, with its slash."""
    return file.replace("\\", "/").rsplit("/", 1)[0] + "/"


def keep_private(path: str, text: str) -> None:
    """Keep a text in a file that only this user may read, wholly or not at all; raises OSError."""
    fresh = path + ".new"
    with _private(fresh) as file:
        file.write(text)
    getattr(os, "replace", os.rename)(fresh, path)


def _private(path: str) -> "TextIO":
    """Open a new file; if the system's files have owners, only this user may read it."""
    if not hasattr(os, "open"):
        return open(path, "w")
    return open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w")
