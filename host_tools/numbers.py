"""Writes the numbers of a module out, its own and those it imports.

mpy-cross does so within a file (`const`). A number that another module imports by name takes an
entry of a dict in both and keeps its name as text: 12 KB of a board's memory in all.
"""

import ast
import importlib
from types import ModuleType

KEPT = ("games.base",)  # a game of your own may import its numbers


def written_out(name: str, text: str) -> str:
    """Return the source of a module with a number for each name in capitals that is one."""
    found = vars(importlib.import_module(name))
    tree = _Writer(found).visit(ast.parse(text))
    if name not in KEPT:
        tree.body = [part for part in tree.body if not _only_numbers(part, found)]
    return ast.unparse(tree) + "\n"


def _is_number(name, found):
    return name.isupper() and type(found.get(name)) is int


def _only_numbers(statement, found):
    """Does a statement do nothing but give numbers their names?"""
    if not isinstance(statement, ast.Assign):
        return False
    names = [node for target in statement.targets for node in ast.walk(target)
             if not isinstance(node, (ast.Tuple, ast.expr_context))]  # fmt: skip
    return all(isinstance(node, ast.Name) and _is_number(node.id, found) for node in names)


class _Writer(ast.NodeTransformer):
    """Changes what is written in a module that has `found` on its top level."""

    def __init__(self, found):
        self._found = found

    def visit_Name(self, node):
        if isinstance(node.ctx, ast.Load) and _is_number(node.id, self._found):
            return ast.Constant(self._found[node.id])
        return node

    def visit_Attribute(self, node):
        owner = self._found.get(node.value.id) if isinstance(node.value, ast.Name) else None
        if isinstance(owner, ModuleType) and _is_number(node.attr, vars(owner)):
            return ast.Constant(vars(owner)[node.attr])
        return self.generic_visit(node)

    def visit_ImportFrom(self, node):
        node.names = [alias for alias in node.names
                      if not _is_number(alias.asname or alias.name, self._found)]  # fmt: skip
        return node if node.names else None
