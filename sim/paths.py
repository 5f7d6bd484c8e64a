"""Where the project lies, and where a desktop finds the firmware's packages.

On a board, the firmware imports its packages from the root of the flash. On a desktop the folder
`firmware` takes that place, and `sim/shim` replaces the modules built into MicroPython.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [p for p in (str(ROOT / "firmware"), str(ROOT / "sim" / "shim")) if p not in
                sys.path]  # fmt: skip


def files_in(folder: Path) -> dict[str, bytes]:
    """Return {path on the board: bytes} of the files in a folder."""
    paths = [path for path in sorted(Path(folder).rglob("*")) if path.is_file()]
    return {"/" + path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
