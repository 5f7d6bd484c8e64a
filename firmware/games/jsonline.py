"""Parse an untrusted line of JSON: one object, nested no deeper than the parser can bear.

On the desktop json.loads follows its input to any depth, until Python gives up.
"""

import json

if False:  # only mypy reads this: the names of types
    from typing import Any

DEPTH = 8  # levels of objects and lists; our own deepest line has 4


def parse(line: str) -> "dict[str, Any]":
    """Return the dict of a line, a str; the ValueError says what is wrong with it."""
    if line.count("[") + line.count("{") > DEPTH and _depth(line) > DEPTH:
        raise ValueError("is nested more than %d deep" % DEPTH)
    try:
        found = json.loads(line)
    except ValueError:
        raise ValueError("is torn or not JSON")
    if not isinstance(found, dict):
        raise ValueError("is not a JSON object")
    return found


def _depth(line: str) -> int:
    """Return how deep a line is nested; brackets in strings do not count."""
    deepest = depth = 0
    in_string = escaped = False
    for letter in line:
        if in_string:
            if escaped:
                escaped = False
            elif letter == "\\":
                escaped = True
            elif letter == '"':
                in_string = False
        elif letter == '"':
            in_string = True
        elif letter in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif letter in "]}":
            depth -= 1
    return deepest
