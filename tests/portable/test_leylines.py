"""Ley Lines: the worked examples and decisions of the rules, hidden information, and
consequences."""

from games import make
from games.base import CHANCE, CLEARED, FLOW, OVER, OWNER, IllegalAction
from games.grid import Grid
from games.leylines import maps, pieces
from games.leylines.energy import Energy, fitting, leads
from games.record import lines
from games.replay import replay
from games.rng import Rng
from table.interpret import token_name
from tests.portable import effort, golden
from tests.portable.leylines_sketch import playthrough

# Cairns that leave no space that is not adjacent to one, the fewest on any map.
_FULL = {
    "albion": "b1 f1 d2 h2 a3 e3 c4 g4 e5 c6 h6 f7 d8 a9 e9 c10 f11 d12",
    "compact": "c1 e1 b2 g2 d3 i3 a4 f4 c5 h5 b6 f6 d7 i7 a8 c8 g8 e9",
    "isles": "f1 j1 h2 l2 e3 i3 g4 k4 c5 i5 a6 g6 l6 d7 j7 b8 h8 a9 e9 i9 c10 g10 j11 h12",
}


def act(game, *words):
    """Apply an action in words for the seat to act; return the events."""
    return game.apply(game.current()[0], game.parse(list(words)))


def refused(game, *words):
    """Return why an action of the seat to act is refused; it must change nothing."""
    before = game.digest()
    try:
        act(game, *words)
    except IllegalAction as error:
        assert game.digest() == before
        return str(error)
    raise AssertionError("%s was not refused" % (words,))


def set_up(cairns, tors, seats=3, hands="table"):
    """Play until the first segment: `cairns` as (seat, value, cell), `tors` as (seat, cell).

    All other cairns and tors go as near to the upper right corner as they may.
    """
    game = make("leylines", seats, {"hands": hands})
    for turn in range(6):
        for seat in range(seats):
            mine = [(value, cell) for of, value, cell in cairns if of == seat]
            if turn < len(mine):
                act(game, "cairn", mine[turn][0], mine[turn][1])
            else:
                taken = [value for value, _ in mine]
                rest = [(a[2], a) for a in game.legal(seat) if a[1] not in taken]
                game.apply(seat, max(rest)[1])
    for seat in range(seats - 1, -1, -1):
        mine = [cell for of, cell in tors if of == seat]
        if mine:
            act(game, "tor", mine[0])
        else:
            game.apply(seat, game.legal(seat)[-1])
    return game


def can(game, *words):
    """Return whether an action in words is legal for the seat to act."""
    by = game.current()[0]
    action = game.parse(list(words))
    assert (game.reason(by, action) is None) == (action in game.legal(by))
    return game.reason(by, action) is None


def test_example_1_a_path_of_two_spaces():
    game = set_up([(0, 3, "a1")], [(1, "d1")])
    events = act(game, "segment", "b1", 2, "c1", 5)
    assert events == [["flow", 1, 5, 3, ["a1", "b1", "c1", "d1"]], ["remove", ["a1"]]]
    assert game.scores() == [0, 5, 0]
    assert game.piece_at(game.spot("a1")) == 0
    assert game.piece_at(game.spot("b1")) == pieces.half(2, 5)
    assert game.piece_at(game.spot("c1")) == pieces.half(5, 2)


def test_example_2_the_segment_goes():
    game = set_up([(0, 5, "a1")], [(1, "d1")])
    events = act(game, "segment", "b1", 2, "c1", 5)
    assert events == [
        ["flow", 1, 7, 5, ["a1", "b1", "c1", "d1"]],
        ["attenuate", [["b1", "c1"]]],
        ["remove", ["a1"]],
    ]
    assert game.piece_at(game.spot("b1")) == 0 and game.piece_at(game.spot("c1")) == 0
    assert game.piece_at(game.spot("d1")) == pieces.tor(1)
    assert refused(game, "segment", "b1", 2, "c1", 5) == "there is no 2-5 left"


def test_example_3_ones_own_cairn_counts_twice():
    game = set_up([(1, 0, "a1")], [(1, "d1")])
    events = act(game, "segment", "b1", 2, "c1", 5)
    assert events == [["flow", 1, 4, 0, ["a1", "b1", "c1", "d1"]], ["remove", ["a1"]]]


