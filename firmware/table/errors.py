"""The table's error log, for people who repair it: the newest lines, a few KB on the flash."""

import os
import sys

_MOST = 2048  # bytes of one file; there are two


class Errors:
    """Writes `errors.log` in a folder, and keeps the previous file as `errors.old`; `path` as in
    Journal."""

    def __init__(self, path: str = ""):
        self._file = path + "/errors.log" if path else "errors.log"

    def note(self, text: str, error: BaseException | None = None) -> None:
        """Write a line, and the traceback of `error` if the interpreter has one; never raises."""
        try:
            if _size(self._file) > _MOST:
                old = self._file[: -len(".log")] + ".old"
                getattr(os, "replace", os.rename)(self._file, old)
            with open(self._file, "a") as file:
                file.write(text[:200] + "\n")
                tell = getattr(sys, "print_exception", None)  # MicroPython's
                if tell and error:
                    tell(error, file)
        except Exception:
            pass  # perhaps it is the flash or the memory that fails


def _size(name: str) -> int:
    try:
        return os.stat(name)[6]
    except OSError:
        return 0
