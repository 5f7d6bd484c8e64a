"""The longest route (rules: landover 16).

A route uses no piece twice. Corners where pieces cannot be joined are split: all ends at another
seat's building, and roads from boats where no own building stands. What is left is a net in which
a point has one, two or three pieces; points with two are melted away into chains, and a search
that knows how much is lost at least finds the best trail through the chains.
"""

from games.hexmap import EDGE_CORNERS, EDGES
from games.landover.board import seat_of


def length(g, seat, known=0):
    """Return the length of a seat's longest route; `known` is a length that it surely has."""
    meets, ends = _net(g, seat)
    best = known
    crossings = [point for point in meets if len(meets[point]) != 2]
    chains, used = _chains(meets, ends, crossings)
    for piece in ends:
        if piece not in used:  # a ring without a crossing
            best = max(best, _ring(meets, ends, piece, used))
    return _search(chains, best)


def _net(g, seat):
    """Return (pieces of each point, points of each piece)."""
    meets = {}
    ends = {}
    edges = g.edges
    road = seat + 1
    boat = seat + 5
    for edge in range(EDGES):
        piece = edges[edge]
        if piece == road or piece == boat:
            points = []
            for i in (2 * edge, 2 * edge + 1):
                corner = EDGE_CORNERS[i]
                owner = g.corners[corner] & 7
                point = 2 * corner + (1 if piece == boat and owner != road else 0)
                if owner and owner != road:
                    point = -1 - i  # a point of its own
                points.append(point)
                if point in meets:
                    meets[point].append(edge)
                else:
                    meets[point] = [edge]
            ends[edge] = points
    return meets, ends


def _beyond(points, point):
    return points[1] if points[0] == point else points[0]


def _chains(meets, ends, crossings):
    """Return {crossing: [(bit, other crossing, pieces), ...]} and the set of pieces in it."""
    chains = {}
    for point in crossings:
        chains[point] = []
    used = set()
    bit = 1
    for first in crossings:
        for piece in meets[first]:
            if piece in used:
                continue
            point = first
            count = 0
            while True:
                used.add(piece)
                count += 1
                point = _beyond(ends[piece], point)
                if point in chains:
                    break
                pair = meets[point]
                piece = pair[1] if pair[0] == piece else pair[0]
            chains[first].append((bit, point, count))
            if point != first:
                chains[point].append((bit, first, count))
            bit <<= 1
    return chains, used


def _ring(meets, ends, piece, used):
    """Return the number of pieces of a ring."""
    count = 0
    point = ends[piece][0]
    while piece not in used:
        used.add(piece)
        count += 1
        point = _beyond(ends[piece], point)
        pair = meets[point]
        piece = pair[1] if pair[0] == piece else pair[0]
    return count


def _search(chains, best):
    """Return the length of the longest trail, or `best` if none is longer."""
    finished = set()  # crossings from which all trails are known
    for start in chains:
        if _hope(chains, start, 0, finished) > best:
            trails = [(start, 0, 0)]
            while trails:
                point, used, done = trails.pop()
                if done > best:
                    best = done
                ways = [way for way in chains[point] if not used & way[0]]
                if len(ways) < 2 or done + _hope(chains, point, used, finished) > best:
                    for bit, other, count in ways:
                        trails.append((other, used | bit, done + count))
        finished.add(start)
    return best


def _hope(chains, start, used, finished):
    """Return how long a trail from `start` over unused chains can be at most.

    Of an odd crossing a trail leaves out at least one chain, unless it ends there; a chain that
    is left out serves two crossings.
    """
    seen = {start}
    points = [start]
    total = lost = spared = 0
    while points:
        point = points.pop()
        odd = 0
        least = 99
        for bit, other, count in chains[point]:
            if not used & bit:
                total += count  # counted from both ends
                if other == point:
                    total += count
                    odd += 2
                    continue
                odd += 1
                if count < least:
                    least = count
                if other not in seen:
                    seen.add(other)
                    points.append(other)
        if odd & 1 and point != start:
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
