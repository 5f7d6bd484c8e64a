"""Landover, vectors T78 to T104: longest route, Port Authority, islands, mystery tiles (rules:
landover 24)."""

from games import hexmap, hexnames, make
from games.base import CHANCE
from games.landover.map import routes
from games.rng import Rng
from tests.portable.dense_nets import nets
from tests.portable.landover_table import (
    boats,
    chance,
    dev,
    do,
    draw_out,
    give,
    named,
    refused,
    roads,
    table,
    village,
)

Z = "16/NE 17/NW 17/NE 18/NW 18/NE 19/NW 19/NE"
RING = "18/NE 18/E 18/SE 18/SW 18/W 18/NW"


def net(names, *blocks):
    """Return the length of the route of seat 0; villages of seat 1 stand at some corners."""
    game = table()
    village(game, 1, *blocks)
    roads(game, 0, names)
    found = routes.trail(game, 0)
    assert len(found) == len(set(found)) == game.lengths[0] == slow(game, 0)
    return game.lengths[0]


def slow(game, seat):
    """Return the length of the longest route, by trying all trails edge by edge."""
    pieces = [e for e in range(132) if game.edges[e] and (game.edges[e] - 1) % 4 == seat]
    best = 0
    for first in pieces:
        for i in (0, 1):
            best = max(best, _onward(game, seat, first, i, [first]))
    return best


def _onward(game, seat, edge, end, used):
    """Return the length of the longest trail that continues at one end (0 or 1) of the last
    edge."""
    corner = hexmap.EDGE_CORNERS[2 * edge + end]
    owner = (game.corners[corner] & 7) - 1
    best = len(used)
    if owner not in (-1, seat):
        return best
    for other in hexmap.CORNER_EDGES[3 * corner : 3 * corner + 3]:
        if other == 255 or other in used or not game.edges[other]:
            continue
        if (game.edges[other] - 1) % 4 != seat:
            continue
        if owner != seat and (game.edges[other] > 4) != (game.edges[edge] > 4):
            continue
        far = 1 if hexmap.EDGE_CORNERS[2 * other] == corner else 0
        best = max(best, _onward(game, seat, other, far, used + [other]))
    return best


def test_t78_five():
    game = table()
    roads(game, 0, " ".join(Z.split()[:4]))
    assert game.longest == -1
    village(game, 0, "17.NW")
    game.points[0] = 0
    give(game, 0, wood=1, clay=1)
    ev = do(game, 0, "road", "18/NE")
    assert ev[1:] == [["longest", 0, 5], ["vp", 0, 2]] and game.scores() == [2, 0, 0, 0]


def test_t79_ring():
    assert net("18/NE 18/E 18/SE 18/SW 18/W") == 5
    assert net(RING) == 6


def test_t80_ring_with_tail():
    assert net(RING + " 12/W 12/NW") == 8


def test_t81_ring_with_a_foreign_corner():
    assert net(RING + " 12/W 12/NW", "18.N") == 6


def test_t82_fork():
    assert net(Z + " 18/W 18/SW 18/SE 18/E") == 9


def test_t83_cut_forks():
    eleven = Z + " 18/W 18/SW 18/SE 18/E"
    assert net(eleven, "18.NW") == 6
    assert net(eleven, "18.NE") == 7
    assert net(eleven, "18.NW", "18.NE") == 4


def test_t84_fork():
    assert net("16/NE 17/NW 17/NE 18/NW 18/NE 19/NW 12/W") == 6


def cut(third="", second="18/W 18/SW 24/E 24/SE 24/SW"):
    """Return a game where seat 0 holds the award with Z and seat 1 can build a village on it."""
    game = table()
    roads(game, 0, Z)
    roads(game, 1, second)
    roads(game, 2, third)
    assert game.longest == 0
    game.turn = 1
    give(game, 1, wood=1, clay=1, wool=1, wheat=1)
    return game


def test_t85_cut_and_taken():
    game = cut("31/NE 31/E 31/SE 31/SW")
    assert list(game.lengths) == [7, 5, 4, 0]
    ev = do(game, 1, "village", "18.NW")
    assert list(game.lengths) == [4, 5, 4, 0]
    assert ev[1:] == [["longest", 1, 5], ["vp", 0, 0], ["vp", 1, 3]]


def test_t86_cut_and_vacant():
    game = cut("31/NE 31/E 31/SE 31/SW 31/W")
    ev = do(game, 1, "village", "18.NW")
    assert named(ev, "longest") == [["longest", None, 5]] and game.scores()[:3] == [0, 1, 0]
    game.turn = 2
    give(game, 2, wood=1, clay=1)
    assert do(game, 2, "road", "31/NW")[1:] == [["longest", 2, 6], ["vp", 2, 2]]


def test_t87_tie_keeps():
    game = cut(second="10/E 10/NE 10/NW 10/W 16/NW")
    assert list(game.lengths) == [7, 5, 0, 0]
    ev = do(game, 1, "village", "17.N")
    assert list(game.lengths) == [5, 5, 0, 0] and game.longest == 0
    assert named(ev, "longest") == []


