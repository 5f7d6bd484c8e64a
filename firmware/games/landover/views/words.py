"""Write actions in the words of records (rules: landover 25); `reading` parses them.

An action has a word, and a letter for each value (see `actions` and `cards`): "k" a corner, "e" an
edge, "h" a hex, "s" a seat, "n" a number, and those in NAMES.
"""

from games.hexmap import corner_name, edge_name
from games.landover import actions
from games.landover.cards import dev_cards
from games.landover.common import (
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
    LETTERS,
    RESOURCES,
)
from games.landover.economy.trade import asked, sides

if False:  # only mypy reads this: the names of types
    from typing import Any

    from games.landover.state import Position
    from games.types import Action, Words

NAMES = {
    "a": CARDS[:RESOURCES] + ("auto",),
    "c": CARDS,
    "d": dev_cards.DEVS,
    "g": COLOURS,
    "t": tuple(LETTERS),
    "u": CULTURES,
    "v": ("barbarian",) + COLOURS,
}


def _word_of(letter: str, value: int) -> "str | int":
    if letter in NAMES:
        return NAMES[letter][value]
    if letter == "k":
        return corner_name(value)
    return edge_name(value) if letter == "e" else value


def text(g: "Position", action: "Action") -> "Words":
    """Return the words of an action."""
    kind = action[0]
    letters = actions.ROWS[kind][actions.VALUES].rstrip("*")
    words = [actions.ROWS[kind][actions.WORD]]
    if kind == A_OFFER:
        if len(action) == 1:
            return ["trade"]  # begun, see `offer`
        deal: "Any" = sides(action)
        seats = [seat for seat in range(4) if asked(action) >> seat & 1]
        return words + [deal[:8], deal[8:], seats]
    if kind == C_TERRAIN:
        return words + [[LETTERS[terrain] for terrain in action[1:]]]
    if kind == C_ORDER or kind == C_NUMBERS:
        return words + [list(action[1:])]
    if kind == A_PLAY:
        letters += dev_cards.ROWS[action[1]][dev_cards.VALUES]
        if action[1] == D_HARBOR:
            named = [CARDS[card - 1] if card else None for card in action[2:]]
            return words + ["commercial_harbor", named]
    elif kind == A_IMPROVE and len(action) == 3:
        letters = "uk"
    for i in range(len(letters)):
        words.append(_word_of(letters[i], action[1 + i]))
    return words
