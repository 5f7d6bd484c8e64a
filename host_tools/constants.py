"""Replaces, in sources, the constants and tables that a module would compute on the board by their
values.

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

if False:  # only mypy reads this: the names of types
    from games.types import Json

KEPT = ("games.base",)  # a maker's own game may import its constants


def module_of(path: str) -> str:
    """Return the name of the module whose source has that path."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


@functools.cache
def written_out(name: str, text: str) -> str:
    """Return the source of a module with its constants and tables replaced by their values. Each
    statement stays on its line, which tracebacks name."""
    tree = ast.parse(text)
    found = {**_late(tree), **vars(importlib.import_module(name))}
    writer = _Writer(found)
    every = list(tree.body)
    tree = writer.visit(tree)
    if name not in KEPT:
        tree.body = [part for part in tree.body if not _has_only_numbers(part, found)]
    for part in tree.body:
        if _is_table(part, found):
            value = repr(_values(part.targets[0], found))
            writer.edits.append((part.value, value))
            part.value = ast.parse(value, mode="eval").body
    while (rest := _used(tree)) != tree.body:
        tree.body = rest
    writer.edits += [(part, "pass") for part in every if part not in tree.body]
    return _edited(text, writer.edits)


def numbers_of(name: str) -> dict[str, int]:
    """Return the constants of a module that other modules may import, {name: value}."""
    found = vars(importlib.import_module(name))
    return {one: value for one, value in found.items()
            if _is_number(one, found) and not one.startswith("_")}


def _late(tree: ast.Module) -> dict[str, Any]:
    """Return the numbers that the functions of a module import."""
    return {alias.asname or alias.name: value
            for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)
            for alias in node.names if alias.name.isupper()
            and (value := getattr(importlib.import_module(node.module or ""), alias.name, None))
            is not None}


def _edited(text: str, edits: list[tuple[Any, str]]) -> str:
    """Return a source with nodes replaced, each with its lines; ignores a node inside another one
    that is replaced."""
    data = text.encode()  # columns of nodes are bytes
    begins = [0]
    for line in data.splitlines(keepends=True):
        begins.append(begins[-1] + len(line))
    spans = [(begins[node.lineno - 1] + node.col_offset,
              begins[node.end_lineno - 1] + node.end_col_offset, new)
             for node, new in edits]
    done = []
    at = 0
    for start, end, new in sorted(spans, key=lambda span: (span[0], -span[1])):
        if start >= at:
            done += [data[at:start], new.encode(), b"\n" * data[start:end].count(b"\n")]
            at = end
    return b"".join([*done, data[at:]]).decode()


def _is_number(name: str, found: "Json") -> bool:
    return name.isupper() and type(found.get(name)) is int


def _has_only_numbers(statement: ast.stmt, found: "Json") -> bool:
    """Does a statement only assign numbers to names?"""
    if not isinstance(statement, ast.Assign):
        return False
    names = [node for target in statement.targets for node in ast.walk(target)
             if not isinstance(node, (ast.Tuple, ast.expr_context))]
    return all(isinstance(node, ast.Name) and _is_number(node.id, found) for node in names)


def _is_table(statement: ast.stmt, found: "Json") -> bool:
    """Does a statement compute one or more tables of bytes, numbers and words?"""
    if not isinstance(statement, ast.Assign) or not isinstance(
        statement.targets[0], (ast.Name, ast.Tuple)
    ):
        return False
    works = any(isinstance(node, (ast.Call, ast.comprehension))
                for node in ast.walk(statement.value))
    return works and _is_plain(_values(statement.targets[0], found))


def _values(target: Any, found: "Json") -> Any:
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
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    return [part for part in tree.body if _private(part) in read | {""}]


def _private(statement: ast.stmt) -> str:
    """Return the name of a private function or range; "" for anything else."""
    name = ""
    if isinstance(statement, ast.FunctionDef) and not statement.decorator_list:
        name = statement.name
    elif (
        isinstance(statement, ast.Assign)
        and isinstance(statement.targets[0], ast.Name)
        and (ast.unparse(statement.value).startswith("range("))
    ):
        name = statement.targets[0].id
    return name if name.startswith("_") else ""


class _Writer(ast.NodeTransformer):
    """Replaces names in a module whose top level is `found`; `edits` lists what was replaced:
    (node, its new text)."""

    def __init__(self, found: "Json"):
        self._found = found
        self.edits: list[tuple[Any, str]] = []

    def _number(self, node: ast.expr, value: int) -> ast.AST:
        self.edits.append((node, str(value) if value >= 0 else "(%d)" % value))
        return ast.Constant(value)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if isinstance(node.ctx, ast.Load) and _is_number(node.id, self._found):
            return self._number(node, self._found[node.id])
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        name = node.value.id if isinstance(node.value, ast.Name) else ""
        owner = self._found.get(name)
        if owner is not None and _is_number(name, self._found):
            self.edits.append((node.value, "(%d)" % owner))  # 8.bit_length would be no Python
            node.value = ast.Constant(owner)
            return node
        if isinstance(owner, ModuleType) and _is_number(node.attr, vars(owner)):
            return self._number(node, vars(owner)[node.attr])
        return self.generic_visit(node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | None:
        names = [alias for alias in node.names
                 if not _is_number(alias.asname or alias.name, self._found)]
        if len(names) < len(node.names):
            node.names = names
            self.edits.append((node, ast.unparse(node) if names else "pass"))
        return node if names else None