def test_example_4_the_largest_neighbour_leads_nowhere():
    game = set_up([(0, 3, "a1")], [(1, "d1")])
    act(game, "segment", "a2", 0, "b2", 5)
    assert act(game, "segment", "b1", 2, "c1", 4) == []
    assert game.scores() == [0, 0, 0]


def test_example_5_paths_to_a_cairn_never_rise():
    game = set_up([(0, 3, "a1")], [])
    assert refused(game, "segment", "b1", 5, "c1", 2) == (
        "from the 2 on c1 leads no path to a tor or cairn"
    )
    assert can(game, "segment", "b1", 2, "c1", 5)
    assert not can(game, "segment", "c1", 2, "d1", 5)


def test_example_6_a_tor_takes_any_value():
    game = set_up([], [(0, "e1")], 4)
    assert can(game, "segment", "f1", 0, "g1", 0)
    assert not can(game, "segment", "f1", 3, "g1", 6)
    assert can(game, "segment", "f1", 6, "g1", 3)
    act(game, "segment", "f1", 6, "g1", 6)
    assert can(game, "segment", "f2", 3, "g2", 6)  # the 6 has a path by g1 and f1


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
    found = [compact.name(cell) for cell in range(81) if not compact.there[cell]]
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
    assert refused(game, "cairn", 3, "a1") == "a1 is next to a cairn"
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
    assert refused(game, "tor", "e4") == "e4 is taken"
    for row in "23456":
        for column in "cdefg":
            if column + row not in ("e4", "e5"):  # e6 lies across the gap
                assert refused(game, "tor", column + row) == (
                    "%s is too close to Green's tor: leave 2 spaces"
                    % (column + row)
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
    assert refused(game, "tor", "c9") == "c9 is next to a cairn"


def test_decision_8_any_path_makes_a_segment_legal():
    game = set_up([(0, 3, "a1")], [(1, "d1")])
    act(game, "segment", "a2", 0, "b2", 5)
    act(game, "segment", "b1", 2, "c1", 4)
    # energy on c2 would flow to b2 and be lost; that there is a path by c1 is enough
    assert can(game, "segment", "c2", 4, "c3", 3)
    assert not can(game, "segment", "e2", 4, "e3", 4)


def grid_of(rows, tors, cairns):
    """Return a running game with halves as drawn from a1, the lowest row last; they need not form
    segments."""
    game = make("leylines", 3, {"hands": "table"})
    game.step = 21
    for y in range(len(rows)):
        row = rows[len(rows) - 1 - y]
        for x in range(len(row)):
            if row[x] != ".":
                game.cells[8 * y + x] = pieces.half(int(row[x]), 6)
    for cell in tors:
        game.cells[game.spot(cell)] = pieces.tor(0)
    for cell in cairns:
        game.cells[game.spot(cell)] = pieces.cairn(1, 2)
    return game


def flows(rows, tors, cairns):
    game = grid_of(rows, tors, cairns)
    return [" ".join([game.grid.name(c) for c in path]) for path in game.energy.flows()]


def test_decision_9_only_one_of_equal_neighbours_leads_to_a_tor():
    assert flows(["3..", ".33"], ["d1"], ["a1"]) == ["a1 b1 c1 d1"]
    assert flows([".33.", ".3.."], ["d2"], ["a1"]) == ["a1 b1 b2 c2 d2"]
    assert flows(["3..", ".33"], ["e1"], ["a1"]) == []


def test_decision_9_the_path_with_the_most_spaces():
    assert flows([".33", ".33"], ["d1"], ["a1"]) == ["a1 b1 b2 c2 c1 d1"]
    assert flows(["3333", "3333"], ["d3"], ["a3"]) == ["a3 a2 a1 b1 b2 c2 c1 d1 d2 d3"]
    # energy never passes a larger neighbour, however long the way round
    assert flows([".333", ".343"], ["e1"], ["a1"]) == []
    assert flows([".333", ".344"], ["e1"], ["a1"]) == ["a1 b1 c1 d1 e1"]
    # the longest path, not the longest next step
    assert flows([".255", ".2..", ".25."], ["d1", "e3"], ["a2"]) == ["a2 b2 b3 c3 d3 e3"]


def test_decision_9_the_first_of_equally_long_paths():
    assert flows(["222", "2.2", ".22"], ["d3"], ["a1"]) == ["a1 b1 c1 c2 c3 d3"]
    assert flows([".22"], ["c2", "d1"], ["a1"]) == ["a1 b1 c1 d1"]


def test_flow_neither_falls_nor_passes_cairns():
    assert flows([".323"], ["e1"], ["a1"]) == []
    assert flows([".3.3"], ["e1"], ["a1", "c1"]) == ["c1 d1 e1"]
    assert flows(["."], ["b1"], ["a1"]) == ["a1 b1"]  # a tor adjacent to a cairn (decision 7)


class Counting(Energy):
    calls = 0

    def _way(self, cell, ways):
        self.calls += 1
        return super()._way(cell, ways)


def test_flow_tries_equal_values_within_bounds():
    """A value has only eight halves. Six blocks of 2 x 4, each with one way in, one out, and
    several between, must not multiply the search."""
    grid = Grid(12, 12)
    cells = bytearray(144)
    for value in range(6):
        for row in range(4):
            for column in (2 * value, 2 * value + 1):
                cells[12 * (row + 3 * (value % 2)) + column] = pieces.half(value, value)
    cells[grid.cell("a5")] = pieces.cairn(0, 5)
    cells[grid.cell("l8")] = pieces.tor(0)
    energy = Counting(cells, grid.near)
    path = energy.flows()[0]
    assert len(path) == 2 + 5 * 8 + 7  # both ends of the last block are corners of one colour
    assert energy.calls < 200, energy.calls


def test_decision_10_a_removal_scores_nothing_by_itself():
    game = set_up([(0, 3, "a1"), (0, 5, "d3")], [(1, "f1"), (2, "b4")])
    assert act(game, "segment", "b1", 2, "c1", 4) == []
    assert act(game, "segment", "b2", 5, "b3", 0) == []  # the energy of a1 goes astray to b2
    assert act(game, "segment", "d1", 4, "e1", 5) == []
    assert act(game, "segment", "c3", 0, "c4", 0) == [
        ["flow", 2, 7, 5, ["d3", "c3", "b3", "b4"]],
        ["attenuate", [["b2", "b3"], ["c3", "c4"]]],
        ["remove", ["d3"]],
    ]
    assert act(game, "pass") == []
    far = game.text(game.legal(game.current()[0])[-2])
    assert act(game, *far)[0] == ["flow", 1, 7, 3, ["a1", "b1", "c1", "d1", "e1", "f1"]]


def test_decision_11_equal_scores_share_the_victory():
    game = set_up([], [])
    game.points[:] = [9, 12, 12]
    for _ in range(3):
        assert act(game, "pass") == []
    assert game.current() == OVER and game.result() == ([1, 2], "all passed")


def test_several_cairns_at_once_are_scored_before_any_removal():
    game = set_up([(0, 5, "b1"), (1, 5, "a2")], [(1, "e2")])
    act(game, "segment", "c2", 4, "d2", 5)
    events = act(game, "segment", "b2", 3, "b3", 0)
    assert events == [
        ["flow", 1, 8, 5, ["b1", "b2", "c2", "d2", "e2"]],
        ["flow", 1, 11, 5, ["a2", "b2", "c2", "d2", "e2"]],
        ["attenuate", [["b2", "b3"], ["c2", "d2"]]],
        ["remove", ["b1", "a2"]],
    ]
    assert game.view(-1)["scored"] == [[0, 5], [1, 5]]
    assert game.scores() == [0, 19, 0]


def test_the_last_cairn_ends_the_game():
    game = set_up([(0, 3, "a1")], [(1, "d1")])
    for cell in range(game.spots()):
        if game.spot_name(cell) != "a1" and "cairn" in pieces.name(game.piece_at(cell) or 1):
            game.coins[game.cells[cell] - pieces.FIRST_CAIRN] = 253  # scored
            game.cells[cell] = 0
    act(game, "segment", "b1", 2, "c1", 5)
    assert game.current() == OVER and game.result() == ([1], "last cairn scored")


def test_a_placement_interrupts_a_row_of_passes():
    game = set_up([(0, 3, "a1")], [(1, "d1")])
    act(game, "pass")
    act(game, "pass")
    act(game, "segment", "b1", 0, "c1", 0)
    act(game, "pass")
    act(game, "pass")
    assert game.current() == (2,)
    act(game, "pass")
    assert game.current() == OVER
    assert game.result()[1] == "all passed"


def test_a_hand_on_the_table_is_any_seven_dominoes():
    game = set_up([(0, 3, "a1")], [])
    assert game.view(0)["own"]["segments"] == []
    game.held[0] = 1
    act(game, "segment", "a2", 0, "a3", 0)
    assert game.view(-1)["segments"] == [0, 7, 7]
    assert refused(game, "segment", "b1", 0, "b2", 0) == "there is no 0-0 left"
    act(game, "pass")
    act(game, "pass")
    assert game.legal(0) == [(6,)]
    assert refused(game, "segment", "b1", 1, "b2", 1) == "you have no domino left: pass"


def dealt(seed=1):
    """Return a game at its first segment, set up and dealt at random."""
    game = make("leylines", 3)
    rng = Rng(seed)
    while game.step < 14 * 3:
        by = game.current()[0]
        game.apply(by, rng.choice(game.legal(by)))
    return game


def test_dealing():
    game = set_up([], [], 3, "dealt")
    assert game.current() == (CHANCE,) and len(game.legal(CHANCE)) == 21
    assert refused(game, "deal", 1, "25") == "the next domino goes to Red"
    assert refused(game, "deal", 0, "26") == "there is no such domino in the set"
    assert refused(game, "deal", 0, "52") == "there is no such domino in the set"
    assert refused(game, "pass") == "the dominoes are being dealt"
    assert act(game, "deal", 0, "25") == []
    assert refused(game, "deal", 1, "25") == "the domino 2-5 is dealt already"
    assert game.private_view(0)["segments"] == ["25"]
    try:
        game.apply(0, (6,))
    except IllegalAction as error:
        assert str(error) == "chance comes first: draw or roll"
    game = dealt()
    assert game.view(-1)["segments"] == [7, 7, 7]
    held = [segment for seat in range(3) for segment in game.private_view(seat)["segments"]]
    assert len(set(held)) == 21
    other = game.private_view(1)["segments"][0]
    taken = refused(game, "segment", "a1", int(other[0]), "b1", int(other[1]))
    assert taken.startswith("you do not hold ") or taken.endswith(" is taken")


def test_refusals_say_why():
    game = make("leylines")
    act(game, "cairn", 3, "c3")
    assert refused(game, "cairn", 3, "c4") == "c4 is next to a cairn"
    assert refused(game, "cairn", 3, "c3") == "c3 is taken"
    assert refused(game, "cairn", 6, "d4") == "that cairn is not in your hand"
    assert refused(game, "tor", "d4") == "the cairns are being placed"
    assert refused(game, "pass") == "the cairns are being placed"
    assert can(game, "cairn", 3, "d4")  # diagonal
    assert game.refusal(1, (1, 3, 95)) == "no space"  # h12 is sea
    assert game.refusal(1, (1, 3, 400)) == "no space"
    game = set_up([(0, 3, "b2")], [(2, "f2")])
    assert refused(game, "cairn", 3, "c3") == "cairns and tors stand: a domino, or pass"
    assert refused(game, "segment", "b2", 0, "c2", 0) == "b2 is taken"
    assert refused(game, "segment", "c2", 2, "d2", 6) == "there is no 2-6 left"
    side = "a segment lies on two spaces side by side, the lower one named first"
    for one, two in (("c2", "d3"), ("d2", "c2"), ("h1", "a2"), ("c2", "c2")):
        try:
            game.parse(["segment", one, 0, two, 0])
        except ValueError as error:
            assert str(error) == side
            continue
        raise AssertionError(one)
    east_of_h1 = 98 * game.spot("h1")
    assert game.reason(0, (5, east_of_h1)) == "apart"
    for number in (-1, 98 * 96, 10**6):
        assert game.reason(0, (5, number)) == "no space"
    game = make("leylines")
    game.step = 18
    game.cells[game.spot("c3")] = pieces.cairn(0, 1)
    assert refused(game, "tor", "c4") == "c4 is next to a cairn"


def test_invalid_words():
    game = make("leylines")
    for words in (
        [],
        ["cairn"],
        ["cairn", 3],
        ["cairn", "3", "c3"],
        ["cairn", True, "c3"],
        ["cairn", 3, "a12"],
        ["aside"],
        ["tor", 3],
        ["deal", 0, 25],
        ["deal", 0, "2"],
        ["deal", 0, "27"],
        ["deal", 0, "a5"],
        ["segment", "c3", 2, "d3"],
        ["segment", 2, "c3", 5, "d3"],
        ["segment", "c3", 2, "d3", 7],
        ["segment", "c3", -1, "d3", 5],
        ["pass", 1],
        ["", 1],
        "pass",
        None,
        ("pass",),
    ):
        try:
            game.parse(words)
        except ValueError:
            continue
        raise AssertionError(words)


def test_words_and_gestures():
    game = set_up([], [])
    for words, hand in (
        (["cairn", 3, "c3"], [("c3", pieces.cairn(0, 3))]),
        (["aside", 3], []),
        (["tor", "c3"], [("c3", pieces.tor(0))]),
        (["deal", 1, "25"], []),
        (["segment", "c3", 2, "d3", 5], [("c3", pieces.half(2, 5)), ("d3", pieces.half(5, 2))]),
        (["pass"], []),
    ):
        action = game.parse(words)
        assert game.text(action) == words
        assert game.gesture(0, action) == tuple([(game.spot(c), piece) for c, piece in hand])


def test_an_illegal_gesture_is_explained():
    game = make("leylines")
    spot = game.spot("c3")
    assert game.intended_action(0, spot, pieces.cairn(0, 4)) == game.parse(["cairn", 4, "c3"])
    assert game.intended_action(0, spot, pieces.cairn(1, 4)) is None
    assert game.intended_action(0, spot, pieces.tor(0)) == game.parse(["tor", "c3"])
    assert game.intended_action(0, spot, pieces.tor(2)) is None
    half = pieces.half(5, 2)
    assert game.intended_action(0, spot, half) == game.parse(["segment", "c3", 5, "c4", 2])
    for cell in ("c4", "d3", "b3"):
        game.cells[game.spot(cell)] = pieces.tor(0)
    assert game.intended_action(0, spot, half) == game.parse(["segment", "c2", 2, "c3", 5])
    game.cells[game.spot("c2")] = pieces.tor(0)
    assert game.intended_action(0, spot, half) is None


def test_box():
    for seats, halves, kinds in ((3, 42, 36), (4, 56, 49)):
        box = make("leylines", seats).tokens()
        assert sum([count for token, _, _, count in box if token < 50]) == halves
        assert len(box) == kinds + 7 * seats
    names = [name for _, name, _, _ in box]
    assert len(set(names)) == len(names)
    assert "5 of 2-5" in names and "moons cairn 3" in names and "arms tor" in names


def test_overlay_shows_the_last_flow():
    game = set_up([(0, 5, "a1")], [(1, "d1")])
    spots = [game.spot(cell) for cell in ("a1", "b1", "c1", "d1")]
    assert (spots[0], OWNER, 0) in game.overlay() and (spots[3], OWNER, 1) in game.overlay()
    act(game, "segment", "b1", 2, "c1", 5)
    shown = game.overlay()
    for i in range(4):
        assert (spots[i], FLOW, i) in shown
    assert (spots[1], CLEARED, 0) in shown and (spots[2], CLEARED, 0) in shown
    assert (spots[0], OWNER, 0) not in shown
    act(game, "pass")
    assert [entry for entry in game.overlay() if entry[1] != OWNER] == []


def public(game):
    """Return all public information about a position and the last action."""
    by, action = game.log[-1][0], game.log[-1][1:]
    shown = [game.view(-1), game.overlay(), game.scores(), game.current(), game.spots()]
    shown.append(game.public_record(by, action, game.events))
    lying = [game.piece_at(spot) for spot in range(game.spots()) if game.piece_at(spot)]
    shown.append([(game.face(piece), token_name(game, game.token(piece))) for piece in lying])
    if game.current() != OVER and game.current() != (CHANCE,):
        shown.append(game.intended_action(game.current()[0], 0, pieces.half(0, 0)))
    return shown


def twin(game, seat, rng):
    """Return a game that is the same for `seat`, with other hidden information."""
    other = make("leylines", game.seats, game.options)
    other.restore(game.snapshot())
    for entry in game.log:
        other.log.append(entry)
    other.events = game.events
    other.determinize(seat, rng)
    return other


def test_no_hidden_information_leaks():
    """Games that differ in what a seat cannot know look the same to it until it is revealed."""
    rng = Rng(12)
    compared = 0
    differed = 0
    for seed in range(effort.of(8, 1)):
        hands = ("dealt", "table")[seed % 2]
        game = make("leylines", 3 + seed // 2 % 2, {"hands": hands})
        while game.current() != OVER:
            viewer = rng.below(game.seats)
            other = twin(game, viewer, rng)
            differed += game.digest() != other.digest()
            for _ in range(4):
                assert game.view(viewer) == other.view(viewer)
                assert not game.log or public(game) == public(other)
                compared += 1
                by = game.current()[0] if game.current() else None
                if by is None:
                    break
                action = rng.choice(game.legal(by))
                if by != viewer and action not in other.legal(by):
                    game.apply(by, action)
                    break  # the hands of the two games differ
                events = game.apply(by, action)
                if by == viewer:
                    assert action in other.legal(by)
                if other.apply(by, action) != events or events:
                    break  # a value was revealed
    assert compared > effort.of(500, 50) and differed > effort.of(100, 10)


def test_a_secret_value_is_not_in_the_public_events():
    game = make("leylines")
    act(game, "cairn", 3, "c3")
    assert game.public_record(0, (1, 3, game.spot("c3")), []) == (["cairn", None, "c3"], [])
    assert game.public_record(0, (2, 3), []) == (["aside", None], [])
    assert game.public_record(CHANCE, (4, 1, 2, 5), []) == (["deal", 1, None], [])
    assert game.view(-1)["board"] == game.view(1)["board"] == [["c3", "suns cairn"]]
    assert game.view(0)["own"]["cairns"][3] == [3, "c3"]
    assert not game.reveals_hidden(0, (1, 3, game.spot("c3")), [])
    game = set_up([(0, 3, "a1")], [(1, "d1")])
    events = act(game, "segment", "b1", 2, "c1", 5)
    assert game.reveals_hidden(0, game.log[-1][1:], events)


def test_guesses_vary_and_fit():
    game = dealt(3)
    rng = Rng(1)
    seen = {}
    for _ in range(30):
        before = game.snapshot()
        game.determinize(0, rng)
        assert list(game.held) == [7, 7, 7]
        for seat in range(3):
            assert len(game.private_view(seat)["segments"]) == 7
            values = [value for value, _ in game.private_view(seat)["cairns"]]
            assert values == [0, 1, 2, 3, 4, 5]
        for value in range(6):
            for seat in range(3):
                piece = game.cells[game.coins[6 * seat + value]]
                assert piece == pieces.cairn(seat, value)
        seen[game.digest()] = True
        game.restore(before)
    assert len(seen) == 30


def test_perft():
    for entry in golden.perft_table("leylines"):
        assert golden.perft_counts("leylines", entry) == entry["counts"], entry


def test_golden():
    assert list(playthrough()) == golden.text("leylines")


@effort.desk
def test_records_over_all_options():
    for seats, name in ((3, "albion"), (3, "compact"), (4, "isles")):
        for hands in ("dealt", "table"):
            game = make("leylines", seats, {"map": name, "hands": hands})
            rng = Rng(seats)
            while game.current() != OVER:
                by = game.current()[0]
                game.apply(by, rng.choice(game.legal(by)))
            assert replay(lines(game, None)).game.digest() == game.digest()
            assert sum(game.held) == 0 or game.ended


def test_long_lists_agree_with_the_rule_for_one_half():
    """For all pairs of values and some reaches, `fitting` equals `leads` of both halves."""
    reaches = [(up, down) for up in (0, 2, 5, 8) for down in (0, 3, 7)]
    for here in reaches:
        for there in reaches:
            wanted = []
            for one in range(7):
                for two in range(7):
                    if leads(one, here, two, there) and leads(two, there, one, here):
                        wanted.append(7 * one + two)
            assert fitting(range(49), here, there) == wanted
