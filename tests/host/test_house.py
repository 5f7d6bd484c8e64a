"""What CONTRIBUTING.md says of tests, as far as a program can see it."""

import ast
import json
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TESTS = sorted(ROOT.glob("tests/*/test_*.py"))
_CLOCKS = {"sleep", "perf_counter", "perf_counter_ns", "monotonic", "process_time"}


def called(source):
    """Return the names of the functions of `time` that a source calls."""
    return {
        node.func.attr
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "time"
    }


def test_no_test_sleeps_or_measures_time():
    for path in TESTS:
        source = path.read_text(encoding="utf-8")
        assert not called(source) & _CLOCKS, path
        assert "ITIMER" not in source or path == Path(__file__), path


def test_a_sleep_is_found():
    assert called("import time\ntime.sleep(1)\n") == {"sleep"}


def test_all_code_has_types():
    mypy = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
    assert mypy["strict"] and mypy["files"] == ["firmware", "hardware", "host_tools", "sim"]
    assert len(mypy["exclude"]) == 2
    scripts = json.loads((ROOT / "tsconfig.json").read_text(encoding="utf-8"))
    options = scripts["compilerOptions"]
    assert options["checkJs"] and options["strict"] and "noImplicitAny" not in options
    assert scripts["include"] == ["sim/window/page", "sim/tab", "sim/seats/page"]
    for folder in scripts["include"]:
        for path in (ROOT / folder).rglob("*.js"):
            assert "@ts-nocheck" not in path.read_text(encoding="utf-8"), path
