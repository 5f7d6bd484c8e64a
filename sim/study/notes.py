"""Checks what a playtest has noted in a record (rules: records), which replaying does not read."""

from typing import TYPE_CHECKING, Any

from games.jsonline import parse
from games.replay import RecordError
from table.playtest import MOST

if TYPE_CHECKING:
    from games.types import Json

_MOST_MS = 1 << 53  # the whole numbers that every reader of JSON has


def noted(lines: list[str]) -> "list[Json]":
    """Return the JSON values of the lines of a record that replays; blank lines are left out.
    Raises RecordError for a note that has another form."""
    found = []
    for number, line in enumerate(lines, 1):
        if not line:
            continue
        data = parse(line)
        for name, (is_valid, form) in _NOTES.items():
            if name in data and not is_valid(data[name]):
                raise RecordError(number, 'has a "%s" that is not %s' % (name, form))
        found.append(data)
    return found


def _is_time(value: Any) -> bool:
    return type(value) is int and 0 <= value < _MOST_MS


def _is_tried(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(one, list) and len(one) == 2 and isinstance(one[1], str)
        and (one[0] is None or isinstance(one[0], list)) for one in value)


def _is_asked(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(one, list) and len(one) == 2 and isinstance(one[0], str)
        and isinstance(one[1], list) and all(mark is None or _is_mark(mark) for mark in one[1])
        for one in value)


def _is_mark(value: Any) -> bool:
    return type(value) is int and 1 <= value <= MOST


_NOTES = {
    "t": (_is_time, "a whole number of milliseconds"),
    "how": (lambda value: isinstance(value, str), "a word"),
    "tried": (_is_tried, "a list of [words or null, key]"),
    "asked": (_is_asked, "a list of [question, marks from 1 to %d or null]" % MOST),
}
