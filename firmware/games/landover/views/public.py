"""The actions that a seat may have as far as everybody knows: the size of its hand is public, the
cards are not.

Actions are listed for an imagined hand with as many cards of each kind as the whole hand has, and
one dev card of each kind if the seat has any. Loaded for the menu.
"""

from games.base import CHANCE
from games.landover import hands, state, tasks
from games.landover.cards import dev_cards
from games.landover.common import (
    A_END,
    A_OFFER,
    C_DISCARD,
    C_DRAW,
    C_GIVE,
    C_STEAL,
    D_ENGINEER,
    DECKS,
    KINDS,
    P_DEV,
    P_HAND,
    P_MAIN,
    WOOD,
)
from games.landover.economy import culture, trade
from games.landover.map import building
from games.landover.military import raids
from games.pauses import pause

if False:  # only mypy reads this: the names of types
    from collections.abc import Callable, Iterator
    from typing import Any

    from games.landover.state import Position
    from games.types import Action


def public(g: "Position", by: int) -> "Iterator[Action]":
    """Yield the actions that `by` could take as far as everybody knows, ascending."""
    if by not in g.current():
        return
    if by == CHANCE:
        parts: "tuple[Callable[..., object], ...]" = (_outcomes,)
    elif g.phase == P_MAIN:
        parts = _MAIN
    else:
        parts = (_legal,)
    for part in parts:
        for action in _opened(g, by, part):
            yield action


def _opened(g: "Position", by: int, part: "Callable[..., Any]") -> "list[Action]":
    """Return the actions of `part` with imagined full hands of `by` and of the seat that it takes
    from."""
    kept_hands, kept_devs = g.hands[:], bytes(g.devs)
    try:
        for seat in (by, _victim(g)):
            if seat >= 0:
                state.set_hand(g, seat, [hands.size(g, seat)] * 8)
                state.set_devs(g, seat, bytes([1 if g.held[seat] else 0] * KINDS))
        found: "list[Any]" = []
        part(g, by, found)
        return found
    finally:
        g.hands[:] = kept_hands
        g.devs[:] = kept_devs


def _victim(g: "Position") -> int:
    """Return the seat whose hand loses something, or -1."""
    if g.todo:
        return g.todo[0][1] if g.todo[0][0] in (C_DISCARD, C_STEAL, C_GIVE) else -1
    return g.target if g.phase == P_HAND or g.phase == P_DEV else -1


def _outcomes(g: "Position", by: int, found: "list[Action]") -> None:
    head = g.todo[0]
    if head[0] == C_DRAW and any(g.deck[DECKS[head[2]] : DECKS[head[2] + 1]]):
        for dev in range(DECKS[head[2]], DECKS[head[2] + 1]):
            if dev_cards.COPIES[dev] or (dev == D_ENGINEER and g.options["engineer"]):
                found.append((C_DRAW, head[1], dev))
    else:
        found.extend(tasks.outcomes(g, head))


def _legal(g: "Position", by: int, found: "list[Action]") -> None:
    found.extend(g.legal(by))


def _buildings(g: "Position", by: int, found: "list[Action]") -> None:
    size = state.card_count(g, by, WOOD)  # that of the true hand: so many of each kind
    for action in affordable(g, by, size):
        found.append(action)


def affordable(g: "Position", by: int, size: int) -> "Iterator[Action]":
    """Yield the building actions that the board allows and that a hand of this size might pay."""
    for kind in range(len(building.COSTS)):
        if sum(hands.price(g, building.COSTS[kind])) <= size:
            placed: "list[Any]" = []
            building.add(g, by, kind, placed)
            pause()
            for action in placed:
                yield action


def _offers(g: "Position", by: int, found: "list[Action]") -> None:
    if g.offers < g.most and hands.size(g, by):
        found.append((A_OFFER,))  # the module `offer` goes on with it


def _end(g: "Position", by: int, found: "list[Action]") -> None:
    found.append((A_END,))


_MAIN = (
    _buildings,
    culture.legal,
    raids.legal,
    trade.bank_legal,
    _offers,
    culture.aqueduct_legal,
    dev_cards.legal,
    _end,
)


def targets(g: "Position", by: int) -> "Iterator[int]":
    """Yield the spots where `by` may build or raid as far as everybody knows. The spots of a dev
    card are lit once the card is chosen."""
    if by == CHANCE or g.phase != P_MAIN:
        for action in public(g, by):
            for spot, _ in g.gesture(by, action):
                yield spot
        return
    if by not in g.current():
        return
    for action in affordable(g, by, hands.size(g, by)):
        yield g.gesture(by, action)[0][0]
    for part in (culture.legal, raids.legal):
        for action in _opened(g, by, part):
            pause()
            for spot, _ in g.gesture(by, action):
                yield spot
