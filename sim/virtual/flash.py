"""The flash under the games of a table: lets writes fail, and copies its files."""

import os

from table import files, journal, journal_recovery, past_results, shelf

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable
    from typing import IO, Any

_COPY = "copy"
_WRITERS = (files, journal, journal_recovery, past_results, shelf)


class Flash:
    """Wraps the files of games: the next `failing` writes and renames fail."""

    def __init__(self) -> None:
        self.failing = 0
        self.failed = 0
        self._replace = files.replace

    def attach(self) -> None:
        """Put this flash between the table and its files."""
        for module in _WRITERS:
            module.open = self.open  # type: ignore[attr-defined]  # hides the built-in
            module.replace = self.replace  # type: ignore[attr-defined]

    def detach(self) -> None:
        """Give the table its real files back."""
        for module in _WRITERS:
            del module.open  # uncovers the built-in
            module.replace = self._replace  # type: ignore[attr-defined]

    def replace(self, name: str, target: str) -> None:
        self.write()
        self._replace(name, target)

    def open(self, name: str, mode: str = "r") -> "IO[Any] | _File":
        if "r" in mode:
            return open(name, mode)
        self.write()
        return _File(open(name, mode), self)

    def write(self) -> None:
        """Count a write; raises OSError if this write should fail."""
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
