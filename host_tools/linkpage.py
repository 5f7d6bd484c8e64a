"""Makes docs/link.md and docs/link.schema.json from the table of requests in the firmware.

    python -m host_tools.linkpage

A test fails if they are out of date.
"""

import inspect
import json
from typing import Any

from games.jsonline import DEPTH
from host_tools import ROOT
from table import forms, link
from table.requests import REQUESTS

PAGE = ROOT / "docs" / "link.md"
SCHEMA = ROOT / "docs" / "link.schema.json"
TITLE = "A request to a Leyboard table, version %d" % link.VERSION
_NAME = r"^[^\x00-\x1f\x7f-\x9f\ud800-\udfff]*$"  # no control characters, no half a character

_HEAD = """\
# The line protocol

*Made by `python -m host_tools.linkpage` from `firmware/table/requests.py`; version {version}.*

A table talks with programs over its USB serial port: one JSON object a line, in ASCII, both ways.
A program sends **requests** and gets one **answer** to each; the table sends **events** by itself.
A line that does not begin with `{{` is log. The simulator speaks the same (`--port sim:grid6`).

```
> {{"id": 1, "do": "new", "game": "mars", "seed": 5}}
< {{"id": 1, "ok": true}}
< {{"event": "new", "game": "mars"}}
> {{"id": 2, "do": "do", "by": 0, "words": ["small", "c3"]}}
< {{"id": 2, "ok": true}}
> {{"id": 3, "do": "do", "by": 0, "words": ["small", "c4"]}}
< {{"error": "illegal", "id": 3, "key": "not your turn",\
 "ok": false, "why": "it is the turn of Blue"}}
```

## Rules of the line

- A request has `do`, the fields below, and may have an `id`, {identity}; its answer has the same
  `id`, `null` if there was none, and `ok`.
- A line to the table has at most {longest} characters, all printable ASCII, and nests at most
  {depth} deep. Any other line is dropped whole and answered once, with the error `line`.
- A line from the table may be long (20 KB for 600 legal actions). It arrives in pieces: read to
  the end of the line. Keys are in alphabetical order.
- Numbers are whole, from {least} to {most}. A field that is `null` counts as left out.
- A refused request changes nothing. Its answer says why: `error` is a word for programs, `why` a
  sentence for people. What is `illegal` also has the `key` of that sentence in `firmware/texts`.
- The table does not wait for a slow reader: it waits 100 ms in a second at most, then it drops the
  rest of the line, and the next lines for as long as nothing is read. What is cut ends with a line
  end. Spaces may stand before a line's end.

| error | |
| --- | --- |
| `line` | the line is not a request: too long, not ASCII, not JSON, or nested too deep |
| `unknown` | there is no such request |
| `form` | a field is missing, unknown, of the wrong type or out of range |
| `value` | a field has the right form, but there is no such seat, game, player or word |
| `illegal` | the rules of the game refuse it |
| `storage` | the flash could not store it |
| `memory` | the memory was full; try again |

## Requests
"""

_EVENTS = """\
## Events

| event | |
| --- | --- |
| `hello` | the table has started; the same fields as the answer to `hello` |
| `new` | a game was begun, loaded or resumed: `game` |
| `action` | an action was taken: its number `n`, `by`, the words `do`, the events `ev`, `scores` |
| `undo` | actions were taken back, as when a hand slides a piece on: `n` are left |
| `over` | the game has ended: `winners`, `reason`, and `parts` as in `state` |
| `shelf` | the shelf has changed: ask for it again. The table may have no game now |
| `problem` | what is wrong on the table has changed: `text`, "" for nothing |
| `record` | a line of the record that was asked for: `line` |

Events show nothing hidden: an action is reported as everybody may know it. Each game's page
lists its words and events: see [the games](../README.md#the-games).

## From Python

`host_tools/client.py` has a class with a method for each request, which checks the
answer. A whole bot:

```python
{bot}```

[link.schema.json](link.schema.json) is the JSON Schema of a request, for programs in other
languages.
"""


def page() -> str:
    """Return the text of docs/link.md."""
    text = _HEAD.format(
        version=link.VERSION,
        identity=forms.said(("id", forms.NUMBER, 0, forms.FAR)),
        longest=link.LONGEST,
        depth=DEPTH,
        least=-forms.FAR,
        most=forms.FAR,
    )
    bot = (ROOT / "host_tools" / "bot.py").read_text()
    return text + described(REQUESTS) + "\n" + _EVENTS.format(bot=bot)


def described(requests: dict[str, tuple[Any, ...]]) -> str:
    """Return the text on requests, {name: (what executes it, its fields ...)}."""
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


def schema(requests: dict[str, tuple[Any, ...]], title: str) -> dict[str, Any]:
    """Return the JSON Schema of one of these requests, as a dict."""
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": title,
        "oneOf": [_request(name, requests[name]) for name in sorted(requests)],
        "definitions": {
            "number": {"type": "integer", "minimum": -forms.FAR, "maximum": forms.FAR},
            "text": _text(0, forms.LONG),
            "words": {
                "type": "array",
                "items": {"anyOf": [{"$ref": "#/definitions/" + kind} for kind in
                                    ("number", "text", "words")] + [{"type": "null"}]},
            },
        },
    }  # fmt: skip


def _request(name: str, row: tuple[Any, ...]) -> dict[str, Any]:
    todo, *fields = row
    number = ("id", forms.NUMBER, 0, forms.FAR, None)
    properties = {field[0]: _field(field) for field in [number, *fields]}
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
        }  # fmt: skip
    else:
        items = _text(1, forms.LONG) if kind == forms.TEXTS else {
            "anyOf": [*[{"$ref": "#/definitions/" + one} for one in ("number", "text", "words")],
                      {"type": "null"}]
        }  # fmt: skip
        shape = {"type": "array", "minItems": least, "maxItems": most, "items": items}
    return shape if len(field) == 4 else {"anyOf": [shape, {"type": "null"}]}


def _text(least: int, most: int) -> dict[str, Any]:
    return {"type": "string", "minLength": least, "maxLength": most, "pattern": "^[ -~]*$"}


def main() -> None:
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page())
    SCHEMA.write_text(json.dumps(schema(REQUESTS, TITLE), indent=1) + "\n")


if __name__ == "__main__":
    main()
