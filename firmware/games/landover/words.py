"""Actions in the words of records, and back (rules: landover 25).

Each action has a word and a letter for each of its values.
"""

from games.hexmap import HEXES, corner, corner_name, edge, edge_name
from games.landover.things import (
    A_IMPROVE,
    A_OFFER,
    A_PLAY,
    C_NUMBERS,
    C_ORDER,
    C_TERRAIN,
    CARDS,
    COLOURS,
    CULTURES,
    D_HARBOR,
    DEVS,
    LETTERS,
    RESOURCES,
)
from games.landover.trade import asked, sides

_WORDS = (
    ("village", "city", "road", "boat", "wall", "roll", "alchemist", "improve")
    + ("military", "raid", "bank", "offer", "accept", "decline", "pick", "cancel")
    + ("skip", "take", "take_dev", "aqueduct", "play", "end", "order", "terrain")
    + ("numbers", "dice", "event", "draw", "deck", "razed", "discard", "gold", "steal")
    + ("give", "reveal", "start")
)
_VALUES = (
    ("k", "k", "e", "e", "k", "", "nn", "u", "", "hs", "cc", "", "", "", "s", "", "")
    + ("c", "d", "a", "d", "", "", "", "", "nn", "v", "sd", "sg", "sk", "sc", "sc")
    + ("ssc", "ssc", "htn", "sc")
)
# What follows a dev card's name, in the order of DEVS.
_CARDS = (
    ("", "", "hh", "", "k", "", "", "", "", "k")
    + ("", "s", "h", "c", "c", "c")
    + ("hs", "h", "", "s", "", "e", "k", "s", "")
)
_NAMES = {
    "a": CARDS[:RESOURCES] + ("auto",),
    "c": CARDS,
    "d": DEVS,
    "g": COLOURS,
    "t": tuple(LETTERS),
    "u": CULTURES,
    "v": ("barbarian",) + COLOURS,
}
_LIMITS = {"h": HEXES, "n": 256, "s": 4}


def _say(letter, value):
    if letter in _NAMES:
        return _NAMES[letter][value]
    if letter == "k":
        return corner_name(value)
    return edge_name(value) if letter == "e" else value


def _number(word, limit):
    """Return a word that is a whole number from 0 to limit - 1; raises ValueError."""
    if not isinstance(word, int) or word is True or word is False or not 0 <= word < limit:
        raise ValueError("%s is no number for that" % (word,))
    return word


def _read(letter, word):
    if letter in _NAMES:
        if not isinstance(word, str) or word not in _NAMES[letter]:
            known = ", ".join(_NAMES[letter])
            raise ValueError("%s is not one of: %s" % (word, known))
        return _NAMES[letter].index(word)
    if letter == "k":
        return corner(word)
    return edge(word) if letter == "e" else _number(word, _LIMITS[letter])


def text(g, action):
    """Return the words of an action."""
    kind = action[0]
    letters = _VALUES[kind]
    words = [_WORDS[kind]]
    if kind == A_OFFER:
        given, wanted = sides(action)
        return words + [given, wanted, [seat for seat in range(4) if asked(action) >> seat & 1]]
    if kind == C_TERRAIN:
        return words + [[LETTERS[kind] for kind in action[1:]]]
    if kind == C_ORDER or kind == C_NUMBERS:
        return words + [list(action[1:])]
    if kind == A_PLAY:
        letters += _CARDS[action[1]]
        if action[1] == D_HARBOR:
            named = [CARDS[card - 1] if card else None for card in action[2:]]
            return words + ["commercial_harbor", named]
    elif kind == A_IMPROVE and len(action) == 3:
        letters = "uk"
    for i in range(len(letters)):
        words.append(_say(letters[i], action[1 + i]))
    return words


def _listed(words, count):
    """Return the only value of an action, a list; raises ValueError."""
    if len(words) != 2 or not isinstance(words[1], list) or (count and len(words[1]) != count):
        raise ValueError("%s takes a list" % words[0])
    return words[1]


def parse(g, words):
    """Return the action of these words; raises ValueError."""
    if not isinstance(words, list) or not words or words[0] not in _WORDS:
        raise ValueError('an action of landover is like ["village", "11.SE"], not %s' % (words,))
    kind = _WORDS.index(words[0])
    letters = _VALUES[kind]
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
        letters += _CARDS[dev]
    elif kind == A_IMPROVE and len(words) == 3:
        letters = "uk"
    if len(words) != 1 + len(letters):
        raise ValueError("%s takes %d values" % (words[0], len(letters)))
    return (kind,) + tuple([_read(letters[i], words[1 + i]) for i in range(len(letters))])


def _offer(words):
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
                pairs.append(card + 8 * counts[card])
        lists.append(pairs)
    return tuple([A_OFFER, mask + 16 * len(lists[0])] + lists[0] + lists[1])
