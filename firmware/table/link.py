"""The line protocol with a host: one ASCII JSON object a line.

Requests carry an id and get one answer with it; events carry none. A line that does not begin with
`{` is log. Both sides import this file, so the codec exists once.
"""

import json

VERSION = 1
LONGEST = 4096  # characters of a line that is taken


class LinkError(Exception):
    """A line that is no request; the text says what is wrong with it."""


def encode(message):
    """Return a dict as a line with its end; only ASCII."""
    line = json.dumps(message)
    for letter in set(line):
        if ord(letter) > 126:  # MicroPython leaves them as they are
            line = line.replace(letter, "\\u%04x" % ord(letter))
    return line + "\n"


def decode(line):
    """Return the dict of a line; None for log; raises LinkError."""
    if line[:1] != "{":
        return None
    if len(line) > LONGEST:
        raise LinkError("a line has at most %d characters" % LONGEST)
    try:
        message = json.loads(line)
    except ValueError:
        raise LinkError("the line is no JSON")
    if not isinstance(message, dict):
        raise LinkError("the line is no JSON object")
    return message


def answer(request, **values):
    """Return the answer to a request."""
    values["id"] = request.get("id")
    values["ok"] = True
    return values


def refuse(request, error, why):
    """Return the answer to a request that is not done; `error` is a word, `why` a sentence."""
    return {"id": request.get("id"), "ok": False, "error": error, "why": why}


class LineBuffer:
    """Puts characters together to lines; a line that grows too long is dropped whole."""

    def __init__(self):
        self._text = ""
        self._dropping = False

    def feed(self, text):
        """Take some characters; return the list of lines that are whole now, without their
        ends."""
        parts = text.split("\n")
        ready = []
        for part in parts[:-1]:
            line = (self._text + part).strip()
            if line and not self._dropping:
                ready.append(line)
            self._text = ""
            self._dropping = False
        self._text += parts[-1]
        if len(self._text) > LONGEST:
            self._text = ""
            self._dropping = True
        return ready
