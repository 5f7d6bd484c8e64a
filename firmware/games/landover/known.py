"""Who may know what: the public facts, and what each seat knows (rules: landover 7, 25)."""

from games import hexmap
from games.hexmap import HEXES
from games.landover.maps import ANY
from games.landover.things import (
    A_PLAY,
    A_TAKE,
    A_TAKE_DEV,
    C_DRAW,
    C_GIVE,
    C_STEAL,
    CARDS,
    D_COMMODITY,
    D_CONSTITUTION,
    D_HARBOR,
    D_MASTER,
    D_PRINTER,
    D_RESOURCE,
    D_SPY,
    DEVS,
    KINDS,
    LETTERS,
    NOBODY,
    P_DEV,
    P_HAND,
    P_PICK,
    P_REPLY,
    RESOURCES,
)

_PHASES = (
    "village",
    "village route",
    "city",
    "city route",
    "roll",
    "turn",
    "free route",
    "rebuild",
) + ("take a card", "take a dev card", "offer", "pick", "over")


def _seat_or_none(seat):
    return seat if seat >= 0 else None


def public(g):
    """Return what everybody sees beside the pieces, JSON-able."""
    seats = range(g.seats)
    deal = None
    if g.phase == P_REPLY or g.phase == P_PICK:
        deal = {
            "give": g.deal[:8],
            "want": g.deal[8:],
            "waiting": [seat for seat in seats if g.waiting >> seat & 1],
            "accepted": [seat for seat in seats if g.agreed >> seat & 1],
        }
    return {
        "terrain": "".join([LETTERS[kind] for kind in g.terrain]),
        "numbers": list(g.numbers),
        "immune": [place for place in range(HEXES) if g.immune[place]],
        "harbours": [
            [hexmap.edge_name(edge), "3:1" if card == ANY else CARDS[card]]
            for edge, card in g.map.ports
        ],
        "order": list(g.order),
        "turn": g.turn,
        "phase": _PHASES[g.phase],
        "dice": [g.white, g.red],
        "barbarians": g.track,
        "cards": [sum(g.hands[8 * seat : 8 * seat + 8]) for seat in seats],
        "devs": list(g.held),
        "discards": [[DEVS[dev], g.spent[dev]] for dev in range(KINDS) if g.spent[dev]],
        "power": list(g.power),
        "levels": [list(g.levels[3 * seat : 3 * seat + 3]) for seat in seats],
        "aqueducts": ["auto" if card == RESOURCES else CARDS[card] for card in g.standing],
        "metros": [
            None if corner == NOBODY else hexmap.corner_name(corner) for corner in g.metros
        ],
        "routes": list(g.lengths),
        "longest": _seat_or_none(g.longest),
        "port_authority": _seat_or_none(g.harbourmaster),
        "merchant": None if g.trader < 0 else [g.merchant, g.trader],
        "deal": deal,
    }


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
