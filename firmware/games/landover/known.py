"""Who may know what: the public facts, and what each seat knows (rules: landover 7, 25)."""

from games.landover.things import (
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
    DEVS,
    KINDS,
    P_DEV,
    P_HAND,
)


def _cards_of(g, seat):
    return g.hands[8 * seat : 8 * seat + 8]


def _devs_of(g, seat):
    return [DEVS[dev] for dev in range(KINDS) for _ in range(g.devs[KINDS * seat + dev])]


def secrets(g, seat):
    """Return the seat's own cards, and those that it is being shown."""
    known = {"cards": _cards_of(g, seat), "devs": _devs_of(g, seat)}
    if g.turn == seat and g.phase == P_HAND:
        known["shown"] = _cards_of(g, g.target)
    if g.turn == seat and g.phase == P_DEV:
        known["shown"] = _devs_of(g, g.target)
    return known


def told(g, by, action, events):
    """Hide the cards that pass from hand to hand, and the dev cards."""
    said = g.text(action)
    kind = action[0]
    if kind == C_DRAW and action[2] not in (D_PRINTER, D_CONSTITUTION):
        return said[:2] + [None], events
    if kind in (C_STEAL, C_GIVE, A_TAKE, A_TAKE_DEV):
        hidden = [[e[0], e[1], None] if e[0] == "cards" else e for e in events]
        return said[:-1] + [None], hidden
    return said, events


def final(g, by, action, events):
    """Does an action show the hand of another seat, or what is in it?"""
    return action[0] == A_PLAY and action[1] in (
        D_SPY,
        D_MASTER,
        D_RESOURCE,
        D_COMMODITY,
        D_HARBOR,
    )
