"""KiCad's S-expressions: text to nested lists and back. Atoms stay as they are written."""

import re
from typing import Any

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[()]|[^\s()"]+')


def parse(text: str) -> Any:
    """Return the one expression in `text`, as nested lists of strings (quoted ones with their
    quotes)."""
    stack: list[list[Any]] = [[]]
    for token in _TOKEN.findall(text):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    return stack[0][0]


def dump(tree: Any, depth: int = 0) -> str:
    """Return the text of `tree`, short lists on a line of their own, long ones broken."""
    if isinstance(tree, str):
        return tree
    flat = "(" + " ".join(dump(item) for item in tree) + ")"
    if len(flat) + 2 * depth < 100:
        return flat
    pad = "\n" + "  " * (depth + 1)
    head = []
    rest = list(tree)
    while rest and isinstance(rest[0], str):
        head.append(rest.pop(0))
    return "(" + " ".join(head) + "".join(pad + dump(x, depth + 1) for x in rest) + ")"


def quote(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def find(tree: list[Any], head: str) -> list[list[Any]]:
    """Return the children of `tree` that are lists beginning with `head`."""
    return [item for item in tree if isinstance(item, list) and item and item[0] == head]
