"""Gives the private names of the firmware short ones that its files share.

MicroPython keeps each different name of a module, its text, hash and place, in memory for good.
Most private names occur in one file only, so other files can use the same ones for their own: 730
of them become 60, which leaves 10 KB more of a board's memory, 7.7 of it in one block.

Files whose classes inherit from each other share none, for their names meet in one object. A name
keeps its text if another file, a string or `sim.virtual.costs` names it, or if it is read from
anything but `self` or the module itself. Each token stays on its line, which tracebacks name.
"""

import ast
import functools
import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterator

from sim.virtual.costs import SEAMS  # on the board, `tests.bench_chip` looks these up

_PRIVATE = re.compile("_[A-Za-z]")
_MEASURED = {method for _, _, method in SEAMS}


@functools.cache
def short_names(sources: tuple[tuple[str, str], ...]) -> dict[str, dict[str, str]]:
    """Return {path: {name: short name}} of sources, ((path, text), ...)."""
    files = {path: ast.parse(text) for path, text in sources}
    users = defaultdict(set)
    for path, text in sources:
        for token in _names(text):
            users[token.string].add(path)
    kept = _MEASURED.union(*(_looked_up(tree) for tree in files.values()))
    found: dict[str, dict[str, str]] = {path: {} for path in files}
    count: dict[str, int] = defaultdict(int)  # by the first file of a family
    families = _families(files)
    for name in sorted(users):
        if len(users[name]) == 1 and name not in kept:
            (path,) = users[name]
            found[path][name] = "_%d" % count[families[path]]
            count[families[path]] += 1
    return found


def shortened(text: str, names: dict[str, str]) -> str:
    """Return a source with names replaced."""
    lines = text.splitlines(keepends=True)
    for token in reversed(list(_names(text))):
        if token.string in names:
            row, column = token.start
            line = lines[row - 1]
            lines[row - 1] = line[:column] + names[token.string] + line[token.end[1] :]
    return "".join(lines)


def _names(text: str) -> Iterator[tokenize.TokenInfo]:
    """Yield the tokens of a source that are private names."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.NAME and _PRIVATE.match(token.string):
            yield token


def _looked_up(tree: ast.Module) -> set[str]:
    """Return the names that a file has in strings, or reads from anything but `self`."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)
        elif isinstance(node, ast.Attribute):
            if not isinstance(node.value, ast.Name) or node.value.id != "self":
                found.add(node.attr)
        elif isinstance(node, ast.alias):
            found.add(node.name)
    return found


def _families(files: dict[str, ast.Module]) -> dict[str, str]:
    """Return {path: the first path of its family}: files whose classes inherit from each other."""
    family = {path: path for path in files}

    def head(path: str) -> str:
        while family[path] != path:
            path = family[path]
        return path

    by_module = {path.removesuffix(".py").removesuffix("/__init__").replace("/", "."): path
                 for path in files}  # fmt: skip
    for path, tree in files.items():
        of = {alias.asname or alias.name: node.module or ""
              for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)
              for alias in node.names}  # fmt: skip
        for node in ast.walk(tree):
            for base in node.bases if isinstance(node, ast.ClassDef) else ():
                name = ast.unparse(base).split(".")[0]
                other = by_module.get(of.get(name, "")) or by_module.get(
                    "%s.%s" % (of.get(name, ""), name)
                )
                if other:
                    family[head(other)] = head(path)
    return {path: head(path) for path in files}
