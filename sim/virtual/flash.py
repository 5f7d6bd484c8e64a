"""The flash under a journal: writes that fail, and a copy of what is on it."""

import os

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable
    from typing import IO, Any

_COPY = "copy"


class Flash:
    """Wraps the files of the journal: the next `failing` writes fail."""

    def __init__(self) -> None:
        self.failing = 0
        self.failed = 0

    def open(self, name: str, mode: str = "r") -> "IO[Any] | _File":
        if mode != "r":
            self.write()
        file = open(name, mode)
        return file if mode == "r" else _File(file, self)

    def write(self) -> None:
        """Count a write; raises OSError if it is to fail."""
        if self.failing:
            self.failing -= 1
            self.failed += 1
            raise OSError(5)


class _File:
    """A file that is written through a Flash."""

    def __init__(self, file: "IO[Any]", flash: Flash):
        self._file = file
        self._flash = flash

    def write(self, data: bytes) -> int:
        self._flash.write()
        count: int = self._file.write(data)
        return count

    def __enter__(self) -> "_File":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def __getattr__(self, name: str) -> "Callable[..., Any]":
        found: "Callable[..., Any]" = getattr(self._file, name)
        return found


def copied(folder: str) -> str:
    """Copy the files of a folder into a folder within it; return the path of that."""
    target = folder + "/" + _COPY
    try:
        os.mkdir(target)
    except OSError:
        for name in os.listdir(target):
            os.remove(target + "/" + name)
    for name in os.listdir(folder):
        if name != _COPY:
            with open(folder + "/" + name, "rb") as file:
                data = file.read()
            with open(target + "/" + name, "wb") as file:
                file.write(data)
    return target
