"""The rules of the tile games once more, from the words of a record, without regard to speed.

Regions are found anew for every question. The engines are compared with these models; they share
no code with them.
"""

from collections import Counter
from dataclasses import dataclass

STEP = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
SIDES = "NESW"
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
SET = {"gggg": 2, "yyyy": 2, "gggy": 20, "gyyy": 20, "ggyy": 20, "gygy": 17}


def name(cell):
    return "abcdefghi"[cell[0]] + str(cell[1] + 1)


def cell_of(text):
    return "abcdefghi".index(text[0]), int(text[1:]) - 1


def order_of(triangle):
    (column, row), side = triangle
    return row, column, SIDES.index(side)


def turns(kind):
    return {kind[i:] + kind[:i] for i in range(4)}


def kind(word):
    return min(turns(word))


@dataclass
class Region:
    colour: str
    triangles: frozenset
    diamonds: int
    gaps: int  # triangles that face an empty cell
    edges: int  # triangles at the board's edge
    ring: bool

    @property
    def smallest(self):
        return min(self.triangles, key=order_of)

    @property
    def cells(self):
        cells = {cell for cell, _ in self.triangles}
        return [name(cell) for cell in sorted(cells, key=lambda cell: (cell[1], cell[0]))]


class Board:
    """A square of cells; `tiles` maps (column, row) to words."""

    def __init__(self, side, edge_closes):
        self.side = side
        self.edge_closes = edge_closes
        self.tiles = {}

    def facing(self, triangle):
        """Return the triangle across the border, or None at the edge."""
        (column, row), side = triangle
        column += STEP[side][0]
        row += STEP[side][1]
        if 0 <= column < self.side and 0 <= row < self.side:
            return (column, row), OPPOSITE[side]
        return None

    def colour(self, triangle):
        return self.tiles[triangle[0]][SIDES.index(triangle[1])]

    def fits(self, cell, word):
        if cell in self.tiles:
            return False
        beside = 0
        for side, colour in zip(SIDES, word, strict=True):
            other = self.facing((cell, side))
            if other and other[0] in self.tiles:
                beside += 1
                if self.colour(other) != colour:
                    return False
        return beside > 0

    def places(self, kinds):
        """Return the (word, cell) of all turns of these kinds that fit."""
        words = {word for kind in kinds for word in turns(kind)}
        cells = [(c, r) for c in range(self.side) for r in range(self.side)]
        return {(word, name(cell)) for cell in cells for word in words if self.fits(cell, word)}

    def beside(self, triangle):
        """Return the triangles that touch this one along a line."""
        cell, side = triangle
        at = SIDES.index(side)
        near = [(cell, SIDES[(at + 1) % 4]), (cell, SIDES[at - 1]), self.facing(triangle)]
        return [other for other in near if other and other[0] in self.tiles]

    def region(self, start):
        colour = self.colour(start)
        found, todo = {start}, [start]
        while todo:
            for other in self.beside(todo.pop()):
                if other not in found and self.colour(other) == colour:
                    found.add(other)
                    todo.append(other)
        across = [self.facing(triangle) for triangle in found]
        return Region(
            colour,
            frozenset(found),
            sum(1 for other in across if other and other[0] in self.tiles) // 2,
            sum(1 for other in across if other and other[0] not in self.tiles),
            across.count(None),
            any(len(set(self.tiles[cell])) == 1 for cell, _ in found),
        )

    def regions(self):
        """Return all regions by smallest triangle."""
        return self.regions_at([(cell, side) for cell in self.tiles for side in SIDES])

    def regions_at(self, triangles):
        """Return the regions that hold these triangles, by smallest triangle."""
        found = []
        for triangle in triangles:
            if not any(triangle in region.triangles for region in found):
                found.append(self.region(triangle))
        return sorted(found, key=lambda region: order_of(region.smallest))

    def is_complete(self, region):
        closed = not region.gaps and (self.edge_closes or not region.edges)
        return closed and region.diamonds > 0

    def complete(self):
        return [region for region in self.regions() if self.is_complete(region)]

    def put(self, cell, word):
        """Lay a tile and return the regions that this completes."""
        self.tiles[cell] = word
        touched = self.regions_at([(cell, side) for side in SIDES])
        return [region for region in touched if self.is_complete(region)]

    def would_close(self, cell, word):
        closes = bool(self.put(cell, word))
        del self.tiles[cell]
        return closes


