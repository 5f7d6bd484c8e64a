"""Makes the pages of both protocols and their JSON Schemas: docs/link.md, between a table and
programs, and docs/seats.md, between a room and devices.

    python -m host_tools.protocol_pages

`protocols/NAME.md.in` has the text of a page; its requests come from the tables in the code. A
test fails if pages or schemas are out of date.
"""

import inspect
import json
from string import Template
from typing import Any, NamedTuple

from games.jsonline import DEPTH
from host_tools import ROOT
from sim.seats import meter, room, server
from table import forms, link
from table.answers import LANGUAGE
from table.requests import REQUESTS

_ID = ("id", forms.NUMBER, 0, forms.FAR, None)
_NAME = r"^[^\x00-\x1f\x7f-\x9f\ud800-\udfff]*$"  # no control characters, no half a character
_TEXTS = ROOT / "host_tools" / "protocols"


class Protocol(NamedTuple):
    """A protocol: `requests` by name, each with its function and its fields (see
    `table/forms.py`), the fields that `all` requests have, and the `values` in the text of its
    page."""

    name: str
    title: str  # of its schema
    requests: dict[str, tuple[Any, ...]]
    all: tuple[tuple[Any, ...], ...]
    values: dict[str, object]


def protocols() -> list[Protocol]:
    """Return the protocols of a table and of a room, in this order."""
    of_table = {
        "version": link.VERSION, "identity": forms.said(("id", forms.NUMBER, 0, forms.FAR)),
        "longest": link.LONGEST, "depth": DEPTH, "least": -forms.FAR, "most": forms.FAR,
        "bot": (ROOT / "host_tools" / "bot.py").read_text(),
    }
    of_room = {
        "longest": room.LONGEST, "burst": meter.BURST, "each": int(1000 * meter.EACH_S),
        "patience": meter.PATIENCE, "phrases": ", ".join("`%s`" % one for one in room.PHRASES),
        "watchers": room.WATCHERS, "joins": int(server.JOINS_S),
    }
    title = "A request to a Leyboard table, version %d" % link.VERSION
    return [
        Protocol("link", title, REQUESTS, (_ID, LANGUAGE), of_table),
        Protocol("seats", "A request to the room around a Leyboard table", room.REQUESTS, (_ID,),
                 of_room),
    ]


def made() -> dict[str, str]:
    """Return the text of each page and each schema, by its path in docs/."""
    found = {}
    for one in protocols():
        found["%s.md" % one.name] = page(one)
        found["%s.schema.json" % one.name] = json.dumps(schema(one), indent=1) + "\n"
    return found


def page(protocol: Protocol) -> str:
    """Return the text of a protocol's page."""
    text = Template((_TEXTS / ("%s.md.in" % protocol.name)).read_text("utf-8"))
    return text.substitute(protocol.values, requests=described(protocol.requests))


def described(requests: dict[str, tuple[Any, ...]]) -> str:
    """Return the text on requests, {name: (its function, its fields ...)}."""
    text = ""
    for name in sorted(requests):
        todo, *fields = requests[name]
        text += "\n### %s\n\n%s\n" % (name, inspect.getdoc(todo))
        if fields:
            text += "\n| field | | |\n| --- | --- | --- |\n"
            for field in fields:
                needed = "needed" if len(field) == 4 else "default: %s" % _default(field[4])
                text += "| `%s` | %s | %s |\n" % (field[0], forms.said(field), needed)
    return text


def _default(value: object) -> str:
    return "none" if value in (None, ()) else "`%s`" % json.dumps(value)


def schema(protocol: Protocol) -> dict[str, Any]:
    """Return the JSON Schema of one request of a protocol, as a dict."""
    requests = protocol.requests
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": protocol.title,
        "oneOf": [_request(name, requests[name], protocol.all) for name in sorted(requests)],
        "definitions": {
            "number": {"type": "integer", "minimum": -forms.FAR, "maximum": forms.FAR},
            "text": _text(0, forms.LONG),
            "words": {
                "type": "array",
                "items": {"anyOf": [{"$ref": "#/definitions/" + kind} for kind in
                                    ("number", "text", "words")] + [{"type": "null"}]},
            },
        },
    }


def _request(
    name: str, row: tuple[Any, ...], of_all: tuple[tuple[Any, ...], ...]
) -> dict[str, Any]:
    todo, *fields = row
    properties = {field[0]: _field(field) for field in [*of_all, *fields]}
    return {
        "description": " ".join((inspect.getdoc(todo) or "").split()),
        "type": "object",
        "properties": {"do": {"const": name}, **properties},
        "required": ["do"] + [field[0] for field in fields if len(field) == 4],
        "additionalProperties": False,
    }


def _field(field: tuple[Any, ...]) -> dict[str, Any]:
    _, kind, least, most = field[:4]
    if kind == forms.NUMBER:
        shape = {"type": "integer", "minimum": least, "maximum": most}
    elif kind == forms.TEXT:
        shape = _text(least, most)
    elif kind == forms.FLAG:
        shape = {"type": "boolean"}
    elif kind == forms.NAMES:
        name = {"type": "string", "maxLength": forms.NAME, "pattern": _NAME}
        shape = {"type": "array", "minItems": least, "maxItems": most, "items": name}
    elif kind == forms.OPTIONS:
        shape = {
            "type": "object",
            "maxProperties": most,
            "propertyNames": _text(1, forms.LONG),
            "additionalProperties": {"anyOf": [{"$ref": "#/definitions/number"},
                                               {"$ref": "#/definitions/text"}]},
        }
    else:
        items = _text(1, forms.LONG) if kind == forms.TEXTS else {
            "anyOf": [*[{"$ref": "#/definitions/" + one} for one in ("number", "text", "words")],
                      {"type": "null"}]
        }
        shape = {"type": "array", "minItems": least, "maxItems": most, "items": items}
    return shape if len(field) == 4 else {"anyOf": [shape, {"type": "null"}]}


def _text(least: int, most: int) -> dict[str, Any]:
    return {"type": "string", "minLength": least, "maxLength": most, "pattern": "^[ -~]*$"}


def main() -> None:
    for name, text in made().items():
        (ROOT / "docs" / name).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
