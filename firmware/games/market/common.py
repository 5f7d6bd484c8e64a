"""The numbers, words and names of places that the modules of the market share."""

from micropython import const

from games.grid import Grid

if False:  # only mypy reads this: the names of types

    from games.market.game import Market

BID = const(1)
ACQUIRE = const(2)
FROLICK = const(3)
SOW = const(4)
REAP = const(5)
INVEST = const(6)
PASS = const(7)
STOCK = const(8)
WORDS = ("", "bid", "acquire", "frolick", "sow", "reap", "invest", "pass", "stock")
LENGTHS = (0, 2, 4, 1, 1, 3, 1, 1, 3)  # of actions, and of their words too

FILLING = const(0)  # phases: chance fills the slots
BIDDING = const(1)
ACTING = const(2)
ENDED = const(3)

SLOTS = const(5)
BONUS = const(12)
GREEN = const(0)
YELLOW = const(1)

# By size, made when needed: two grids take 120 ms.
_maps: "dict[int, tuple[Grid, Grid, str, tuple[str, ...]]]" = {}


def map_of(size: int) -> "tuple[Grid, Grid, str, tuple[str, ...]]":
    """Return for a board size: a seat's board, the table that holds all boards and the market, the
    first slot of the market's row on it, and the a1 of each board, clockwise from seat 0."""
    if size not in _maps:
        if size == 5:
            _maps[5] = (Grid(5, 5), Grid(12, 12), "d6", ("a1", "a8", "h8", "h1"))
        else:
            _maps[3] = (Grid(3, 3), Grid(9, 9), "c5", ("a1", "a7", "g7", "g1"))
    return _maps[size]


def spot_name(g: "Market", spot: int) -> str:
    """Return the name of a spot: that of its place on the large table."""
    board, table, slots, corners = map_of(g.options["board"])
    if spot < SLOTS:
        return table.name(table.cell(slots) + spot)
    seat, cell = divmod(spot - SLOTS, board.cells)
    row, column = divmod(cell, board.width)
    return table.name(table.cell(corners[seat]) + row * table.width + column)


def spot(g: "Market", name: str) -> int:
    """Return the spot with that name; raises ValueError if there is none."""
    board, table, slots, corners = map_of(g.options["board"])
    place = table.cell(name)
    if 0 <= place - table.cell(slots) < SLOTS:
        return place - table.cell(slots)
    for seat in range(g.seats):
        corner = table.cell(corners[seat])
        row = place // table.width - corner // table.width
        column = place % table.width - corner % table.width
        if 0 <= row < board.height and 0 <= column < board.width:
            return SLOTS + g.start(seat) + row * board.width + column
    raise ValueError("there is no place %s in this game" % name)
