"""Victory points, Port Authority, islands, and the end (rules: landover 17, 18)."""

from games.hexmap import NONE
from games.landover import state
from games.landover.common import P_OVER
from games.landover.hands import around

if False:  # only mypy reads this: the names of types
    from games.landover.state import Position
    from games.types import Events


def check_victory(g: "Position") -> None:
    """End the game if somebody has reached the target."""
    target = g.options["target"]
    points = g.points
    if g.phase == P_OVER or max(points) < target:
        return
    for seat in around(g):
        if points[seat] >= target:
            if seat == g.turn or g.options["win_time"] == "any":
                g.winner = seat
                g.phase = P_OVER
                g.todo[:] = []
                return


def settle(g: "Position", seat: int, corner: int, home: bool = False) -> None:
    """Note the island of a new building: a home island, or one explored for a point."""
    isle = 0
    for place in state.hexes_at(corner):
        if place != NONE:
            isle = isle or g.map.isles[place]
    if not isle:
        return
    bit = 1 << (isle - 1)
    if home:
        g.homes[seat] |= bit
    elif not (g.homes[seat] | g.explored[seat]) & bit:
        rule = g.options["island_bonus"]
        if rule == "each" or (rule == "once" and not g.explored[seat]):
            g.points[seat] += 1
            g.explored[seat] |= bit


def harbours(g: "Position", seat: int) -> int:
    """Return how many harbours a seat's buildings touch."""
    mask = g.docks[seat]
    count = 0
    while mask:
        count += mask & 1
        mask >>= 1
    return count


def port_authority(g: "Position", seat: int, ev: "Events") -> None:
    """Give the Port Authority to a seat with more harbours than its holder, and at least 3."""
    holder = g.harbourmaster
    if holder != seat:
        most = 2 if holder < 0 else harbours(g, holder)
        if harbours(g, seat) > most:
            g.harbourmaster = seat
            g.points[seat] += 2
            if holder >= 0:
                g.points[holder] -= 2
            ev.append(["port_authority", seat])
