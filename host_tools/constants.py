"""Replaces constants and tables that a module would compute on the board by their values.

mpy-cross inlines constants only within a file (`const`). A constant that another module imports
takes a dict entry in both modules and keeps its name as text: 12 KB of a board's memory in total.
Computing the tables of games/hexmap.py needs 14 KB, and code that is useless afterwards. With
those of the readers' driver and of the tiles it took 0.3 s of the start.
"""

import ast
import functools
import importlib
from types import ModuleType
from typing import Any

KEPT = ("games.base",)  # a maker's own game may import its constants


@functools.cache
def written_out(name: str, text: str) -> str:
    """Return the source of a module with its constants and tables replaced by their values."""
    found = vars(importlib.import_module(name))
    tree = _Writer(found).visit(ast.parse(text))
    if name not in KEPT:
        tree.body = [part for part in tree.body if not _only_numbers(part, found)]
    for part in tree.body:
        if _is_table(part, found):
            part.value = ast.parse(repr(_values(part.targets[0], found)), mode="eval").body
    while (rest := _used(tree)) != tree.body:
        tree.body = rest
    return ast.unparse(tree) + "\n"


def _is_number(name: str, found: dict) -> bool:
    return name.isupper() and type(found.get(name)) is int


def _only_numbers(statement: ast.stmt, found: dict) -> bool:
    """Return whether a statement only assigns numbers to names."""
    if not isinstance(statement, ast.Assign):
        return False
    names = [node for target in statement.targets for node in ast.walk(target)
             if not isinstance(node, (ast.Tuple, ast.expr_context))]  # fmt: skip
    return all(isinstance(node, ast.Name) and _is_number(node.id, found) for node in names)


def _is_table(statement: ast.stmt, found: dict) -> bool:
    """Return whether a statement computes one or more tables of bytes, numbers and words."""
    if not isinstance(statement, ast.Assign) or not isinstance(
        statement.targets[0], (ast.Name, ast.Tuple)
    ):
        return False
    works = any(isinstance(node, (ast.Call, ast.comprehension))
                for node in ast.walk(statement.value))  # fmt: skip
    return works and _is_plain(_values(statement.targets[0], found))


def _values(target: Any, found: dict) -> Any:
    """Return the values of names."""
    if isinstance(target, ast.Name):
        return found.get(target.id)
    return tuple([_values(one, found) for one in target.elts])


def _is_plain(value: object) -> bool:
    if isinstance(value, tuple):
        return all(_is_plain(one) for one in value)
    return isinstance(value, (bytes, str, int))


def _used(tree: ast.Module) -> list[ast.stmt]:
    """Return the body without private functions and ranges that only a table needed."""
    read = {node.id for node in ast.walk(tree)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}  # fmt: skip
    return [part for part in tree.body if _private(part) in read | {""}]


def _private(statement: ast.stmt) -> str:
    """Return the name of a private function or range; "" for anything else."""
    name = ""
    if isinstance(statement, ast.FunctionDef):
        name = statement.name
    elif isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name) and (
        ast.unparse(statement.value).startswith("range(")
    ):
        name = statement.targets[0].id
    return name if name.startswith("_") else ""


class _Writer(ast.NodeTransformer):
    """Replaces names in a module whose top level is `found`."""

    def __init__(self, found: dict):
        self._found = found

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if isinstance(node.ctx, ast.Load) and _is_number(node.id, self._found):
            return ast.Constant(self._found[node.id])
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        owner = self._found.get(node.value.id) if isinstance(node.value, ast.Name) else None
        if isinstance(owner, ModuleType) and _is_number(node.attr, vars(owner)):
            return ast.Constant(vars(owner)[node.attr])
        return self.generic_visit(node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | None:
        node.names = [alias for alias in node.names
                      if not _is_number(alias.asname or alias.name, self._found)]  # fmt: skip
        return node if node.names else None
