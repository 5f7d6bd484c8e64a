"""Parse actions and spots from the words of records (rules: landover 25).

Loaded when words must be parsed, dropped when a game has been set up: nobody types at the table.
"""

from games.hexmap import CORNERS, HEXES
from games.hexnames import corner, edge, is_hex
from games.landover import actions
from games.landover.cards import dev_cards
from games.landover.common import (
    A_IMPROVE,
    A_OFFER,
    A_PLAY,
    C_NUMBERS,
    C_ORDER,
    C_TERRAIN,
    D_HARBOR,
)
from games.landover.economy import trade
from games.landover.views.words import NAMES

if False:  # only mypy reads this: the names of types
    from typing import Any

    from games.landover.state import Position
    from games.types import Action, Words

_LIMITS = {"h": HEXES, "n": 256, "s": 4}


def spot(g: "Position", name: "Any") -> int:
    """Return the spot with a name; raises ValueError."""
    if is_hex(name):
        return int(name)
    if isinstance(name, str) and "/" in name:
        return HEXES + CORNERS + edge(name)
    return HEXES + corner(name)


def _number(word: int, limit: int) -> int:
    """Return a word that is a whole number from 0 to limit - 1; raises ValueError."""
    if not isinstance(word, int) or word is True or word is False or not 0 <= word < limit:
        raise ValueError("%s is not a number from 0 to %d" % (word, limit - 1))
    return word


def _read(letter: str, word: "Any") -> int:
    if letter in NAMES:
        if not isinstance(word, str) or word not in NAMES[letter]:
            known = ", ".join(NAMES[letter])
            raise ValueError("%s is not one of: %s" % (word, known))
        return NAMES[letter].index(word)
    if letter == "k":
        return corner(word)
    return edge(word) if letter == "e" else _number(word, _LIMITS[letter])


def _listed(words: "Words", count: int) -> "list[Any]":
    """Return the list that is an action's only value; raises ValueError."""
    if len(words) != 2 or not isinstance(words[1], list) or (count and len(words[1]) != count):
        raise ValueError("%s takes a list" % words[0])
    return words[1]


def parse(g: "Position", words: "Words") -> "Action":
    """Return the action for these words; raises ValueError."""
    kind = _kind(words)
    letters = actions.ROWS[kind][actions.VALUES].rstrip("*")
    if kind == A_OFFER:
        return _offer(words)
    if kind == C_TERRAIN:
        return (kind,) + tuple([_read("t", word) for word in _listed(words, HEXES)])
    if kind == C_NUMBERS:
        return (kind,) + tuple([_read("n", word) for word in _listed(words, HEXES)])
    if kind == C_ORDER:
        return (kind,) + tuple([_read("s", word) for word in _listed(words, 0)])
    if kind == A_PLAY and len(words) > 1:
        dev = _read("d", words[1])
        if dev == D_HARBOR:
            named = _listed(words[1:], 0)
            return (kind, dev) + tuple([0 if w is None else 1 + _read("c", w) for w in named])
        letters += dev_cards.ROWS[dev][dev_cards.VALUES]
    elif kind == A_IMPROVE and len(words) == 3:
        letters = "uk"
    if len(words) != 1 + len(letters):
        raise ValueError("%s takes %d values" % (words[0], len(letters)))
    return (kind,) + tuple([_read(letters[i], words[1 + i]) for i in range(len(letters))])


def _kind(words: "Words") -> int:
    """Return the number of the action for its first words; raises ValueError."""
    if isinstance(words, list) and words:
        for kind in range(len(actions.ROWS)):
            if actions.ROWS[kind][actions.WORD] == words[0]:
                return kind
    raise ValueError('an action of landover is like ["village", "11.SE"], not %s' % (words,))


def _offer(words: "Words") -> "Action":
    if len(words) != 4 or not isinstance(words[3], list):
        raise ValueError("offer takes the cards given, the cards wanted and the seats asked")
    mask = 0
    last = -1
    for word in words[3]:
        seat = _read("s", word)
        if seat <= last:
            raise ValueError("the seats asked are ascending, none twice")
        mask |= 1 << seat
        last = seat
    lists = []
    for counts in words[1:3]:
        if not isinstance(counts, list) or len(counts) != 8:
            raise ValueError("an offer has eight counts on each side")
        pairs = []
        for card in range(8):
            if _number(counts[card], 1 << 24):
                pairs.append(trade.part_of(card, counts[card]))
        lists.append(pairs)
    return tuple([A_OFFER, trade.head_of(mask, len(lists[0]))] + lists[0] + lists[1])
