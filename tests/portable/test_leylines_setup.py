"""Ley Lines: maps, seats, cairns and tors (decisions 1 to 7 of the rules)."""

from games import make
from games.base import CHANCE
from games.grid import Grid
from games.leylines import maps, pieces
from tests.portable.leylines_table import act, can, refused

# Cairns that leave no space that is not adjacent to one, the fewest on any map.
_FULL = {
    "albion": "b1 f1 d2 h2 a3 e3 c4 g4 e5 c6 h6 f7 d8 a9 e9 c10 f11 d12",
    "compact": "c1 e1 b2 g2 d3 i3 a4 f4 c5 h5 b6 f6 d7 i7 a8 c8 g8 e9",
    "isles": "f1 j1 h2 l2 e3 i3 g4 k4 c5 i5 a6 g6 l6 d7 j7 b8 h8 a9 e9 i9 c10 g10 j11 h12",
}


def cells_of(grid):
    return [cell for cell in range(grid.cells) if grid.there[cell]]


def test_decision_1_the_maps():
    assert [len(cells_of(maps.grid(n))) for n in ("albion", "isles", "compact")] == [72, 96, 72]
    albion = maps.grid("albion")
    isles = maps.grid("isles")
    assert (albion.width, albion.height, isles.width, isles.height) == (8, 12, 12, 12)
    for cell in cells_of(albion):
        row, column = divmod(cell, 8)
        assert isles.there[12 * row + column + 4]
    for name in ("a12", "b11", "g12", "h10", "a8", "b7", "a5", "b6"):
        try:
            albion.cell(name)
        except ValueError:
            continue
        raise AssertionError(name)


def test_decision_2_the_strip_is_two_pairs_of_spaces():
    isles = maps.grid("isles")
    pairs = []
    for cell in cells_of(isles):
        row, column = divmod(cell, 12)
        if column == 3 and isles.near[4 * cell + 1] != 255:
            pairs.append(isles.name(cell))
    assert pairs == ["d9", "d10"]
    eire = [cell for cell in cells_of(isles) if cell % 12 < 4]
    assert len(eire) == 24


def test_decision_3_compact_and_the_pairs_of_map_and_seats():
    missing = ["a1", "b1", "h1", "i1", "a9", "b9", "h9", "i9", "e5"]
    compact = maps.grid("compact")
    found = [Grid(9, 9).name(cell) for cell in range(81) if not compact.there[cell]]
    assert sorted(found) == sorted(missing)
    assert make("leylines", 3).options == {"map": "albion", "hands": "dealt"}
    assert make("leylines", 4).options == {"map": "isles", "hands": "dealt"}
    for seats, name in ((3, "isles"), (4, "albion"), (4, "compact")):
        try:
            make("leylines", seats, {"map": name})
        except ValueError as error:
            assert str(error) == "the map %s is for %d seats" % (name, 7 - seats)
            continue
        raise AssertionError(name)


def test_decision_4_seat_0_begins_and_tors_go_in_reverse_order():
    for seats in (3, 4):
        game = make("leylines", seats)
        order = []
        while game.current() != (CHANCE,):
            by = game.current()[0]
            order.append(by)
            game.apply(by, game.legal(by)[-1])
        assert order == list(range(seats)) * 6 + list(range(seats - 1, -1, -1))
        while game.current() == (CHANCE,):
            assert game.legal(CHANCE)[0][1] == (len(game.log) - len(order)) % seats
            game.apply(CHANCE, game.legal(CHANCE)[0])
        assert game.current() == (0,)


def blocked(name):
    """Return a new game with so many cairns on the map that no other fits."""
    game = make("leylines", maps.MAPS[name][0], {"map": name})
    for cell in _FULL[name].split(" "):
        game.cells[game.spot(cell)] = pieces.cairn(0, 0)
    return game


def test_decision_5_no_space_for_a_cairn():
    game = make("leylines", 3)
    assert refused(game, "aside", 3) == "a cairn still has room: a1"
    game = blocked("albion")
    assert game.legal(0) == [(2, value) for value in range(6)]
    assert refused(game, "cairn", 3, "a1") == "that is next to a cairn"
    assert act(game, "aside", 3) == []
    assert game.current() == (1,)
    assert game.view(-1)["aside"] == [1, 0, 0] and [3, "aside"] in game.private_view(0)["cairns"]
    act(game, "aside", 3)
    act(game, "aside", 0)
    assert refused(game, "aside", 3) == "that cairn is not in your hand"
    assert game.legal(0) == [(2, value) for value in (0, 1, 2, 4, 5)]


def test_decision_6_tors_stand_apart():
    game = make("leylines", 3, {"map": "compact"})
    game.step = 18
    act(game, "tor", "e4")
    assert refused(game, "tor", "e4") == "that space is taken"
    for row in "23456":
        for column in "cdefg":
            if column + row not in ("e4", "e5"):  # e6 lies across the gap
                assert refused(game, "tor", column + row) == (
                    "that is too close to Green's tor: at least 3 steps away"
                )
    for cell in ("c1", "h2", "b7", "e7", "h4", "b4"):
        assert can(game, "tor", cell)


def test_decision_7_no_space_for_a_tor():
    for name in ("albion", "compact", "isles"):
        game = make("leylines", maps.MAPS[name][0], {"map": name})
        for cell in _FULL[name].split(" "):
            seat = game.current()[0]
            act(game, "cairn", len(game.log) // game.seats, cell)
        empty = [c for c in cells_of(game.grid) if not game.cells[c]]
        seat = game.seats - 1
        assert game.legal(seat) == [(3, cell) for cell in empty]  # each adjacent to a cairn
        game.apply(seat, (3, empty[0]))
        rest = [action[1] for action in game.legal(seat - 1)]
        row, column = divmod(empty[0], game.grid.width)
        apart = []
        for cell in empty:
            r, c = divmod(cell, game.grid.width)
            if max(abs(r - row), abs(c - column)) >= 3:
                apart.append(cell)
        assert rest == apart
    for cell in empty[2:]:
        game.cells[cell] = pieces.cairn(0, 0)
    assert game.legal(seat - 1) == [(3, empty[1])]  # the distance is dropped too


def test_decision_7_a_dropped_rule_holds_again_for_the_next_tor():
    game = blocked("compact")
    game.step = 18
    game.apply(2, (3, game.spot("d1")))
    for cell in ("e9", "g8"):
        game.cells[game.spot(cell)] = 0
    clear = [game.grid.name(action[1]) for action in game.legal(1)]
    assert clear == ["g7", "e8", "f8", "g8", "h8", "d9", "e9", "f9", "g9"]
    assert refused(game, "tor", "c9") == "that is next to a cairn"
