"""The tests. They take Python's modules, which can be replaced, not compiled ones."""

import os

os.environ.setdefault("LEYBOARD_PLAIN", "1")
