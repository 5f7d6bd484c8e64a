"""Makes the keys of texts objects of their module.

MicroPython takes each string of up to ten bytes for a name, and keeps it for good; a constant
tuple has strings as objects, which go with their module. So a module gets short keys of several
words, which are the name of nothing, from one tuple. Each takes 32 bytes while the module is
loaded, and no place in the table of names, which doubles when it is full.
"""

import ast
import io
import re
import tokenize

TUPLE = "_S"  # no source has a name of this form: those of shortnames.py are numbers
_KEY = re.compile(r"\w+( \w*)+")
_LONGEST = 10  # bytes
_FEWEST = 3  # in a module: fewer are not worth a tuple


def with_tuple(text: str) -> str:
    """Return the source of a module with its short keys in one tuple, which stands in place of its
    docstring; each token stays on its line."""
    tree = ast.parse(text)
    found = _short_keys(tree, text.splitlines())
    values = sorted({str(node.value) for node in found})
    if len(values) < _FEWEST or ast.get_docstring(tree) is None:
        return text
    lines = [line.encode() for line in text.splitlines()]
    for node in sorted(found, key=lambda node: (node.lineno, -node.col_offset)):
        line = lines[node.lineno - 1]
        use = "%s[%d]" % (TUPLE, values.index(str(node.value)))
        lines[node.lineno - 1] = (
            line[: node.col_offset] + use.encode() + line[node.end_col_offset :])
    told = tree.body[0]
    lines[told.lineno - 1 : told.end_lineno] = [
        ("%s = %r" % (TUPLE, tuple(values))).encode(),
        *[b""] * ((told.end_lineno or told.lineno) - told.lineno)]
    return b"\n".join(lines).decode() + "\n"


def _short_keys(tree: ast.Module, lines: list[str]) -> "list[ast.Constant]":
    """Return the strings of a module that become names by their length alone."""
    return [
        node for node in _evaluated(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        and len(node.value.encode()) <= _LONGEST and _KEY.fullmatch(node.value)
        and node.lineno == node.end_lineno and _is_one_token(node, lines)
    ]


def _evaluated(node: ast.AST) -> "list[ast.AST]":
    """Return the nodes below one whose strings MicroPython loads one by one: not those of constant
    tuples, of f-strings, of annotations, and of what only mypy reads."""
    if isinstance(node, ast.JoinedStr):
        return []
    if isinstance(node, ast.Tuple) and all(isinstance(one, ast.Constant) for one in node.elts):
        return []
    if isinstance(node, ast.If) and isinstance(node.test, ast.Constant) and not node.test.value:
        return []
    found = [node]
    for field, value in ast.iter_fields(node):
        if field not in ("annotation", "returns"):
            for one in value if isinstance(value, list) else [value]:
                if isinstance(one, ast.AST):
                    found += _evaluated(one)
    return found


def _is_one_token(node: ast.Constant, lines: list[str]) -> bool:
    """Is a string written as one literal, not as several that Python joins?"""
    part = lines[node.lineno - 1].encode()[node.col_offset : node.end_col_offset].decode()
    tokens = tokenize.generate_tokens(io.StringIO(part).readline)
    return [token.type for token in tokens].count(tokenize.STRING) == 1
