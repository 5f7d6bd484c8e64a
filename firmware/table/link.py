"""The line protocol with a host: one ASCII JSON object a line.

A request carries an id and gets one answer with it; events carry none. A line that does not begin
with `{` is log. Both sides import this file, so there is only one codec. It sends a line in
pieces, since a board has no memory for a long one. Numbers are whole, so `inf` and `nan` cannot
occur.
"""

import json

from games.jsonline import parse

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable
    from typing import Any

    from games.types import Json

VERSION = 2
LONGEST = 1024  # the longest line that the table takes, in characters
_PIECE = 192  # characters to send at once, roughly
_FEW = 32  # values of a list that may be sent at once


class LinkError(Exception):
    """A line that is not a valid request; the text says why."""


def send(write: "Callable[..., object]", message: "Json") -> None:
    """Send a dict as a line: `write` is called with each piece; the last one carries the line's
    end.

    The list of a key may be any iterator; it is sent as it yields. If it fails, the line stays
    unfinished.
    """
    pieces = _Pieces(write)
    try:
        pieces.value(message)
    finally:
        try:
            pieces.text("\n")
            pieces.flush()
        except MemoryError:
            write("\n")
            raise


def encode(message: "Json") -> str:
    """Return a dict as a line with its end."""
    pieces: "list[Any]" = []
    send(pieces.append, message)
    return "".join(pieces)


def decode(line: str | None) -> "Json | None":
    """Return the dict of a line from a LineBuffer; None for log; raises LinkError."""
    if line is None:
        raise LinkError("a line is plain ASCII, at most %d characters" % LONGEST)
    if line[:1] != "{":
        return None
    try:
        return parse(line)
    except ValueError as error:
        raise LinkError("the line %s" % error)


def answer(request: "Json", **values: "Any") -> "Json":
    """Return the answer to a request."""
    values["id"] = request.get("id")
    values["ok"] = True
    return values


def refuse(request: "Json", error: str, why: str) -> "Json":
    """Return the refusal of a request; `error` is a word, `why` a sentence."""
    return {"id": request.get("id"), "ok": False, "error": error, "why": why}


def no_room(request: "Json") -> "Json":
    """Return the refusal of a request for which memory ran out."""
    return refuse(request, "memory", "there is no room left to do it; try again")


class _Pieces:
    """Writes JSON in small pieces: only ASCII, the keys of an object in alphabetical order."""

    def __init__(self, write: "Callable[..., object]"):
        self._write = write
        self._texts: "list[Any]" = []
        self._size = 0

    def text(self, text: str) -> None:
        self._texts.append(text)
        self._size += len(text)
        if self._size >= _PIECE:
            self.flush()

    def flush(self) -> None:
        if self._texts:
            self._write("".join(self._texts))
            self._texts = []
            self._size = 0

    def value(self, value: "Any", before: str = "") -> None:
        """Write `before`, then any value that JSON can express except fractions; raises
        TypeError. Keys are plain words."""
        text = _at_once(value)
        if text is not None:
            self.text(before + text)
        elif isinstance(value, str):
            self.text(before)
            self._string(value)
        elif isinstance(value, dict):
            between = before + "{"
            for key in sorted(value):
                self.value(value[key], '%s"%s": ' % (between, key))
                between = ", "
            self.text("}" if value else between + "}")
        else:
            between = before + "["
            for one in value:
                self.value(one, between)
                between = ", "
            self.text("]" if between == ", " else between + "]")

    def _string(self, text: str) -> None:
        self.text('"')
        for start in range(0, len(text), _PIECE):
            piece = json.dumps(text[start : start + _PIECE])[1:-1]
            if not _is_ascii(piece):
                for letter in set(piece):
                    if ord(letter) > 126:  # MicroPython would leave it as it is
                        piece = piece.replace(letter, _escaped(ord(letter)))
            self.text(piece)
        self.text('"')


def _at_once(value: "object") -> str | None:
    """Return the text of a short and plain value, else None: for these json.dumps takes a tenth of
    the time."""
    if isinstance(value, (list, tuple)):
        if len(value) > _FEW:
            return None
        for one in value:
            if not (one is None or isinstance(one, (int, str, bool))):
                return None
    elif isinstance(value, str):
        if len(value) > _PIECE:
            return None
    elif not (value is None or isinstance(value, (int, bool))):
        return None
    text = json.dumps(value)
    return text if _is_ascii(text) else None  # escapes are up to us


def _is_ascii(text: str) -> bool:
    """Does the text need no escapes?"""
    return len(text.encode()) == len(text) and "\x7f" not in text


def _escaped(code: int) -> str:
    if code < 0x10000:
        return "\\u%04x" % code
    code -= 0x10000
    return "\\u%04x\\u%04x" % (0xD800 | code >> 10, 0xDC00 | code & 0x3FF)


class LineBuffer:
    """Joins characters into lines. It drops a line that is too long or not printable ASCII, and
    returns None for it."""

    def __init__(self, longest: int = LONGEST):
        self._longest = longest
        self._line = bytearray()
        self._dropping = False

    def feed(self, data: bytes | bytearray | str) -> list[str]:
        """Take some characters, bytes or str; return the list of lines they complete, without
        their ends. If memory runs out, these characters are lost, but two lines never merge."""
        if isinstance(data, str):
            data = data.encode()
        try:
            return self._split(data)
        except MemoryError:
            self._dropping = True  # there may be no memory for an empty line, either
            self._line = bytearray()
            self._dropping = data[-1] not in b"\r\n"  # unless a line ends here, drop what follows
            raise

    def _split(self, data: "bytes | bytearray") -> list[str]:
        ready: "list[Any]" = []
        parts = data.replace(b"\r", b"\n").split(b"\n")  # some terminals end lines with CR
        for part in parts[:-1]:
            self._add(part)
            line = bytes(self._line).strip()
            if self._dropping or (line and (min(line) < 32 or max(line) > 126)):
                ready.append(None)
            elif line:
                ready.append(line.decode())
            self._line = bytearray()
            self._dropping = False
        self._add(parts[-1])
        return ready

    def _add(self, part: bytes | bytearray) -> None:
        if len(self._line) + len(part) > self._longest:
            self._line = bytearray()
            self._dropping = True
        if not self._dropping:
            self._line.extend(part)
