"""Where the project lies, and where a desktop finds the firmware's packages.

On a board, the firmware imports its packages from the root of the flash. On a desktop the folder
`firmware` takes that place, and `sim/shim` replaces the modules built into MicroPython.
"""

import errno
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [p for p in (str(ROOT / "firmware"), str(ROOT / "sim" / "shim")) if p not in
                sys.path]

MOST = 32 * 1024 * 1024  # bytes of a file that the user names; the longest record has 1 MB


def read_named(path: Path) -> bytes:
    """Return the bytes of a file that the user names; raises OSError, also for what has no end."""
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
