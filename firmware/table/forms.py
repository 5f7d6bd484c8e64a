"""The forms of a request's fields: the table refuses a field that does not fit before it does
anything.

A field is (name, kind, least, most), or (name, kind, least, most, default) if it is optional.
`least` and `most` bound a number's value, a text's length, or the size of a list or an object.
"""

if False:  # only mypy reads this: the names of types
    from typing import Any

    from games.types import Json

NUMBER = "number"  # a whole number
TEXT = "text"  # printable ASCII
FLAG = "flag"  # true or false
TEXTS = "texts"  # a list
WORDS = "words"  # a list as in the records: words, whole numbers, null and lists of those
NAMES = "names"  # a list of names of people, in any script
OPTIONS = "options"  # an object: its values are texts or whole numbers

LONG = 64  # the longest text in a list or an object
NAME = 16  # characters of the longest name
FAR = 2**30 - 1  # the largest whole number; its negative is the smallest
_NAMES = ("id", "do")  # fields that every request has


def check(fields: "tuple[tuple[Any, ...], ...]", request: "Json") -> "Json":
    """Return {name: value} of all fields, defaults included; raises ValueError if one does not
    fit."""
    values = {}
    for field in fields:
        name = field[0]
        value = request.get(name)
        if value is not None:
            if not is_valid(value, field[1], field[2], field[3]):
                raise ValueError("%s is %s" % (name, said(field)))
        elif len(field) == 4:
            raise ValueError("%s is missing: it is %s" % (name, said(field)))
        else:
            value = field[4]
        values[name] = value
    for name in request:
        if name not in values and name not in _NAMES:
            known = ", ".join([field[0] for field in fields]) or "none"
            raise ValueError("there is an unknown field; the fields are: %s" % known)
    return values


def is_valid(value: "Any", kind: str, least: int, most: int) -> bool:
    """Does a value have this kind, and does it lie within its bounds?"""
    if kind == FLAG:
        return value is True or value is False
    if kind == NUMBER:
        return _is_whole(value) and least <= value <= most
    if kind == TEXT:
        return _is_plain(value, least, most)
    if kind == OPTIONS:
        if not isinstance(value, dict) or len(value) > most:
            return False
        for name in value:
            if not (_is_plain(name, 1, LONG) and _is_word(value[name])):
                return False
        return True
    if not isinstance(value, list) or not least <= len(value) <= most:
        return False
    for one in value:
        if kind == TEXTS and not _is_plain(one, 1, LONG):
            return False
        if kind == NAMES and not _is_name(one):
            return False
        if kind == WORDS and not (one is None or _is_word(one) or is_valid(one, WORDS, 0, most)):
            return False
    return True


def said(field: "tuple[Any, ...]") -> str:
    """Return the form of a field in words."""
    _, kind, least, most = field[:4]
    if kind == FLAG:
        return "true or false"
    if kind == NUMBER:
        return "a whole number from %d to %d" % (least, most)
    if kind == TEXT:
        return "a text of %d to %d ASCII characters" % (least, most)
    if kind == OPTIONS:
        return "an object of at most %d names with a text or a whole number each" % most
    if kind == NAMES:
        return "a list of %d to %d names of up to %d characters" % (least, most, NAME)
    what = "texts" if kind == TEXTS else "words, as in a record"
    return "a list of %d to %d %s" % (least, most, what)


def _is_whole(value: "Any") -> bool:
    return isinstance(value, int) and value is not True and value is not False


def _is_plain(value: "Any", least: int, most: int) -> bool:
    if not isinstance(value, str) or not least <= len(value) <= most:
        return False
    data = value.encode("utf-8", "surrogatepass")  # by letters, a new game's fields took 45 ms
    return not data or (min(data) >= 32 and max(data) <= 126)


def _is_name(value: "object") -> bool:
    if not isinstance(value, str) or len(value) > NAME:
        return False
    is_seen = not value
    for letter in value:
        code = ord(letter)
        if code < 32 or 126 < code < 160 or 0xD7FF < code < 0xE000:
            return False  # it controls something, or is half a character
        if not is_seen:
            is_seen = not _is_blank(code)
    return is_seen


def _is_blank(code: int) -> bool:
    """Does a character show nothing: a space, a joiner, a mark of direction or a filler?"""
    return (
        code in (32, 0xA0, 0xAD, 0x115F, 0x1160, 0x180E, 0x2800, 0x3000, 0x3164, 0xFEFF, 0xFFA0)
        or 0x2000 <= code < 0x2010
        or 0x2028 <= code < 0x2030
        or 0x205F <= code < 0x2070
        or 0xFE00 <= code < 0xFE10
    )


def _is_word(value: "Any") -> bool:
    return _is_plain(value, 0, LONG) or (_is_whole(value) and -FAR <= value <= FAR)
