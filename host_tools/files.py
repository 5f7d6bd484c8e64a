"""Reads files that the user names, up to a limit; makes folders anew."""

import contextlib
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path

from games.jsonline import plain_text
from host_tools.errors import CommandError, why
from sim.paths import read_named


def read_bytes(path: Path) -> bytes:
    """Return the bytes of a file; raises CommandError."""
    try:
        return read_named(path)
    except OSError as error:
        raise CommandError("cannot read %s: %s" % (path, why(error))) from None


def read_text(path: Path) -> str:
    """Return the text of a file, its lines ended by "\\n"; raises CommandError."""
    try:
        return plain_text(read_bytes(Path(path)))
    except UnicodeDecodeError:
        raise CommandError("%s is not UTF-8 text" % path) from None


def check_ours(folder: Path, what: str, is_ours: Callable[[], bool]) -> None:
    """Raise CommandError unless we may make a folder anew: it must be missing or empty, or hold
    our own `what`."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir()) and not is_ours()):
        raise CommandError("%s holds something else than %s; name another folder", folder, what)


def replace_folder(folder: Path, files: dict[str, bytes]) -> None:
    """Replace a folder by {path in it: bytes}; the old one stays until the new one is complete.
    Raises CommandError."""
    folder = folder.resolve()
    fresh = folder.with_name(folder.name + ".new")
    try:
        shutil.rmtree(fresh, ignore_errors=True)
        for name, data in files.items():
            path = fresh / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        if folder.exists():
            shutil.rmtree(folder)
        fresh.rename(folder)
    except OSError as error:
        shutil.rmtree(fresh, ignore_errors=True)
        raise CommandError("cannot write %s: %s" % (folder, why(error))) from None


def write_text(path: Path, text: str) -> None:
    """Write UTF-8 text to a device, or to a file as `replace_bytes` does. Raises CommandError."""
    path = Path(path)
    if path.exists() and not path.is_file():
        try:
            path.write_text(text, "utf-8", newline="\n")
        except OSError as error:
            raise CommandError("cannot write %s: %s" % (path, why(error))) from None
    else:
        replace_bytes(path, text.encode())


def replace_bytes(path: Path, data: bytes) -> None:
    """Replace a file; the old one stays until the new one is complete. Raises CommandError, also
    for a device, which must not be replaced."""
    fresh = Path("%s.new" % path)
    try:
        if path.exists() and not path.is_file():
            raise CommandError("%s is a folder or a device; name a file" % path)
        fresh.write_bytes(data)
        fresh.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            fresh.unlink()
        raise CommandError("cannot write %s: %s" % (path, why(error))) from None


def write_record(path: Path, lines: Iterable[str]) -> None:
    """Write the lines of a record; never overwrites another record. Raises CommandError."""
    text = "".join(line + "\n" for line in lines)
    if path.exists() and read_text(path) != text:
        raise CommandError("%s is another record already; choose another --out" % path)
    write_text(path, text)
