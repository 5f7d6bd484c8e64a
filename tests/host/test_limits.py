"""How long a function and a file may be; ruff limits the complexity (C901 in pyproject.toml)."""

import ast

import pytest

from host_tools import ROOT

FOLDERS = ("firmware", "sim", "host_tools", "hardware")
LINES = 450  # of a file
SCREEN = 60  # lines of a function

FILES = [
    path
    for folder in FOLDERS
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix in (".py", ".js", ".mjs") and "node_modules" not in path.parts
]


def is_machine_code(function):
    """Is it translated by MicroPython's viper? Then a call in it costs more than all else."""
    return any(getattr(one, "id", "") == "viper" for one in function.decorator_list)


def long_functions(text):
    return [
        node.name
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef)
        and node.end_lineno - node.lineno >= SCREEN
        and not is_machine_code(node)
    ]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_files_and_functions_are_short(path):
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        assert long_functions(text) == []
    if not path.is_relative_to(ROOT / "hardware"):
        assert len(text.splitlines()) <= LINES


def test_a_long_function_is_found():
    body = "    pass\n" * SCREEN
    assert long_functions("def f():\n" + body) == ["f"]
    assert long_functions("@viper\ndef f():\n" + body) == []
