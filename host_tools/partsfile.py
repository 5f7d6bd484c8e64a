"""The file of `leyboard bench --out`: measurements of somebody's board (docs/formats.md)."""

import json
from pathlib import Path

from host_tools.arguments import profile_of
from host_tools.errors import CommandError
from host_tools.files import read_text
from host_tools.terminal import printable
from table.settings import is_usable

if False:  # only mypy reads this: the names of types
    from games.types import Json

VERSION = 1
_STATES = 3  # times are p50, p95 and the longest, in us
_LONGEST_US = 1_000_000
_TEXTS = ("profile", "machine", "micropython", "knob", "lights")
_COUNTS = ("seconds", "hz", "supply_mv", "sweep_ms")


def read_parts(path: Path, profile: str | None = None) -> "Json":
    """Return the facts of a file, checked; raises CommandError, also if they are of another board
    than `profile`."""
    try:
        facts = json.loads(read_text(path))
    except (ValueError, RecursionError):
        facts = None
    wrong = check(facts)
    if wrong:
        raise CommandError("%s is no file of leyboard bench --out: %s" % (path, wrong))
    places = [*profile_of(facts["profile"]).SPOTS.split(" "), "pad"]
    for reader in facts["readers"]:
        if reader["place"] not in places:
            raise CommandError("%s: the board %s has no place %s"
                               % (path, facts["profile"], printable(reader["place"])))
    if profile is not None and facts["profile"] != profile:
        raise CommandError("%s was measured on the board %s; give --profile %s"
                           % (path, facts["profile"], facts["profile"]))
    return dict(facts)


def check(said: object) -> str:
    """Return a text that says what is wrong with the facts, "" if nothing is."""
    if not isinstance(said, dict) or "leyboard_parts" not in said:
        return "it does not begin with leyboard_parts"
    if said["leyboard_parts"] != VERSION:
        return "its version is not %d: update Leyboard" % VERSION
    for name in _TEXTS:
        if not isinstance(said.get(name), str) or not said[name].isprintable():
            return "%s is missing" % name
    for name in ("profile", "knob", "lights"):
        if not is_usable(name, said[name]):
            return "there is no %s %s" % (name, said[name])
    for name in _COUNTS:
        if type(said.get(name)) is not int or said[name] < 0:
            return "%s is missing" % name
    readers = said.get("readers")
    if not isinstance(readers, list) or not readers:
        return "it has no readers"
    return next(filter(None, map(_check_reader, readers)), "")


def _check_reader(reader: object) -> str:
    if not isinstance(reader, dict) or not isinstance(reader.get("place"), str):
        return "a reader has no place"
    name = "the reader " + reader["place"]
    for key in ("ack_us", "answer_us"):
        times = reader.get(key)
        if not isinstance(times, list) or len(times) not in (0, _STATES):
            return "%s of %s are not p50, p95 and the longest" % (key, name)
        if not all(type(us) is int and 0 <= us <= _LONGEST_US for us in times):
            return "%s of %s are no times" % (key, name)
    for key in ("asked", "missed", "runs"):
        if type(reader.get(key)) is not int or reader[key] < 0:
            return "%s of %s is missing" % (key, name)
    if not reader["runs"] <= reader["missed"] <= reader["asked"]:
        return "%s missed more than it was asked" % name
    return ""
