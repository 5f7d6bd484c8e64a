"""A frame of 37 pointy-top hexes: numbers, names and neighbours of hexes, corners and edges.

Hexes are numbered row by row from the north-west; corners and edges are numbered as the hexes are
visited (rules: landover 3). All tables are bytes, with NONE where there is nothing. A corner is
named after its lowest hex, "11.SE", and so is an edge, "18/E"; `games/hexnames.py` reads the
names. A build replaces these computations by their results (host_tools/constants.py).
"""

from micropython import const

if False:  # only mypy reads this: the names of types
    from typing import Any

_RADIUS = const(3)
_SPAN = const(7)  # hexes across
HEXES = const(37)
CORNERS = const(96)
EDGES = const(132)
NONE = const(255)

CORNER_WORDS = ("N", "NE", "SE", "S", "SW", "NW")
EDGE_WORDS = ("NE", "E", "SE", "SW", "W", "NW")  # also the directions of the neighbours
_EAST = (1, 1, 0, -1, -1, 0)
_SOUTH = (-1, 0, 1, 1, 0, -1)


def _near() -> bytes:
    """Return the six neighbours of each hex."""
    at = bytearray([NONE] * (_SPAN * _SPAN))
    places: "list[Any]" = []
    for south in range(-_RADIUS, _RADIUS + 1):
        for east in range(-_RADIUS, _RADIUS + 1):
            if abs(east + south) <= _RADIUS:
                at[(south + _RADIUS) * _SPAN + east + _RADIUS] = len(places)
                places.append((east, south))
    near = bytearray([NONE] * (6 * HEXES))
    for place in range(HEXES):
        for side in range(6):
            east = places[place][0] + _EAST[side] + _RADIUS
            south = places[place][1] + _SOUTH[side] + _RADIUS
            if 0 <= east < _SPAN and 0 <= south < _SPAN:
                near[6 * place + side] = at[south * _SPAN + east]
    return bytes(near)


def _numbered(near: bytes, shared: "tuple[tuple[int, int], ...]") -> tuple[bytes, bytes]:
    """Number the six corners or edges of each hex; return (numbers, first places).

    `shared` lists (side of the neighbour, turn): item i of a hex is item i + turn of that
    neighbour.
    """
    numbers = bytearray(6 * HEXES)
    first: "list[Any]" = []
    for place in range(HEXES):
        for i in range(6):
            number = NONE
            for side, turn in shared:
                other = near[6 * place + (i + side) % 6]
                if other < place:
                    number = numbers[6 * other + (i + turn) % 6]
            if number == NONE:
                number = len(first)
                first.append(6 * place + i)
            numbers[6 * place + i] = number
    return bytes(numbers), bytes(first)


def _gathered(count: int, each: int, pairs: "list[tuple[int, int]]") -> bytes:
    """Return a table of `each` bytes for each of `count` items, filled from (item, value) pairs in
    order."""
    table = bytearray([NONE] * (count * each))
    for item, value in pairs:
        at = each * item
        while table[at] not in (NONE, value):
            at += 1
        table[at] = value
    return bytes(table)


HEX_NEAR = _near()  # 6 a hex
HEX_CORNERS, CORNER_AT = _numbered(HEX_NEAR, ((0, 4), (5, 2)))  # AT: 6 * lowest hex + side
HEX_EDGES, EDGE_AT = _numbered(HEX_NEAR, ((0, 3),))
_around = range(6 * HEXES)
EDGE_CORNERS = _gathered(  # 2 an edge
    EDGES,
    2,
    [(HEX_EDGES[i], HEX_CORNERS[i]) for i in _around]
    + [(HEX_EDGES[i], HEX_CORNERS[i // 6 * 6 + (i + 1) % 6]) for i in _around],
)
EDGE_HEXES = _gathered(EDGES, 2, [(HEX_EDGES[i], i // 6) for i in _around])  # 2 an edge
CORNER_HEXES = _gathered(CORNERS, 3, [(HEX_CORNERS[i], i // 6) for i in _around])  # 3 a corner
CORNER_EDGES = _gathered(CORNERS, 3, [(EDGE_CORNERS[i], i // 2) for i in range(2 * EDGES)])
CORNER_NEAR = _gathered(
    CORNERS, 3, [(EDGE_CORNERS[i], EDGE_CORNERS[i ^ 1]) for i in range(2 * EDGES)]
)


def corner_name(corner: int) -> str:
    """Return the name of a corner, "11.SE"."""
    at = CORNER_AT[corner]
    return "%d.%s" % (at // 6, CORNER_WORDS[at % 6])


def edge_name(edge: int) -> str:
    """Return the name of an edge, "18/E"."""
    at = EDGE_AT[edge]
    return "%d/%s" % (at // 6, EDGE_WORDS[at % 6])
