"""Where the project lies, and where a desktop finds the firmware's packages.

On a board, the firmware imports its packages from the root of the flash. On a desktop the folder
`firmware` takes that place, and `sim/shim` replaces the modules built into MicroPython.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [p for p in (str(ROOT / "firmware"), str(ROOT / "sim" / "shim")) if p not in
                sys.path]  # fmt: skip
