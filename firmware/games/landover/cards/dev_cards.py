"""Playing dev cards (rules: landover 19): one row for each card, see ROWS."""

from games.landover import hands, state
from games.landover.cards import aims, decks
from games.landover.common import (
    A_BOAT,
    A_PLAY,
    A_WALL,
    C_DISCARD,
    C_GIVE,
    C_STEAL,
    D_BISHOP,
    D_SIEGE,
    KINDS,
    MEDICINE_COST,
    ORE,
    P_DEV,
    P_FREE,
    P_HAND,
    P_REBUILD,
    WALL,
    WHEAT,
)
from games.landover.map import board, building, routes
from games.landover.military import raids

if False:  # only mypy reads this: the names of types
    from collections.abc import Iterable, Iterator
    from typing import Any

    from games.landover.cards.aims import Way
    from games.landover.state import Position
    from games.types import Action, Events, Message


def legal(g: "Position", by: int, found: "list[Action]") -> None:
    for action in each_legal(g, by):
        found.append(action)


def each_legal(g: "Position", by: int) -> "Iterator[Action]":
    """Yield the actions of `legal` one by one, since a commercial harbor alone has 216 forms."""
    if g.held[by]:
        held = state.devs(g, by)
        for dev in range(1, KINDS):
            if held[dev]:
                for some in aimed(g, by, dev):
                    yield (A_PLAY, dev) + some


def aimed(g: "Position", by: int, dev: int) -> "Iterable[Way]":
    """Yield or return, ascending, the tuples of values with which a seat can play a card now."""
    return ROWS[dev][_TARGETS](g, by)


def why_not_play(g: "Position", by: int, action: "Action") -> "Message | None":
    if len(action) < 2 or not 0 <= action[1] < KINDS:
        return "no such action"
    dev = action[1]
    if not state.dev_count(g, by, dev):
        return "not held"
    if action[2:] in aimed(g, by, dev):
        return None
    if dev == D_BISHOP and len(action) == 3:
        return raids.why_not_hex(g, by, action[2])
    if dev == D_SIEGE and len(action) == 4:
        barred = raids.why_not_hex(g, by, action[2])
        return barred or raids.why_not_victim(g, by, action[2], action[3])
    return "need " + ROWS[dev][0]


def play(g: "Position", by: int, action: "Action", ev: "Events") -> None:
    """Play a card: it leaves the hand first, then takes effect."""
    decks.spend(g, by, action[1], ev)
    ROWS[action[1]][_PLAY](g, by, action[2:], ev)


def _play_crane(g: "Position", by: int, some: tuple[int, ...], ev: "Events") -> None:
    g.crane = 1


def _play_inventor(g: "Position", by: int, some: tuple[int, ...], ev: "Events") -> None:
    one, two = some
    g.numbers[one], g.numbers[two] = g.numbers[two], g.numbers[one]
    board.forget(g)


def _play_irrigation(g: "Position", by: int, some: tuple[int, ...], ev: "Events") -> None:
    hands.add(g, by, WHEAT, 2 * len(aims.hexes(g, by, WHEAT)), ev)


def _play_medicine(g: "Position", by: int, some: tuple[int, ...], ev: "Events") -> None:
    hands.pay(g, by, MEDICINE_COST, ev)
    board.raise_city(g, some[0])
    g.points[by] += 1


def _play_mining(g: "Position", by: int, some: tuple[int, ...], ev: "Events") -> None:
    hands.add(g, by, ORE, 2 * len(aims.hexes(g, by, ORE)), ev)


def _play_road(g: "Position", by: int, some: tuple[int, ...], ev: "Events") -> None:
    g.phase = P_FREE
    g.free = 2


def _play_military(g: "Position", by: int, some: tuple[int, ...], ev: "Events") -> None:
    g.power[by] = min(g.power[by] + 2, raids.cap(g, by))


def _play_engineer(g: "Position", by: int, some: tuple[int, ...], ev: "Events") -> None:
    building.put_wall(g, by, some[0])


def _play_harbor(g: "Position", by: int, named: tuple[int, ...], ev: "Events") -> None:
    """Each opponent with commodities gives one for the resource named for it."""
    seats = aims.opponents(g, by)
    for seat in hands.after(g):
        if seat != by and named[seats.index(seat)]:
            g.todo.append((C_GIVE, seat, by, named[seats.index(seat)], 1))


def _play_master(g: "Position", by: int, some: tuple[int, ...], ev: "Events") -> None:
    g.phase = P_HAND
    g.target = some[0]
    g.free = 2


def _play_merchant(g: "Position", by: int, some: tuple[int, ...], ev: "Events") -> None:
    if g.trader >= 0:
        g.points[g.trader] -= 1
    g.trader = by
    g.merchant = some[0]
    g.points[by] += 1
    ev.append(["merchant", by, some[0]])


def _play_fleet(g: "Position", by: int, some: tuple[int, ...], ev: "Events") -> None:
    g.fleet |= 1 << some[0]


def _play_resource(g: "Position", by: int, some: tuple[int, ...], ev: "Events") -> None:
    _monopoly(g, by, some[0], 2, ev)


