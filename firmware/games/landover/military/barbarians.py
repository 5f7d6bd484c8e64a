"""The barbarians (rules: landover 10)."""

from games.landover import hands
from games.landover.common import (
    C_DECK,
    C_DRAW,
    C_RAZED,
    T_LOSE_POWER,
    WALL,
)
from games.landover.map import board

if False:  # only mypy reads this: the names of types
    from games.landover.state import Position
    from games.types import Action, Events

STEPS = 7


def move(g: "Position", ev: "Events") -> None:
    """Move the barbarians one step; at the last step they attack."""
    g.track += 1
    if g.track == STEPS:
        g.track = 0
        _attack(g, ev)


def _attack(g: "Position", ev: "Events") -> None:
    won, seats = outcome(g)
    ev.append(["barbarians", g.cities, sum(g.power), "won" if won else "lost"])
    if not won:
        g.todo.extend([(C_RAZED, seat) for seat in seats])
    elif len(seats) == 1:
        g.defended[seats[0]] += 1
        g.points[seats[0]] += 1
    else:
        g.todo.extend([(C_DECK, seat) for seat in seats])
    g.todo.append((T_LOSE_POWER,))


def outcome(g: "Position") -> "tuple[bool, list[int]]":
    """Return (would the seats beat off an attack now, the strongest seats, which would be
    rewarded, or the weakest, which would lose a city)."""
    seats = hands.around(g)
    power = g.power
    won = g.cities <= sum(power)
    if not won and g.options["barb_skip"]:
        seats = [seat for seat in seats if targets(g, seat)]
    found = [power[seat] for seat in seats]
    if not any(found) if won else not found:
        return won, []
    extreme = max(found) if won else min(found)
    return won, [seat for seat in seats if power[seat] == extreme]


def targets(g: "Position", seat: int) -> list[int]:
    """Return the corners of the cities that a seat may lose, ascending."""
    cities = board.cities(g, seat)
    if g.options["wall_rule"] == "guard":
        bare = [corner for corner in cities if not g.corners[corner] & WALL]
        return bare or cities
    return cities


def play_razed(g: "Position", by: int, action: "Action", ev: "Events") -> None:
    g.todo.pop(0)
    board.fell_city(g, action[2])
    g.points[action[1]] -= 1


def play_deck(g: "Position", by: int, action: "Action", ev: "Events") -> None:
    g.todo[0] = (C_DRAW, action[1], action[2])


def lose_power(g: "Position") -> None:
    """After an attack, lower everybody's military power by one."""
    for seat in range(g.seats):
        if g.power[seat]:
            g.power[seat] -= 1
