"""Dice, production, and the seven (rules: landover 7, 8, 9)."""

from games.hexmap import HEX_CORNERS, HEXES
from games.landover import hands, queue, state
from games.landover.cards import decks
from games.landover.common import (
    A_WALL,
    AUTO,
    C_DISCARD,
    C_DRAW,
    C_GOLD,
    CITY,
    CLOTH,
    COIN,
    D_ALCHEMIST,
    GOLD,
    ORE,
    P_MAIN,
    P_ROLL,
    PAPER,
    RESOURCES,
    SCIENCE,
    T_AQUEDUCT,
    T_YIELD,
    WOOD,
    WOOL,
)
from games.landover.map import board
from games.landover.military import barbarians

if False:  # only mypy reads this: the names of types
    from games.landover.state import Position
    from games.types import Action, Events, Message

_SURPLUS = {WOOD: PAPER, WOOL: CLOTH, ORE: COIN}  # a city's second card


def why_not_roll(g: "Position", by: int, action: "Action") -> "Message | None":
    return None if g.phase == P_ROLL else "rolled"


def play_roll(g: "Position", by: int, action: "Action", ev: "Events") -> None:
    g.phase = P_MAIN
    queue.roll(g)


def why_not_alchemist(g: "Position", by: int, action: "Action") -> "Message | None":
    if g.phase != P_ROLL:
        return "need alchemist"
    if not 1 <= action[1] <= 6 or not 1 <= action[2] <= 6:
        return "die"
    return None


def play_alchemist(g: "Position", by: int, action: "Action", ev: "Events") -> None:
    decks.spend(g, by, D_ALCHEMIST, ev)
    g.phase = P_MAIN
    queue.roll(g)
    _dice(g, action)


def play_dice(g: "Position", by: int, action: "Action", ev: "Events") -> None:
    _dice(g, action)


def _dice(g: "Position", action: "Action") -> None:
    g.todo.pop(0)
    g.white = action[1]
    g.red = action[2]


def play_event(g: "Position", by: int, action: "Action", ev: "Events") -> None:
    """Move the barbarians, or let a culture draw dev cards; then the land produces."""
    g.todo.pop(0)
    if action[1] == 0:
        barbarians.move(g, ev)
    else:
        culture = action[1] - 1
        for seat in hands.around(g):
            if state.level(g, seat, culture) >= g.red:
                g.todo.append((C_DRAW, seat, culture))
    g.todo.append((T_YIELD,))


def resolve(g: "Position", ev: "Events") -> None:
    """Carry out the roll: a seven, or production."""
    g.phase = P_MAIN
    total = g.white + g.red
    if total == 7:
        _seven(g, ev)
    else:
        _produce(g, total, ev)


def safe_size(g: "Position", seat: int) -> int:
    """Return the number of cards a seat may keep on a seven."""
    return 7 + 2 * state.used(g, seat, A_WALL)


def _seven(g: "Position", ev: "Events") -> None:
    cleared = []
    for place in range(HEXES):
        if g.catapults[place]:
            g.catapults[place] = 0
            g.immune[place] = 1
            cleared.append(place)
    if cleared:
        ev.append(["cleared", cleared])
    for seat in hands.around(g):
        held = hands.size(g, seat)
        if held > safe_size(g, seat):
            g.todo.append((C_DISCARD, seat, held // 2))


def _produce(g: "Position", total: int, ev: "Events") -> None:
    gains = None
    paid = 0  # mask of the seats that get anything, gold included
    for place in board.where(g.numbers, total):
        if g.touch[place] and not g.catapults[place]:
            ev.append(["production", place])
            paid |= g.touch[place]
            if gains is None:
                gains = [[0] * 8 for _ in range(g.seats)]
            kind = g.terrain[place]
            corners = HEX_CORNERS[6 * place : 6 * place + 6]
            if kind == GOLD:
                _gold(g, corners)
                continue
            for corner in corners:
                piece = g.corners[corner]
                if piece:
                    own = gains[state.owner(piece)]
                    own[kind] += 1
                    if piece & CITY:
                        own[_SURPLUS.get(kind, kind)] += 1
    if gains:
        for seat in hands.after(g):
            if sum(gains[seat]):
                hands.change(g, seat, gains[seat], ev)
    g.todo.append((T_AQUEDUCT, paid))


def _gold(g: "Position", corners: bytes) -> None:
    """Leave the random cards of a gold hex to chance, corner by corner."""
    for corner in sorted(corners):
        piece = g.corners[corner]
        if piece:
            seat = state.owner(piece)
            rule = g.options["gold_city"] if piece & CITY else "r2"
            g.todo.append((C_GOLD, seat, 0, 4 if rule == "r4" else 2))
            if rule == "r2c1":
                g.todo.append((C_GOLD, seat, RESOURCES, 1))


def play_gold(g: "Position", by: int, action: "Action", ev: "Events") -> None:
    queue.done_once(g)
    hands.add(g, action[1], action[2], 1, ev)


def play_discard(g: "Position", by: int, action: "Action", ev: "Events") -> None:
    queue.done_once(g)
    hands.add(g, action[1], action[2], -1, ev)


def aqueducts(g: "Position", paid: int, ev: "Events") -> None:
    """Give a resource to each seat of science level 3 or more that got nothing."""
    for seat in hands.after(g):
        if state.level(g, seat, SCIENCE) >= 3 and not paid >> seat & 1:
            card = g.standing[seat]
            hands.add(g, seat, hands.least(g, seat) if card == AUTO else card, 1, ev)
