"""Read untrusted text: with the line ends of any editor, and JSON that is not too deeply nested
for the parser.

On the desktop json.loads follows its input to any depth, until Python gives up, and takes NaN and
Infinity, which are not JSON.
"""

import json

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable
    from typing import Any

    from games.types import Json

DEPTH = 8  # levels of objects and lists; our own deepest line has 4
_MARK = "\ufeff"  # Windows' editors begin a file with it


def _refuse(constant: str) -> None:
    """Raise ValueError: this is called for NaN, Infinity and -Infinity."""
    raise ValueError(constant)


_loads: "Callable[[str], Any]" = json.loads
if hasattr(json, "JSONDecoder"):  # CPython; MicroPython refuses these constants by itself
    _loads = json.JSONDecoder(parse_constant=_refuse).decode


def plain_text(data: bytes | str) -> str:
    """Return the text of a file, or what somebody pasted: without a byte order mark, and each line
    ended by "\\n", where it was "\\r\\n" or "\\r", too. Raises ValueError if it is not UTF-8."""
    text = data if isinstance(data, str) else bytes(data).decode()
    if text.startswith(_MARK):
        text = text[1:]
    return text.replace("\r\n", "\n").replace("\r", "\n")


def parse(line: str) -> "Json":
    """Return the dict of a line, a str; the ValueError says what is wrong with it."""
    if line.count("[") + line.count("{") > DEPTH and _is_deep(line):
        raise ValueError("is nested more than %d deep" % DEPTH)
    found = value(line)
    if not isinstance(found, dict):
        raise ValueError("is not a JSON object")
    return found


def value(text: str) -> "Any":
    """Return the value of JSON, a str; the ValueError says what is wrong with it."""
    try:
        return _loads(text)
    except (ValueError, RuntimeError):  # RuntimeError: nested deeper than Python follows
        raise ValueError("is torn or not JSON")


def _is_deep(line: str) -> bool:
    """Is a line nested too deep? Brackets in strings do not count."""
    depth = 0
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
            if depth > DEPTH:
                return True
        elif letter in "]}":
            depth -= 1
    return False
