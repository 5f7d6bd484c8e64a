"""The rules of CONTRIBUTING.md, as far as a program can see them."""

import ast
import json
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TESTS = sorted(
    path
    for folder in ("host", "people", "portable")
    for path in (ROOT / "tests" / folder).glob("*.py")
) + [ROOT / "tests/window.py", ROOT / "tests/tab.py"]
BEGINNING = r"(?:^|[.;:]\s+)([A-Z]\w*)(?![^.]*\?)"  # of a sentence that is no question
_CLOCKS = {
    "perf_counter", "perf_counter_ns", "monotonic", "process_time", "sleep", "wait_for_timeout",
}
# The pauses of a hand, and a driver that cannot say when it has started.
_MAY_WAIT = {"hand_pause", "webkit"}


def waits(source):
    """Return the functions that wait by the clock or read it, as (function around it, its name).
    `asyncio.sleep(0)` lets others run, and waits for nothing."""
    found = []

    def look(node, around):
        for part in ast.iter_child_nodes(node):
            is_function = isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef))
            name = part.name if is_function else around
            if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute):
                is_zero = [getattr(one, "value", None) for one in part.args] == [0]
                if part.func.attr in _CLOCKS and not is_zero:
                    found.append((around, part.func.attr))
            look(part, name)

    look(ast.parse(source), "")
    return found


def test_no_test_sleeps_or_measures_time():
    for path in TESTS:
        source = path.read_text(encoding="utf-8")
        assert [one for one in waits(source) if one[0] not in _MAY_WAIT] == [], path
        assert "ITIMER" not in source or path == Path(__file__), path


def test_a_wait_is_found():
    source = "async def f():\n time.sleep(1)\n await asyncio.sleep(0)\n page.wait_for_timeout(1)"
    assert waits(source) == [("f", "sleep"), ("f", "wait_for_timeout")]


def beginnings(source):
    """Return the first word of each sentence of the docstrings that is no question."""
    nodes = [node for node in ast.walk(ast.parse(source))
             if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))]
    texts = [ast.get_docstring(node) or "" for node in nodes]
    return [first for text in texts for first in re.findall(BEGINNING, text)]


def test_no_sentence_of_a_docstring_begins_with_what_or_who():
    for folder in ("firmware", "hardware", "host_tools", "sim", "tests", "examples"):
        for path in (ROOT / folder).glob("**/*.py"):
            source = path.read_text(encoding="utf-8")
            if re.search("What|Who", source):  # few have one; to parse all takes 4 s
                assert not set(beginnings(source)) & {"What", "Who", "Whoever", "Whose"}, path


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
            source = path.read_text(encoding="utf-8")
            assert "@ts-nocheck" not in source and anys(source) == [], path


def anys(source):
    """Return the types in a script's comments that say nothing; in *.d.ts, biome finds them."""
    comments = re.findall(r"/\*\*.*?\*/", source, re.S)
    return [one for text in comments for one in re.findall(r"\{[^@]*\bany\b[^@]*\}", text)]


def test_a_type_that_says_nothing_is_found():
    assert anys("/** @param {Map<string, any>} all of any kind */") == ["{Map<string, any>}"]
    assert anys("/** @param {Spot} spot any place */ // {any}") == []