def test_t88_cut_below():
    game = cut(second="10/E 10/NE 10/NW 10/W 16/NW 16/W")
    assert list(game.lengths) == [7, 6, 0, 0]
    ev = do(game, 1, "village", "17.N")
    assert list(game.lengths) == [5, 6, 0, 0]
    assert named(ev, "longest") == [["longest", 1, 6]]


def test_t89_own_village():
    game = table()
    village(game, 0, "18.NW")
    roads(game, 0, Z)
    assert game.lengths[0] == 7


def test_t90_equal_is_not_enough():
    game = table()
    roads(game, 0, " ".join(Z.split()[:5]))
    roads(game, 1, "31/NE 31/E 31/SE 31/SW 31/W")
    assert game.longest == 0 and game.lengths[1] == 5
    roads(game, 1, "31/NW")
    assert game.lengths[1] == 6 and game.longest == 1


def joined(seat=None):
    game = table()
    if seat is not None:
        village(game, seat, "13.N")
    roads(game, 0, "12/NW 12/NE 13/NW")
    boats(game, 0, "13/NE 13/E 20/NE")
    assert game.lengths[0] == slow(game, 0)
    return game.lengths[0]


def test_t91_road_and_boat():
    assert joined() == 3


def test_t92_joined_by_a_building():
    assert joined(0) == 6 and joined(1) == 3


def test_t92_building_joins_at_once():
    game = table()
    roads(game, 0, "12/NW 12/NE 13/NW")
    boats(game, 0, "13/NE 13/E 20/NE")
    give(game, 0, wood=1, clay=1, wool=1, wheat=1)
    ev = do(game, 0, "village", "13.N")
    assert ev[1:] == [["longest", 0, 6], ["vp", 0, 3]]


def test_t93_no_boat_from_a_road():
    game = table()
    roads(game, 0, "13/NW")
    give(game, 0, wood=1, clay=1, wool=1)
    assert refused(game, 0, "boat", "13/NE")
    assert not refused(game, 0, "road", "13/NE")


def test_t94_not_past_a_village():
    game = table()
    roads(game, 0, "18/NE")
    village(game, 1, "18.NE")
    give(game, 0, wood=1, clay=1)
    assert refused(game, 0, "road", "18/E")


def test_t95_diplomat():
    game = table()
    roads(game, 0, Z)
    dev(game, 0, "diplomat")
    assert refused(game, 0, "play", "diplomat", "17/NE")
    do(game, 0, "play", "diplomat", "19/NE")
    assert game.lengths[0] == 6 and game.current() == (0,)


# Shared edges of a dense net in the middle of the board.
_DENSE = "11/NE 11/E 11/SE 11/SW 11/W 11/NW 12/NE 12/E 12/SE 12/W 17/W 17/NW 17/SW 17/SE"


def test_dense_nets_against_trying_all():
    rng = Rng(7)
    names = sorted(set((_DENSE + " " + RING).split()))
    for _ in range(12):
        game = table(2)
        rng.shuffle(names)
        for name in names[:12]:
            kind = boats if rng.below(3) == 0 else roads
            kind(game, 0, name)
        for corner in ("18.N", "18.NW", "18.SE"):
            if rng.below(2):
                village(game, rng.below(2), corner)
        routes.update(game, (0,), [])
        assert game.lengths[0] == slow(game, 0) == len(routes.trail(game, 0))


def test_a_seat_without_roads_has_no_route():
    game = table(2)
    village(game, 0, "18.N")
    assert routes.length(game, 0) == 0 and routes.trail(game, 0) == []


def test_the_worst_nets():
    count = 0
    for game, length in nets():
        pieces = list(game.edges)
        assert pieces.count(1) == pieces.count(5) == 15
        assert routes.length(game, 0) == routes.length(game, 0, length - 1) == length
        game.lengths[0] = length
        found = routes.trail(game, 0)
        assert len(found) == len(set(found)) == length
        for edge in range(hexmap.EDGES):
            if edge not in found:
                game.edges[edge] = 0
        assert routes.length(game, 0) == length  # these edges form one route
        count += 1
    assert count == 12


def test_more_pieces_than_in_a_box():
    game = table(piece_limits=0)
    for edge in range(114):
        game.edges[edge] = 1
    ends = [hexmap.EDGE_CORNERS[i] for i in range(2 * 114)]
    odd = [corner for corner in set(ends) if ends.count(corner) % 2]
    # The maximum: each pair of odd corners beyond the first two leaves an edge out.
    assert routes.length(game, 0) == 114 - (len(odd) - 2) // 2 == 84


def coast(seat, *names):
    game = table()
    village(game, seat, *names)
    return game


def settle(game, seat, name):
    """Build a village beside a fresh road; return the events."""
    corner = hexnames.any_corner(name)
    edges = [e for e in hexmap.CORNER_EDGES[3 * corner : 3 * corner + 3] if e != 255]
    free = [e for e in edges if game.ways[e] & 1 and not game.edges[e]]
    roads(game, seat, hexmap.edge_name(free[0]))
    game.turn = seat
    give(game, seat, wood=1, clay=1, wool=1, wheat=1)
    return do(game, seat, "village", name)


