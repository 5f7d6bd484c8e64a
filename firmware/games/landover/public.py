"""What everybody may know beside the pieces, for the view of a seat."""

from games import hexmap
from games.hexmap import HEXES
from games.landover.things import (
    ANY,
    CARDS,
    DEVS,
    KINDS,
    LETTERS,
    NOBODY,
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
