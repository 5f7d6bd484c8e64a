"""Tests with the real tools: they run in .venv-hardware only (`make hardware`)."""

import importlib.util

collect_ignore_glob = [] if importlib.util.find_spec("skidl") else ["test_*.py"]
