"""Military power, raids and immunity (rules: landover 11)."""

from games.hexmap import HEXES
from games.landover import hands, queue, state
from games.landover.common import (
    A_MILITARY,
    A_RAID,
    C_STEAL,
    MILITARY_COST,
    POLITICS,
    WATER,
)

if False:  # only mypy reads this: the names of types
    from games.landover.state import Position
    from games.types import Action, Events, Message


def cap(g: "Position", seat: int) -> int:
    """Return the highest military power that a seat may have."""
    return 9 if state.level(g, seat, POLITICS) >= 3 else 5


def why_not_military(
    g: "Position", by: int, action: "Action"
) -> "Message | None":
    if g.power[by] >= cap(g, by):
        return ("power limit", cap(g, by))
    return hands.lacks(g, by, hands.price(g, MILITARY_COST))


def play_military(g: "Position", by: int, action: "Action", ev: "Events") -> None:
    hands.pay(g, by, MILITARY_COST, ev)
    g.power[by] += 1


def _shielded(g: "Position", by: int) -> int:
    """Return the mask of the opponents who are immune because they have few points."""
    mask = 0
    for seat in range(g.seats):
        if seat != by and g.points[seat] <= g.options["immunity_vp"]:
            mask |= 1 << seat
    return mask


def why_not_hex(g: "Position", by: int, place: int) -> str | None:
    """Return the message that says why no catapult may go to a hex, or None."""
    if not 0 <= place < HEXES:
        return "no such action"
    if g.terrain[place] >= WATER:
        return "raid land"
    if not g.touch[place] & ~(1 << by):
        return "raid nobody"
    if g.catapults[place]:
        return "raid catapult"
    if g.immune[place]:
        return "raid cleared"
    if g.options["immunity_vp"] and g.touch[place] & _shielded(g, by):
        return "raid immune"
    return None


def hexes(g: "Position", by: int) -> list[int]:
    """Return the hexes that the seat's catapult may go to, ascending."""
    rest = ~(1 << by)
    shield = _shielded(g, by) if g.options["immunity_vp"] else 0
    immune = g.immune
    found = []
    for place in range(HEXES) if g.map.mystery else g.map.land:
        if not immune[place]:  # late in a game, most are
            there = g.touch[place]
            if there & rest and not there & shield and g.terrain[place] < WATER:
                if not g.catapults[place]:
                    found.append(place)
    return found


def targets(g: "Position", by: int) -> "list[tuple[int, int]]":
    """Return (hex, victim) of all possible raids, ascending."""
    found = []
    for place in hexes(g, by):
        for seat in range(g.seats):
            if seat != by and g.touch[place] >> seat & 1:
                found.append((place, seat))
    return found


def legal(g: "Position", by: int, found: "list[Action]") -> None:
    """Add the actions of military power: buying more of it, and a raid."""
    cost = hands.price(g, MILITARY_COST)
    if g.power[by] < cap(g, by) and hands.can_pay(state.hand(g, by), cost):
        found.append((A_MILITARY,))
    if g.power[by] and not g.raided:
        for place, seat in targets(g, by):
            found.append((A_RAID, place, seat))


def why_not_raid(g: "Position", by: int, action: "Action") -> "Message | None":
    if g.raided:
        return "raid once"
    if not g.power[by]:
        return "raid power"
    return why_not_hex(g, by, action[1]) or why_not_victim(g, by, action[1], action[2])


def why_not_victim(g: "Position", by: int, place: int, seat: int) -> "Message | None":
    """Return the message that says why a raid on a hex cannot hit a seat, or None."""
    if seat == by:
        return "raid self"
    if not 0 <= seat < g.seats or not g.touch[place] >> seat & 1:
        return "raid victim"
    return None


def play_raid(g: "Position", by: int, action: "Action", ev: "Events") -> None:
    g.raided = 1
    g.power[by] -= 1
    place_catapult(g, by, action[1])
    g.todo.append((C_STEAL, action[2], by, 1))


def place_catapult(g: "Position", by: int, place: int) -> None:
    """Move the seat's catapult to a hex, from the supply or from another hex."""
    for old in range(HEXES):
        if g.catapults[old] == by + 1:
            g.catapults[old] = 0
            if g.options["moved_immune"]:
                g.immune[old] = 1
    g.catapults[place] = by + 1


def play_steal(g: "Position", by: int, action: "Action", ev: "Events") -> None:
    """Move one card from one hand to another."""
    queue.done_once(g)
    hands.add(g, action[1], action[3], -1, ev)
    hands.add(g, action[2], action[3], 1, ev)
