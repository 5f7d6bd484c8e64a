"""The longest route (rules: landover 16).

A route uses no piece twice. Corners where pieces cannot be joined are split: at another seat's
building all ends separate, and at an empty corner roads separate from boats. The rest is a net
of points with one, two or three pieces. Two pieces that meet at a point with no third form one
chain; `_search` finds the longest trail over chains.
"""

from games.hexmap import EDGE_CORNERS
from games.landover.common import A_BOAT, A_ROAD
from games.landover.state import owner, route_of, seat_of

if False:  # only mypy reads this: the names of types
    from collections.abc import Sequence

    from games.landover.state import Position
    from games.types import Events

    # See `_search` and `_steps`.
    State = tuple[int, ...]
    States = dict[State, tuple[int, int]]  # (waste, mask of the used chains)
    Options = dict[int, list[tuple[int, ...]]]

_NEVER = (999, 0)


def length(g: "Position", seat: int, known: int = 0, edge: int = -1) -> int:
    """Return the length of a seat's longest route. It has at least the length `known`; if `edge`
    is given, a longer one can only be in the part with that edge."""
    net = Net(g, seat)
    for points in net.parts(edge):
        known = _search(net, points, known)[0]
    return known


def trail(g: "Position", seat: int) -> list[int]:
    """Return the edges of a seat's longest route, the first one found if there are several."""
    net = Net(g, seat)
    for points in net.parts():
        found = _search(net, points, g.lengths[seat] - 1)[1]
        if found:
            return found
    return []


class Net:
    """A seat's roads and boats: `meets` lists the edges at each point, `ends` the two points of
    each edge, `chains` the edges of the chain that an edge stands for; before `melt`, only
    itself."""

    def __init__(self, g: "Position", seat: int) -> None:
        self.meets: "dict[int, list[int]]" = {}
        self.ends = {}
        self.chains = {}
        road = route_of(seat, A_ROAD)
        boat = route_of(seat, A_BOAT)
        edge = 0
        for piece in g.edges:
            if piece == road or piece == boat:
                points = (
                    self._point(g, 2 * edge, seat, piece == boat),
                    self._point(g, 2 * edge + 1, seat, piece == boat),
                )
                self.ends[edge] = points
                self.chains[edge] = [edge]
                for point in points:
                    if point in self.meets:
                        self.meets[point].append(edge)
                    else:
                        self.meets[point] = [edge]
            edge += 1

    def _point(self, g: "Position", end: int, seat: int, boat: bool) -> int:
        """Return the point at an end of an edge: the corner, or the seat's part of a split one."""
        corner = EDGE_CORNERS[end]
        building = g.corners[corner]
        if building and owner(building) != seat:
            return -1 - end  # nothing joins here
        return 2 * corner + (1 if boat and not building else 0)

    def beyond(self, edge: int, point: int) -> int:
        """Return the other end of an edge."""
        ends = self.ends[edge]
        return ends[1] if ends[0] == point else ends[0]

    def is_tip(self, edge: int, point: int) -> bool:
        """Is the other end of an edge a dead end?"""
        return len(self.meets[self.beyond(edge, point)]) == 1

    def parts(self, edge: int = -1) -> list[list[int]]:
        """Return the connected parts, as lists of points; with `edge`, only the part of it."""
        seen = set()
        found = []
        for first in sorted(self.meets) if edge < 0 else self.ends[edge][:1]:
            if first not in seen:
                seen.add(first)
                points = [first]
                for point in points:  # the list grows meanwhile
                    for edge in self.meets[point]:
                        other = self.beyond(edge, point)
                        if other not in seen:
                            seen.add(other)
                            points.append(other)
                found.append(points)
        return found

    def melt(self, points: list[int]) -> list[int]:
        """Merge two pieces that meet at a point into one chain, unless that closes a ring. Return
        the points where two or three pieces still meet, the crossings."""
        left = []
        for point in points:
            pair = self.meets[point]
            if len(pair) == 2:
                one, two = pair
                near = self.beyond(one, point)
                far = self.beyond(two, point)
                if near != far:
                    self.chains[one] += self.chains[two]
                    self.ends[one] = (near, far)
                    self.meets[far][self.meets[far].index(two)] = one
                    continue
            if len(pair) > 1:
                left.append(point)
        return left


