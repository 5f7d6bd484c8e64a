"""Boards of any size: which there can be, and how their cells, readers, switches and
lights are numbered. It imports nothing, since hardware/ makes plans with it, without the firmware.
"""

if False:  # only mypy reads this: the names of types
    # A light: its cell, counted eastwards and northwards, and its place there, "" in the middle:
    # NE, or of sixteen also Ne, nE, ne, where small letters stand nearer to the middle.
    Light = tuple[int, int, str]

CORNERS = ("NE", "SE", "SW", "NW")  # the order of a cell's four lights
# The same for twelve, round a piece: the corners first, one of which shows how a tile is turned.
# The strips have four more in the middle, where a piece would hide them: these stay dark.
_RING = CORNERS + ("Ne", "nE", "sE", "Se", "Sw", "sW", "nW", "Nw")
PLACES = {1: ("",), 4: CORNERS, 12: _RING}  # in a cell, by the number of its lights
STRIPS = {1: 1, 4: 2, 12: 4}  # side by side in a row of cells of a lit map
SIDE = 3  # cells along a block
LEAST, MOST = 3, 15  # cells along a side; a larger square is no Grid of games/grid.py
LIGHTS = {"readers": (4,), "switches": (1,), "none": (1, 4, 12)}  # a cell, by the sense of places
HEXES = {19: 2, 37: 3}  # of a board of hexes: the radius; map A of Landover lies within 19
MOST_PIXELS = 900  # of one strip, for one takes 30 us (facts: interrupts)
SENSES = tuple(sorted(LIGHTS))
MOST_BLOCKS = {"readers": 28, "switches": 11}  # a strip feeds eleven of switches
_ROUND = ("SW", "NW", "NE", "SE")  # the way round a cell's four lights, clockwise
_ACROSS = {"N": "S", "S": "N", "E": "W", "W": "E"}

# ---- which there can be -------------------------------------------------------------------------


def can_be(width: int, height: int, sense: str, lights: int) -> bool:
    """Can such a board be made, as far as numbers tell?"""
    if not (LEAST <= width <= MOST and LEAST <= height <= MOST and lights in LIGHTS[sense]):
        return False
    if sense == "none":
        return width * height * STRIPS[lights] ** 2 <= MOST_PIXELS
    blocks = width // SIDE * (height // SIDE)
    return width % SIDE == height % SIDE == 0 and blocks <= MOST_BLOCKS[sense]


def by_nearness(width: int, height: int, sense: str, lights: int) -> "list[tuple[int, int, int]]":
    """Return (width, height, lights) of all boards with a sense, the nearest first: by the fewest
    cells to add or leave out along its sides, then by the lights, then the larger one."""
    rated = []
    for w in range(LEAST, MOST + 1):
        for h in range(LEAST, MOST + 1):
            for many in LIGHTS[sense]:
                apart = abs(w - width) + abs(h - height)
                rated.append((apart, abs(many - lights), -w * h, w, h, many))
    return [one[3:] for one in sorted(rated)]


def nearest(width: int, height: int, sense: str, lights: int) -> "tuple[int, int, int]":
    """Return (width, height, lights) of the nearest board that can be made."""
    return [one for one in by_nearness(width, height, sense, lights)
            if can_be(one[0], one[1], sense, one[2])][0]


# ---- numbers ------------------------------------------------------------------------------------


def spots(width: int, height: int) -> list[str]:
    """Return the names of the cells, row by row from the south-west."""
    return ["%s%d" % (chr(97 + x), y + 1) for y in range(height) for x in range(width)]


def block_at(column: int, row: int, across: int) -> int:
    """Return the number of a block, of which `across` lie side by side: a serpentine from the
    south-west."""
    return row * across + (column if row % 2 == 0 else across - 1 - column)


def block_places(width: int, height: int) -> "list[tuple[int, int]]":
    """Return (column, row) of each block, in the order of the chain."""
    across = width // SIDE
    places = [(c, r) for r in range(height // SIDE) for c in range(across)]
    return sorted(places, key=lambda place: block_at(place[0], place[1], across))


def of_blocks(width: int, height: int, per_block: int) -> list[int]:
    """Return the number of each cell in the chain of blocks, with `per_block` numbers in each."""
    found = []
    for y in range(height):
        for x in range(width):
            block = block_at(x // SIDE, y // SIDE, width // SIDE)
            found.append(block * per_block + y % SIDE * SIDE + x % SIDE)
    return found


def in_blocks(width: int, height: int, lights: int) -> "list[Light]":
    """Return the lights of a board of blocks along their chain."""
    found = []
    for column, row in block_places(width, height):
        corner = "SW"
        for y in range(SIDE):
            for step in range(SIDE):
                x = step if y % 2 == 0 else SIDE - 1 - step
                walk = _walk(corner, "N" if step == SIDE - 1 else "EW"[y % 2])
                corner = "".join([_ACROSS[letter] for letter in walk[-1]])
                for each in walk if lights == 4 else ("",):
                    found.append((column * SIDE + x, row * SIDE + y, each))
    return found


def _walk(corner: str, leave: str) -> "tuple[str, ...]":
    """Return the four lights of a cell from `corner` on, one way round, so that the last lies on
    the side `leave`. The chain goes on from there over the gap to the next cell and at once across
    that cell: so every hop is as long as a cell is wide, and none as short as a gap."""
    at = _ROUND.index(corner)
    walk = tuple([_ROUND[(at + i) % 4] for i in range(4)])
    return walk if leave in walk[-1] else tuple([_ROUND[(at - i) % 4] for i in range(4)])


def in_rows(width: int, height: int, lights: int) -> "list[Light]":
    """Return the lights of strips side by side, one, two or four to a row of cells, every second
    one westwards."""
    along = STRIPS[lights]
    northwards, eastwards = _LINES[along]
    found = []
    for j in range(height * along):
        row = list(range(width * along))
        for i in row if j % 2 == 0 else row[::-1]:
            place = northwards[j % along] + eastwards[i % along]
            found.append((i // along, j // along, place))
    return found


_LINES = {1: ([""], [""]), 2: ("SN", "WE"), 4: ("SsnN", "WweE")}


def on_strips(place: str, lights: int) -> "tuple[float, float]":
    """Return how far east and north of its cell's south-west corner a light of a lit map lies, in
    cells."""
    along = STRIPS[lights]
    northwards, eastwards = _LINES[along]
    north, east = place[:1], place[1:]
    return (eastwards.index(east) + 0.5) / along, (northwards.index(north) + 0.5) / along


def of_cells(chain: "list[Light]", width: int) -> "list[tuple[int, ...]]":
    """Return the numbers of each cell's lights, in the order of PLACES."""
    number = {light: n for n, light in enumerate(chain)}
    found = []
    for y in range(max([light[1] for light in chain]) + 1):
        for x in range(width):
            found.append(tuple([number[x, y, place] for place in ("",) + _RING
                                if (x, y, place) in number]))
    return found