class LandModel:
    def __init__(self, options):
        self.options = options
        self.board = Board(9, options["edge"] == "closed")
        self.board.tiles[4, 4] = "gygy"
        mixed = Counter({k: n for k, n in SET.items() if len(set(k)) > 1})
        mixed["gygy"] -= 1
        self.hands = [Counter(gggg=1, yyyy=1), Counter(gggg=1, yyyy=1)]
        self.bag = Counter()
        if options["supply"] == "bag":
            self.bag += mixed
        else:
            for hand in self.hands:
                hand.update({k: n // 2 for k, n in mixed.items()})
        self.scores = [0, 0]
        self.turn = 0
        self.passes = 0
        self.drawing = False
        self.drawn = None

    def is_over(self):
        return self.passes == 2 or len(self.board.tiles) == 81

    def legal(self):
        """Return the words of all legal actions, as a set of tuples."""
        if self.is_over():
            return set()
        if self.drawing:
            return {("drawn", kind) for kind, left in self.bag.items() if left}
        hand = self.hands[self.turn]
        kinds = [self.drawn] if self.drawn else [kind for kind, left in hand.items() if left]
        words = {("place", word, cell) for word, cell in self.board.places(kinds)}
        if self.drawn:
            return words or {("return",)}
        return words | {("draw",) if self.bag.total() else ("pass",)}

    def take(self, by, words):
        """Take an action and return its events."""
        if words[0] == "draw":
            self.drawing = True
            return []
        if words[0] == "drawn":
            self.drawing = False
            self.drawn = words[1]
            self.bag[words[1]] -= 1
            return []
        self.turn = 1 - self.turn
        if words[0] in ("pass", "return"):
            self.passes += 1
            self.bag.update([self.drawn] if self.drawn else [])
            self.drawn = None
            return []
        self.passes = 0
        if not self.drawn:
            self.hands[by][kind(words[1])] -= 1
        self.drawn = None
        events = []
        for region in self.board.put(cell_of(words[2]), words[1]):
            seat = by if self.options["ownership"] == "completer" else "gy".index(region.colour)
            bonus = 4 if region.ring else 0
            points = region.diamonds + bonus
            self.scores[seat] += points
            events.append(["territory", seat, region.colour, region.diamonds, bonus, points,
                           region.cells])
        return events

    def result(self):
        winner = 0 if self.scores[0] > self.scores[1] else 1
        return [winner], "board full" if len(self.board.tiles) == 81 else "both passed"


class MarketModel:
    def __init__(self, seats, side):
        self.seats = range(seats)
        self.side = side
        self.boards = [Board(side, True) for _ in self.seats]
        self.loads = [{} for _ in self.seats]  # by smallest triangle
        self.stock = Counter(SET)
        self.slots = dict.fromkeys(range(1, 6))
        self.money = [10] * seats
        self.cubes = [{"g": 0, "y": 0} for _ in self.seats]
        self.marker = 0
        self.started = False
        self.final = None
        self.reason = None
        self.new_round()
        self.filling = True

    def new_round(self):
        self.filling = False
        self.bids = {}
        self.order = []
        self.taken = set()
        self.bought = False

    def hands(self):
        return [[self.money[s], self.cubes[s]["g"], self.cubes[s]["y"]] for s in self.seats]

    def scores(self):
        if self.final:
            return self.final
        return [sum(hand) + sum(load.values())
                for hand, load in zip(self.hands(), self.loads, strict=True)]

    def current(self):
        if self.final:
            return ()
        if self.filling:
            return (-1,)
        if len(self.bids) < len(self.seats):
            return tuple(seat for seat in self.seats if seat not in self.bids)
        return (self.order[0],)

    def places(self, seat, kinds):
        if not self.boards[seat].tiles:
            middle = name((self.side // 2, self.side // 2))
            return {(word, middle) for kind in kinds for word in turns(kind)}
        return self.boards[seat].places(kinds)

    def legal(self, by):
        if by not in self.current():
            return set()
        if by == -1:
            slot = min(slot for slot, kind in self.slots.items() if not kind)
            return {("stock", slot, kind) for kind, left in self.stock.items() if left}
        if not self.order:
            return {("bid", amount) for amount in range(self.money[by] + 1)}
        words = {("pass",), ("invest",)}
        for slot, tile in self.slots.items():
            if tile:
                words |= {("acquire", slot, word, cell) for word, cell in self.places(by, [tile])}
        for work, colour in (("frolick", "g"), ("sow", "y")):
            if self.cubes[by][colour] and self.roomy(by, colour):
                words.add((work,))
        for region in self.boards[by].complete():
            if region.colour == "y" and self.loads[by].get(region.smallest):
                cell, side = region.smallest
                words.add(("reap", name(cell), side))
        return {word for word in words if word[0] not in self.taken}

    def roomy(self, seat, colour):
        """Return (room, order, smallest triangle) of sections with room, most room first."""
        found = []
        for region in self.boards[seat].complete():
            room = region.diamonds - self.loads[seat].get(region.smallest, 0)
            if region.colour == colour and room:
                found.append((-room, order_of(region.smallest), region.smallest))
        return sorted(found)

    def take(self, by, words):
        before = self.hands()
        events = self.act(by, words)
        changed = [["cubes", seat] + self.hands()[seat]
                   for seat in self.seats if self.hands()[seat] != before[seat]]
        return events + changed + self.close()

    def act(self, by, words):
        if words[0] == "stock":
            self.slots[words[1]] = words[2]
            self.stock[words[2]] -= 1
            return []
        if words[0] == "bid":
            self.bids[by] = words[1]
            if len(self.bids) < len(self.seats):
                return []
            for seat, amount in self.bids.items():
                self.money[seat] -= amount
            clockwise = [(self.marker + i) % len(self.seats) for i in self.seats]
            self.order = sorted(clockwise, key=lambda seat: -self.bids[seat])
            self.last = self.order[-1]
            return [["bids", [self.bids[seat] for seat in self.seats]],
                    ["order", list(self.order)]]
        events = []
        if words[0] == "acquire":
            self.bought = True
            self.slots[words[1]] = None
            for region in self.boards[by].put(cell_of(words[3]), words[2]):
                self.cubes[by][region.colour] += region.diamonds
                events.append(["section", by, region.colour, region.diamonds, region.cells])
        elif words[0] != "pass":
            self.taken.add(words[0])
        if words[0] in ("frolick", "sow"):
            colour = "g" if words[0] == "frolick" else "y"
            served = self.roomy(by, colour)[: self.cubes[by][colour]]
            for _, _, triangle in served:
                self.loads[by][triangle] = self.loads[by].get(triangle, 0) + 1
            self.cubes[by][colour] -= len(served)
            self.money[by] += len(served) if colour == "g" else 0
        elif words[0] == "reap":
            self.loads[by][cell_of(words[1]), words[2]] -= 1
            self.money[by] += 3
        elif words[0] == "invest" and by == self.last:
            self.money[by] += 2 * self.bids[by]
        self.order.pop(0)
        self.filling = not self.order
        return events

    def close(self):
        """Go on after an action: fill slots, begin a round, or end the game."""
        if not self.filling or (None in self.slots.values() and self.stock.total()):
            return []
        if not self.started:
            self.started = True
            self.new_round()
            return []
        self.reason = self.ending()
        if not self.reason:
            self.marker = (self.marker + 1) % len(self.seats)
            self.new_round()
            return []
        sizes = [max([len(region.triangles) for region in board.regions()], default=0)
                 for board in self.boards]
        self.sharing = [seat for seat in self.seats if sizes[seat] == max(sizes) > 0]
        scores = self.scores()
        self.final = [points + (12 // len(self.sharing) if seat in self.sharing else 0)
                      for seat, points in enumerate(scores)]
        return [["largest", self.sharing, max(sizes)], ["final", self.final]]

    def ending(self):
        if any(len(board.tiles) == self.side**2 for board in self.boards):
            return "board full"
        if not self.stock.total():
            return "stock empty"
        kinds = [kind for kind in self.slots.values() if kind]
        if not self.bought and not any(self.places(seat, kinds) for seat in self.seats):
            return "market stuck"
        return None

    def result(self):
        ranks = [(self.final[s], s in self.sharing, self.cubes[s]["g"], self.cubes[s]["y"],
                  self.money[s]) for s in self.seats]
        return [seat for seat in self.seats if ranks[seat] == max(ranks)], self.reason
