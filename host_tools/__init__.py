"""The `leyboard` command.

The firmware imports its packages from the root of the board's flash; on the desk the folder
`firmware` takes that place, and `sim/shim` what is built into MicroPython.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [p for p in (str(ROOT / "firmware"), str(ROOT / "sim" / "shim")) if p not in
sys.path]