def test_t96_three_harbours():
    game = coast(0, "5.N", "13.N")
    ev = settle(game, 0, "26.SE")
    assert ev[1:] == [["port_authority", 0], ["vp", 0, 5]]


def test_t97_fourth_takes():
    game = coast(0, "5.N", "13.N")
    settle(game, 0, "26.SE")
    village(game, 1, "6.N", "20.N")
    assert named(settle(game, 1, "30.SE"), "port_authority") == []
    ev = settle(game, 1, "29.SW")
    assert ev[1:] == [["port_authority", 1], ["vp", 0, 3], ["vp", 1, 6]]


def explorer():
    """T98: seat 0 sails from its home island to island 3."""
    game = table(map="B")
    village(game, 0, "5.S")
    game.homes[0] = 1 | 1 << 6
    boats(game, 0, "10/E 11/SW")
    give(game, 0, wood=1, clay=1, wool=1, wheat=1)
    return game


def test_t98_island():
    game = explorer()
    ev = do(game, 0, "village", "18.NW")
    assert ev[1:] == [["vp", 0, 3]] and game.explored[0] == 1 << 3


def test_t99_second_village():
    game = explorer()
    do(game, 0, "village", "18.NW")
    roads(game, 0, "18/W 18/SW")
    give(game, 0, wood=1, clay=1, wool=1, wheat=1)
    assert do(game, 0, "village", "18.S")[1:] == [["vp", 0, 4]]
    roads(game, 0, "5/W 4/SW")
    give(game, 0, wood=1, clay=1, wool=1, wheat=1)
    assert do(game, 0, "village", "4.SW")[1:] == [["vp", 0, 5]]


def test_t100_second_explorer():
    game = explorer()
    do(game, 0, "village", "18.NW")
    game.turn = 1
    boats(game, 1, "18/E")
    give(game, 1, wood=1, clay=1, wool=1, wheat=1)
    assert do(game, 1, "village", "18.SE")[1:] == [["vp", 1, 2]]


def test_island_bonus_once():
    game = table(map="B", island_bonus="once")
    game.homes[0] = 1
    for name, points in (("18.NW", 2), ("28.N", 3)):
        settle(game, 0, name)
        assert game.scores()[0] == points
    assert game.explored[0] == 1 << 3


def hollow(corner, edge):
    game = make("landover", 2, {"map": "C", "numbers": "reference"})
    chance(game, "order", [0, 1])
    do(game, 0, "village", corner)
    ev = do(game, 0, "road", edge)
    return game, ev


def test_t101_reveal():
    game, ev = hollow("5.NE", "5/E")
    assert ev == [] and game.current() == (CHANCE,)
    assert [game.text(act)[1] for act in game.legal(CHANCE)] == [11] * len(game.legal(CHANCE))
    assert len(game.legal(CHANCE)) == 6 * 6 + 1
    assert sum([game.weight(act) for act in game.legal(CHANCE)]) == 10 * 7
    assert chance(game, "reveal", 11, "W", 4) == [
        ["revealed", 11, "W", 4],
        ["cards", 0, [0, 0, 0, 1, 0, 0, 0, 0]],
    ]
    game.undo()
    assert chance(game, "reveal", 11, "~", 0) == [["revealed", 11, "~", 0]]
    assert game.current() == (1,)
    game.undo()
    chance(game, "reveal", 11, "G", 12)
    assert game.text(game.legal(CHANCE)[0]) == ["gold", 0, "wood"]


def test_t102_reveal():
    game, _ = hollow("5.NE", "5/NE")
    assert game.text(game.legal(CHANCE)[0])[:2] == ["reveal", 0]


def test_t103_no_boat_from_a_road():
    game = table(2, map="C")
    village(game, 0, "5.NE")
    give(game, 0, wood=3, clay=2, wool=1)
    do(game, 0, "road", "5/E")
    chance(game, "reveal", 11, "~", 0)
    assert refused(game, 0, "boat", "5/SE") and not refused(game, 0, "road", "5/SE")


def test_t104_all_revealed():
    game = table(2, map="C")
    rng = Rng(4)
    from games.landover.map import explore

    for edge in range(132):
        explore.touch(game, 0, edge)
        draw_out(game, rng)
    before, after = list(game.map.terrain), list(game.terrain)
    found = [after.count(kind) - before.count(kind) for kind in range(7)]
    assert found == [1, 1, 1, 1, 1, 2, 3]
    assert sum(game.tiles) == sum(game.tokens_left) == 0
    assert len([number for number in game.numbers if number]) == 12 + 7


def test_no_card_for_revealing_by_option():
    game = make("landover", 2, {"map": "C", "numbers": "reference", "reveal_card": 0})
    chance(game, "order", [0, 1])
    do(game, 0, "village", "5.NE")
    do(game, 0, "road", "5/E")
    assert chance(game, "reveal", 11, "G", 4) == [["revealed", 11, "G", 4]]
    assert game.current() == (1,) and sum(game.hands) == 0