def _search(net: "Net", points: list[int], known: int) -> "tuple[int, list[int]]":
    """Return (length, edges) of the longest trail in one part of a net; (known, []) if none is
    longer.

    Pieces form a trail if they are connected and at most two points, its ends, have an odd number
    of them (Euler). So no path is followed. Instead, crossing by crossing, each outgoing chain is
    either used or left out. All that matters about these choices is the state: (ends so far,
    group, ...), where a group is the mask of used outgoing chains that are connected. If few
    chains are outgoing at a time, there are few states, at most 91 in the worst nets found. For
    each state only the choice with the least waste is kept.

    Every point with an odd number of pieces leaves one out or is an end. Everything else that is
    left out is waste, counted in points: crossings with fewer than two used chains, and the points
    inside chains that are left out. A trail's length is `most` minus the waste, plus one if it has
    two ends.
    """
    most = sum([len(net.meets[point]) // 2 for point in points])
    if most < known:
        return known, []
    crossings = net.melt(points)
    if not crossings:  # a single chain
        return most + 1, [edge for edge in net.ends if net.ends[edge][0] in points]
    steps, chains = _steps(net, crossings)
    # The waste of using nothing from here on.
    rest = sum([options[0][0][2] for _, options in steps])
    spare = most - known  # the most waste that a longer trail with two ends can have
    best = 0
    states: "States" = {(0,): (0, 0)}
    order: "list[State]" = [(0,)]  # the same on all interpreters
    for into, options in steps:
        rest -= options[0][0][2]
        states, order, spare, best = _cross(into, options, states, order, rest, spare, best)
    found = []
    for i in range(len(chains)):
        if best >> i & 1:
            found += net.chains[chains[i]]
    return most - spare, found


def _cross(
    into: int,
    options: "Options",
    old_states: "States",
    old_order: "list[State]",
    rest: int,
    spare: int,
    best: int,
) -> "tuple[States, list[State], int, int]":
    """Go over one crossing from each of the states before it; `rest` is the waste of using nothing
    after it. Return (states, order, spare, best) as `_search` has them."""
    states: "States" = {}
    order: "list[State]" = []
    for state in old_order:
        waste, mask = old_states[state]
        ends = state[0]
        if len(state) > 2 and old_states.get((ends, sum(state) - ends), _NEVER)[0] <= waste:
            continue  # the same chains in one group are at least as good
        met = 0
        apart = []  # groups without a chain at this crossing
        for group in state:
            if group & into:
                met |= group
            elif group > 2:  # not the count of ends
                apart.append(group)
        here = met & into
        for onward, tips, wasted, used in options[here]:
            wasted += waste
            tips += ends
            if wasted > spare or tips > 2:
                continue
            group = met ^ here | onward
            if group:
                after: "State" = (tips, group)
                if apart:
                    after = tuple([tips] + sorted(apart + [group]))
            elif not used and not here:
                after = state
            else:  # this completes a group: a trail, if it is the only one
                wasted += rest + 1 - tips // 2
                if not apart and wasted <= spare:
                    spare = wasted - 1
                    best = mask | used
                continue
            if after not in states:
                order.append(after)
            elif states[after][0] <= wasted:
                continue
            states[after] = (wasted, mask | used)
    return states, order, spare, best


def _steps(net: "Net", crossings: list[int]) -> "tuple[list[tuple[int, Options]], list[int]]":
    """Return (steps, chains): the crossings in an order that keeps the number of outgoing chains
    small.

    A step is (mask of the incoming chains, options by which of them are used). An option is (mask
    of used outgoing chains, odd points, waste, mask of newly used ones among all chains). The bits
    of outgoing chains begin at 4, so that a state's count of ends is never taken for a group, and
    sorts first.
    """
    # The lowest rank is taken next: 4 for each chain that would be outgoing, less for each chain
    # from a crossing that is in `front` or was taken.
    rank = {}
    for point in crossings:
        rank[point] = 4 * len([0 for chain in net.meets[point] if not net.is_tip(chain, point)])
    front: list[int] = []
    _enter(net, crossings[-1], front, rank)  # a crossing far from the middle
    bits: "dict[int, int]" = {}  # the bit of each outgoing chain
    taken = 3
    chains: list[int] = []
    steps = []
    while front:
        point = min(front, key=lambda point: rank[point])
        front.remove(point)
        into = 0
        ways = {0: 0}  # by mask: the number of chains used
        # Options without the crossing's own share, and how many chains they use.
        choices = [(0, 0, 0, 0, 0)]
        for chain in net.meets[point]:
            if chain in bits:
                bit = bits.pop(chain)
                into |= bit
                taken ^= bit
                for mask in list(ways):
                    ways[mask | bit] = ways[mask] + 1
                continue
            other = net.beyond(chain, point)
            tip = bit = 0
            if net.is_tip(chain, point):
                tip = 1
            else:
                bit = 4
                while bit & taken:
                    bit <<= 1
                taken |= bit
                bits[chain] = bit
                if other not in front:
                    _enter(net, other, front, rank)
                rank[other] -= 7
            inner = len(net.chains[chain]) - 1
            new = 1 << len(chains)
            chains.append(chain)
            choices = [(a, b, c + inner, d, e) for a, b, c, d, e in choices] + [
                (a | bit, b + tip, c, d | new, e + 1) for a, b, c, d, e in choices
            ]
        steps.append((into, _options(ways, choices)))
    return steps, chains


def _options(ways: "dict[int, int]", choices: "list[tuple[int, int, int, int, int]]") -> "Options":
    """Return {mask of incoming chains: [option, ...]}, with the crossing's own share."""
    options: "Options" = {}
    for mask in ways:
        options[mask] = []
        for onward, tips, waste, used, count in choices:
            count += ways[mask]
            waste += 1 if count < 2 else 0
            options[mask].append((onward, tips + (count & 1), waste, used))
    return options


def _enter(net: "Net", point: int, front: list[int], rank: "dict[int, int]") -> None:
    front.append(point)
    for chain in net.meets[point]:
        if not net.is_tip(chain, point):
            rank[net.beyond(chain, point)] -= 1


def update(
    g: "Position", seats: "Sequence[int]", ev: "Events", grown: int = -1, edge: int = -1
) -> None:
    """Measure the routes of `seats` again and give the award. The route of the seat `grown` cannot
    have become shorter; if `edge` is given, it grew by a piece there."""
    for seat in seats:
        if seat == grown:
            g.lengths[seat] = length(g, seat, g.lengths[seat], edge)
        else:
            g.lengths[seat] = length(g, seat)
    award(g, ev)


def award(g: "Position", ev: "Events") -> None:
    """Give, keep or take away the award for the longest route."""
    most = max(g.lengths)
    holder = g.longest
    if most < 5:
        new = -1
    elif holder >= 0 and g.lengths[holder] == most:
        new = holder
    else:
        longest = [seat for seat in range(g.seats) if g.lengths[seat] == most]
        new = longest[0] if len(longest) == 1 else -1
    if new != holder:
        g.longest = new
        if holder >= 0:
            g.points[holder] -= 2
        if new >= 0:
            g.points[new] += 2
        ev.append(["longest", new if new >= 0 else None, most])


def seats_at(g: "Position", edges: list[int]) -> list[int]:
    """Return the seats that have a piece on one of these edges, ascending."""
    found = [seat_of(g.edges[edge]) for edge in edges]
    return [seat for seat in range(g.seats) if seat in found]
