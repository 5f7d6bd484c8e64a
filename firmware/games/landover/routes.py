"""The longest route (rules: landover 16).

A route uses no piece twice. Corners where pieces cannot be joined are split: all ends at another
seat's building, and roads from boats where no own building stands. What is left is a net in which
a point has one, two or three pieces; points with two are melted away into chains, and a search
that knows how much is lost at least finds the best trail through the chains.
"""

from games.hexmap import EDGE_CORNERS, EDGES
from games.landover.board import seat_of

_MANY = 10  # chains; with fewer, trying all is quicker than looking ahead


def length(g, seat, known=0):
    """Return the length of a seat's longest route; `known` is a length that it surely has."""
    net = Net(g, seat)
    for ring in net.rings():
        known = max(known, len(ring))
    return net.search(known)[0]


def trail(g, seat):
    """Return the edges of a seat's longest route, of several the first one found."""
    net = Net(g, seat)
    best = []
    for ring in net.rings():
        if len(ring) > len(best):
            best = ring
    mask = net.search(len(best))[1]
    if mask:
        best = []
        for i in range(len(net.parts)):
            if mask >> i & 1:
                best += net.parts[i]
    return best


class Net:
    """The chains of a seat's roads and boats.

    `chains[crossing]` lists (bit, other crossing, pieces) of each chain there, `parts` the edges
    behind each bit.
    """

    def __init__(self, g, seat):
        self._meets = {}  # pieces of each point
        self._ends = {}  # points of each piece
        road = seat + 1
        boat = seat + 5
        for edge in range(EDGES):
            piece = g.edges[edge]
            if piece == road or piece == boat:
                self._ends[edge] = (
                    self._point(g, 2 * edge, road, piece == boat),
                    self._point(g, 2 * edge + 1, road, piece == boat),
                )
        for edge in sorted(self._ends):
            for point in self._ends[edge]:
                if point in self._meets:
                    self._meets[point].append(edge)
                else:
                    self._meets[point] = [edge]
        self.crossings = sorted([p for p in self._meets if len(self._meets[p]) != 2])
        self.chains = {}
        self.parts = []
        self._used = set()
        for point in self.crossings:
            self.chains[point] = []
        for point in self.crossings:
            for edge in self._meets[point]:
                if edge not in self._used:
                    self._add_chain(point, edge)

    def _point(self, g, end, own, boat):
        """Return the point at an end of an edge: a corner, or the seat's part of it."""
        corner = EDGE_CORNERS[end]
        owner = g.corners[corner] & 7
        if owner and owner != own:
            return -1 - end  # nothing joins here
        return 2 * corner + (1 if boat and not owner else 0)

    def _walk(self, point, edge):
        """Follow a chain from a point; return its edges and the point where it ends."""
        part = [edge]
        while True:
            ends = self._ends[edge]
            point = ends[1] if ends[0] == point else ends[0]
            pair = self._meets[point]
            if len(pair) != 2:
                return part, point
            edge = pair[1] if pair[0] == edge else pair[0]
            if edge == part[0]:
                return part, point
            part.append(edge)

    def _add_chain(self, first, edge):
        part, last = self._walk(first, edge)
        bit = 1 << len(self.parts)
        self.parts.append(part)
        self._used.update(part)
        self.chains[first].append((bit, last, len(part)))
        if last != first:
            self.chains[last].append((bit, first, len(part)))

    def rings(self):
        """Return the rings without a crossing, as lists of edges."""
        found = []
        for edge in sorted(self._ends):
            if edge not in self._used:
                part, _ = self._walk(self._ends[edge][0], edge)
                self._used.update(part)
                found.append(part)
        return found

    def search(self, best):
        """Return (length, mask of its chains) of the longest trail; (best, 0) if none is longer.

        A trail that cannot be made longer begins and ends at crossings.
        """
        chains = self.chains
        simple = len(self.parts) < _MANY
        finished = set()  # crossings from which all trails are known
        best_mask = 0
        for start in self.crossings:
            if self._hope(start, 0, finished) > best:
                trails = [(start, 0, 0)]
                while trails:
                    point, used, done = trails.pop()
                    if done > best:
                        best = done
                        best_mask = used
                    ways = [way for way in chains[point] if not used & way[0]]
                    if (
                        simple
                        or len(ways) < 2
                        or done + self._hope(point, used, finished) > best
                    ):
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
