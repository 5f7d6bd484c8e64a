"""Runs portable code on real MicroPython (WebAssembly, 32-bit words) under Node.

    python -m tests.micropython tests/portable/test_mars.py ...   runs test files and prints a line
    each
"""

import os
import subprocess
import sys
from pathlib import Path

from tests.npm import NODE

ROOT = Path(__file__).resolve().parent.parent
HEAP = 4 * 1024 * 1024  # bytes; memory is measured in the bench, not bounded here


class Failed(Exception):
    """MicroPython stopped with an error; the text is what it printed."""


def run(module, *args, heap=HEAP, firmware=None, inputs=None, outputs=None, timeout=1200,
        bounded=False, root=ROOT):
    """Import `module` there, call its `main(args)`, return what it printed; raises Failed.

    `root` is the tree whose files are there. Files in the folder `inputs` lie in /in there; what
    is left in /out comes to `outputs`. A heap that is `bounded` has no more than its size; others
    grow.
    """
    environment = dict(os.environ)
    if bounded:
        environment["LEYBOARD_BOUNDED"] = "1"
    folders = (("LEYBOARD_FIRMWARE", firmware), ("LEYBOARD_IN", inputs), ("LEYBOARD_OUT", outputs))
    for name, folder in folders:
        if folder is not None:
            environment[name] = str(folder)
    done = subprocess.run(
        [NODE, ROOT / "tests" / "micropython.mjs", str(heap), root, module, *map(str, args)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=timeout,
    )
    if done.returncode:
        raise Failed(done.stdout + done.stderr)
    return done.stdout


def main(paths):
    for path in paths:
        print(run("tests.portable.run", Path(path).stem), end="")


if __name__ == "__main__":
    main(sys.argv[1:])
