"""The answers of a running table. This checks every answer, since the board may run another
firmware or be something else."""

import binascii

from host_tools.core import CommandError, RefusedError
from table import link

if False:  # only mypy reads this: the names of types
    from typing import Any

    from games.types import Json

# By request: the fields that its answer must have.
_FIELDS: "dict[str, dict[str, type]]" = {
    "hello": {"link": int, "firmware": str, "profile": str, "games": list, "players": list,
              "themes": list, "languages": list},
    "health": {"free": int, "sweep_ms": int, "supply": bool},
    "legal": {"actions": list},
    "lights": {"lights": list},
    "readers": {"readers": list},
    "state": {"players": list, "display": list},
    "tag": {"sak": int, "written": str},
    "would": {"text": str},
}
_READER = [str, int, int, int, str]
_TAG = [str, int, int, int]


def checked(do: str, answer: "Json") -> "Json":
    """Return the answer to the request `do`; raises RefusedError, or CommandError if the answer is
    malformed."""
    if not part(answer, "ok", bool):
        raise RefusedError(part(answer, "error", str), part(answer, "why", str))
    if do == "hello" and part(answer, "link", int) != link.VERSION:
        raise CommandError("the table speaks version %d of the line protocol, this program %d; "
                           "flash it again", answer["link"], link.VERSION)
    if do == "tag" and not _is_tag(answer.get("tag", ())):
        raise _strange(do)
    for name, kind in _FIELDS.get(do, {}).items():
        part(answer, name, kind)
    if not _is_sound(do, answer):
        raise _strange(do)
    return answer


def part(answer: "Json", name: str, kind: type) -> "Any":
    """Return a field of a message; raises CommandError if it is missing or of another type."""
    value = answer.get(name)
    if type(value) is not kind:
        raise _strange(name)
    return value


def _is_sound(do: str, answer: "Json") -> bool:
    """Are the rows of an answer as they should be?"""
    if do == "readers":
        return all([_types(row) == _READER for row in answer["readers"]])
    if do == "lights":
        return all([type(colour) is int for colour in answer["lights"]])
    return True


def _is_tag(tag: "Any") -> bool:
    """Is this the content of a pad: None, or [UID in hex, set, token, copy]?"""
    return tag is None or (_types(tag) == _TAG and _is_hex(tag[0]))


def _types(row: "Any") -> "list[type]":
    return [type(cell) for cell in row] if isinstance(row, list) else []


def _is_hex(text: str) -> bool:
    try:
        binascii.unhexlify(text)
    except ValueError:
        return False
    return True


def _strange(name: str) -> CommandError:
    return CommandError('the table\'s answer lacks a valid "%s"; does it run another firmware? '
                        "(leyboard flash)", name)
