"""The public part of an action (rules: landover 7, 25)."""

from games.landover import state
from games.landover.common import (
    A_PLAY,
    A_TAKE,
    A_TAKE_DEV,
    C_DRAW,
    C_GIVE,
    C_STEAL,
    D_COMMODITY,
    D_CONSTITUTION,
    D_HARBOR,
    D_MASTER,
    D_PRINTER,
    D_RESOURCE,
    D_SPY,
)

if False:  # only mypy reads this: the names of types
    from games.landover.state import Position
    from games.types import Action, Events, Words

_HIDDEN = (C_STEAL, C_GIVE, A_TAKE, A_TAKE_DEV)  # nobody else sees which cards these move


def public_record(
    g: "Position", by: int, action: "Action", events: "Events"
) -> "tuple[Words, Events]":
    """Hide dev cards, and cards that pass from hand to hand."""
    said = g.text(action)
    kind = action[0]
    if kind == C_DRAW and action[2] not in (D_PRINTER, D_CONSTITUTION):
        return said[:2] + [None], events
    if kind in _HIDDEN:
        hidden = [[e[0], e[1], None] if e[0] == "cards" else e for e in events]
        return said[:-1] + [None], hidden
    return said, events


def follow(g: "Position", action: "Action", events: "Events") -> None:
    """Update `g.sure`: the least number of cards of each kind that a seat holds, as everybody
    knows."""
    for event in events:
        if event[0] == "cards":
            difference = event[2]
            if action[0] in _HIDDEN:  # the cards that it lost or got may be of any kind
                lost = -sum([min(0, count) for count in difference])
                difference = [-lost] * 8
            state.add_sure(g, event[1], difference)


def has_revealed(g: "Position", by: int, action: "Action", events: "Events") -> "bool":
    """Does an action show another seat's hand, or cards from it?"""
    return action[0] == A_PLAY and action[1] in (
        D_SPY,
        D_MASTER,
        D_RESOURCE,
        D_COMMODITY,
        D_HARBOR,
    )
