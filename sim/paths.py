"""The folder of the project, and the folders in which a desktop finds the firmware's packages.

On a board, the firmware imports its packages from the root of the flash. On a desktop the folder
`firmware` takes that place, and `sim/shim` replaces the modules built into MicroPython. Rules and
search run compiled if `leyboard_fast` is installed and was made from the same sources;
LEYBOARD_PLAIN=1 prevents that.
"""

import errno
import hashlib
import importlib
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [p for p in (str(ROOT / "firmware"), str(ROOT / "sim" / "shim")) if p not in
                sys.path]

MOST = 32 * 1024 * 1024  # bytes of a file that the user names; the longest record has 1 MB


def read_named(path: Path) -> bytes:
    """Return the bytes of a file that the user names; raises OSError, even for a file without an
    end."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "that is a folder or a device; name a file")
    with path.open("rb") as file:
        data = file.read(MOST + 1)
    if len(data) > MOST:
        raise OSError(errno.EFBIG, "it is longer than %d MB" % (MOST >> 20))
    return data


def files_in(folder: Path) -> dict[str, bytes]:
    """Return {path on the board: bytes} of the files in a folder."""
    paths = [path for path in sorted(Path(folder).rglob("*")) if path.is_file()]
    return {"/" + path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


# ---- the compiled rules -------------------------------------------------------------------------


_SEARCH = ("levels.py", "lookahead.py", "rollouts.py", "running.py", "search.py", "values.py")
# Not compiled: a replay sets a field only when its header comes, which mypyc does not allow; other
# authors' packages use Python's own import.
_PLAIN = ("replay.py", "packages.py")


def compiled_sources() -> dict[Path, Path]:
    """Return {path by which Python imports a module: file} of the compiled modules."""
    firmware = ROOT / "firmware"
    files = [file for file in sorted((firmware / "games").rglob("*.py")) if
             file.name not in _PLAIN]
    found = {file.relative_to(firmware): file for file in files}
    found.update({Path("sim", name): ROOT / "sim" / name for name in _SEARCH})
    return found


def sources_digest() -> str:
    """Return a checksum of the sources of the compiled modules."""
    digest = hashlib.sha256()
    for path, file in compiled_sources().items():
        digest.update(path.as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def use_compiled() -> bool:
    """Import rules and search from `leyboard_fast` from now on; return whether that works."""
    if os.environ.get("LEYBOARD_PLAIN"):
        return False
    try:
        fast = importlib.import_module("leyboard_fast")
        importlib.import_module("leyboard_fast__mypyc")
    except ImportError:
        return False
    if sources_digest() != fast.SOURCES:
        return False
    for name in ("games", "sim"):
        importlib.import_module(name).__path__.insert(0, fast.__path__[0] + "/" + name)
    return True


IS_COMPILED = use_compiled()