def _play_commodity(g: "Position", by: int, some: tuple[int, ...], ev: "Events") -> None:
    _monopoly(g, by, some[0], 1, ev)


def _monopoly(g: "Position", by: int, card: int, most: int, ev: "Events") -> None:
    total = 0
    for seat in hands.after(g):
        if seat != by:
            count = min(most, state.card_count(g, seat, card))
            hands.add(g, seat, card, -count, ev)
            total += count
    hands.add(g, by, card, total, ev)


def _play_siege(g: "Position", by: int, some: tuple[int, ...], ev: "Events") -> None:
    raids.place_catapult(g, by, some[0])
    g.todo.append((C_STEAL, some[1], by, 2))


def _play_bishop(g: "Position", by: int, some: tuple[int, ...], ev: "Events") -> None:
    raids.place_catapult(g, by, some[0])
    for seat in hands.after(g):
        if seat != by and g.touch[some[0]] >> seat & 1:
            g.todo.append((C_STEAL, seat, by, 1))


def _play_deserter(g: "Position", by: int, some: tuple[int, ...], ev: "Events") -> None:
    g.power[some[0]] -= 1
    g.power[by] = max(g.power[by], min(g.power[by] + 1, raids.cap(g, by)))


def _play_vandal(g: "Position", by: int, some: tuple[int, ...], ev: "Events") -> None:
    for seat in aims.vandals(g, by):
        g.todo.append((C_DISCARD, seat, hands.size(g, seat) // 2))


def _play_diplomat(g: "Position", by: int, some: tuple[int, ...], ev: "Events") -> None:
    edge = some[0]
    piece = g.edges[edge]
    seat = state.seat_of(piece)
    board.take_route(g, edge)
    routes.update(g, (seat,), ev)
    if seat == by:
        g.phase = P_REBUILD
        g.free = 1
        g.lost = edge
        g.lost_boat = 1 if state.kind_of(piece) == A_BOAT else 0


def _play_raze(g: "Position", by: int, some: tuple[int, ...], ev: "Events") -> None:
    corner = some[0]
    if g.corners[corner] & WALL:
        g.corners[corner] &= ~WALL
        state.use(g, state.owner(g.corners[corner]), A_WALL, -1)
        board.forget(g)
    else:
        g.points[state.owner(g.corners[corner])] -= 1
        board.fell_city(g, corner)


def _play_spy(g: "Position", by: int, some: tuple[int, ...], ev: "Events") -> None:
    g.phase = P_DEV
    g.target = some[0]


def _play_wedding(g: "Position", by: int, some: tuple[int, ...], ev: "Events") -> None:
    for seat in hands.after(g):
        if seat != by and g.points[seat] > g.points[by]:
            g.todo.append((C_GIVE, seat, by, 0, 2))


# One row a dev card: its word; its number of copies; a letter for each value played with it (see
# words.py); a function (g, by) -> ascending tuples of such values, none if it cannot be played (it
# is then refused with the message "need " plus its word); and a function (g, by, values, events)
# that plays it.
_COPIES, VALUES, _TARGETS, _PLAY = range(1, 5)
ROWS: "tuple[tuple[Any, ...], ...]" = (
    ("alchemist", 2, "", aims.never, None),
    ("crane", 2, "", aims.crane, _play_crane),
    ("inventor", 2, "hh", aims.inventor, _play_inventor),
    ("irrigation", 2, "", aims.irrigation, _play_irrigation),
    ("medicine", 2, "k", aims.medicine, _play_medicine),
    ("mining", 2, "", aims.mining, _play_mining),
    ("printer", 1, "", aims.never, None),
    ("road", 2, "", aims.road, _play_road),
    ("military", 2, "", aims.military, _play_military),
    ("engineer", 0, "k", aims.engineer, _play_engineer),  # the option adds one copy
    ("commercial_harbor", 2, "", aims.harbor, _play_harbor),
    ("master_merchant", 2, "s", aims.richer, _play_master),
    ("merchant", 6, "h", aims.merchant, _play_merchant),
    ("merchant_fleet", 2, "c", aims.fleet, _play_fleet),
    ("resource_monopoly", 4, "c", aims.resources, _play_resource),
    ("commodity_monopoly", 2, "c", aims.commodities, _play_commodity),
    ("siege", 2, "hs", aims.siege, _play_siege),
    ("bishop", 2, "h", aims.bishop, _play_bishop),
    ("constitution", 1, "", aims.never, None),
    ("deserter", 2, "s", aims.deserter, _play_deserter),
    ("vandal", 2, "", aims.vandal, _play_vandal),
    ("diplomat", 2, "e", aims.diplomat, _play_diplomat),
    ("raze", 2, "k", aims.raze, _play_raze),
    ("spy", 3, "s", aims.spy, _play_spy),
    ("wedding", 2, "", aims.wedding, _play_wedding),
)
DEVS = tuple([row[0] for row in ROWS])
COPIES = bytes([row[_COPIES] for row in ROWS])
