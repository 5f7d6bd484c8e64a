"""A message for everybody that says who must do what now (see games/texts.py)."""

from games.base import CHANCE
from games.landover import hands
from games.landover.common import (
    C_DECK,
    C_DISCARD,
    C_DRAW,
    C_GIVE,
    C_GOLD,
    C_RAZED,
    C_REVEAL,
    C_START,
    C_STEAL,
    P_CITY_ROUTE,
    P_DEV,
    P_FREE,
    P_HAND,
    P_MAIN,
    P_OVER,
    P_PICK,
    P_REPLY,
    P_VILLAGE_ROUTE,
)

if False:  # only mypy reads this: the names of types
    from games.landover.state import Position
    from games.types import Message, Prompt

_OF_ONE = (C_DECK, C_DISCARD, C_GOLD, C_RAZED, C_REVEAL, C_START)  # a seat, or a hex


def prompt(g: "Position") -> "Prompt":
    """Return (seats, message), as Game.prompt."""
    seats = g.current()
    if seats == (CHANCE,):
        return seats, _of_chance(g.todo[0])
    phase = g.phase
    words: tuple[object, ...] = ()
    if phase == P_REPLY:
        seats = tuple([seat for seat in seats if seat != g.turn]) or seats
        words = (g.turn, g.deal[:8], g.deal[8:])
    elif phase == P_PICK:
        words = (g.deal[:8], g.deal[8:])
    elif phase == P_HAND or phase == P_DEV:
        words = (g.target, g.free)
    elif phase == P_FREE:
        words = (g.free,)
    key = "now %d" % phase
    if phase in (P_VILLAGE_ROUTE, P_CITY_ROUTE) and g.options["setup_route"] == "any":
        key = "now any route"
    elif phase == P_MAIN and hands.size(g, g.turn) == 0 and not g.held[g.turn]:
        key = "now empty"
    elif phase == P_OVER:
        key = "now"
    return seats, (key,) + words


def _of_chance(head: tuple[int, ...]) -> "Message":
    kind = head[0]
    words: tuple[object, ...] = ()
    if kind in _OF_ONE:
        words = (head[1],)
    elif kind in (C_STEAL, C_GIVE, C_DRAW):
        words = (head[1], head[2])
    return ("chance %d" % kind,) + words
