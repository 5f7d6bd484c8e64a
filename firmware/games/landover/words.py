"""Actions in the words of records (rules: landover 25); `reading` goes the other way.

Each action has a word and a letter for each of its values.
"""

from games.hexmap import corner_name, edge_name
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

WORDS = (
    ("village", "city", "road", "boat", "wall", "roll", "alchemist", "improve")
    + ("military", "raid", "bank", "offer", "accept", "decline", "pick", "cancel")
    + ("skip", "take", "take_dev", "aqueduct", "play", "end", "order", "terrain")
    + ("numbers", "dice", "event", "draw", "deck", "razed", "discard", "gold", "steal")
    + ("give", "reveal", "start")
)
VALUES = (
    ("k", "k", "e", "e", "k", "", "nn", "u", "", "hs", "cc", "", "", "", "s", "", "")
    + ("c", "d", "a", "d", "", "", "", "", "nn", "v", "sd", "sg", "sk", "sc", "sc")
    + ("ssc", "ssc", "htn", "sc")
)
# What follows a dev card's name, in the order of DEVS.
DEV_VALUES = (
    ("", "", "hh", "", "k", "", "", "", "", "k")
    + ("", "s", "h", "c", "c", "c")
    + ("hs", "h", "", "s", "", "e", "k", "s", "")
)
NAMES = {
    "a": CARDS[:RESOURCES] + ("auto",),
    "c": CARDS,
    "d": DEVS,
    "g": COLOURS,
    "t": tuple(LETTERS),
    "u": CULTURES,
    "v": ("barbarian",) + COLOURS,
}


def _say(letter, value):
    if letter in NAMES:
        return NAMES[letter][value]
    if letter == "k":
        return corner_name(value)
    return edge_name(value) if letter == "e" else value


def text(g, action):
    """Return the words of an action."""
    kind = action[0]
    letters = VALUES[kind]
    words = [WORDS[kind]]
    if kind == A_OFFER:
        given, wanted = sides(action)
        return words + [given, wanted, [seat for seat in range(4) if asked(action) >> seat & 1]]
    if kind == C_TERRAIN:
        return words + [[LETTERS[kind] for kind in action[1:]]]
    if kind == C_ORDER or kind == C_NUMBERS:
        return words + [list(action[1:])]
    if kind == A_PLAY:
        letters += DEV_VALUES[action[1]]
        if action[1] == D_HARBOR:
            named = [CARDS[card - 1] if card else None for card in action[2:]]
            return words + ["commercial_harbor", named]
    elif kind == A_IMPROVE and len(action) == 3:
        letters = "uk"
    for i in range(len(letters)):
        words.append(_say(letters[i], action[1 + i]))
    return words
