"""The features of a position of Land, for learnt values; a board's build leaves this out.

Features are the regions that may still close, by the triangles that face empty cells, diamonds,
ring, owner, the part of the game and whether the seat is to act; and the tiles left to each seat.
Only games without the bag, whose territories belong to a colour, have them.
"""

from micropython import const

from games.grid import NONE
from games.tiles import KIND_OF, TURNS, part_of_tile

if False:  # only mypy reads this: the names of types
    from games.land import Land

_OPEN = const(6)  # classes of open triangles
_DIAMONDS = b"\0\1\2\3\4\4\5\5\5\6"  # class by number, of which there are 7
_PART = const(27)  # tiles laid in each of three parts of the game
_REGIONS = const(1008)  # turns 2, parts 3, owners 2, rings 2, _OPEN, classes of diamonds
_RING = const(1)  # as in tiles.py
_EDGE = const(2)
_YELLOW = const(4)
_COUNTS = const(11)  # 0 to 10 tiles of a kind
_PLACE = const(1)


def features(g: "Land", seat: int) -> list[int]:
    """Return the features for a seat; none with options that were not learnt."""
    if g.options["supply"] != "split" or g.options["ownership"] != "colour":
        return []
    first = _first(g, g.laid, g.turn == seat)
    found = []
    for region in range(g.parts):
        if g.region[region] == region and g.open[region] and not g.is_doomed(region):
            found.append(first + _kind(
                g.open[region], g.diamonds[region], g.traits[region], seat))
    for side in (0, 1):
        for kind in range(1, 7):
            count = g.supply[7 * (seat ^ side) + kind]
            found.append(_REGIONS + _COUNTS * (6 * side + kind - 1) + count)
    return found


def outlook(g: "Land", by: int, weights: list[int], unit: int) -> "list[int] | None":
    """Return the values after each of the `legal` actions, without playing them, since a tile
    changes four regions at most; None if the game, or a part of it, may end."""
    if g.laid % _PART == _PART - 1 or g.passes:
        return None
    base = unit * (g.points[by] - g.points[1 - by])
    for feature in features(g, by)[-12:]:
        base += weights[feature]
    first = _first(g, g.laid + 1, False)
    worth = [0] * g.parts
    for region in range(g.parts):
        if g.region[region] == region and g.open[region] and not g.is_doomed(region):
            worth[region] = weights[first + _kind(
                g.open[region], g.diamonds[region], g.traits[region], by)]
            base += worth[region]
    found = []
    for action in g.legal(by):
        value = base
        if action[0] == _PLACE:
            kind = KIND_OF[action[2]]
            count = _REGIONS + _COUNTS * (kind - 1) + g.supply[7 * by + kind]
            value += weights[count - 1] - weights[count]
            old, new = _joined(g, action[1], action[2])
            for region in old:
                value -= worth[region]
            for faces, diamonds, traits in new:
                if traits & _EDGE and not g.edge_closes:
                    continue
                if faces:
                    value += weights[first + _kind(faces, diamonds, traits, by)]
                elif diamonds:
                    points = unit * (diamonds + (4 if traits & _RING else 0))
                    value += points if (traits & _YELLOW != 0) == by else -points
        found.append(value)
    return found


def _joined(g: "Land", cell: int, tile: int) -> "tuple[list[int], list[tuple[int, int, int]]]":
    """Return (regions, joined): those that a tile would touch, and what they and the tile's
    parts would become, as (open triangles, diamonds, traits)."""
    ring = _RING if len(TURNS[KIND_OF[tile]]) == 1 else 0
    groups: "list[list[int]]" = []  # [open, diamonds, traits, bits of parts, regions ...]
    for side in range(4):
        own = part_of_tile(tile, side)
        colour = _YELLOW if tile - 1 & 8 >> side else 0
        other = g.near[4 * cell + side]
        mine = [0, 0, ring | colour, 1 << own]
        if other == NONE:
            mine[2] |= _EDGE
        elif g.cells[other]:
            region = g.region[g.part_of[4 * other + (side ^ 2)]]
            mine[1] = 1
            mine[0] = -1
            mine.append(region)
        else:
            mine[0] = 1
        rest = []
        for group in groups:
            shared = [region for region in mine[4:] if region in group[4:]]
            if group[3] & mine[3] or shared:
                mine[0] += group[0]
                mine[1] += group[1]
                mine[2] |= group[2]
                mine[3] |= group[3]
                mine += [region for region in group[4:] if region not in shared]
            else:
                rest.append(group)
        groups = rest + [mine]
    old = []
    new = []
    for group in groups:
        faces, diamonds, traits = group[:3]
        for region in group[4:]:
            old.append(region)
            faces += g.open[region]
            diamonds += g.diamonds[region]
            traits |= g.traits[region]
        new.append((faces, diamonds, traits))
    return old, new


def _first(g: "Land", laid: int, acts: bool) -> int:
    """Return the first feature of regions with so many tiles on the board."""
    return _REGIONS // 6 * (3 * (1 if acts else 0) + min(laid // _PART, 2))


def _kind(faces: int, diamonds: int, traits: int, seat: int) -> int:
    """Return which feature a region is for a seat."""
    mine = 1 if (traits & _YELLOW != 0) == (seat == 1) else 0
    at = 2 * mine + (1 if traits & _RING else 0)
    return 7 * (_OPEN * at + min(faces, _OPEN) - 1) + _DIAMONDS[min(diamonds, 9)]
