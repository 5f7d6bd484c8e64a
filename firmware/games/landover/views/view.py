"""The content of a seat's view (rules: landover 7, 25). Loaded when needed, for hosts."""

from games import hexmap
from games.base import Game
from games.hexmap import HEXES
from games.landover import hands, state
from games.landover.actions import ROWS
from games.landover.cards import dev_cards
from games.landover.common import (
    ANY,
    CARDS,
    CULTURES,
    KINDS,
    LETTERS,
    NOBODY,
    P_DEV,
    P_HAND,
    P_PICK,
    P_REPLY,
    RESOURCES,
)
from games.landover.economy import culture, trade
from games.landover.map import building
from games.landover.views.show import PIECE_CORNER, PIECE_MERCHANT, PIECE_METRO, building_of

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable

    from games.landover.state import Position
    from games.types import Json

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


def face(g: "Position", piece: int) -> str:
    """Return the public name of a piece."""
    if piece < PIECE_MERCHANT:
        return "%s %d" % (("road", "boat", "catapult")[(piece - 1) // 4], (piece - 1) % 4)
    if piece < PIECE_CORNER:
        above = piece - PIECE_MERCHANT
        return "merchant" + (" under catapult %d" % (above - 1) if above else "")
    if piece >= PIECE_METRO:
        return CULTURES[piece - PIECE_METRO] + " metro"
    seat, variant = building_of(piece)
    name = "%s %d" % ("city" if variant else "village", seat)
    if variant > 2:
        name += " with %s metro" % CULTURES[(variant - 3) // 2]
    if variant and variant % 2 == 0:
        name += " and wall" if variant > 2 else " with wall"
    return name


def _devs_of(g: "Position", seat: int) -> list[str]:
    held = state.devs(g, seat)
    return [dev_cards.DEVS[dev] for dev in range(KINDS) for _ in range(held[dev])]


def private_view(g: "Position", seat: int) -> "Json":
    """Return the seat's own cards, and the cards that another seat is showing it."""
    known = {"cards": state.hand(g, seat), "devs": _devs_of(g, seat)}
    if g.turn == seat and g.phase == P_HAND:
        known["shown"] = state.hand(g, g.target)
    if g.turn == seat and g.phase == P_DEV:
        known["shown"] = _devs_of(g, g.target)
    return known


def _seat_or_none(seat: int) -> int | None:
    return seat if seat >= 0 else None


def prices(g: "Position") -> "Json":
    """Return {piece: its cost, the number of each card}."""
    return {ROWS[kind][0]: list(hands.price(g, building.COSTS[kind]))
            for kind in range(len(building.COSTS))}


def view(g: "Position", seat: int, listed: "Callable[..., object]" = list) -> "Json":
    """Return the view of `seat`, as for every game, and the `table`; for a seat also the bank's
    `rates`, the number of each kind that the bank takes for a card, and the `costs` of each
    culture's next level, in its commodity."""
    shown = Game.view(g, seat, listed)
    if seat >= 0:
        shown["own"]["rates"] = [trade.rate(g, seat, card) for card in range(8)]
        shown["own"]["costs"] = [culture.cost(g, seat, number) for number in range(3)]
    shown["table"] = _table(g, listed)
    return shown


def _table(g: "Position", listed: "Callable[..., object]") -> "Json":
    """Return all public facts except the pieces, as JSON values."""
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
        "numbers": listed(g.numbers),
        "immune": listed(place for place in range(HEXES) if g.immune[place]),
        "harbours": listed(
            [hexmap.edge_name(edge), "3:1" if card == ANY else CARDS[card]]
            for edge, card in g.map.ports
        ),
        "order": list(g.order),
        "turn": g.turn,
        "phase": _PHASES[g.phase],
        "dice": [g.white, g.red],
        "barbarians": g.track,
        "cards": [hands.size(g, seat) for seat in seats],
        "devs": list(g.held),
        "discards": listed(
            [dev_cards.DEVS[dev], g.spent[dev]] for dev in range(KINDS) if g.spent[dev]
        ),
        "power": list(g.power),
        "levels": [list(state.levels(g, seat)) for seat in seats],
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
