"""The longest route (rules: landover 16).

A route uses no piece twice. Corners where pieces cannot be joined are split: all ends at another
seat's building, and roads from boats where no own building stands. What is left is a net of points
with one, two or three pieces. In a part without a ring two sweeps find the longest way. In others
points with two pieces are melted away into chains, and a search that knows how much is lost at
least finds the best trail through the chains.
"""

from games.hexmap import EDGE_CORNERS
from games.landover.board import seat_of

_MANY = 10  # chains; with fewer, trying all is quicker than looking ahead


def length(g, seat, known=0):
    """Return the length of a seat's longest route; `known` is a length that it surely has."""
    net = Net(g, seat)
    knotty = []
    for points in net.parts():
        pieces = sum([len(net.meets[point]) for point in points]) // 2
        if pieces < len(points):
            known = max(known, net.sweep(net.sweep(points[0])[0])[1])
        elif pieces > known:
            knotty.append(points)
    for points in knotty:
        known = Chains(net, points).search(known)[0]
    return known


def trail(g, seat):
    """Return the edges of a seat's longest route, of several the first one found."""
    net = Net(g, seat)
    for points in net.parts():
        chains = Chains(net, points)
        mask = chains.search(g.lengths[seat] - 1)[1]
        if mask:
            found = []
            for i in range(len(chains.edges)):
                if mask >> i & 1:
                    found += chains.edges[i]
            return found
    return []


class Net:
    """A seat's roads and boats: `meets` lists the edges of each point, `ends` the two points of
    each edge."""

    def __init__(self, g, seat):
        self.meets = {}
        self.ends = {}
        road = seat + 1
        boat = seat + 5
        edge = 0
        for piece in g.edges:
            if piece == road or piece == boat:
                points = (
                    self._point(g, 2 * edge, road, piece == boat),
                    self._point(g, 2 * edge + 1, road, piece == boat),
                )
                self.ends[edge] = points
                for point in points:
                    if point in self.meets:
                        self.meets[point].append(edge)
                    else:
                        self.meets[point] = [edge]
            edge += 1

    def _point(self, g, end, own, boat):
        """Return the point at an end of an edge: a corner, or the seat's part of it."""
        corner = EDGE_CORNERS[end]
        owner = g.corners[corner] & 7
        if owner and owner != own:
            return -1 - end  # nothing joins here
        return 2 * corner + (1 if boat and not owner else 0)

    def beyond(self, edge, point):
        """Return the other end of an edge."""
        ends = self.ends[edge]
        return ends[1] if ends[0] == point else ends[0]

    def parts(self):
        """Return the parts that hang together, as lists of points."""
        seen = set()
        found = []
        for first in sorted(self.meets):
            if first not in seen:
                seen.add(first)
                points = [first]
                for point in points:  # grows
                    for edge in self.meets[point]:
                        other = self.beyond(edge, point)
                        if other not in seen:
                            seen.add(other)
                            points.append(other)
                found.append(points)
        return found

    def sweep(self, start):
        """Return (point, distance) of a point that is farthest from `start`, without rings."""
        ways = [(start, -1, 0)]
        for point, edge, distance in ways:  # grows, nearest first
            for other in self.meets[point]:
                if other != edge:
                    ways.append((self.beyond(other, point), other, distance + 1))
        return ways[-1][0], ways[-1][2]


class Chains:
    """A part of a net: `chains[crossing]` lists (bit, other crossing, pieces) of each chain there,
    `edges` the edges behind each bit. A ring by itself counts one of its points as a crossing."""

    def __init__(self, net, points):
        crossings = sorted([point for point in points if len(net.meets[point]) != 2])
        self.crossings = crossings or points[:1]
        self.chains = {}
        self.edges = []
        for point in self.crossings:
            self.chains[point] = []
        used = set()
        for first in self.crossings:
            for edge in net.meets[first]:
                if edge not in used:
                    chain, last = self._walk(net, first, edge)
                    used.update(chain)
                    bit = 1 << len(self.edges)
                    self.edges.append(chain)
                    self.chains[first].append((bit, last, len(chain)))
                    if last != first:
                        self.chains[last].append((bit, first, len(chain)))

    def _walk(self, net, point, edge):
        """Follow a chain from a crossing; return its edges and the crossing where it ends."""
        chain = [edge]
        while True:
            point = net.beyond(edge, point)
            if point in self.chains:
                return chain, point
            pair = net.meets[point]
            edge = pair[1] if pair[0] == edge else pair[0]
            chain.append(edge)

    def search(self, best):
        """Return (length, mask of its chains) of the longest trail; (best, 0) if none is longer.

        A trail that cannot be made longer begins and ends at crossings. Dead ends come first: the
        more crossings are finished, the sooner the others are.
        """
        simple = len(self.edges) < _MANY
        finished = set()  # crossings from which all trails are known
        best_mask = 0
        for start in sorted(self.crossings, key=lambda point: (len(self.chains[point]), point)):
            if self._hope(start, 0, finished) > best:
                trails = [(start, 0, 0)]
                while trails:
                    point, used, done = trails.pop()
                    if done > best:
                        best = done
                        best_mask = used
                    ways = [way for way in self.chains[point] if not used & way[0]]
                    if simple or len(ways) < 2 or done + self._hope(point, used, finished) > best:
                        for bit, other, count in ways:
                            trails.append((other, used | bit, done + count))
            finished.add(start)
        return best, best_mask

    def _hope(self, start, used, finished):
        """Return how long a trail from `start` over unused chains can be at most.

        Of a crossing with an odd number of chains a trail leaves out at least one, unless it ends
        there; a chain that is left out serves two crossings.
        """
        chains = self.chains
        seen = {start}
        points = [start]
        total = lost = spared = 0
        for point in points:  # grows
            odd = 0
            least = 99
            for bit, other, count in chains[point]:
                if not used & bit:
                    total += count  # counted from both ends
                    if other == point:
                        total += count
                        continue
                    odd ^= 1
                    if count < least:
                        least = count
                    if other not in seen:
                        seen.add(other)
                        points.append(other)
            if odd and point != start:
                lost += least
                if least > spared and point not in finished:
                    spared = least
        return (total - lost + spared) // 2


def update(g, seats, ev):
    """Measure the routes of some seats again and give the award to whom it belongs."""
    for seat in seats:
        g.lengths[seat] = length(g, seat)
    award(g, ev)


def award(g, ev):
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


def seats_at(g, edges):
    """Return the seats that have a piece on one of these edges, ascending."""
    found = [seat_of(g.edges[edge]) for edge in edges]
    return [seat for seat in range(g.seats) if seat in found]
