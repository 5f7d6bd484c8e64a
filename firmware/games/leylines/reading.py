"""Parse actions from the words of records. Loaded when needed: nobody types at the table."""

from games.leylines.game import WORDS
from games.leylines.pieces import DEAL, SEGMENT, VALUES
from games.leylines.spaces import are_joined, number_of

if False:  # only mypy reads this: the names of types
    from typing import Any

    from games.leylines.game import LeyLines
    from games.types import Action, Words

_FORMS = ("", "nc", "n", "c", "nd", "cncn", "")  # by kind: forms of the other words, see `_read`
_DIGITS = "0123456"
_APART = "a segment lies on two spaces side by side, the lower one named first"


def parse(g: "LeyLines", words: "Words") -> "Action":
    """Return the action for these words; raises ValueError."""
    if isinstance(words, list) and words and words[0] in WORDS[1:]:
        kind = WORDS.index(words[0])
        form = _FORMS[kind]
        if len(words) == 1 + len(form):
            values = [_read(g, form[i], words[1 + i]) for i in range(len(form))]
            if kind == SEGMENT:
                return (kind, _read_segment(g, values))
            if kind == DEAL:
                return (kind, values[0]) + values[1]
            return (kind,) + tuple(values)
    raise ValueError('an action of leylines is like ["segment", "c3", 2, "d3", 5], not %s'
                     % (words,))


def _read_segment(g: "LeyLines", values: "list[Any]") -> int:
    cell, one, beside, two = values
    if cell > beside or not are_joined(g, cell, beside):
        raise ValueError(_APART)
    if not 0 <= min(one, two) <= max(one, two) < VALUES:
        raise ValueError("there is no segment %d-%d" % (one, two))
    return number_of(g, cell, beside, one, two)


def _read(g: "LeyLines", form: str, word: "Any") -> "Any":
    """Return the value of a word of that form: "c" a cell, "n" a number, "d" two digits."""
    if form == "c":
        return g.grid.cell(word)
    if form == "n":
        if isinstance(word, int) and word is not True and word is not False:
            return word
    elif isinstance(word, str) and len(word) == 2:
        digits = _DIGITS.find(word[0]), _DIGITS.find(word[1])
        if min(digits) >= 0:
            return digits
    raise ValueError("%s is not possible there" % (word,))
